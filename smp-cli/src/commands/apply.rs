//! `smp apply`: a three-way merge into live objects.

use std::collections::HashMap;

use smp_core::{Document, Patch, Role, Segment, ThreeWay, Unions, View, apply_document};
use smp_json_patch::MergePatch;
use smp_openapi::field_names;

use super::server_side::{self, ServerSide};
use crate::args::{ApplyArgs, ApplyOutput, DiffStyle, MadePatchType, RewriteArgs};
use crate::checks::{ObjectChange, Ruleset};
use crate::difference::record;
use crate::engine_error::engine_error_of;
use crate::input::{Format, read_files};
use crate::objects::{ObjectSet, SetObject, owned, with_items};
use crate::output::Output;
use crate::patches::{Maker, json_for_several, json_patch_between, push_patch, schemaless_error};
use crate::preview::{FieldsPreview, SetPreview, Version, Why};
use crate::report::{Messages, Report, say};
use crate::status::{FOUND, SUCCESS};

pub(crate) fn run(args: &ApplyArgs) -> Result<u8, Report> {
    let (Some(last_applied), Some(modified), Some(live)) =
        (&args.last_applied, &args.modified, &args.live)
    else {
        return run_server_side(args);
    };
    let validation = args.validate.validation();
    let [last_applied, modified, live] = read_files([last_applied, modified, live], validation)?;
    let inputs = (last_applied.any_documents()?, modified.documents()?, live.any_documents()?);
    let rules = Ruleset::of(&args.merge, validation)?;
    let originals = ObjectSet::of(&inputs.0, &rules.schemas, "compared")?;
    let modifieds = ObjectSet::of(&inputs.1, &rules.schemas, "compared")?;
    let currents = ObjectSet::of(&inputs.2, &rules.schemas, "compared")?;
    let output = Output::new(format(args), live.format());
    let all_single = [&originals, &modifieds, &currents].iter().all(|set| set.only().is_some());
    let mut results = Vec::new();
    for modified in modifieds.iter() {
        let (original, current) = if all_single {
            (originals.only(), currents.only())
        } else {
            (originals.get(&modified.identity), currents.get(&modified.identity))
        };
        if current.is_none() {
            let title = format!("{} is not in {}", modified.identity, live.name());
            if args.output == Some(ApplyOutput::Patch) {
                return Err(modified
                    .report(title)
                    .help("no patch creates an object; without -o patch, the object is printed"));
            }
            say(&format!("{title}: it is created"));
        }
        let versions = Versions { original, modified, current };
        let result = applied(args, &rules, versions, modifieds.only().is_none())?;
        results.push((versions, result));
    }
    if let Some(style) = args.preview.diff {
        return show(args, style, rules, &results);
    }
    for (versions, _) in &results {
        record(versions.edited().place(), || None);
    }
    print(args, &results, output)?;
    Ok(SUCCESS)
}

/// The format requested for the objects.
fn format(args: &ApplyArgs) -> Option<Format> {
    match args.output? {
        ApplyOutput::Yaml => Some(Format::Yaml),
        ApplyOutput::Json => Some(Format::Json),
        ApplyOutput::Patch => None,
    }
}

fn run_server_side(args: &ApplyArgs) -> Result<u8, Report> {
    if args.output == Some(ApplyOutput::Patch) {
        let title = "--server-side makes no patch";
        return Err(Report::new(title).help("--diff=fields shows what an apply changes"));
    }
    let (mut preview, style, in_place) = (args.preview, args.style, args.in_place);
    // The exit status of a comparison says whether there is a difference.
    preview.exit_code |= preview.diff.is_some();
    let output = RewriteArgs { output: format(args), in_place, preview, style };
    server_side::run(&ServerSide {
        files: &args.files,
        live: args.live.as_ref(),
        directories: &args.directories,
        manager: &args.manager,
        force: args.force_conflicts,
        validation: args.validate.validation(),
        merge: &args.merge,
        output,
    })
}

/// The versions of an object. Without an original, nothing is deleted; without a current one, the
/// object is created.
#[derive(Clone, Copy)]
struct Versions<'s, 'i> {
    original: Option<&'s SetObject<'i>>,
    modified: &'s SetObject<'i>,
    current: Option<&'s SetObject<'i>>,
}

impl<'s, 'i> Versions<'s, 'i> {
    /// The object whose text is edited: the one in LIVE, or in MODIFIED if it is new.
    fn edited(&self) -> &'s SetObject<'i> {
        self.current.unwrap_or(self.modified)
    }
}

