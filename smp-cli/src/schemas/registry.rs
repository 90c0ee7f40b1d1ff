//! All schemas of a run.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use smp_core::{Document, Path, Schema, Segment};
use smp_openapi::{Diagnostic, ImportError, Overlay};

use super::catalogue::{CATALOGUE, catalogue_type};
use super::file::{self, SchemaContent, SchemaDocument};
use super::index::Index;
use super::named::{NamedSchema, full_name};
use super::warnings::SchemaWarnings;
use crate::args::{LimitArgs, SchemaArgs};
use crate::identity::Identity;
use crate::input::Input;
use crate::report::Report;
use smp_core::nearest;

/// How many kinds a message lists.
const LISTED_KINDS: usize = 8;

/// How many overlays there may be for one kind. Each is compared with each.
const MAX_OVERLAYS: usize = 16;

/// The schemas of the built-in kinds and of the files that the user gave.
#[derive(Debug)]
pub(crate) struct Schemas {
    documents: Vec<SchemaDocument>,
    index: Index,
    /// With the text of the option.
    embeds: Vec<(String, Overlay)>,
    /// The schemas that were needed so far, by `apiVersion` and kind.
    found: Mutex<HashMap<(String, String), Arc<NamedSchema>>>,
}

impl Schemas {
    /// Reads the files that the user gave.
    pub(crate) fn open(args: &SchemaArgs, limits: LimitArgs) -> Result<Self, Report> {
        let mut documents = Vec::new();
        for path in &args.schema {
            documents.extend(file::read_documents(path, limits)?);
        }
        let embeds = args.embed.iter().map(|text| match Overlay::embed(text) {
            Ok(overlay) => Ok((text.clone(), overlay)),
            Err(error) => Err(Report::new(format!("--embed {text}: {}", messages(&error)))),
        });
        let embeds = embeds.collect::<Result<_, Report>>()?;
        let index = Index::of(&documents);
        let schemas = Self { documents, index, embeds, found: Mutex::default() };
        schemas.check_all_used()?;
        Ok(schemas)
    }

