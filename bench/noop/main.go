// A webhook that allows everything: the least that a review costs.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net/http"
	"sync/atomic"
)

func main() {
	address := flag.String("address", "127.0.0.1:8443", "where to listen")
	certificate := flag.String("cert", "", "certificate, PEM")
	key := flag.String("key", "", "private key, PEM")
	flag.Parse()
	var reviews atomic.Int64
	http.HandleFunc("/reviews", func(response http.ResponseWriter, request *http.Request) {
		fmt.Fprintln(response, reviews.Load())
	})
	http.HandleFunc("/mutate", func(response http.ResponseWriter, request *http.Request) {
		var review struct {
			Request struct {
				UID string `json:"uid"`
			} `json:"request"`
		}
		if err := json.NewDecoder(request.Body).Decode(&review); err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		reviews.Add(1)
		response.Header().Set("Content-Type", "application/json")
		json.NewEncoder(response).Encode(map[string]any{
			"apiVersion": "admission.k8s.io/v1",
			"kind":       "AdmissionReview",
			"response":   map[string]any{"uid": review.Request.UID, "allowed": true},
		})
	})
	log.Fatal(http.ListenAndServeTLS(*address, *certificate, *key, nil))
}
