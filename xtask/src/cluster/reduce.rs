//! The smallest case with the same difference, written as files and lines of curl.

use std::fs;

use serde_json::Value;
use smp_tests::shrink::smaller_documents;

use super::case::Case;
use super::client::DRY_RUN;
use super::judge::Judge;
use super::verdict::Verdict;
use super::{Result, workspace};

/// How many smaller cases are tried.
const TRIES: usize = 400;

/// Reduces the documents of a case, writes the files, and prints how to repeat it.
pub(super) fn report(
    judge: &Judge<'_>,
    case: &Case<'_>,
    mut description: String,
    (seed, number): (u64, usize),
) -> Result<()> {
    let mut least = case.clone();
    let mut tries = 0;
    'smaller: loop {
        for docs in smaller_documents(&least.docs) {
            tries += 1;
            if tries > TRIES {
                break 'smaller;
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
        break;
    }
    let folder = workspace().join("target").join("cluster").join(format!("case-{seed}-{number}"));
    fs::create_dir_all(&folder)?;
    let write = |name: &str, value: &Value| -> Result<()> {
        Ok(fs::write(folder.join(format!("{name}.json")), serde_json::to_string_pretty(value)?)?)
    };
    write("live", &as_created(case.target().0))?;
    for (role, document) in least.op.roles().iter().zip(&least.docs) {
        write(role, document)?;
    }
    let patch = judge.sent(&least)?.unwrap_or_default();
    write("patch", &patch)?;
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
    Ok(())
}

/// The object without what only the server sets, so that it can be created.
fn as_created(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        for name in ["uid", "resourceVersion", "creationTimestamp", "generation"] {
            metadata.remove(name);
        }
    }
    object
}
