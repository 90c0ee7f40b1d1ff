//! What is known of a field, for programs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Below, Node, describe, innermost};
use crate::report::Report;
use crate::schemas::Named;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Explained<'n> {
    api_version: &'n str,
    kind: &'n str,
    #[serde(flatten)]
    field: Field<'n>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Field<'n> {
    path: String,
    #[serde(rename = "type")]
    ty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    strategy: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    merge_key: Option<&'n str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list_type: Option<&'n str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    list_map_keys: Vec<Key<'n>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unions: Vec<Union<'n>>,
    layer: &'n str,
    /// The path of the field that has the same fields, shown there.
    #[serde(skip_serializing_if = "Option::is_none")]
    fields_as: Option<&'n str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<Field<'n>>,
}

#[derive(Serialize)]
struct Key<'n> {
    name: &'n str,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'n str>,
}

#[derive(Serialize)]
struct Union<'n> {
    #[serde(skip_serializing_if = "Option::is_none")]
    discriminator: Option<&'n str>,
    members: BTreeMap<&'n str, &'n str>,
}

pub(super) fn write(named: &Named, node: &Node<'_>) -> Result<String, Report> {
    let explained =
        Explained { api_version: &named.api_version, kind: &named.kind, field: field(node) };
    serde_json::to_string_pretty(&explained)
        .map(|text| text + "\n")
        .map_err(|error| Report::new(format!("cannot write the result: {error}")))
}

fn field<'n>(node: &'n Node<'_>) -> Field<'n> {
    let keys = node.list_map_keys().iter();
    let unions = innermost(node.ty).unions().iter();
    Field {
        path: node.path.join("."),
        ty: describe(node.ty),
        strategy: node.strategy(),
        merge_key: node.merge_key(),
        list_type: node.list_type(),
        list_map_keys: keys.map(|key| Key { name: key.name(), default: key.default() }).collect(),
        unions: unions
            .map(|union| Union {
                discriminator: union.discriminator(),
                members: union.members().collect(),
            })
            .collect(),
        layer: &node.layer,
        fields_as: match &node.below {
            Below::As(place) => Some(place),
            _ => None,
        },
        fields: match &node.below {
            Below::Fields(fields) => fields.iter().map(field).collect(),
            _ => Vec::new(),
        },
    }
}
