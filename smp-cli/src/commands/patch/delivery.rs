//! Patches in objects of Flux and Argo CD, which these tools add to a kustomization.

use smp_core::{Segment, View};

use super::entries::Entries;
use super::fields::{Field, Fields};
use super::kustomization::OtherFields;
use super::source::PatchSources;
use crate::identity::Identity;
use crate::input::Source;
use crate::report::Report;

/// The fields of a Flux Kustomization other than `patches` that also change objects.
const FLUX: [&str; 9] = [
    "commonMetadata",
    "components",
    "images",
    "namePrefix",
    "nameSuffix",
    "patchesJson6902",
    "patchesStrategicMerge",
    "postBuild",
    "targetNamespace",
];

/// The kustomize fields of an Argo CD Application that are patches or change no object.
const ARGO_CD: [&str; 2] = ["patches", "version"];

/// Whether an object may have patches: a Kustomization of Flux, or an Application of Argo CD.
pub(super) fn is_delivery(identity: &Identity) -> bool {
    is_flux(identity)
        || identity.group() == "argoproj.io" && identity.kind.as_deref() == Some("Application")
}

fn is_flux(identity: &Identity) -> bool {
    identity.group() == "kustomize.toolkit.fluxcd.io"
        && identity.kind.as_deref() == Some("Kustomization")
}

/// The patches of the only Flux or Argo CD object in a file.
pub(super) fn patches(text: &Source, others: OtherFields) -> Result<PatchSources, Report> {
    let inputs = text.documents()?;
    let mut found = Vec::new();
    for input in &inputs {
        let identity = Identity::of(&input.document()?);
        if is_delivery(&identity) {
            found.push((input, is_flux(&identity)));
        }
    }
    let [(input, is_flux)] = &found[..] else {
        let count = if found.is_empty() { "no" } else { "several" };
        let title = format!("{} has {count} objects of Flux or Argo CD with patches", text.name());
        return Err(Report::new(title).help(
            "give a file with one Kustomization of Flux or Application of Argo CD, or the \
             directory of a kustomization",
        ));
    };
    let root = input.document()?;
    let paths: &[&[&str]] = if *is_flux {
        &[&["spec"]]
    } else {
        &[&["spec", "source", "kustomize"], &["spec", "sources", "*", "kustomize"]]
    };
    let root = || Field { at: Vec::new(), value: root.clone() };
    let holders: Vec<_> = paths.iter().flat_map(|path| below(root(), path)).collect();
    let mut entries = Entries::new(Fields::new(input), None);
    for holder in &holders {
        let Some(members) = entries.fields.members(holder, "") else { continue };
        let is_left_out = |name: &&str| {
            if *is_flux { FLUX.contains(name) } else { !ARGO_CD.contains(name) }
        };
        others.check(&mut entries.fields, &members, members.names().filter(is_left_out));
        if let Some(list) = members.get("patches") {
            entries.list(list, None);
        }
    }
    entries.finish()
}

/// The values at a path; `*` is every element of a list.
fn below<'d>(field: Field<'d>, path: &[&str]) -> Vec<Field<'d>> {
    let Field { at, value } = field;
    let Some((name, path)) = path.split_first() else { return vec![Field { at, value }] };
    let Ok(view) = value.into_view() else { return Vec::new() };
    let parts: Vec<_> = match view {
        View::List(items) if *name == "*" => {
            items.into_iter().enumerate().map(|(at, item)| (Segment::Index(at), item)).collect()
        }
        View::Object(members) => {
            let member = members.into_iter().rfind(|(member, _)| member == name);
            member
                .map(|(name, value)| (Segment::Field(name.into_owned()), value))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    };
    let place = |step| at.iter().cloned().chain([step]).collect();
    let parts = parts.into_iter().map(|(step, value)| Field { at: place(step), value });
    parts.flat_map(|part| below(part, path)).collect()
}
