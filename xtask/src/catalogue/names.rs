//! The name of a definition in the catalogue: `apps/v1/Deployment`, with the
//! `apiVersion` of its package.

use std::collections::BTreeMap;

use super::Result;
use crate::openapi::{Definition, Definitions, Key};
use crate::type_name::TypeName;

/// The `apiVersion` of each package.
pub(super) struct Names<'d> {
    definitions: &'d Definitions,
    packages: BTreeMap<&'d str, &'d str>,
}

impl<'d> Names<'d> {
    /// Finds the `apiVersion` of each package: that of its kinds. Kinds that every
    /// group-version has (`DeleteOptions`) are ignored. A package without kinds keeps its name.
    pub(super) fn new(definitions: &'d Definitions) -> Result<Self> {
        let mut packages = BTreeMap::new();
        for (name, definition) in definitions {
            let Definition::Object(object) = definition else { continue };
            let [kind] = object.kinds.as_slice() else { continue };
            let package = name.package();
            let before = packages.insert(package, kind.api_version.as_str());
            if before.is_some_and(|before| before != kind.api_version) {
                let path = &name.path;
                return Err(format!("{path} is of another apiVersion than {package}").into());
            }
        }
        Ok(Self { definitions, packages })
    }

    pub(super) fn key(&self, name: &TypeName) -> Result<Key> {
        if !self.definitions.contains_key(name) {
            return Err(format!("the document has no definition {}", name.path).into());
        }
        let package = name.package();
        let api_version = self.packages.get(package).copied().unwrap_or(package);
        Ok(Key { api_version: api_version.to_owned(), name: name.name.clone() })
    }
}
