//! Kubernetes' OpenAPI document, if it is available.

/// The text of the v2 document that `SMP_OPENAPI` names; `None` without the variable.
pub(crate) fn v2_text() -> Option<Vec<u8>> {
    let Some(path) = std::env::var_os("SMP_OPENAPI") else {
        eprintln!("skipped: SMP_OPENAPI names no document");
        return None;
    };
    Some(std::fs::read(path).expect("SMP_OPENAPI names a file"))
}
