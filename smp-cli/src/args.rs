//! The command line and its help.

mod cli;
mod explain;
mod external_diff;
mod file;
mod function;
mod kubernetes;
mod kustomization;
mod naming;
mod objects;
mod patch_texts;
mod patches;
mod preview;
mod select;
mod shared;
mod validate;

#[cfg(feature = "fuzzing")]
pub(crate) use cli::{Cli, escaped};
pub(crate) use cli::{Command, parse};
pub(crate) use explain::{ExplainArgs, ExplainOutput};
pub(crate) use file::FileArg;
pub(crate) use function::FnArgs;
pub(crate) use kustomization::{KustomizationArgs, LoadRestrictor};
pub(crate) use objects::{NormalizeArgs, PatchArgs, PatchType, RewriteArgs, UnionsSetting};
pub(crate) use patch_texts::PatchText;
pub(crate) use patches::{
    ApplyArgs, ApplyOutput, ComposeArgs, ConflictsArgs, DiffArgs, DiffOutput, MadePatchType,
};
pub(crate) use preview::{DiffStyle, PreviewArgs};
pub(crate) use select::SelectorArgs;
pub(crate) use shared::{KindArgs, LimitArgs, OutputFormat, SchemaArgs};
pub(crate) use validate::Validation;