    /// Checks that every option and overlay is for a known kind. Otherwise objects
    /// would not be merged as the user expects.
    fn check_all_used(&self) -> Result<(), Report> {
        if let Some((text, _)) = self.embeds.first()
            && !self.index.has_definitions()
        {
            let title = format!("--embed {text} has no effect");
            return Err(Report::new(title).help(
                "it changes kinds that a file of --schema defines; built-in kinds have all their types",
            ));
        }
        for document in &self.documents {
            if let SchemaContent::Overlay(overlay) = &document.content
                && !self.index.is_used(overlay)
                && !smp_types::kinds().any(|(api_version, kind)| overlay.is_for(api_version, kind))
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

    /// The schema of the object at a path of `input`. An unknown kind is an error.
    pub(crate) fn of_object(
        &self,
        identity: &Identity,
        input: &Input<'_>,
        path: &Path,
    ) -> Result<Schema, Report> {
        match (&identity.api_version, &identity.kind) {
            (Some(api_version), Some(kind)) => match self.find_kind(api_version, kind)? {
                Some(named) => Ok(named.schema.clone()),
                None => Err(self.unknown(api_version, kind, input, path)),
            },
            (api_version, kind) => {
                let missing = match (api_version, kind) {
                    (None, None) => "apiVersion and kind",
                    (None, _) => "apiVersion",
                    _ => "kind",
                };
                let title = format!("the object has no {missing}");
                Err(input.report(path, title, "the rules of merging depend on the kind").help(format!(
                    "add {missing}; or use smp patch --type merge, which needs no kind and replaces lists"
                )))
            }
        }
    }

    /// The schema of an object, if its kind is known.
    pub(crate) fn known(&self, identity: &Identity) -> Result<Option<Schema>, Report> {
        let (Some(api_version), Some(kind)) = (&identity.api_version, &identity.kind) else {
            return Ok(None);
        };
        Ok(self.find_kind(api_version, kind)?.map(|named| named.schema.clone()))
    }

    /// Prints the warnings about the definition of a kind that concern fields of a patch.
    pub(crate) fn warn_about(
        &self,
        identity: &Identity,
        patch: &Document<'_>,
    ) -> Result<(), Report> {
        let (Some(api_version), Some(kind)) = (&identity.api_version, &identity.kind) else {
            return Ok(());
        };
        let Some(named) = self.find_kind(api_version, kind)? else { return Ok(()) };
        for warnings in named.warnings.iter() {
            self.documents[warnings.document].warn(warnings.about(patch), 0);
        }
        Ok(())
    }

    /// Prints all warnings about the definition of a kind.
    pub(crate) fn warn_of_all(&self, named: &NamedSchema) {
        for warnings in named.warnings.iter() {
            let (all, omitted) = warnings.all();
            self.documents[warnings.document].warn(all, omitted);
        }
    }

    /// The schema of a kind with the name `apps/v1/Deployment`, or `Deployment` if only
    /// one kind is called so.
    pub(crate) fn by_name(&self, text: &str) -> Result<Arc<NamedSchema>, Report> {
        let (api_version, kind) = text.rsplit_once('/').unwrap_or(("", text));
        let mut candidates: Vec<_> = self
            .kinds()
            .filter(|known| known.1 == kind && (api_version.is_empty() || known.0 == api_version))
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        match candidates.as_slice() {
            [(api_version, kind)] => self
                .find_kind(api_version, kind)?
                .ok_or_else(|| Report::new(format!("no schema for {api_version}/{kind}"))),
            [] => Err(self
                .suggest(kind, Report::new(format!("no schema for the kind {text:?}")))
                .help("give a file that defines it with --schema")),
            several => {
                let mut names: Vec<_> =
                    several.iter().take(LISTED_KINDS).map(|known| full_name(*known)).collect();
                if several.len() > LISTED_KINDS {
                    names.push(format!("{} more", several.len() - LISTED_KINDS));
                }
                Err(Report::new(format!("several kinds are called {kind:?}"))
                    .help(format!("write one of {}", names.join(", "))))
            }
        }
    }

    /// As [`by_name`](Self::by_name), also for types inside of kinds, if they are
    /// given with their `apiVersion`: `v1/PodSpec`.
    pub(crate) fn kind_or_type(&self, text: &str) -> Result<Arc<NamedSchema>, Report> {
        let part = text.rsplit_once('/').and_then(|(api_version, name)| {
            let schema = catalogue_type(api_version, name)?;
            Some(NamedSchema::new(api_version, name, schema, &CATALOGUE))
        });
        match (self.by_name(text), part) {
            // The definition of a kind that is there may be wrong.
            (Err(_), Some(mut part)) if !self.kinds().any(|kind| full_name(kind) == text) => {
                self.overlay(&mut part, false)?;
                Ok(Arc::new(part))
            }
            (found, _) => found,
        }
    }

    /// If the kind is a list, what its items are by default: pods in a `PodList`,
    /// nothing in a `List`.
    pub(crate) fn default_item(&self, identity: &Identity) -> Option<Identity> {
        let kind = identity.kind.as_deref()?;
        let item = kind.strip_suffix("List")?;
        if item.is_empty() {
            return Some(Identity::default());
        }
        let api_version = identity.api_version.as_deref()?;
        let known = self.index.definitions(api_version, item).is_some()
            || smp_types::kinds().any(|known| known == (api_version, item));
        known.then(|| Identity {
            api_version: Some(api_version.to_owned()),
            kind: Some(item.to_owned()),
            ..Identity::default()
        })
    }

    fn find_kind(&self, api_version: &str, kind: &str) -> Result<Option<Arc<NamedSchema>>, Report> {
        let key = (api_version.to_owned(), kind.to_owned());
        // Locked until the schema is complete, so that each is imported once, and its
        // warnings are printed once.
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(named) = found.get(&key) {
            return Ok(Some(Arc::clone(named)));
        }
        let (mut named, from_files) = match self.defined(api_version, kind)? {
            Some(named) => (named, true),
            None => match smp_types::schema(api_version, kind) {
                Some(schema) => {
                    (NamedSchema::new(api_version, kind, schema.clone(), &CATALOGUE), false)
                }
                None => return Ok(None),
            },
        };
        if from_files {
            self.embed(&mut named)?;
        }
        self.overlay(&mut named, from_files)?;
        let named = Arc::new(named);
        found.insert(key, Arc::clone(&named));
        Ok(Some(named))
    }

    /// The definition of a kind in the files. If there are several, they must be
    /// equal.
    fn defined(&self, api_version: &str, kind: &str) -> Result<Option<NamedSchema>, Report> {
        let documents: Vec<_> = match self.index.definitions(api_version, kind) {
            Some(numbers) => {
                numbers.iter().map(|&number| (number, &self.documents[number])).collect()
            }
            // It may be the list type of a custom resource.
            None => self.documents.iter().enumerate().collect(),
        };
        let mut first: Option<(Schema, &SchemaDocument)> = None;
        let mut warnings = Vec::new();
        for (number, document) in documents {
            let Some(imported) = document.import(api_version, kind)? else { continue };
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
            named.refine_tree(vec!["metadata".to_owned()], &CATALOGUE);
        }
        Ok(Some(named))
    }

    /// Gives fields of a kind that comes from a file the types of `--embed`.
    fn embed(&self, named: &mut NamedSchema) -> Result<(), Report> {
        for (text, embed) in &self.embeds {
            named.schema = embed.apply(&named.schema, &catalogue_type).map_err(|error| {
                let kind = named.full_name();
                let title =
                    format!("--embed {text} is not possible in {kind}: {}", messages(&error));
                let report = Report::new(title);
                if !self.index.has_several() {
                    return report;
                }
                let (path, ty) = text.split_once('=').unwrap_or((text, ""));
                report.help(format!(
                    "it is applied to every kind of the files; for one kind, write an overlay: \
                     {{apiVersion: …, kind: …, fields: {{{path}: {{type: {ty}}}}}}}"
                ))
            })?;
            named.refine(embed, &format!("--embed {text}"));
        }
        Ok(())
    }

    /// Applies the overlays for a kind. An overlay without `apiVersion` and kind is
    /// for the kinds that come from files.
    fn overlay(&self, named: &mut NamedSchema, from_files: bool) -> Result<(), Report> {
        let apply = |schema: &Schema, overlay: &Overlay| overlay.apply(schema, &catalogue_type);
        let base = named.schema.clone();
        let mut applied: Vec<(&SchemaDocument, &Overlay)> = Vec::new();
        for number in self.index.overlays(&named.kind) {
            let document = &self.documents[number];
            let SchemaContent::Overlay(overlay) = &document.content else { continue };
            let for_all = overlay.api_version().is_none() && overlay.kind().is_none();
            if !overlay.is_for(&named.api_version, &named.kind) || (for_all && !from_files) {
                continue;
            }
            if applied.len() == MAX_OVERLAYS {
                let kind = named.full_name();
                let title = format!("there are more than {MAX_OVERLAYS} overlays for {kind}");
                return Err(Report::new(title).help("write their fields into one overlay"));
            }
            let schema = apply(&named.schema, overlay);
            named.schema = schema.map_err(|error| document.import_error(&error))?;
            for (earlier, other) in &applied {
                let in_order = apply(&base, other).and_then(|schema| apply(&schema, overlay));
                let reversed = apply(&base, overlay).and_then(|schema| apply(&schema, other));
                // If an overlay needs the other one, there is only one order.
                let (Ok(in_order), Ok(reversed)) = (in_order, reversed) else { continue };
                if let Some(difference) = in_order.first_difference(&reversed) {
                    let title = format!(
                        "the overlays {} and {} contradict each other",
                        earlier.name, document.name
                    );
                    return Err(Report::new(title)
                        .note(difference)
                        .help("the order of files does not decide; leave out one of the two"));
                }
            }
            applied.push((document, overlay));
            named.refine(overlay, &document.name);
        }
        Ok(())
    }

    #[expect(clippy::map_identity, reason = "shortens a lifetime")]
    fn kinds(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = self.documents.iter().flat_map(SchemaDocument::kinds);
        own.chain(smp_types::kinds().map(|(api_version, kind)| (api_version, kind)))
    }

    fn unknown(&self, api_version: &str, kind: &str, input: &Input<'_>, path: &Path) -> Report {
        let title = format!("no schema for apiVersion {api_version:?}, kind {kind:?}");
        let at = if self.kinds().any(|known| known.1 == kind) { "apiVersion" } else { "kind" };
        let report = input.report(&field(path, at), title, "this kind is unknown");
        self.suggest(kind, report)
            .help(
                "for a custom resource, give its CustomResourceDefinition, or the cluster's \
                 OpenAPI document, with --schema FILE",
            )
            .help(
                "or use smp patch --type merge, which needs no schema: it replaces lists, as a \
                 cluster does for custom resources",
            )
    }

    /// Adds the kinds with a similar spelling.
    fn suggest(&self, kind: &str, report: Report) -> Report {
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
