//! Requests of several managers on one object.

use core::fmt;
use std::rc::Rc;

use fastrand::Rng;
use serde_json::{Value, json};
use smp_core::{Document, View};
use smp_managed::{Element, FieldPath, FieldSet, SameShape, Settings, Time, apply, update};
use smp_tests::shrink::smaller;

use super::kinds::Kind;
use super::objects::Objects;
use crate::differential::normal;
use crate::oracle::{Answer, Question};

/// Requests, one after another. A request that fails changes nothing.
#[derive(Clone)]
pub(super) struct Sequence {
    kind: Rc<Kind>,
    steps: Vec<Step>,
}

#[derive(Clone)]
struct Step {
    op: Op,
    object: Value,
    manager: String,
    subresource: String,
    /// The second at which the request is made.
    second: i64,
    /// The names of fields that the request resets.
    reset: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Op {
    Apply,
    Force,
    Update,
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Outcome {
    /// The object, and the texts of the field sets of its entries.
    Object(Box<(Value, Vec<String>)>),
    /// Each conflict: the manager in words, and the path.
    Conflicts(Vec<(String, String)>),
    Error(String),
}

const MANAGERS: [&str; 5] = ["a", "b", "c", "kubectl", ""];

impl Sequence {
    pub(super) fn random(rng: &mut Rng, kind: &Rc<Kind>) -> Self {
        let odd = if rng.u8(..4) == 0 { 40 } else { 0 };
        let mut sequence = Self { kind: Rc::clone(kind), steps: Vec::new() };
        let managers = rng.usize(2..=4);
        let mut live: Option<Value> = None;
        let mut configs: Vec<Option<Value>> = vec![None; MANAGERS.len()];
        for second in 0..rng.i64(2..=12) {
            let who = match rng.u8(..20) {
                0 => 3,
                1 => 4,
                _ => rng.usize(..managers.min(3)),
            };
            let op = match rng.u8(..10) {
                0..=3 => Op::Apply,
                4 | 5 => Op::Force,
                _ => Op::Update,
            };
            let op = if MANAGERS[who].is_empty() { Op::Update } else { op };
            let object = {
                let mut make = Objects { rng, odd };
                let root = kind.schema.root();
                let base = match op {
                    Op::Update => live.clone(),
                    Op::Apply | Op::Force => match (&configs[who], &live) {
                        (Some(config), _) if make.rng.u8(..4) > 0 => Some(config.clone()),
                        (_, Some(live)) if make.rng.bool() => Some(make.part(live, root, None)),
                        _ => None,
                    },
                };
                let object = match base {
                    Some(base) if make.rng.u8(..8) > 0 => make.change(&base, root, None, 6),
                    Some(base) => base,
                    None => make.object(root),
                };
                sequence.identified(object, live.as_ref(), op, rng)
            };
            if op != Op::Update {
                configs[who] = Some(object.clone());
            }
            let subresource = if rng.u8(..8) == 0 { "status" } else { "" };
            let reset: &[&str] = match rng.u8(..6) {
                0 if subresource.is_empty() => &["status"],
                0 => &["spec", "metadata"],
                _ => &[],
            };
            let reset = reset.iter().copied().map(str::to_owned).collect();
            let (manager, subresource) = (MANAGERS[who].to_owned(), subresource.to_owned());
            let step = Step { op, object, manager, subresource, second, reset };
            if let (Some(after), _) = sequence.run(live.as_ref(), &step) {
                live = Some(after);
            }
            sequence.steps.push(step);
        }
        sequence
    }

    /// The sequence of a case of smp-managed.
    pub(super) fn of_case(case: &Value, kind: &Rc<Kind>) -> Self {
        let mut sequence = Self { kind: Rc::clone(kind), steps: Vec::new() };
        for (step, second) in case["steps"].as_array().into_iter().flatten().zip(0..) {
            let ops = [("apply", Op::Apply), ("force", Op::Force), ("update", Op::Update)];
            for (name, op) in ops {
                let Some(manager) = step[name].as_str().map(str::to_owned) else { continue };
                let mut object = step["object"].clone();
                object["apiVersion"] = json!(kind.versions[0]);
                object["kind"] = json!(kind.name);
                object["metadata"]["name"] = json!("thing");
                let subresource = step["subresource"].as_str().unwrap_or_default().to_owned();
                let reset = step["reset"].as_array().into_iter().flatten();
                let reset = reset.filter_map(|it| it.as_str().map(str::to_owned)).collect();
                sequence.steps.push(Step { op, object, manager, subresource, second, reset });
            }
        }
        sequence
    }

    /// A single update of an empty object.
    pub(super) fn probe(kind: &Rc<Kind>) -> Self {
        let mut sequence = Self { kind: Rc::clone(kind), steps: Vec::new() };
        let object = sequence.identified(json!({}), None, Op::Update, &mut Rng::with_seed(0));
        let (manager, subresource) = (MANAGERS[0].to_owned(), String::new());
        let step =
            Step { op: Op::Update, object, manager, subresource, second: 0, reset: Vec::new() };
        sequence.steps.push(step);
        sequence
    }

    /// The object with the identity and the metadata that it must have.
    fn identified(&self, mut object: Value, live: Option<&Value>, op: Op, rng: &mut Rng) -> Value {
        let kind = &self.kind;
        if !object.is_object() {
            object = json!({});
        }
        object["apiVersion"] = json!(kind.versions[rng.usize(..kind.versions.len())]);
        object["kind"] = json!(kind.name);
        let mut metadata = object["metadata"].as_object().cloned().unwrap_or_default();
        metadata.retain(|name, _| {
            ["labels", "annotations", "finalizers", "ownerReferences"].contains(&name.as_str())
        });
        metadata.insert("name".to_owned(), json!("thing"));
        if op == Op::Update {
            let of_live = |name: &str| live.and_then(|live| live["metadata"].get(name).cloned());
            if let Some(uid) = of_live("uid") {
                metadata.insert("uid".to_owned(), uid);
            }
            match rng.u8(..16) {
                0 => drop(metadata.insert("managedFields".to_owned(), json!([]))),
                1 => drop(metadata.insert("managedFields".to_owned(), json!([{}]))),
                2 => drop(metadata.insert("managedFields".to_owned(), json!([{ "manager": "x" }]))),
                3 | 4 => {}
                _ => {
                    if let Some(fields) = of_live("managedFields") {
                        metadata.insert("managedFields".to_owned(), fields);
                    }
                }
            }
        }
        if op != Op::Update && rng.u8(..12) == 0 {
            let last = json!({ "apiVersion": object["apiVersion"], "kind": kind.name, "metadata": {
                "name": "thing" }, "spec": object.get("spec") });
            let name = "kubectl.kubernetes.io/last-applied-configuration";
            metadata.insert("annotations".to_owned(), json!({ name: last.to_string() }));
        }
        object["metadata"] = metadata.into();
        object
    }

    /// The object after a request, if it succeeds, and the outcome.
    fn run(&self, live: Option<&Value>, step: &Step) -> (Option<Value>, Outcome) {
        let live = live.map(Document::from);
        let given = Document::from(&step.object);
        let time = Time::from_unix_seconds(NOON + step.second);
        let mut versions = SameShape::new();
        for version in &self.kind.versions {
            versions = versions.served(version, self.kind.schema.clone());
        }
        versions = versions.gone(GONE);
        let mut settings =
            Settings::new(&step.manager, time).subresource(&step.subresource).versions(&versions);
        for version in &self.kind.versions {
            let paths = step.reset.iter().map(|name| FieldPath(vec![Element::field(&**name)]));
            settings = settings.reset_fields(version, FieldSet::from_paths(paths));
        }
        let schema = &self.kind.schema;
        let result = match step.op {
            Op::Apply | Op::Force => {
                let settings = settings.force(step.op == Op::Force);
                apply(live.as_ref(), &given, schema, &settings).map(|it| it.object)
            }
            Op::Update => {
                update(live.as_ref(), &given, schema, &settings).and_then(|it| match it.untracked {
                    None => Ok(it.object),
                    Some(error) => Err(error),
                })
            }
        };
        match result {
            Ok(object) => {
                let fields = field_texts(&object);
                let Ok(mut after) = object.into_value() else {
                    return (None, Outcome::Error("the result is no JSON".to_owned()));
                };
                // An object has a uid from its creation on, as in a server.
                after["metadata"]["uid"] = json!("u");
                let outcome = Outcome::Object(Box::new((after.clone(), fields)));
                (Some(after), outcome)
            }
            Err(error) if !error.conflicts().is_empty() => {
                let conflicts = error.conflicts().iter();
                let mut told: Vec<_> = conflicts
                    .map(|it| (format!("conflict with {}", it.manager), it.path.to_string()))
                    .collect();
                told.sort();
                (None, Outcome::Conflicts(told))
            }
            Err(error) => (None, Outcome::Error(error.to_string())),
        }
    }

    pub(super) fn outcomes(&self) -> Vec<Outcome> {
        let mut live: Option<Value> = None;
        let mut outcomes = Vec::new();
        for step in &self.steps {
            let (after, outcome) = self.run(live.as_ref(), step);
            live = after.or(live);
            outcomes.push(outcome);
        }
        outcomes
    }

    pub(super) fn question(&self) -> Question {
        let steps: Vec<Value> = self.steps.iter().map(|step| step.request(&self.kind)).collect();
        let mut sequence = json!({ "steps": steps, "versions": self.kind.versions });
        if let Some(definitions) = &self.kind.definitions {
            sequence["definitions"] = definitions.clone();
        }
        let mut question = Question::new();
        question.insert("op".to_owned(), json!("managed"));
        question.insert("sequence".to_owned(), sequence);
        question
    }

    /// The reason for an allowed difference of a step: one side refuses here what a server refuses in
    /// any case.
    fn reason(ours: &Outcome, theirs: &Outcome) -> Option<&'static str> {
        if let (Outcome::Object(_) | Outcome::Conflicts(_), Outcome::Error(error)) = (ours, theirs)
            && error.contains("expected map, got")
        {
            return Some("a free-form object is no object, which the schema does not tell apart");
        }
        let (Outcome::Error(error), false) = (ours, matches!(theirs, Outcome::Error(_))) else {
            return None;
        };
        let reasons = [
            ("which is its key; state it", "an item has no key that is required"),
            ("the item has no key; state", "an item has no key that is required"),
            ("expected a string, found", "a time is no string"),
            ("expected a string or an integer, found", "an int-or-string is a list or an object"),
        ];
        reasons.into_iter().find(|(text, _)| error.contains(text)).map(|(_, reason)| reason)
    }

    /// The reason for the first difference, if that difference is allowed.
    pub(super) fn explanation(&self, theirs: &Answer) -> Option<&'static str> {
        let theirs = theirs.ok()?;
        let first = |(at, ours): (usize, Outcome)| {
            let theirs = read(&theirs[at]);
            (!ours.is_same(&theirs)).then(|| Self::reason(&ours, &theirs))
        };
        self.outcomes().into_iter().enumerate().find_map(first)?
    }

