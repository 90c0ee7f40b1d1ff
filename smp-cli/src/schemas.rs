//! Finds the schema by which objects are merged, given their `apiVersion` and `kind`.
//!
//! [`SchemaSet`] has the layers. Its documents are from the files of `SMP_SCHEMA_PATH` and `--schema`;
//! definitions of the latter come first.

mod custom;
mod descriptions;
mod files;
mod names;
mod resources;
mod versions;
mod warnings;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use smp_core::{Document, Path, Schema, Segment, View, nearest};
use smp_openapi::overlays::MissingKey;
use smp_openapi::{
    Definition, Diagnostic, LayeredSchema, Overlay, SchemaDocument, SchemaSet, SchemaSetError,
};

use crate::api_resources::group_of;
use crate::args::{DialectArg, MergeArgs, SchemaArgs};
use crate::identity::Identity;
use crate::input::Input;
use crate::limits::{MAX_DEPTH, OVERLAYS};
use crate::once::OncePerKey;
use crate::place::ObjectPlace;
use crate::report::{Report, Rule};
use files::{OPTION, SchemaText, import_error};

pub(crate) use custom::{free_form, free_form_of, is_custom};
pub(crate) use descriptions::Descriptions;
pub(crate) use names::Resolved;
pub(crate) use resources::Resource;
pub(crate) use versions::{fields_on_path, removal, type_at};

/// The schemas of the built-in kinds and of the files that the user gave.
#[derive(Debug)]
pub(crate) struct Schemas {
    set: SchemaSet,
    /// The texts of the documents of the set, by their numbers.
    texts: Vec<SchemaText>,
    /// The kinds that were needed so far, each imported once, so that its warnings are printed once.
    found: OncePerKey<KindKey, Result<Option<Arc<LayeredSchema>>, Report>>,
    /// Whether objects merge as in server-side apply, so that errors do not suggest a different type of
    /// merge.
    of_server: bool,
    /// The warnings that were printed.
    warned: Mutex<HashSet<String>>,
}

impl Schemas {
    /// The schemas of a command that merges.
    pub(crate) fn of_merge(args: &MergeArgs) -> Result<Self, Report> {
        Self::of_dialect(&args.schema, &args.dialect.dialect)
    }

    /// The schemas, with the additions of a dialect.
    pub(crate) fn of_dialect(args: &SchemaArgs, dialect: &DialectArg) -> Result<Self, Report> {
        let mut schemas = Self::open(args)?;
        if dialect.is_documented() {
            schemas.set = schemas.set.documented_retain_keys("the overlay of --dialect documented");
        }
        Ok(schemas)
    }

    /// Like [`of_merge`](Self::of_merge), but without the built-in overlays: an API server merges a
    /// custom resource only by its definition.
    pub(crate) fn of_server(args: &SchemaArgs) -> Result<Self, Report> {
        let mut schemas = Self::open(args)?;
        schemas.set = schemas.set.default_overlays(false);
        schemas.of_server = true;
        Ok(schemas)
    }

    /// Reads the files that the user gave.
    pub(crate) fn open(args: &SchemaArgs) -> Result<Self, Report> {
        let catalogue = versions::catalogue(args)?;
        let mut set = SchemaSet::new(catalogue)
            .default_overlays(!args.no_default_overlays)
            .max_overlays(OVERLAYS.get());
        let texts = files::read(args, &mut set)?;
        for text in &args.embed {
            let overlay = Overlay::embed(text).map_err(|error| {
                let mistakes: Vec<_> = error.mistakes().iter().map(Diagnostic::message).collect();
                Report::new(format!("--embed {text}: {}", mistakes.join("; ")))
            })?;
            set.add_embed(format!("--embed {text}"), overlay);
        }
        for text in &args.list_key {
            set.add(format!("--list-key {text}"), OPTION, files::list_key(text)?);
        }
        let (found, warned) = (OncePerKey::default(), Mutex::default());
        let schemas = Self { set, texts, found, of_server: false, warned };
        schemas.check_all_used(args)?;
        Ok(schemas)
    }

