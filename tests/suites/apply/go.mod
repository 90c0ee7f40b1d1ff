// The module of Kubernetes' tests of server-side apply, with nothing else of Kubernetes in it.
module k8s.io/kubernetes

go 1.26.0

require (
	k8s.io/api v0.37.2
	k8s.io/apiextensions-apiserver v0.37.2
	k8s.io/apimachinery v0.37.2
	k8s.io/apiserver v0.37.2
	k8s.io/client-go v0.37.2
	k8s.io/component-base v0.37.2
)
