package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"net"
	"net/netip"
	"strings"

	"golang.org/x/net/dns/dnsmessage"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

// answerNames is the cluster's DNS for what pods need here: NAME.NAMESPACE.svc.cluster.local is the Service's address.
// Any other name does not exist.
func answerNames() {
	kubeconfig := flag.String("kubeconfig", "", "the kubeconfig file")
	address := flag.String("address", "", "where to answer, HOST:PORT")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		log.Fatal(err)
	}
	client := kubernetes.NewForConfigOrDie(config)
	socket, err := net.ListenPacket("udp", *address)
	if err != nil {
		log.Fatal(err)
	}
	log.Print("ready")
	for buffer := make([]byte, 1500); ; {
		size, from, err := socket.ReadFrom(buffer)
		if err != nil {
			log.Fatal(err)
		}
		var query dnsmessage.Message
		if query.Unpack(buffer[:size]) != nil || len(query.Questions) != 1 {
			continue
		}
		reply := replyTo(query, client)
		if packed, err := reply.Pack(); err == nil {
			socket.WriteTo(packed, from)
		}
	}
}

func replyTo(query dnsmessage.Message, client kubernetes.Interface) dnsmessage.Message {
	question := query.Questions[0]
	reply := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: query.ID, Response: true, Authoritative: true, RecursionDesired: query.RecursionDesired},
		Questions: query.Questions,
	}
	address, err := addressOf(question.Name.String(), client)
	if err != nil || !address.Is4() {
		reply.RCode = dnsmessage.RCodeNameError
	} else if question.Type == dnsmessage.TypeA {
		head := dnsmessage.ResourceHeader{Name: question.Name, Type: question.Type, Class: question.Class, TTL: 5}
		reply.Answers = []dnsmessage.Resource{{Header: head, Body: &dnsmessage.AResource{A: address.As4()}}}
	}
	return reply
}

func addressOf(name string, client kubernetes.Interface) (netip.Addr, error) {
	parts := strings.SplitN(strings.ToLower(name), ".", 3)
	if len(parts) < 3 || parts[0] == "" || parts[1] == "" || parts[2] != "svc.cluster.local." {
		return netip.Addr{}, errors.New("names no Service")
	}
	service, err := client.CoreV1().Services(parts[1]).Get(context.Background(), parts[0], meta.GetOptions{})
	if err != nil {
		return netip.Addr{}, err
	}
	return netip.ParseAddr(service.Spec.ClusterIP)
}
