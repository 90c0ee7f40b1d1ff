//! The output for programs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::explained::Explained;
use super::tree::{Below, FieldNode, describe, innermost};
use crate::output::to_json;
use crate::report::Report;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ExplainedJson<'n> {
    api_version: &'n str,
    kind: &'n str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    others: &'n [String],
    #[serde(flatten)]
    field: FieldJson<'n>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FieldJson<'n> {
    path: String,
    #[serde(rename = "type")]
    ty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'n str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strategy: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    merge_key: Option<&'n str>,
    /// Whether the merge key counts only where every element has one of its own.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    merge_key_optional: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    list_type: Option<&'n str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    list_map_keys: Vec<KeyJson<'n>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unions: Vec<UnionJson<'n>>,
    layer: &'n str,
    /// The path of the field that has the same type. The fields are listed there.
    #[serde(skip_serializing_if = "Option::is_none")]
    fields_as: Option<&'n str>,
    /// Whether the fields are nested too deep to be listed.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    fields_too_deep: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<FieldJson<'n>>,
}

#[derive(Serialize)]
struct KeyJson<'n> {
    name: &'n str,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
}

#[derive(Serialize)]
struct UnionJson<'n> {
    #[serde(skip_serializing_if = "Option::is_none")]
    discriminator: Option<&'n str>,
    members: BTreeMap<&'n str, &'n str>,
}

pub(super) fn write(explained: &Explained<'_>, node: &FieldNode<'_>) -> Result<String, Report> {
    let json = ExplainedJson {
        api_version: &explained.named.api_version,
        kind: &explained.named.kind,
        others: explained.others,
        field: field(explained, node),
    };
    to_json(&json)
}

fn field<'n>(explained: &'n Explained<'_>, node: &'n FieldNode<'_>) -> FieldJson<'n> {
    let keys = node.list_map_keys().iter();
    let unions = innermost(node.ty).unions().iter();
    FieldJson {
        path: node.path.join("."),
        ty: describe(node.ty),
        description: explained.description(node),
        strategy: node.strategy(),
        merge_key: node.merge_key(),
        merge_key_optional: node.key_is_optional(),
        list_type: node.list_type(),
        list_map_keys: keys
            .map(|key| KeyJson {
                name: key.name(),
                default: key.default().map(ToString::to_string),
            })
            .collect(),
        unions: unions
            .map(|union| UnionJson {
                discriminator: union.discriminator(),
                members: union.members().collect(),
            })
            .collect(),
        layer: node.layer,
        fields_as: match &node.below {
            Below::SameAs(place) => Some(place),
            _ => None,
        },
        fields_too_deep: matches!(node.below, Below::TooDeep),
        fields: match &node.below {
            Below::Fields(fields) => fields.iter().map(|node| field(explained, node)).collect(),
            _ => Vec::new(),
        },
    }
}
