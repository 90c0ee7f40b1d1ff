// Package storage has no mappings: the test that reads them asks no server.
package storage

import "k8s.io/apimachinery/pkg/util/managedfields"

func ReplicasPathMappings() managedfields.ResourcePathMappings { return nil }
