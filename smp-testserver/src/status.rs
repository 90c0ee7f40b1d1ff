//! [`Failure`]: an error as an API server answers it, a `Status` with its reason and causes.

use http::StatusCode;
use serde_json::{Value, json};

use crate::cause::Cause;
use crate::object::set;
use crate::registry::Resource;

/// A failed request: the code, and the `Status` that says why.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) code: StatusCode,
    reason: &'static str,
    message: String,
    details: Option<Value>,
    /// The token with which an expired list can be continued.
    pub(crate) continue_token: Option<String>,
}

impl Failure {
    fn new(code: StatusCode, reason: &'static str, message: impl Into<String>) -> Self {
        Self { code, reason, message: message.into(), details: None, continue_token: None }
    }

    fn about(mut self, resource: &Resource, name: &str) -> Self {
        let mut details = json!({"kind": resource.plural});
        let members = [("name", name), ("group", &resource.group)];
        members.into_iter().filter(|(_, text)| !text.is_empty()).for_each(|(member, text)| {
            set(&mut details, &[member], text);
        });
        self.details = Some(details);
        self
    }

    /// The object does not exist.
    pub(crate) fn not_found(resource: &Resource, name: &str) -> Self {
        let message = format!("{} {name:?} not found", resource.qualified());
        Self::new(StatusCode::NOT_FOUND, "NotFound", message).about(resource, name)
    }

    /// An object with this name exists already.
    pub(crate) fn already_exists(resource: &Resource, name: &str) -> Self {
        let message = format!("{} {name:?} already exists", resource.qualified());
        Self::new(StatusCode::CONFLICT, "AlreadyExists", message).about(resource, name)
    }

    /// The object is not in the state that the request expects.
    pub(crate) fn conflict(resource: &Resource, name: &str, why: &str) -> Self {
        let message =
            format!("Operation cannot be fulfilled on {} {name:?}: {why}", resource.qualified());
        Self::new(StatusCode::CONFLICT, "Conflict", message).about(resource, name)
    }

    /// The object has been written since the client read it.
    pub(crate) fn modified(resource: &Resource, name: &str) -> Self {
        let why = "the object has been modified; please apply your changes to the latest version and try again";
        Self::conflict(resource, name, why)
    }

    /// An apply conflicts with other managers.
    pub(crate) fn apply_conflict(message: String, causes: &[Cause]) -> Self {
        let mut failure = Self::new(StatusCode::CONFLICT, "Conflict", message);
        failure.details = Some(json!({"causes": texts(causes)}));
        failure
    }

