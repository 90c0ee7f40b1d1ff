//! Kinds and types by the names that users write.

use std::sync::Arc;

use smp_core::{Document, Schema};
use smp_openapi::TypeSource as _;

use super::found::FoundKind;
use super::named::{NamedSchema, full_name};
use super::registry::Schemas;
use crate::report::{Report, Rule};

/// The number of kinds that a message lists.
const LISTED_KINDS: usize = 8;

impl Schemas {
    /// The schema of a kind with the name `apps/v1/Deployment`, or `Deployment` if only
    /// one kind is called so.
    pub(crate) fn by_name(&self, text: &str) -> Result<Arc<NamedSchema>, Report> {
        Ok(Arc::clone(&self.kind_by_name(text)?.named))
    }

    /// The schema of a kind with this name, for an operation on these documents.
    pub(crate) fn by_name_for(
        &self,
        text: &str,
        documents: &[&Document<'_>],
    ) -> Result<Schema, Report> {
        Ok(self.for_documents(&*self.kind_by_name(text)?, documents)?.0)
    }

    fn kind_by_name(&self, text: &str) -> Result<Arc<FoundKind>, Report> {
        let (api_version, kind) = text.rsplit_once('/').unwrap_or(("", text));
        let mut candidates: Vec<_> = self
            .kinds()
            .filter(|known| known.1 == kind && (api_version.is_empty() || known.0 == api_version))
            .collect();
        if candidates.is_empty() {
            let removed = self.built_in.catalogue.removed_kinds().into_iter();
            let removed = removed.map(|it| (it.api_version(), it.kind()));
            let is_it = |it: &(&str, &str)| it.1 == kind && ["", it.0].contains(&api_version);
            candidates = removed.filter(is_it).collect();
        }
        if candidates.is_empty() {
            // Kinds of default overlays have no definition. Each is known in all its versions.
            candidates = match self.default_overlays.find(api_version, kind) {
                Some(_) => vec![(api_version, kind)],
                None => self
                    .default_overlays
                    .kinds()
                    .filter(|known| known.1 == kind && api_version.is_empty())
                    .collect(),
            };
        }
        candidates.sort_unstable();
        candidates.dedup();
        match candidates.as_slice() {
            [(api_version, kind)] => self
                .find_kind(api_version, kind)?
                .ok_or_else(|| Report::new(format!("no schema for {api_version}/{kind}"))),
            [] => {
                let report = unknown_kind(text);
                let report = match self.built_in.versions_of_kind(api_version, kind) {
                    Some(versions) => report.help(versions),
                    None => report,
                };
                Err(self.suggest(kind, report).help("give a file that defines it with --schema"))
            }
            several => {
                Err(several_kinds(kind, several.iter().map(|known| full_name(*known)).collect()))
            }
        }
    }

    /// As [`by_name`](Self::by_name), also for types inside of kinds, if they are
    /// given with their `apiVersion`: `v1/PodSpec`.
    pub(crate) fn kind_or_type(&self, text: &str) -> Result<Arc<NamedSchema>, Report> {
        let part = text.rsplit_once('/').and_then(|(api_version, name)| {
            let schema = self.built_in.type_named(api_version, name)?;
            Some(NamedSchema::new(api_version, name, schema, &self.built_in.layer))
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
}

/// The error about a kind that is not known.
pub(super) fn unknown_kind(name: &str) -> Report {
    Report::new(format!("no schema for the kind {name:?}")).rule(Rule::UnknownKind)
}

/// The error about a name that several kinds have. `kinds` are their full names.
pub(super) fn several_kinds(name: &str, mut kinds: Vec<String>) -> Report {
    kinds.sort_unstable();
    let more = kinds.len().saturating_sub(LISTED_KINDS);
    kinds.truncate(LISTED_KINDS);
    if more > 0 {
        kinds.push(format!("{more} more"));
    }
    Report::new(format!("several kinds are called {name:?}"))
        .help(format!("write one of {}", kinds.join(", ")))
}
