//! `smp merge-file`: a merge driver of git.

mod documents;
mod lines;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::args::{FileArg, MergeFileArgs, Validation, called_as_plugin};
use crate::input::{Source, read_file, unreadable};
use crate::report::{Report, Rule, print_line, say, warnings};
use crate::schemas::Schemas;
use crate::status::{FOUND, SUCCESS};
use documents::merge;

/// The status of an error: git takes up to 128 for conflicts, and our version for the result.
const ERROR: u8 = 255;

/// The lines of `.gitattributes`.
const ATTRIBUTES: [&str; 2] = ["*.yaml merge=smp", "*.yml merge=smp"];

/// Runs the command. An error has another status than in other commands.
pub(crate) fn run(args: &MergeFileArgs) -> u8 {
    let merged = match (&args.original, &args.ours, &args.theirs) {
        (Some(original), Some(ours), Some(theirs)) => merge_files(args, [original, ours, theirs]),
        _ => install(),
    };
    merged.unwrap_or_else(|error| {
        error.print_error();
        ERROR
    })
}

fn merge_files(args: &MergeFileArgs, files: [&FileArg; 3]) -> Result<u8, Report> {
    let [_, ours, _] = files;
    let name = args.path.clone().unwrap_or_else(|| ours.name());
    // They are for the commands that change objects: git runs this for each file.
    warnings::silence();
    let schemas = Schemas::open(&args.schema)?;
    let read = |file| {
        read_file(file, Validation::Warn)
            .map(|read| Source::inline(&name, read.text(), Validation::Warn))
    };
    let [original, our_file, their_file] = files.map(read);
    let merged =
        original.and_then(|original| merge([&original, &our_file?, &their_file?], &schemas));
    let merged = match merged {
        Ok(merged) => merged,
        Err(why) => return by_git(args, files, &name, &why.in_a_line().join(": ")),
    };
    let [our_text, their_text] = &merged.texts;
    let text = lines::with_markers([our_text, their_text], args.marker_size, labels(args));
    fs::write(ours.path(), text)
        .map_err(|error| Report::new(format!("cannot write {}: {error}", ours.name())))?;
    if our_text == their_text {
        return Ok(SUCCESS);
    }
    if merged.conflicts.is_empty() {
        tell(&name, "conflict in comments or layout");
    }
    for conflict in merged.conflicts {
        tell(&name, &format!("conflict in {conflict}"));
    }
    Ok(FOUND)
}

/// Tells of a conflict in a file, also in a report.
fn tell(name: &str, conflict: &str) {
    print_line(&format!("{name}: {conflict}"));
    Report::new(conflict).rule(Rule::Conflict).in_file(name).collect_note();
}

/// The names of both versions in conflict markers. Versions of git before 2.44 have none, and leave
/// the placeholder.
fn labels(args: &MergeFileArgs) -> [&str; 2] {
    let of =
        |name, default| if name == default || str::starts_with(name, '%') { default } else { name };
    [of(&args.our_name, "ours"), of(&args.their_name, "theirs")]
}

/// Merges a file by lines.
fn by_git(args: &MergeFileArgs, files: [&FileArg; 3], name: &str, why: &str) -> Result<u8, Report> {
    let [original, ours, theirs] = files;
    let [our_name, their_name] = labels(args);
    let size = format!("--marker-size={}", args.marker_size);
    let options = ["merge-file", &size, "-L", our_name, "-L", "base", "-L", their_name, "--"];
    let mut git = Command::new("git");
    git.args(options).args([ours, original, theirs].map(FileArg::path));
    let failed = |error: String| {
        Report::new(format!("cannot run git merge-file: {error}")).note(why.to_owned())
    };
    let status = git.status().map_err(|error| failed(error.to_string()))?;
    match status.code() {
        Some(0) => Ok(SUCCESS),
        Some(1..=127) => {
            tell(name, &format!("conflict; it was merged by lines, because {why}"));
            Ok(FOUND)
        }
        _ => Err(failed(status.to_string())),
    }
}

/// Sets up the driver for the repository of the working directory.
fn install() -> Result<u8, Report> {
    let git = |args: &[&str]| -> Result<String, Report> {
        let failed = |why: String| Report::new(format!("git {} failed: {why}", args.join(" ")));
        let output =
            Command::new("git").args(args).output().map_err(|error| failed(error.to_string()))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        if output.status.success() {
            Ok(text(&output.stdout))
        } else {
            Err(failed(text(&output.stderr)))
        }
    };
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let program = if called_as_plugin() { "kubectl-smp" } else { "smp" };
    let driver = format!("{program} merge-file %O %A %B -L %L -P %P --ours %X --theirs %Y");
    let file = FileArg::found(Path::new(&top).join(".gitattributes"));
    let before = match fs::read_to_string(file.path()) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        text => text.map_err(|error| unreadable(&file, &error))?,
    };
    git(&["config", "merge.smp.name", "Kubernetes manifests by their schema"])?;
    git(&["config", "merge.smp.driver", &driver])?;
    let missing = ATTRIBUTES.iter().filter(|line| before.lines().all(|it| it.trim() != **line));
    let end = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
    let added: String = missing.flat_map(|line| [*line, "\n"]).collect();
    if added.is_empty() {
        say("git merges *.yaml and *.yml of this repository with smp");
    } else {
        fs::write(file.path(), [before.as_str(), end, &added].concat())
            .map_err(|error| Report::new(format!("cannot write {}: {error}", file.name())))?;
        say("git merges *.yaml and *.yml of this repository with smp; commit .gitattributes");
        say("other clones need smp merge-file --install, too: git does not copy its configuration");
    }
    Ok(SUCCESS)
}
