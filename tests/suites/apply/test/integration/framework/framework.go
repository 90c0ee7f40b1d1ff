// Package framework has what the tests ask of Kubernetes' framework for a server with etcd.
package framework

import "k8s.io/apiserver/pkg/storage/storagebackend"

func SharedEtcd() *storagebackend.Config { return &storagebackend.Config{} }

func DefaultTestServerFlags() []string { return nil }

// EtcdMain runs the tests; there is no etcd.
func EtcdMain(tests func() int) { tests() }
