//! `cargo xtask kustomize`: compares `smp patch -k` and `smp fn` with kustomize on kustomizations made
//! at random. The objects that are patched, their identities and their values must be equal, except
//! in the rows of `docs/kustomize.md`.
//!
//! [`case`] makes kustomizations; `tests/kustomize` builds them with kustomize's own code.

mod case;
mod diffs;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::bench::process::build_as;
use crate::bench::{Result, target, workspace};
use crate::oracle::{Answer, Oracle, Question};
use case::Case;

/// The number of differences that are printed.
const SHOWN: usize = 5;

/// Kustomize merges fields that a schema does not have, and adds an object with `$patch: replace`
/// where none exists.
const OPTIONS: [&str; 4] = ["--unknown-fields", "replace", "--map-directives", "documented"];

/// Compare the patches of kustomizations with kustomize.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The number of kustomizations.
    #[arg(long, default_value_t = 5_000)]
    cases: usize,
    /// The seed of the first one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Instead, build the patches of `smp diff --for kustomize` for pairs of objects.
    #[arg(long)]
    diffs: bool,
    /// The program to compare, instead of one that is built.
    #[arg(long)]
    program: Option<PathBuf>,
}

/// Fails if there is a difference that no row explains.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = workspace();
    let smp = match &args.program {
        Some(program) => program.canonicalize()?,
        None => build_as("dev", &root, "smp-cli", "smp")?,
    };
    let scratch = target(&root).join(format!("kustomize-{}", std::process::id()));
    let mut kustomize = Oracle::start_in(&root, "kustomize")?;
    if args.diffs {
        return diffs::run(&smp, &scratch, &mut kustomize, (args.cases, args.seed));
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut differences = 0;
    for number in 0..args.cases {
        let case = Case::new(args.seed.wrapping_add(number as u64));
        let theirs = kustomize.ask(case.question())?.first;
        for (command, ours) in [
            ("patch", patched(&smp, &scratch, &case)?),
            ("fn", as_function(&smp, &scratch, &case)?),
        ] {
            let verdict = verdict(&case, &ours, &theirs);
            if verdict == "different" {
                differences += 1;
                if differences <= SHOWN {
                    println!(
                        "smp {command}, {}\nours: {}\n\ntheirs: {}\n",
                        case.text(),
                        shown(&ours),
                        shown(&theirs)
                    );
                }
            }
            *counts.entry(format!("smp {command}: {verdict}")).or_default() += 1;
        }
    }
    for (verdict, count) in counts {
        println!("{count:6} {verdict}");
    }
    if differences > 0 { Err(format!("{differences} differences").into()) } else { Ok(()) }
}

fn shown(answer: &Answer) -> String {
    match answer {
        Answer::Ok(value) => format!("{value:#}"),
        Answer::Error(message) | Answer::Panic(message) => message.clone(),
    }
}

/// Whether the results are equal, or which row of the page explains why they aren't.
fn verdict(case: &Case, ours: &Answer, theirs: &Answer) -> &'static str {
    match (ours, theirs) {
        (Answer::Ok(ours), Answer::Ok(theirs)) if ours == theirs => "equal",
        (Answer::Ok(ours), Answer::Ok(theirs)) if *ours == without_null_texts(theirs) => {
            "a null label where there were none, which kustomize writes as text"
        }
        (Answer::Error(_), Answer::Error(_)) => "refused by both",
        (Answer::Ok(_), Answer::Error(message))
            if message.contains("may not add resource with") =>
        {
            "two objects with one identity, which kustomize refuses"
        }
        (Answer::Error(message), Answer::Ok(_)) if message.contains("options.allowKindChange") => {
            "a JSON patch that changes the kind"
        }
        (Answer::Error(message), Answer::Ok(_))
            if ["without metadata.name", "without kind"].iter().any(|it| message.contains(it)) =>
        {
            "a JSON patch that removes the name or kind, where a later patch gives one or removes the object"
        }
        (Answer::Error(message), Answer::Ok(_)) if message.contains("remove every object") => {
            "a deletion whose target has no condition"
        }
        (Answer::Error(message), Answer::Ok(_)) if message.contains("no schema for") => {
            "a kind that no schema has, by allowKindChange"
        }
        (Answer::Error(message), Answer::Ok(_))
            if message.contains("no member \"annotations\"") =>
        {
            "annotations that kustomize has added itself"
        }
        (_, Answer::Ok(theirs)) if theirs.to_string().contains("\"null\"") => {
            "a null label where there were none, found by a later target"
        }
        _ if case.replaces_objects() => "$patch: replace at the root",
        _ if case.removes_all_labels() => "labels: null, where kustomize leaves the labels",
        (Answer::Ok(_), Answer::Ok(_)) if case.replaces_metadata_of_renamed() => {
            "earlier names, which kustomize forgets where a patch replaces metadata"
        }
        _ => "different",
    }
}

/// The objects without labels that kustomize has made from nulls.
fn without_null_texts(objects: &Value) -> Value {
    let mut objects = objects.clone();
    for object in objects.as_array_mut().into_iter().flatten() {
        if let Some(labels) = object.pointer_mut("/metadata/labels").and_then(Value::as_object_mut)
        {
            labels.retain(|_, value| value != "null");
        }
    }
    objects
}

/// The objects after `smp patch -k`.
fn patched(smp: &Path, scratch: &Path, case: &Case) -> Result<Answer> {
    let _ = fs::remove_dir_all(scratch);
    for (path, text) in case.files() {
        let path = scratch.join(path);
        fs::create_dir_all(path.parent().unwrap_or(scratch))?;
        fs::write(path, text)?;
    }
    let mut command = Command::new(smp);
    command.args(["patch", "-q", "-f", "k/all.json", "-k", "k", "-o", "json"]);
    command.args(OPTIONS).args(["--schema", "k/crd.json"]).current_dir(scratch);
    let output = command.output()?;
    if !output.status.success() {
        return Ok(Answer::Error(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let objects = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>();
    Ok(Answer::Ok(objects.collect::<std::result::Result<_, _>>()?))
}

/// The objects after `smp fn`.
fn as_function(smp: &Path, scratch: &Path, case: &Case) -> Result<Answer> {
    let list = json!({
        "apiVersion": "config.kubernetes.io/v1",
        "kind": "ResourceList",
        "items": case.objects,
        "functionConfig": {
            "apiVersion": "smp/v1",
            "kind": "StrategicMergePatch",
            "metadata": {"name": "case"},
            "patches": case.inline_entries(),
        },
    });
    let mut command = Command::new(smp);
    command.args(["fn", "-q", "--schema", "k/crd.json"]).args(OPTIONS).current_dir(scratch);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(input) = child.stdin.take() {
        serde_json::to_writer(input, &list)?;
    }
    let output = child.wait_with_output()?;
    if !output.status.success() {
        return Ok(Answer::Error(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let mut list: Value = serde_json::from_slice(&output.stdout)?;
    Ok(Answer::Ok(list["items"].take()))
}

impl Case {
    /// The question to kustomize.
    fn question(&self) -> Question {
        let files: BTreeMap<_, _> = self.files().into_iter().collect();
        let mut question = Question::new();
        question.insert("path".to_owned(), "k".into());
        question.insert("files".to_owned(), json!(files));
        question
    }

    /// The case in readable form.
    fn text(&self) -> String {
        let files = self.files().into_iter().map(|(path, text)| format!("{path}:\n{text}\n"));
        files.collect()
    }
}
