//! The warnings about the definition of a kind, which are printed where they matter: where
//! a patch has the field, or the field is explained.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use smp_core::{Document, View};
use smp_openapi::{Diagnostic, Imported};

/// The warnings about the definition of a kind in a document.
#[derive(Debug)]
pub(super) struct SchemaWarnings {
    /// The number of the document.
    pub(super) document: usize,
    warnings: Vec<SchemaWarning>,
    omitted: usize,
}

#[derive(Debug)]
struct SchemaWarning {
    diagnostic: Diagnostic,
    /// The names of the fields that lead to the place, from the kind, or from a definition
    /// inside of it.
    fields: Vec<String>,
    printed: AtomicBool,
}

impl SchemaWarnings {
    pub(super) fn new(document: usize, imported: &Imported) -> Self {
        let warnings = imported.warnings.iter().map(|diagnostic| SchemaWarning {
            fields: fields_of(diagnostic.pointer()),
            diagnostic: diagnostic.clone(),
            printed: AtomicBool::new(false),
        });
        Self { document, warnings: warnings.collect(), omitted: imported.omitted_warnings }
    }

    /// The warnings about fields with these paths; the root has an empty path. With the root come
    /// the warnings about the kind as a whole, and the number of warnings that the import left out.
    /// `O(w·p)` in the warnings and the paths.
    pub(super) fn of_fields(&self, paths: &[&[&str]]) -> (Vec<&Diagnostic>, usize) {
        let leads = |path: &[&str], fields: &[String]| match path.len().checked_sub(fields.len()) {
            Some(start) if !fields.is_empty() => path[start..].iter().eq(fields),
            _ => path.is_empty() && fields.is_empty(),
        };
        let shown = self
            .warnings
            .iter()
            .filter(|warning| paths.iter().any(|path| leads(path, &warning.fields)));
        let omitted = if paths.iter().any(|path| path.is_empty()) { self.omitted } else { 0 };
        (shown.map(|warning| &warning.diagnostic).collect(), omitted)
    }

    /// The warnings about fields that a patch has, each at the first call only. `O(p)` in the patch
    /// if there are warnings.
    pub(super) fn about(&self, patch: &Document<'_>) -> Vec<&Diagnostic> {
        if self.warnings.is_empty() {
            return Vec::new();
        }
        let mut found = HashSet::new();
        collect(patch, &mut Vec::new(), &self.warnings, &mut found);
        let new = self.warnings.iter().enumerate().filter(|(at, warning)| {
            found.contains(at) && !warning.printed.swap(true, Ordering::Relaxed)
        });
        new.map(|(_, warning)| &warning.diagnostic).collect()
    }
}

/// The fields on the way to a place in a schema. Only `properties` have names.
fn fields_of(pointer: &str) -> Vec<String> {
    let mut fields = Vec::new();
    let mut steps = pointer.split('/').skip(1);
    while let Some(step) = steps.next() {
        match step {
            "properties" => {
                let name = steps.next().unwrap_or_default();
                fields.push(name.replace("~1", "/").replace("~0", "~"));
            }
            // In a definition the fields begin again, after its name.
            "definitions" | "schemas" => {
                fields.clear();
                steps.next();
            }
            "openAPIV3Schema" => fields.clear(),
            _ => {}
        }
    }
    fields
}

/// Adds the numbers of the warnings about fields in a part of a patch. `path` has the names
/// of the members around it.
fn collect(
    document: &Document<'_>,
    path: &mut Vec<String>,
    warnings: &[SchemaWarning],
    found: &mut HashSet<usize>,
) {
    match document.view() {
        Ok(View::Object(members)) => {
            for (name, member) in members {
                path.push(name.into_owned());
                for (at, warning) in warnings.iter().enumerate() {
                    if !warning.fields.is_empty() && path.ends_with(&warning.fields) {
                        found.insert(at);
                    }
                }
                collect(&member, path, warnings, found);
                path.pop();
            }
        }
        Ok(View::List(items)) => {
            for item in items {
                collect(&item, path, warnings, found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::fields_of;

    #[test]
    fn the_fields_of_a_pointer() {
        let crd = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/a/items/properties/b/x";
        assert_eq!(fields_of(crd), ["spec", "a", "b"]);
        assert_eq!(fields_of("/definitions/io.k8s.Pod/properties/spec/anyOf"), ["spec"]);
        assert_eq!(fields_of("/definitions/properties/anyOf"), [""; 0]);
    }
}
