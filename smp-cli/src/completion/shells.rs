//! The shells: their scripts, which leave file names to the shell, and the answers to them.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap_complete::env::{Bash, Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};

use super::offered;

/// The shells that clap supports. Each completes file names itself if the command offers nothing. Only
/// a shell knows how to quote: it puts the candidates of the command into the line as they are.
pub(super) const SHELLS: Shells<'static> = Shells(&[
    &WithFiles(&Bash, Lines::Values, &[("-o bashdefault", "-o bashdefault -o default")]),
    &WithFiles(&Elvish, Lines::Values, &[("    put (", ELVISH), (") | to-lines", ELVISH_END)]),
    &WithFiles(&Fish, Lines::WithHelp, &[]),
    &WithFiles(&Powershell, Lines::WithHelp, &[]),
    &WithFiles(&Zsh, Lines::Zsh, &[("-V 'values' other\n    fi", ZSH)]),
]);

const ELVISH: &str = "    var found = [(";
const ELVISH_END: &str =
    ")]\n    if (== (count $found) 0) { edit:complete-filename $@words } else { put $@found }";

const ZSH: &str = "-V 'values' other
    else
        [[ $PREFIX == -*=* ]] && compset -P '*='
        _files
    fi";

/// A shell, the format of the answers to it, and replacements for parts of clap's script. Fish and
/// PowerShell complete files by themselves if a program offers nothing.
#[derive(Clone, Copy)]
struct WithFiles(
    &'static (dyn EnvCompleter + Sync),
    Lines,
    &'static [(&'static str, &'static str)],
);

/// The format of a candidate in the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lines {
    Values,
    /// The value, a tab, and the help.
    WithHelp,
    /// The value, a colon, and the help.
    Zsh,
}

impl EnvCompleter for WithFiles {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn is(&self, name: &str) -> bool {
        self.0.is(name)
    }

    fn write_registration(
        &self,
        variable: &str,
        name: &str,
        program: &str,
        completer: &str,
        out: &mut dyn Write,
    ) -> Result<(), io::Error> {
        let mut script = Vec::new();
        self.0.write_registration(variable, name, program, completer, &mut script)?;
        let mut script = String::from_utf8(script).map_err(io::Error::other)?;
        for (part, other) in self.2 {
            if !script.contains(part) {
                return Err(io::Error::other(format!("the script has no {part:?}")));
            }
            script = script.replace(part, other);
        }
        out.write_all(script.as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        mut words: Vec<OsString>,
        directory: Option<&Path>,
        out: &mut dyn Write,
    ) -> Result<(), io::Error> {
        let index = env::var("_CLAP_COMPLETE_INDEX").ok().and_then(|index| index.parse().ok());
        let index = index.unwrap_or(words.len().saturating_sub(1));
        // zsh leaves out the empty word that is completed.
        if words.len() == index {
            words.push(OsString::new());
        }
        let separator = env::var("_CLAP_IFS").unwrap_or_else(|_| "\n".to_owned());
        let lines =
            offered(command, words, index, directory)?.into_iter().map(
                |(value, help)| match self.1 {
                    Lines::Zsh => {
                        format!("{}:{}", value.replace(':', "\\:"), help.replace('\\', "\\\\"))
                    }
                    Lines::WithHelp if !help.is_empty() => format!("{value}\t{help}"),
                    Lines::WithHelp | Lines::Values => value,
                },
            );
        out.write_all(lines.collect::<Vec<_>>().join(&separator).as_bytes())
    }
}