    /// Checks that every option and every overlay of `--schema` is for a known kind.
    /// Otherwise objects would not be merged as the user expects. The environment is the
    /// same for all runs, so that its overlays may be for kinds of other runs.
    fn check_all_used(&self, args: &SchemaArgs) -> Result<(), Report> {
        if let Some(text) = args.embed.first()
            && self.set.defined_kinds() == 0
        {
            let title = format!("--embed {text} has no effect");
            return Err(Report::new(title).help(
                "it changes kinds that a file of --schema defines; the types of built-in kinds are complete",
            ));
        }
        for (number, document) in self.set.documents().iter().enumerate() {
            if let SchemaDocument::Overlay(overlay) = &document.content
                && document.priority == OPTION
                && !self.set.has_kind_for(overlay)
                && !self.is_alone(overlay)
            {
                let title = "the overlay is for an unknown kind";
                let path = Path::from_segments([Segment::Field("kind".to_owned())]);
                let report = self.report_in(number, title, |it| it.report(&path, title, ""));
                return Err(report.help(
                    "correct its apiVersion and kind, or give the file that defines the kind",
                ));
            }
        }
        Ok(())
    }

    /// Whether an overlay may be the only source for its kind: for a custom resource in a group whose
    /// kinds no file defines, or for documents without a kind.
    fn is_alone(&self, overlay: &Overlay) -> bool {
        let (api_version, kind) = (overlay.api_version(), overlay.kind());
        let (Some(api_version), Some(kind)) = (api_version, kind) else { return false };
        let identity = Identity::of_kind(api_version, kind);
        let mut defined = self.set.documents().iter().flat_map(|document| document.content.kinds());
        kind == NO_KIND
            || (is_custom(&identity)
                && !defined.any(|(api_version, _)| group_of(api_version) == identity.group()))
    }

