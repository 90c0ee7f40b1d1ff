//! The descriptions of fields in the files that define their kinds. The built-in kinds have none.

use std::cmp::Reverse;

use serde_json::Value;

use super::builtin_names::group;
use super::file::SchemaContent;
use super::named::NamedSchema;
use super::registry::Schemas;
use crate::limits::MAX_DEPTH;

/// The document that defines a kind, and the JSON pointer of the schema of the kind in it.
pub(crate) struct Descriptions {
    document: Value,
    pointer: String,
}

impl Schemas {
    /// The descriptions of a kind, if a file defines it. `O(n)` in the file.
    pub(crate) fn descriptions(&self, named: &NamedSchema) -> Option<Descriptions> {
        let (api_version, kind) = (&*named.api_version, &*named.kind);
        let mut documents: Vec<_> = self.documents.iter().collect();
        documents.sort_by_key(|document| Reverse(document.origin));
        let defining =
            documents.into_iter().find(|it| it.kinds().contains(&(api_version, kind)))?;
        let document: Value = defining.value()?;
        let pointer = match &defining.content {
            SchemaContent::CustomResources(_) => in_definition(&document, api_version, kind)?,
            _ => in_open_api(&document, api_version, kind)?,
        };
        Some(Descriptions { document, pointer })
    }
}

impl Descriptions {
    /// The description of the field at a path; the kind itself has the empty path. `O(n)` in the
    /// path and the references on the way.
    pub(crate) fn of(&self, path: &[&str]) -> Option<&str> {
        let root = self.document.pointer(&self.pointer)?;
        let node = path.iter().try_fold(root, |node, name| self.field(node, name))?;
        let text = self.search(node, false, |node| node["description"].as_str())?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// The schema of a field of an object, of the elements of a list, or of the values of a map.
    fn field<'v>(&'v self, node: &'v Value, name: &str) -> Option<&'v Value> {
        self.search(node, true, |node| node["properties"].get(name))
    }

    /// The first thing that `find` finds in a schema, or in the schemas that it refers to. With
    /// `inside` the schemas of elements and values are searched, too.
    fn search<'v, T>(
        &'v self,
        node: &'v Value,
        inside: bool,
        find: impl Fn(&'v Value) -> Option<T>,
    ) -> Option<T> {
        let mut open = vec![node];
        for _ in 0..MAX_DEPTH {
            let node = open.pop()?;
            if let Some(found) = find(node) {
                return Some(found);
            }
            if inside {
                open.extend(["items", "additionalProperties"].iter().filter_map(|it| node.get(it)));
            }
            open.extend(node["allOf"].as_array().into_iter().flatten().rev());
            let reference = node["$ref"].as_str().and_then(|it| it.strip_prefix('#'));
            open.extend(reference.and_then(|pointer| self.document.pointer(pointer)));
        }
        None
    }
}

/// The schema of a version in a `CustomResourceDefinition`, or in a list of those.
fn in_definition(document: &Value, api_version: &str, kind: &str) -> Option<String> {
    let of = |definition: &Value| -> Option<usize> {
        let spec = &definition["spec"];
        let fits = spec["group"] == group(api_version) && spec["names"]["kind"] == kind;
        let version = api_version.rsplit_once('/')?.1;
        let mut versions = spec["versions"].as_array().filter(|_| fits)?.iter();
        versions.position(|it| it["name"] == version)
    };
    let schema =
        |base: &str, at: usize| format!("{base}/spec/versions/{at}/schema/openAPIV3Schema");
    if let Some(at) = of(document) {
        return Some(schema("", at));
    }
    let mut items = document["items"].as_array()?.iter().enumerate();
    items.find_map(|(item, definition)| Some(schema(&format!("/items/{item}"), of(definition)?)))
}

/// The definition of a kind in an `OpenAPI` document.
fn in_open_api(document: &Value, api_version: &str, kind: &str) -> Option<String> {
    let (group, version) = api_version.rsplit_once('/').unwrap_or(("", api_version));
    for base in ["/definitions", "/components/schemas"] {
        let Some(definitions) = document.pointer(base).and_then(Value::as_object) else { continue };
        for (name, definition) in definitions {
            let kinds = definition["x-kubernetes-group-version-kind"].as_array();
            let fits =
                |it: &Value| it["group"] == group && it["version"] == version && it["kind"] == kind;
            if kinds.is_some_and(|kinds| kinds.iter().any(fits)) {
                return Some(format!("{base}/{}", name.replace('~', "~0").replace('/', "~1")));
            }
        }
    }
    None
}
