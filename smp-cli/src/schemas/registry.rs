//! All schemas of a run.

mod layers;

use std::cmp::Reverse;
use std::sync::{Arc, Mutex};

use smp_core::{Document, Path, Schema, Segment};
use smp_openapi::overlays::{KnownKind, MissingKey};
use smp_openapi::{Diagnostic, ImportError, Overlay};

use super::catalogue::BuiltIn;
use super::default_overlays::{DefaultOverlays, values};
use super::file::{self, SchemaContent, SchemaDocument};
use super::found::{FoundKind, FoundKinds};
use super::index::Index;
use super::named::{NamedSchema, full_name};
use super::sources::{Origin, schema_files};
use super::warnings::SchemaWarnings;
use crate::args::{LimitArgs, MergeArgs, SchemaArgs};
use crate::identity::Identity;
use crate::input::Input;
use crate::report::{Report, Rule};
use smp_core::nearest;

/// The schemas of the built-in kinds and of the files that the user gave.
#[derive(Debug)]
pub(crate) struct Schemas {
    pub(super) documents: Vec<SchemaDocument>,
    index: Index,
    pub(super) built_in: BuiltIn,
    /// The overlays of options on the command line, each with the text of its option.
    embeds: Vec<(String, Overlay)>,
    pub(super) default_overlays: DefaultOverlays,
    /// Whether kinds of Kubernetes have the strategies that only the documents give them.
    is_documented: bool,
    found: FoundKinds,
}

impl Schemas {
    /// The schemas of a command that merges.
    pub(crate) fn of_merge(args: &MergeArgs) -> Result<Self, Report> {
        let schemas = Self::open(&args.schema, args.limits)?;
        Ok(Self { is_documented: args.dialect.is_documented(), ..schemas })
    }

    /// Reads the files that the user gave.
    pub(crate) fn open(args: &SchemaArgs, limits: LimitArgs) -> Result<Self, Report> {
        let built_in = BuiltIn::of(args)?;
        let mut documents = Vec::new();
        for file in &schema_files(args)? {
            documents.extend(file::read_documents(file, args.list_types(), limits)?);
        }
        let embeds = args.embed.iter().map(|text| match Overlay::embed(text) {
            Ok(overlay) => Ok((text.clone(), overlay)),
            Err(error) => Err(Report::new(format!("--embed {text}: {}", messages(&error)))),
        });
        let embeds = embeds.collect::<Result<_, Report>>()?;
        let index = Index::of(&documents);
        let default_overlays = DefaultOverlays::new(!args.no_default_overlays);
        let schemas = Self {
            documents,
            index,
            built_in,
            embeds,
            default_overlays,
            is_documented: false,
            found: FoundKinds::default(),
        };
        schemas.check_all_used()?;
        Ok(schemas)
    }

    /// Checks that every option and every overlay of `--schema` is for a known kind.
    /// Otherwise objects would not be merged as the user expects. The environment is the
    /// same for all runs, so that its overlays may be for kinds of other runs.
    fn check_all_used(&self) -> Result<(), Report> {
        if let Some((text, _)) = self.embeds.first()
            && !self.index.has_definitions()
        {
            let title = format!("--embed {text} has no effect");
            return Err(Report::new(title).help(
                "it changes kinds that a file of --schema defines; the types of built-in kinds are complete",
            ));
        }
        for document in &self.documents {
            if let SchemaContent::Overlay(overlay) = &document.content
                && document.origin == Origin::Option
                && !self.index.is_used(overlay)
                && !(self.built_in.catalogue.kinds())
                    .chain(self.default_overlays.kinds())
                    .any(|(api_version, kind)| overlay.is_for(api_version, kind))
                && !(self.built_in.catalogue.removed_kinds().iter())
                    .any(|removed| overlay.is_for(removed.api_version(), removed.kind()))
            {
                return Err(document.report_at(
                    "kind",
                    "the overlay is for an unknown kind",
                    "correct its apiVersion and kind, or give the file that defines the kind",
                ));
            }
        }
        Ok(())
    }

