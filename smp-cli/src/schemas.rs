//! From `apiVersion` and `kind` to the schema that says how things merge.
//!
//! Layers, the lower ones first: the built-in catalogue; the files of `--schema`
//! that define kinds; `--embed`; the files of `--schema` that are overlays. Of
//! the files of one layer none hides another: those that define a kind must say
//! the same of it, and the order of overlays must make no difference.

mod file;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use smp_core::{ImportError, Overlay, Path, Schema, Segment};

use crate::args::{LimitArgs, SchemaArgs};
use crate::identity::Identity;
use crate::input::Input;
use crate::report::Report;
use crate::spelling::nearest;
use file::{Content, Document};

/// The name of the built-in layer.
const CATALOGUE: &str = "Kubernetes 1.36";

/// How many kinds a message lists.
const LISTED: usize = 8;

/// Every schema that a run knows.
#[derive(Debug)]
pub(crate) struct Schemas {
    documents: Vec<Document>,
    /// As the user wrote them.
    embeds: Vec<(String, Overlay)>,
    /// Those that were asked for.
    found: Mutex<HashMap<(String, String), Arc<Named>>>,
}

/// A schema, what it is of, and who says so.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    pub(crate) api_version: String,
    pub(crate) kind: String,
    pub(crate) schema: Schema,
    /// The layer that defines it.
    base: String,
    /// Fields about which another layer has the last word, the lower layers
    /// first.
    refined: Vec<Refined>,
}

/// A field about which a layer above the one that defines the kind decides.
#[derive(Debug, Clone)]
struct Refined {
    path: Vec<String>,
    /// Whether the layer also decides about everything below the field.
    with_fields_below: bool,
    layer: String,
}

impl Refined {
    /// The fields that an overlay changes.
    fn by(overlay: &Overlay, layer: &str) -> impl Iterator<Item = Self> {
        overlay.changed_fields().map(|field| Self {
            path: field.path,
            with_fields_below: field.replaces_type,
            layer: layer.to_owned(),
        })
    }

    fn covers(&self, path: &[&str]) -> bool {
        path.len() >= self.path.len()
            && self.path.iter().zip(path).all(|(own, name)| own == name)
            && (self.with_fields_below || path.len() == self.path.len())
    }
}

impl Named {
    /// The layer that says what there is to say about a field.
    pub(crate) fn layer(&self, path: &[&str]) -> String {
        let refined = self.refined.iter().filter(|refined| refined.covers(path));
        // Of two layers with the same path, the upper.
        let refined = refined.max_by_key(|refined| refined.path.len());
        refined.map_or(&self.base, |refined| &refined.layer).clone()
    }
}

impl Schemas {
    /// Reads the files that the user gave.
    pub(crate) fn open(args: &SchemaArgs, limits: LimitArgs) -> Result<Self, Report> {
        let mut documents = Vec::new();
        for path in &args.schema {
            documents.extend(file::read(path, limits)?);
        }
        let embeds = args.embed.iter().map(|text| match Overlay::embed(text) {
            Ok(overlay) => Ok((text.clone(), overlay)),
            Err(error) => Err(Report::new(format!("--embed {text}: {}", messages(&error)))),
        });
        let embeds = embeds.collect::<Result<_, Report>>()?;
        let schemas = Self { documents, embeds, found: Mutex::default() };
        schemas.all_serve()?;
        Ok(schemas)
    }

    /// What is said for nothing is a mistake: the merge would not be as wanted.
    fn all_serve(&self) -> Result<(), Report> {
        if let Some((text, _)) = self.embeds.first()
            && self.documents.iter().all(|document| document.kinds().is_empty())
        {
            return Err(Report::new(format!("--embed {text} is for nothing")).help(
                "it is for kinds that a file of --schema defines; built-in kinds have their types",
            ));
        }
        for document in &self.documents {
            if let Content::Overlay(overlay) = &document.content
                && !self.kinds().any(|(api_version, kind)| overlay.is_for(api_version, kind))
            {
                return Err(document.report_at(
                    "kind",
                    "the overlay is for a kind that nobody defines",
                    "correct its apiVersion and kind, or give the file that defines it",
                ));
            }
        }
        Ok(())
    }

    /// The schema of an object that stands in `input` at `path`. Never a guess.
    pub(crate) fn of(
        &self,
        identity: &Identity,
        input: &Input<'_>,
        path: &Path,
    ) -> Result<Schema, Report> {
        match (&identity.api_version, &identity.kind) {
            (Some(api_version), Some(kind)) => match self.find(api_version, kind)? {
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
                Err(input.report(path, title, "how it merges depends on its type").help(format!(
                    "add {missing}, or use --type merge, which needs no type but replaces lists"
                )))
            }
        }
    }

