//! The table of vectors: the conformance cases in a form that every language can read.
//! `vectors/README.md` describes the format.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use smp_openapi::{OpenApi, OpenApiVersion, to_openapi};

use crate::schema;

/// The `apiVersion` of the kinds that the documents in `vectors/schemas` define.
const API_VERSION: &str = "vectors.example.com/v1";

/// The schema with every form of union. `OpenAPI` can't say that one member of a union must be set,
/// so its cases are left out.
const NO_DOCUMENT: &str = "unions";

/// The files of the table, each with its text, from the folder of the conformance cases and that of
/// the crate smp-json-patch. Names are relative to `vectors`.
pub fn files(conformance: &Path, json_patch: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut files = BTreeMap::new();
    for (area, cases) in areas(conformance)? {
        if area == "schemas" {
            for (name, text) in cases {
                if name != NO_DOCUMENT {
                    let document = definition(&name, &text);
                    let document = document.map_err(|error| in_file(&name, &error))?;
                    files.insert(format!("schemas/{name}.json"), pretty(&document));
                }
            }
            continue;
        }
        let vectors: Result<Vec<_>, String> = cases
            .iter()
            .filter_map(|(name, text)| {
                vector(&area, name, text).map_err(|error| in_file(name, &error)).transpose()
            })
            .collect();
        let vectors = vectors?;
        if !vectors.is_empty() {
            files.insert(format!("{area}.json"), lines(&vectors));
        }
    }
    let server = read(&json_patch.join("tests").join("json").join("server.json"))?;
    let server: Value = serde_json::from_str(&server).map_err(|error| error.to_string())?;
    let vectors = server.as_array().ok_or("server.json: no list")?;
    files.insert("json_patches.json".to_owned(), lines(vectors));
    Ok(files)
}

