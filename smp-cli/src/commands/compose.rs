//! `smp compose`: several patches combined into one.

use smp_core::{Options, Patch, Role, Schema};

use crate::args::{ComposeArgs, KindArgs};
use crate::checks::{Ruleset, warn_of_repeated};
use crate::engine_error::engine_error_of;
use crate::identity::Identity;
use crate::input::{Input, Source, read_all};
use crate::objects::strategic_patch;
use crate::output::Output;
use crate::place::ObjectPlace;
use crate::report::{Messages, Report};
use crate::schemas::Schemas;
use crate::secret::Of;
use crate::status::SUCCESS;

pub(crate) fn run(args: &ComposeArgs) -> Result<u8, Report> {
    let validation = args.validate.validation();
    let sources = read_all(&args.patches, validation)?.into_iter().map(Source::of_patches);
    let sources: Vec<_> = sources.collect();
    for source in &sources {
        source.is_for(Of::name(args.kind.kind.as_deref()));
    }
    let inputs = sources.iter().map(Source::single).collect::<Result<Vec<_>, Report>>()?;
    let rules = Ruleset::of(&args.merge, validation)?;
    let (schema, identity) = target_schema(&args.kind, &rules, &inputs)?;
    let Some((first, others)) = inputs.split_first() else {
        return Err(Report::new("no patch was given"));
    };
    let schemas = Some(&rules.schemas);
    for input in &inputs {
        warn_of_repeated(input, validation);
    }
    let patches = inputs.iter().map(|input| {
        let patch = strategic_patch(input.document()?, input)?;
        let place = ObjectPlace::whole(&identity, input);
        rules.check_patch(&patch, &schema, place).map(|()| patch)
    });
    let patches = patches.collect::<Result<Vec<_>, Report>>()?;
    let composed = if let Some(composed) = halves_composed(&patches, &schema, &rules.options) {
        composed
    } else {
        // One by one, so that an error can name the places.
        let mut patches = patches.into_iter();
        let mut composed = patches.next().unwrap_or_default();
        for ((at, input), next) in others.iter().enumerate().zip(patches) {
            let both = smp_core::compose(&composed, &next, &schema, &rules.options);
            composed = both.map_err(|error| {
                let parts = [(Role::SecondPatch, input), (Role::FirstPatch, first)];
                let parts = parts.map(|(role, it)| (role, ObjectPlace::whole(&identity, it)));
                // From the third patch on, the first operand is a composed patch, which is in no file.
                engine_error_of(&error, if at == 0 { &parts } else { &parts[..1] }, schemas)
            })?;
        }
        composed
    };
    let mut output = Output::new(args.output, first.source().format());
    output.push(&composed.to_document(), first.indent())?;
    output.print()?;
    Ok(SUCCESS)
}

/// Composes the two halves recursively, so that each patch is copied only `O(log n)` times. `None` if
/// there are no patches or they cannot be composed.
fn halves_composed(patches: &[Patch], schema: &Schema, options: &Options) -> Option<Patch> {
    match patches {
        [] => None,
        [only] => Some(only.clone()),
        _ => {
            let (first, second) = patches.split_at(patches.len().div_ceil(2));
            let first = halves_composed(first, schema, options)?;
            let second = halves_composed(second, schema, options)?;
            smp_core::compose(&first, &second, schema, options).ok()
        }
    }
}

/// The schema and the kind of the patched objects: from `--kind`, otherwise from the first patch with
/// apiVersion and kind.
pub(super) fn target_schema(
    args: &KindArgs,
    rules: &Ruleset,
    inputs: &[Input<'_>],
) -> Result<(Schema, Identity), Report> {
    let schemas = &rules.schemas;
    let documents = inputs.iter().map(Input::document).collect::<Result<Vec<_>, Report>>()?;
    let patches: Vec<_> = documents.iter().collect();
    if let Some(name) = &args.kind {
        let mut messages = Messages::default();
        let (identity, named) = rules.named_kind(name, &mut messages)?;
        messages.into_result()?;
        warn_about(schemas, &identity, inputs)?;
        return Ok((schemas.for_documents(&named, &patches)?.0, identity));
    }
    for (input, document) in inputs.iter().zip(&documents) {
        let identity = Identity::of(document);
        if identity.api_version.is_some() && identity.kind.is_some() {
            let place = ObjectPlace::whole(&identity, input);
            let schema = schemas.of_object(place, &patches)?;
            rules.check_removal(place)?;
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
