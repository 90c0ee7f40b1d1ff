//! The command, on files that have the texts of an input: limits, overlays and messages.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use json_patch::Patch;
use serde_json::{Value, json};
use smp_cli::fuzzing::{Outcome, run};
use smp_core::Schema;
use smp_tests::generate::Generator;

use crate::import;
use crate::input::{SEPARATOR, generate};

/// Levels of a document, and bytes that copies may add: see docs/yaml.md and SECURITY.md.
const MOST_LEVELS: usize = 128;
const MOST_COPIED: usize = 3 << 20;

/// The largest number of overlays for a kind, and a few more.
const MOST_OVERLAYS: usize = 18;

/// The command lines of which messages are looked at; `0`, `1` and `2` are files with the texts
/// of the input, `=` is the last text itself.
const COMMANDS: &[&[&str]] = &[
    &["patch", "-f", "0", "--patch-file", "1"],
    &["patch", "-f", "0", "--patch-file", "1", "--validate=strict", "-o", "json"],
    &["patch", "-f", "0", "--patch-file", "1", "--unions", "validate", "--schema", "2"],
    &["patch", "-f", "0", "--type", "merge", "-p", "="],
    &["patch", "-f", "0", "--type", "json", "-p", "="],
    &["patch", "-f", "0", "-p", "="],
    &["normalize", "--old", "0", "1"],
    &["normalize", "0", "1", "2"],
    &["diff", "0", "1"],
    &["diff", "0", "1", "--type", "json"],
    &["diff", "0", "1", "--schema", "2"],
    &["apply", "--last-applied", "0", "--modified", "1", "--live", "2"],
    &["apply", "--last-applied", "0", "--modified", "1", "--live", "2", "--overwrite=keep-theirs"],
    &["compose", "0", "1", "--kind", "="],
    &["compose", "0", "1", "--kind", "v1/Pod"],
    &["conflicts", "0", "1", "--kind", "apps/v1/Deployment"],
    &["explain", "=", "--schema", "0"],
    &["explain", "=", "--recursive", "--schema", "0", "--schema", "1"],
    &["explain", "v1/Pod", "--embed", "=", "--schema", "0"],
    &["patch", "-f", "0", "--patch-file", "1", "-l", "="],
    &["patch", "-f", "0", "--patch-file", "1", "--name", "="],
    &["patch", "-f", "0", "--patch-file", "1", "--diff=fields", "--mask", "="],
    &["diff", "0", "1", "-o", "fields", "--ignore", "="],
    &["owners", "0"],
    &["extract", "0", "--field-manager", "="],
    &["apply", "--server-side", "--field-manager", "m", "--modified", "1", "--live", "2"],
];

/// A folder of the process for the files of an input.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("smp-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder
});

/// A file of the folder with this text.
pub(super) fn file(name: &str, text: &[u8]) -> OsString {
    let path = FOLDER.join(name);
    fs::write(&path, text).expect("a temporary file");
    path.into()
}

pub(super) fn smp(args: impl IntoIterator<Item = OsString>) -> Outcome {
    let name = OsString::from("smp");
    let outcome = run([name].into_iter().chain(args).collect()).expect("a thread");
    let messages = &outcome.messages;
    assert!(!messages.contains(acts_on_terminal), "{messages:?}");
    assert!(
        !matches!(outcome.status, 2 | 255) || !messages.is_empty(),
        "a failure without a message"
    );
    outcome
}

/// Characters that a terminal acts on or that change the direction of text.
fn acts_on_terminal(character: char) -> bool {
    let is_mark = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' |
        '\u{2066}'..='\u{2069}'
    );
    is_mark || character.is_control() && character != '\n'
}

/// A JSON patch has the result of the crate `json-patch`, or is refused; a result is no deeper
/// and no larger than the limits say. The crate refuses some patches that an API server takes
/// (docs/deviations.md, "JSON patches"): their results are not compared.
pub fn command_json_patch(input: &[u8]) -> Option<()> {
    let (&form, rest) = input.split_first()?;
    let texts = if form & 1 == 1 {
        let [live, patch] = generate(rest, |make| [object(3, make), operations(make)]);
        [live.to_string(), patch.to_string()]
    } else {
        let mut texts = rest.splitn(2, |byte| *byte == SEPARATOR).map(core::str::from_utf8);
        [texts.next()?.ok()?.to_owned(), texts.next()?.ok()?.to_owned()]
    };
    let [live, patch] = &texts;
    let live_file = file("live.json", live.as_bytes());
    let patch_file = file("patch.json", patch.as_bytes());
    let args = ["patch", "--type", "json", "-o", "json", "-f"].map(OsString::from);
    let outcome = smp(args.into_iter().chain([live_file, "--patch-file".into(), patch_file]));
    if outcome.status != 0 {
        assert!(outcome.output.is_empty());
        return Some(());
    }
    // JSON of one line takes no more space than this for its layout.
    let lines = 16 * MOST_LEVELS * (live.len() + patch.len() + MOST_COPIED);
    assert!(outcome.output.len() <= lines);
    let result: Value = serde_json::from_slice(&outcome.output).ok()?;
    assert!(levels(&result) <= MOST_LEVELS);
    // Texts may have what values have not: numbers of many digits, several documents, lists of
    // objects.
    if form & 1 == 1 {
        let mut expected: Value = serde_json::from_str(live).expect("JSON");
        let operations: Patch = serde_json::from_str(patch).expect("operations");
        if json_patch::patch(&mut expected, &operations).is_ok() {
            assert_eq!(result, expected);
        }
    }
    Some(())
}

