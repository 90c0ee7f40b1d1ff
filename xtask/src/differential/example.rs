//! The examples in `docs/deviations.md`: each is a JSON block with the results of both sides.
//! The reference's results are checked here, ours in `tests/tests/deviations.rs`.

use std::collections::BTreeSet;
use std::path::Path;
use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::Result;
use super::case::{Case, Op};
use super::narrow::check_case;
use super::types::kinds;
use crate::oracle::{Answer, Oracle};

/// The number of times that the reference is asked for an example whose result varies.
const REPEAT: u32 = 200;

/// A case in the form of an example.
pub(super) fn example(oracle: &mut Oracle, case: &Case) -> Result<String> {
    let mut example = Map::new();
    example.insert("op".to_owned(), json!(case.op.name()));
    example.insert("type".to_owned(), json!(case.ty.shown()));
    for (role, doc) in case.op.roles().iter().zip(&case.docs) {
        example.insert((*role).to_owned(), doc.clone());
    }
    if case.op == Op::Threeway {
        example.insert("overwrite".to_owned(), json!(case.overwrite));
        example.insert("preconditions".to_owned(), json!(case.preconditions));
    }
    let answers = oracle.ask(case.question())?;
    example.insert("reference".to_owned(), outcome(&answers.first));
    example.insert("ours".to_owned(), case.ours().unwrap_or_else(|error| json!(error.to_string())));
    Ok(Value::Object(example).to_string())
}

/// The outcome in JSON; an error is a text.
fn outcome(answer: &Answer) -> Value {
    match answer {
        Answer::Ok(value) => value.clone(),
        Answer::Error(text) => json!(format!("error: {}", text.trim())),
        Answer::Panic(text) => json!(format!("panic: {}", text.trim())),
    }
}

/// Checks the reference's results in the document. Returns the number of examples.
pub(super) fn check_examples(root: &Path, oracle: &mut Oracle) -> Result<usize> {
    let path = root.join("docs").join("deviations.md");
    let text = std::fs::read_to_string(&path)?;
    let (mut documented, mut errors) = (BTreeSet::new(), Vec::new());
    let mut count = 0;
    for section in text.split("\n## ").skip(1) {
        let id = section.lines().next().unwrap_or_default().to_owned();
        let mut blocks = section.split("```json\n").skip(1).peekable();
        if blocks.peek().is_none() {
            return Err(format!("docs/deviations.md, {id}: no example").into());
        }
        for block in blocks {
            let (block, _) = block.split_once("```").unwrap_or((block, ""));
            let example: Value = serde_json::from_str(block)?;
            // Answers of a server: `cargo xtask cluster run` checks them.
            if example.get("op").and_then(Value::as_str) == Some("request") {
                continue;
            }
            if let Err(error) = check(oracle, &example, &id) {
                errors.push(format!("docs/deviations.md, {id}: {error}"));
            }
            documented.insert(id.clone());
            count += 1;
        }
    }
    if !errors.is_empty() {
        return Err(errors.join("\n").into());
    }
    let known = super::deviation::ids();
    if let Some(id) = known.iter().find(|id| !documented.contains(**id)) {
        return Err(format!("docs/deviations.md has no example of {id}").into());
    }
    if let Some(id) = documented.iter().find(|id| !known.contains(&id.as_str())) {
        return Err(format!("docs/deviations.md describes {id}, which nothing explains").into());
    }
    Ok(count)
}

fn check(oracle: &mut Oracle, example: &Value, id: &str) -> Result<()> {
    let text = |name: &str| example.get(name).and_then(Value::as_str).unwrap_or_default();
    let op = Op::ALL.into_iter().find(|op| op.name() == text("op")).ok_or("no such operation")?;
    let kind = text("type");
    let ty = kinds(oracle, &[kind.rsplit('/').next().unwrap_or_default().to_owned()])?
        .into_iter()
        .find(|ty| ty.name == kind)
        .ok_or_else(|| format!("no kind {kind}"))?;
    let docs =
        op.roles().iter().map(|role| example.get(*role).cloned().unwrap_or_else(|| json!({})));
    let mut case = Case::new(op, Rc::clone(&ty), docs.collect());
    let flag = |name: &str| example.get(name).and_then(Value::as_bool);
    case.overwrite = flag("overwrite").unwrap_or(true);
    case.preconditions = flag("preconditions").unwrap_or(false);
    let mut question = case.question();
    question.insert("repeat".to_owned(), json!(REPEAT));
    let answers = oracle.ask(question)?;
    let wanted = example.get("reference").unwrap_or(&Value::Null);
    let all = std::iter::once(&answers.first).chain(&answers.also);
    let found: Vec<Value> = all.map(outcome).collect();
    let agrees = |found: &Value| match (wanted.as_str(), found.as_str()) {
        // The text of an error may be shortened in an example.
        (Some(wanted), Some(found)) => found.starts_with(wanted),
        _ => wanted == found,
    };
    if !found.iter().any(agrees) {
        return Err(format!("the reference gives {}", json!(found)).into());
    }
    check_case(oracle, &case, id).map(drop)
}
