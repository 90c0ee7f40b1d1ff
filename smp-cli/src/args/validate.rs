//! The options that say how parts of a patch that do not fit the schema are treated.

use clap::{Args, ValueEnum};

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct ValidateArgs {
    /// What to do about fields that the schema does not have, and values of another type
    #[arg(
        long,
        value_enum,
        value_name = "MODE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "strict",
        default_value_t = Validation::Warn
    )]
    validate: Validation,

    /// Short for --validate=strict
    #[arg(long, conflicts_with = "validate")]
    strict: bool,
}

impl ValidateArgs {
    pub(crate) fn validation(self) -> Validation {
        if self.strict { Validation::Strict } else { self.validate }
    }
}

/// The modes of field validation, with the names that kubectl gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Validation {
    /// They are errors, and so are repeated keys
    #[value(alias = "true")]
    Strict,
    /// They are warnings; a value of another type in place of a list or an object is an error
    Warn,
    /// They are not looked for
    #[value(alias = "false")]
    Ignore,
}