    /// The first step that differs, with both outcomes.
    pub(super) fn difference(&self, theirs: &Answer) -> Option<(usize, String, String)> {
        let theirs = match theirs {
            Answer::Ok(theirs) => theirs,
            other => return Some((0, String::new(), format!("{other:?}"))),
        };
        let ours = self.outcomes();
        let differs = |(at, ours): (usize, &Outcome)| {
            let theirs = read(&theirs[at]);
            (!ours.is_same(&theirs)).then(|| (at, format!("{ours:#}"), format!("{theirs:#}")))
        };
        ours.iter().enumerate().find_map(differs)
    }

    /// Sequences with one step less, or with a smaller object.
    pub(super) fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for at in 0..self.steps.len() {
            let mut less = self.clone();
            less.steps.remove(at);
            all.push(less);
        }
        for (at, step) in self.steps.iter().enumerate() {
            for object in smaller(&step.object) {
                let same = |path: &str| object.pointer(path) == step.object.pointer(path);
                if ["/apiVersion", "/kind", "/metadata/name", "/metadata/uid"].into_iter().all(same)
                {
                    let mut less = self.clone();
                    less.steps[at].object = object;
                    all.push(less);
                }
            }
            if !step.reset.is_empty() || !step.subresource.is_empty() {
                let mut less = self.clone();
                less.steps[at].reset.clear();
                less.steps[at].subresource.clear();
                all.push(less);
            }
        }
        all
    }
}

