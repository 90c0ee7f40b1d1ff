//! The rules by which a command merges objects and checks what users write.

use smp_core::{Options, Unions};

use crate::args::{MergeArgs, UnionsSetting, Validation};
use crate::report::Report;
use crate::schemas::Schemas;

/// The rules of a run.
pub(crate) struct Ruleset {
    pub(crate) schemas: Schemas,
    pub(crate) options: Options,
    pub(crate) validation: Validation,
    /// The treatment of unions that the user requested. A union that is invalid in the user's text, or
    /// becomes invalid in a result, is a warning; with `validate`, every invalid union is an error.
    pub(super) unions: Option<UnionsSetting>,
}

impl Ruleset {
    /// Reads the schemas that the user gave.
    pub(crate) fn of(args: &MergeArgs, validation: Validation) -> Result<Self, Report> {
        Ok(Self::with(Schemas::of_merge(args)?, args, validation))
    }

    /// The rules of a server-side apply.
    pub(crate) fn of_server(args: &MergeArgs, validation: Validation) -> Result<Self, Report> {
        Ok(Self::with(Schemas::of_server(&args.schema)?, args, validation))
    }

    fn with(schemas: Schemas, args: &MergeArgs, validation: Validation) -> Self {
        let (options, unions) = (args.dialect.options(), args.dialect.unions);
        Self { schemas, options, validation, unions }
    }

    /// The rules of a command whose work is to normalize.
    pub(crate) fn normalizing(args: &MergeArgs) -> Result<Self, Report> {
        let rules = Self::of(args, Validation::Warn)?;
        let options = rules.options.unions(Unions::Normalize);
        Ok(Self { options, unions: Some(UnionsSetting::Validate), ..rules })
    }
}
