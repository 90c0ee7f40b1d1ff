//! `smp man`.

use clap::Args;

use super::file::FileArg;

/// Write the manual pages
#[derive(Debug, Args)]
#[command(after_help = "\
There is a page for the command, smp.1, and one for each of its commands, such as
smp-patch.1. They have the texts of --help.

Examples:
  smp man > smp.1
  smp man ~/.local/share/man/man1

Exit status: 0, or 2 on an error.")]
pub(crate) struct ManArgs {
    /// Folder for the pages, which is made if it does not exist; without one, the page of
    /// the command is printed
    pub(crate) folder: Option<FileArg>,
}
