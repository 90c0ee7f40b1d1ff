//! Checks on requests to a server without a token. They keep out web pages in a browser on the same
//! machine: such pages reach every port and, by DNS rebinding, can read answers too.

use std::sync::LazyLock;

use http::{HeaderMap, Request, Uri, header};
use regex::Regex;

use crate::status::Failure;

/// The host names accepted by default: those that `kubectl proxy` accepts.
const HOSTS: &str = r"^localhost$,^127\.0\.0\.1$,^\[::1\]$";

/// The hosts that requests may name.
#[derive(Debug, Clone)]
pub(crate) struct Hosts(Vec<Regex>);

/// The hosts that a server accepts by default: compiled for the first request, as most
/// servers of tests do not listen.
static LOCAL: LazyLock<Hosts> =
    LazyLock::new(|| Hosts::parse(HOSTS).unwrap_or_else(|_| Hosts(Vec::new())));

impl Hosts {
    /// Reads regular expressions separated by commas.
    pub(crate) fn parse(patterns: &str) -> Result<Self, regex::Error> {
        patterns.split(',').map(Regex::new).collect::<Result<_, _>>().map(Self)
    }

    /// The local hosts.
    pub(crate) fn local() -> &'static Self {
        &LOCAL
    }

    /// Refuses requests that a web page can send without a CORS preflight.
    pub(crate) fn check<B: http_body::Body>(&self, request: &Request<B>) -> Result<(), Failure> {
        let headers = request.headers();
        let authority = request.uri().authority().map(http::uri::Authority::as_str);
        let host = authority.unwrap_or_else(|| text(headers, header::HOST.as_str()));
        if !self.0.iter().any(|it| it.is_match(without_port(host))) {
            let why = format!("the host {host:?} is not accepted");
            return Err(Failure::refused(&why));
        }
        let site = text(headers, "sec-fetch-site");
        let origin = text(headers, header::ORIGIN.as_str());
        let is_foreign = !origin.is_empty() && authority_of(origin).as_deref() != Some(host);
        if is_foreign || !matches!(site, "" | "same-origin" | "none") {
            return Err(Failure::refused("requests of other sites are not accepted"));
        }
        if !request.body().is_end_stream()
            && text(headers, header::CONTENT_TYPE.as_str()).is_empty()
        {
            return Err(Failure::unsupported_media_type(&["application/json", "application/yaml"]));
        }
        Ok(())
    }
}

/// A header as text, empty if absent. A value that is not text becomes `?`, which is neither an accepted
/// host nor an accepted site.
fn text<'h>(headers: &'h HeaderMap, name: &str) -> &'h str {
    headers.get(name).map_or("", |it| it.to_str().unwrap_or("?"))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => host,
    }
}

fn authority_of(origin: &str) -> Option<String> {
    Some(origin.parse::<Uri>().ok()?.authority()?.to_string())
}
