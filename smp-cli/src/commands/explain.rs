//! `smp explain`: what is known of a field, and who says so.

mod json;
mod table;

use std::collections::HashMap;
use std::io::{self, Write as _};

use smp_core::{FieldRef, ListMapKey, ListType, TypeId, TypeKind, TypeRef};

use super::SUCCESS;
use crate::args::{ExplainArgs, ExplainOutput};
use crate::limits::MAX_DEPTH;
use crate::report::Report;
use crate::schemas::{Named, Schemas, full_name};
use crate::spelling::nearest;

pub(crate) fn run(args: &ExplainArgs) -> Result<u8, Report> {
    let schemas = Schemas::open(&args.schema, args.limits)?;
    let (name, path) = split(&args.field);
    let named = schemas.explained(name)?;
    let node = node(&named, &path, args.recursive)?;
    let kind = full_name((&named.api_version, &named.kind));
    let text = match args.output {
        ExplainOutput::Table => table::write(&kind, &node, args.recursive),
        ExplainOutput::Json => json::write(&named, &node)?,
    };
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Report::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(SUCCESS),
    }
}

/// `apps/v1/Deployment.spec.replicas`: the kind, whose group may have dots, and
/// the fields that lead on from there.
fn split(text: &str) -> (&str, Vec<&str>) {
    let kind = text.rfind('/').map_or(0, |slash| slash + 1);
    match text[kind..].find('.') {
        Some(dot) => (&text[..kind + dot], text[kind + dot + 1..].split('.').collect()),
        None => (text, Vec::new()),
    }
}

/// A field, or a whole object, with what is below it.
struct Node<'s> {
    /// From the root of the document; empty for the document itself.
    path: Vec<&'s str>,
    ty: TypeRef<'s>,
    field: Option<FieldRef<'s>>,
    layer: String,
    below: Below<'s>,
}

enum Below<'s> {
    /// Not asked for, or nothing there.
    Nothing,
    Fields(Vec<Node<'s>>),
    /// As the fields of the node with this path, of the same type.
    As(String),
}

impl<'s> Node<'s> {
    fn name(&self) -> &'s str {
        self.path.last().copied().unwrap_or_default()
    }

    fn strategy(&self) -> Option<String> {
        let strategy = self.field?.strategy().to_string();
        (!strategy.is_empty()).then_some(strategy)
    }

    fn merge_key(&self) -> Option<&'s str> {
        self.field?.merge_key()
    }

    fn list_type(&self) -> Option<&'static str> {
        Some(match self.field?.list_type()? {
            ListType::Atomic => "atomic",
            ListType::Set => "set",
            ListType::Map => "map",
        })
    }

    fn list_map_keys(&self) -> &'s [ListMapKey] {
        self.field.map_or(&[], FieldRef::list_map_keys)
    }

    /// The unions among the fields of this type, as text.
    fn unions(&self) -> impl Iterator<Item = String> + use<'s> {
        innermost(self.ty).unions().iter().map(|union| {
            let members = union.members().map(|(field, value)| format!("{field}={value}"));
            let members = members.collect::<Vec<_>>().join(", ");
            match union.discriminator() {
                Some(discriminator) => format!("{discriminator}: {members}"),
                None => members,
            }
        })
    }
}

/// Follows the path, through lists and maps as if they were not there.
fn node<'s>(named: &'s Named, path: &[&str], recursive: bool) -> Result<Node<'s>, Report> {
    let (mut ty, mut field) = (named.schema.root(), None);
    let mut steps = Vec::new();
    for step in path {
        let step = step.trim_end_matches("[]");
        let object = innermost(ty);
        let Some(found) = object.field(step) else {
            return Err(unknown(named, object, &steps, step));
        };
        steps.push(found.name());
        (ty, field) = (found.ty(), Some(found));
    }
    let mut tree = Tree { named, recursive, seen: HashMap::new() };
    Ok(tree.node(steps, ty, field, true))
}

fn unknown(of: &Named, object: TypeRef<'_>, steps: &[&str], step: &str) -> Report {
    let place = if steps.is_empty() { of.kind.clone() } else { steps.join(".") };
    let names: Vec<_> = object.fields().map(FieldRef::name).collect();
    let report = Report::new(format!("{place} has no field {step:?}"));
    let near = nearest(step, names.iter().copied(), |name| *name);
    match (near.as_slice(), names.as_slice()) {
        ([], []) => {
            report.help(format!("{place} is of type {}, which has no fields", describe(object)))
        }
        ([], names) => report.help(format!("its fields are {}", names.join(", "))),
        (near, _) => report.help(format!("did you mean {}?", near.join(" or "))),
    }
}

struct Tree<'s> {
    named: &'s Named,
    recursive: bool,
    /// The path at which each type was shown: once, so that a recursive type
    /// ends and a common one doesn't fill the screen.
    seen: HashMap<TypeId, String>,
}

impl<'s> Tree<'s> {
    fn node(
        &mut self,
        path: Vec<&'s str>,
        ty: TypeRef<'s>,
        field: Option<FieldRef<'s>>,
        open: bool,
    ) -> Node<'s> {
        let object = innermost(ty);
        let below = if !open || object.fields().next().is_none() {
            Below::Nothing
        } else if let Some(place) = self.seen.get(&object.id()) {
            Below::As(place.clone())
        } else {
            self.seen.insert(object.id(), path.join("."));
            let fields = object.fields().map(|field| {
                let path = path.iter().copied().chain([field.name()]).collect();
                self.node(path, field.ty(), Some(field), self.recursive)
            });
            Below::Fields(fields.collect())
        };
        Node { layer: self.named.layer(&path), path, ty, field, below }
    }
}

/// The type that a list or map has inside: of its elements, of the elements of
/// those, and so on. A list that contains nothing but itself is its own innermost
/// type, and has no fields.
fn innermost(ty: TypeRef<'_>) -> TypeRef<'_> {
    let mut inside = ty;
    for _ in 0..MAX_DEPTH {
        match inside.kind() {
            TypeKind::List(inner) | TypeKind::Map(inner) => inside = inner,
            _ => return inside,
        }
    }
    ty
}

/// `list of map of scalar`. What is nested deeper than eight lists and maps is
/// left out.
fn describe(ty: TypeRef<'_>) -> String {
    let mut text = String::new();
    let mut around = Vec::new();
    let mut ty = ty;
    loop {
        if around.contains(&ty.id()) {
            return text + "itself";
        }
        if around.len() == 8 {
            return text + "…";
        }
        around.push(ty.id());
        ty = match ty.kind() {
            TypeKind::Scalar => return text + "scalar",
            TypeKind::Object => return text + ty.name().unwrap_or("object"),
            TypeKind::List(element) => {
                text.push_str("list of ");
                element
            }
            TypeKind::Map(value) => {
                text.push_str("map of ");
                value
            }
            _ => return text + "free-form",
        };
    }
}

/// `containerPort, protocol (default TCP)`
fn keys(keys: &[ListMapKey]) -> String {
    let keys = keys.iter().map(|key| match key.default() {
        Some(default) => format!("{} (default {default})", key.name()),
        None => key.name().to_owned(),
    });
    keys.collect::<Vec<_>>().join(", ")
}
