//! `smp completion`, and the hidden command that kubectl calls to complete the arguments of its
//! plugin.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
#[command(after_help = "\
The shell then completes options, files, kinds, types and the paths of fields: Deploy becomes
Deployment, and Deployment.spec.st becomes Deployment.spec.strategy. This includes the kinds of
--schema and SMP_SCHEMA_PATH. The script calls smp at each completion. After an update of smp,
load the script again.

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
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
    Elvish,
}

impl Shell {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::Fish => "fish",
            Self::Powershell => "powershell",
            Self::Elvish => "elvish",
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct CompleteArgs {
    /// The words of the command line after the name of the command
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) words: Vec<OsString>,
}
