//! The function itself.

use std::ffi::OsString;

use smp_core::{Document, Path, View};

use super::super::patcher::{Patcher, PatchingVisitor};
use super::super::patches::TargetedPatches;
use super::super::report::FindingsPrinter;
use super::annotations::Annotations;
use super::config;
use super::list::ResourceList;
use super::results::{About, Results, place_of_item};
use crate::args::{FileArg, FnArgs};
use crate::commands::documents::view;
use crate::commands::object_filter::ObjectFilter;
use crate::commands::objects::{ObjectVisitor as _, owned};
use crate::commands::status::{FAILURE, SUCCESS};
use crate::commands::unions::UnionTreatment;
use crate::difference::{Place, checked_object, record};
use crate::identity::Identity;
use crate::input::{Input, ReadOptions, read_file};
use crate::output::Output;
use crate::report::{Report, collect};
use crate::schemas::Schemas;

pub(crate) fn run(args: &FnArgs) -> Result<u8, Report> {
    let source = read_file(
        &FileArg::from(OsString::from("-")),
        ReadOptions::new(args.merge.limits, args.validate.validation()),
    )?;
    let input = source.single()?;
    let list = ResourceList::read(&input)?;
    collect::take_warnings();
    let mut results = Results::default();
    let items = patched(args, &list, &input, &mut results).unwrap_or_else(|report| {
        report.print_error();
        results.add_error(&report, None);
        Vec::new()
    });
    results.add_printed(None);
    let failed = results.any_error();
    let document = list.with((!failed).then_some(items), results.into_documents())?;
    let mut output = Output::new(None, source.format());
    output.push_edited(&document, &input, false)?;
    output.print()?;
    Ok(if failed { FAILURE } else { SUCCESS })
}

/// The objects after the patches. What is found about an object is among the results.
fn patched(
    args: &FnArgs,
    list: &ResourceList<'_>,
    input: &Input<'_>,
    results: &mut Results,
) -> Result<Vec<Document<'static>>, Report> {
    let sources = config::patches(list, input)?;
    let documents = sources.iter().map(|source| source.text.documents());
    let documents = documents.collect::<Result<Vec<_>, Report>>()?;
    let validation = args.validate.validation();
    let patches = TargetedPatches::new(&sources, &documents, validation, false)?;
    let schemas = Schemas::of_merge(&args.merge)?;
    let options = args.merge.dialect.options();
    let command = Patcher {
        filter: ObjectFilter::all(),
        patches: &patches,
        schemas: &schemas,
        options,
        unions: UnionTreatment::of(&args.merge.dialect, validation),
        validation,
        preview: None,
    };
    results.add_printed(None);
    let mut printer = FindingsPrinter::new(&patches, &schemas, validation, command.unions.fails());
    let mut items = Vec::new();
    for (index, item) in list.items()?.into_iter().enumerate() {
        let at = place_of_item(index);
        let identity = Identity::of(&item);
        let about = About::new(&identity, &item);
        let kept = Annotations::of(&item);
        if !matches!(view(&item, input)?, View::Object(_)) {
            let path = Path::from_segments(at);
            let label = path.to_string();
            let report = input.report(&path, "expected a Kubernetes object", label);
            report.print_error();
            results.add_error(&report, None);
            continue;
        }
        if collect::is_on() {
            record(checked_object(&identity, Place { input, at: &at }), None);
        }
        let mut visitor = PatchingVisitor::new(&command);
        let outcome = visitor.visit(item, &identity, input, &at);
        results.add_printed(Some(&about));
        match outcome {
            Ok(None) => {}
            Ok(Some(object)) => items.push(kept.put_into(owned(object)?, input)?),
            Err(report) => {
                report.print_error();
                results.add_error(&report, Some(&about));
            }
        }
        let findings = visitor.into_findings();
        results.add_findings(&findings, validation, command.unions.fails(), &about);
        printer.print(findings);
        // Those are among the results already.
        collect::take_warnings();
    }
    if !results.any_error() {
        patches.check_all_used(validation)?;
    }
    Ok(items)
}
