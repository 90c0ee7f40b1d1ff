//! `smp man`.

use clap::Args;

use super::file::FileArg;

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