    /// The schema that a user names, as `apps/v1/Deployment` or, where only one
    /// has it, `Deployment`.
    pub(crate) fn named(&self, text: &str) -> Result<Arc<Named>, Report> {
        let (api_version, kind) = text.rsplit_once('/').unwrap_or(("", text));
        let mut candidates: Vec<_> = self
            .kinds()
            .filter(|known| known.1 == kind && (api_version.is_empty() || known.0 == api_version))
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        match candidates.as_slice() {
            [(api_version, kind)] => self
                .find(api_version, kind)?
                .ok_or_else(|| Report::new(format!("no schema for {api_version}/{kind}"))),
            [] => Err(self
                .suggest(kind, Report::new(format!("no schema for the kind {text:?}")))
                .help("give a file that defines it with --schema")),
            several => {
                let mut names: Vec<_> =
                    several.iter().take(LISTED).map(|known| full_name(*known)).collect();
                if several.len() > LISTED {
                    names.push(format!("{} more", several.len() - LISTED));
                }
                Err(Report::new(format!("several kinds are called {kind:?}"))
                    .help(format!("write one of {}", names.join(", "))))
            }
        }
    }

    /// As [`named`](Self::named), also for types of parts of objects, if they
    /// are given with their `apiVersion`.
    pub(crate) fn explained(&self, text: &str) -> Result<Arc<Named>, Report> {
        let part = text.rsplit_once('/').and_then(|(api_version, name)| {
            smp_types::type_schema(api_version, name)
                .map(|schema| built_in(api_version, name, schema.clone()))
        });
        match (self.named(text), part) {
            (Err(_), Some(mut part)) => {
                self.overlay(&mut part, false)?;
                Ok(Arc::new(part))
            }
            (named, _) => named,
        }
    }

    /// What the items of a list need not say themselves, if this names a list:
    /// nothing for a `List`, but the items of a `PodList` are pods.
    pub(crate) fn item_of_list(&self, identity: &Identity) -> Option<Identity> {
        let kind = identity.kind.as_deref()?;
        let item = kind.strip_suffix("List")?;
        if item.is_empty() {
            return Some(Identity::default());
        }
        let api_version = identity.api_version.as_deref()?;
        let known = self.kinds().any(|known| known == (api_version, item));
        known.then(|| Identity {
            api_version: Some(api_version.to_owned()),
            kind: Some(item.to_owned()),
            ..Identity::default()
        })
    }

    fn find(&self, api_version: &str, kind: &str) -> Result<Option<Arc<Named>>, Report> {
        let key = (api_version.to_owned(), kind.to_owned());
        // Held until it is there: what the files say is worked out once, and so
        // are the warnings.
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(named) = found.get(&key) {
            return Ok(Some(Arc::clone(named)));
        }
        let (mut named, own) = match self.defined(api_version, kind)? {
            Some(named) => (named, true),
            None => match smp_types::schema(api_version, kind) {
                Some(schema) => (built_in(api_version, kind, schema.clone()), false),
                None => return Ok(None),
            },
        };
        if own {
            self.embed(&mut named)?;
        }
        self.overlay(&mut named, own)?;
        let named = Arc::new(named);
        found.insert(key, Arc::clone(&named));
        Ok(Some(named))
    }

    /// What the files say of a kind. Several must say the same.
    fn defined(&self, api_version: &str, kind: &str) -> Result<Option<Named>, Report> {
        let mut first: Option<(Schema, &Document)> = None;
        for document in &self.documents {
            let Some(imported) = document.import(api_version, kind)? else { continue };
            document.warn(&imported.warnings);
            let Some((schema, other)) = &first else {
                first = Some((imported.schema, document));
                continue;
            };
            if let Some(difference) = schema.difference(&imported.schema) {
                let title = format!(
                    "{api_version}/{kind} is defined by {} and by {}, and they differ",
                    other.name, document.name
                );
                return Err(Report::new(title)
                    .note(difference)
                    .help("give only one of them, or an overlay for what differs"));
            }
        }
        let Some((schema, document)) = first else { return Ok(None) };
        let mut named = built_in(api_version, kind, schema);
        named.base.clone_from(&document.name);
        if matches!(document.content, Content::CustomResources(_)) {
            named.refined.push(Refined {
                path: vec!["metadata".to_owned()],
                with_fields_below: true,
                layer: CATALOGUE.to_owned(),
            });
        }
        Ok(Some(named))
    }

