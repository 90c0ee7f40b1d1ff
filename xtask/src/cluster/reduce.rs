//! The smallest case with the same difference, written as files and lines of curl.

use std::fs;

use serde_json::Value;
use smp_tests::shrink::smaller_documents;

use super::case::Case;
use super::client::DRY_RUN;
use super::judge::Judge;
use super::resources::{self, Live};
use super::verdict::Verdict;
use super::{Result, workspace};

/// The number of smaller cases that are tried.
const TRIES: usize = 400;

/// The number of smaller objects that are tried: most of them are refused.
const OBJECTS: usize = 1000;

/// Reduces the documents of a case and its object, writes the files, and prints how to repeat it.
pub(super) fn report(
    judge: &Judge<'_>,
    case: &Case<'_>,
    description: String,
    (seed, number): (u64, usize),
) -> Result<()> {
    let (least, description) = with_smaller_documents(judge, case.clone(), description)?;
    let name = format!("reduced-{seed}-{number}");
    let (Smaller { created, live, docs }, description) =
        with_smaller_object(judge, &least, description, &name)?;
    // A smaller object may need smaller documents.
    let least = Case { live: &live, docs, ..least };
    let (least, description) = with_smaller_documents(judge, least, description)?;
    let folder = workspace().join("target").join("cluster").join(format!("case-{seed}-{number}"));
    fs::create_dir_all(&folder)?;
    let write = |name: &str, value: &Value| -> Result<()> {
        Ok(fs::write(folder.join(format!("{name}.json")), serde_json::to_string_pretty(value)?)?)
    };
    write("live", &created)?;
    for (role, document) in least.op.roles().iter().zip(&least.docs) {
        write(role, document)?;
    }
    let patch = judge.sent(&least)?.unwrap_or_default();
    fs::write(folder.join("patch.json"), least.text(&patch))?;
    let resource = &case.live.resource;
    let (api_version, kind) = (&resource.api_version, &resource.kind);
    println!("--- {} {api_version} {kind} (seed {seed}, case {number})", least.op.name());
    println!("{description}");
    println!("cd {}", folder.display());
    println!(
        "curl -H 'Content-Type: application/json' -d @live.json \"$URL{}\"",
        resource.collection
    );
    println!(
        "curl -X PATCH -H 'Content-Type: {}' -d @patch.json \"$URL{}{DRY_RUN}\"",
        least.media(&patch).name(),
        least.path(),
    );
    if live.path != case.live.path {
        // The curl commands create the object again.
        judge.client.delete(&live.path);
    }
    Ok(())
}

/// The case with the smallest documents that have the same difference, and its description.
fn with_smaller_documents<'w>(
    judge: &Judge<'_>,
    mut least: Case<'w>,
    mut description: String,
) -> Result<(Case<'w>, String)> {
    let mut tries = 0;
    'smaller: loop {
        for docs in smaller_documents(&least.docs) {
            tries += 1;
            if tries > TRIES {
                return Ok((least, description));
            }
            if !docs.iter().zip(&least.docs).all(|(new, old)| new.is_object() == old.is_object()) {
                continue;
            }
            let candidate = least.with(docs);
            if candidate.docs == least.docs {
                continue;
            }
            if let Verdict::Different(text) = judge.judge(&candidate)? {
                least = candidate;
                description = text;
                continue 'smaller;
            }
        }
        return Ok((least, description));
    }
}

/// An object that the server stores, in the form that creates it, and the documents of its case.
struct Smaller {
    created: Value,
    live: Live,
    docs: Vec<Value>,
}

/// The smallest object with the same difference, and the description. Smaller objects are created
/// under other names, except for kinds where the server doesn't allow it.
fn with_smaller_object(
    judge: &Judge<'_>,
    case: &Case<'_>,
    mut description: String,
    name: &str,
) -> Result<(Smaller, String)> {
    let created = as_created(&case.live.object);
    let mut least = Smaller { created, live: case.live.clone(), docs: case.docs.clone() };
    let mut tries = 0;
    'smaller: loop {
        let smaller = smaller_documents(std::slice::from_ref(&least.created));
        for object in smaller.into_iter().flatten() {
            tries += 1;
            if tries > OBJECTS {
                return Ok((least, description));
            }
            let name = format!("{name}-{tries}");
            // The object gets a new name, so that a shorter name does not make it smaller.
            if without_name(&object) == without_name(&least.created) {
                continue;
            }
            let Some((created, live)) = stored_as(judge, case, object, &name) else { continue };
            let docs = case.docs_for(&live, &least.docs);
            let candidate = Case { live: &live, docs, ..case.clone() };
            if let Verdict::Different(text) = judge.judge(&candidate)? {
                let docs = candidate.docs;
                if least.live.path != case.live.path {
                    judge.client.delete(&least.live.path);
                }
                least = Smaller { created, live, docs };
                description = text;
                continue 'smaller;
            }
            judge.client.delete(&live.path);
        }
        return Ok((least, description));
    }
}

fn without_name(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.remove("name");
    }
    object
}

/// An object of the case's resource that the server stores under this name; `None` if it doesn't.
fn stored_as(
    judge: &Judge<'_>,
    case: &Case<'_>,
    mut object: Value,
    name: &str,
) -> Option<(Value, Live)> {
    object.get_mut("metadata")?.as_object_mut()?.insert("name".to_owned(), name.into());
    let (resource, schema) = (&case.live.resource, case.live.schema.clone());
    let live = resources::stored(&judge.client, resource, schema, &object).ok()?;
    let live = resources::read(&judge.client, live).ok()?;
    let (is_custom, in_reference) = (case.live.is_custom, case.live.in_reference);
    Some((object, Live { is_custom, in_reference, ..live }))
}

/// The object without what only the server sets, so that it can be created.
fn as_created(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(members) = object.as_object_mut() {
        members.remove("status");
    }
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        for name in ["uid", "resourceVersion", "creationTimestamp", "generation"] {
            metadata.remove(name);
        }
    }
    object
}
