//! The engine gives what the table of vectors says, and so does the reader of the table.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use smp_request::Engine;

fn table() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors")
}

fn vectors() -> Vec<Value> {
    let files = fs::read_dir(table()).unwrap().map(|file| file.unwrap().path());
    let files = files.filter(|file| file.extension().is_some_and(|ending| ending == "json"));
    let all = files.flat_map(|file| {
        let text = fs::read_to_string(file).unwrap();
        serde_json::from_str::<Vec<Value>>(&text).unwrap()
    });
    all.collect()
}

/// The operation of the engine, and the names of its inputs in a vector.
fn operation(op: &str) -> (&'static str, &'static [(&'static str, &'static str)]) {
    match op {
        "apply" => ("apply", &[("live", "live"), ("patch", "patch")]),
        "diff" => ("diff", &[("original", "original"), ("modified", "modified")]),
        "three_way" => {
            ("threeWay", &[("original", "original"), ("modified", "modified"), ("current", "live")])
        }
        "compose" => ("compose", &[("p1", "first"), ("p2", "second")]),
        "conflicts" => ("conflicts", &[("p1", "first"), ("p2", "second")]),
        "normalize" => ("normalize", &[("old", "original"), ("new", "modified")]),
        "validate" => ("validateUnions", &[("new", "modified")]),
        "lint" => ("lintUnions", &[("patch", "patch")]),
        "json_patch" => ("applyJsonPatch", &[("live", "live"), ("patch", "patch")]),
        "merge_patch" => ("applyMergePatch", &[("live", "live"), ("patch", "patch")]),
        other => panic!("{other}"),
    }
}

/// An engine with the definitions of a vector.
fn engine(vector: &Value) -> Engine {
    let mut engine = Engine::new(None).unwrap();
    if let Some(name) = vector["schema"]["document"].as_str() {
        let file = table().join("schemas").join(format!("{name}.json"));
        let added = engine.add(name, &fs::read_to_string(file).unwrap());
        assert!(added.starts_with(r#"{"ok":[{"#), "{added}");
    }
    if let Some(overlay) = vector["schema"].get("overlay") {
        let added = engine.add("overlay", &overlay.to_string());
        assert!(added.starts_with(r#"{"ok":"#), "{added}");
    }
    engine
}

fn call(engine: &Engine, vector: &Value, dialect: &str) -> Value {
    let (operation, inputs) = operation(vector["op"].as_str().unwrap());
    let mut options = vector["options"].as_object().cloned().unwrap_or_default();
    options.insert("dialect".into(), dialect.into());
    options.insert("format".into(), "json".into());
    let mut request = Map::new();
    if let Some(schema) = vector.get("schema") {
        let name = json!({"apiVersion": schema["apiVersion"], "kind": schema["kind"]});
        request.insert("schema".into(), name);
    }
    request.insert("options".into(), options.into());
    for (name, member) in inputs {
        let input = match (vector["texts"].get(name), vector["inputs"].get(name)) {
            (Some(text), _) => text.clone(),
            // As text, so that the exact text of the result is that of the vector.
            (None, Some(value)) => value.to_string().into(),
            (None, None) => continue,
        };
        request.insert((*member).into(), input);
    }
    serde_json::from_str(&engine.call(operation, &Value::from(request).to_string())).unwrap()
}

/// Fails where the answer is not the outcome.
fn compare(engine: &Engine, vector: &Value, outcome: &Value, dialect: &str) -> Result<(), String> {
    let answer = call(engine, vector, dialect);
    let different = |expected: &Value| Err(format!("expected {expected}\n   found {answer}"));
    let parsed = || answer["ok"].as_str().map(|text| serde_json::from_str::<Value>(text).unwrap());
    if let Some(expected) = outcome.get("result") {
        return if parsed().as_ref() == Some(expected) { Ok(()) } else { different(expected) };
    }
    if let Some(expected) = outcome.get("text") {
        return if answer.get("ok") == Some(expected) { Ok(()) } else { different(expected) };
    }
    if let Some(expected) = outcome.get("violations") {
        return if answer.get("ok") == Some(expected) { Ok(()) } else { different(expected) };
    }
    let paths = |list: &Value| -> BTreeSet<String> {
        let list = list.as_array().into_iter().flatten();
        list.map(|it| it.get("path").unwrap_or(it).as_str().unwrap().to_owned()).collect()
    };
    if let Some(expected) = outcome.get("paths") {
        let same = answer.get("ok").is_some_and(|found| paths(found) == paths(expected));
        return if same { Ok(()) } else { different(expected) };
    }
    if let Some(effect) = outcome.get("effect") {
        let Some(patch) = answer["ok"].as_str() else { return different(effect) };
        let mut vector = vector.clone();
        vector["op"] = "apply".into();
        vector["inputs"] = json!({"live": effect["live"]});
        vector["texts"] = json!({"patch": patch});
        let options = vector.get_mut("options").and_then(Value::as_object_mut);
        if let Some(options) = options {
            options.retain(|name, _| name != "overwrite" && name != "mustNotChange");
        }
        let result = json!({"result": effect["result"]});
        return compare(engine, &vector, &result, dialect);
    }
    let expected = &outcome["error"];
    let Some(error) = answer.get("error") else { return different(expected) };
    for (name, stated) in expected.as_object().expect("one of the forms") {
        let same = match name.as_str() {
            "kind" => error.get("kind") == Some(stated),
            "path" => error["path"] == *stated,
            // The message itself, or the path in front of it.
            "contains" => ["message", "path"].iter().any(|member| {
                error[member].as_str().is_some_and(|text| text.contains(stated.as_str().unwrap()))
            }),
            "paths" => paths(&error["conflicts"]) == paths(stated),
            // The names of a request are other ones.
            "document" => true,
            other => panic!("{other}"),
        };
        if !same {
            return different(expected);
        }
    }
    Ok(())
}

#[test]
fn the_engine_gives_what_the_table_says() {
    let (mut outcomes, mut wrong) = (0, Vec::new());
    for vector in vectors() {
        let engine = engine(&vector);
        for outcome in vector["expect"].as_array().unwrap() {
            for dialect in outcome["dialects"].as_array().unwrap() {
                outcomes += 1;
                let dialect = dialect.as_str().unwrap();
                if let Err(message) = compare(&engine, &vector, outcome, dialect) {
                    wrong.push(format!("{} ({dialect}): {message}", vector["name"]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {outcomes}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(outcomes > 1_200, "{outcomes}");
}
