package main

import (
	"encoding/json"
	"net/http"

	extensions "k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apimachinery/pkg/runtime"
	aggregator "k8s.io/kube-aggregator/pkg/apiserver/scheme"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// empty answers with an object of each kind as Go makes it, by apiVersion and kind: with the members that
// are written even where they are empty. The server compares an object that is created with it.
func empty(answer http.ResponseWriter, _ *http.Request) {
	all := map[string]json.RawMessage{}
	for _, scheme := range []*runtime.Scheme{legacyscheme.Scheme, extensions.Scheme, aggregator.Scheme} {
		for kind := range scheme.AllKnownTypes() {
			if kind.Version == runtime.APIVersionInternal {
				continue
			}
			if made, err := scheme.New(kind); err == nil {
				if text, err := json.Marshal(made); err == nil {
					all[kind.GroupVersion().String()+"/"+kind.Kind] = text
				}
			}
		}
	}
	answer.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(answer).Encode(all)
}
