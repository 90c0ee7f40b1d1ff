//! `smp conflicts`: where two patches disagree.

use smp_core::{Conflict, Document, Role};

use super::compose::type_of;
use super::{FOUND, Part, SUCCESS, explain, read, strategic};
use crate::args::ConflictsArgs;
use crate::input::Layout;
use crate::output::Output;
use crate::report::Report;
use crate::schemas::Schemas;

pub(crate) fn run(args: &ConflictsArgs) -> Result<u8, Report> {
    let [first, second] = read([&args.first, &args.second], args.limits)?;
    let inputs = [first.single()?, second.single()?];
    let [one, other] = &inputs;
    let schema = type_of(&args.kind, &Schemas::open(&args.schema, args.limits)?, &inputs)?;
    let patches = (strategic(one, Role::FirstPatch)?, strategic(other, Role::SecondPatch)?);
    let options = args.dialect.options();
    let disputes = patches.0.conflicts(&patches.1, schema.root(), &options).map_err(|error| {
        let parts = [Part::whole(Role::FirstPatch, one), Part::whole(Role::SecondPatch, other)];
        explain(&error, &parts)
    })?;
    let list: Vec<_> = disputes.iter().map(entry).collect();
    let list = format!("[{}]", list.join(","));
    let document = Document::from_json(&list).map_err(|error| explain(&error, &[]))?;
    let mut output = Output::new(args.output.output, first.format());
    output.push(&document, Layout::Lines(None))?;
    output.print()?;
    Ok(if disputes.is_empty() { SUCCESS } else { FOUND })
}

/// A conflict as JSON. Values are JSON already.
fn entry(dispute: &Conflict) -> String {
    let path = serde_json::Value::from(dispute.path.to_string());
    let mut members = vec![format!(r#""path":{path}"#)];
    members.extend(dispute.modified.as_ref().map(|value| format!(r#""first":{value}"#)));
    members.extend(dispute.current.as_ref().map(|value| format!(r#""second":{value}"#)));
    format!("{{{}}}", members.join(","))
}
