//! The schemas of kinds, and answers about them.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use smp_core::schema::FieldRef;
use smp_core::{Document, Error, Schema, SchemaBuilder, nearest};
use smp_openapi::{CustomResources, ImportError, OpenApi, Overlay, SchemaDocument, SchemaSet};
use smp_types::Catalogue;
use smp_yaml::documents;

use crate::failure::Failure;
use crate::input::{Input, Whole};
use crate::request::Request;
use crate::{Columns, NO_KIND, json};

/// A kind.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Kind<'s> {
    api_version: &'s str,
    kind: &'s str,
}

/// The kinds of an engine, with the schemas that were needed so far.
#[derive(Debug)]
pub(crate) struct Kinds {
    set: SchemaSet,
    /// The schemas that were needed, by apiVersion and kind.
    kept: Mutex<BTreeMap<String, BTreeMap<String, Schema>>>,
}

impl Kinds {
    pub(crate) fn new(catalogue: Catalogue) -> Self {
        Self { set: SchemaSet::new(catalogue), kept: Mutex::default() }
    }

    /// A lock poisoned by a panic is still valid: threads only read schemas or add complete ones.
    fn kept(&self) -> MutexGuard<'_, BTreeMap<String, BTreeMap<String, Schema>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds the documents of a text, all of them or none. The answer has their kinds.
pub(crate) fn add(
    kinds: &mut Kinds,
    (name, columns): (&str, Columns),
    text: &str,
) -> Result<String, Failure> {
    let mut found = Vec::new();
    for piece in documents(text).into_iter().filter(smp_yaml::Piece::has_content) {
        let whole = Whole { name: "schema", text, columns, is_patch: false };
        if let Some(input) = Input::read(whole, piece.range, piece.format)? {
            found.push(definition(&input)?);
        }
    }
    let added = found.iter().flat_map(SchemaDocument::kinds);
    let added = added.map(|(api_version, kind)| Kind { api_version, kind }).collect::<Vec<_>>();
    let answer = json(&added);
    for document in found {
        kinds.set.add(name, 0, document);
    }
    // A definition or an overlay can change any of the kept schemas.
    kinds.kept().clear();
    Ok(answer)
}

/// Schemas that a document defines.
fn definition(input: &Input<'_>) -> Result<SchemaDocument, Failure> {
    let document = input.document()?;
    let text = input.json().as_bytes();
    let root = smp_core::Path::root();
    let has = |name: &str| document.get(name).is_some();
    let kind = document.get("kind");
    let kind = kind.as_ref().and_then(Document::as_str);
    let failed = |error: ImportError| {
        Failure::new("invalid_schema", error.to_string()).at(input, &root, false)
    };
    Ok(match kind.as_deref() {
        Some("CustomResourceDefinition" | "CustomResourceDefinitionList" | "List") => {
            CustomResources::from_slice(text).map_err(failed)?.into()
        }
        _ if ["definitions", "components", "openapi", "swagger"].into_iter().any(has) => {
            OpenApi::from_slice(text).map_err(failed)?.into()
        }
        _ if has("fields") => serde_json::from_slice::<Overlay>(text)
            .map_err(|error| {
                let message = format!("invalid overlay: {error}");
                Failure::new("invalid_schema", message).at(input, &root, false)
            })?
            .into(),
        _ => {
            let failure = Failure::new("invalid_schema", "this is not a schema");
            let help = "a schema is a CustomResourceDefinition, an OpenAPI document, or an overlay, \
                        which has apiVersion, kind and fields";
            return Err(failure.at(input, &root, false).help(help));
        }
    })
}

/// The schema that the request names, or that of the first input that has a kind.
pub(crate) fn schema_for(
    kinds: &Kinds,
    request: &Request<'_>,
    inputs: &[&Input<'_>],
) -> Result<Schema, Failure> {
    if let Some(name) = &request.schema {
        return schema_of(kinds, &name.api_version, &name.kind);
    }
    for input in inputs {
        // The operation itself reports mistakes in the input.
        let Ok(document) = Document::from_json(input.json()) else { continue };
        let text = |name: &str| Some(document.get(name)?.as_str()?.into_owned());
        if let (Some(api_version), Some(kind)) = (text("apiVersion"), text("kind")) {
            return schema_of(kinds, &api_version, &kind);
        }
        // Reads the whole text, to report mistakes that were not noticed so far.
        document.to_json_pretty(2).map_err(|error| input.failed(&error, smp_core::Role::Live))?;
    }
    if let Some(input) = inputs.first() {
        input.document()?;
    }
    Err(Failure::new("no_schema", NO_KIND))
}

/// The schema of a kind.
pub(crate) fn schema_of(kinds: &Kinds, api_version: &str, kind: &str) -> Result<Schema, Failure> {
    if let Some(kept) = kinds.kept().get(api_version).and_then(|kinds| kinds.get(kind)) {
        return Ok(kept.clone());
    }
    if let Some(found) = kinds.set.find(api_version, kind)? {
        let mut kept = kinds.kept();
        let of_version = kept.entry(api_version.to_owned()).or_default();
        of_version.insert(kind.to_owned(), found.schema.clone());
        return Ok(found.schema);
    }
    let error = Error::no_schema(api_version, kind);
    let mut failure = Failure::new("no_schema", error.message());
    let known: Vec<&str> = kinds.set.kinds().map(|(_, kind)| kind).collect();
    failure = match nearest(kind, known, |kind| *kind).first() {
        Some(near) if *near != kind => failure.help(format!("did you mean {near}?")),
        _ => failure.help(
            "add the definition of the kind, or use a JSON merge patch, as clusters do for custom \
             resources",
        ),
    };
    Err(failure)
}

/// A schema without fields: objects merge, lists are replaced.
pub(crate) fn free_form() -> Result<Schema, Failure> {
    let mut types = SchemaBuilder::new();
    let any = types.any();
    let root = types.map(any);
    types.build(root).map_err(|error| Failure::new("invalid_schema", error.to_string()))
}

/// All kinds that have a schema.
pub(crate) fn names(kinds: &Kinds) -> String {
    let kinds = kinds.set.kinds().map(|(api_version, kind)| Kind { api_version, kind });
    let mut kinds: Vec<_> = kinds.collect();
    kinds.sort_unstable_by_key(|kind| (kind.kind, kind.api_version));
    kinds.dedup_by_key(|kind| (kind.kind, kind.api_version));
    json(&kinds)
}

/// A field, or a kind, with how it is merged.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Field {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    strategy: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    merge_key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    list_map_keys: Vec<String>,
    /// The layer of the schema that defines the field.
    layer: String,
}

/// A field with the fields below it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Explained {
    api_version: String,
    kind: String,
    path: String,
    #[serde(flatten)]
    field: Field,
    fields: Vec<Field>,
}

