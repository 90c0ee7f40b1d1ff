//! Asks the reference about the conformance cases, and compares its answers with those that the
//! cases state; `tests/conformance/README.md` says which these are.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::{Result, unions};
use crate::cases;
use crate::oracle::{Answer, Answers, Oracle, Question};

/// The number of times that each case is asked: the order of Go's maps decides some results, and
/// with two keys one of the orders occurs in one of eight runs.
const REPEAT: usize = 300;

type Members = Map<String, Value>;

/// Checks all cases that the oracle can be asked. Returns their number.
///
/// # Errors
///
/// The cases whose statement about the reference is false.
pub(super) fn check(root: &Path, oracle: &mut Oracle) -> Result<usize> {
    let folder = cases::folder(root);
    let (mut asked, mut wrong) = (0, Vec::new());
    for file in cases::files(root)? {
        if file.starts_with(folder.join("schemas")) {
            continue;
        }
        let case: Members = serde_saphyr::from_str(&fs::read_to_string(&file)?)?;
        let (Some(question), Some(stated)) = (question(&case, &folder)?, stated(&case)?) else {
            continue;
        };
        asked += 1;
        let answers = oracle.ask(question.clone())?;
        if !holds(&stated, &answers, &question, oracle)? {
            let name = file.strip_prefix(&folder).unwrap_or(&file).display();
            wrong.push(format!(
                "{name}: the reference gives {answers:?}, the case states {stated:?}"
            ));
        }
    }
    if wrong.is_empty() { Ok(asked) } else { Err(wrong.join("\n").into()) }
}

/// The result of the reference that a case states.
#[derive(Debug, PartialEq)]
enum Stated {
    Gives(Value),
    Fails,
    Says(String),
    Conflicts(bool),
    Leads { live: Value, result: Value },
    Panics,
    Varies,
}

/// The stated result; `None` if the case states no result.
fn stated(case: &Members) -> Result<Option<Stated>> {
    if let Some(reference) = case.get("reference") {
        let error = reference["error"].as_str();
        return Ok(Some(match written(reference.as_object(), "gives")? {
            Some(value) => Stated::Gives(value),
            None if reference["panic"] == true => Stated::Panics,
            None if reference["varies"] == true => Stated::Varies,
            None => Stated::Says(error.ok_or("`reference` states nothing")?.to_owned()),
        }));
    }
    if case.contains_key("options") {
        return Ok(None);
    }
    let expect = case.get("expect").and_then(Value::as_object);
    let outcome = match written(expect, "kubernetes")? {
        Some(outcome) => Some(outcome),
        None => written(expect, "both")?,
    };
    let effect = expect.and_then(|expect| expect.get("effect"));
    let outcome = match (outcome, effect) {
        (None, Some(effect)) => json!({"effect": effect}),
        (Some(outcome), _) => outcome,
        (None, None) => return Ok(None),
    };
    let only = |name: &str| match &outcome {
        Value::Object(members) if members.len() == 1 => members.get(name),
        _ => None,
    };
    Ok(Some(if let Some(effect) = only("effect") {
        Stated::Leads { live: effect["live"].clone(), result: effect["result"].clone() }
    } else if only("error").is_some() {
        Stated::Fails
    } else if let Some(Value::Array(paths)) = only("paths") {
        Stated::Conflicts(!paths.is_empty())
    } else {
        Stated::Gives(outcome)
    }))
}

/// The member `x`, or the text in `x_json`.
fn written(members: Option<&Members>, name: &str) -> Result<Option<Value>> {
    let Some(members) = members else { return Ok(None) };
    Ok(match (members.get(name), members.get(&format!("{name}_json"))) {
        (Some(value), _) => Some(value.clone()),
        (None, Some(Value::String(text))) => Some(serde_json::from_str(text)?),
        _ => None,
    })
}

/// The question for a case; `None` if the oracle can't be asked. It supports neither unions nor
/// custom resources, and only the preconditions of its own callers.
fn question(case: &Members, folder: &Path) -> Result<Option<Question>> {
    if case.get("op").is_some_and(|op| op == "normalize") {
        return of_normalizing(case, folder);
    }
    let op = match case.get("op").and_then(Value::as_str) {
        Some("three_way") => "threeway",
        Some(op @ ("apply" | "diff" | "compose" | "conflicts")) => op,
        _ => return Ok(None),
    };
    // The reference has no such modes.
    if case.contains_key("keep_theirs") || case.contains_key("keep_added") {
        return Ok(None);
    }
    let mut question = Question::new();
    question.insert("op".to_owned(), op.into());
    question.insert("repeat".to_owned(), REPEAT.into());
    match (case.get("type").and_then(Value::as_str), case.get("schema").and_then(Value::as_str)) {
        // These kinds are in another Go package, which the oracle does not have.
        (Some(ty), _) if ty.starts_with("apiextensions.k8s.io/") => return Ok(None),
        (Some(ty), _) => question.insert("type".to_owned(), ty.into()),
        (None, Some(name)) => {
            let file = folder.join("schemas").join(name).with_extension("yaml");
            let schema: Value = serde_saphyr::from_str(&fs::read_to_string(file)?)?;
            if schema["kind"] == "CustomResourceDefinition" || case.contains_key("overlay") {
                return Ok(None);
            }
            question.insert("schema".to_owned(), schema)
        }
        (None, None) => return Err("a case has a type or a schema".into()),
    };
    for name in ["live", "patch", "original", "modified", "current", "p1", "p2"] {
        let text = match (case.get(name), case.get(&format!("{name}_json"))) {
            (Some(value), _) => value.to_string(),
            (None, Some(Value::String(text))) => text.clone(),
            _ => continue,
        };
        question.insert(name.to_owned(), text.into());
    }
    if op == "threeway" {
        let overwrite = case.get("overwrite").cloned().unwrap_or(true.into());
        question.insert("overwrite".to_owned(), overwrite);
    }
    if let Some(preconditions) = case.get("preconditions") {
        let paths: Vec<Vec<String>> = serde_json::from_value(preconditions.clone())?;
        let known = |path: &Vec<String>| match path.as_slice() {
            [_] => true,
            [parent, _] => parent == "metadata",
            _ => false,
        };
        if !paths.iter().all(known) {
            return Ok(None);
        }
        let paths: Vec<String> = paths.iter().map(|path| path.join(".")).collect();
        question.insert("preconditions".to_owned(), paths.into());
    }
    Ok(Some(question))
}

