//! `smp apply`: a three-way merge into a live object.

use smp_core::{Overwrite, Path, Role, ThreeWay, apply_document};

use super::documents::expect_object;
use super::engine_error::{Part, engine_error};
use super::files::read;
use super::status::SUCCESS;
use crate::args::{ApplyArgs, ApplyOutput, OutputFormat};
use crate::identity::Identity;
use crate::output::Output;
use crate::report::Report;
use crate::schemas::Schemas;

pub(crate) fn run(args: &ApplyArgs) -> Result<u8, Report> {
    let [last_applied, modified, live] =
        read([&args.last_applied, &args.modified, &args.live], args.limits)?;
    let (last_applied, modified, live) =
        (last_applied.single()?, modified.single()?, live.single()?);
    let (original, wanted, current) =
        (expect_object(&last_applied)?, expect_object(&modified)?, expect_object(&live)?);
    let schema = Schemas::open(&args.schema, args.limits)?.of_object(
        &Identity::of(&wanted),
        &modified,
        &Path::root(),
        &[&original, &wanted, &current],
    )?;
    let options = args.dialect.options();
    let parts = [
        Part::whole(Role::Original, &last_applied),
        Part::whole(Role::Modified, &modified),
        Part::whole(Role::Current, &live),
        Part::whole(Role::Live, &live),
    ];

    let overwrite = if args.no_overwrite { Overwrite::No } else { Overwrite::Yes };
    let patch = ThreeWay::new(&original, &wanted, &current)
        .overwrite(overwrite)
        .same_object()
        .diff(&schema, &options)
        .map_err(|error| engine_error(&error, &parts))?;
    let asked = match args.output {
        Some(ApplyOutput::Yaml) => Some(OutputFormat::Yaml),
        Some(ApplyOutput::Json) => Some(OutputFormat::Json),
        Some(ApplyOutput::Patch) | None => None,
    };
    let result = if args.output == Some(ApplyOutput::Patch) {
        patch.to_document()
    } else {
        let applied = apply_document(current, &patch, &schema, &options);
        applied.map_err(|error| engine_error(&error, &parts))?
    };
    let mut output = Output::new(asked, live.source().format());
    if args.output == Some(ApplyOutput::Patch) {
        output.push(&result, live.layout())?;
    } else {
        output.push_edited(&result, &live, args.style.reformat)?;
    }
    output.print()?;
    Ok(SUCCESS)
}
