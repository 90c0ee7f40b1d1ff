//! The engine for JavaScript: what `web` calls, in a page and in a package. `web/package/index.d.ts`
//! describes its requests.

use wasm_bindgen::prelude::wasm_bindgen;

/// The engine, with the kinds of a version of Kubernetes, and with those that were added.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine(smp_request::Engine);

#[wasm_bindgen]
impl Engine {
    /// The engine with the kinds of a version of Kubernetes, such as `1.37`; by default, the
    /// newest.
    ///
    /// # Errors
    ///
    /// If the version is not built in.
    #[wasm_bindgen(constructor)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a text that may be left out comes as this type"
    )]
    pub fn new(version: Option<String>) -> Result<Engine, String> {
        smp_request::Engine::new(version.as_deref()).map(Self)
    }

    /// Adds the kinds and overlays of a text in YAML or JSON.
    pub fn add(&mut self, name: &str, text: &str) -> String {
        self.0.add(name, text)
    }

    /// The answer to a request: `{"ok": …}`, or `{"error": {…}}`.
    #[must_use]
    pub fn call(&self, operation: &str, request: &str) -> String {
        self.0.call(operation, request)
    }
}
