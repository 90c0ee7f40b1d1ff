//! The results of an API server, where the RFCs say otherwise or nothing: those of `server.json`, which
//! are also in the table of vectors for other languages (`tests/vectors` of the workspace).
//!
//! Results of JSON patches are those of gopkg.in/evanphx/json-patch.v4 v4.13.0, with which API
//! servers execute them. An API server then drops members that are null. Those of merge patches are
//! the results of an API server for free-form fields.

use serde_json::Value;
use smp_core::Document;
use smp_json_patch::{Error, JsonPatch, MergePatch};

fn patched(vector: &Value) -> Result<Value, Error> {
    let text = |name: &str| vector["texts"][name].as_str().expect("a text");
    let (live, patch) = (Document::from_json(text("live"))?, Document::from_json(text("patch"))?);
    let result = match vector["op"].as_str() {
        Some("json_patch") => JsonPatch::new(patch)?.apply(live)?,
        Some("merge_patch") => MergePatch::new(patch)?.apply(live)?,
        other => panic!("{other:?}"),
    };
    Ok(serde_json::from_str(&result.to_json()).expect("JSON"))
}

#[test]
fn the_results_are_those_of_a_server() {
    let vectors: Vec<Value> = serde_json::from_str(include_str!("server.json")).expect("JSON");
    assert_eq!(vectors.len(), 58);
    for vector in vectors {
        let wanted = vector["expect"][0].get("result");
        assert_eq!(patched(&vector).ok().as_ref(), wanted, "{}", vector["name"]);
    }
}