fn levels(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(levels).max().unwrap_or_default(),
        Value::Object(members) => 1 + members.values().map(levels).max().unwrap_or_default(),
        _ => 0,
    }
}

const NAMES: &[&str] = &["a", "b", "x", "", "~", "/", "0"];

fn object(depth: usize, make: &mut Generator<'_>) -> Value {
    let members = (0..make.choices.count(4)).map(|_| {
        let name = make.choices.pick(NAMES).to_owned();
        (name, value(depth, make))
    });
    Value::Object(members.collect())
}

fn value(depth: usize, make: &mut Generator<'_>) -> Value {
    match make.choices.below(5) {
        0 if depth > 0 => object(depth - 1, make),
        1 if depth > 0 => (0..make.choices.count(4)).map(|_| value(depth - 1, make)).collect(),
        2 => Value::Null,
        3 => json!(make.choices.pick(NAMES)),
        _ => json!(make.choices.below(3)),
    }
}

/// Operations, some of them many times.
fn operations(make: &mut Generator<'_>) -> Value {
    let mut all = Vec::new();
    for _ in 0..=make.choices.count(8) {
        let (path, from) = (pointer(make), pointer(make));
        let operation = match make.choices.below(6) {
            0 => json!({"op": "add", "path": path, "value": value(2, make)}),
            1 => json!({"op": "remove", "path": path}),
            2 => json!({"op": "replace", "path": path, "value": value(2, make)}),
            3 => json!({"op": "move", "path": path, "from": from}),
            4 => json!({"op": "copy", "path": path, "from": from}),
            _ => json!({"op": "test", "path": path, "value": value(1, make)}),
        };
        let times = if make.choices.one_in(4) { make.choices.count(40) } else { 1 };
        all.extend(core::iter::repeat_n(operation, times));
    }
    Value::Array(all)
}

fn pointer(make: &mut Generator<'_>) -> String {
    const TOKENS: &[&str] = &["a", "b", "x", "0", "1", "-", "", "~0", "~1", "00", "2"];
    let tokens = (0..=make.choices.count(4)).map(|_| make.choices.pick(TOKENS));
    tokens.flat_map(|token| ["/", token]).collect()
}

/// Overlays of a kind give one schema in any order, or are an error.
pub fn command_overlays(input: &[u8]) -> Option<()> {
    const KINDS: &[(&str, &str)] =
        &[("v1", "Pod"), ("apps/v1", "Deployment"), ("v1", "ConfigMap"), ("g/v1", "K")];
    let mut files = Vec::new();
    let (version, kind) = generate(input, |make| {
        let (version, kind) = make.choices.pick(KINDS);
        let schema = smp_types::schema(version, kind).unwrap_or_else(|| any());
        if version == "g/v1" {
            files.push(file("manifest.json", import::manifest(make).to_string().as_bytes()));
        }
        for at in 0..make.choices.count(MOST_OVERLAYS) {
            let mut fields = serde_json::Map::new();
            let most = if make.choices.one_in(4) { 40 } else { 3 };
            for _ in 0..make.choices.count(most) {
                fields.insert(import::path(schema.root(), make), import::change(make));
            }
            let overlay = json!({"apiVersion": version, "kind": kind, "fields": fields});
            files.push(file(&format!("overlay{at}.json"), overlay.to_string().as_bytes()));
        }
        (version, kind)
    });
    let explain = |files: &[OsString]| {
        let field = OsString::from(format!("{version}/{kind}"));
        let args = ["explain".into(), field, "-o".into(), "json".into(), "--recursive".into()];
        let schemas = files.iter().flat_map(|file| ["--schema".into(), file.clone()]);
        smp(args.into_iter().chain(schemas))
    };
    let forwards = explain(&files);
    files.reverse();
    let backwards = explain(&files);
    assert_eq!(forwards.status, backwards.status, "{}{}", forwards.messages, backwards.messages);
    if forwards.status == 0 {
        assert_eq!(without_layers(&forwards.output), without_layers(&backwards.output));
    }
    Some(())
}

fn any() -> &'static Schema {
    use smp_core::PatchSchema as _;
    Value::schema()
}

/// The output of `smp explain` without the layers that define fields, which are names of files.
fn without_layers(output: &[u8]) -> Value {
    let mut value: Value = serde_json::from_slice(output).expect("JSON");
    remove_layers(&mut value);
    value
}

fn remove_layers(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(remove_layers),
        Value::Object(members) => {
            members.remove("layer");
            members.values_mut().for_each(remove_layers);
        }
        _ => {}
    }
}

/// No message has a character that a terminal acts on, whatever the texts have, nor does the
/// table of `smp explain`.
pub fn command_messages(input: &[u8]) -> Option<()> {
    let (&command, rest) = input.split_first()?;
    let command = COMMANDS[usize::from(command) % COMMANDS.len()];
    let texts: Vec<&[u8]> = rest.splitn(3, |byte| *byte == SEPARATOR).collect();
    let last = core::str::from_utf8(texts.last()?).ok()?.replace('\0', "");
    let used: BTreeSet<&str> = command.iter().copied().collect();
    for (at, name) in ["0", "1", "2"].into_iter().enumerate().filter(|(_, it)| used.contains(it)) {
        file(name, texts.get(at).copied().unwrap_or_default());
    }
    let args = command.iter().map(|arg| match *arg {
        "0" | "1" | "2" => FOLDER.join(arg).into(),
        "=" => OsString::from(&last),
        other => OsString::from(other),
    });
    let outcome = smp(args);
    if command[0] == "explain" {
        let table = String::from_utf8(outcome.output).expect("text");
        assert!(!table.contains(acts_on_terminal), "{table:?}");
    }
    Some(())
}
