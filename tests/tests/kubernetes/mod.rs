//! Kubernetes' OpenAPI document, if it is available.

use std::path::Path;

/// The text of the v2 document that `SMP_OPENAPI` names. Without the variable, the text of
/// `shared/kubernetes/openapi-v2-definitions.json` beside the workspace; `None` if there is no
/// such file.
pub(crate) fn v2_text() -> Option<Vec<u8>> {
    let neighbour = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/kubernetes/openapi-v2-definitions.json");
    let path = std::env::var_os("SMP_OPENAPI").map_or(neighbour, Into::into);
    let text = std::fs::read(&path);
    if text.is_err() {
        eprintln!("skipped: no document at {}", path.display());
    }
    text.ok()
}
