//! The patches in the configuration of a function.

use smp_core::Segment;

use super::super::entries::{Entries, OPTIONS, TARGET};
use super::super::fields::{Field, Fields, Members};
use super::super::source::{EntryOptions, PatchSources};
use super::list::ResourceList;
use crate::input::Input;
use crate::report::Report;

/// The `apiVersion` of the configuration with a list of patches.
const API_VERSION: &str = "smp/v1";

/// The kind of the object that configures the function.
const KIND: &str = "StrategicMergePatch";

/// The field with the patch in the data of a `ConfigMap`.
const PATCH: &str = "patch";

const HELP: &str = "it is a StrategicMergePatch of smp/v1 with patches, or a ConfigMap with \
                    data.patch (smp fn --help)";

/// Reads the patches. The error has all mistakes in the configuration.
pub(super) fn patches(list: &ResourceList<'_>, input: &Input<'_>) -> Result<PatchSources, Report> {
    let mut fields = Fields::new(input);
    let at = vec![Segment::Field("functionConfig".to_owned())];
    let Some(value) = list.config() else {
        fields.wrong(&[], "functionConfig is missing", HELP);
        return fields.finish().map(|()| PatchSources::default());
    };
    let root = Field { at, value };
    let Some(members) = fields.members(&root, HELP) else {
        return fields.finish().map(|()| PatchSources::default());
    };
    match members.get("kind").and_then(|kind| fields.text(kind)).as_deref() {
        Some(KIND) => of_list(fields, &root, &members),
        Some("ConfigMap") => of_config_map(fields, &root),
        _ => {
            let at = members.get("kind").map_or(&root.at, |kind| &kind.at);
            fields.wrong(at, "the kind of functionConfig is not known", HELP);
            fields.finish().map(|()| PatchSources::default())
        }
    }
}

fn of_list(
    mut fields: Fields<'_>,
    root: &Field<'_>,
    members: &Members<'_>,
) -> Result<PatchSources, Report> {
    fields.known_members(root, &["apiVersion", "kind", "metadata", "patches"], HELP);
    let version = members.get("apiVersion");
    if version.and_then(|version| fields.text(version)).as_deref() != Some(API_VERSION) {
        let at = version.map_or(&root.at, |version| &version.at);
        fields.wrong(at, format!("the apiVersion of a {KIND} is {API_VERSION}"), "");
    }
    let Some(list) = members.get("patches") else {
        fields.wrong(&root.at, "patches is missing", HELP);
        return fields.finish().map(|()| PatchSources::default());
    };
    let mut entries = Entries::new(fields, None);
    entries.list(list, None);
    entries.finish()
}

fn of_config_map(mut fields: Fields<'_>, root: &Field<'_>) -> Result<PatchSources, Report> {
    let members = fields.known_members(root, &["apiVersion", "kind", "metadata", "data"], "");
    let members = members.as_ref();
    let Some(data) = members.and_then(|members| members.get("data")) else {
        fields.wrong(&root.at, "data is missing", HELP);
        return fields.finish().map(|()| PatchSources::default());
    };
    let names = TARGET.map(|(name, _)| name);
    let known = [&[PATCH][..], &names, &OPTIONS].concat();
    let Some(members) = fields.known_members(data, &known, HELP) else {
        return fields.finish().map(|()| PatchSources::default());
    };
    let Some(patch) = members.get(PATCH) else {
        fields.wrong(&data.at, "data.patch is missing", HELP);
        return fields.finish().map(|()| PatchSources::default());
    };
    let mut options = EntryOptions::default();
    for (name, option) in
        OPTIONS.into_iter().zip([&mut options.name_change, &mut options.kind_change])
    {
        // The values of a ConfigMap are strings.
        match members.get(name).and_then(|field| Some((field, fields.text(field)?))) {
            None => {}
            Some((_, text)) if text == "true" => *option = true,
            Some((_, text)) if text == "false" => {}
            Some((field, _)) => fields.wrong(&field.at, "expected \"true\" or \"false\"", ""),
        }
    }
    let mut entries = Entries::new(fields, None);
    let target = entries.target_among(data, &members);
    entries.add(patch, target, options);
    entries.finish()
}
