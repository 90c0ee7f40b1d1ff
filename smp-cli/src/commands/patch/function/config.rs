//! The patches in the configuration of a function.

use smp_core::Segment;

use super::super::entries::{Entries, OPTIONS, TARGET};
use super::super::fields::{Field, Fields, Members};
use super::super::source::{EntryOptions, PatchSources};
use super::list::ResourceList;
use crate::report::Report;

/// The `apiVersion` of the configuration with a list of patches.
const API_VERSION: &str = "smp/v1";

/// The kind of the object that configures the function.
const KIND: &str = "StrategicMergePatch";

/// The field with the configuration in the input of the function.
const CONFIG: &str = "functionConfig";

/// The field with the patch in the data of a `ConfigMap`.
const PATCH: &str = "patch";

const HELP: &str = "it is a StrategicMergePatch of smp/v1 with patches, or a ConfigMap with \
                    data.patch (smp fn --help)";

/// Reads the patches. The error has all mistakes in the configuration.
pub(super) fn patches(list: &ResourceList<'_>) -> Result<PatchSources, Report> {
    let mut entries = Entries::new(Fields::new(list.input), None);
    match list.document.get(CONFIG) {
        Some(value) => {
            let at = vec![Segment::Field(CONFIG.to_owned())];
            read(&mut entries, &Field { at, value });
        }
        None => entries.fields.wrong(&[], "functionConfig is missing", HELP),
    }
    entries.finish()
}

fn read(entries: &mut Entries<'_>, root: &Field<'_>) {
    let Some(members) = entries.fields.members(root, HELP) else { return };
    let kind = members.get("kind");
    match kind.and_then(|kind| entries.fields.text(kind)).as_deref() {
        Some(KIND) => of_list(entries, root, &members),
        Some("ConfigMap") => of_config_map(entries, root),
        _ => {
            let at = kind.map_or(&root.at, |kind| &kind.at);
            entries.fields.wrong(at, "the kind of functionConfig is not known", HELP);
        }
    }
}

fn of_list(entries: &mut Entries<'_>, root: &Field<'_>, members: &Members<'_>) {
    let fields = &mut entries.fields;
    fields.known_members(root, &["apiVersion", "kind", "metadata", "patches"], HELP);
    let version = members.get("apiVersion");
    if version.and_then(|version| fields.text(version)).as_deref() != Some(API_VERSION) {
        let at = version.map_or(&root.at, |version| &version.at);
        fields.wrong(at, format!("the apiVersion of a {KIND} is {API_VERSION}"), "");
    }
    match members.get("patches") {
        Some(list) => entries.list(list, None),
        None => fields.wrong(&root.at, "patches is missing", HELP),
    }
}

fn of_config_map(entries: &mut Entries<'_>, root: &Field<'_>) {
    let fields = &mut entries.fields;
    let members = fields.known_members(root, &["apiVersion", "kind", "metadata", "data"], "");
    let Some(data) = members.as_ref().and_then(|members| members.get("data")) else {
        return fields.wrong(&root.at, "data is missing", HELP);
    };
    let names = TARGET.map(|(name, _)| name);
    let known = [&[PATCH][..], &names, &OPTIONS].concat();
    let Some(members) = fields.known_members(data, &known, HELP) else { return };
    let Some(patch) = members.get(PATCH) else {
        return fields.wrong(&data.at, "data.patch is missing", HELP);
    };
    // The values of a ConfigMap are strings.
    let mut is = |name: &str| {
        let field = members.get(name);
        let text = field.and_then(|field| Some((field, fields.text(field)?)));
        if let Some((field, text)) = &text
            && !["true", "false"].contains(&text.as_str())
        {
            fields.wrong(&field.at, "expected \"true\" or \"false\"", "");
        }
        text.is_some_and(|(_, text)| text == "true")
    };
    let [name_change, kind_change] = OPTIONS.map(&mut is);
    let target = Some(entries.target_among(data, &members));
    let target = target.filter(|target| !target.selector.is_empty());
    entries.add(patch, target, EntryOptions { name_change, kind_change });
}
