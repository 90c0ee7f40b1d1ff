//! The command itself.

use super::directory::Directory;
use super::kustomization;
use super::outcome::PatchOutcome;
use super::patcher::Patcher;
use super::patches::TargetedPatches;
use super::source::{PatchSources, TargetRule};
use crate::args::{KustomizationArgs, PatchArgs, PatchText};
use crate::checks::UnionTreatment;
use crate::input::{ReadOptions, Source, check_stdin_used_once, expand, read_file};
use crate::objects::ObjectFilter;
use crate::pipeline::Pipeline;
use crate::preview::FieldsPreview;
use crate::report::Report;
use crate::schemas::Schemas;

pub(crate) fn run(args: &PatchArgs) -> Result<u8, Report> {
    let filter = ObjectFilter::new(&args.select)?;
    check_stdin_used_once(args.files.iter().chain(args.patches.files()))?;
    let files = expand(&args.files, &args.directories)?;
    let validation = args.validate.validation();
    let reading = ReadOptions::new(args.merge.limits, validation);
    let sources = read_patches(args, reading)?;
    let inputs = sources.texts.iter().map(Source::documents);
    let inputs = inputs.collect::<Result<Vec<_>, Report>>()?;
    let patches = TargetedPatches::new(&sources, &inputs, validation, !filter.is_all())?;
    let schemas = Schemas::of_merge(&args.merge)?;
    let options = args.merge.dialect.options();
    let preview = FieldsPreview::of(args.output.preview, &schemas, &options)?;
    let command = Patcher {
        filter,
        patches: &patches,
        schemas: &schemas,
        options,
        unions: UnionTreatment::of(&args.merge.dialect, validation),
        validation,
        no_create: args.create.no_create,
        renames: args.rename,
        preview,
    };
    let pipeline = Pipeline {
        options: reading,
        files: &files,
        process: &command,
        output: &args.output,
        needs_single_document: false,
    };
    pipeline.change(&mut PatchOutcome::new(&command))
}

/// The texts of the patches, in the order of the command line.
fn read_patches(args: &PatchArgs, reading: ReadOptions) -> Result<PatchSources, Report> {
    let KustomizationArgs { kustomization, load_restrictor } = &args.kustomization;
    if let Some(path) = kustomization {
        let directory = Directory::open(path, *load_restrictor, reading)?;
        return kustomization::patches(&directory.kustomization()?, &directory);
    }
    let inline = args.patches.iter().filter(|text| matches!(text, PatchText::Inline(_))).count();
    let mut number = 0;
    let mut sources = PatchSources::default();
    for text in args.patches.iter() {
        let text = match text {
            PatchText::File(file) => read_file(file, reading)?,
            PatchText::Inline(text) => {
                number += 1;
                let name = match inline {
                    1 => "<patch>".to_owned(),
                    _ => format!("<patch {number}>"),
                };
                Source::inline(&name, text, reading)
            }
        };
        let text = sources.add(text);
        sources.push(text, TargetRule::Named(args.patch_type));
    }
    Ok(sources)
}
