//! The commands about the program itself: `smp completion`, `smp man` and `smp version`; and the hidden
//! command that kubectl calls to complete the arguments of its plugin.

use std::ffi::OsString;

use clap::Args;
use smp_yaml::Format;

use super::shared::{FileArg, format};

#[derive(Debug, Args)]
#[command(after_help = "\
The shell then completes options, files, kinds, types and the paths of fields: Deploy becomes
Deployment, and Deployment.spec.st becomes Deployment.spec.strategy. This includes the kinds of
--schema and SMP_SCHEMA_PATH. The script calls smp at each completion. After an update of smp,
load the script again. Names with other characters than letters, digits and ._/:=-, are left out.

  bash:        source <(smp completion bash)              in ~/.bashrc
  zsh:         source <(smp completion zsh)               in ~/.zshrc, after compinit
  fish:        smp completion fish | source               in ~/.config/fish/config.fish
  PowerShell:  smp completion powershell | Out-String | Invoke-Expression    in $PROFILE

For kubectl smp, kubectl runs the program kubectl_complete-smp, which is in the archives of a
release.

Examples:
  smp completion bash
  smp completion zsh

Exit status: 0, or 2 on an error.")]
pub(crate) struct CompletionArgs {
    /// The shell
    #[arg(value_parser = ["bash", "zsh", "fish", "powershell", "elvish"])]
    pub(crate) shell: String,
}

#[derive(Debug, Args)]
pub(crate) struct CompleteArgs {
    /// The words of the command line after the name of the command
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) words: Vec<OsString>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
There is a page smp.1, and a page for each command, such as smp-patch.1. They have the texts of
--help.

Examples:
  smp man > smp.1
  smp man ~/.local/share/man/man1

Exit status: 0, or 2 on an error.")]
pub(crate) struct ManArgs {
    /// Directory for the pages, which is created if it does not exist; without one, the page
    /// smp.1 is printed
    #[arg(value_name = "DIR")]
    pub(crate) directory: Option<FileArg>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  smp version
  smp version -o json

Exit status: 0.")]
pub(crate) struct VersionArgs {
    /// Output format; by default text for people
    #[arg(short, long, value_parser = format())]
    pub(crate) output: Option<Format>,
}
