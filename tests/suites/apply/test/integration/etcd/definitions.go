package etcd

import (
	"context"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// CreateTestCRDs creates definitions, which are served at once.
func CreateTestCRDs(t *testing.T, client clientset.Interface, _ bool, definitions ...*apiextensionsv1.CustomResourceDefinition) {
	for _, definition := range definitions {
		if _, err := client.ApiextensionsV1().CustomResourceDefinitions().Create(context.TODO(), definition, metav1.CreateOptions{}); err != nil {
			t.Fatal(err)
		}
	}
}
