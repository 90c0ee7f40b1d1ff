//! The types of the cases: the kinds of smp-types, and small random types, which have every
//! strategy within few levels.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use fastrand::Rng;
use serde_json::{Map, Value, json};
use smp_core::{Schema, TypeRef};
use smp_tests::schema::Notation;

use super::Result;
use crate::oracle::{Answer, Oracle, Question};

/// A type, in the forms that both sides need.
pub(super) struct Type {
    pub(super) name: String,
    schema: Schema,
    /// The notation of the oracle, for a type that is not in the catalogue.
    notation: Option<Value>,
    /// The example object from k8s.io/api, with every field set.
    pub(super) example: Option<Value>,
}

impl Type {
    /// A kind of the catalogue.
    pub(super) fn of_kind(api_version: &str, kind: &str) -> Option<Self> {
        let schema = smp_types::schema(api_version, kind)?.clone();
        Some(Self::of_schema(format!("{api_version}/{kind}"), schema))
    }

    /// A type of the catalogue.
    pub(super) fn of_schema(name: String, schema: Schema) -> Self {
        Self { name, schema, notation: None, example: None }
    }

    /// A type in the notation of the oracle.
    pub(super) fn of_notation(notation: Value) -> Result<Self> {
        let schema = serde_json::from_value::<Notation>(notation.clone())?.build()?;
        let name = notation.get("root").and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(Self { name, schema, notation: Some(notation), example: None })
    }

    /// The type with the members of the documents as fields, even where the schema has a map or any
    /// value.
    pub(super) fn along(&self, docs: &[Value]) -> Self {
        let notation = Some(super::along::notation(self.root(), docs));
        let (name, schema) = (self.name.clone(), self.schema.clone());
        Self { name, schema, notation, example: None }
    }

    pub(super) fn root(&self) -> TypeRef<'_> {
        self.schema.root()
    }

    /// Adds the type to a question.
    pub(super) fn put(&self, question: &mut Question) {
        match &self.notation {
            Some(notation) => question.insert("schema".to_owned(), notation.clone()),
            None => question.insert("type".to_owned(), json!(self.name)),
        };
    }

    /// The type as it is shown for a reproduction.
    pub(super) fn shown(&self) -> String {
        match &self.notation {
            Some(notation) => notation.to_string(),
            None => self.name.clone(),
        }
    }
}

/// The kinds that the reference has, too, with their examples: those named in `wanted`, or all if it
/// is empty.
pub(super) fn kinds(oracle: &mut Oracle, wanted: &[String]) -> Result<Vec<Rc<Type>>> {
    let mut types = Vec::new();
    let known = oracle.kinds()?;
    if let Some(api_version) = unknown_to_reference(&known) {
        return Err(format!("add {api_version} to `builders` in tests/oracle/types.go").into());
    }
    for (api_version, kind) in smp_types::kinds() {
        let name = format!("{api_version}/{kind}");
        // The OpenAPI documents have `DeleteOptions` in every group; Go has it once.
        if !known.contains(&name) {
            continue;
        }
        if !wanted.is_empty() && !wanted.iter().any(|w| name.ends_with(&format!("/{w}"))) {
            continue;
        }
        let Some(ty) = Type::of_kind(api_version, kind) else { continue };
        let mut question = Question::new();
        question.insert("op".to_owned(), json!("testdata"));
        question.insert("type".to_owned(), json!(name));
        let example = match oracle.ask(question) {
            Ok(answers) => match answers.first {
                Answer::Ok(example) => Some(example),
                Answer::Error(_) | Answer::Panic(_) => None,
            },
            // Kinds of lists have no example.
            Err(_) => None,
        };
        types.push(Rc::new(Type { example, ..ty }));
    }
    Ok(types)
}

/// An `apiVersion` none of whose own kinds the reference has, although k8s.io/api has the kinds of
/// all but two groups.
fn unknown_to_reference(known: &HashSet<String>) -> Option<&'static str> {
    let mut missing = BTreeMap::new();
    for (api_version, kind) in smp_types::kinds() {
        let elsewhere = ["apiextensions.k8s.io/", "apiregistration.k8s.io/"];
        let of_every_group = ["DeleteOptions", "WatchEvent"].contains(&kind);
        if !of_every_group && !elsewhere.iter().any(|group| api_version.starts_with(group)) {
            let is_known = known.contains(&format!("{api_version}/{kind}"));
            *missing.entry(api_version).or_insert(true) &= !is_known;
        }
    }
    missing.into_iter().find_map(|(api_version, is_missing)| is_missing.then_some(api_version))
}

/// `n` random types, which depend on the seed.
pub(super) fn dense(rng: &mut Rng, n: usize) -> Result<Vec<Rc<Type>>> {
    (0..n)
        .map(|at| {
            let ty = Type::of_notation(notation(rng))?;
            Ok(Rc::new(Type { name: format!("dense{at}"), ..ty }))
        })
        .collect()
}

/// The objects of a random type: a root, and two below it that also refer to each other.
const NAMES: [&str; 3] = ["R", "A", "B"];

fn notation(rng: &mut Rng) -> Value {
    let mut types = Map::new();
    for name in NAMES {
        let mut fields = Map::new();
        // Fields for merge keys: a merge list of these objects needs one.
        for key in ["name", "port", "protocol"] {
            fields.insert(key.to_owned(), json!("scalar"));
        }
        for at in 0..rng.usize(3..7) {
            fields.insert(format!("f{at}"), field(rng));
        }
        types.insert(name.to_owned(), json!({ "fields": fields }));
    }
    json!({ "root": "R", "types": types })
}

fn field(rng: &mut Rng) -> Value {
    let object = if rng.bool() { "A" } else { "B" };
    let choose = |rng: &mut Rng, from: &[&str]| {
        from.get(rng.usize(0..from.len())).copied().unwrap_or_default().to_owned()
    };
    match rng.u32(0..12) {
        0 => json!("scalar"),
        1 => json!({ "map": "scalar" }),
        2 => json!({ "type": { "map": object } }),
        3 => json!("any"),
        4 | 5 => {
            let strategy = choose(rng, &["", "replace", "retainKeys", "replace|retainKeys"]);
            json!({ "type": object, "strategy": strategy })
        }
        6 => json!({ "type": { "list": object }, "strategy": choose(rng, &["", "replace"]) }),
        7 => json!({ "type": { "list": "scalar" }, "strategy": choose(rng, &["", "replace"]) }),
        8 | 9 => json!({ "type": { "list": "scalar" }, "strategy": "merge" }),
        _ => {
            let mut list = json!({
                "type": { "list": object },
                "strategy": choose(rng, &["merge", "merge", "merge|retainKeys"]),
                "mergeKey": choose(rng, &["name", "port"]),
            });
            // Like the ports of containers and Services.
            if list["mergeKey"] == "port" {
                list["listType"] = json!("map");
                list["listMapKeys"] = json!(["port", { "name": "protocol", "default": "TCP" }]);
            }
            list
        }
    }
}