    /// The schema of an object, for an operation on these documents: objects and patches. An unknown
    /// kind is an error.
    pub(crate) fn of_object(
        &self,
        object: ObjectPlace<'_>,
        documents: &[&Document<'_>],
    ) -> Result<Schema, Report> {
        let found = self.kind_of_object(object)?;
        Ok(self.for_documents(&found, documents)?.0)
    }

    /// Like [`of_object`](Self::of_object), but for merging a patch into the object. Warns where a list
    /// of the object is replaced because it lacks keys that the patch has.
    pub(crate) fn of_patched(
        &self,
        place: ObjectPlace<'_>,
        object: &Document<'_>,
        patch: &Input<'_>,
    ) -> Result<Schema, Report> {
        let found = self.kind_of_object(place)?;
        if !has_optional_keys(&found) {
            return Ok(found.schema.clone());
        }
        let documents = [object, &patch.document()?];
        let (schema, missing) = self.for_documents(&found, &documents)?;
        if !missing.is_empty() {
            let [object, patch] = documents.map(|document| value(document, MAX_DEPTH));
            self.warn_of_replaced(&found, &missing, &object, &patch);
        }
        Ok(schema)
    }

    /// The schema of an object, if its kind is known.
    pub(crate) fn known(&self, identity: &Identity) -> Result<Option<Schema>, Report> {
        Ok(self.layered(identity)?.map(|found| found.schema.clone()))
    }

    /// The schema of an object, or one without fields if its kind is not known.
    pub(crate) fn known_or_free_form(&self, identity: &Identity) -> Result<Schema, Report> {
        self.known(identity)?.map_or_else(|| free_form_of(identity), Ok)
    }

    /// Whether files define the kind of an object.
    pub(crate) fn is_from_files(&self, identity: &Identity) -> Result<bool, Report> {
        Ok(self.layered(identity)?.is_some_and(|found| found.is_from_documents()))
    }

    /// The schema of an object with its layers, if its kind is known.
    pub(crate) fn layered(
        &self,
        identity: &Identity,
    ) -> Result<Option<Arc<LayeredSchema>>, Report> {
        let (Some(api_version), Some(kind)) = (&identity.api_version, &identity.kind) else {
            return Ok(None);
        };
        self.find(api_version, kind)
    }

    /// The schema of metadata, which is the same in all objects.
    pub(crate) fn any_metadata(&self) -> Option<Schema> {
        self.set.catalogue().schema("v1", "ConfigMap").cloned()
    }

    /// The default kind of the items of a list kind: `Pod` for `PodList`, any for `List`. `None` if the
    /// kind is not a list.
    pub(crate) fn default_item(&self, identity: &Identity) -> Option<Identity> {
        let kind = identity.kind.as_deref()?;
        let item = kind.strip_suffix("List")?;
        if item.is_empty() {
            return Some(Identity::default());
        }
        let api_version = identity.api_version.as_deref()?;
        self.set.has_kind(api_version, item).then(|| Identity::of_kind(api_version, item))
    }

    /// The kind of an object.
    fn kind_of_object(&self, object: ObjectPlace<'_>) -> Result<Arc<LayeredSchema>, Report> {
        let missing = match (&object.identity.api_version, &object.identity.kind) {
            (Some(api_version), Some(kind)) => {
                let found = self.find(api_version, kind)?;
                return found.ok_or_else(|| self.unknown(api_version, kind, object));
            }
            (None, None) => {
                if let Some(found) = self.find(NO_KIND, NO_KIND)? {
                    return Ok(found);
                }
                "apiVersion and kind"
            }
            (None, _) => "apiVersion",
            _ => "kind",
        };
        let title = format!("the object has no {missing}");
        let why = "how it is merged depends on its kind";
        let report = object.input.report(&object.path(), title, why);
        let report = report.rule(Rule::UnknownKind);
        if self.of_server {
            return Err(report.help(format!("add {missing}")));
        }
        Err(report.help(format!(
            "add {missing}; or give smp patch, diff or apply --type merge, which needs no \
             kind and replaces lists; or --list-key, which says how lists of plain YAML merge"
        )))
    }

    /// A kind with all its layers.
    fn find(&self, api_version: &str, kind: &str) -> Result<Option<Arc<LayeredSchema>>, Report> {
        self.find_without(api_version, kind, &[])
    }

    /// Like [`find`](Self::find), but without the optional keys that are missing in documents.
    fn find_without(
        &self,
        api_version: &str,
        kind: &str,
        missing: &[MissingKey],
    ) -> Result<Option<Arc<LayeredSchema>>, Report> {
        let paths = missing.iter().map(|missing| missing.path.clone()).collect();
        self.found.get((api_version.to_owned(), kind.to_owned(), paths), || {
            let found = self.set.find_without(api_version, kind, missing);
            let found = found.map_err(|error| self.set_error(&error))?;
            if let Some(found) = &found
                && matches!(found.definition, Definition::DefaultOverlay)
            {
                self.warn_of_no_definition(found);
            }
            Ok(found.map(Arc::new))
        })
    }

    /// The schema for an operation on these documents, and the optional keys that they lack.
    pub(crate) fn for_documents(
        &self,
        found: &LayeredSchema,
        documents: &[&Document<'_>],
    ) -> Result<(Schema, Vec<MissingKey>), Report> {
        let mut missing = Vec::new();
        if let Some(known) = found.default_overlay.as_ref().filter(|_| has_optional_keys(found)) {
            let values: Vec<_> = documents.iter().map(|it| value(it, MAX_DEPTH)).collect();
            missing = known.missing_keys(&values.iter().collect::<Vec<_>>());
        }
        if missing.is_empty() {
            return Ok((found.schema.clone(), missing));
        }
        let without = self.find_without(&found.api_version, &found.kind, &missing)?;
        Ok((without.map_or_else(|| found.schema.clone(), |it| it.schema.clone()), missing))
    }

    /// The report about an error in the schema documents.
    fn set_error(&self, error: &SchemaSetError) -> Report {
        match error {
            SchemaSetError::Document { number, error, .. } => {
                self.report_in(*number, error, |input| import_error(error, input))
            }
            SchemaSetError::Definitions { kind, documents: [one, other], difference } => {
                Report::new(format!("the definitions of {kind} in {one} and in {other} differ"))
                    .note(difference)
                    .help("give only one of them, or an overlay for what differs")
            }
            SchemaSetError::Overlays { documents: [one, other], difference } => {
                Report::new(format!("the overlays {one} and {other} contradict each other"))
                    .note(difference)
                    .help("the order of the files has no meaning; leave out one of the two")
            }
            SchemaSetError::TooManyOverlays { .. } => {
                let report = Report::new(format!("{error}, which is the limit"));
                report.help("write their fields into one overlay").help(OVERLAYS.help())
            }
            SchemaSetError::Layer { layer, .. }
                if self.set.defined_kinds() > 1
                    && let Some(text) = layer.strip_prefix("--embed ") =>
            {
                let (path, ty) = text.split_once('=').unwrap_or((text, ""));
                Report::new(error.to_string()).help(format!(
                    "it is applied to every kind of the files; for one kind, write an overlay: \
                     {{apiVersion: …, kind: …, fields: {{{path}: {{type: {ty}}}}}}}"
                ))
            }
            _ => Report::new(error.to_string()),
        }
    }

    fn unknown(&self, api_version: &str, kind: &str, object: ObjectPlace<'_>) -> Report {
        let title = format!("no schema for apiVersion {api_version:?}, kind {kind:?}");
        let at = if self.set.kinds().any(|known| known.1 == kind) { "apiVersion" } else { "kind" };
        let place = object.path_of(&Path::from_segments([Segment::Field(at.to_owned())]));
        let report = object.input.report(&place, title, "this kind is unknown");
        let report = report.rule(Rule::UnknownKind);
        if let Some(versions) = self.versions_of_kind(api_version, kind) {
            return report.help(versions).help("choose one of them with --kubernetes");
        }
        let report = self.suggest(kind, report).help(
            "for a custom resource, give its CustomResourceDefinition, or the cluster's OpenAPI \
             document, with --schema FILE",
        );
        if self.of_server {
            return report;
        }
        report.help(
            "or give smp patch, diff or apply --type merge, which needs no schema: it replaces \
             lists, as a cluster does for custom resources",
        )
    }

    /// Adds the kinds with a similar spelling.
    fn suggest(&self, kind: &str, report: Report) -> Report {
        let near = nearest(kind, self.set.kinds(), |known| known.1);
        let names: Vec<_> = near.into_iter().map(full_name).collect();
        match names.as_slice() {
            [] => report,
            [one] => report.help(format!("did you mean {one}?")),
            several => report.help(format!("did you mean one of {}?", several.join(", "))),
        }
    }

    /// Whether this is the first warning with this text. Remembers the text.
    fn is_first(&self, warning: String) -> bool {
        self.warned.lock().unwrap_or_else(PoisonError::into_inner).insert(warning)
    }
}

/// `apiVersion`, kind, and the paths of optional keys that are ignored.
type KindKey = (String, String, Vec<String>);

/// Used as apiVersion and kind of documents that have neither.
const NO_KIND: &str = "";

/// The name as in messages: `apps/v1/Deployment`.
fn full_name((api_version, kind): (&str, &str)) -> String {
    format!("{api_version}/{kind}")
}

/// Whether elements of a list may leave out the key that the default overlay gives.
fn has_optional_keys(found: &LayeredSchema) -> bool {
    found.default_overlay.as_ref().is_some_and(|known| known.optional_keys().next().is_some())
}

/// The document as a value, as far as the search for keys needs it. A number becomes a string with
/// its text, since a value cannot hold every number.
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
