//! Compares the normalization of unions with structured-merge-diff v4.3, the only other
//! implementation of the specification of union types.
//!
//! It refuses a change that is ambiguous, where the specification chooses or leaves the union to
//! validation; and it has no notation for some unions of this engine. Where it gives a result, and
//! knows the unions, the results must be equal. docs/semantics.md has the differences in a table.

mod notation;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use fastrand::Rng;
use serde_json::{Map, Value, json};
use smp_core::schema::{TypeKind, Union};
use smp_core::{Error, MergeKeys, Options, TypeRef, normalize};
use smp_tests::choices::Choices;
use smp_tests::generate::{Generator, Style};
use smp_tests::shrink::smaller_documents;

use super::Result;
use super::equal::{equivalent, normal};
use super::types::Type;
use crate::numbered::rng_of;
use crate::oracle::{Answer, Oracle, Question};

/// The errors for a change of a union that the specification decides or leaves to validation.
const AMBIGUOUS: [&str; 3] = [
    "multiple fields set without discriminator change",
    "multiple new fields added",
    "don't match",
];

/// The errors for an object that isn't valid, whatever its unions are.
const INVALID: [&str; 3] = [": expected map, got", ": expected list, got", "omits key field"];

/// The counts of the outcomes, and the number of unexplained differences.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) counts: BTreeMap<&'static str, usize>,
    pub(super) failed: usize,
}

/// Compares the normalization of `cases` random changes, with numbers from `first` on.
pub(super) fn run(
    oracle: &mut Oracle,
    seed: u64,
    first: usize,
    cases: usize,
    show: usize,
) -> Result<Tally> {
    let types = types()?;
    let random = |number| Change::random(&mut rng_of(seed, number), &types);
    let changes: Vec<Change> = (first..first + cases).filter_map(random).collect();
    let answers = oracle.ask_all(changes.iter().map(Change::question).collect())?;
    let mut tally = Tally::default();
    for (change, answers) in changes.into_iter().zip(&answers) {
        let label = change.label(&answers.first);
        *tally.counts.entry(label.unwrap_or("unexplained")).or_default() += 1;
        if label.is_none() {
            tally.failed += 1;
            if tally.failed <= show {
                shrunk(oracle, change)?.show(oracle)?;
            }
        }
    }
    Ok(tally)
}

/// The smallest change with an unexplained difference that can be found.
fn shrunk(oracle: &mut Oracle, mut least: Change) -> Result<Change> {
    'smaller: loop {
        for documents in smaller_documents(&least.documents) {
            let Ok(documents) = <[Value; 2]>::try_from(documents) else { continue };
            let candidate = Change { documents, ..least.clone() };
            let answers = oracle.ask(candidate.question())?;
            if candidate.label(&answers.first).is_none() {
                least = candidate;
                continue 'smaller;
            }
        }
        return Ok(least);
    }
}

/// An object before and after a change.
#[derive(Clone)]
struct Change {
    ty: Rc<Type>,
    documents: [Value; 2],
}

impl Change {
    fn random(rng: &mut Rng, types: &[Rc<Type>]) -> Option<Self> {
        let ty = rng.choice(types)?;
        let mut below = |n| rng.u32(..n);
        let style = Style { depth: 4, fields: 5, size: 30, ..Style::VALID };
        let mut make = Generator::new(Choices::new(&mut below), style);
        let old = make.document(ty.root());
        let documents = make.pair(&old, ty.root());
        Some(Self { ty: Rc::clone(ty), documents })
    }

    fn question(&self) -> Question {
        question(self.ty.root(), &self.documents)
    }

    fn ours(&self) -> std::result::Result<Value, Error> {
        let [old, new] = &self.documents;
        let options = Options::documented().merge_keys(MergeKeys::ListMapKeys);
        normalize(Some(old), new, self.ty.root(), &options)
    }

