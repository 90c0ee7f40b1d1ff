//! [`Recorded`]: the requests that a server got.

use core::fmt;

use http::{Method, StatusCode};
use serde_json::Value;

/// A request that the server got, and the code of its answer.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Recorded {
    /// The method.
    pub method: Method,
    /// The path, without the parameters.
    pub path: String,
    /// The parameters, as they were sent.
    pub query: String,
    /// The header `content-type`.
    pub content_type: String,
    /// The header `user-agent`.
    pub user_agent: String,
    /// The body.
    pub body: Vec<u8>,
    /// The code of the answer; `None` if there was none.
    pub status: Option<StatusCode>,
}

impl Recorded {
    /// Whether the request may change something.
    #[must_use]
    pub fn is_write(&self) -> bool {
        !matches!(self.method, Method::GET | Method::HEAD | Method::OPTIONS)
    }

    /// Whether the request is a watch.
    #[must_use]
    pub fn is_watch(&self) -> bool {
        let params = crate::params::Params::parse(&self.query);
        self.method == Method::GET && params.is_true("watch")
    }

    /// The body as JSON; null if it is empty or not JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// Method and path: `PATCH /api/v1/namespaces/default/configmaps/a`.
impl fmt::Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, self.path)
    }
}