/// The second before the requests: noon of 2024-02-29.
const NOON: i64 = 1_709_208_000;

/// A version that no server serves any more.
const GONE: &str = "example.com/v0";

impl Step {
    fn time(&self) -> String {
        Time::from_unix_seconds(NOON + self.second).to_string()
    }

    fn request(&self, kind: &Kind) -> Value {
        let reset: serde_json::Map<_, _> = kind
            .versions
            .iter()
            .map(|version| (version.clone(), self.reset.iter().map(|it| json!([it])).collect()))
            .collect();
        json!({
            "op": if self.op == Op::Update { "update" } else { "apply" },
            "force": self.op == Op::Force,
            "object": self.object.to_string(),
            "manager": self.manager,
            "subresource": self.subresource,
            "time": self.time(),
            "reset": if self.reset.is_empty() { Value::Null } else { reset.into() },
        })
    }
}

/// The field set of each entry, as it is written.
fn field_texts(object: &Document<'_>) -> Vec<String> {
    let entries = object.get("metadata").and_then(|it| it.get("managedFields")?.into_owned().ok());
    let Some(Ok(View::List(entries))) = entries.map(Document::into_view) else { return Vec::new() };
    entries.iter().filter_map(|entry| Some(entry.get("fieldsV1")?.to_json())).collect()
}

