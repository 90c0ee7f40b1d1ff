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

/// The first line of the answer to a request without a token, and the rest.
async fn status(http: &smp_testserver::HttpServer, head: &str, body: &str) -> String {
    let head = format!("{head}\r\ncontent-length: {}", body.len());
    let mut stream = TcpStream::connect(http.address()).await.unwrap();
    let text = format!("{head}\r\nconnection: close\r\n\r\n{body}");
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.split(' ').nth(1).unwrap().to_owned()
}

#[tokio::test]
async fn pages_of_other_sites_get_nothing() {
    let http = server().listen().await.unwrap();
    let port = http.address().port();
    let get = "GET /api/v1/secrets HTTP/1.1\r\nhost: ";
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        assert_eq!(status(&http, &format!("{get}{host}:{port}"), "").await, "200", "{host}");
        assert_eq!(status(&http, &format!("{get}{host}"), "").await, "200", "{host}");
    }
    for host in ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "", "::1"] {
        assert_eq!(status(&http, &format!("{get}{host}:{port}"), "").await, "403", "{host}");
    }
    let host = format!("127.0.0.1:{port}");
    for (header, code) in [
        (String::from("origin: http://evil.example"), "403"),
        (String::from("origin: null"), "403"),
        (format!("origin: http://{host}"), "200"),
        (String::from("sec-fetch-site: cross-site"), "403"),
        (String::from("sec-fetch-site: same-site"), "403"),
        (String::from("sec-fetch-site: same-origin"), "200"),
    ] {
        assert_eq!(status(&http, &format!("{get}{host}\r\n{header}"), "").await, code, "{header}");
    }
    let post = format!("POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nhost: {host}");
    let body = map("a").to_string();
    assert_eq!(status(&http, &post, &body).await, "415");
    let typed = format!("{post}\r\ncontent-type: application/json");
    assert_eq!(status(&http, &typed, &body).await, "201");
}

#[tokio::test]
async fn other_hosts_can_be_accepted() {
    let server = smp_testserver::TestServer::builder();
    let server = server.accept_hosts("^a\\.example$,^b$").unwrap().build();
    let http = server.listen().await.unwrap();
    let get = "GET /version HTTP/1.1\r\nhost: ";
    assert_eq!(status(&http, &format!("{get}a.example:80"), "").await, "200");
    assert_eq!(status(&http, &format!("{get}b"), "").await, "200");
    assert_eq!(status(&http, &format!("{get}localhost"), "").await, "403");
    assert!(smp_testserver::TestServer::builder().accept_hosts("(").is_err());
}