    /// Fields of an object have mistakes.
    pub(crate) fn invalid(group: &str, kind: &str, name: &str, causes: &[Cause]) -> Self {
        let qualified = if group.is_empty() { kind.to_owned() } else { format!("{kind}.{group}") };
        let each: Vec<_> =
            causes.iter().map(|it| format!("{}: {}", it.field, it.message)).collect();
        let what = if let [only] = each.as_slice() {
            only.clone()
        } else {
            format!("[{}]", each.join(", "))
        };
        let message = format!("{qualified} {name:?} is invalid: {what}");
        let mut failure = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "Invalid", message);
        let mut details = json!({"kind": kind, "causes": texts(causes)});
        let members = [("name", name), ("group", group)];
        members.into_iter().filter(|(_, text)| !text.is_empty()).for_each(|(member, text)| {
            set(&mut details, &[member], text);
        });
        failure.details = Some(details);
        failure
    }

    /// Like [`invalid`](Self::invalid), for the kind of a resource.
    pub(crate) fn invalid_object(resource: &Resource, name: &str, causes: &[Cause]) -> Self {
        Self::invalid(&resource.group, &resource.kind, name, causes)
    }

    /// A patch that can't be applied to the object.
    pub(crate) fn unprocessable_patch(message: &str) -> Self {
        let said = "the server rejected our request due to an error in our request";
        let mut failure = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "Invalid", said);
        if !message.is_empty() {
            failure.details = Some(
                json!({"causes": [{"reason": "UnexpectedServerResponse", "message": message}]}),
            );
        }
        failure
    }

    /// A request that can't be understood.
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "BadRequest", message)
    }

    /// An error that a server reports as internal.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "", message)
    }

    /// A request without the token of the server.
    pub(crate) fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "Unauthorized", "Unauthorized")
    }

    /// A request that the server accepts from nobody.
    pub(crate) fn refused(why: &str) -> Self {
        Self::new(StatusCode::FORBIDDEN, "Forbidden", why)
    }

    /// A request that the server does not allow.
    pub(crate) fn forbidden(
        resource: &Resource,
        name: &str,
        why: &str,
        cause: Option<Cause>,
    ) -> Self {
        let message = format!("{} {name:?} is forbidden: {why}", resource.qualified());
        let mut failure =
            Self::new(StatusCode::FORBIDDEN, "Forbidden", message).about(resource, name);
        if let (Some(cause), Some(details)) = (cause, failure.details.as_mut()) {
            set(details, &["causes"], Value::Array(texts(&[cause])));
        }
        failure
    }

    /// A method that the resource does not support.
    pub(crate) fn method_not_allowed(resource: &Resource) -> Self {
        let message = "the server does not allow this method on the requested resource";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "MethodNotAllowed", message).about(resource, "")
    }

    /// A body of a type that the resource does not accept.
    pub(crate) fn unsupported_media_type(accepted: &[&str]) -> Self {
        let message = format!(
            "the body of the request was in an unknown format - accepted media types include: {}",
            accepted.join(", ")
        );
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "UnsupportedMediaType", message)
    }

    /// The client accepts none of the types that the server can write.
    pub(crate) fn not_acceptable(offered: &[&str]) -> Self {
        let message =
            format!("only the following media types are accepted: {}", offered.join(", "));
        Self::new(StatusCode::NOT_ACCEPTABLE, "NotAcceptable", message)
    }

    /// A body that is larger than the limit.
    pub(crate) fn too_large(limit: usize) -> Self {
        let message = format!("Request entity too large: limit is {limit}");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "RequestEntityTooLarge", message)
    }

    /// An object that etcd would not take. A server passes on etcd's message.
    pub(crate) fn too_large_for_store() -> Self {
        Self::internal("etcdserver: request is too large")
    }

    /// A resource version that the server does not remember.
    pub(crate) fn expired(message: impl Into<String>) -> Self {
        Self::new(StatusCode::GONE, "Expired", message)
    }

    /// A resource version in the future.
    pub(crate) fn too_large_resource_version(wanted: u64, current: u64) -> Self {
        let message = format!("Too large resource version: {wanted}, current: {current}");
        let mut failure = Self::new(StatusCode::GATEWAY_TIMEOUT, "Timeout", message);
        failure.details = Some(json!({
            "causes": [{"reason": "ResourceVersionTooLarge", "message": "Too large resource version"}],
            "retryAfterSeconds": 1,
        }));
        failure
    }

    /// A `Status` of any code, as a test injects it.
    pub(crate) fn of_code(code: StatusCode) -> Self {
        let (reason, message) = match code.as_u16() {
            400 => ("BadRequest", "the request is not understood"),
            401 => ("Unauthorized", "Unauthorized"),
            403 => ("Forbidden", "the request is forbidden"),
            404 => ("NotFound", "the server could not find the requested resource"),
            409 => (
                "Conflict",
                "the object has been modified; please apply your changes to the latest version and try again",
            ),
            410 => ("Expired", "too old resource version"),
            429 => ("TooManyRequests", "Too many requests, please try again later."),
            500 => ("InternalError", "Internal error occurred"),
            503 => ("ServiceUnavailable", "the server is currently unable to handle the request"),
            504 => ("Timeout", "Timeout: request did not complete within the allotted timeout"),
            _ => ("", "an error that a test asked for"),
        };
        Self::new(code, reason, message)
    }

    /// The `Status`.
    pub(crate) fn status(&self) -> Value {
        let mut metadata = json!({});
        if let Some(token) = &self.continue_token {
            set(&mut metadata, &["continue"], token.as_str());
        }
        let mut status = json!({
            "kind": "Status", "apiVersion": "v1", "metadata": metadata, "status": "Failure",
            "message": self.message, "code": self.code.as_u16(),
        });
        if !self.reason.is_empty() {
            set(&mut status, &["reason"], self.reason);
        }
        if let Some(details) = &self.details {
            set(&mut status, &["details"], details.clone());
        }
        status
    }
}

/// Causes as JSON.
fn texts(causes: &[Cause]) -> Vec<Value> {
    let text = |it: &Cause| json!({"reason": it.reason, "message": it.message, "field": it.field});
    causes.iter().map(text).collect()
}
