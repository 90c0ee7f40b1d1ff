// The program is a Kubernetes API server for tests: kube-apiserver with etcd in one process, on
// loopback ports, behind a proxy that speaks HTTP and adds the credentials.
//
// It prints one line of JSON on standard output once it is ready, and ends when standard input is
// closed, so that it never outlives the program that started it. A line "detach" on standard input
// lets it go on until POST /-/stop. Logs go to standard error.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"k8s.io/component-base/version"
)

func main() {
	dir, err := os.MkdirTemp("", "smp-cluster-")
	fail(err)
	var once sync.Once
	stop := func(code int) {
		once.Do(func() {
			_ = os.RemoveAll(dir)
			os.Exit(code)
		})
	}
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			if lines.Text() == "detach" {
				return
			}
		}
		stop(0)
	}()
	if err := serve(dir, stop); err != nil {
		fmt.Fprintln(os.Stderr, err)
		stop(1)
	}
}

// serve starts everything and announces it. It returns only if that fails.
func serve(dir string, stop func(code int)) error {
	etcd, err := startEtcd(dir)
	if err != nil {
		return fmt.Errorf("etcd does not start: %w", err)
	}
	server, err := startServer(dir, etcd)
	if err != nil {
		return fmt.Errorf("kube-apiserver does not start: %w", err)
	}
	url, err := startProxy(server, stop)
	if err != nil {
		return fmt.Errorf("the proxy does not start: %w", err)
	}
	if err := server.wait(url); err != nil {
		return err
	}
	ready := map[string]string{"url": url, "version": version.Get().GitVersion}
	if err := json.NewEncoder(os.Stdout).Encode(ready); err != nil {
		return err
	}
	return fmt.Errorf("kube-apiserver has ended: %w", <-server.ended)
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
