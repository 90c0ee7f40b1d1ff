//! `cargo xtask api`: the public surface of each library, written to `api`, so that reviewers see
//! what a change does to programs.
//!
//! The lists come from the JSON of rustdoc. Its format depends on the version of Rust, and so does
//! the version of `public-api` that reads it: with a different Rust nothing is written or checked.

use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use public_api::Builder;
use serde::Deserialize;

use crate::bench::process::{ask, run as run_command};
use crate::openapi::workspace;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The libraries. Not listed are smp-cli, whose library is only for its own programs, and generated
/// code: the structs of smp-types, and the implementations for the types of k8s-openapi.
const LIBRARIES: [&str; 11] = [
    "smp-core",
    "smp-derive",
    "smp-json-patch",
    "smp-kube",
    "smp-managed",
    "smp-openapi",
    "smp-rules",
    "smp-schema",
    "smp-testserver",
    "smp-types",
    "smp-yaml",
];

/// The features whose items are listed, by the names of the crates.
const FEATURES: [(&str, &[&str]); 3] = [
    ("smp_core", &["derive"]),
    ("smp_openapi", &["catalogue"]),
    ("smp_schema", &["catalogue", "derive"]),
];

/// The form of rustdoc's JSON that is read: that of Rust 1.95.
const FORMAT: u32 = 57;

/// The variable with the path of rustdoc, for [`rustdoc`].
const RUSTDOC: &str = "XTASK_RUSTDOC";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail if a list is not up to date.
    #[arg(long)]
    check: bool,
}

#[derive(Deserialize)]
struct Form {
    format_version: u32,
}

#[derive(Deserialize)]
struct Metadata {
    target_directory: String,
}

/// Writes or checks the list of each library.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = workspace();
    let metadata = ask(Command::new("cargo")
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(&root))?;
    let metadata: Metadata = serde_json::from_str(&metadata)?;
    let documentation = Path::new(&metadata.target_directory).join("doc");
    run_command(
        Command::new("cargo")
            // With the options of `.ci/run`, so that dependencies have already been checked.
            .args(["doc", "--quiet", "--workspace", "--lib", "--examples", "--no-deps"])
            .env("RUSTDOCFLAGS", "-Zunstable-options --output-format json --cap-lints allow")
            .env("RUSTDOC", env::current_exe()?)
            .env(RUSTDOC, env::var_os("RUSTDOC").unwrap_or_else(|| "rustdoc".into()))
            .current_dir(&root),
    )?;
    let mut mistakes = Vec::new();
    for library in LIBRARIES {
        let json = documentation.join(format!("{}.json", library.replace('-', "_")));
        let form: Form = serde_json::from_reader(fs::File::open(&json)?)?;
        if form.format_version != FORMAT {
            println!(
                "left out: rustdoc's JSON has the form {}, and {FORMAT} is read here; see \
                 CONTRIBUTING.md, \"The public surface\"",
                form.format_version
            );
            return Ok(());
        }
        let now = surface(&json)?;
        let path = format!("api/{library}.txt");
        let before = fs::read_to_string(root.join(&path)).unwrap_or_default();
        if args.check {
            mistakes.extend(difference(&path, &before, &now));
        } else if before != now {
            fs::create_dir_all(root.join("api"))?;
            fs::write(root.join(&path), &now)?;
            println!("{path} is written: {} items", now.lines().count());
        }
    }
    if mistakes.is_empty() { Ok(()) } else { Err(mistakes.join("\n").into()) }
}

/// The public items, one a line, without the traits that Rust implements automatically.
fn surface(json: &Path) -> Result<String> {
    let api = Builder::from_rustdoc_json(json)
        .omit_auto_trait_impls(true)
        .omit_blanket_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    let mut lines: Vec<_> = api.items().map(ToString::to_string).collect();
    lines.push(String::new());
    Ok(lines.join("\n"))
}

/// The lines that only one of two lists has; `None` if they are equal.
fn difference(path: &str, before: &str, now: &str) -> Option<String> {
    if before == now {
        return None;
    }
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (before.lines().collect(), now.lines().collect());
    let gone = old.difference(&new).map(|line| format!("\n- {line}"));
    let added = new.difference(&old).map(|line| format!("\n+ {line}"));
    let lines: String = gone.chain(added).collect();
    Some(format!("{path} is not the public surface; `cargo xtask api` writes it:{lines}"))
}

/// Runs rustdoc if cargo calls this program in its place; `None` otherwise. Crates and features that
/// are not listed are left out. A stable rustdoc writes JSON only if a variable is set; set for
/// cargo, it would rebuild every dependency.
pub(crate) fn rustdoc() -> Option<ExitCode> {
    let rustdoc = env::var_os(RUSTDOC)?;
    let mut args: Vec<_> = env::args().skip(1).collect();
    if let Some(name) = value_of(&args, "--crate-name") {
        if !LIBRARIES.iter().any(|library| library.replace('-', "_") == name) {
            return Some(ExitCode::SUCCESS);
        }
        let listed = FEATURES.iter().find(|(library, _)| *library == name);
        args = with_features(args, listed.map_or(&[], |(_, features)| *features));
    }
    let status = Command::new(rustdoc).args(args).env("RUSTC_BOOTSTRAP", "1").status();
    Some(match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: rustdoc: {error}");
            ExitCode::FAILURE
        }
    })
}

/// The value of an option, which is the argument after it.
fn value_of(args: &[String], option: &str) -> Option<String> {
    let at = args.iter().position(|arg| arg == option)?;
    args.get(at + 1).cloned()
}

/// The arguments without `--cfg` for features other than these.
fn with_features(args: Vec<String>, features: &[&str]) -> Vec<String> {
    let is_left_out = |arg: &String| {
        let feature = arg.strip_prefix("feature=\"").and_then(|name| name.strip_suffix('"'));
        feature.is_some_and(|feature| !features.contains(&feature))
    };
    let mut kept = Vec::with_capacity(args.len());
    let mut args = args.into_iter().peekable();
    while let Some(arg) = args.next() {
        if arg == "--cfg" && args.next_if(is_left_out).is_some() {
            continue;
        }
        kept.push(arg);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{difference, with_features};

    #[test]
    fn lines_of_one_list_are_shown() {
        assert_eq!(difference("api/a.txt", "a\nb\n", "a\nb\n"), None);
        assert_eq!(
            difference("api/a.txt", "a\nb\n", "a\nc\n").as_deref(),
            Some("api/a.txt is not the public surface; `cargo xtask api` writes it:\n- b\n+ c")
        );
    }

    #[test]
    fn features_are_left_out() {
        let args = ["--cfg", "docsrs", "--cfg", r#"feature="a""#, "--cfg", r#"feature="b""#, "-L"];
        let kept = with_features(args.map(str::to_owned).to_vec(), &["b"]);
        assert_eq!(kept, ["--cfg", "docsrs", "--cfg", r#"feature="b""#, "-L"]);
    }
}
