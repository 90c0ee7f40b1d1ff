//! The name of the command in its help.

use std::ffi::OsStr;
use std::path::Path;

use clap::Command;

/// The name in help texts, unless the command has another one.
const NAME: &str = "smp";

/// The prefix of the names of plugins of kubectl.
const PLUGIN: &str = "kubectl-";

/// The name of a plugin as people call it, of the path of the program: `kubectl smp`.
pub(super) fn plugin_name(program: &OsStr) -> Option<String> {
    let name = Path::new(program).file_stem()?.to_str()?;
    Some(format!("kubectl {}", name.strip_prefix(PLUGIN)?))
}

/// The command with another name in its usage and in its examples.
pub(super) fn renamed(command: Command, name: &str) -> Command {
    let names: Vec<_> =
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let mut command = command.bin_name(name);
    // Only then the commands have their texts.
    command.build();
    // In quotes it is the name of the program.
    let program = format!("\"{}", name.replace(' ', "-"));
    let rename = |text: String| {
        let text = text.replace(&format!("\"{NAME}"), &program);
        names.iter().fold(text, |text, command| {
            text.replace(&format!(" {NAME} {command}"), &format!(" {name} {command}"))
        })
    };
    let subcommands = names.clone();
    subcommands.into_iter().fold(command, |command, subcommand| {
        command.mut_subcommand(subcommand, |subcommand| {
            match subcommand.get_after_help().map(|text| rename(text.to_string())) {
                Some(text) => subcommand.after_help(text),
                None => subcommand,
            }
        })
    })
}
