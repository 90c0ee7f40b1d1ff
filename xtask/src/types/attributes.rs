//! The attributes of structs and fields: the JSON names for serde's rules, and all
//! that `#[derive(PatchSchema)]` reads.

use super::names::{camel_case, snake_case};
use crate::openapi::{Field, Object};
use crate::undocumented::{Union, usual_value};
use smp_core::Strategy;

/// The attributes of a struct, one on a line.
pub(super) fn of_struct(object: &Object) -> Vec<String> {
    let mut lines = Vec::new();
    if let [kind] = object.kinds.as_slice() {
        lines.push(format!(
            "#[object(api_version = \"{}\", kind = \"{}\")]",
            kind.api_version, kind.name
        ));
    }
    if has_rule(object) {
        lines.push("#[serde(rename_all = \"camelCase\")]".to_owned());
    }
    if let Some(union) = &object.union {
        let mut words = Vec::new();
        words.extend(is_whole(object, union).then_some("union"));
        words.extend(union.exactly_one.then_some("exactly_one"));
        words.extend(union.idle_allowed.then_some("idle_allowed"));
        lines.extend(patch(&words));
    }
    lines
}

/// The attributes of a field, one on a line.
pub(super) fn of_field(object: &Object, field: &Field) -> Vec<String> {
    let mut lines = Vec::new();
    let rust = snake_case(&field.name);
    let by_rule = if has_rule(object) { camel_case(&rust) } else { rust };
    if by_rule != field.name {
        lines.push(format!("#[serde(rename = \"{}\")]", field.name));
    }
    lines.extend(patch(&of_merge(field)));
    lines.extend(patch(&of_list(field)));
    if let Some(union) = &object.union {
        lines.extend(patch(&of_union(object, union, field)));
    }
    lines
}

/// A `#[patch(…)]` with these words, if there are any.
fn patch(words: &[impl AsRef<str>]) -> Option<String> {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    (!words.is_empty()).then(|| format!("#[patch({})]", words.join(", ")))
}

fn of_merge(field: &Field) -> Vec<String> {
    let mut words = Vec::new();
    if field.strategy != Strategy::NONE {
        words.push(format!("strategy = \"{}\"", field.strategy));
    }
    words.extend(field.merge_key.as_ref().map(|key| format!("merge_key = \"{key}\"")));
    words
}

fn of_list(field: &Field) -> Vec<String> {
    if field.list_map_keys.is_empty() {
        return field.list_type.iter().map(|ty| format!("list_type = \"{ty}\"")).collect();
    }
    // The keys imply the list type `map`.
    let keys = field.list_map_keys.iter().map(|(key, default)| match default {
        Some(default) => format!("\"{key}\" = \"{default}\""),
        None => format!("\"{key}\""),
    });
    vec![format!("list_map_keys({})", keys.collect::<Vec<_>>().join(", "))]
}

fn of_union(object: &Object, union: &Union, field: &Field) -> Vec<String> {
    if union.discriminator.as_ref() == Some(&field.name) {
        return vec!["discriminator".to_owned()];
    }
    let Some(member) = union.members.iter().find(|member| member.field == field.name) else {
        return Vec::new();
    };
    let mut words = Vec::new();
    if !is_whole(object, union) {
        words.push("union_member".to_owned());
    }
    // Members with the same value say so, each of them.
    let shared = union.members.iter().filter(|other| other.value == member.value).count() > 1;
    if shared || member.value != usual_value(&member.field) {
        words.push(format!("value = \"{}\"", member.value));
    }
    if member.empty_is_unset {
        words.push("empty_is_unset".to_owned());
    }
    words
}

/// Whether every field is a member of the union, or its discriminator.
fn is_whole(object: &Object, union: &Union) -> bool {
    let others = usize::from(union.discriminator.is_some());
    object.fields.len() == union.members.len() + others
}

/// Whether `rename_all = "camelCase"` gives some field another name than Rust's.
fn has_rule(object: &Object) -> bool {
    object.fields.iter().any(|field| snake_case(&field.name).contains('_'))
}
