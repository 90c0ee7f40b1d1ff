//! The command line and its help.

mod cli;
mod dialect;
mod function;
mod kustomization;
mod managed;
mod merge_file;
mod objects;
mod patch_texts;
mod patches;
mod program;
mod schema;
mod select;
mod serve;
mod shared;
#[cfg(test)]
mod tests;

pub(crate) use cli::{Cli, Command, called_as_plugin, escaped, parse};
pub(crate) use dialect::{DialectArgs, MergeArgs, UnionsSetting};
pub(crate) use function::FnArgs;
pub(crate) use kustomization::{KustomizationArgs, LoadRestrictor};
pub(crate) use managed::{ExtractArgs, ManagerArgs, OwnersArgs, OwnersOutput};
pub(crate) use merge_file::MergeFileArgs;
pub(crate) use objects::{CheckArgs, NormalizeArgs, PatchArgs, PatchType, RewriteArgs};
pub(crate) use patch_texts::PatchText;
pub(crate) use patches::{
    ApplyArgs, ApplyOutput, ComposeArgs, ConflictsArgs, DiffArgs, DiffOutput, MadePatchType,
    PatchTool,
};
pub(crate) use program::{CompleteArgs, CompletionArgs, ManArgs, VersionArgs};
pub(crate) use schema::{
    DialectArg, ExplainArgs, ExplainOutput, KindsArgs, KindsOutput, SchemaArgs,
};
pub(crate) use select::SelectorArgs;
pub(crate) use serve::ServeArgs;
pub(crate) use shared::{
    DiffStyle, DirectoryArgs, FileArg, KindArgs, PreviewArgs, ReportArg, Validation,
};
