//! Reads a conformance case from its file, runs it, and compares the result with the expected
//! one. `conformance/README.md` describes the format.

mod compare;
mod options;

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use smp_core::{
    Document, Equality, Error, Options, Overwrite, Patch, Schema, ThreeWay, UnionViolation,
};
use smp_openapi::Overlay;

use self::compare::{same_effect, same_error, same_text, shown, snake_case};
use self::options::OptionsNotation;
use crate::schema;

/// The contents of the file of a case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// One sentence: the rule that the case shows.
    pub about: String,
    /// The source of the rule.
    pub source: String,
    op: Op,
    r#type: Option<String>,
    schema: Option<String>,
    /// Changes to the schema, by path.
    overlay: Option<Overlay>,
    #[serde(default)]
    options: OptionsNotation,
    #[serde(default = "yes")]
    overwrite: bool,
    /// The reference has no such option.
    #[serde(default)]
    keep_theirs: bool,
    #[serde(default)]
    keep_added: bool,
    #[serde(default)]
    preconditions: Vec<Vec<String>>,
    expect: Map<String, Value>,
    /// The result of the reference, if it is not `expect`. Only the differential run reads it.
    #[serde(rename = "reference")]
    _reference: Option<Value>,
    live: Option<Value>,
    live_json: Option<String>,
    patch: Option<Value>,
    patch_json: Option<String>,
    original: Option<Value>,
    original_json: Option<String>,
    modified: Option<Value>,
    modified_json: Option<String>,
    current: Option<Value>,
    current_json: Option<String>,
    p1: Option<Value>,
    p1_json: Option<String>,
    p2: Option<Value>,
    p2_json: Option<String>,
    old: Option<Value>,
    old_json: Option<String>,
    new: Option<Value>,
    new_json: Option<String>,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Op {
    Apply,
    Diff,
    ThreeWay,
    Compose,
    Conflicts,
    Normalize,
    Validate,
    Lint,
}

/// The result of an operation, in the notation of the cases.
enum Outcome {
    /// The text of the result and, if the result is a patch, the patch.
    Text(String, Option<Patch>),
    Paths(BTreeSet<String>),
    /// The violations that were found in unions, in their order.
    Violations(Vec<Value>),
    Error(Box<Error>),
}

/// Runs the case in `file` under both dialects, and compares the results with what it expects.
pub fn run(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let case: Case = serde_saphyr::from_str(&text).map_err(|error| error.to_string())?;
    case.check(file).map_err(|message| format!("{}\n{message}", case.about))
}

impl Case {
    fn check(&self, file: &Path) -> Result<(), String> {
        self.check_keys()?;
        let schema = self.find_schema(file)?;
        let mut stated = 0;
        for (dialect, options) in
            [("kubernetes", Options::kubernetes()), ("documented", Options::documented())]
        {
            let options = self.options.over(options)?;
            for key in [dialect, "both"] {
                let within = |message| format!("{dialect}: {message}");
                if let Some(expected) = self.expect.get(key) {
                    stated += 1;
                    self.compare(expected, &schema, &options).map_err(within)?;
                }
                if let Some(Value::String(expected)) = self.expect.get(&format!("{key}_json")) {
                    stated += 1;
                    let outcome = self.run(&schema, &options).map_err(within)?;
                    same_text(&outcome, expected).map_err(within)?;
                }
            }
            if let Some(effect) = self.expect.get("effect") {
                stated += 1;
                let outcome = self.run(&schema, &options)?;
                same_effect(&outcome, effect, &schema, &options)
                    .map_err(|message| format!("{dialect}: {message}"))?;
            }
            self.check_law(&schema, &options)?;
            self.check_values(&schema, &options)?;
        }
        if stated == 0 {
            Err("the case expects nothing: `expect` has no result".to_owned())
        } else {
            Ok(())
        }
    }

    /// Refuses a key that is misspelt or that the operation does not use: its contents would
    /// not be checked.
    fn check_keys(&self) -> Result<(), String> {
        let expected = ["kubernetes", "documented", "both"];
        for key in self.expect.keys() {
            if key != "effect" && !expected.contains(&key.trim_end_matches("_json")) {
                return Err(format!("`expect` has the unknown key {key:?}"));
            }
        }
        let uses: &[&str] = match self.op {
            Op::Apply => &["live", "patch"],
            Op::Diff => &["original", "modified"],
            Op::ThreeWay => &["original", "modified", "current"],
            Op::Compose | Op::Conflicts => &["p1", "p2"],
            Op::Normalize => &["old", "new"],
            Op::Validate => &["new"],
            Op::Lint => &["patch"],
        };
        for (name, value, json) in self.inputs() {
            if (value.is_some() || json.is_some()) && !uses.contains(&name) {
                return Err(format!("{:?} does not use {name}", self.op));
            }
        }
        let three_way = self.op == Op::ThreeWay;
        let sets_three_way = !self.overwrite
            || self.keep_theirs
            || self.keep_added
            || !self.preconditions.is_empty();
        if !three_way && sets_three_way {
            return Err("only three_way has `overwrite`, `keep_theirs`, `keep_added` and \
                        `preconditions`"
                .to_owned());
        }
        Ok(())
    }

