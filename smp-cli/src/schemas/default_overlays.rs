//! The layer of default overlays: keys of lists in the custom resources of well-known
//! projects. They fill in what a definition leaves open; without a definition they are all
//! that is known of a kind.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use smp_core::{Document, View};
use smp_openapi::overlays::{self, KnownKind, MissingKey};
use smp_openapi::{ChangedField, Overlay, field_names};

use super::catalogue::BuiltIn;
use super::named::{NamedSchema, full_name};
use crate::limits::MAX_DEPTH;
use crate::report::{Report, Rule};

/// The default overlays, unless the user turned them off.
#[derive(Debug)]
pub(super) struct DefaultOverlays {
    on: bool,
    /// The titles of warnings that were printed.
    warned: Mutex<HashSet<String>>,
}

impl DefaultOverlays {
    pub(super) fn new(on: bool) -> Self {
        Self { on, warned: Mutex::default() }
    }

    /// The overlay for a kind, in any version of its group.
    pub(super) fn find(&self, api_version: &str, kind: &str) -> Option<KnownKind> {
        let (group, _) = api_version.rsplit_once('/').filter(|_| self.on)?;
        overlays::for_kind(group, kind)
    }

    /// `apiVersion` and kind of each overlay.
    pub(super) fn kinds(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        overlays::kinds().filter(|_| self.on)
    }

    /// The schema of a kind that no file defines: the metadata that all objects have, and the lists
    /// that the overlay names.
    pub(super) fn undefined(
        &self,
        api_version: &str,
        known: &KnownKind,
        built_in: &BuiltIn,
    ) -> Result<NamedSchema, Report> {
        let (layer, kind) = (layer_of(known), known.kind());
        let schema = known.bare_schema(built_in);
        let schema = schema.map_err(|error| Report::new(format!("{layer}: {error}")))?;
        let mut named = NamedSchema::new(api_version, kind, schema, &layer);
        named.refine_tree(vec!["metadata".to_owned()], &built_in.layer);
        let title = format!(
            "no definition of {}: it is merged by the {layer} only",
            full_name((api_version, kind))
        );
        self.warn_once(&title, |report| {
            report
                .note(
                    "lists that the overlay does not name are replaced, and fields are not checked",
                )
                .help("give the CustomResourceDefinition with --schema, or in SMP_SCHEMA_PATH")
        });
        Ok(named)
    }

    /// Fills in the fields about which the schema is silent, except those about which the
    /// user's own overlays decide, and without keys that are missing.
    pub(super) fn fill<'o>(
        named: &mut NamedSchema,
        known: &KnownKind,
        missing: &[MissingKey],
        own: impl Iterator<Item = &'o Overlay>,
        built_in: &BuiltIn,
    ) -> Result<(), Report> {
        let except: Vec<ChangedField> = own.flat_map(Overlay::changed_fields).collect();
        let filled = known
            .overlay_without(missing)
            .fill(&named.schema, built_in, &except)
            .map_err(|error| Report::new(format!("{}: {error}", layer_of(known))))?;
        named.schema = filled.schema;
        let optional = known.optional_keys().filter_map(|path| field_names(path).ok());
        let optional = optional.filter(|path| filled.fields.iter().any(|it| it.path == *path));
        let optional: Vec<_> = optional.collect();
        named.refine_fields(filled.fields, &layer_of(known));
        named.set_optional_keys(optional);
        Ok(())
    }

    /// Warns where the patch names the elements of a list, and the object has elements without a
    /// name, so that the list is replaced. Skips lists whose key another layer sets.
    pub(super) fn warn_of_replaced(
        &self,
        known: &KnownKind,
        named: &NamedSchema,
        missing: &[MissingKey],
        documents: &[Value],
    ) {
        let [object, patch] = documents else { return };
        let unnamed = known.missing_keys(&[patch]);
        let keyed = |path: &str| {
            field_names(path).is_ok_and(|names| {
                named.key_is_optional(&names.iter().map(String::as_str).collect::<Vec<_>>())
            }) && known.has_elements(path, patch)
                && unnamed.iter().all(|other| other.path != path)
        };
        for missing in missing.iter().filter(|missing| keyed(&missing.path)) {
            let MissingKey { path, key, element, .. } = missing;
            let of = object["metadata"]["name"].as_str().unwrap_or("the object");
            let title = format!("{path} is replaced as a whole in a {}", known.kind());
            self.warn_once(&title, |report| {
                report
                    .note(format!(
                        "the list is merged by {key} only if every element has a different one; in \
                         {of}, {path}[{element}] has none of its own"
                    ))
                    .help(format!("add {key} to every element, or write the whole list"))
            });
        }
    }

    /// Prints a warning, unless one with its title was printed before.
    fn warn_once(&self, title: &str, fill: impl FnOnce(Report) -> Report) {
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        if warned.insert(title.to_owned()) {
            fill(Report::new(title).rule(Rule::DefaultOverlay)).print_warning();
        }
    }
}

/// The name of the layer.
pub(super) fn layer_of(known: &KnownKind) -> String {
    format!("overlay {}", known.name())
}

/// The documents as values, for the search for keys. A number becomes a string with its text, since
/// a value cannot hold every number.
pub(super) fn values(documents: &[&Document<'_>]) -> Vec<Value> {
    documents.iter().map(|document| value(document, MAX_DEPTH)).collect()
}

/// The document as a value, as far as keys need it.
fn value(document: &Document<'_>, depth: usize) -> Value {
    let Some(depth) = depth.checked_sub(1) else { return Value::Null };
    match document.view() {
        Ok(View::Object(members)) => {
            let members = members.iter();
            members.map(|(name, member)| (name.to_string(), value(member, depth))).collect()
        }
        Ok(View::List(items)) => items.iter().map(|item| value(item, depth)).collect(),
        Ok(View::Bool(own)) => own.into(),
        Ok(View::Number(text)) => Value::String(format!("number {text}")),
        Ok(View::String(text)) => text.into_owned().into(),
        _ => Value::Null,
    }
}