    /// The name of the outcome; `None` for a difference that nothing explains.
    fn label(&self, theirs: &Answer) -> Option<&'static str> {
        let ours = self.ours().ok()?;
        let [old, new] = &self.documents;
        let root = Some(self.ty.root());
        if without_unions(&ours, root) != without_unions(new, root) {
            return None;
        }
        let is_one_of = |text: &str, known: &[&str]| known.iter().any(|known| text.contains(known));
        match theirs {
            Answer::Ok(theirs) if equivalent(&ours, theirs) => Some("equal"),
            Answer::Ok(_) if [old, new].iter().any(|it| has_other_union(it, root)) => {
                Some("a union that it has no notation for")
            }
            Answer::Ok(theirs)
                if outside_of_lists(&normal(&ours)) == outside_of_lists(&normal(theirs)) =>
            {
                Some("in an atomic list, where it changes nothing")
            }
            Answer::Error(text) if is_one_of(text, &AMBIGUOUS) => {
                Some("it refuses an ambiguous change")
            }
            Answer::Error(text) if is_one_of(text, &INVALID) => {
                Some("it refuses an invalid object")
            }
            Answer::Panic(text) if text == "invalid nil" => Some("it panics on a null object"),
            Answer::Ok(_) | Answer::Error(_) | Answer::Panic(_) => None,
        }
    }

    fn show(&self, oracle: &mut Oracle) -> Result<()> {
        let [old, new] = &self.documents;
        println!("--- normalize {}", self.ty.shown());
        println!("old {old}\nnew {new}");
        match self.ours() {
            Ok(ours) => println!("ours {ours}"),
            Err(error) => println!("ours error: {error}"),
        }
        println!("theirs {:?}", oracle.ask(self.question())?.first);
        Ok(())
    }
}

/// The question how an object is normalized after a change.
pub(super) fn question(ty: TypeRef<'_>, [old, new]: &[Value; 2]) -> Question {
    let mut question = Question::new();
    question.insert("op".to_owned(), json!("normalize"));
    question.insert("schema".to_owned(), json!(notation::schema(ty, &[old, new])));
    question.insert("old".to_owned(), json!(old.to_string()));
    question.insert("new".to_owned(), json!(new.to_string()));
    question
}

/// Every object type of the catalogue that has a union, or a field with such an object.
fn types() -> Result<Vec<Rc<Type>>> {
    let mut found: BTreeMap<String, Rc<Type>> = BTreeMap::new();
    for (api_version, kind) in smp_types::kinds() {
        let Some(schema) = smp_types::schema(api_version, kind) else { continue };
        let mut seen = BTreeSet::new();
        let mut waiting = vec![schema.root()];
        while let Some(ty) = waiting.pop() {
            if !seen.insert(ty.id()) {
                continue;
            }
            let below: Vec<TypeRef<'_>> = ty.fields().map(|field| innermost(field.ty())).collect();
            let has_union = |ty: &TypeRef<'_>| !ty.unions().is_empty();
            if has_union(&ty) || below.iter().any(has_union) {
                let name = ty.name().unwrap_or_default().to_owned();
                let schema = schema.with_root(ty.id()).ok_or("a type has no schema")?;
                found.entry(name.clone()).or_insert_with(|| Rc::new(Type::of_schema(name, schema)));
            }
            waiting.extend(below);
        }
    }
    Ok(found.into_values().collect())
}

