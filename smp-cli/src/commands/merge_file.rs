//! `smp merge-file`: a merge driver for git.

mod documents;
mod lines;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::Command;
use std::slice;

use crate::args::{FileArg, MergeFileArgs, Validation, called_as_plugin};
use crate::fingerprint::Fingerprint;
use crate::input::{Source, read_file, unreadable};
use crate::report::{Report, Rule, print_line, say, warnings};
use crate::rewrite::Rewriter;
use crate::schemas::Schemas;
use crate::status::{FOUND, SUCCESS};
use documents::merge;

/// The lines to add to `.gitattributes`.
const ATTRIBUTES: [&str; 2] = ["*.yaml merge=smp", "*.yml merge=smp"];

/// The byte order mark of UTF-8.
const MARK: &str = "\u{feff}";

pub(crate) fn run(args: &MergeFileArgs) -> Result<u8, Report> {
    match (&args.original, &args.ours, &args.theirs) {
        (Some(original), Some(ours), Some(theirs)) => merge_files(args, [original, ours, theirs]),
        _ => install(),
    }
}

fn merge_files(args: &MergeFileArgs, files: [&FileArg; 3]) -> Result<u8, Report> {
    let [_, ours, _] = files;
    let name = args.path.as_deref().map_or_else(|| ours.name(), lossy);
    // Warnings are for the commands that change objects; git runs this one for each file.
    warnings::silence();
    let schemas = Schemas::open(&args.schema)?;
    let mut result = Rewriter::new(slice::from_ref(ours))?;
    let fingerprint = Fingerprint::read(ours.path()).map_err(|error| unreadable(ours, &error))?;
    let mut write = |content: &[u8]| {
        result.put_content(content, fingerprint.clone())?;
        result.replace_files()
    };
    let read = |file| read_file(file, Validation::Warn);
    let merged = || -> Result<_, Report> {
        let [original, ours, theirs] = files.map(read);
        let texts = [original?, ours?, theirs?];
        let [before, ours, theirs] = texts.each_ref().map(|read| without_mark(read.text()));
        let [before, ours, theirs] = [before?, ours?, theirs?];
        let mark = if ours.0 == before.0 { theirs.0 } else { ours.0 };
        let sources =
            [before, ours, theirs].map(|(_, text)| Source::inline(&name, text, Validation::Warn));
        Ok((mark, merge(sources.each_ref(), &schemas)?))
    };
    let (mark, merged) = match merged() {
        Ok(merged) => merged,
        Err(why) => {
            let why = why.in_a_line().join(": ");
            let (merged, has_conflicts) = by_git(args, files, &why)?;
            write(&merged)?;
            if has_conflicts {
                tell(&name, &format!("conflict; it was merged by lines, because {why}"));
            }
            return Ok(if has_conflicts { FOUND } else { SUCCESS });
        }
    };
    let [our_text, their_text] = &merged.texts;
    let text = lines::with_markers([our_text, their_text], args.marker_size, &labels(args));
    write([mark, &text].concat().as_bytes())?;
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

/// Prints a conflict in a file, and adds it to the report.
fn tell(name: &str, conflict: &str) {
    print_line(&format!("{name}: {conflict}"));
    Report::new(conflict).rule(Rule::Conflict).in_file(name).collect_note();
}

/// Splits a text into its byte order mark and the rest.
fn without_mark(text: &str) -> Result<(&'static str, &str), Report> {
    match text.strip_prefix(MARK) {
        None => Ok(("", text)),
        Some(rest) if rest.starts_with(MARK) => Err(Report::new("it has two byte order marks")),
        Some(rest) => Ok((MARK, rest)),
    }
}

/// The names of both versions in conflict markers. Git before 2.44 passes no names and leaves the
/// placeholders.
fn labels(args: &MergeFileArgs) -> [String; 2] {
    let of = |name: &OsStr, default: &str| {
        let name = lossy(name);
        if name == default || name.starts_with('%') { default.to_owned() } else { name }
    };
    [of(&args.our_name, "ours"), of(&args.their_name, "theirs")]
}

/// A name from git, which need not be UTF-8.
fn lossy(name: &OsStr) -> String {
    name.to_string_lossy().into_owned()
}

/// The text that `git merge-file` makes, merging by lines, and whether it has conflicts.
fn by_git(
    args: &MergeFileArgs,
    files: [&FileArg; 3],
    why: &str,
) -> Result<(Vec<u8>, bool), Report> {
    let [original, ours, theirs] = files;
    let [our_name, their_name] = labels(args);
    let size = format!("--marker-size={}", args.marker_size);
    let options =
        ["merge-file", "-p", &size, "-L", &our_name, "-L", "base", "-L", &their_name, "--"];
    let mut git = Command::new("git");
    git.args(options).args([ours, original, theirs].map(FileArg::path));
    let failed = |error: String| {
        Report::new(format!("cannot run git merge-file: {error}")).note(why.to_owned())
    };
    let output = git.output().map_err(|error| failed(error.to_string()))?;
    String::from_utf8_lossy(&output.stderr).lines().for_each(print_line);
    let has_conflicts = match output.status.code() {
        Some(0) => false,
        Some(1..=127) => true,
        _ => return Err(failed(output.status.to_string())),
    };
    if output.stdout.starts_with(MARK.repeat(2).as_bytes()) {
        let title = format!("{} has a second byte order mark", ours.name());
        return Err(Report::new(title).help("remove one of the two, in each version"));
    }
    Ok((output.stdout, has_conflicts))
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
    let failed = |error: io::Error| unreadable(&file, &error);
    if file.path().is_symlink() {
        let title = format!("{} is a symbolic link, which git does not read", file.name());
        return Err(Report::new(title).help("put a file in its place"));
    }
    let before = match fs::read_to_string(file.path()) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        text => text.map_err(failed)?,
    };
    git(&["config", "merge.smp.name", "Kubernetes manifests by their schema"])?;
    git(&["config", "merge.smp.driver", &driver])?;
    let missing = ATTRIBUTES.iter().filter(|line| before.lines().all(|it| it.trim() != **line));
    let end = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
    let added: String = missing.flat_map(|line| [*line, "\n"]).collect();
    if added.is_empty() {
        say("git merges *.yaml and *.yml of this repository with smp");
        return Ok(SUCCESS);
    }
    if !file.path().exists() {
        // Git treats an empty file like a missing one.
        File::create_new(file.path()).map_err(failed)?;
    }
    let mut result = Rewriter::new(slice::from_ref(&file))?;
    let fingerprint = Fingerprint::read(file.path()).map_err(failed)?;
    result.put_content([&before, end, &added].concat().as_bytes(), fingerprint)?;
    result.replace_files()?;
    say("git merges *.yaml and *.yml of this repository with smp; commit .gitattributes");
    say("other clones need smp merge-file --install, too: git does not copy its configuration");
    Ok(SUCCESS)
}
