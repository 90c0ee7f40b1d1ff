//! `smp explain`: how a field is merged, and which layer defines that.

mod fields;
mod table;

use std::collections::HashMap;

use serde::Serialize;
use smp_core::schema::FieldRef;
use smp_core::{TypeRef, nearest};
use smp_openapi::{ImportError, LayeredSchema, field_names};

use crate::args::{ExplainArgs, ExplainOutput};
use crate::limits::MAX_DEPTH;
use crate::output::{print, to_json};
use crate::report::Report;
use crate::schemas::{Descriptions, Resolved, Schemas, removal};
use crate::status::SUCCESS;
use fields::{FieldNode, Tree};

/// The most fields that a message lists.
const LISTED_FIELDS: usize = 40;

/// A kind, or one of its fields, with everything that is shown; serialized, it is the JSON output.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Explained<'s> {
    api_version: &'s str,
    kind: &'s str,
    /// Other kinds with the same name.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    others: &'s [String],
    #[serde(flatten)]
    field: FieldNode<'s>,
}

pub(crate) fn run(args: &ExplainArgs) -> Result<u8, Report> {
    let schemas = Schemas::of_dialect(&args.schema, &args.dialect)?;
    let Resolved { layered: named, path, others } = schemas.resolve(&args.field)?;
    let descriptions = schemas.descriptions(&named);
    let field = find_field(&schemas, &named, descriptions.as_ref(), path, args.recursive)?;
    let paths: Vec<_> = field.all().iter().map(|it| it.steps.as_slice()).collect();
    schemas.warn_of_fields(&named, &paths);
    removal(&named, Report::new).iter().for_each(Report::print_warning);
    let (api_version, kind) = (&named.api_version, &named.kind);
    let explained = Explained { api_version, kind, others: &others, field };
    let text = match args.output {
        ExplainOutput::Table => table::write(&explained, args.recursive),
        ExplainOutput::Json => to_json(&explained)?,
    };
    print(text.as_bytes())?;
    Ok(SUCCESS)
}

/// The fields below a kind or field, each with its type.
pub(crate) fn fields_at(schemas: &Schemas, text: &str) -> Result<Vec<(String, String)>, Report> {
    let Resolved { layered: named, path, .. } = schemas.resolve(text)?;
    let node = find_field(schemas, &named, None, path, false)?;
    Ok(node.fields.into_iter().map(|field| (field.name().to_owned(), field.ty)).collect())
}

/// Finds the field at a path. The path leads through lists and maps, with or without
/// a step `[]` into them.
fn find_field<'s>(
    schemas: &Schemas,
    named: &'s LayeredSchema,
    descriptions: Option<&'s Descriptions>,
    path: &str,
    recursive: bool,
) -> Result<FieldNode<'s>, Report> {
    let fields = match path {
        "" => Vec::new(),
        path => field_names(path).map_err(|error| Report::new(mistake(&error)))?,
    };
    let (mut ty, mut field) = (named.schema.root(), None);
    let mut steps = Vec::new();
    for name in fields {
        let object = ty.innermost();
        let Some(found) = object.field(&name) else {
            return Err(unknown_field(schemas, named, object, &steps, &name));
        };
        steps.push(found.name());
        (ty, field) = (found.ty(), Some(found));
    }
    let levels = if recursive { MAX_DEPTH } else { 1 };
    let mut tree = Tree { named, descriptions, recursive, seen: HashMap::new() };
    Ok(tree.node(steps, ty, field, levels))
}

fn mistake(error: &ImportError) -> String {
    error.mistakes().first().map_or_else(|| error.to_string(), |it| it.message().to_owned())
}

fn unknown_field(
    schemas: &Schemas,
    of: &LayeredSchema,
    object: TypeRef<'_>,
    path: &[&str],
    name: &str,
) -> Report {
    let place = if path.is_empty() { of.kind.clone() } else { path.join(".") };
    let mut names: Vec<_> = object.fields().map(FieldRef::name).collect();
    let report = Report::new(format!("{place} has no field {name:?}"));
    let is_there = |root: TypeRef<'_>| {
        let mut names = path.iter().chain([&name]);
        names.try_fold(root, |ty, name| ty.innermost().field(name).map(FieldRef::ty)).is_some()
    };
    let missing = schemas.missing_field((&of.api_version, &of.kind), path, is_there);
    let is_known = missing.is_known();
    let report = missing.explain(report);
    if is_known {
        return report;
    }
    let near = nearest(name, names.iter().copied(), |name| *name);
    if !near.is_empty() {
        return report.help(format!("did you mean {}?", near.join(" or ")));
    }
    if names.is_empty() {
        let ty = object.in_words();
        return report.help(format!("{place} is of type {ty}, which has no fields"));
    }
    let more = names.len().saturating_sub(LISTED_FIELDS);
    names.truncate(LISTED_FIELDS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    report.help(format!("its fields are {}{more}", names.join(", ")))
}
