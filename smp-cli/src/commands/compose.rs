//! `smp compose`: several patches combined into one.

use smp_core::{Path, Role, Schema};

use crate::args::{ComposeArgs, KindArgs, Validation};
use crate::checks::{check_patch, check_removal, push_removal, warn_of_repeated};
use crate::engine_error::engine_error_of;
use crate::identity::Identity;
use crate::input::{Input, ReadOptions, Source, read_all};
use crate::objects::strategic_patch;
use crate::output::Output;
use crate::place::{ObjectPlace, Part};
use crate::report::{Messages, Report};
use crate::schemas::{Schemas, removal};
use crate::status::SUCCESS;

pub(crate) fn run(args: &ComposeArgs) -> Result<u8, Report> {
    let validation = args.validate.validation();
    let sources = read_all(&args.patches, ReadOptions::new(args.merge.limits, validation))?;
    let inputs = sources.iter().map(Source::single).collect::<Result<Vec<_>, Report>>()?;
    let schemas = Schemas::of_merge(&args.merge)?;
    let (schema, identity) = target_schema(&args.kind, &schemas, &inputs, validation)?;
    let kind = (&schemas, &identity);
    let options = args.merge.dialect.options();
    let Some((first, others)) = inputs.split_first() else {
        return Err(Report::new("no patch was given"));
    };
    for input in &inputs {
        warn_of_repeated(input, validation);
    }
    let read = |input, role| {
        let patch = strategic_patch(input, role)?;
        let place = ObjectPlace { identity: &identity, input, at: &[] };
        check_patch(&patch, (&schema, &options), validation, place, &schemas).map(|()| patch)
    };
    let mut composed = read(first, Role::FirstPatch)?;
    for (at, input) in others.iter().enumerate() {
        let next = read(input, Role::SecondPatch)?;
        composed = smp_core::compose(&composed, &next, &schema, &options).map_err(|error| {
            let parts =
                [Part::whole(Role::SecondPatch, input), Part::whole(Role::FirstPatch, first)];
            // From the third patch on, the first part is in no file.
            engine_error_of(&error, if at == 0 { &parts } else { &parts[..1] }, kind)
        })?;
    }
    let mut output = Output::new(args.output.output, first.source().format());
    output.push(&composed.to_document(), first.layout())?;
    output.print()?;
    Ok(SUCCESS)
}

/// The schema of the objects that the patches are for, and their kind: of `--kind`, otherwise of
/// the first patch with apiVersion and kind.
pub(super) fn target_schema(
    args: &KindArgs,
    schemas: &Schemas,
    inputs: &[Input<'_>],
    validation: Validation,
) -> Result<(Schema, Identity), Report> {
    let documents = inputs.iter().map(Input::document).collect::<Result<Vec<_>, Report>>()?;
    let patches: Vec<_> = documents.iter().collect();
    if let Some(name) = &args.kind {
        let named = schemas.by_name(name)?;
        let mut messages = Messages::default();
        push_removal(&mut messages, removal(&named, Report::new), validation);
        messages.into_result()?;
        let identity = Identity {
            api_version: Some(named.api_version.clone()),
            kind: Some(named.kind.clone()),
            ..Identity::default()
        };
        warn_about(schemas, &identity, inputs)?;
        return Ok((schemas.by_name_for(name, &patches)?, identity));
    }
    for (input, document) in inputs.iter().zip(&documents) {
        let identity = Identity::of(document);
        if identity.api_version.is_some() && identity.kind.is_some() {
            let schema = schemas.of_object(&identity, input, &Path::root(), &patches)?;
            let place = ObjectPlace { identity: &identity, input, at: &[] };
            check_removal(schemas, validation, place)?;
            warn_about(schemas, &identity, inputs)?;
            return Ok((schema, identity));
        }
    }
    Err(Report::new("the patches have no apiVersion and kind").help(
        "give the kind, as in --kind apps/v1/Deployment, or add apiVersion and kind to a patch",
    ))
}

/// Prints the warnings about the definition of a kind that concern one of the patches.
fn warn_about(schemas: &Schemas, kind: &Identity, patches: &[Input<'_>]) -> Result<(), Report> {
    patches.iter().try_for_each(|patch| schemas.warn_about(kind, &patch.document()?))
}
