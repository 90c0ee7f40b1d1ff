//! `smp compose`: several patches as one.

use smp_core::{Path, Role, Schema};

use super::{Part, SUCCESS, explain, read_all, strategic};
use crate::args::{ComposeArgs, KindArgs};
use crate::identity::Identity;
use crate::input::{Input, Source};
use crate::output::Output;
use crate::report::Report;
use crate::schemas::Schemas;

pub(crate) fn run(args: &ComposeArgs) -> Result<u8, Report> {
    let sources = read_all(args.patches.iter().map(String::as_str), args.limits)?;
    let inputs = sources.iter().map(Source::single).collect::<Result<Vec<_>, Report>>()?;
    let schema = type_of(&args.kind, &Schemas::open(&args.schema, args.limits)?, &inputs)?;
    let options = args.dialect.options();
    let Some((first, others)) = inputs.split_first() else {
        return Err(Report::new("no patch was given"));
    };
    let mut composed = strategic(first, Role::FirstPatch)?;
    for (at, input) in others.iter().enumerate() {
        let next = strategic(input, Role::SecondPatch)?;
        composed = composed.compose(&next, schema.root(), &options).map_err(|error| {
            let parts =
                [Part::whole(Role::SecondPatch, input), Part::whole(Role::FirstPatch, first)];
            // What the third patch is composed with stands in no file.
            explain(&error, if at == 0 { &parts } else { &parts[..1] })
        })?;
    }
    let mut output = Output::new(args.output.output, first.source().format());
    output.push(&composed.to_document(), first.layout())?;
    output.print()?;
    Ok(SUCCESS)
}

/// What the patches are for: `--kind`, or what the first says that says it.
pub(super) fn type_of(
    args: &KindArgs,
    schemas: &Schemas,
    inputs: &[Input<'_>],
) -> Result<Schema, Report> {
    if let Some(name) = &args.kind {
        return schemas.named(name).map(|named| named.schema.clone());
    }
    for input in inputs {
        let identity = Identity::of(&input.document()?);
        if identity.api_version.is_some() && identity.kind.is_some() {
            return schemas.of(&identity, input, &Path::root());
        }
    }
    Err(Report::new("the patches don't say what they are for")
        .help("name it, as in --kind apps/v1/Deployment, or give a patch apiVersion and kind"))
}
