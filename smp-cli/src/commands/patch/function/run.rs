//! Runs `smp fn`.

use std::ffi::OsString;
use std::sync::Mutex;

use smp_core::{Document, View};

use super::super::patcher::Patcher;
use super::super::patches::TargetedPatches;
use super::annotations::Annotations;
use super::config;
use super::list::ResourceList;
use super::results::{About, Results};
use crate::args::{FileArg, FnArgs};
use crate::checks::Ruleset;
use crate::difference::record;
use crate::identity::Identity;
use crate::input::read_file;
use crate::limits::Kept;
use crate::objects::{ObjectFilter, owned, view};
use crate::output::Output;
use crate::pipeline::{Process as _, Visited};
use crate::place::{ObjectPlace, path_of_item};
use crate::report::{ErrorPrinter, Report, collect};
use crate::status::{FAILURE, SUCCESS};

pub(crate) fn run(args: &FnArgs) -> Result<u8, Report> {
    let source = read_file(&FileArg::from(OsString::from("-")), args.validate.validation())?;
    let input = source.single()?;
    let list = ResourceList::read(&input)?;
    collect::take_warnings();
    let mut results = Results::default();
    let items = patched(args, &list, &mut results).unwrap_or_else(|report| {
        results.add_error(&report, None);
        Vec::new()
    });
    results.add_printed(None);
    let failed = results.any_error;
    let document = list.with((!failed).then_some(items), results.documents)?;
    let mut output = Output::new(None, source.format());
    output.push_edited(&document, &input, false)?;
    output.print()?;
    Ok(if failed { FAILURE } else { SUCCESS })
}

/// The objects after the patches. The findings about each object are added to the results.
fn patched(
    args: &FnArgs,
    list: &ResourceList<'_>,
    results: &mut Results,
) -> Result<Vec<Document<'static>>, Report> {
    let input = list.input;
    let sources = config::patches(list)?;
    let documents = sources.documents()?;
    let validation = args.validate.validation();
    let patches = TargetedPatches::new(&sources, &documents, validation)?;
    let rules = Ruleset::of(&args.merge, validation)?;
    let command = Patcher {
        filter: ObjectFilter::default(),
        patches: &patches,
        rules: &rules,
        no_create: args.create.no_create,
        renames: false,
        preview: None,
        printed: Mutex::default(),
    };
    results.add_printed(None);
    let mut errors = ErrorPrinter::default();
    let mut items = Vec::new();
    let mut kept = Kept::of(input.json().len())?;
    for (index, item) in list.items()?.into_iter().enumerate() {
        let at = path_of_item(index);
        let identity = Identity::of(&item);
        let place = ObjectPlace { identity: &identity, input, at: &at };
        let about = About::new(&identity, &item);
        let annotations = Annotations::of(&item);
        if !matches!(view(&item, input)?, View::Object(_)) {
            let path = place.path();
            let report = input.report(&path, "expected a Kubernetes object", path.to_string());
            results.add_error(&report, None);
            continue;
        }
        record(place, || None);
        let mut visited = Visited::default();
        let result = command.object(item, place, &mut visited);
        results.add_printed(Some(&about));
        match result {
            Ok(None) => {}
            Ok(Some(object)) => {
                kept.add(visited.findings.added.bytes())?;
                items.push(annotations.put_into(owned(object)?, input)?);
            }
            Err(report) => results.add_error(&report, Some(&about)),
        }
        results.add_findings(&visited.findings, &rules, &about);
        command.report(visited.findings, &mut errors);
        // The warnings are already in the results.
        collect::take_warnings();
    }
    if !results.any_error {
        patches.check_all_used(validation)?;
    }
    Ok(items)
}
