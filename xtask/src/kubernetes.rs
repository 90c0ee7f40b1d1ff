//! `cargo xtask kubernetes`: all that is made from the OpenAPI document of a version of Kubernetes,
//! in one run: the catalogue, the structs with their tables of facts, and the number of the version
//! wherever it is written.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use smp_types::KUBERNETES_VERSION;

use crate::openapi::{self, workspace};
use crate::{catalogue, types};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The file with the constant that programs read.
const CONSTANT: &str = "smp-schema/src/catalogue.rs";

/// Files and folders that keep the old number: history, and build results.
const LEFT_OUT: &[&str] = &["CHANGELOG.md", ".git", "target", "corpus", "artifacts"];

/// Generates, or checks, everything that the document decides.
pub(crate) fn run(args: &openapi::Args) -> Result<()> {
    let document = args.document()?;
    // A document that is refused leaves all files as they are.
    let catalogue = catalogue::complete(&document)?;
    let types = types::generate(&document.text, &workspace())?;
    catalogue::write(&catalogue, args.check, "kubernetes")?;
    types::write(&types, args.check)?;
    let Some(version) = document.version else {
        eprintln!("the document states no version; texts still say {KUBERNETES_VERSION}");
        return Ok(());
    };
    if version == KUBERNETES_VERSION {
        return Ok(());
    }
    if args.check {
        return Err(format!("the document is of {version}, texts say {KUBERNETES_VERSION}").into());
    }
    for (path, text) in renumbered(&workspace(), KUBERNETES_VERSION, &version)? {
        fs::write(&path, text)?;
        eprintln!("{}: Kubernetes {version}", path.display());
    }
    eprintln!("what is left to do by hand: CONTRIBUTING.md, \"A version of Kubernetes\"");
    Ok(())
}

/// The files that name the old version, with the new one in its place.
fn renumbered(root: &Path, old: &str, new: &str) -> Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if LEFT_OUT.iter().any(|name| *name == entry.file_name()) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "md" || it == "rs" || it == "stderr")
            {
                let text = fs::read_to_string(&path)?;
                let is_constant = path == root.join(CONSTANT);
                let changed = renumber(&text, is_constant, old, new);
                if changed != text {
                    files.push((path, changed));
                }
            }
        }
    }
    Ok(files)
}

/// The text with `Kubernetes OLD` replaced; in the one file that has the constant, the constant, too.
fn renumber(text: &str, is_constant: bool, old: &str, new: &str) -> String {
    let mut changed = String::with_capacity(text.len());
    let phrase = format!("Kubernetes {old}");
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(&phrase) {
        changed.push_str(before);
        // `Kubernetes 1.30` also contains `Kubernetes 1.3`.
        let is_longer = after.starts_with(|next: char| next.is_ascii_digit());
        changed.push_str("Kubernetes ");
        changed.push_str(if is_longer { old } else { new });
        rest = after;
    }
    changed.push_str(rest);
    if is_constant {
        let line = |version: &str| format!("KUBERNETES_VERSION: &str = \"{version}\";");
        changed = changed.replace(&line(old), &line(new));
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constant_and_the_texts_get_the_new_version() {
        let files = renumbered(&workspace(), KUBERNETES_VERSION, "9.87").expect("readable");
        let of = |name: &str| {
            files.iter().find(|(path, _)| path.ends_with(name)).map(|(_, text)| text.as_str())
        };
        assert!(of(CONSTANT).expect("found").contains("KUBERNETES_VERSION: &str = \"9.87\";"));
        assert!(of("smp-types/README.md").expect("found").contains("Kubernetes 9.87"));
        assert!(of("CHANGELOG.md").is_none());
    }

    #[test]
    fn other_versions_stay() {
        let text = "Kubernetes 1.3, Kubernetes 1.30";
        assert_eq!(renumber(text, false, "1.3", "1.4"), "Kubernetes 1.4, Kubernetes 1.30");
    }

    #[test]
    fn the_document_states_its_version() {
        let version = |text| openapi::version(text).map_err(|error| error.to_string());
        assert_eq!(version(r#"{"info":{"version":"v1.37.2"}}"#), Ok(Some("1.37".into())));
        assert_eq!(version(r#"{"definitions":{}}"#), Ok(None));
        assert!(version(r#"{"info":{"version":"unversioned"}}"#).is_err());
    }
}
