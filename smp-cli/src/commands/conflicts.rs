//! `smp conflicts`: the fields that two patches change in different ways.

use smp_core::{Dispute, Document, Role};

use super::compose::target_schema;
use super::documents::strategic_patch;
use super::engine_error::{Part, engine_error};
use super::files::read;
use super::status::{FOUND, SUCCESS};
use crate::args::ConflictsArgs;
use crate::input::Layout;
use crate::output::Output;
use crate::report::Report;
use crate::schemas::Schemas;

pub(crate) fn run(args: &ConflictsArgs) -> Result<u8, Report> {
    let [first, second] = read([&args.first, &args.second], args.limits)?;
    let inputs = [first.single()?, second.single()?];
    let [one, other] = &inputs;
    let schema = target_schema(&args.kind, &Schemas::open(&args.schema, args.limits)?, &inputs)?;
    let patches =
        (strategic_patch(one, Role::FirstPatch)?, strategic_patch(other, Role::SecondPatch)?);
    let options = args.dialect.options();
    let disputes = patches.0.conflicts(&patches.1, schema.root(), &options).map_err(|error| {
        let parts = [Part::whole(Role::FirstPatch, one), Part::whole(Role::SecondPatch, other)];
        engine_error(&error, &parts)
    })?;
    let list: Vec<_> = disputes.iter().map(conflict_json).collect();
    let list = format!("[{}]", list.join(","));
    let document = Document::from_json(&list).map_err(|error| engine_error(&error, &[]))?;
    let mut output = Output::new(args.output.output, first.format());
    output.push(&document, Layout::Lines(None))?;
    output.print()?;
    Ok(if disputes.is_empty() { SUCCESS } else { FOUND })
}

/// A conflict as JSON. The values are JSON text.
fn conflict_json(dispute: &Dispute) -> String {
    let path = serde_json::Value::from(dispute.path.to_string());
    let mut members = vec![format!(r#""path":{path}"#)];
    members.extend(dispute.modified.as_ref().map(|value| format!(r#""first":{value}"#)));
    members.extend(dispute.current.as_ref().map(|value| format!(r#""second":{value}"#)));
    format!("{{{}}}", members.join(","))
}
