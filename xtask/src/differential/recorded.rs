//! Questions that programs have asked this engine, recorded by `cargo xtask answer`, as cases.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use serde_json::{Value, json};

use super::Result;
use super::case::{Case, Op};
use super::examine::{UNEXPLAINED, examine, label};
use super::run::{BATCH, show};
use super::types::Type;
use crate::oracle::{Oracle, Question};

/// The number of equal answers of both sides, and of answers that each deviation explains.
#[derive(Default)]
pub(crate) struct Comparison {
    pub(crate) counts: BTreeMap<&'static str, usize>,
}

impl Comparison {
    /// The number of questions.
    pub(crate) fn asked(&self) -> usize {
        self.counts.values().sum()
    }

    /// The number of differences that nothing explains.
    pub(crate) fn unexplained(&self) -> usize {
        self.counts.get(UNEXPLAINED).copied().unwrap_or_default()
    }
}

/// Asks both sides, and prints the differences that nothing explains. Questions about text that is
/// not JSON are only counted.
pub(crate) fn compare(oracle: &mut Oracle, questions: &[Question]) -> Result<Comparison> {
    let mut types = HashMap::new();
    let mut cases = Vec::new();
    let mut comparison = Comparison::default();
    for question in questions {
        match case(question, &mut types)? {
            Some(case) => cases.push(case),
            None => *comparison.counts.entry("not JSON").or_default() += 1,
        }
    }
    for cases in cases.chunks(BATCH) {
        for (case, verdict) in cases.iter().zip(examine(oracle, cases)?) {
            let label = label(oracle, case, &verdict)?;
            *comparison.counts.entry(label).or_default() += 1;
            if label == UNEXPLAINED {
                show(case, oracle)?;
            }
        }
    }
    Ok(comparison)
}

fn case(question: &Question, types: &mut HashMap<String, Rc<Type>>) -> Result<Option<Case>> {
    let op = question.get("op").and_then(Value::as_str);
    let op = Op::ALL.into_iter().find(|known| Some(known.name()) == op).ok_or("no operation")?;
    let notation = question.get("schema").ok_or("a question without a schema")?;
    let ty = match types.entry(notation.to_string()) {
        Entry::Occupied(known) => Rc::clone(known.get()),
        Entry::Vacant(new) => Rc::clone(new.insert(Rc::new(Type::of_notation(notation.clone())?))),
    };
    let mut docs = Vec::new();
    for role in op.roles() {
        let text = question.get(*role).and_then(Value::as_str).unwrap_or("{}");
        match serde_json::from_str::<Value>(text) {
            Ok(doc) => docs.push(doc),
            Err(_) => return Ok(None),
        }
    }
    let mut case = Case::new(op, ty, docs);
    case.overwrite = question.get("overwrite") == Some(&json!(true));
    Ok(Some(case))
}
