//! The command itself.

use super::directory::Directory;
use super::kustomization;
use super::patcher::Patcher;
use super::patches::TargetedPatches;
use super::report::FindingsPrinter;
use super::source::{PatchSource, Rule};
use crate::args::{KustomizationArgs, PatchArgs, PatchText};
use crate::commands::expand::expand;
use crate::commands::files::check_stdin_used_once;
use crate::commands::object_filter::ObjectFilter;
use crate::commands::preview::FieldsPreview;
use crate::commands::status::{FAILURE, FOUND, SUCCESS};
use crate::commands::unions::UnionTreatment;
use crate::input::{ReadOptions, Source, read_file};
use crate::pipeline::Pipeline;
use crate::report::{Report, print_line};
use crate::schemas::Schemas;
use crate::sink::Sink;

pub(crate) fn run(args: &PatchArgs) -> Result<u8, Report> {
    let filter = ObjectFilter::new(&args.select)?;
    check_stdin_used_once(args.files.iter().chain(args.patches.files()))?;
    let files = expand(&args.files, args.recursive)?;
    let validation = args.validate.validation();
    let reading = ReadOptions::new(args.merge.limits, validation);
    let sources = read_patches(args, reading)?;
    let inputs = sources.iter().map(|source| source.text.documents());
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
        preview,
    };

    let pipeline = Pipeline {
        options: reading,
        files: &files,
        process: &command,
        output: &args.output,
        needs_single_document: false,
    };
    let mut sink = pipeline.sink()?;
    let status = run_pipeline(&pipeline, &mut *sink)?;
    let found = args.output.preview.exit_code && sink.has_shown_changes();
    Ok(if found && status == SUCCESS { FOUND } else { status })
}

/// The texts of the patches, in the order of the command line.
fn read_patches(args: &PatchArgs, reading: ReadOptions) -> Result<Vec<PatchSource>, Report> {
    let KustomizationArgs { kustomization, load_restrictor } = &args.kustomization;
    if let Some(path) = kustomization {
        let directory = Directory::open(path, *load_restrictor, reading)?;
        return kustomization::patches(&directory.kustomization()?, &directory);
    }
    let inline = args.patches.iter().filter(|text| matches!(text, PatchText::Inline(_))).count();
    let mut number = 0;
    let sources = args.patches.iter().map(|text| match text {
        PatchText::File(file) => read_file(file, reading),
        PatchText::Inline(text) => {
            number += 1;
            let name = match inline {
                1 => "<patch>".to_owned(),
                _ => format!("<patch {number}>"),
            };
            Ok(Source::inline(&name, text, reading))
        }
    });
    sources
        .map(|text| Ok(PatchSource { text: text?, rule: Rule::Named(args.patch_type) }))
        .collect()
}

fn run_pipeline(pipeline: &Pipeline<'_, Patcher<'_>>, sink: &mut dyn Sink) -> Result<u8, Report> {
    let Patcher { filter, patches, schemas, unions, validation, .. } = pipeline.process;
    let mut printer = FindingsPrinter::new(patches, schemas, *validation, unions.fails());
    let ran = pipeline.run(sink, |findings| printer.print(findings))?;
    if ran.is_break() {
        return Ok(SUCCESS);
    }
    let used = filter.check_any(*validation).and_then(|any| {
        // That no object is chosen says enough.
        if any { patches.check_all_used(*validation) } else { Ok(()) }
    });
    used.map_err(|report| match sink.abort() {
        None => report,
        Some(note) => report.note(note),
    })?;
    if printer.any_error() {
        sink.abort().iter().for_each(|note| print_line(note));
        return Ok(FAILURE);
    }
    sink.finish()?;
    Ok(SUCCESS)
}
