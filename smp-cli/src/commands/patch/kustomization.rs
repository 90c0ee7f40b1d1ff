//! The fields of a kustomization: its patches, its resources and its components.

use std::path::PathBuf;

use smp_core::Path;

use super::directory::Directory;
use super::entries::Entries;
use super::fields::{Field, Fields, Members};
use super::source::PatchSources;
use crate::args::{FileArg, KustomizationArgs, PatchType};
use crate::input::Source;
use crate::report::{Report, say};

/// The fields that are read, and those that identify the kustomization.
const KNOWN: [&str; 9] = [
    "apiVersion",
    "kind",
    "metadata",
    "patchesStrategicMerge",
    "patches",
    "patchesJson6902",
    "resources",
    "bases",
    "components",
];

/// The treatment of fields that are not applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OtherFields {
    /// They are errors.
    Refused,
    /// They are reported, then ignored.
    Told,
    /// They are ignored silently, since nothing is applied.
    Unread,
}

/// A kustomization that was read.
#[derive(Default)]
pub(super) struct Kustomization {
    pub(super) patches: PatchSources,
    /// The resources and the components, each with its path without links.
    pub(super) resources: Vec<(FileArg, PathBuf)>,
    pub(super) components: Vec<(FileArg, PathBuf)>,
    pub(super) is_component: bool,
}

/// Reads the patches, in the order in which kustomize applies them: `patchesStrategicMerge`,
/// `patches`, `patchesJson6902`, each as listed; and finds the resources, if they are `followed`, and
/// the components.
pub(super) fn read(
    text: &Source,
    directory: &Directory<'_>,
    others: OtherFields,
    followed: bool,
) -> Result<Kustomization, Report> {
    let input = text.single()?;
    let document = input.document()?;
    let mut fields = Fields::new(&input);
    let root = Field { at: Vec::new(), value: document };
    let Some(members) = fields.members(&root, "a kustomization has patches") else {
        return fields.finish().map(|()| Kustomization::default());
    };
    let is_component = check_kind(&mut fields, &members);
    let left_out = members.names().filter(|name| !KNOWN.contains(name));
    others.check(&mut fields, &members, left_out);
    let mut found = |name: &str| {
        let list = members.get(name).map(|list| fields.items(list)).unwrap_or_default();
        let mut found = Vec::new();
        for item in &list {
            let Some(path) = fields.text(item) else { continue };
            match directory.resource(&path) {
                Ok(resource) => found.push(resource),
                Err(reason) => fields.wrong_because(&item.at, reason),
            }
        }
        found
    };
    let mut resources = Vec::new();
    if followed {
        resources = found("resources");
        resources.extend(found("bases"));
    }
    let unread = others == OtherFields::Unread;
    let components = if unread { Vec::new() } else { found("components") };
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
    Ok(Kustomization { patches: entries.finish()?, resources, components, is_component })
}

impl OtherFields {
    /// The treatment that the options of `smp patch` choose.
    pub(super) fn of(args: &KustomizationArgs) -> Self {
        if args.ignore_other_fields { Self::Told } else { Self::Refused }
    }

    /// Refuses fields that are not applied, or prints their names.
    pub(super) fn check<'n>(
        self,
        fields: &mut Fields<'_>,
        members: &Members<'_>,
        left_out: impl Iterator<Item = &'n str>,
    ) {
        let left_out: Vec<_> = left_out.collect();
        match self {
            Self::Refused => {
                for field in left_out.iter().filter_map(|name| members.get(name)) {
                    let path = Path::from_segments(field.at.iter().cloned());
                    let help = "with --ignore-other-fields only the patches are applied";
                    let title = format!("smp patch does not carry out {path}");
                    fields.wrong_name(&field.at, title, help);
                }
            }
            Self::Told if !left_out.is_empty() => {
                let name = fields.input.source().name();
                say(&format!("{name}: only its patches are applied, not {}", left_out.join(", ")));
            }
            Self::Told | Self::Unread => {}
        }
    }
}

/// Checks the kind and `apiVersion`, which may be left out. True for a component.
fn check_kind(fields: &mut Fields<'_>, members: &Members<'_>) -> bool {
    let kind = members.get("kind").and_then(|kind| fields.text(kind));
    let version = match kind.as_deref() {
        None | Some("Kustomization") => "kustomize.config.k8s.io/v1beta1",
        Some("Component") => "kustomize.config.k8s.io/v1alpha1",
        Some(_) => {
            if let Some(field) = members.get("kind") {
                fields.wrong(&field.at, "the kind is not Kustomization or Component", "");
            }
            return false;
        }
    };
    if let Some(field) = members.get("apiVersion")
        && fields.text(field).is_some_and(|found| found != version)
    {
        fields.wrong(&field.at, format!("the apiVersion is not {version}"), "");
    }
    kind.as_deref() == Some("Component")
}
