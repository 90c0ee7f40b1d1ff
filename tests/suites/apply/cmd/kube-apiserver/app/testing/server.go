// Package testing starts smp-testserver where Kubernetes' tests start a kube-apiserver.
package testing

import (
	"bufio"
	"context"
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

// TestServer is a server that runs. Nothing has its storage: tests that write there fail.
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
	server := TestServer{TearDownFn: func() {}, EtcdClient: &clientv3.Client{KV: noStorage{t: t}}}
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
	return server, nil
}

func StartTestServerOrDie(t testing.TB, options *TestServerInstanceOptions, flags []string, storage *storagebackend.Config) *TestServer {
	server, err := StartTestServer(t, options, flags, storage)
	if err != nil {
		t.Fatal(err)
	}
	return &server
}

// noStorage ends a test that asks for what is stored.
type noStorage struct {
	clientv3.KV
	t testing.TB
}

func (s noStorage) Put(context.Context, string, string, ...clientv3.OpOption) (*clientv3.PutResponse, error) {
	s.t.Skip("writes into the storage of the server")
	return nil, nil
}
