//! Completions of shells: the scripts, and the answers of the command to a script, and to kubectl.
//!
//! The script of a shell calls the command at each completion, so that kinds and fields of the
//! user's own schemas are completed, too.

mod candidates;

use core::any::TypeId;
use std::env;
use std::ffi::OsString;

use clap::{Arg, Command, CommandFactory as _, ValueHint};
use clap_complete::engine::{ArgValueCompleter, complete};
use clap_complete::env::{CompleteEnv, Shells};

use crate::args::{Cli, CompleteArgs, CompletionArgs, FileArg, called_as_plugin};
use crate::output::print;
use crate::report::{Report, escape, warnings};
use crate::status::SUCCESS;
use candidates::{fields, groups, kinds};

/// The environment variable by which a script asks for completions.
const VARIABLE: &str = "SMP_COMPLETE";

/// `smp completion`: prints the script that a shell sources.
pub(crate) fn run(args: &CompletionArgs) -> Result<u8, Report> {
    let (shells, name) = (Shells::builtins(), &args.shell);
    let shell = shells.completer(name);
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
    CompleteEnv::with_factory(command).var(VARIABLE).complete();
}

/// Prints the completions of a command line for kubectl: a line for each, then a line that says
/// whether files may be completed instead.
pub(crate) fn kubectl(args: &CompleteArgs) -> Result<u8, Report> {
    /// The last line of the completions, which tells kubectl whether it may complete files.
    const NO_FILES: &str = ":4\n";
    const FILES: &str = ":0\n";

    warnings::silence();
    let words: Vec<_> =
        core::iter::once(OsString::from("smp")).chain(args.words.iter().cloned()).collect();
    let last = words.len() - 1;
    let found = complete(&mut command(), words, last, env::current_dir().ok().as_deref());
    let found = found.map_err(|error| Report::new(format!("cannot complete: {error}")))?;
    let mut text = String::new();
    for candidate in found.iter().filter(|candidate| !candidate.is_hide_set()) {
        text.push_str(&escape(&candidate.get_value().to_string_lossy()));
        let help = candidate.get_help().map(ToString::to_string).unwrap_or_default();
        if let Some(line) = help.lines().next() {
            text.push('\t');
            text.push_str(&escape(line));
        }
        text.push('\n');
    }
    text.push_str(if found.is_empty() { FILES } else { NO_FILES });
    print(text.as_bytes())?;
    Ok(SUCCESS)
}

/// The command line, with the completers of its values.
fn command() -> Command {
    let mut command = Cli::command();
    // Only then the commands have their options.
    command.build();
    command.mut_subcommands(|subcommand| subcommand.mut_args(with_completer))
}

fn with_completer(arg: Arg) -> Arg {
    let is_file = arg.get_value_parser().type_id() == TypeId::of::<FileArg>();
    match arg.get_id().as_str() {
        _ if is_file => arg.value_hint(ValueHint::AnyPath),
        "field" => arg.add(ArgValueCompleter::new(fields)),
        "kind" => arg.add(ArgValueCompleter::new(kinds)),
        "api_group" => arg.add(ArgValueCompleter::new(groups)),
        _ => arg,
    }
}
