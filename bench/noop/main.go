// A webhook that allows everything: the least that a review costs. Given a patch (POST /patch), it answers every review
// with it: the least that a change of a pod costs.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
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
	var patch, last atomic.Pointer[[]byte]
	http.HandleFunc("POST /patch", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		patch.Store(&body)
	})
	http.HandleFunc("GET /last", func(response http.ResponseWriter, request *http.Request) {
		if body := last.Load(); body != nil {
			response.Write(*body)
		}
	})
	http.HandleFunc("/reviews", func(response http.ResponseWriter, request *http.Request) {
		fmt.Fprintln(response, reviews.Load())
	})
	http.HandleFunc("/mutate", func(response http.ResponseWriter, request *http.Request) {
		var review struct {
			Request struct {
				UID string `json:"uid"`
			} `json:"request"`
		}
		body, err := io.ReadAll(request.Body)
		if err == nil {
			err = json.Unmarshal(body, &review)
		}
		if err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		last.Store(&body)
		reviews.Add(1)
		answer := map[string]any{"uid": review.Request.UID, "allowed": true}
		if patch := patch.Load(); patch != nil && len(*patch) > 0 {
			answer["patchType"], answer["patch"] = "JSONPatch", *patch
		}
		response.Header().Set("Content-Type", "application/json")
		json.NewEncoder(response).Encode(map[string]any{
			"apiVersion": "admission.k8s.io/v1",
			"kind":       "AdmissionReview",
			"response":   answer,
		})
	})
	log.Fatal(http.ListenAndServeTLS(*address, *certificate, *key, nil))
}