/// The versions of an object, and the object after the merge, or the patch.
type Merged<'s, 'i> = (Versions<'s, 'i>, Document<'static>);

/// The type of patch whose merge rules apply: a JSON patch uses those of `auto`.
fn merge_type(patch_type: MadePatchType) -> MadePatchType {
    match patch_type {
        MadePatchType::Json => MadePatchType::Auto,
        other => other,
    }
}

/// Prints the patches, or the objects. Objects from a List in LIVE are printed within that List.
fn print(args: &ApplyArgs, results: &[Merged<'_, '_>], mut output: Output) -> Result<(), Report> {
    if args.output == Some(ApplyOutput::Patch) {
        let several = results.len() > 1;
        if several && args.patch_type == MadePatchType::Json {
            return Err(json_for_several());
        }
        for (versions, patch) in results {
            push_patch(&mut output, patch, versions.edited(), several)?;
        }
        return output.print();
    }
    let mut lists: HashMap<usize, HashMap<usize, &Document<'static>>> = HashMap::new();
    for (versions, document) in results {
        if let Some(current) = versions.current
            && let Some(Segment::Index(index)) = current.at.last()
        {
            lists.entry(current.input.offset()).or_default().insert(*index, document);
        }
    }
    for (versions, document) in results {
        let reformat = args.style.reformat;
        let Some(current) = versions.current else {
            output.push(document, versions.modified.input.indent())?;
            continue;
        };
        if current.at.is_empty() {
            output.push_edited(document, current.input, reformat)?;
        } else if let Some(changed) = lists.remove(&current.input.offset()) {
            let change = |(index, item)| changed.get(&index).map_or(item, |&new| new.clone());
            let change = |items: Vec<_>| Ok(items.into_iter().enumerate().map(change).collect());
            let list = with_items(current.input.document()?, current.input, change)?;
            output.push_edited(&list, current.input, reformat)?;
        }
    }
    output.print()
}

/// Prints the changes of the live objects.
fn show(
    args: &ApplyArgs,
    style: DiffStyle,
    rules: Ruleset,
    results: &[Merged<'_, '_>],
) -> Result<u8, Report> {
    let fields = FieldsPreview::new(args.preview.explain, &rules.schemas, rules.options);
    let mut shown = SetPreview::new(style, fields)?;
    for (Versions { modified, current, .. }, document) in results {
        let Some(current) = current else {
            shown.one_sided('+', Version { object: modified, document })?;
            continue;
        };
        let why = Why::of(merge_type(args.patch_type), &current.identity);
        let after = Version { object: current, document };
        shown.changed((Version::read(current), after), why, false)?;
    }
    let changed = shown.print()?;
    Ok(if changed && args.preview.exit_code { FOUND } else { SUCCESS })
}

/// The object after the merge, or the patch.
fn applied(
    args: &ApplyArgs,
    rules: &Ruleset,
    versions: Versions<'_, '_>,
    several: bool,
) -> Result<Document<'static>, Report> {
    let Versions { original, modified, current } = versions;
    let Ruleset { schemas, options, .. } = rules;
    let edited = versions.edited();
    let empty = Document::from(View::Object(Vec::new()));
    let base = original.map_or(&empty, |original| &original.document);
    // The kind is the one in MODIFIED; the diff refuses a different kind in LIVE.
    let how = merge_type(args.patch_type);
    let live = current.map_or(&empty, |current| &current.document);
    let documents = [base, &modified.document, live];
    let maker = Maker::of(how, (modified, &documents), schemas)?;
    rules.check_new(original, modified)?;
    let mut parts = vec![modified.part(Role::Modified)];
    for role in [Role::Current, Role::Live, Role::Old] {
        parts.extend(current.map(|current| current.part(role)));
    }
    parts.extend(original.map(|original| original.part(Role::Original)));
    let with_unions = maker.union_schema(rules, &modified.identity)?;
    let mut merge =
        ThreeWay::new(base, &modified.document, live).overwrite(args.overwrite.overwrite()?);
    if current.is_some() {
        merge = merge.same_object();
    }
    for field in &args.must_not_change {
        let names = field_names(field)
            .map_err(|error| Report::new(format!("--must-not-change {field}: {error}")))?;
        merge = merge.must_not_change(names);
    }
    let patch = merge
        .diff_with_unions_of(
            maker.schema(),
            with_unions.as_ref().unwrap_or(maker.schema()),
            options,
        )
        .map_err(|error| engine_error_of(&error, &parts, Some(schemas)))?;
    let told = rules.check_written(with_unions.as_ref(), None, modified)?;
    if matches!(maker, Maker::Strategic(_)) {
        schemas.warn_about(&modified.identity, &patch.to_document())?;
    }
    let prints_patch = args.output == Some(ApplyOutput::Patch);
    let is_json = args.patch_type == MadePatchType::Json;
    // Unions are normalized below, as for every type of patch.
    let merging = options.clone().unions(Unions::Ignore);
    let patch = match maker {
        Maker::Merge(_) => without_nulls_in_lists(&patch, edited)?,
        _ => patch,
    };
    let applied = apply_document(live.clone(), &patch, maker.schema(), &merging);
    let mut applied = applied.map_err(|error| engine_error_of(&error, &parts, Some(schemas)))?;
    if let Some(schema) = &with_unions {
        let place = edited.place();
        let change = ObjectChange { before: Some(live), schema, place, parts: &parts };
        let mut messages = Messages::default();
        applied = rules.normalized(change, applied, Some(&mut messages))?;
        let change = ObjectChange { before: current.map(|_| live), ..change };
        rules.in_result(&mut messages, change, &applied, &told)?;
        messages.into_result()?;
    }
    let from = (live, edited.input);
    match &maker {
        _ if prints_patch && is_json => json_patch_between(from, (&applied, edited.input)),
        Maker::Merge(merge) if prints_patch => merge.patch(from, &applied, modified, !several),
        _ if prints_patch => owned(patch.to_document()),
        Maker::Merge(merge) if !is_json => {
            merge.say(&modified.identity);
            owned(applied)
        }
        _ => owned(applied),
    }
}

/// Reads the patch as a JSON merge patch, where nulls inside lists set nothing.
fn without_nulls_in_lists(patch: &Patch, edited: &SetObject<'_>) -> Result<Patch, Report> {
    let patch = MergePatch::new(patch.to_document())
        .and_then(|patch| Ok(Patch::from_document(patch.into_document())?));
    patch.map_err(|error| schemaless_error(error, edited.input))
}
