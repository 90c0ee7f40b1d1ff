//! The command line and its help.

mod cli;
mod explain;
mod file;
mod objects;
mod patches;
mod shared;
mod validate;

#[cfg(feature = "fuzzing")]
pub(crate) use cli::{Cli, escaped};
pub(crate) use cli::{Command, parse};
pub(crate) use explain::{ExplainArgs, ExplainOutput};
pub(crate) use file::FileArg;
pub(crate) use objects::{NormalizeArgs, PatchArgs, PatchType, RewriteArgs, UnionsSetting};
pub(crate) use patches::{
    ApplyArgs, ApplyOutput, ComposeArgs, ConflictsArgs, DiffArgs, MadePatchType,
};
pub(crate) use shared::{KindArgs, LimitArgs, OutputFormat, SchemaArgs};
pub(crate) use validate::Validation;
