//! The descriptions of fields in the files that define their kinds. The built-in kinds have none.

use std::cmp::Reverse;

use serde_json::Value;
use smp_openapi::{LayeredSchema, OpenApi, SchemaDocument};

use super::Schemas;
use crate::api_resources::{group_and_version, group_of};
use crate::input::Input;
use crate::limits::MAX_DEPTH;

/// The document that defines a kind, and the JSON pointer of the schema of the kind in it.
pub(crate) struct Descriptions {
    document: Value,
    pointer: String,
}

impl Schemas {
    /// The descriptions of a kind, if a file defines it. `O(n)` in the file.
    pub(crate) fn descriptions(&self, found: &LayeredSchema) -> Option<Descriptions> {
        let (api_version, kind) = (&*found.api_version, &*found.kind);
        let documents = self.set.documents().iter().enumerate();
        let (number, defining) = documents
            .filter(|(_, it)| it.content.kinds().any(|defined| defined == (api_version, kind)))
            .min_by_key(|(_, it)| Reverse(it.priority))?;
        // As plain JSON, since the imported schemas have no descriptions.
        let read = |input: &Input<'_>| serde_json::from_str::<Value>(input.json()).ok();
        let document = self.with_input(number, read)??;
        let pointer = match &defining.content {
            SchemaDocument::OpenApi(all) => in_open_api(&document, all, api_version, kind)?,
            _ => in_definition(&document, api_version, kind)?,
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

    /// The schema of a field, which may belong to an object, to the elements of a list, or to the
    /// values of a map.
    fn field<'v>(&'v self, node: &'v Value, name: &str) -> Option<&'v Value> {
        self.search(node, true, |node| node["properties"].get(name))
    }

    /// The first result of `find` in a schema, or in the schemas that it refers to. With `inside` the
    /// schemas of elements and values are searched, too.
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
        let fits = spec["group"] == group_of(api_version) && spec["names"]["kind"] == kind;
        let version = group_and_version(api_version).1;
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
fn in_open_api(document: &Value, all: &OpenApi, api_version: &str, kind: &str) -> Option<String> {
    let name = all.name_of(api_version, kind)?.replace('~', "~0").replace('/', "~1");
    let mut places =
        ["/definitions/", "/components/schemas/"].map(|base| format!("{base}{name}")).into_iter();
    places.find(|pointer| document.pointer(pointer).is_some())
}