    /// The schema of the object at a path of `input`, for an operation on these documents:
    /// objects and patches. An unknown kind is an error.
    pub(crate) fn of_object(
        &self,
        identity: &Identity,
        input: &Input<'_>,
        path: &Path,
        documents: &[&Document<'_>],
    ) -> Result<Schema, Report> {
        let found = self.kind_of_object(identity, input, path)?;
        Ok(self.for_documents(&found, documents)?.0)
    }

    /// As [`of_object`](Self::of_object), for the merge of a patch into the object. Warns where
    /// a list of the object is replaced because it lacks keys that the patch has.
    pub(crate) fn of_patched(
        &self,
        identity: &Identity,
        input: &Input<'_>,
        place: &Path,
        object: &Document<'_>,
        patch: &Input<'_>,
    ) -> Result<Schema, Report> {
        let found = self.kind_of_object(identity, input, place)?;
        let Some(known) = found.with_optional_keys() else {
            return Ok(found.named.schema.clone());
        };
        let documents = [object, &patch.document()?];
        let (schema, missing) = self.for_documents(&found, &documents)?;
        if !missing.is_empty() {
            let documents = values(&documents);
            self.default_overlays.warn_of_replaced(known, &found.named, &missing, &documents);
        }
        Ok(schema)
    }

    /// The kind of the object at a path of `input`.
    fn kind_of_object(
        &self,
        identity: &Identity,
        input: &Input<'_>,
        path: &Path,
    ) -> Result<Arc<FoundKind>, Report> {
        match (&identity.api_version, &identity.kind) {
            (Some(api_version), Some(kind)) => match self.find_kind(api_version, kind)? {
                Some(found) => Ok(found),
                None => Err(self.unknown(api_version, kind, input, path)),
            },
            (api_version, kind) => {
                let missing = match (api_version, kind) {
                    (None, None) => "apiVersion and kind",
                    (None, _) => "apiVersion",
                    _ => "kind",
                };
                let title = format!("the object has no {missing}");
                let report = input.report(path, title, "how it is merged depends on its kind");
                Err(report.rule(Rule::UnknownKind).help(format!(
                    "add {missing}; or give smp patch, diff or apply --type merge, which needs no \
                     kind and replaces lists"
                )))
            }
        }
    }

    /// The default kind of the items of a list kind: `Pod` for `PodList`, any for `List`. `None` if
    /// the kind is no list.
    pub(crate) fn default_item(&self, identity: &Identity) -> Option<Identity> {
        let kind = identity.kind.as_deref()?;
        let item = kind.strip_suffix("List")?;
        if item.is_empty() {
            return Some(Identity::default());
        }
        let api_version = identity.api_version.as_deref()?;
        let known = self.index.definitions(api_version, item).is_some()
            || self.built_in.has_kind(api_version, item)
            || self.default_overlays.find(api_version, item).is_some();
        known.then(|| Identity {
            api_version: Some(api_version.to_owned()),
            kind: Some(item.to_owned()),
            ..Identity::default()
        })
    }

    pub(super) fn find_kind(
        &self,
        api_version: &str,
        kind: &str,
    ) -> Result<Option<Arc<FoundKind>>, Report> {
        self.found.get(api_version, kind, || {
            let known = self.default_overlays.find(api_version, kind);
            let (base, from_files) = match (self.defined(api_version, kind)?, &known) {
                (Some(base), _) => (base, true),
                (None, known) => match (self.built_in.kind(api_version, kind), known) {
                    (Some(base), _) => (base, false),
                    (None, Some(known)) => (
                        self.default_overlays.undefined(api_version, known, &self.built_in)?,
                        false,
                    ),
                    (None, None) => return Ok(None),
                },
            };
            let named = Arc::new(self.with_layers(&base, from_files, known.as_ref(), &[])?);
            Ok(Some(FoundKind { base, from_files, known, named, without: Mutex::default() }))
        })
    }

    /// The schema for an operation on these documents, and the optional keys that they lack.
    pub(super) fn for_documents(
        &self,
        found: &FoundKind,
        documents: &[&Document<'_>],
    ) -> Result<(Schema, Vec<MissingKey>), Report> {
        let known = found.known.as_ref();
        found.for_documents(documents, |missing| {
            self.with_layers(&found.base, found.from_files, known, missing)
        })
    }

    /// A kind with the layers over its definition.
    fn with_layers(
        &self,
        base: &NamedSchema,
        from_files: bool,
        known: Option<&KnownKind>,
        missing: &[MissingKey],
    ) -> Result<NamedSchema, Report> {
        let mut named = base.clone();
        if self.is_documented {
            self.retain_keys(&mut named)?;
        }
        if let Some(known) = known {
            let overlays = self.overlays_for(base, from_files).map(|(_, overlay)| overlay);
            let embeds = self.embeds.iter().filter(|_| from_files).map(|(_, embed)| embed);
            DefaultOverlays::fill(
                &mut named,
                known,
                missing,
                overlays.chain(embeds),
                &self.built_in,
            )?;
        }
        if from_files {
            self.embed(&mut named)?;
        }
        self.overlay(&mut named, from_files)?;
        Ok(named)
    }

    /// The definition of a kind in the files: those of `--schema`, or else those of the
    /// environment. If there are several, they must be equal.
    fn defined(&self, api_version: &str, kind: &str) -> Result<Option<NamedSchema>, Report> {
        let numbers = self.index.defining(api_version, kind).iter();
        let mut documents: Vec<_> =
            numbers.map(|&number| (number, &self.documents[number])).collect();
        documents.sort_by_key(|(_, document)| Reverse(document.origin));
        let mut first: Option<(Schema, &SchemaDocument)> = None;
        let mut warnings = Vec::new();
        for (number, document) in documents {
            if first.as_ref().is_some_and(|(_, first)| first.origin > document.origin) {
                break;
            }
            let Some(imported) = document.import(api_version, kind, &self.built_in)? else {
                continue;
            };
            warnings.push(SchemaWarnings::new(number, &imported));
            let Some((schema, other)) = &first else {
                first = Some((imported.schema, document));
                continue;
            };
            if let Some(difference) = schema.first_difference(&imported.schema) {
                let title = format!(
                    "the definitions of {api_version}/{kind} in {} and in {} differ",
                    other.name, document.name
                );
                return Err(Report::new(title)
                    .note(difference)
                    .help("give only one of them, or an overlay for what differs"));
            }
        }
        let Some((schema, document)) = first else { return Ok(None) };
        let mut named = NamedSchema::new(api_version, kind, schema, &document.name);
        named.warnings = Arc::new(warnings);
        if matches!(document.content, SchemaContent::CustomResources(_)) {
            named.refine_tree(vec!["metadata".to_owned()], &self.built_in.layer);
        }
        Ok(Some(named))
    }

    #[expect(clippy::map_identity, reason = "shortens a lifetime")]
    pub(super) fn kinds(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = self.documents.iter().flat_map(SchemaDocument::kinds);
        let built_in =
            self.built_in.catalogue.kinds().map(|(api_version, kind)| (api_version, kind));
        own.chain(built_in)
    }

    fn unknown(&self, api_version: &str, kind: &str, input: &Input<'_>, path: &Path) -> Report {
        let title = format!("no schema for apiVersion {api_version:?}, kind {kind:?}");
        let at = if self.kinds().any(|known| known.1 == kind) { "apiVersion" } else { "kind" };
        let report = input.report(&field(path, at), title, "this kind is unknown");
        let report = report.rule(Rule::UnknownKind);
        if let Some(versions) = self.built_in.versions_of_kind(api_version, kind) {
            return report.help(versions).help("choose one of them with --kubernetes");
        }
        self.suggest(kind, report)
            .help(
                "for a custom resource, give its CustomResourceDefinition, or the cluster's \
                 OpenAPI document, with --schema FILE",
            )
            .help(
                "or give smp patch, diff or apply --type merge, which needs no schema: it \
                 replaces lists, as a cluster does for custom resources",
            )
    }

    /// Adds the kinds with a similar spelling.
    pub(super) fn suggest(&self, kind: &str, report: Report) -> Report {
        let near = nearest(kind, self.kinds(), |known| known.1);
        let names: Vec<_> = near.into_iter().map(full_name).collect();
        match names.as_slice() {
            [] => report,
            [one] => report.help(format!("did you mean {one}?")),
            several => report.help(format!("did you mean one of {}?", several.join(", "))),
        }
    }
}

fn messages(error: &ImportError) -> String {
    let messages: Vec<_> = error.mistakes().iter().map(Diagnostic::message).collect();
    messages.join("; ")
}

fn field(path: &Path, name: &str) -> Path {
    let field = Segment::Field(name.to_owned());
    Path::from_segments(path.segments().cloned().chain([field]))
}
