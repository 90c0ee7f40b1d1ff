// Package testing starts smp-testserver where Kubernetes' tests start a kube-apiserver.
package testing

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	clientv3 "go.etcd.io/etcd/client/v3"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/client-go/rest"
)

type TearDownFunc func()

type TestServerInstanceOptions struct{}

// TestServer is a server that runs. Definitions that a test stores are posted.
type TestServer struct {
	ClientConfig      *rest.Config
	TearDownFn        TearDownFunc
	EtcdClient        *clientv3.Client
	EtcdStoragePrefix string
}

func NewDefaultTestServerOptions() *TestServerInstanceOptions { return nil }

// StartTestServer starts the program SMP_SUITES_SERVER, which tells its address and runs until its
// input ends. SMP_SUITES_URL is the address of a server that runs already.
func StartTestServer(t testing.TB, _ *TestServerInstanceOptions, _ []string, _ *storagebackend.Config) (TestServer, error) {
	server := TestServer{TearDownFn: func() {}, EtcdClient: &clientv3.Client{}}
	url := os.Getenv("SMP_SUITES_URL")
	if url == "" {
		program := exec.Command(os.Getenv("SMP_SUITES_SERVER"))
		input, err := program.StdinPipe()
		if err != nil {
			return server, err
		}
		output, err := program.StdoutPipe()
		if err != nil {
			return server, err
		}
		if err := program.Start(); err != nil {
			return server, err
		}
		server.TearDownFn = func() {
			input.Close()
			program.Wait()
		}
		if url, err = bufio.NewReader(output).ReadString('\n'); err != nil {
			return server, err
		}
	}
	// Clients have no limit of requests, and send JSON: smp-testserver reads no protobuf.
	server.ClientConfig = &rest.Config{Host: strings.TrimSpace(url), QPS: -1, ContentConfig: rest.ContentConfig{ContentType: "application/json"}}
	server.EtcdClient.KV = definitions{url: server.ClientConfig.Host}
	return server, nil
}

func StartTestServerOrDie(t testing.TB, options *TestServerInstanceOptions, flags []string, storage *storagebackend.Config) *TestServer {
	server, err := StartTestServer(t, options, flags, storage)
	if err != nil {
		t.Fatal(err)
	}
	return &server
}

// definitions stores custom resource definitions of v1beta1: as those of v1 in which nothing is said about
// the objects. v1beta1 is not served any longer.
type definitions struct {
	clientv3.KV
	url string
}

func (d definitions) Put(_ context.Context, _, text string, _ ...clientv3.OpOption) (*clientv3.PutResponse, error) {
	var definition map[string]any
	if err := json.Unmarshal([]byte(text), &definition); err != nil {
		return nil, err
	}
	definition["apiVersion"] = "apiextensions.k8s.io/v1"
	spec := definition["spec"].(map[string]any)
	for _, version := range spec["versions"].([]any) {
		version := version.(map[string]any)
		version["schema"] = map[string]any{"openAPIV3Schema": map[string]any{
			"type": "object", "x-kubernetes-preserve-unknown-fields": true}}
		if subresources, ok := spec["subresources"]; ok {
			version["subresources"] = subresources
		}
	}
	for _, name := range []string{"version", "validation", "subresources", "preserveUnknownFields"} {
		delete(spec, name)
	}
	delete(definition, "status")
	posted, err := json.Marshal(definition)
	if err != nil {
		return nil, err
	}
	answer, err := http.Post(d.url+"/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "application/json", strings.NewReader(string(posted)))
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		return nil, fmt.Errorf("the definition is refused: %s", answer.Status)
	}
	return nil, nil
}
