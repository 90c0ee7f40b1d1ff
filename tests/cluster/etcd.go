package main

import (
	"net/url"
	"path/filepath"

	"go.etcd.io/etcd/server/v3/embed"
)

// startEtcd starts etcd in this process and returns its address. Data are not synced to the disk:
// they are thrown away with the process.
func startEtcd(dir string) (string, error) {
	config := embed.NewConfig()
	config.Dir = filepath.Join(dir, "etcd")
	config.LogLevel = "error"
	config.UnsafeNoFsync = true
	client, err := loopback()
	if err != nil {
		return "", err
	}
	peer, err := loopback()
	if err != nil {
		return "", err
	}
	clients, peers := url.URL{Scheme: "http", Host: client}, url.URL{Scheme: "http", Host: peer}
	config.ListenClientUrls, config.AdvertiseClientUrls = []url.URL{clients}, []url.URL{clients}
	config.ListenPeerUrls, config.AdvertisePeerUrls = []url.URL{peers}, []url.URL{peers}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	etcd, err := embed.StartEtcd(config)
	if err != nil {
		return "", err
	}
	<-etcd.Server.ReadyNotify()
	return clients.String(), nil
}
