//! The engine for Python: what the package `strategic_merge_patch` calls.

mod arrow;
mod columns;

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use smp_core::{Document, Options, Patch, Schema};
use smp_request::Columns;

/// The name of a kind, as Python has it: a pair of apiVersion and kind.
pub(crate) type KindName = (String, String);

/// The engine, with the kinds of a version of Kubernetes, and with those that were added.
#[pyclass(frozen, module = "strategic_merge_patch._engine")]
struct Engine {
    inner: RwLock<smp_request::Engine>,
}

impl Engine {
    fn read(&self) -> RwLockReadGuard<'_, smp_request::Engine> {
        self.inner.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn options(&self, options: &str) -> Result<Options, String> {
        match options {
            "" => Ok(Options::kubernetes()),
            options => smp_request::options(options),
        }
    }

    /// The schema of a named kind, or of the one that a document has.
    fn schema(&self, kind: Option<(&str, &str)>, document: &Document<'_>) -> Option<Schema> {
        let found = match kind {
            Some((api_version, kind)) => self.read().schema(api_version, kind),
            None => with_kind(document, |api_version, kind| self.read().schema(api_version, kind))?,
        };
        found.ok()
    }
}

/// The result of a function of the kind that a document states; `None` if it states none.
pub(crate) fn with_kind<R>(
    document: &Document<'_>,
    run: impl FnOnce(&str, &str) -> R,
) -> Option<R> {
    let (api_version, kind) = (document.get("apiVersion")?, document.get("kind")?);
    Some(run(&api_version.as_str()?, &kind.as_str()?))
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (version=None))]
    fn new(version: Option<&str>) -> PyResult<Self> {
        let engine =
            smp_request::Engine::new(version).map_err(pyo3::exceptions::PyValueError::new_err)?;
        Ok(Self { inner: RwLock::new(engine.columns(Columns::Characters)) })
    }

    /// Adds the kinds and overlays of a text. The answer is JSON.
    fn add(&self, py: Python<'_>, name: &str, text: &str) -> String {
        py.detach(|| self.inner.write().unwrap_or_else(PoisonError::into_inner).add(name, text))
    }

    /// The answer to a request, both JSON.
    fn call(&self, py: Python<'_>, operation: &str, request: &str) -> String {
        py.detach(|| self.read().call(operation, request))
    }

    /// Applies a patch to an object, both JSON text. `None` if that fails: the answer to a request has
    /// the reason, or the result for texts in YAML.
    #[pyo3(signature = (live, patch, kind, options))]
    fn apply_bytes<'py>(
        &self,
        py: Python<'py>,
        live: &[u8],
        patch: &[u8],
        kind: Option<(&str, &str)>,
        options: &str,
    ) -> Option<Bound<'py, PyBytes>> {
        let result = py.detach(|| self.apply_text(live, patch, kind, options));
        result.map(|result| PyBytes::new(py, result.as_bytes()))
    }

    /// As `apply_bytes`, for texts.
    #[pyo3(signature = (live, patch, kind, options))]
    fn apply_str<'py>(
        &self,
        py: Python<'py>,
        live: &str,
        patch: &str,
        kind: Option<(&str, &str)>,
        options: &str,
    ) -> Option<Bound<'py, PyString>> {
        let (live, patch) = (live.as_bytes(), patch.as_bytes());
        let result = py.detach(|| self.apply_text(live, patch, kind, options));
        result.map(|result| PyString::new(py, &result))
    }
}

impl Engine {
    fn apply_text(
        &self,
        live: &[u8],
        patch: &[u8],
        kind: Option<(&str, &str)>,
        options: &str,
    ) -> Option<String> {
        let options = self.options(options).ok()?;
        let is_json = |text: &[u8]| text.trim_ascii_start().first() == Some(&b'{');
        if !is_json(live) || !is_json(patch) {
            return None;
        }
        let live = Document::from_slice(live).ok()?;
        let schema = self.schema(kind, &live)?;
        let patch = Patch::from_slice_within(patch, &options.limits).ok()?;
        let result = smp_core::apply_document(live, &patch, &schema, &options).ok()?;
        Some(result.to_json())
    }
}

/// The native part of the package `strategic_merge_patch`.
#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(arrow::apply_column, module)?)?;
    module.add_function(wrap_pyfunction!(arrow::diff_column, module)?)?;
    module.add_function(wrap_pyfunction!(arrow::check_column, module)?)?;
    module.add_class::<Engine>()
}
