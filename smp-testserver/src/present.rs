//! [`Form`]: the forms in which objects are returned: as they are, only their metadata, or as rows of a table.

use serde_json::{Value, json};

use crate::object::{at, set, text};
use crate::registry::Resource;

/// The form in which a client wants objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Object,
    Metadata,
    Table,
}

impl Form {
    /// The form that a header `accept` asks for first.
    pub(crate) fn of(accept: &str) -> Self {
        let parameter = |part: &str, name: &str| {
            let found = part.split(';').find_map(|it| it.trim().strip_prefix(name));
            found.map(str::to_owned)
        };
        for part in accept.split(',') {
            let named = parameter(part, "as=");
            match named.as_deref() {
                Some("Table") => return Self::Table,
                Some("PartialObjectMetadata" | "PartialObjectMetadataList") => {
                    return Self::Metadata;
                }
                _ => {}
            }
        }
        Self::Object
    }

    /// An object, a list or a `Status` in this form.
    pub(crate) fn shown(self, resource: &Resource, value: Value) -> Value {
        let is_status = text(&value, "/kind") == "Status" && text(&value, "/apiVersion") == "v1";
        match self {
            _ if is_status => value,
            Self::Object => value,
            Self::Metadata => match value.get("items").and_then(Value::as_array) {
                Some(items) => json!({
                    "kind": "PartialObjectMetadataList", "apiVersion": "meta.k8s.io/v1",
                    "metadata": at(&value, "/metadata"),
                    "items": items.iter().map(metadata_of).collect::<Vec<_>>(),
                }),
                None => metadata_of(&value),
            },
            Self::Table => table(resource, &value),
        }
    }
}

fn metadata_of(object: &Value) -> Value {
    json!({
        "kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1",
        "metadata": at(object, "/metadata"),
    })
}

/// A table with the columns that every table has first and last, and those of the definition between them.
fn table(resource: &Resource, value: &Value) -> Value {
    let objects = match value.get("items").and_then(Value::as_array) {
        Some(items) => items.clone(),
        None => vec![value.clone()],
    };
    let column = |name: &str, kind: &str, format: &str, priority: u8| {
        json!({
            "name": name, "type": kind, "format": format, "description": "", "priority": priority,
        })
    };
    let own = resource.structure.as_ref().map_or(&[][..], |it| &it.columns);
    let mut columns = vec![column("Name", "string", "name", 0)];
    columns.extend(own.iter().map(|(name, kind, _)| column(name, kind, "", 0)));
    let has_age = own.iter().any(|(name, ..)| name.eq_ignore_ascii_case("age"));
    if !has_age {
        columns.push(column("Created At", "date", "", 0));
    }
    let row = |object: &Value| {
        let mut cells = vec![at(object, "/metadata/name").clone()];
        cells.extend(own.iter().map(|(_, _, path)| at_path(object, path)));
        if !has_age {
            cells.push(at(object, "/metadata/creationTimestamp").clone());
        }
        json!({"cells": cells, "object": metadata_of(object)})
    };
    let metadata = match value.get("items") {
        Some(_) => at(value, "/metadata").clone(),
        None => json!({"resourceVersion": text(value, "/metadata/resourceVersion")}),
    };
    json!({
        "kind": "Table", "apiVersion": "meta.k8s.io/v1", "metadata": metadata,
        "columnDefinitions": columns, "rows": objects.iter().map(row).collect::<Vec<_>>(),
    })
}

/// The value at a simple path, such as `.spec.replicas`; null for a path with filters.
fn at_path(object: &Value, path: &str) -> Value {
    let mut names = path.trim_start_matches('.').split('.');
    let found = names.try_fold(object, |value, name| match name.split_once('[') {
        Some((name, index)) => {
            value.get(name)?.get(index.trim_end_matches(']').parse::<usize>().ok()?)
        }
        None => value.get(name),
    });
    found.cloned().unwrap_or_default()
}

/// The metadata of a whole list. A server's list of custom resources has an empty token.
pub(crate) fn list_metadata(resource: &Resource, revision: u64) -> Value {
    let mut metadata = json!({"resourceVersion": revision.to_string()});
    if resource.is_custom() {
        set(&mut metadata, &["continue"], "");
    }
    metadata
}

/// A list of objects of a resource. Objects of Kubernetes' own kinds do not state their kind in lists.
pub(crate) fn list_of(resource: &Resource, metadata: &Value, mut items: Vec<Value>) -> Value {
    if !resource.is_custom() {
        for item in items.iter_mut().filter_map(Value::as_object_mut) {
            item.remove("kind");
            item.remove("apiVersion");
        }
    }
    json!({
        "kind": resource.list_kind, "apiVersion": resource.api_version(), "metadata": metadata,
        "items": items,
    })
}
