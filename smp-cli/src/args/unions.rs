//! The settings for unions.

use clap::ValueEnum;
use smp_core::Unions;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnionsSetting {
    /// Keep all fields, as a cluster does, and say nothing
    Ignore,
    /// Remove the fields that a change replaces, where it is clear which they are
    Normalize,
    /// As normalize, but fail where it is not clear, or where a patch or manifest sets several
    /// fields of a union
    Validate,
}

impl UnionsSetting {
    /// The setting for each change. Validation follows after the last one, because a patch may
    /// repair what an earlier one left.
    pub(super) fn for_each_change(self) -> Unions {
        match self {
            Self::Ignore => Unions::Ignore,
            Self::Normalize | Self::Validate => Unions::Normalize,
        }
    }
}