    /// Embeds built-in types, in kinds that come from files: others have theirs.
    fn embed(&self, named: &mut Named) -> Result<(), Report> {
        for (text, embed) in &self.embeds {
            named.schema = embed.apply(&named.schema, &catalogue_type).map_err(|error| {
                let kind = full_name((&named.api_version, &named.kind));
                let title = format!("--embed {text} doesn't suit {kind}: {}", messages(&error));
                let report = Report::new(title);
                if self.documents.iter().flat_map(Document::kinds).take(2).count() < 2 {
                    return report;
                }
                let (path, ty) = text.split_once('=').unwrap_or((text, ""));
                report.help(format!(
                    "it is for every kind of the files; for one kind, write an overlay: \
                     {{apiVersion: …, kind: …, fields: {{{path}: {{type: {ty}}}}}}}"
                ))
            })?;
            named.refined.extend(Refined::by(embed, &format!("--embed {text}")));
        }
        Ok(())
    }

    /// Applies the overlays that are for a kind. Those that name no kind are for
    /// the kinds that come from files.
    fn overlay(&self, named: &mut Named, own: bool) -> Result<(), Report> {
        let overlays = self.documents.iter().filter_map(|document| match &document.content {
            Content::Overlay(overlay) => Some((document, overlay)),
            _ => None,
        });
        let mut applied: Vec<(&Document, &Overlay)> = Vec::new();
        let base = named.schema.clone();
        for (document, overlay) in overlays {
            let named_by = overlay.is_for(&named.api_version, &named.kind);
            let for_all = overlay.api_version().is_none() && overlay.kind().is_none();
            if !named_by || (for_all && !own) {
                continue;
            }
            let apply = |schema: &Schema, overlay: &Overlay| overlay.apply(schema, &catalogue_type);
            let schema = apply(&named.schema, overlay);
            named.schema = schema.map_err(|error| document.explain(&error))?;
            for (earlier, other) in &applied {
                let this_way = apply(&base, other).and_then(|schema| apply(&schema, overlay));
                let that_way = apply(&base, overlay).and_then(|schema| apply(&schema, other));
                let (Ok(this_way), Ok(that_way)) = (this_way, that_way) else { continue };
                if let Some(difference) = this_way.difference(&that_way) {
                    let title = format!(
                        "the overlays {} and {} contradict each other",
                        earlier.name, document.name
                    );
                    return Err(Report::new(title)
                        .note(difference)
                        .help("the order of files decides nothing; leave one of the two out"));
                }
            }
            applied.push((document, overlay));
            named.refined.extend(Refined::by(overlay, &document.name));
        }
        Ok(())
    }

    #[expect(clippy::map_identity, reason = "shortens a lifetime")]
    fn kinds(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = self.documents.iter().flat_map(Document::kinds);
        own.chain(smp_types::kinds().map(|(api_version, kind)| (api_version, kind)))
    }

    fn unknown(&self, api_version: &str, kind: &str, input: &Input<'_>, path: &Path) -> Report {
        let title = format!("no schema for apiVersion {api_version:?}, kind {kind:?}");
        let at = if self.kinds().any(|known| known.1 == kind) { "apiVersion" } else { "kind" };
        let report = input.report(&field(path, at), title, "not a kind that smp knows");
        self.suggest(kind, report)
            .help(
                "for a custom resource, give its CustomResourceDefinition, or the cluster's \
                 OpenAPI document, with --schema FILE",
            )
            .help(
                "or use --type merge, which needs no schema: it replaces lists, as a cluster \
                 does with custom resources",
            )
    }

    /// Names the kinds that are spelled nearly so.
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

/// The built-in types, for what borrows them by name.
fn catalogue_type(api_version: &str, name: &str) -> Option<Schema> {
    smp_types::type_schema(api_version, name).cloned()
}

fn messages(error: &ImportError) -> String {
    let messages: Vec<_> = error.findings().iter().map(smp_core::Finding::message).collect();
    messages.join("; ")
}

fn built_in(api_version: &str, kind: &str, schema: Schema) -> Named {
    Named {
        api_version: api_version.to_owned(),
        kind: kind.to_owned(),
        schema,
        base: CATALOGUE.to_owned(),
        refined: Vec::new(),
    }
}

pub(crate) fn full_name((api_version, kind): (&str, &str)) -> String {
    format!("{api_version}/{kind}")
}

fn field(path: &Path, name: &str) -> Path {
    let field = Segment::Field(name.to_owned());
    Path::from_segments(path.segments().cloned().chain([field]))
}
