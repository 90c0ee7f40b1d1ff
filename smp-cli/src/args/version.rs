//! `smp version`.

use clap::Args;

use super::shared::OutputFormat;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  smp version
  smp version -o json

Exit status: 0.")]
pub(crate) struct VersionArgs {
    /// Output format; by default text for people
    #[arg(short, long, value_enum)]
    pub(crate) output: Option<OutputFormat>,
}