fn in_file(name: &str, error: &str) -> String {
    format!("{name}: {error}")
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// The texts of the YAML files of each area, by their names.
fn areas(conformance: &Path) -> Result<BTreeMap<String, BTreeMap<String, String>>, String> {
    let mut areas = BTreeMap::new();
    for area in fs::read_dir(conformance).map_err(|error| error.to_string())? {
        let area = area.map_err(|error| error.to_string())?.path();
        if !area.is_dir() {
            continue;
        }
        let mut texts = BTreeMap::new();
        for file in fs::read_dir(&area).map_err(|error| error.to_string())? {
            let file = file.map_err(|error| error.to_string())?.path();
            texts.insert(stem(&file)?, read(&file)?);
        }
        areas.insert(stem(&area)?, texts);
    }
    Ok(areas)
}

fn stem(path: &Path) -> Result<String, String> {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.map(str::to_owned).ok_or_else(|| format!("{}: no UTF-8", path.display()))
}

/// A document that defines the kind of a schema, named like the file: the unchanged custom resource
/// definition, or an `OpenAPI` document.
fn definition(name: &str, text: &str) -> Result<Value, String> {
    let value: Value = serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
    if value["kind"] == "CustomResourceDefinition" {
        return Ok(value);
    }
    let schema = schema::read(text, None)?;
    let (mut document, root) = to_openapi(&schema, OpenApiVersion::V3);
    let back = OpenApi::from_value(&document).and_then(|openapi| openapi.schema_named(&root));
    let back = back.map_err(|error| error.to_string())?.ok_or("its root is lost")?;
    if !back.schema.is_equivalent(&schema) {
        return Err("an OpenAPI document cannot have this schema".to_owned());
    }
    let (group, version) = API_VERSION.split_once('/').ok_or("no group")?;
    document["components"]["schemas"][&root]["x-kubernetes-group-version-kind"] =
        json!([{"group": group, "version": version, "kind": name}]);
    Ok(document)
}

/// The vector of a case; `None` if no document can have its schema.
fn vector(area: &str, name: &str, text: &str) -> Result<Option<Value>, String> {
    let mut case: Map<String, Value> =
        serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
    if case.get("schema").is_some_and(|schema| schema == NO_DOCUMENT) {
        return Ok(None);
    }
    // Only the Rust API has `keep_added`.
    if case.contains_key("keep_added") {
        return Ok(None);
    }
    case.remove("reference");
    let mut vector = Map::new();
    let mut keep = |new: &str, value: Value| vector.insert(new.to_owned(), value);
    keep("name", format!("{area}/{name}").into());
    for name in ["about", "source", "op"] {
        keep(name, case.remove(name).ok_or_else(|| format!("it has no {name}"))?);
    }
    keep("schema", schema_of(&mut case)?);
    let mut options: Map<String, Value> = match case.remove("options") {
        Some(Value::Object(options)) => options
            .into_iter()
            .map(|(name, value)| (camel_case(&name), kebab_case(value)))
            .collect(),
        _ => Map::new(),
    };
    if case.remove("overwrite") == Some(Value::Bool(false)) {
        options.insert("overwrite".to_owned(), "unless-both-changed".into());
    }
    if case.remove("keep_theirs") == Some(Value::Bool(true)) {
        options.insert("overwrite".to_owned(), "keep-theirs".into());
    }
    if let Some(paths) = case.remove("preconditions") {
        options.insert("mustNotChange".to_owned(), paths);
    }
    if !options.is_empty() {
        keep("options", options.into());
    }
    let Some(Value::Object(expect)) = case.remove("expect") else {
        return Err("it has no `expect`".to_owned());
    };
    let (mut inputs, mut texts) = (Map::new(), Map::new());
    for (name, value) in case {
        match name.strip_suffix("_json") {
            Some(name) => texts.insert(name.to_owned(), value),
            None => inputs.insert(name, value),
        };
    }
    keep("inputs", inputs.into());
    if !texts.is_empty() {
        keep("texts", texts.into());
    }
    keep("expect", expect.into_iter().map(outcome).collect::<Vec<_>>().into());
    Ok(Some(vector.into()))
}

/// The kind of a case, with the document that defines it unless Kubernetes does.
fn schema_of(case: &mut Map<String, Value>) -> Result<Value, String> {
    if let Some(Value::String(name)) = case.remove("type") {
        let (api_version, kind) = name.rsplit_once('/').ok_or("a type is apiVersion/Kind")?;
        return Ok(json!({"apiVersion": api_version, "kind": kind}));
    }
    let Some(Value::String(name)) = case.remove("schema") else {
        return Err("it has neither type nor schema".to_owned());
    };
    // The kinds that the custom resource definitions have.
    let (api_version, kind) = match name.as_str() {
        "web_app" => ("example.com/v1", "WebApp"),
        "nullable" => ("example.com/v1", "Page"),
        name => (API_VERSION, name),
    };
    let mut schema = json!({"apiVersion": api_version, "kind": kind, "document": name});
    if let Some(Value::Object(mut overlay)) = case.remove("overlay") {
        overlay.insert("apiVersion".to_owned(), api_version.into());
        overlay.insert("kind".to_owned(), kind.into());
        schema["overlay"] = overlay.into();
    }
    Ok(schema)
}

/// An entry of `expect`, with the dialects that it holds for.
fn outcome((key, value): (String, Value)) -> Value {
    let (dialect, is_text) = match key.strip_suffix("_json") {
        Some(dialect) => (dialect, true),
        None => (key.as_str(), false),
    };
    let mut outcome = Map::new();
    let dialects = match dialect {
        "both" | "effect" => json!(["kubernetes", "documented"]),
        one => json!([one]),
    };
    outcome.insert("dialects".to_owned(), dialects);
    let special = ["error", "paths", "violations", "effect"];
    let (name, value) = match value {
        value if is_text => ("text".to_owned(), value),
        value if dialect == "effect" => ("effect".to_owned(), value),
        Value::Object(only)
            if only.len() == 1 && only.keys().all(|key| special.contains(&key.as_str())) =>
        {
            return with(outcome, only);
        }
        value => ("result".to_owned(), value),
    };
    outcome.insert(name, value);
    outcome.into()
}

fn with(mut outcome: Map<String, Value>, members: Map<String, Value>) -> Value {
    outcome.extend(members);
    outcome.into()
}

/// `elementOrder` for `element_order`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| {
        let (head, tail) = word.split_at(1);
        text + &head.to_uppercase() + tail
    })
}

/// `server-only-first` for `server_only_first`.
fn kebab_case(value: Value) -> Value {
    match value {
        Value::String(text) => text.replace('_', "-").into(),
        other => other,
    }
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

/// A list with one vector on each line, so that changing one changes only its line.
fn lines(vectors: &[Value]) -> String {
    let lines = vectors.iter().map(ToString::to_string).collect::<Vec<_>>().join(",\n");
    format!("[\n{lines}\n]\n")
}
