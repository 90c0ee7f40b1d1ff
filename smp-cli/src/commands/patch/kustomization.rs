//! The patches of a kustomization.

use super::directory::Directory;
use super::entries::Entries;
use super::fields::{Field, Fields, Members};
use super::source::PatchSources;
use crate::args::PatchType;
use crate::input::{Input, Source};
use crate::report::{Report, say};

/// The fields that are read, and those that name the kustomization.
const KNOWN: [&str; 6] =
    ["apiVersion", "kind", "metadata", "patchesStrategicMerge", "patches", "patchesJson6902"];

/// Reads the patches, in the order in which kustomize applies them: `patchesStrategicMerge`,
/// `patches`, `patchesJson6902`, each as listed. Prints which other fields there are.
pub(super) fn patches(text: &Source, directory: &Directory<'_>) -> Result<PatchSources, Report> {
    let input = text.single()?;
    let document = input.document()?;
    let mut fields = Fields::new(&input);
    let root = Field { at: Vec::new(), value: document };
    let Some(members) = fields.members(&root, "a kustomization has patches") else {
        return fields.finish().map(|()| PatchSources::default());
    };
    check_kind(&mut fields, &members);
    let mut entries = Entries::new(fields, Some(directory));
    if let Some(list) = members.get("patchesStrategicMerge") {
        entries.strategic_list(list);
    }
    if let Some(list) = members.get("patches") {
        entries.list(list, None);
    }
    if let Some(list) = members.get("patchesJson6902") {
        entries.list(list, Some(PatchType::Json));
    }
    let patches = entries.finish()?;
    if patches.is_empty() {
        return Err(Report::new(format!("{} has no patches", text.name()))
            .help("they are in the fields patches, patchesStrategicMerge and patchesJson6902"));
    }
    say_what_is_left_out(&members, &input);
    Ok(patches)
}

/// Checks the kind and `apiVersion`, which may be left out.
fn check_kind(fields: &mut Fields<'_>, members: &Members<'_>) {
    let kind = members.get("kind").and_then(|kind| fields.text(kind));
    let version = match kind.as_deref() {
        None | Some("Kustomization") => "kustomize.config.k8s.io/v1beta1",
        Some("Component") => "kustomize.config.k8s.io/v1alpha1",
        Some(_) => {
            if let Some(field) = members.get("kind") {
                fields.wrong(&field.at, "the kind is not Kustomization or Component", "");
            }
            return;
        }
    };
    if let Some(field) = members.get("apiVersion")
        && fields.text(field).is_some_and(|found| found != version)
    {
        fields.wrong(&field.at, format!("the apiVersion is not {version}"), "");
    }
}

fn say_what_is_left_out(members: &Members<'_>, input: &Input<'_>) {
    let left_out: Vec<_> = members.names().filter(|name| !KNOWN.contains(name)).collect();
    if !left_out.is_empty() {
        let name = input.source().name();
        say(&format!("{name}: only its patches are applied, not {}", left_out.join(", ")));
    }
}
