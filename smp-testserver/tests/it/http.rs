//! The server over HTTP.

use std::net::Ipv4Addr;

use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::{Api, PostParams};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::ask::{map, server};

/// The answer to a request as it is on the wire, without the lines of its head that vary.
async fn raw(address: std::net::SocketAddr, head: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("{head}\r\nconnection: close\r\n\r\n").as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text
}

#[tokio::test]
async fn a_client_over_the_network() {
    let server = server();
    let http = server.listen().await.unwrap();
    assert!(http.address().ip().is_loopback());
    let config = kube::Config::new(http.url().parse().unwrap());
    let client = kube::Client::try_from(config).unwrap();
    let api: Api<ConfigMap> = Api::default_namespaced(client);
    let object: ConfigMap = serde_json::from_value(map("a")).unwrap();
    api.create(&PostParams::default(), &object).await.unwrap();
    assert!(server.get("v1", "ConfigMap", "default", "a").is_some());
    let address = http.address();
    drop(http);
    tokio::task::yield_now().await;
    assert!(api.get("a").await.is_err(), "{address}");
}

#[tokio::test]
async fn a_token_is_asked_for() {
    let server = server();
    let http =
        server.listen_at((Ipv4Addr::LOCALHOST, 0).into(), Some("secret".into())).await.unwrap();
    let head = "GET /version HTTP/1.1\r\nhost: x";
    assert!(raw(http.address(), head).await.starts_with("HTTP/1.1 401"));
    let wrong = format!("{head}\r\nauthorization: Bearer secre7");
    assert!(raw(http.address(), &wrong).await.starts_with("HTTP/1.1 401"));
    let right = format!("{head}\r\nauthorization: Bearer secret");
    assert!(raw(http.address(), &right).await.starts_with("HTTP/1.1 200"));
    assert!(http.kubeconfig().contains("secret"));
}
