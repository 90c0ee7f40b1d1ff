package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

// patience is the time that kube-apiserver may take until it is ready.
const patience = 2 * time.Minute

// apiServer is a running kube-apiserver, which speaks HTTPS and wants the token.
type apiServer struct {
	address string
	token   string
	ended   chan error
}

// startServer starts kube-apiserver in this process. It serves every API version and
// every field, also those of features that are off by default. Admission that needs other components, or that refuses objects for reasons other than their
// content, is off.
func startServer(dir, etcd string) (*apiServer, error) {
	address, err := loopback()
	if err != nil {
		return nil, err
	}
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return nil, err
	}
	token := hex.EncodeToString(random)
	tokens := filepath.Join(dir, "tokens.csv")
	line := token + ",admin,admin,system:masters\n"
	if err := os.WriteFile(tokens, []byte(line), 0o600); err != nil {
		return nil, err
	}
	key, err := signingKey(dir)
	if err != nil {
		return nil, err
	}
	command := app.NewAPIServerCommand()
	command.SetArgs([]string{
		"--etcd-servers=" + etcd,
		"--bind-address=127.0.0.1",
		"--secure-port=" + port,
		"--cert-dir=" + filepath.Join(dir, "certificates"),
		"--token-auth-file=" + tokens,
		"--authorization-mode=AlwaysAllow",
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + key,
		"--service-account-signing-key-file=" + key,
		"--service-cluster-ip-range=10.0.0.0/16",
		"--allow-privileged=true",
		"--endpoint-reconciler-type=none",
		"--enable-priority-and-fairness=false",
		"--runtime-config=api/all=true",
		"--feature-gates=AllAlpha=true,AllBeta=true",
		"--disable-admission-plugins=ServiceAccount,MutatingAdmissionWebhook," +
			"ValidatingAdmissionWebhook,MutatingAdmissionPolicy,ValidatingAdmissionPolicy," +
			"ResourceQuota,LimitRanger,TaintNodesByCondition",
		"-v=0",
	})
	server := &apiServer{address: address, token: token, ended: make(chan error, 1)}
	go func() {
		err := command.Execute()
		if err == nil {
			err = errors.New("it was told to stop")
		}
		server.ended <- err
	}()
	return server, nil
}

// wait returns when the server answers through the proxy and has the namespace "default".
func (s *apiServer) wait(url string) error {
	for began := time.Now(); time.Since(began) < patience; time.Sleep(50 * time.Millisecond) {
		select {
		case err := <-s.ended:
			return fmt.Errorf("kube-apiserver has ended: %w", err)
		default:
		}
		if answers(url+"/readyz") && answers(url+"/api/v1/namespaces/default") {
			return nil
		}
	}
	return fmt.Errorf("kube-apiserver is not ready after %s", patience)
}

func answers(url string) bool {
	response, err := http.Get(url)
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// signingKey writes a new key for the tokens of service accounts, and returns its file.
func signingKey(dir string) (string, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return "", err
	}
	block := &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}
	file := filepath.Join(dir, "service-accounts.pem")
	return file, os.WriteFile(file, pem.EncodeToMemory(block), 0o600)
}

// loopback finds a free port of the loopback interface.
func loopback() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
