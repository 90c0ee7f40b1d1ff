//! Writes the tables of facts for the tests of smp-types: a line for each field.

use std::fmt::Write as _;

use super::phrase::leaf;
use super::select::Selection;
use crate::openapi::{Field, Leaf, Type};

const COLUMNS: &str = "type\tfield\tvalue\trequired\tpatch strategy\tpatch merge key\t\
                       list type\tlist map keys\tmap type";

/// The text of `tests/data/fields.tsv`.
pub(super) fn fields(selection: &Selection<'_>) -> String {
    let mut table = format!("{COLUMNS}\n");
    for (name, object) in &selection.types {
        for field in &object.fields {
            let columns = [
                name.to_string(),
                field.name.clone(),
                value(&field.ty),
                if field.required { "required".to_owned() } else { String::new() },
                field.strategy.to_string(),
                field.merge_key.clone().unwrap_or_default(),
                field.list_type.clone().unwrap_or_default(),
                list_map_keys(field),
                selection.map_type(field).unwrap_or_default().to_owned(),
            ];
            // Empty columns at the end are left out.
            let _ = writeln!(table, "{}", columns.join("\t").trim_end_matches('\t'));
        }
        if object.fields.is_empty() {
            let _ = writeln!(table, "{name}");
        }
    }
    table
}

/// The text of `tests/data/kinds.tsv`.
pub(super) fn kinds(selection: &Selection<'_>) -> String {
    let mut table = String::from("apiVersion\tkind\ttype\n");
    for ((api_version, kind), name) in &selection.kinds {
        let _ = writeln!(table, "{api_version}\t{kind}\t{name}");
    }
    table
}

/// The list map keys with their defaults: `port,protocol=TCP`.
fn list_map_keys(field: &Field) -> String {
    let keys = field.list_map_keys.iter().map(|(key, default)| match default {
        Some(default) => format!("{key}={default}"),
        None => key.clone(),
    });
    keys.collect::<Vec<_>>().join(",")
}

/// The type in Go's notation: `[]T`, `map[string]T`.
fn value(ty: &Type) -> String {
    match ty {
        Type::Leaf(Leaf::Int32) => "int32".to_owned(),
        Type::Leaf(Leaf::Int64) => "int64".to_owned(),
        Type::Leaf(Leaf::Double) => "float64".to_owned(),
        Type::Leaf(Leaf::String) => "string".to_owned(),
        Type::Leaf(other) => leaf(*other).to_owned(),
        Type::Object(name) => name.to_string(),
        Type::List(element) => format!("[]{}", value(element)),
        Type::Map(value_type) => format!("map[string]{}", value(value_type)),
    }
}
