//! What the catalogue calls a definition: `apps/v1/Deployment`, by the
//! `apiVersion` of its package.

use std::collections::BTreeMap;
use std::fmt;

use super::Result;
use super::document::{Definition, Definitions};

/// `apiVersion` and name of a type, in the catalogue's order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) api_version: String,
    pub(super) name: String,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.api_version, self.name)
    }
}

/// The `apiVersion` of each package.
pub(super) struct Names<'d> {
    definitions: &'d Definitions,
    packages: BTreeMap<&'d str, &'d str>,
}

impl<'d> Names<'d> {
    /// A package has the `apiVersion` of its kinds. Kinds that every
    /// group-version has (`DeleteOptions`) say nothing about their own. A
    /// package without kinds keeps its name.
    pub(super) fn new(definitions: &'d Definitions) -> Result<Self> {
        let mut packages = BTreeMap::new();
        for (path, definition) in definitions {
            let Definition::Object { kinds, .. } = definition else { continue };
            let [kind] = kinds.as_slice() else { continue };
            let package = split(path).0;
            let before = packages.insert(package, kind.api_version.as_str());
            if before.is_some_and(|before| before != kind.api_version) {
                return Err(format!("{path} is of another apiVersion than {package}").into());
            }
        }
        Ok(Self { definitions, packages })
    }

    pub(super) fn key(&self, path: &str) -> Result<Key> {
        if !self.definitions.contains_key(path) {
            return Err(format!("the document has no definition {path}").into());
        }
        let (package, name) = split(path);
        let api_version = self.packages.get(package).copied().unwrap_or(package);
        Ok(Key { api_version: api_version.to_owned(), name: name.to_owned() })
    }
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('.').unwrap_or(("", path))
}
