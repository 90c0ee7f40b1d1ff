// Records the requests of tests to the functions of apimachinery's package managedfields, as
// apimachinery.go does for the package within it.

package managedfields

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/managedfields/internal"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

func (h *ScaleHandler) ToSubresource() ([]metav1.ManagedFieldsEntry, error) {
	entries, err := h.packageToSubresource()
	internal.Record(internal.Line{"op": "scale", "parent": h.parentEntries, "version": h.groupVersion.String(),
		"replicas": h.replicas(), "result": entries})
	return entries, err
}

func (h *ScaleHandler) ToParent(scale []metav1.ManagedFieldsEntry) ([]metav1.ManagedFieldsEntry, error) {
	entries, err := h.packageToParent(scale)
	internal.Record(internal.Line{"op": "parent", "parent": h.parentEntries, "version": h.groupVersion.String(),
		"replicas": h.replicas(), "scale": scale, "result": entries})
	return entries, err
}

// replicas has the places of the versions as text.
func (h *ScaleHandler) replicas() map[string]string {
	places := map[string]string{}
	for version, path := range h.mappings {
		places[version] = path.String()
	}
	return places
}

func ExtractInto(object runtime.Object, objectType typed.ParseableType, fieldManager string, configuration any, subresource string) error {
	err := packageExtractInto(object, objectType, fieldManager, configuration, subresource)
	text, _ := json.Marshal(object)
	internal.Record(internal.Line{"op": "extract", "object": json.RawMessage(text), "manager": fieldManager,
		"subresource": subresource, "result": configuration})
	return err
}
