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
    lines.extend(patch(&of_map(object.map_type.as_deref())));
    if let Some(union) = &object.union {
        let mut words = Vec::new();
        words.extend(is_whole(object, union).then_some("union"));
        words.extend(union.exactly_one.then_some("exactly_one"));
        words.extend(union.allow_inactive_member.then_some("allow_inactive_member"));
        words.extend(union.unenforced.then_some("unenforced"));
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
    lines.extend(patch(&of_map(field.of_map_type())));
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

fn of_map(map_type: Option<&str>) -> Vec<String> {
    map_type.iter().map(|map_type| format!("map_type = \"{map_type}\"")).collect()
}

fn of_list(field: &Field) -> Vec<String> {
    if field.list_map_keys.is_empty() {
        return field.list_type.iter().map(|ty| format!("list_type = \"{ty}\"")).collect();
    }
    // List map keys imply the list type `map`.
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
    // Members with the same value must all state it.
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

/// Whether `rename_all = "camelCase"` changes the name of a field.
fn has_rule(object: &Object) -> bool {
    object.fields.iter().any(|field| snake_case(&field.name).contains('_'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openapi::{Definition, Definitions, read};
    use crate::type_name::TypeName;

    fn object(definitions: &Definitions, path: &str) -> (Vec<String>, Vec<Vec<String>>) {
        let Definition::Object(object) = &definitions[&TypeName::new(path)] else {
            panic!("{path} is an object")
        };
        let fields = object.fields.iter().map(|field| of_field(object, field)).collect();
        (of_struct(object), fields)
    }

    fn lines<const N: usize>(lines: [&str; N]) -> Vec<String> {
        lines.map(ToOwned::to_owned).to_vec()
    }

    #[test]
    fn fields_have_names_and_merge_rules() {
        let definitions = read(
            r##"{"definitions": {
                "io.k8s.api.core.v1.Container": {"properties": {
                    "hostIP": {"type": "string"},
                    "ports": {
                        "type": "array", "items": {"$ref": "#/definitions/io.k8s.api.core.v1.ContainerPort"},
                        "x-kubernetes-patch-strategy": "merge,retainKeys",
                        "x-kubernetes-patch-merge-key": "containerPort",
                        "x-kubernetes-list-type": "map",
                        "x-kubernetes-list-map-keys": ["containerPort", "protocol"]
                    },
                    "args": {
                        "type": "array", "items": {"type": "string"},
                        "x-kubernetes-list-type": "atomic"
                    }
                }},
                "io.k8s.api.core.v1.ContainerPort": {
                    "properties": {"name": {"type": "string"}},
                    "x-kubernetes-group-version-kind":
                        [{"group": "apps", "version": "v1", "kind": "ContainerPort"}]
                }
            }}"##,
        )
        .expect("a document");
        let (container, fields) = object(&definitions, "io.k8s.api.core.v1.Container");
        assert_eq!(container, [r#"#[serde(rename_all = "camelCase")]"#]);
        let ports = [
            r#"#[patch(strategy = "merge|retainKeys", merge_key = "containerPort")]"#,
            r#"#[patch(list_map_keys("containerPort", "protocol" = "TCP"))]"#,
        ];
        assert_eq!(
            fields,
            [
                lines([r#"#[patch(list_type = "atomic")]"#]),
                lines([r#"#[serde(rename = "hostIP")]"#]),
                lines(ports)
            ]
        );
        let (port, fields) = object(&definitions, "io.k8s.api.core.v1.ContainerPort");
        assert_eq!(port, [r#"#[object(api_version = "apps/v1", kind = "ContainerPort")]"#]);
        assert_eq!(fields, [lines([])]);
    }

    #[test]
    fn fields_have_their_part_in_a_union() {
        let definitions = read(
            r#"{"definitions": {
                "io.k8s.api.core.v1.EnvVar": {"properties": {
                    "name": {"type": "string"}, "value": {"type": "string"},
                    "valueFrom": {"type": "string"}
                }},
                "io.k8s.api.autoscaling.v2.MetricStatus": {"properties": {
                    "containerResource": {"type": "string"}, "external": {"type": "string"},
                    "object": {"type": "string"}, "pods": {"type": "string"},
                    "resource": {"type": "string"}, "type": {"type": "string"}
                }},
                "io.k8s.api.apiextensions.v1.WebhookClientConfig": {"properties": {
                    "service": {"type": "string"}, "url": {"type": "string"},
                    "caBundle": {"type": "string"}
                }}
            }}"#,
        )
        .expect("a document");
        let (variable, fields) = object(&definitions, "io.k8s.api.core.v1.EnvVar");
        assert_eq!(variable, [r#"#[serde(rename_all = "camelCase")]"#]);
        let value = lines(["#[patch(union_member, empty_is_unset)]"]);
        assert_eq!(fields, [lines([]), value, lines(["#[patch(union_member)]"])]);

        let (status, fields) = object(&definitions, "io.k8s.api.autoscaling.v2.MetricStatus");
        assert_eq!(status.last().map(String::as_str), Some("#[patch(union)]"));
        assert_eq!(fields.concat(), ["#[patch(discriminator)]"]);

        let config = "io.k8s.api.apiextensions.v1.WebhookClientConfig";
        let (config, fields) = object(&definitions, config);
        assert_eq!(config.last().map(String::as_str), Some("#[patch(exactly_one)]"));
        let members = ["#[patch(union_member)]", r#"#[patch(union_member, value = "URL")]"#];
        assert_eq!(fields.concat(), members);
    }
}
