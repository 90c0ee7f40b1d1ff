//! The options for a preview of changes.

use clap::{Args, ValueEnum};

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct PreviewArgs {
    /// Show what would change, and write nothing
    #[arg(
        long,
        value_enum,
        value_name = "STYLE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text",
        conflicts_with = "output"
    )]
    pub(crate) diff: Option<DiffStyle>,

    /// With --diff=fields, also show the rule for each object and list, and where it is defined
    #[arg(long, requires = "diff")]
    pub(crate) explain: bool,

    /// With --diff, exit with status 1 if something would change
    #[arg(long, requires = "diff")]
    pub(crate) exit_code: bool,
}

/// How changes are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffStyle {
    /// The lines that differ, as diff -u does
    Text,
    /// A tree of the fields, with old and new values
    Fields,
}
