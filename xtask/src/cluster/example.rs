//! Checks the server's answers to the examples of `docs/deviations.md` that are requests. This
//! engine's results are checked by `tests/tests/deviations.rs`.

use std::fs;

use serde_json::Value;

use super::client::{Client, DRY_RUN, Media};
use super::resources::Live;
use super::{Result, workspace};

/// Sends every example. Returns their number.
pub(super) fn check_examples(client: &Client, lives: &[Live]) -> Result<usize> {
    let text = fs::read_to_string(workspace().join("docs").join("deviations.md"))?;
    let mut count = 0;
    for section in text.split("\n## ").skip(1) {
        let id = section.lines().next().unwrap_or_default();
        for block in section.split("```json\n").skip(1) {
            let (block, _) = block.split_once("```").unwrap_or((block, ""));
            let example: Value = serde_json::from_str(block)?;
            if example.get("op").and_then(Value::as_str) == Some("request") {
                check(client, lives, &example)
                    .map_err(|error| format!("docs/deviations.md, {id}: {error}"))?;
                count += 1;
            }
        }
    }
    Ok(count)
}

fn check(client: &Client, lives: &[Live], example: &Value) -> Result<()> {
    let part = |name: &str| example.get(name).ok_or_else(|| format!("it has no `{name}`"));
    let (live, wanted) = (part("live")?, part("server")?);
    // `patch_json` has the exact text of the patch, where it matters.
    let (media, patch) = match (example.get("patch_json"), example.get("patch")) {
        (Some(Value::String(text)), _) if example.get("type").is_some_and(|it| it == "merge") => {
            (Media::Merge, text.clone())
        }
        (Some(Value::String(text)), _) => (Media::Strategic, text.clone()),
        (_, Some(patch @ Value::Array(_))) => (Media::Json, patch.to_string()),
        _ => (Media::Strategic, part("patch")?.to_string()),
    };
    let text = |name: &str| live.get(name).and_then(Value::as_str).unwrap_or_default();
    let resource = lives.iter().map(|live| &live.resource).find(|resource| {
        resource.api_version == text("apiVersion") && resource.kind == text("kind")
    });
    let collection = &resource.ok_or("the server has no such kind")?.collection;
    let name = live.pointer("/metadata/name").and_then(Value::as_str).ok_or("live has no name")?;
    let place = format!("{collection}/{name}");
    let created = client.post(collection, live);
    if !created.is_ok() {
        return Err(format!("the server refuses live: {}", created.message()).into());
    }
    let validation = example.get("validation").and_then(Value::as_str).unwrap_or("Warn");
    let request = format!("{place}{DRY_RUN}&fieldValidation={validation}");
    let answer = client.patch_text(&request, media, patch);
    // Not the default policy: a ReplicationController would stay until the garbage collector has seen
    // it.
    let removed = client.delete(&format!("{place}?propagationPolicy=Background"));
    if !removed.is_ok() {
        return Err(format!("the object stays: {}", removed.message()).into());
    }
    let holds = match wanted {
        Value::String(text) => !answer.is_ok() && answer.message().contains(text),
        wanted => answer.is_ok() && contains(&answer.body, wanted),
    };
    if holds {
        Ok(())
    } else {
        Err(format!("the server answers {} {}", answer.message(), answer.body).into())
    }
}

/// Whether the object has all members of `wanted`, with these values.
fn contains(object: &Value, wanted: &Value) -> bool {
    match (object, wanted) {
        (Value::Object(object), Value::Object(wanted)) => wanted
            .iter()
            .all(|(name, wanted)| object.get(name).is_some_and(|value| contains(value, wanted))),
        _ => object == wanted,
    }
}
