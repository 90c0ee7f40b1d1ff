//! Kubernetes' OpenAPI documents. Tests that ask for one are ignored, as not everybody has it.

/// The text of the v2 document that `SMP_OPENAPI` names.
pub(crate) fn v2_text() -> Vec<u8> {
    let path = std::env::var_os("SMP_OPENAPI").expect("SMP_OPENAPI names a document");
    std::fs::read(path).expect("SMP_OPENAPI names a file")
}

/// The older versions that `SMP_OPENAPI_OLDER` names, as `VERSION=FILE`, separated as in PATH, with
/// the texts of their v2 documents.
pub(crate) fn older_texts() -> Vec<(String, Vec<u8>)> {
    let documents = std::env::var_os("SMP_OPENAPI_OLDER").expect("SMP_OPENAPI_OLDER names some");
    let read = |document: std::path::PathBuf| {
        let document = document.to_str().expect("UTF-8");
        let (version, path) = document.split_once('=').expect("VERSION=FILE");
        (version.to_owned(), std::fs::read(path).expect("a document"))
    };
    std::env::split_paths(&documents).map(read).collect()
}
