//! `smp completion`: the script that a shell sources.

use clap_complete::env::Shells;

use super::VARIABLE;
use crate::args::{CompletionArgs, called_as_plugin};
use crate::commands::SUCCESS;
use crate::output::print;
use crate::report::Report;

pub(crate) fn run(args: &CompletionArgs) -> Result<u8, Report> {
    let shells = Shells::builtins();
    let name = args.shell.name();
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
