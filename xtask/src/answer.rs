//! `cargo xtask answer`: this engine as a program with the protocol of the oracle
//! (`tests/oracle/README.md`), so that programs in other languages can ask either of them.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead, BufWriter, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use smp_core::{Error, Options, Overwrite, Schema, ThreeWay};
use smp_tests::schema::Notation;

/// Answer questions about strategic merge patch on standard input with this engine.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file to which the questions are appended, each once.
    #[arg(long)]
    record: Option<PathBuf>,
}

/// The operations that this engine answers.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Op {
    Apply,
    Diff,
    Threeway,
    Compose,
    Conflicts,
}

/// A line of the input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    #[serde(default)]
    id: Value,
    op: Op,
    r#type: Option<String>,
    schema: Option<Box<RawValue>>,
    live: Option<String>,
    patch: Option<String>,
    original: Option<String>,
    modified: Option<String>,
    current: Option<String>,
    p1: Option<String>,
    p2: Option<String>,
    #[serde(default)]
    overwrite: bool,
}

/// A line of the output: one of `ok`, `error` and `bad_request`.
#[derive(Default, Serialize)]
struct Reply {
    id: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The kind of the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bad_request: Option<String>,
}

/// The schemas that were asked for, by their text.
type Schemas = HashMap<String, Rc<Schema>>;

pub(crate) fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let mut record = args.record.as_deref().map(Record::open).transpose()?;
    let mut schemas = Schemas::new();
    let mut output = BufWriter::new(stdout().lock());
    for line in stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        if let Some(record) = &mut record {
            record.keep(&line)?;
        }
        serde_json::to_writer(&mut output, &reply(&line, &mut schemas))?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

/// The questions so far.
struct Record {
    file: File,
    digests: HashSet<u64>,
}

impl Record {
    fn open(file: &Path) -> std::io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(file)?;
        Ok(Self { file, digests: HashSet::new() })
    }

    /// Keeps a question, unless it is kept already. The line is one write, so that the lines of
    /// several processes stay apart.
    fn keep(&mut self, line: &str) -> std::io::Result<()> {
        let mut digest = DefaultHasher::new();
        line.hash(&mut digest);
        if self.digests.insert(digest.finish()) {
            self.file.write_all(format!("{line}\n").as_bytes())?;
        }
        Ok(())
    }
}

fn reply(line: &str, schemas: &mut Schemas) -> Reply {
    let question: Question = match serde_json::from_str(line) {
        Ok(question) => question,
        Err(error) => return Reply { bad_request: Some(error.to_string()), ..Reply::default() },
    };
    let reply = Reply { id: question.id.clone(), ..Reply::default() };
    let schema = match question.schema(schemas) {
        Ok(schema) => schema,
        Err(message) => return Reply { bad_request: Some(message), ..reply },
    };
    match question.run(&schema) {
        Ok(ok) => Reply { ok: Some(ok), ..reply },
        Err(error) => Reply {
            error: Some(error.to_string()),
            kind: Some(format!("{:?}", error.kind())),
            ..reply
        },
    }
}

impl Question {
    fn schema(&self, schemas: &mut Schemas) -> Result<Rc<Schema>, String> {
        let text = match (&self.r#type, &self.schema) {
            (Some(ty), None) => ty.as_str(),
            (None, Some(notation)) => notation.get(),
            _ => return Err("a question has either a `type` or a `schema`".to_owned()),
        };
        if let Some(known) = schemas.get(text) {
            return Ok(Rc::clone(known));
        }
        let schema = if self.schema.is_some() {
            let notation: Notation =
                serde_json::from_str(text).map_err(|error| format!("schema: {error}"))?;
            notation.build().map_err(|error| format!("schema: {error}"))?
        } else {
            let (api_version, kind) = text.rsplit_once('/').unwrap_or_default();
            smp_types::schema(api_version, kind)
                .ok_or_else(|| format!("unknown type {text:?}"))?
                .clone()
        };
        let schema = Rc::new(schema);
        schemas.insert(text.to_owned(), Rc::clone(&schema));
        Ok(schema)
    }

    /// Runs the operation. A document that is not given is an empty object.
    fn run(&self, schema: &Schema) -> Result<String, Error> {
        let options = Options::kubernetes();
        let text = |document: &Option<String>| document.clone().unwrap_or_else(|| "{}".to_owned());
        // Without `overwrite` the reference refuses what `Overwrite::UnlessTheyChanged` refuses.
        let overwrite =
            if self.overwrite { Overwrite::Always } else { Overwrite::UnlessTheyChanged };
        match self.op {
            Op::Apply => smp_core::apply(&text(&self.live), text(&self.patch), schema, &options),
            Op::Diff => {
                let (original, modified) = (text(&self.original), text(&self.modified));
                Ok(smp_core::diff(&original, &modified, schema, &options)?.to_json())
            }
            Op::Threeway => {
                let original = text(&self.original);
                let (modified, current) = (text(&self.modified), text(&self.current));
                let documents = ThreeWay::new(&original, &modified, &current);
                Ok(documents.overwrite(overwrite).diff(schema, &options)?.to_json())
            }
            Op::Compose => {
                Ok(smp_core::compose(text(&self.p1), text(&self.p2), schema, &options)?.to_json())
            }
            Op::Conflicts => {
                let found = smp_core::conflicts(text(&self.p1), text(&self.p2), schema, &options)?;
                Ok((!found.is_empty()).to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(question: &str) -> Value {
        serde_json::to_value(reply(question, &mut Schemas::new())).unwrap()
    }

    #[test]
    fn questions_are_answered_as_by_the_oracle() {
        let answer = answered(
            r#"{"id": 7, "op": "apply", "type": "v1/ConfigMap",
                "live": "{\"data\":{\"a\":\"1\"}}", "patch": "{\"data\":{\"b\":\"2\"}}"}"#,
        );
        assert_eq!(answer, serde_json::json!({"id": 7, "ok": r#"{"data":{"a":"1","b":"2"}}"#}));
        let conflicts = answered(
            r#"{"id": 8, "op": "conflicts", "schema": {"root": "R", "types": {"R": {"fields":
                {"n": "scalar"}}}}, "p1": "{\"n\":1}", "p2": "{\"n\":2}"}"#,
        );
        assert_eq!(conflicts, serde_json::json!({"id": 8, "ok": "true"}));
    }

    #[test]
    fn an_error_has_its_kind() {
        let answer = answered(r#"{"op": "apply", "type": "v1/Pod", "live": "", "patch": "{}"}"#);
        assert_eq!(answer["kind"], "InvalidJson");
        let answer = answered(r#"{"op": "apply", "type": "v1/Pod", "preconditions": []}"#);
        assert!(answer["bad_request"].is_string(), "{answer}");
        let answer = answered(r#"{"op": "diff", "type": "v1/Unknown"}"#);
        assert!(answer["bad_request"].is_string(), "{answer}");
    }
}
