//! `smp conflicts`: the fields that two patches change in different ways.

use smp_core::{Document, PatchConflict, Role, View, conflicts};

use super::compose::target_schema;
use crate::args::{ConflictsArgs, Validation};
use crate::checks::{Ruleset, warn_of_repeated};
use crate::engine_error::engine_error_of;
use crate::input::{JSON_INDENT, Source, read_files};
use crate::masking::masked_value;
use crate::objects::strategic_patch;
use crate::output::Output;
use crate::place::ObjectPlace;
use crate::report::{Report, Rule, collect};
use crate::secret::Of;
use crate::status::{FOUND, SUCCESS};

pub(crate) fn run(args: &ConflictsArgs) -> Result<u8, Report> {
    let files = read_files([&args.first, &args.second], Validation::Warn)?;
    let [first, second] = files.map(Source::of_patches);
    for source in [&first, &second] {
        source.is_for(Of::name(args.kind.kind.as_deref()));
    }
    let inputs = [first.single()?, second.single()?];
    let [one, other] = &inputs;
    for input in &inputs {
        warn_of_repeated(input, Validation::Warn);
    }
    let rules = Ruleset::of(&args.merge, Validation::Warn)?;
    let (schema, identity) = target_schema(&args.kind, &rules, &inputs)?;
    let first_patch = strategic_patch(one.document()?, one)?;
    let second_patch = strategic_patch(other.document()?, other)?;
    let found = conflicts(&first_patch, &second_patch, &schema, &rules.options);
    let found = found.map_err(|error| {
        let parts = [(Role::FirstPatch, one), (Role::SecondPatch, other)];
        let parts = parts.map(|(role, input)| (role, ObjectPlace::whole(&identity, input)));
        engine_error_of(&error, &parts, Some(&rules.schemas))
    })?;
    for conflict in found.iter().filter(|_| collect::is_on()) {
        let title = format!("the patches differ in {}", conflict.path);
        other.report(&conflict.path, title, "").rule(Rule::Conflict).collect_note();
    }
    let documents = [one.document()?, other.document()?];
    let of = match Of::name(args.kind.kind.as_deref()) {
        Of::Unknown => Of::kind(identity.kind.as_deref()),
        of => of,
    };
    let list = found.iter().map(|conflict| conflict_json(conflict, of, &documents));
    let list = list.collect::<Result<_, _>>()?;
    let document = Document::from(View::List(list));
    let mut output = Output::new(args.output, first.format());
    output.push(&document, Some(JSON_INDENT))?;
    output.print()?;
    Ok(if found.is_empty() { SUCCESS } else { FOUND })
}

/// A conflict as JSON, with secret values masked.
fn conflict_json(
    conflict: &PatchConflict,
    of: Of,
    patches: &[Document<'_>; 2],
) -> Result<Document<'static>, Report> {
    let path = Document::from(View::String(conflict.path.to_string().into()));
    let mut members = vec![("path".into(), path)];
    let sides = [("first", &conflict.first), ("second", &conflict.second)];
    for (patch, (name, value)) in patches.iter().zip(sides) {
        if let Some(value) = value {
            let value = Document::from_json(value)?;
            let masked = masked_value(patch, of, &conflict.path, &value)?;
            members.push((name.into(), masked.map_or_else(|| value.into_owned(), Ok)?));
        }
    }
    Ok(Document::from(View::Object(members)))
}
