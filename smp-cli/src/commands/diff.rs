//! `smp diff`: the patch between two versions of objects.

use std::collections::HashMap;

use smp_core::{Document, Patch, Path, Role, View};

use super::documents::{expect_object, view};
use super::engine_error::{Part, engine_error};
use super::files::read;
use super::status::{FOUND, SUCCESS};
use crate::args::DiffArgs;
use crate::identity::Identity;
use crate::input::Input;
use crate::output::Output;
use crate::report::Report;
use crate::schemas::Schemas;

pub(crate) fn run(args: &DiffArgs) -> Result<u8, Report> {
    let [original, modified] = read([&args.original, &args.modified], args.limits)?;
    let (originals, modifieds) = (original.documents()?, modified.documents()?);
    let mut output = Output::new(args.output.output, original.format());
    let schemas = Schemas::open(&args.schema, args.limits)?;
    let options = args.dialect.options();
    let pairs = pair(&originals, &modifieds)?;
    let several = pairs.len() > 1;
    let mut found = false;
    for (original, modified) in pairs {
        let (old, new) = (expect_object(original)?, expect_object(modified)?);
        let (identity, now) = (Identity::of(&old), Identity::of(&new));
        let schema = schemas.of(&identity, original, &Path::root())?;
        if (&identity.api_version, &identity.kind) != (&now.api_version, &now.kind) {
            return Err(modified
                .report(&Path::root(), format!("cannot compare {now} with {identity}"), "")
                .help("a patch cannot change the kind of an object"));
        }
        let patch = Patch::diff(&old, &new, schema.root(), &options).map_err(|error| {
            let parts =
                [Part::whole(Role::Original, original), Part::whole(Role::Modified, modified)];
            engine_error(&error, &parts)
        })?;
        found |= !patch.is_empty();
        if !several {
            output.push(&patch.to_document(), original.layout())?;
        } else if !patch.is_empty() {
            let json = with_identity(&identity, &patch.to_document(), original)?;
            let document = Document::from_json(&json).map_err(|error| engine_error(&error, &[]))?;
            output.push(&document, original.layout())?;
        }
    }
    output.print()?;
    Ok(if found { FOUND } else { SUCCESS })
}

/// Pairs of an original and a modified object: the only objects of their files, or
/// those with the same identity.
fn pair<'i>(
    originals: &'i [Input<'i>],
    modifieds: &'i [Input<'i>],
) -> Result<Vec<(&'i Input<'i>, &'i Input<'i>)>, Report> {
    if let ([original], [modified]) = (originals, modifieds) {
        return Ok(vec![(original, modified)]);
    }
    let mut new = ObjectsByIdentity::of(modifieds)?;
    let mut pairs = Vec::new();
    for (original, identity) in ObjectsByIdentity::of(originals)?.in_order {
        let Some(modified) = new.by_identity.remove(&identity) else {
            return Err(unpaired(original, &identity, modifieds, "cannot delete"));
        };
        pairs.push((original, modified));
    }
    match new.in_order.iter().find(|(_, identity)| new.by_identity.contains_key(identity)) {
        Some((modified, identity)) => Err(unpaired(modified, identity, originals, "cannot create")),
        None => Ok(pairs),
    }
}

fn unpaired(input: &Input<'_>, identity: &Identity, others: &[Input<'_>], cannot: &str) -> Report {
    let other = others.first().map_or("the other file", |other| other.source().name());
    input
        .report(&Path::root(), format!("{identity} is not in {other}"), "")
        .help(format!("a patch {cannot} objects; remove this one from the file"))
}

/// The objects of a file, of which no two may have the same identity.
struct ObjectsByIdentity<'i> {
    in_order: Vec<(&'i Input<'i>, Identity)>,
    by_identity: HashMap<Identity, &'i Input<'i>>,
}

impl<'i> ObjectsByIdentity<'i> {
    fn of(inputs: &'i [Input<'i>]) -> Result<Self, Report> {
        let mut objects = Self { in_order: Vec::new(), by_identity: HashMap::new() };
        for input in inputs {
            let identity = Identity::of(&expect_object(input)?);
            if objects.by_identity.insert(identity.clone(), input).is_some() {
                let title = format!("{identity} is in {} twice", input.source().name());
                return Err(input
                    .report(&Path::root(), title, "")
                    .help("objects are compared by apiVersion, kind, namespace and name"));
            }
            objects.in_order.push((input, identity));
        }
        Ok(objects)
    }
}

/// The patch as JSON, with the identity of its object.
fn with_identity(
    identity: &Identity,
    patch: &Document<'_>,
    input: &Input<'_>,
) -> Result<String, Report> {
    let mut root =
        present_members([("apiVersion", &identity.api_version), ("kind", &identity.kind)]);
    let mut metadata =
        present_members([("namespace", &identity.namespace), ("name", &identity.name)]);
    let mut rest = Vec::new();
    if let View::Object(members) = view(patch, input)? {
        for (name, value) in &members {
            match view(value, input)? {
                View::Object(inner) if name == "metadata" => {
                    metadata.extend(inner.iter().map(|(name, value)| member(name, value)));
                }
                _ => rest.push(member(name, value)),
            }
        }
    }
    root.push(format!(r#""metadata":{{{}}}"#, metadata.join(",")));
    root.extend(rest);
    Ok(format!("{{{}}}", root.join(",")))
}

/// The members that are present, as JSON.
fn present_members(members: [(&str, &Option<String>); 2]) -> Vec<String> {
    let texts = members.into_iter().filter_map(|(name, text)| Some((name, text.as_deref()?)));
    texts.map(|(name, text)| format!("{}:{}", json(name), json(text))).collect()
}

fn member(name: &str, value: &Document<'_>) -> String {
    format!("{}:{}", json(name), value.to_json())
}

fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
