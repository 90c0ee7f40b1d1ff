//! `cargo xtask older`: older versions of Kubernetes for the catalogue of smp-schema, each from its
//! OpenAPI v2 document, as a difference from the newest version.
//!
//! When a new version becomes the newest, none of these documents is needed: the older versions are
//! made from the committed files, and their differences are written anew ([`files`]). A version that
//! is removed leaves its kinds in the text of [`removed`].

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::entries::Entries;
use super::heads::with_heads;
use super::version::{Version, Versions, newest};
use super::{CATALOGUE, Result, generate, removed, versions_page};
use crate::openapi::{self, workspace};
use crate::undocumented::Edition;

/// The folder with the differences, and the list of them.
const FOLDER: &str = "smp-schema/src/catalogue/older";
const LIST: &str = "smp-schema/src/catalogue/older.rs";

const PAGE: &str = "docs/kubernetes-versions.md";

/// Documents of older versions, and whether the task writes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Versions with their documents, of `kubectl get --raw /openapi/v2` or of Kubernetes' source,
    /// such as 1.34=FILE. Without any, the differences of the versions that are there are written
    /// anew.
    #[arg(value_name = "VERSION=FILE")]
    documents: Vec<Document>,
    /// A version that is not built in any more.
    #[arg(long, value_name = "VERSION")]
    remove: Vec<Version>,
    /// Write nothing; fail if a file is not what would be written.
    #[arg(long)]
    check: bool,
}

/// A version with its document.
#[derive(Debug, Clone)]
pub(super) struct Document {
    version: Version,
    path: PathBuf,
}

impl Document {
    /// The catalogue of the document.
    pub(super) fn read(&self, edition: Edition) -> Result<(Version, Entries)> {
        let Self { version, path } = self;
        let text =
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let definitions = openapi::read_edition(&text, edition);
        let definitions = definitions.map_err(|error| format!("{version}: {error}"))?;
        Ok((*version, Entries::read(&generate(&definitions)?)?))
    }
}

impl FromStr for Document {
    type Err = Box<dyn Error + Send + Sync>;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        let (version, path) = text.split_once('=').ok_or("write it as 1.34=FILE")?;
        Ok(Self { version: version.parse()?, path: path.into() })
    }
}

/// Writes or checks the differences, their list, and the page about them.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = workspace();
    let mut versions = committed(&root)?;
    let (newest, newest_entries) = newest(&versions)?;
    let newest_entries = newest_entries.clone();
    for document in &args.documents {
        let (version, entries) = document.read(Edition::Older)?;
        let entries = entries.with_required_of(&newest_entries);
        if version >= newest {
            return Err(format!(
                "{version} is not older than {newest}; `cargo xtask kubernetes` takes the newest"
            )
            .into());
        }
        versions.insert(version, entries);
    }
    let mut gone = Versions::new();
    for version in &args.remove {
        let entries = versions.remove(version).filter(|_| *version != newest);
        let entries = entries.ok_or(format!("{version} is no older version that is built in"))?;
        gone.insert(*version, entries);
    }
    let removed = removed::removed(&removed::committed(&root)?, &gone, &versions)?;
    let files = files(&versions, &removed)?;
    super::write(&files, args.check, "older")?;
    for version in args.remove.iter().filter(|_| !args.check) {
        for extension in ["txt", "heads"] {
            fs::remove_file(workspace().join(format!("{FOLDER}/{version}.{extension}")))?;
        }
    }
    Ok(())
}

/// The versions that the committed files have, with the newest one.
pub(super) fn committed(root: &Path) -> Result<Versions> {
    let newest = Entries::read(&fs::read_to_string(root.join(CATALOGUE))?)?;
    let mut versions = Versions::new();
    for entry in fs::read_dir(root.join(FOLDER))? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let version: Version = name.parse().map_err(|error| format!("{FOLDER}: {error}"))?;
        let difference = Entries::read(&fs::read_to_string(&path)?)?;
        versions.insert(version, Entries::of_difference(&newest, &difference));
    }
    let version = smp_types::KUBERNETES_VERSION.parse().map_err(|error| format!("{error}"))?;
    versions.insert(version, newest);
    Ok(versions)
}

