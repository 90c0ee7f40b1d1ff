//! Shell completion: the scripts, and the answers of the command to a script and to kubectl.
//!
//! The script of a shell calls the command at each completion, so that kinds and fields of the user's
//! own schemas are completed, too. File names and names in files are not trusted, and a shell puts a
//! candidate into its line as it is. So only plain words are offered, and the shell completes files
//! itself.

mod candidates;
mod shells;

use core::any::TypeId;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use clap::{Arg, Command, CommandFactory as _, ValueHint};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, complete};
use clap_complete::env::CompleteEnv;

use crate::args::{Cli, CompleteArgs, CompletionArgs, FileArg, called_as_plugin};
use crate::output::print;
use crate::report::{Report, escape, warnings};
use crate::status::SUCCESS;
use candidates::{fields, groups, kinds};
use shells::SHELLS;

/// The environment variable by which a script asks for completions.
const VARIABLE: &str = "SMP_COMPLETE";

/// `smp completion`: prints the script that a shell sources.
pub(crate) fn run(args: &CompletionArgs) -> Result<u8, Report> {
    let name = &args.shell;
    let shell = SHELLS.completer(name);
    let shell = shell.ok_or_else(|| Report::new(format!("no completions for {name}")))?;
    // The program is found by its name, so that the script can be packaged.
    let program = if called_as_plugin() { "kubectl-smp" } else { "smp" };
    let mut text = Vec::new();
    shell
        .write_registration(VARIABLE, program, program, program, &mut text)
        .map_err(|error| Report::new(format!("cannot write the script: {error}")))?;
    print(&text)?;
    Ok(SUCCESS)
}

/// Prints completions and ends the process, if a shell asks for them.
pub(crate) fn answer() {
    if env::var_os(VARIABLE).is_some() {
        warnings::silence();
    }
    CompleteEnv::with_factory(command).var(VARIABLE).shells(SHELLS).complete();
}

/// Prints the completions of a command line for kubectl: a line for each, then a line that says
/// whether files may be completed instead.
pub(crate) fn kubectl(args: &CompleteArgs) -> Result<u8, Report> {
    /// The last line of the completions, which tells kubectl whether it may complete files.
    const NO_FILES: &str = ":4\n";
    const ANY_FILES: &str = ":0\n";

    warnings::silence();
    let words: Vec<_> =
        core::iter::once(OsString::from("smp")).chain(args.words.iter().cloned()).collect();
    let last = words.len() - 1;
    let found = offered(&mut command(), words, last, env::current_dir().ok().as_deref());
    let found = found.map_err(|error| Report::new(format!("cannot complete: {error}")))?;
    let mut text = String::new();
    for (value, help) in &found {
        text.push_str(value);
        if !help.is_empty() {
            text.push('\t');
            text.push_str(help);
        }
        text.push('\n');
    }
    text.push_str(if found.is_empty() { ANY_FILES } else { NO_FILES });
    print(text.as_bytes())?;
    Ok(SUCCESS)
}

/// A placeholder for the files that a shell completes.
const FILES: &str = "<files>";

/// The completions of a word, each with a line about it. Empty if the word may be a file, which the
/// shell completes.
fn offered(
    command: &mut Command,
    words: Vec<OsString>,
    index: usize,
    directory: Option<&Path>,
) -> Result<Vec<(String, String)>, io::Error> {
    let found = complete(command, words, index, directory)?;
    let value = |candidate: &CompletionCandidate| candidate.get_value().to_str().map(str::to_owned);
    if found.iter().filter_map(value).any(|value| value.ends_with(FILES)) {
        return Ok(Vec::new());
    }
    let shown = found.iter().filter(|candidate| !candidate.is_hide_set());
    let plain = shown.filter_map(|candidate| {
        let help = candidate.get_help().map(ToString::to_string).unwrap_or_default();
        let help = escape(help.lines().next().unwrap_or_default()).into_owned();
        Some((value(candidate).filter(|value| is_plain(value))?, help))
    });
    Ok(plain.collect())
}

/// Whether a word has no characters with a meaning in a shell.
fn is_plain(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_alphanumeric() || "._/:=-,".contains(c))
}

/// The command line, with the completers of its values.
fn command() -> Command {
    let mut command = Cli::command();
    // Without this, the commands do not have their options.
    command.build();
    command.mut_subcommands(|subcommand| subcommand.mut_args(with_completer))
}

fn with_completer(arg: Arg) -> Arg {
    let value = arg.get_value_parser().type_id();
    let is_file = value == TypeId::of::<FileArg>() || value == TypeId::of::<PathBuf>();
    match arg.get_id().as_str() {
        _ if is_file => arg.add(ArgValueCompleter::new(files)),
        "field" => arg.add(ArgValueCompleter::new(fields)),
        "kind" => arg.add(ArgValueCompleter::new(kinds)),
        "api_group" => arg.add(ArgValueCompleter::new(groups)),
        // Without a hint, file names would be offered.
        _ => arg.value_hint(ValueHint::Other),
    }
}

/// Files, unless the word is an option.
fn files(word: &OsStr) -> Vec<CompletionCandidate> {
    let is_option = word.to_str().is_some_and(|word| word.starts_with('-'));
    if is_option { Vec::new() } else { vec![CompletionCandidate::new(FILES)] }
}
