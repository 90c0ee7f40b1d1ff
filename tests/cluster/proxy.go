package main

import (
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httputil"
)

// startProxy serves the API over HTTP and returns its address. /-/stubs has a legal object of each
// resource; a POST to /-/stop ends the program.
func startProxy(server *apiServer, stop func(code int)) (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(request *httputil.ProxyRequest) {
			request.Out.URL.Scheme = "https"
			request.Out.URL.Host = server.address
			request.Out.Header.Set("Authorization", "Bearer "+server.token)
		},
		Transport: &http.Transport{
			// The certificate was made by this process a moment ago.
			TLSClientConfig:     &tls.Config{InsecureSkipVerify: true},
			MaxIdleConnsPerHost: 16,
		},
		// Watches are passed on at once.
		FlushInterval: -1,
	}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /-/stubs", stubs)
	routes.HandleFunc("GET /-/empty", empty)
	routes.HandleFunc("POST /-/stop", func(answer http.ResponseWriter, _ *http.Request) {
		answer.WriteHeader(http.StatusNoContent)
		if flusher, ok := answer.(http.Flusher); ok {
			flusher.Flush()
		}
		go stop(0)
	})
	routes.Handle("/", proxy)
	go func() { _ = http.Serve(listener, routes) }()
	return "http://" + listener.Addr().String(), nil
}
