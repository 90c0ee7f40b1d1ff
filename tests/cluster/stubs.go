package main

import (
	"encoding/json"
	"net/http"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/test/integration/etcd"
)

// namespace is the one in which the objects that a stub needs are expected.
const namespace = "default"

// object is an object of a resource, as JSON.
type object struct {
	Group    string          `json:"group"`
	Version  string          `json:"version"`
	Resource string          `json:"resource"`
	Object   json.RawMessage `json:"object"`
	// Needs are objects that must exist first.
	Needs []object `json:"needs,omitempty"`
	// Status is a legal status.
	Status json.RawMessage `json:"status,omitempty"`
}

// stubs answers with the objects of Kubernetes' own test of its storage, one for each resource.
func stubs(answer http.ResponseWriter, _ *http.Request) {
	var all []object
	for resource, data := range etcd.GetEtcdStorageDataForNamespace(namespace) {
		stub := of(resource, data.Stub)
		stub.Status = json.RawMessage(data.GetStatusStub())
		for _, needed := range data.Prerequisites {
			stub.Needs = append(stub.Needs, of(needed.GvrData, needed.Stub))
		}
		all = append(all, stub)
	}
	answer.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(answer).Encode(all)
}

func of(resource schema.GroupVersionResource, stub string) object {
	return object{
		Group:    resource.Group,
		Version:  resource.Version,
		Resource: resource.Resource,
		Object:   json.RawMessage(stub),
	}
}