    fn inputs(&self) -> [(&'static str, Option<&Value>, Option<&String>); 9] {
        [
            ("live", self.live.as_ref(), self.live_json.as_ref()),
            ("patch", self.patch.as_ref(), self.patch_json.as_ref()),
            ("original", self.original.as_ref(), self.original_json.as_ref()),
            ("modified", self.modified.as_ref(), self.modified_json.as_ref()),
            ("current", self.current.as_ref(), self.current_json.as_ref()),
            ("p1", self.p1.as_ref(), self.p1_json.as_ref()),
            ("p2", self.p2.as_ref(), self.p2_json.as_ref()),
            ("old", self.old.as_ref(), self.old_json.as_ref()),
            ("new", self.new.as_ref(), self.new_json.as_ref()),
        ]
    }

    /// Checks that the operation gives the same result for values as for text.
    fn check_values(&self, schema: &Schema, options: &Options) -> Result<(), String> {
        let ty = schema.root();
        let by_value = match (self.op, &self.live, &self.patch, &self.original, &self.modified) {
            (Op::Apply, Some(live), Some(patch), ..) => {
                smp_core::apply(live, patch, ty, options).map(|result| result.to_string())
            }
            (Op::Diff, _, _, Some(original), Some(modified)) => {
                smp_core::diff(original, modified, ty, options).map(|patch| patch.to_json())
            }
            _ => return Ok(()),
        };
        let by_value = by_value.map_err(|error| error.to_string());
        let by_text = match self.run(schema, options)? {
            Outcome::Text(text, _) => Ok(text),
            Outcome::Error(error) => Err(error.to_string()),
            Outcome::Paths(_) | Outcome::Violations(_) => return Ok(()),
        };
        let parsed = |text: &String| serde_json::from_str::<Value>(text).ok();
        if by_value.as_ref().map(parsed) == by_text.as_ref().map(parsed) {
            Ok(())
        } else {
            Err(format!("values give {by_value:?}, text gives {by_text:?}"))
        }
    }

    fn find_schema(&self, file: &Path) -> Result<Schema, String> {
        match (&self.r#type, &self.schema) {
            (Some(gvk), None) => {
                let (version, kind) =
                    gvk.rsplit_once('/').ok_or("a type is written apiVersion/Kind")?;
                smp_types::schema(version, kind)
                    .cloned()
                    .ok_or_else(|| format!("unknown type: {gvk}"))
            }
            (None, Some(name)) => {
                let conformance = file
                    .ancestors()
                    .find(|folder| folder.ends_with("conformance"))
                    .ok_or("the file of a case must be below `conformance`")?;
                let file = conformance.join("schemas").join(format!("{name}.yaml"));
                let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
                schema::read(&text, self.overlay.as_ref())
            }
            _ => Err("a case needs either a type or a schema".to_owned()),
        }
    }

    fn run(&self, schema: &Schema, options: &Options) -> Result<Outcome, String> {
        let ty = schema.root();
        let text = |name: &str, value: &Option<Value>, json: &Option<String>| match (value, json) {
            (Some(value), None) => Ok(value.to_string()),
            (None, Some(json)) => Ok(json.clone()),
            _ => Err(format!("the case needs {name} or {name}_json, once")),
        };
        let live = || text("live", &self.live, &self.live_json);
        let patch = || text("patch", &self.patch, &self.patch_json);
        let original = || text("original", &self.original, &self.original_json);
        let modified = || text("modified", &self.modified, &self.modified_json);
        let current = || text("current", &self.current, &self.current_json);
        let p1 = || text("p1", &self.p1, &self.p1_json);
        let p2 = || text("p2", &self.p2, &self.p2_json);
        let new = || text("new", &self.new, &self.new_json);
        let patch_outcome = |result: Result<Patch, Error>| match result {
            Ok(patch) => Outcome::Text(patch.to_json(), Some(patch)),
            Err(error) => Outcome::Error(Box::new(error)),
        };
        Ok(match self.op {
            Op::Apply => match smp_core::apply(&live()?, patch()?, ty, options) {
                Ok(result) => Outcome::Text(result, None),
                Err(error) => Outcome::Error(Box::new(error)),
            },
            Op::Diff => patch_outcome(smp_core::diff(&original()?, &modified()?, ty, options)),
            Op::ThreeWay => {
                let overwrite = match (self.overwrite, self.keep_theirs) {
                    (_, true) => Overwrite::KeepTheirs,
                    (true, false) => Overwrite::Always,
                    (false, false) => Overwrite::UnlessBothChanged,
                };
                let (original, modified, current) = (original()?, modified()?, current()?);
                let mut documents =
                    ThreeWay::new(&original, &modified, &current).overwrite(overwrite);
                if self.keep_added {
                    documents = documents.keep_added();
                }
                for names in &self.preconditions {
                    documents = documents.must_not_change(names.clone());
                }
                patch_outcome(documents.diff(ty, options))
            }
            Op::Compose => patch_outcome(smp_core::compose(p1()?, p2()?, ty, options)),
            Op::Conflicts => match smp_core::conflicts(p1()?, p2()?, ty, options) {
                Ok(found) => {
                    Outcome::Paths(found.iter().map(|conflict| conflict.path.to_string()).collect())
                }
                Err(error) => Outcome::Error(Box::new(error)),
            },
            Op::Normalize => {
                let old = match (&self.old, &self.old_json) {
                    (None, None) => None,
                    (old, json) => Some(text("old", old, json)?),
                };
                match smp_core::normalize(old.as_ref(), &new()?, ty, options) {
                    Ok(result) => Outcome::Text(result, None),
                    Err(error) => Outcome::Error(Box::new(error)),
                }
            }
            Op::Validate => checked(smp_core::validate_unions(&new()?, ty, options)),
            Op::Lint => {
                let patch = Patch::from_json(&patch()?);
                checked(patch.and_then(|patch| smp_core::lint_unions(&patch, ty, options)))
            }
        })
    }

    fn compare(&self, expected: &Value, schema: &Schema, options: &Options) -> Result<(), String> {
        let outcome = self.run(schema, options)?;
        let only = |name: &str| match expected {
            Value::Object(members) if members.len() == 1 => members.get(name),
            _ => None,
        };
        if let Some(error) = only("error") {
            return same_error(&outcome, error);
        }
        if let Some(effect) = only("effect") {
            return same_effect(&outcome, effect, schema, options);
        }
        if let (Op::Conflicts, Some(expected)) = (self.op, only("paths")) {
            let Outcome::Paths(found) = &outcome else { return Err(shown(&outcome)) };
            let expected: BTreeSet<String> = strings(expected)?;
            return if *found == expected {
                Ok(())
            } else {
                Err(format!("expected paths {expected:?}, found {found:?}"))
            };
        }
        if let Outcome::Violations(found) = &outcome {
            let same = only("violations").is_some_and(|expected| expected == &json!(found));
            return if same { Ok(()) } else { Err(shown(&outcome)) };
        }
        let Outcome::Text(text, _) = &outcome else { return Err(shown(&outcome)) };
        let found: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if found == *expected {
            Ok(())
        } else {
            Err(format!("expected {expected}\nfound    {found}"))
        }
    }

    /// Checks in addition that the diff, applied to original, gives modified.
    fn check_law(&self, schema: &Schema, options: &Options) -> Result<(), String> {
        if self.op != Op::Diff {
            return Ok(());
        }
        let (Some(original), Some(modified)) = (&self.original, &self.modified) else {
            return Ok(());
        };
        let Ok(patch) = smp_core::diff(original, modified, schema.root(), options) else {
            return Ok(());
        };
        let result = smp_core::apply(original, &patch, schema.root(), options)
            .map_err(|error| format!("{patch} cannot be applied: {error}"))?;
        let is_equal = if options.equality == Equality::Canonical {
            smp_core::diff(&result, modified, schema.root(), options)
                .is_ok_and(|patch| patch.is_empty())
        } else {
            Document::from(&result) == Document::from(modified)
        };
        if is_equal { Ok(()) } else { Err(format!("{patch} leads to {result}")) }
    }
}

/// The paths of the fields that an error lists.
fn paths(error: &Error) -> BTreeSet<String> {
    let conflicts = error.conflicts().iter().map(|conflict| &conflict.path);
    let broken = error.broken_preconditions().iter().map(|broken| &broken.path);
    conflicts.chain(broken).map(ToString::to_string).collect()
}

/// The outcome of a check of unions.
fn checked(result: Result<(), Error>) -> Outcome {
    match result {
        Ok(()) => Outcome::Violations(Vec::new()),
        Err(error) if error.violations().is_empty() => Outcome::Error(Box::new(error)),
        Err(error) => Outcome::Violations(violations(error.violations())),
    }
}

fn violations(found: &[UnionViolation]) -> Vec<Value> {
    let shown = |found: &UnionViolation| {
        json!({
            "path": found.path.to_string(),
            "problem": snake_case(&format!("{:?}", found.problem)),
            "found": found.found,
            "allowed": found.allowed,
        })
    };
    found.iter().map(shown).collect()
}

fn strings(value: &Value) -> Result<BTreeSet<String>, String> {
    serde_json::from_value(value.clone()).map_err(|error| error.to_string())
}
