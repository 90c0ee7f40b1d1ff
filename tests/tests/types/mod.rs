//! The facts about Kubernetes' types with which smp-types is compared: the committed table and
//! the OpenAPI document that `SMP_OPENAPI` names. This code shares nothing with the
//! generator: a mistake there would otherwise go unnoticed.
#![allow(dead_code, reason = "each test uses some of it")]

pub(crate) mod full;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

const FIELDS: &str = include_str!("../../data/fields.tsv");
const KINDS: &str = include_str!("../../data/kinds.tsv");
const UNIONS: &str = include_str!("../../data/unions.tsv");

/// Types by name (`core/v1.Container`), each with its fields by JSON name.
pub(crate) type Types = BTreeMap<String, BTreeMap<String, Fact>>;

/// The name of each type that is a kind, by `apiVersion` and `kind`.
pub(crate) type DocumentKinds = BTreeMap<(String, String), String>;

/// The facts about a field, as text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fact {
    /// Examples: `[]core/v1.Container`, `map[string]Quantity`, `int32`.
    pub(crate) value: String,
    pub(crate) required: bool,
    pub(crate) strategy: String,
    pub(crate) merge_key: String,
    pub(crate) list_type: String,
    /// Example: `containerPort,protocol=TCP`.
    pub(crate) list_map_keys: String,
    pub(crate) map_type: String,
}

/// The form of a value, read from [`Fact::value`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape<'f> {
    Scalar(&'f str),
    Any,
    Object(&'f str),
    List(&'f str),
    Map(&'f str),
}

pub(crate) fn shape(value: &str) -> Shape<'_> {
    if let Some(element) = value.strip_prefix("[]") {
        Shape::List(element)
    } else if let Some(inner) = value.strip_prefix("map[string]") {
        Shape::Map(inner)
    } else if value.contains('/') {
        Shape::Object(value)
    } else if matches!(value, "EmptyObject" | "FieldsV1" | "Json" | "RawExtension") {
        Shape::Any
    } else {
        Shape::Scalar(value)
    }
}

/// The committed table.
pub(crate) fn table() -> Types {
    let mut types = Types::new();
    for line in FIELDS.lines().skip(1) {
        let mut columns = line.split('\t');
        let mut next = || columns.next().unwrap_or_default().to_owned();
        let (ty, field) = (next(), next());
        let fact = Fact {
            value: next(),
            required: next() == "required",
            strategy: next(),
            merge_key: next(),
            list_type: next(),
            list_map_keys: next(),
            map_type: next(),
        };
        let fields = types.entry(ty).or_default();
        if !field.is_empty() {
            assert!(fields.insert(field, fact).is_none(), "twice in the table: {line}");
        }
    }
    types
}

/// The name of each type that is a kind, by `apiVersion` and `kind`, from the committed table.
pub(crate) fn kinds() -> BTreeMap<(&'static str, &'static str), &'static str> {
    let columns = KINDS.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    columns
        .map(|columns| match columns.as_slice() {
            [api_version, kind, ty] => ((*api_version, *kind), *ty),
            other => panic!("a kind has three columns: {other:?}"),
        })
        .collect()
}

/// The `apiVersion` and `kind` of a type that is a kind.
pub(crate) fn kind_of(ty: &str) -> Option<(&'static str, &'static str)> {
    let row = KINDS.lines().skip(1).find(|row| row.ends_with(ty))?;
    let mut columns = row.split('\t');
    let key = (columns.next()?, columns.next()?);
    (columns.next() == Some(ty)).then_some(key)
}

/// The committed unions, by type: the discriminator, the members with their values,
/// and the flags.
pub(crate) fn unions() -> BTreeMap<&'static str, [&'static str; 3]> {
    let rows = UNIONS.lines().skip(1).map(|line| {
        let mut columns = line.split('\t');
        let mut next = || columns.next().unwrap_or_default();
        (next(), [next(), next(), next()])
    });
    rows.collect()
}

/// The types that the fields of a type reach, including itself.
pub(crate) fn reachable<'t>(types: &'t Types, root: &'t str) -> BTreeSet<&'t str> {
    let (mut found, mut open) = (BTreeSet::new(), vec![root]);
    while let Some(name) = open.pop() {
        if found.insert(name) {
            for fact in types[name].values() {
                let mut value = fact.value.as_str();
                while let Shape::List(inner) | Shape::Map(inner) = shape(value) {
                    value = inner;
                }
                if let Shape::Object(inner) = shape(value) {
                    open.push(inner);
                }
            }
        }
    }
    found
}

/// The OpenAPI document.
pub(crate) struct Document {
    pub(crate) types: Types,
    pub(crate) kinds: DocumentKinds,
    /// The full name of each type.
    pub(crate) paths: BTreeMap<String, String>,
    /// The `apiVersion` of each package that has kinds.
    pub(crate) packages: BTreeMap<String, String>,
}

