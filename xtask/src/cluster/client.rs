//! Requests to the server, with JSON in both directions.

use std::time::Duration;

use serde_json::Value;
use ureq::Agent;
use ureq::http::{Method, Request};

/// The forms of a patch, by media type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Media {
    Strategic,
    Merge,
    Json,
}

impl Media {
    /// An object.
    pub(super) const JSON: &str = "application/json";
    /// A configuration of server-side apply.
    pub(super) const APPLY: &str = "application/apply-patch+yaml";

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Strategic => "application/strategic-merge-patch+json",
            Self::Merge => "application/merge-patch+json",
            Self::Json => "application/json-patch+json",
        }
    }
}

/// The longest answer that is read: the OpenAPI document has 4 MB.
const LONGEST: u64 = 64 << 20;

/// The query of a request that changes nothing.
pub(super) const DRY_RUN: &str = "?dryRun=All";

/// An answer of the server.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answer {
    /// The status of HTTP; 0 if the connection was closed, as a handler that panics does. The proxy in
    /// front of the server answers 502 then.
    pub(super) status: u16,
    pub(super) body: Value,
    /// The texts of the warnings in the answer.
    pub(super) warnings: Vec<String>,
}

impl Answer {
    /// An answer without warnings.
    pub(super) fn new(status: u16, body: Value) -> Self {
        Self { status, body, warnings: Vec::new() }
    }

    pub(super) fn is_ok(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The message of a refusal.
    pub(super) fn message(&self) -> String {
        let message = self.body.get("message").and_then(Value::as_str).unwrap_or_default();
        format!("{} {message}", self.status)
    }
}

/// A connection to the server.
#[derive(Clone)]
pub(super) struct Client {
    agent: Agent,
    url: String,
}

impl Client {
    pub(super) fn new(url: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .build();
        Self { agent: config.into(), url: url.to_owned() }
    }

    pub(super) fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, Media::JSON, String::new())
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, Media::JSON, body.to_string())
    }

    pub(super) fn put(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::PUT, path, Media::JSON, body.to_string())
    }

    pub(super) fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, Media::JSON, String::new())
    }

    pub(super) fn patch(&self, path: &str, media: Media, body: &Value) -> Answer {
        self.patch_text(path, media, body.to_string())
    }

    /// Server-side apply.
    pub(super) fn apply(&self, path: &str, config: &Value) -> Answer {
        self.send(Method::PATCH, path, Media::APPLY, config.to_string())
    }

    pub(super) fn patch_text(&self, path: &str, media: Media, body: String) -> Answer {
        self.send(Method::PATCH, path, media.name(), body)
    }

    /// Any request.
    pub(super) fn send(&self, method: Method, path: &str, media: &str, body: String) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url))
            .header("Content-Type", media)
            .body(body);
        let answer = request.map_err(Into::into).and_then(|request| self.agent.run(request));
        let closed =
            |error: ureq::Error| Answer::new(0, serde_json::json!({"message": error.to_string()}));
        match answer {
            Ok(mut answer) => {
                let status = Some(answer.status().as_u16()).filter(|it| *it != 502).unwrap_or(0);
                let headers = answer.headers().get_all("Warning");
                let warnings = headers.iter().filter_map(|it| Some(it.to_str().ok()?.to_owned()));
                let warnings = warnings.collect();
                match answer.body_mut().with_config().limit(LONGEST).read_to_string() {
                    Ok(text) => Answer {
                        status,
                        body: serde_json::from_str(&text).unwrap_or(Value::String(text)),
                        warnings,
                    },
                    Err(error) => closed(error),
                }
            }
            Err(error) => closed(error),
        }
    }
}
