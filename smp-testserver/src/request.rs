//! [`Call`]: a request for objects, read from its path, parameters and headers.

use serde_json::Value;

use crate::params::{FieldValidation, Params};
use crate::registry::Resource;
use crate::route::Target;
use crate::store::Key;

/// A request for objects.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) target: Target,
    pub(crate) params: Params,
    /// The field manager: the parameter, or the name in the header `user-agent`.
    pub(crate) manager: String,
    pub(crate) dry_run: bool,
    pub(crate) validation: FieldValidation,
    /// Texts of `Warning` headers of the answer.
    pub(crate) warnings: Vec<String>,
}

/// An answer with an object.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) created: bool,
    pub(crate) object: Value,
}

impl Done {
    pub(crate) fn ok(object: Value) -> Self {
        Self { created: false, object }
    }

    pub(crate) fn created(object: Value) -> Self {
        Self { created: true, object }
    }
}

impl Call {
    /// Reads parameters and headers.
    pub(crate) fn new(target: Target, params: Params, user_agent: &str) -> Self {
        let (dry_run, validation) = (params.dry_run(), params.field_validation());
        let agent = user_agent.split('/').next().unwrap_or_default();
        let manager = params.get("fieldManager").unwrap_or(agent);
        let manager = if manager.is_empty() { "unknown" } else { manager }.to_owned();
        Self { target, params, manager, dry_run, validation, warnings: Vec::new() }
    }

    pub(crate) fn resource(&self) -> &Resource {
        &self.target.resource
    }

    /// The key of the object that the path names.
    pub(crate) fn key(&self) -> Key {
        let text = |part: &Option<String>| part.clone().unwrap_or_default();
        Key { namespace: text(&self.target.namespace), name: text(&self.target.name) }
    }

    pub(crate) fn subresource(&self) -> &str {
        self.target.subresource.as_deref().unwrap_or_default()
    }
}