/// All types and kinds of the OpenAPI document that `SMP_OPENAPI` names.
pub(crate) fn document() -> Document {
    let path = std::env::var_os("SMP_OPENAPI").expect("SMP_OPENAPI names a document");
    let text = std::fs::read_to_string(path).expect("SMP_OPENAPI names a readable document");
    let document: Value = serde_json::from_str(&text).expect("the document is JSON");
    let definitions = document["definitions"].as_object().expect("the document has definitions");
    let mut types = Types::new();
    let mut kinds = DocumentKinds::new();
    let (mut paths, mut packages) = (BTreeMap::new(), BTreeMap::new());
    for (path, definition) in definitions {
        let name = short(path);
        paths.insert(name.clone(), path.clone());
        for kind in definition["x-kubernetes-group-version-kind"].as_array().into_iter().flatten() {
            let api_version = match (text_of(&kind["group"]), text_of(&kind["version"])) {
                (group, version) if group.is_empty() => version,
                (group, version) => format!("{group}/{version}"),
            };
            if definition["x-kubernetes-group-version-kind"][1].is_null() {
                let package = path.rsplit_once('.').expect("a package").0;
                packages.insert(package.to_owned(), api_version.clone());
            }
            kinds.insert((api_version, text_of(&kind["kind"])), name.clone());
        }
        let required: Vec<_> =
            definition["required"].as_array().into_iter().flatten().map(text_of).collect();
        let fields = definition["properties"].as_object().into_iter().flatten();
        let facts = fields.map(|(field, says)| {
            let mut fact = fact(definitions, &name, says);
            fact.required = required.contains(field);
            (field.clone(), fact)
        });
        types.insert(name.clone(), facts.collect());
    }
    Document { types, kinds, paths, packages }
}

fn fact(definitions: &serde_json::Map<String, Value>, of: &str, says: &Value) -> Fact {
    let keys = says["x-kubernetes-list-map-keys"].as_array().into_iter().flatten();
    let keys = keys.map(|key| match text_of(key) {
        // Kubernetes' default for the protocol of ports of containers and services. The
        // document lacks it.
        key if key == "protocol" && (of.ends_with("Container") || of.ends_with("ServiceSpec")) => {
            "protocol=TCP".to_owned()
        }
        key => key,
    });
    let referred = says["$ref"].as_str().map(|path| &definitions[target(path)]);
    let map_type = match text_of(&says["x-kubernetes-map-type"]) {
        none if none.is_empty() => {
            referred.map(|ty| text_of(&ty["x-kubernetes-map-type"])).unwrap_or_default()
        }
        own => own,
    };
    Fact {
        value: value(definitions, says),
        required: false,
        strategy: text_of(&says["x-kubernetes-patch-strategy"]).replace(',', "|"),
        merge_key: text_of(&says["x-kubernetes-patch-merge-key"]),
        // For bytes the document has the list type of Go's `[]byte`; in JSON they are a string.
        list_type: match says["format"].as_str() {
            Some("byte") => String::new(),
            _ => text_of(&says["x-kubernetes-list-type"]),
        },
        list_map_keys: keys.collect::<Vec<_>>().join(","),
        map_type,
    }
}

fn value(definitions: &serde_json::Map<String, Value>, says: &Value) -> String {
    if let Some(path) = says["$ref"].as_str() {
        let short = short(target(path));
        let definition = &definitions[target(path)];
        return match short.rsplit_once('.').map(|(_, name)| name) {
            Some(
                leaf @ ("Quantity" | "FieldsV1" | "MicroTime" | "Time" | "RawExtension"
                | "IntOrString"),
            ) => leaf.to_owned(),
            _ if definition["type"] == "object" && definition["properties"].is_null() => {
                "EmptyObject".to_owned()
            }
            _ if definition["type"].is_null() => "Json".to_owned(),
            _ => short,
        };
    }
    match says["type"].as_str() {
        Some("array") => format!("[]{}", value(definitions, &says["items"])),
        Some("object") => {
            format!("map[string]{}", value(definitions, &says["additionalProperties"]))
        }
        Some("boolean") => "bool".to_owned(),
        Some("integer") => text_of(&says["format"]),
        Some("number") => "float64".to_owned(),
        Some("string") if says["format"] == "byte" => "ByteString".to_owned(),
        Some("string") => "string".to_owned(),
        other => format!("unknown {other:?}"),
    }
}

fn target(reference: &str) -> &str {
    reference.strip_prefix("#/definitions/").expect("a reference within the document")
}

/// `io.k8s.api.core.v1.Container` is `core/v1.Container`.
pub(crate) fn short(path: &str) -> String {
    let parts: Vec<_> = path.rsplitn(4, '.').collect();
    match parts.as_slice() {
        [name, version, group, _] => format!("{group}/{version}.{name}"),
        _ => path.to_owned(),
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
