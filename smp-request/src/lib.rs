//! The engine for other languages: each operation is a request and an answer, both JSON, so that a
//! language only needs a function from text to text. The packages in `web` and `python` are built
//! on it.
//!
//! The names of the operations and the members of a request are those of `web/package/index.d.ts`,
//! which describes them. An input in a request is an object, or a string with YAML or JSON; the
//! result has the same form. Errors and findings have their places in texts.

mod documents;
mod failure;
mod input;
mod manifests;
mod operations;
mod request;
mod schemas;

use smp_core::{Options, Schema};
use smp_types::Catalogue;

use failure::Failure;
use request::{Request, RequestOptions};
use schemas::Kinds;

/// The message about an object whose schema is not known.
pub const NO_KIND: &str = "the object has no apiVersion and kind, so its schema is not known";

/// The unit in which columns of places in texts are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Columns {
    /// UTF-16 units, as in JavaScript and Java.
    #[default]
    Utf16,
    /// Characters, as in Python.
    Characters,
}

/// The engine, with the kinds of a version of Kubernetes, and with those that were added.
#[derive(Debug)]
pub struct Engine {
    kinds: Kinds,
    columns: Columns,
}

impl Engine {
    /// The engine with the kinds of a version of Kubernetes, such as `1.37`; by default, the
    /// newest.
    ///
    /// # Errors
    ///
    /// A message, if the version is not built in.
    ///
    /// ```
    /// let engine = smp_request::Engine::new(None)?;
    /// let request = r#"{
    ///     "live": {"kind": "Pod", "apiVersion": "v1", "spec": {"containers": [{"name": "a"}]}},
    ///     "patch": {"spec": {"containers": [{"name": "a", "image": "a:2"}]}}
    /// }"#;
    /// let answer = engine.call("apply", request);
    /// assert!(answer.ends_with(r#""spec":{"containers":[{"name":"a","image":"a:2"}]}}}"#));
    /// # Ok::<(), String>(())
    /// ```
    pub fn new(version: Option<&str>) -> Result<Self, String> {
        let catalogue = match version {
            None => Catalogue::NEWEST,
            Some(version) => catalogue(version)?,
        };
        Ok(Self { kinds: Kinds::new(catalogue), columns: Columns::default() })
    }

    /// The engine with a different unit of columns.
    #[must_use]
    pub fn columns(self, columns: Columns) -> Self {
        Self { columns, ..self }
    }

    /// Adds the kinds and overlays of a text in YAML or JSON: custom resource definitions, `OpenAPI`
    /// documents and overlays. The answer has the kinds: `{"ok": [{apiVersion, kind}]}`.
    pub fn add(&mut self, name: &str, text: &str) -> String {
        answer(schemas::add(&mut self.kinds, (name, self.columns), text))
    }

    /// The answer to a request: `{"ok": …}`, or `{"error": {…}}`. `O(n)` in the inputs, apart from the
    /// cost of the operation, and from reading the schema of a kind when it is first needed.
    #[must_use]
    pub fn call(&self, operation: &str, request: &str) -> String {
        answer(self.run(operation, request))
    }

    /// The schema of a kind, for those who call the libraries themselves. `O(n)` in the types of the kind
    /// when it is first needed, and a search by name after that.
    ///
    /// # Errors
    ///
    /// If the kind has no schema; the text is the error of an answer.
    pub fn schema(&self, api_version: &str, kind: &str) -> Result<Schema, String> {
        schemas::schema_of(&self.kinds, api_version, kind).map_err(|failure| json(&failure))
    }

    fn run(&self, operation: &str, request: &str) -> Result<String, Failure> {
        let mut request: Request<'_> = serde_json::from_str(request)
            .map_err(|error| Failure::new("invalid_request", error.to_string()))?;
        request.columns = self.columns;
        let kinds = &self.kinds;
        match operation {
            "patchManifests" => manifests::patch(kinds, &request),
            "diffManifests" => manifests::diff(kinds, &request),
            "applyManifests" => manifests::apply(kinds, &request),
            "kinds" => Ok(schemas::names(kinds)),
            "explain" => schemas::explain(kinds, &request),
            operation => operations::run(operation, kinds, &request),
        }
    }
}

/// The catalogue of a version. A separate function: in WebAssembly, older versions are in a second
/// file, but the function that makes an engine is in the first.
#[inline(never)]
fn catalogue(version: &str) -> Result<Catalogue, String> {
    Catalogue::of(version).map_err(|error| error.to_string())
}

/// The options of the engine from the settings of a request in JSON: `{"dialect": "documented"}`.
///
/// # Errors
///
/// If a setting is unknown; the text is the error of an answer.
pub fn options(settings: &str) -> Result<Options, String> {
    let settings: Result<RequestOptions, _> = serde_json::from_str(settings);
    let settings =
        settings.map_err(|error| json(&Failure::new("invalid_request", error.to_string())))?;
    Ok(settings.engine())
}

fn answer(result: Result<String, Failure>) -> String {
    match result {
        Ok(json) => format!(r#"{{"ok":{json}}}"#),
        Err(failure) => format!(r#"{{"error":{}}}"#, json(&failure)),
    }
}

/// A value as JSON. The types here have only string keys and finite numbers.
fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