/// The files about the older versions, and about the kinds that no version has, with their paths. The
/// last version is the newest one.
pub(super) fn files(versions: &Versions, removed: &Entries) -> Result<Vec<(String, String)>> {
    let (newest, newest_entries) = newest(versions)?;
    let mut files = Vec::from(removed::files(removed)?);
    let mut list = LIST_HEAD.to_owned();
    let mut sizes = BTreeMap::new();
    for (version, entries) in versions.iter().filter(|(version, _)| **version != newest) {
        let difference = entries.difference_from(newest_entries).text();
        let text = header(entries) + &difference;
        sizes.insert(*version, text.len());
        files.extend(with_heads(format!("{FOLDER}/{version}.txt"), text)?);
        let text = format!("catalogue_text!(\"older/{version}\")");
        writeln!(list, "    (\"{version}\", {text}),")?;
    }
    list.push_str("];\n");
    files.push((LIST.to_owned(), list));
    files.push((PAGE.to_owned(), versions_page::page(versions, &sizes, removed)));
    Ok(files)
}

const LIST_HEAD: &str = "\
//! The older versions of Kubernetes that are built in.
//!
//! Generated by `cargo xtask older`; do not edit.

use super::text::{Text, catalogue_text};

/// Each version with its difference from the newest one, the oldest first.
pub(super) const OLDER: &[(&str, Text<'static>)] = &[
";

/// The comment above a difference. With the digest, a test finds a difference that was not written
/// anew after the newest catalogue changed.
fn header(entries: &Entries) -> String {
    format!(
        "# Generated by `cargo xtask older`; do not edit. The whole has {} entries, digest {}.\n",
        entries.0.len(),
        entries.digest()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use smp_types::Catalogue;

    /// Each difference gives back the catalogue that it was made from, and all files that are
    /// generated from the committed catalogues are up to date.
    #[test]
    fn the_differences_are_up_to_date() {
        let root = workspace();
        let versions = committed(&root).expect("the files are readable");
        for (version, entries) in &versions {
            let difference = fs::read_to_string(root.join(format!("{FOLDER}/{version}.txt")));
            let Ok(difference) = difference else { continue };
            assert!(difference.starts_with(&header(entries)), "{version}: run `cargo xtask older`");
        }
        let removed = removed::committed(&root).expect("the file is readable");
        let removed = removed::removed(&removed, &Versions::new(), &versions).expect("complete");
        for (path, wanted) in files(&versions, &removed).expect("several versions") {
            let found = fs::read_to_string(root.join(&path)).expect("the file is readable");
            assert!(wanted == found, "{path}: run `cargo xtask older`");
        }
    }

    /// Every user downloads the older versions, and few need them.
    #[test]
    fn a_difference_has_less_than_30_kilobytes() {
        let versions = committed(&workspace()).expect("the files are readable");
        for (path, text) in files(&versions, &Entries::default()).expect("several versions") {
            let is_difference = path.starts_with(FOLDER) && path != LIST;
            assert!(!is_difference || text.len() < 30_000, "{path}: {}", text.len());
        }
    }

    /// The reader of the library finds the types that the files have.
    #[test]
    fn the_library_reads_the_same_types() {
        let versions = committed(&workspace()).expect("the files are readable");
        for (version, entries) in &versions {
            let catalogue = Catalogue::of(&version.to_string()).expect("it is built in");
            let found: Vec<(&str, &str)> = catalogue.types().collect();
            let wanted = entries.0.keys().map(|key| (key.api_version.as_str(), key.name.as_str()));
            assert_eq!(found, wanted.collect::<Vec<_>>(), "{version}");
        }
        assert_eq!(Catalogue::all().count(), versions.len());
    }

    /// Each difference gives the catalogue that is generated only from its document.
    /// `SMP_OPENAPI_OLDER` names the documents, separated as in PATH.
    #[test]
    #[ignore = "needs SMP_OPENAPI_OLDER"]
    fn the_differences_give_the_catalogues_of_the_documents() {
        let documents = std::env::var_os("SMP_OPENAPI_OLDER").expect("it names the documents");
        let versions = committed(&workspace()).expect("the files are readable");
        for document in std::env::split_paths(&documents) {
            let document = document.to_str().expect("UTF-8").parse::<Document>();
            let document = document.expect("VERSION=FILE").read(Edition::Older);
            let (version, wanted) = document.expect("the document is complete");
            let wanted = wanted.with_required_of(newest(&versions).expect("a version").1);
            assert!(versions.get(&version) == Some(&wanted), "{version}: run `cargo xtask older`");
        }
    }

    #[test]
    fn versions_are_ordered_by_their_numbers() {
        let version = |text: &str| text.parse::<Version>().map_err(|error| error.to_string());
        assert!(version("1.9") < version("1.10"));
        for text in ["", "1", "v1.34", "1.34.2", "1.x"] {
            assert!(version(text).is_err(), "{text}");
        }
    }
}