/// The question for a case of normalizing, which the oracle asks of structured-merge-diff.
fn of_normalizing(case: &Members, folder: &Path) -> Result<Option<Question>> {
    let text = |name: &str| case.get(name).and_then(Value::as_str);
    let schema = match (text("type").and_then(|ty| ty.rsplit_once('/')), text("schema")) {
        (Some((version, kind)), _) => {
            smp_types::schema(version, kind).ok_or("the catalogue lacks the kind")?.clone()
        }
        (None, Some(name)) => {
            let file = folder.join("schemas").join(name).with_extension("yaml");
            smp_tests::schema::read(&fs::read_to_string(file)?, None)?
        }
        (None, None) => return Err("a case has a type or a schema".into()),
    };
    let document = |name| written(Some(case), name).map(|it| it.unwrap_or_else(|| json!({})));
    Ok(Some(unions::question(schema.root(), &[document("old")?, document("new")?])))
}

fn holds(
    stated: &Stated,
    answers: &Answers,
    question: &Question,
    oracle: &mut Oracle,
) -> Result<bool> {
    let first = &answers.first;
    if *stated == Stated::Varies {
        return Ok(!answers.also.is_empty());
    }
    if !answers.also.is_empty() {
        return Ok(false);
    }
    Ok(match (stated, first) {
        (Stated::Gives(stated), Answer::Ok(given)) => stated == given,
        (Stated::Conflicts(stated), Answer::Ok(given)) => *given == Value::Bool(*stated),
        (Stated::Leads { live, result }, Answer::Ok(patch)) => {
            let mut applied = question.clone();
            applied.retain(|name, _| ["type", "schema"].contains(&name.as_str()));
            applied.insert("op".to_owned(), "apply".into());
            applied.insert("live".to_owned(), live.to_string().into());
            applied.insert("patch".to_owned(), patch.to_string().into());
            oracle.ask(applied)?.first.ok() == Some(result)
        }
        (Stated::Fails, Answer::Error(_)) | (Stated::Panics, Answer::Panic(_)) => true,
        (Stated::Says(part), Answer::Error(text)) => text.contains(part),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(case: Value) -> Option<Stated> {
        let Value::Object(case) = case else { panic!("no case: {case}") };
        stated(&case).unwrap()
    }

    #[test]
    fn the_reference_has_what_kubernetes_has_unless_told_otherwise() {
        let gives = |value| Some(Stated::Gives(value));
        assert_eq!(of(json!({"expect": {"both": {"a": 1}}})), gives(json!({"a": 1})));
        assert_eq!(of(json!({"expect": {"both_json": "{\"a\":1}"}})), gives(json!({"a": 1})));
        assert_eq!(of(json!({"expect": {"documented": {}}})), None);
        assert_eq!(of(json!({"expect": {"both": {}}, "options": {}})), None);
        let told = json!({"expect": {"both": {}}, "reference": {"gives": {"b": 2}}});
        assert_eq!(of(told), gives(json!({"b": 2})));
    }

    #[test]
    fn outcomes_that_are_no_documents() {
        assert_eq!(of(json!({"expect": {"both": {"error": {}}}})), Some(Stated::Fails));
        let paths = |paths: Value| of(json!({"expect": {"both": {"paths": paths}}}));
        assert_eq!(paths(json!([])), Some(Stated::Conflicts(false)));
        assert_eq!(paths(json!(["a"])), Some(Stated::Conflicts(true)));
        let effect = json!({"live": {"a": 1}, "result": {}});
        let leads = Stated::Leads { live: json!({"a": 1}), result: json!({}) };
        assert_eq!(of(json!({"expect": {"effect": effect}})), Some(leads));
        let reference = |reference| of(json!({"expect": {}, "reference": reference}));
        assert_eq!(reference(json!({"panic": true})), Some(Stated::Panics));
        assert_eq!(reference(json!({"varies": true})), Some(Stated::Varies));
        assert_eq!(reference(json!({"error": "no"})), Some(Stated::Says("no".to_owned())));
    }
}
