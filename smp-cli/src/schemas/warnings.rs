//! Warnings about the definition of a kind, printed only if they matter: if a patch has the field, or
//! the field is explained. Also warnings about default overlays.

use serde_json::Value;
use smp_core::{Document, View};
use smp_openapi::overlays::MissingKey;
use smp_openapi::{LayeredSchema, field_names};

use super::{Report, Rule, Schemas};
use crate::identity::Identity;

impl Schemas {
    /// Prints the warnings about the definition of a kind that concern fields of a patch, each only
    /// once. `O(p)` in the patch if there are warnings.
    pub(crate) fn warn_about(
        &self,
        identity: &Identity,
        patch: &Document<'_>,
    ) -> Result<(), Report> {
        let Some(found) = self.layered(identity)? else { return Ok(()) };
        for of_document in found.warnings() {
            let all: Vec<_> =
                of_document.warnings.iter().filter(|it| !it.is_of_validation()).collect();
            let fields: Vec<_> = all.iter().map(|warning| fields_of(warning.pointer())).collect();
            let mut concerned = vec![false; all.len()];
            if !all.is_empty() {
                collect(patch, &mut Vec::new(), &fields, &mut concerned);
            }
            let number = of_document.document;
            let shown = all.into_iter().zip(concerned).filter(|(warning, concerned)| {
                *concerned
                    && self.is_first(format!("{number} {kind} {warning}", kind = found.full_name()))
            });
            self.warn(number, shown.map(|(warning, _)| warning), 0);
        }
        Ok(())
    }

    /// Warns about the parts of a kind's definition that are not validated, each only once.
    pub(crate) fn warn_of_validation(&self, identity: &Identity) -> Result<(), Report> {
        let Some(found) = self.layered(identity)? else { return Ok(()) };
        for of_document in found.warnings() {
            let number = of_document.document;
            let shown = of_document.warnings.iter().filter(|warning| {
                warning.is_of_validation() && self.is_first(format!("{number} {warning}"))
            });
            self.warn(number, shown, 0);
        }
        Ok(())
    }

    /// Prints the warnings about the definition of a kind that concern fields with these paths. The
    /// root has an empty path; it includes the warnings about the kind as a whole, and the number of
    /// warnings that the import left out. `O(w·p)` in the warnings and the paths.
    pub(crate) fn warn_of_fields(&self, found: &LayeredSchema, paths: &[&[&str]]) {
        let leads = |path: &[&str], fields: &[String]| match path.len().checked_sub(fields.len()) {
            Some(start) if !fields.is_empty() => path[start..].iter().eq(fields),
            _ => path.is_empty() && fields.is_empty(),
        };
        for of_document in found.warnings() {
            let shown = of_document.warnings.iter().filter(|warning| {
                let fields = fields_of(warning.pointer());
                !warning.is_of_validation() && paths.iter().any(|path| leads(path, &fields))
            });
            let with_root = paths.iter().any(|path| path.is_empty());
            let omitted = if with_root { of_document.omitted } else { 0 };
            self.warn(of_document.document, shown, omitted);
        }
    }

    /// Warns that a kind has a default overlay and no definition.
    pub(super) fn warn_of_no_definition(&self, found: &LayeredSchema) {
        let Some(known) = &found.default_overlay else { return };
        let (kind, overlay) = (found.full_name(), known.name());
        let title = format!("no definition of {kind}: it is merged by the overlay {overlay} only");
        if self.is_first(title.clone()) {
            Report::new(title)
                .rule(Rule::DefaultOverlay)
                .note(
                    "lists that the overlay does not name are replaced, and fields are not checked",
                )
                .help("give the CustomResourceDefinition with --schema, or in SMP_SCHEMA_PATH")
                .print_warning();
        }
    }

    /// Warns where the patch names the elements of a list, and the object has elements without a
    /// name, so that the list is replaced. Skips lists whose key another layer sets.
    pub(super) fn warn_of_replaced(
        &self,
        found: &LayeredSchema,
        missing: &[MissingKey],
        object: &Value,
        patch: &Value,
    ) {
        let Some(known) = &found.default_overlay else { return };
        let unnamed = known.missing_keys(&[patch]);
        let keyed = |path: &str| {
            field_names(path).is_ok_and(|names| {
                found.key_is_optional(&names.iter().map(String::as_str).collect::<Vec<_>>())
            }) && known.has_elements(path, patch)
                && unnamed.iter().all(|other| other.path != path)
        };
        for MissingKey { path, key, element, .. } in missing.iter().filter(|it| keyed(&it.path)) {
            let of = object["metadata"]["name"].as_str().unwrap_or("the object");
            let title = format!("{path} is replaced as a whole in a {}", known.kind());
            if self.is_first(title.clone()) {
                Report::new(title)
                    .rule(Rule::DefaultOverlay)
                    .note(format!(
                        "the list is merged by {key} only if every element has a different one; in \
                         {of}, {path}[{element}] has none of its own"
                    ))
                    .help(format!("add {key} to every element, or write the whole list"))
                    .print_warning();
            }
        }
    }
}

/// The fields on the way to a place in a schema, which are the names below `properties`.
fn fields_of(pointer: &str) -> Vec<String> {
    let mut fields = Vec::new();
    let mut steps = pointer.split('/').skip(1);
    while let Some(step) = steps.next() {
        match step {
            "properties" => {
                let name = steps.next().unwrap_or_default();
                fields.push(name.replace("~1", "/").replace("~0", "~"));
            }
            // A definition starts a new path, after its name.
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

/// Marks the warnings that are about fields in a part of a patch. `warnings` has the fields of each
/// warning, and `path` the names of the members around the part.
fn collect(
    document: &Document<'_>,
    path: &mut Vec<String>,
    warnings: &[Vec<String>],
    concerned: &mut [bool],
) {
    match document.view() {
        Ok(View::Object(members)) => {
            for (name, member) in members {
                path.push(name.into_owned());
                for (fields, concerned) in warnings.iter().zip(concerned.iter_mut()) {
                    *concerned |= !fields.is_empty() && path.ends_with(fields);
                }
                collect(&member, path, warnings, concerned);
                path.pop();
            }
        }
        Ok(View::List(items)) => {
            for item in &items {
                collect(item, path, warnings, concerned);
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
