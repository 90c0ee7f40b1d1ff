//! Runs `smp patch`.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;

use super::delivery;
use super::directory::NAMES;
use super::kustomization::OtherFields;
use super::patcher::Patcher;
use super::patches::TargetedPatches;
use super::source::{PatchSources, TargetRule};
use super::tree::Tree;
use crate::args::{FileArg, PatchArgs, PatchText, Validation};
use crate::checks::Ruleset;
use crate::input::{Source, check_stdin_used_once, expand, read_file};
use crate::objects::ObjectFilter;
use crate::pipeline;
use crate::preview::FieldsPreview;
use crate::report::Report;

pub(crate) fn run(args: &PatchArgs) -> Result<u8, Report> {
    let filter = ObjectFilter::new(&args.select)?;
    check_stdin_used_once(args.files.iter().chain(args.patches.files()))?;
    let mut files = expand(&args.files, &args.directories)?;
    let validation = args.validate.validation();
    let sources = read_patches(args, validation, &mut files)?;
    let inputs = sources.documents()?;
    let patches = TargetedPatches::new(&sources, &inputs, validation)?;
    let rules = Ruleset::of(&args.merge, validation)?;
    let preview = FieldsPreview::of(args.output.preview, &rules.schemas, &rules.options)?;
    let command = Patcher {
        filter,
        patches: &patches,
        rules: &rules,
        no_create: args.create.no_create,
        renames: args.rename,
        preview,
        printed: Mutex::default(),
    };
    pipeline::run(&command, &files, validation, args.output)
}

/// The texts of the patches, in the order of the command line. If the command names no files, the
/// resources of the kustomization are added to `files`.
fn read_patches(
    args: &PatchArgs,
    validation: Validation,
    files: &mut Vec<FileArg>,
) -> Result<PatchSources, Report> {
    let kustomization = &args.kustomization.kustomization;
    if let Some(path) = kustomization.as_ref().filter(|path| is_of_tool(path)) {
        if args.files.is_empty() {
            let title = format!("{} does not say which files it patches", path.display());
            return Err(
                Report::new(title).help("give them with -f, such as those of its spec.path")
            );
        }
        let text = read_file(&FileArg::found(path.clone()), validation)?;
        return delivery::patches(&text, OtherFields::of(&args.kustomization));
    }
    if let Some(path) = kustomization {
        let tree = Tree::read(path, &args.kustomization, validation, args.files.is_empty())?;
        files.extend(tree.files);
        return Ok(tree.patches);
    }
    let inline = args.patches.iter().filter(|text| matches!(text, PatchText::Inline(_))).count();
    let mut number = 0;
    let mut sources = PatchSources::default();
    let mut known: HashMap<&FileArg, usize> = HashMap::new();
    for text in args.patches.iter() {
        let text = match text {
            // A file that is named several times is read once.
            PatchText::File(file) => {
                if let Some(number) = known.get(file) {
                    *number
                } else {
                    let number = sources.add(read_file(file, validation)?);
                    known.insert(file, number);
                    number
                }
            }
            PatchText::Inline(text) => {
                number += 1;
                let name = match inline {
                    1 => "<patch>".to_owned(),
                    _ => format!("<patch {number}>"),
                };
                sources.add(Source::inline(&name, text, validation))
            }
        };
        sources.uses.push((text, TargetRule::Named(args.patch_type)));
    }
    Ok(sources)
}

/// Whether `--kustomization` names an object of Flux or Argo CD: a file that is not a kustomization.
fn is_of_tool(path: &Path) -> bool {
    path.is_file() && !NAMES.iter().any(|name| path.ends_with(name))
}