fn read(outcome: &Value) -> Outcome {
    let list = |name: &str| outcome[name].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if outcome["object"].is_object() {
        let fields = list("fields").iter().map(text).collect();
        return Outcome::Object(Box::new((outcome["object"].clone(), fields)));
    }
    let conflicts = list("conflicts");
    if conflicts.is_empty() {
        return Outcome::Error(text(&outcome["error"]));
    }
    let pairs = conflicts.iter().map(|it| (text(&it["manager"]), text(&it["path"])));
    Outcome::Conflicts(pairs.collect())
}

impl Outcome {
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Object(ours), Self::Object(theirs)) => {
                normal(&ours.0) == normal(&theirs.0) && ours.1 == theirs.1
            }
            (Self::Conflicts(ours), Self::Conflicts(theirs)) => ours == theirs,
            (Self::Error(_), Self::Error(_)) => true,
            _ => false,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Object(both) => {
                writeln!(f, "{}", normal(&both.0))?;
                both.1.iter().try_for_each(|fields| writeln!(f, "       {fields}"))
            }
            Self::Conflicts(conflicts) => write!(f, "conflicts {conflicts:?}"),
            Self::Error(error) => write!(f, "error {error}"),
        }
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.versions[0], self.kind.name)?;
        if let Some(definitions) = &self.kind.definitions {
            write!(f, "\n{}", definitions["com.example.v1.Thing"])?;
        }
        for (at, step) in self.steps.iter().enumerate() {
            let Step { op, manager, subresource, reset, object, .. } = step;
            write!(f, "\n{at} {op:?} {manager:?} {subresource:?} reset {reset:?} {object}")?;
        }
        Ok(())
    }
}
