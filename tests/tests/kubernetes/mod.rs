//! Kubernetes' OpenAPI document, if it is available.

/// The text of the v2 document that `SMP_OPENAPI` names; `None` without the variable.
pub(crate) fn v2_text() -> Option<Vec<u8>> {
    let Some(path) = std::env::var_os("SMP_OPENAPI") else {
        eprintln!("skipped: SMP_OPENAPI names no document");
        return None;
    };
    Some(std::fs::read(path).expect("SMP_OPENAPI names a file"))
}

/// The older versions that `SMP_OPENAPI_OLDER` names, as `VERSION=FILE`, separated as in PATH, with
/// the texts of their v2 documents.
pub(crate) fn older_texts() -> Vec<(String, Vec<u8>)> {
    let Some(documents) = std::env::var_os("SMP_OPENAPI_OLDER") else {
        eprintln!("skipped: SMP_OPENAPI_OLDER names no documents");
        return Vec::new();
    };
    let read = |document: std::path::PathBuf| {
        let document = document.to_str().expect("UTF-8");
        let (version, path) = document.split_once('=').expect("VERSION=FILE");
        (version.to_owned(), std::fs::read(path).expect("a document"))
    };
    std::env::split_paths(&documents).map(read).collect()
}
