//! The command line and its help.

mod cli;
mod completion;
mod explain;
mod external_diff;
mod file;
mod function;
mod kinds;
mod kubernetes;
mod kustomization;
mod man;
mod naming;
mod objects;
mod patch_texts;
mod patches;
mod preview;
mod report;
mod select;
mod shared;
#[cfg(test)]
mod tests;
mod unions;
mod validate;
mod version;

#[cfg(feature = "fuzzing")]
pub(crate) use cli::escaped;
pub(crate) use cli::{Cli, Command, called_as_plugin, parse};
pub(crate) use completion::{CompleteArgs, CompletionArgs};
pub(crate) use explain::{ExplainArgs, ExplainOutput};
pub(crate) use file::FileArg;
pub(crate) use function::FnArgs;
pub(crate) use kinds::{KindsArgs, KindsOutput};
pub(crate) use kustomization::{KustomizationArgs, LoadRestrictor};
pub(crate) use man::ManArgs;
pub(crate) use objects::{NormalizeArgs, PatchArgs, PatchType, RewriteArgs};
pub(crate) use patch_texts::PatchText;
pub(crate) use patches::{
    ApplyArgs, ApplyOutput, ComposeArgs, ConflictsArgs, DiffArgs, DiffOutput, MadePatchType,
};
pub(crate) use preview::{DiffStyle, PreviewArgs};
pub(crate) use report::ReportArg;
pub(crate) use select::SelectorArgs;
pub(crate) use shared::{DialectArgs, KindArgs, LimitArgs, MergeArgs, OutputFormat, SchemaArgs};
pub(crate) use unions::UnionsSetting;
pub(crate) use validate::Validation;
pub(crate) use version::VersionArgs;