/// The type of the elements of a list and of the values of a map.
fn innermost(ty: TypeRef<'_>) -> TypeRef<'_> {
    match ty.kind() {
        TypeKind::List(below) | TypeKind::Map(below) => innermost(below),
        TypeKind::Object | TypeKind::Scalar | TypeKind::Any => ty,
    }
}

/// Whether an object has a member of a union that structured-merge-diff has no notation for: a union
/// whose members share a value. The same applies if the value of the discriminator is the name of a
/// member, since that library then chooses this member.
fn has_other_union(value: &Value, ty: Option<TypeRef<'_>>) -> bool {
    let of_object = |members: &Map<String, Value>, union: &Union| {
        let named = union.discriminator().and_then(|name| members.get(name)?.as_str());
        let values: BTreeSet<&str> = union.members().map(|(_, value)| value).collect();
        let is_other = values.len() < union.member_count()
            || named.is_some_and(|named| union.value_of(named).is_some_and(|it| it != named));
        is_other && union.members().any(|(field, _)| members.contains_key(field))
    };
    match value {
        Value::Object(members) => {
            ty.is_some_and(|ty| ty.unions().iter().any(|union| of_object(members, union)))
                || members.iter().any(|(name, value)| has_other_union(value, below(ty, name)))
        }
        Value::Array(items) => items.iter().any(|item| has_other_union(item, element(ty))),
        _ => false,
    }
}

/// The value without members and discriminators of unions.
fn without_unions(value: &Value, ty: Option<TypeRef<'_>>) -> Value {
    match value {
        Value::Object(members) => {
            let is_of_union = |name: &str| {
                ty.is_some_and(|ty| {
                    ty.unions().iter().any(|union| {
                        union.value_of(name).is_some() || union.discriminator() == Some(name)
                    })
                })
            };
            let kept = members.iter().filter(|(name, _)| !is_of_union(name));
            let kept =
                kept.map(|(name, value)| (name.clone(), without_unions(value, below(ty, name))));
            Value::Object(kept.collect())
        }
        Value::Array(items) => items.iter().map(|item| without_unions(item, element(ty))).collect(),
        scalar => scalar.clone(),
    }
}

/// The value without the elements of its lists.
fn outside_of_lists(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), outside_of_lists(value)))
            .collect::<Map<_, _>>()
            .into(),
        Value::Array(items) => json!(items.len()),
        scalar => scalar.clone(),
    }
}

fn below<'s>(ty: Option<TypeRef<'s>>, name: &str) -> Option<TypeRef<'s>> {
    smp_tests::generate::below(ty?, name)
}

fn element(ty: Option<TypeRef<'_>>) -> Option<TypeRef<'_>> {
    match ty?.kind() {
        TypeKind::List(element) => Some(element),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label([old, new]: [Value; 2], theirs: &Answer) -> Option<&'static str> {
        let schema = smp_types::type_schema("apps/v1", "DeploymentStrategy").unwrap().clone();
        let ty = Rc::new(Type::of_schema("DeploymentStrategy".to_owned(), schema));
        Change { ty, documents: [old, new] }.label(theirs)
    }

    #[test]
    fn a_wrong_result_is_not_explained() {
        let change = || [json!({}), json!({"rollingUpdate": {"maxSurge": 1}})];
        let right = json!({"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}});
        assert_eq!(label(change(), &Answer::Ok(right)), Some("equal"));
        for wrong in [json!({}), json!({"type": "RollingUpdate"}), json!({"rollingUpdate": {}})] {
            assert_eq!(label(change(), &Answer::Ok(wrong)), None);
        }
        assert_eq!(label(change(), &Answer::Error("no".to_owned())), None);
        assert_eq!(label(change(), &Answer::Panic("no".to_owned())), None);
    }

    #[test]
    fn the_schema_has_what_the_documents_have() {
        let schema = smp_types::type_schema("apps/v1", "DeploymentStrategy").unwrap();
        let document = json!({"rollingUpdate": {"maxSurge": 1}});
        let noted: Value =
            serde_json::from_str(&notation::schema(schema.root(), &[&document])).unwrap();
        let map = &noted["types"][0]["map"];
        let names: Vec<_> =
            map["fields"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
        assert_eq!(names, ["rollingUpdate", "type"]);
        assert_eq!(map["unions"][0]["discriminator"], "type");
        assert_eq!(map["unions"][0]["fields"][0]["discriminatorValue"], "RollingUpdate");
    }
}
