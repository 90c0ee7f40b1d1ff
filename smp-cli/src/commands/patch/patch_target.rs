//! The objects that a patch is for.

use std::sync::Arc;

use smp_core::{Document, View};

use super::source::{Entry, EntryOptions, Target};
use crate::identity::Identity;
use crate::input::Input;
use crate::objects::{view, with_members};
use crate::report::Report;

/// The objects that a patch is for.
pub(super) enum PatchTarget {
    /// Objects that match this identity; missing parts match anything.
    Named(Identity),
    /// The single object with this identity. An object without a namespace is in `default`.
    One(Identity),
    /// The objects of the target of a kustomization's entry; the identity in the patch itself does
    /// not count.
    Entry(Arc<Target>),
}

impl PatchTarget {
    /// The objects for a patch of the command line, which names them itself. `count` is the number
    /// of patches in its file.
    pub(super) fn named(input: &Input<'_>, count: usize) -> Result<Self, Report> {
        let identity = Identity::of(&input.document()?);
        if count > 1 && (identity.kind.is_none() || identity.name.is_none()) {
            let missing = if identity.kind.is_none() { "kind" } else { "metadata.name" };
            return Err(missing_report(input, missing)
                .help("in a file with several patches, each must have kind and metadata.name"));
        }
        Ok(Self::Named(identity))
    }

    /// The objects for a patch of a kustomization: those of the entry's target, or without a target
    /// the one that the patch names.
    pub(super) fn of_entry(entry: &Entry, input: &Input<'_>) -> Result<Self, Report> {
        if let Some(target) = &entry.target {
            return Ok(Self::Entry(Arc::clone(target)));
        }
        let identity = Identity::of(&input.document()?);
        for (name, field) in [
            ("apiVersion", &identity.api_version),
            ("kind", &identity.kind),
            ("metadata.name", &identity.name),
        ] {
            if field.is_none() {
                return Err(missing_report(input, name)
                    .note(format!("in {}, which has no target", entry.name))
                    .help("add it, or a target, to say which object the patch is for"));
            }
        }
        Ok(Self::One(identity.in_namespace()))
    }

    /// Whether the patch is for every object, if no options of the command select objects.
    pub(super) fn is_every_object(&self) -> bool {
        match self {
            Self::Named(identity) => identity.kind.is_none(),
            Self::One(_) => false,
            Self::Entry(target) => target.selector.is_empty(),
        }
    }

    /// A note that names the object of a finding, if the patch does not name it itself. `of_all` means
    /// that no options of the command select objects.
    pub(super) fn note_about(&self, object: &Identity, of_all: bool) -> Option<String> {
        let which = match self {
            Self::Named(identity) if identity.kind.is_some() => return None,
            Self::Named(_) if of_all => "the patch has no kind, so it is applied to every object",
            Self::Named(_) => "the patch has no kind, so it is applied to every chosen object",
            Self::One(_) => return None,
            Self::Entry(_) => "the patch is applied to every object of its target",
        };
        Some(format!("{which}, here to {object}"))
    }
}

/// The part of the patch that is applied. In a kustomization the identity in a patch only names
/// its object, so it is left out.
pub(super) fn content<'i>(
    input: &'i Input<'_>,
    options: Option<EntryOptions>,
) -> Result<Document<'i>, Report> {
    let document = input.document()?;
    let Some(options) = options else { return Ok(document) };
    let View::Object(_) = view(&document, input)? else { return Ok(document) };
    let mut dropped = vec![("apiVersion", None)];
    dropped.extend((!options.kind_change).then_some(("kind", None)));
    let metadata = document.get("metadata");
    if let Some(metadata) = &metadata
        && let View::Object(members) = view(metadata, input)?
    {
        let names = ["name"].into_iter().filter(|_| !options.name_change).chain(["namespace"]);
        let kept = with_members(Some(metadata), names.map(|name| (name, None)), input)?;
        let is_emptied = matches!(view(&kept, input)?, View::Object(kept) if kept.is_empty());
        dropped.push(("metadata", Some(kept).filter(|_| !is_emptied || members.is_empty())));
    }
    with_members(Some(&document), dropped, input)
}

fn missing_report(input: &Input<'_>, field: &str) -> Report {
    input.report_whole(format!("the patch has no {field}"))
}
