//! `smp diff`: the patch between two versions of objects.

use std::borrow::Cow;

use std::collections::HashMap;

use smp_core::{Document, Path, Role, View};

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
        let schema = schemas.of_object(&identity, original, &Path::root(), &[&old, &new])?;
        if (&identity.api_version, &identity.kind) != (&now.api_version, &now.kind) {
            return Err(modified
                .report(&Path::root(), format!("cannot compare {now} with {identity}"), "")
                .help("a patch cannot change the kind of an object"));
        }
        let patch = smp_core::diff(&old, &new, &schema, &options).map_err(|error| {
            let parts =
                [Part::whole(Role::Original, original), Part::whole(Role::Modified, modified)];
            engine_error(&error, &parts)
        })?;
        found |= !patch.is_empty();
        if !several {
            output.push(&patch.to_document(), original.layout())?;
        } else if !patch.is_empty() {
            let patch = patch.to_document();
            let members = view(&patch, original)?;
            let document = with_identity(&identity, &members, original)?;
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

/// The patch with these members, and the identity of its object in front.
fn with_identity<'p>(
    identity: &'p Identity,
    patch: &'p View<'p>,
    input: &Input<'_>,
) -> Result<Document<'p>, Report> {
    let mut root =
        present_members([("apiVersion", &identity.api_version), ("kind", &identity.kind)]);
    let mut metadata =
        present_members([("namespace", &identity.namespace), ("name", &identity.name)]);
    let mut rest = Vec::new();
    if let View::Object(members) = patch {
        for (name, value) in members {
            match view(value, input)? {
                View::Object(inner) if name == "metadata" => metadata.extend(inner),
                _ => rest.push((Cow::Borrowed(name.as_ref()), value.clone())),
            }
        }
    }
    root.push(("metadata".into(), Document::from(View::Object(metadata))));
    root.extend(rest);
    Ok(Document::from(View::Object(root)))
}

/// The members that are present.
fn present_members<'p>(
    members: [(&'static str, &'p Option<String>); 2],
) -> Vec<(Cow<'p, str>, Document<'p>)> {
    let texts = members.into_iter().filter_map(|(name, text)| Some((name, text.as_deref()?)));
    texts.map(|(name, text)| (name.into(), Document::from(View::String(text.into())))).collect()
}