/// The merge metadata of a field and of the fields below it. The kind is that of `schema`; the
/// field is a path of names with dots between them.
pub(crate) fn explain(kinds: &Kinds, request: &Request<'_>) -> Result<String, Failure> {
    let Some(kind) = &request.schema else {
        return Err(Failure::new("invalid_request", "it has no `schema`"));
    };
    let Some(layered) = kinds.set.find(&kind.api_version, &kind.kind)? else {
        return schema_of(kinds, &kind.api_version, &kind.kind).map(|_| String::new());
    };
    let path = request.field.as_deref().unwrap_or_default();
    let names = match path {
        "" => Vec::new(),
        path => smp_openapi::field_names(path)
            .map_err(|error| Failure::new("invalid_path", error.to_string()))?,
    };
    let (mut ty, mut field) = (layered.schema.root(), None);
    let mut steps = Vec::new();
    for name in &names {
        let object = ty.innermost();
        let Some(found) = object.field(name) else {
            let fields: Vec<&str> = object.fields().map(FieldRef::name).collect();
            let owner = object.name().unwrap_or(&layered.kind);
            let failure = Failure::new("unknown_field", format!("{owner} has no field {name}"));
            return Err(match nearest(name, fields, |name| *name).first() {
                Some(near) => failure.help(format!("did you mean {near}?")),
                None => failure,
            });
        };
        steps.push(found.name());
        (ty, field) = (found.ty(), Some(found));
    }
    let describe_field = |field: FieldRef<'_>, steps: &[&str]| Field {
        name: field.name().to_owned(),
        ty: field.ty().in_words(),
        strategy: field.strategy().to_string(),
        merge_key: field.merge_key().map(str::to_owned),
        list_type: field.list_type().map(smp_core::ListType::as_str),
        list_map_keys: field
            .list_map_keys()
            .iter()
            .map(|key| match key.default() {
                Some(default) => format!("{} (default {default})", key.name()),
                None => key.name().to_owned(),
            })
            .collect(),
        layer: layered.layer(steps).to_owned(),
    };
    let below = ty.innermost().fields().map(|field| {
        let steps: Vec<&str> = steps.iter().copied().chain([field.name()]).collect();
        describe_field(field, &steps)
    });
    let fields = below.collect();
    let own = match field {
        Some(field) => describe_field(field, &steps),
        None => Field {
            name: layered.kind.clone(),
            ty: ty.in_words(),
            strategy: String::new(),
            merge_key: None,
            list_type: None,
            list_map_keys: Vec::new(),
            layer: layered.layer(&[]).to_owned(),
        },
    };
    let (api_version, kind) = (layered.api_version.clone(), layered.kind.clone());
    Ok(json(&Explained { api_version, kind, path: steps.join("."), field: own, fields }))
}
