//! [`HttpServer`]: the server over HTTP.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use http::{Request, Response, Uri, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::access::Hosts;
use crate::answer::failed;
use crate::body::Body;
use crate::server::TestServer;
use crate::status::Failure;

/// A listening server. It stops when this is dropped.
#[derive(Debug)]
pub struct HttpServer {
    address: SocketAddr,
    token: Option<String>,
    task: JoinHandle<()>,
}

impl TestServer {
    /// Listens on a free port of the loopback interface. Anyone who reaches the port may do anything, apart
    /// from web pages in a browser: a request must name an [accepted host](crate::Builder::accept_hosts),
    /// must not come from another site, and must state the type of its body.
    ///
    /// # Errors
    ///
    /// If no port can be opened.
    pub async fn listen(&self) -> io::Result<HttpServer> {
        self.listen_at((Ipv4Addr::LOCALHOST, 0).into(), None).await
    }

    /// Listens at an address. With a token, it serves only clients that send it, either in the header
    /// `authorization` or as the first part of each path, since kubectl and others send that header only
    /// over TLS. A token of letters and digits needs no escapes in a path. Without a token, requests are
    /// checked as by [`listen`](Self::listen).
    ///
    /// # Errors
    ///
    /// If the address can't be opened.
    pub async fn listen_at(
        &self,
        address: SocketAddr,
        token: Option<String>,
    ) -> io::Result<HttpServer> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let task = tokio::spawn(accept(self.clone(), listener, token.clone()));
        Ok(HttpServer { address, token, task })
    }
}

impl HttpServer {
    /// The address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address as a URL, such as `http://127.0.0.1:41234`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// A configuration for `kubectl` and other clients: the text of a file for `KUBECONFIG`.
    #[must_use]
    pub fn kubeconfig(&self) -> String {
        let token = self.token.iter().map(|token| format!("/{token}"));
        let server = format!("{}{}", self.url(), token.collect::<String>());
        let config = serde_json::json!({
            "apiVersion": "v1", "kind": "Config", "current-context": "smp",
            "clusters": [{"name": "smp", "cluster": {"server": server}}],
            "contexts": [{"name": "smp", "context": {"cluster": "smp", "user": "smp"}}],
            "users": [{"name": "smp", "user": {}}],
        });
        format!("{config}\n")
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(server: TestServer, listener: TcpListener, token: Option<String>) {
    let mut connections = tokio::task::JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => drop(connections.spawn(serve(server.clone(), stream, token.clone()))),
                // Out of file handles, for example: others may be free in a moment.
                Err(_) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
            },
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn serve(server: TestServer, stream: TcpStream, token: Option<String>) {
    let service = service_fn(move |request: Request<Incoming>| {
        let (server, token) = (server.clone(), token.clone());
        async move { checked(&server, request, token.as_deref()).await }
    });
    // A connection that breaks is the client's business.
    drop(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .serve_connection(TokioIo::new(stream), service)
            .await,
    );
}

async fn checked(
    server: &TestServer,
    mut request: Request<Incoming>,
    token: Option<&str>,
) -> io::Result<Response<Body>> {
    if let Some(uri) = token.and_then(|token| without_token(request.uri(), token)) {
        *request.uri_mut() = uri;
        return server.answer(request).await;
    }
    let sent = request.headers().get(header::AUTHORIZATION).and_then(|it| it.to_str().ok());
    let sent = sent.and_then(|it| it.strip_prefix("Bearer "));
    let checked = match token {
        None => server.shared.settings.hosts.as_ref().unwrap_or(Hosts::local()).check(&request),
        Some(token) if sent.is_some_and(|it| is_same(it, token)) => Ok(()),
        Some(_) => Err(Failure::unauthorized()),
    };
    match checked {
        Ok(()) => server.answer(request).await,
        Err(failure) => Ok(failed(&failure)),
    }
}

/// The address without the token at the start of its path; `None` if the path does not start with it.
fn without_token(uri: &Uri, token: &str) -> Option<Uri> {
    let (first, path) = uri.path().strip_prefix('/')?.split_once('/')?;
    if !is_same(first, token) {
        return None;
    }
    let query = uri.query().map(|it| format!("?{it}")).unwrap_or_default();
    format!("/{path}{query}").parse().ok()
}

/// Compares two texts in a time that does not depend on where they differ.
fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |found, (a, b)| found | (a ^ b));
    one.len() == other.len() && differences == 0
}
