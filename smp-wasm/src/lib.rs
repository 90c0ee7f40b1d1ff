//! The engine for JavaScript: what `web` calls, in a page and in a package. The names of operations
//! and the members of a request are those of `web/package/index.d.ts`, which describes them.
//!
//! A request and its answer are JSON. An input in it is an object, or a string with YAML or JSON;
//! the result has the same form. So objects are read once, and nothing is written as text in a text.

mod failure;
mod input;
mod manifests;
mod operations;
mod request;
mod schemas;

use smp_openapi::SchemaSet;
use smp_types::Catalogue;
use wasm_bindgen::prelude::wasm_bindgen;

use failure::Failure;
use request::Request;

/// The engine, with the kinds of a version of Kubernetes, and with those that were added.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine {
    schemas: SchemaSet,
}

#[wasm_bindgen]
impl Engine {
    /// The engine with the kinds of a version of Kubernetes, such as `1.37`; without one, those of the
    /// newest.
    ///
    /// # Errors
    ///
    /// A version that is not built in.
    #[wasm_bindgen(constructor)]
    pub fn new(version: Option<String>) -> Result<Engine, String> {
        let catalogue = match version {
            None => Catalogue::NEWEST,
            Some(version) => Catalogue::of(&version).map_err(|error| error.to_string())?,
        };
        Ok(Self { schemas: SchemaSet::new(catalogue) })
    }

    /// Adds the kinds and overlays of a text in YAML or JSON: custom resource definitions, `OpenAPI`
    /// documents and overlays. The answer has the kinds: `{"ok": [{apiVersion, kind}]}`.
    pub fn add(&mut self, name: &str, text: &str) -> String {
        answer(schemas::add(&mut self.schemas, name, text))
    }

    /// The answer to a request: `{"ok": …}`, or `{"error": {…}}`.
    #[must_use]
    pub fn call(&self, operation: &str, request: &str) -> String {
        answer(self.run(operation, request))
    }
}

impl Engine {
    fn run(&self, operation: &str, request: &str) -> Result<String, Failure> {
        let request: Request<'_> = serde_json::from_str(request)
            .map_err(|error| Failure::new("invalid_request", error.to_string()))?;
        let schemas = &self.schemas;
        match operation {
            "patchManifests" => manifests::patch(schemas, &request),
            "diffManifests" => manifests::diff(schemas, &request),
            "applyManifests" => manifests::apply(schemas, &request),
            "kinds" => Ok(schemas::kinds(schemas)),
            "explain" => schemas::explain(schemas, &request),
            operation => operations::run(operation, schemas, &request),
        }
    }
}

fn answer(result: Result<String, Failure>) -> String {
    match result {
        Ok(json) => format!(r#"{{"ok":{json}}}"#),
        Err(failure) => format!(r#"{{"error":{}}}"#, json(&failure)),
    }
}

/// A value as JSON. The types here have string keys and finite numbers alone.
fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
