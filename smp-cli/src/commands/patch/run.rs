//! The command itself.

use std::sync::atomic::Ordering;

use smp_core::{
    Document, Options, Path, Role, Segment, apply_document, lint_unions, validate_unions,
};

use super::targeted::{AnyPatch, TargetedPatches};
use crate::args::{PatchArgs, PatchType, UnionsSetting};
use crate::commands::engine_error::{Part, engine_error, report_violations, violation_report};
use crate::commands::files::{check_files_exist, check_stdin_used_once};
use crate::commands::objects::{ObjectVisitor, parse_owned, visit_objects};
use crate::commands::status::{FAILURE, SUCCESS};
use crate::identity::Identity;
use crate::input::{Input, Source, read_file};
use crate::output::Printer;
use crate::pipeline::{Destination, Pipeline, Process};
use crate::report::{CappedReports, ErrorPrinter, Report, print_line};
use crate::rewrite::Rewriter;
use crate::schemas::Schemas;
use crate::sink::Sink;

pub(crate) fn run(args: &PatchArgs) -> Result<u8, Report> {
    if args.unions.is_some() && args.patch_type != PatchType::Strategic {
        return Err(Report::new("--unions is for strategic merge patches")
            .help("leave it out, or normalize the result: smp normalize --old BEFORE AFTER"));
    }
    check_stdin_used_once(args.files.iter().chain(&args.patch_file))?;
    check_files_exist(&args.files)?;
    let source = match (&args.patch, &args.patch_file) {
        (Some(text), _) => Source::inline("<patch>", text),
        (None, Some(file)) => read_file(file, args.limits)?,
        (None, None) => return Err(Report::new("no patch was given")),
    };
    let inputs = source.documents()?;
    let patches = TargetedPatches::new(&inputs, args.patch_type)?;
    let schemas = Schemas::open(&args.schema, args.limits)?;
    let mut options = args.dialect.options();
    if let Some(unions) = args.unions {
        options.unions = unions.for_each_patch();
    }
    let validate = args.unions == Some(UnionsSetting::Validate);
    let command = Patcher { patches: &patches, schemas: &schemas, options, validate };

    let destination = Destination::from(&args.output);
    let pipeline = Pipeline {
        limits: args.limits,
        files: &args.files,
        process: &command,
        destination,
        needs_only: false,
    };
    match destination {
        Destination::Print { .. } => command.run(&pipeline, Printer::default()),
        Destination::Rewrite { .. } => command.run(&pipeline, Rewriter::new(&args.files)?),
    }
}

struct Patcher<'r> {
    patches: &'r TargetedPatches<'r>,
    schemas: &'r Schemas,
    options: Options,
    /// Whether the results must follow the rules of unions.
    validate: bool,
}

/// What was found about a document.
#[derive(Default)]
struct Findings {
    /// The numbers of the patches for the objects in it, each with the violations in
    /// the patch itself. Those are reported once for each patch.
    used: Vec<(usize, Vec<Report>)>,
    /// Violations of the rules of unions in the result.
    violations: CappedReports,
}

impl Patcher<'_> {
    fn run(&self, pipeline: &Pipeline<'_, Self>, mut sink: impl Sink) -> Result<u8, Report> {
        let mut errors = ErrorPrinter::default();
        let ran = pipeline.run(&mut sink, |findings| {
            for (number, violations) in findings.used {
                if !self.patches.get(number).used.swap(true, Ordering::Relaxed) {
                    errors.print(&violations);
                }
            }
            errors.print(&findings.violations.into_reports());
            !errors.any()
        })?;
        if ran.is_break() {
            return Ok(SUCCESS);
        }
        self.patches.check_all_used().map_err(|report| match sink.abort() {
            None => report,
            Some(note) => report.note(note),
        })?;
        if errors.any() {
            sink.abort().iter().for_each(|note| print_line(note));
            return Ok(FAILURE);
        }
        sink.finish()?;
        Ok(SUCCESS)
    }
}

impl Process for Patcher<'_> {
    type Findings = Findings;

    fn process<'d>(
        &'d self,
        input: &'d Input<'_>,
        _only: bool,
    ) -> Result<(Document<'d>, Findings), Report> {
        let mut visitor = PatchingVisitor { patcher: self, findings: Findings::default() };
        let document = visit_objects(&mut visitor, self.schemas, input)?;
        Ok((document, visitor.findings))
    }
}

/// Patches the objects of a document.
struct PatchingVisitor<'r> {
    patcher: &'r Patcher<'r>,
    findings: Findings,
}

impl<'r> ObjectVisitor<'r> for PatchingVisitor<'r> {
    fn visit<'d>(
        &mut self,
        mut object: Document<'d>,
        identity: &Identity,
        input: &Input<'_>,
        at: &[Segment],
    ) -> Result<Document<'d>, Report>
    where
        'r: 'd,
    {
        let Patcher { patches, schemas, options, validate } = self.patcher;
        let mut merged = None;
        for (number, patch) in patches.of(identity) {
            let mut violations = CappedReports::default();
            object = match &patch.patch {
                AnyPatch::Strategic(strategic) => {
                    let place = Path::from_segments(at.iter().cloned());
                    let schema =
                        schemas.of_patched(identity, input, &place, &object, patch.input)?;
                    if *validate && !patch.used.load(Ordering::Relaxed) {
                        for violation in &lint_unions(strategic, &schema, options) {
                            violations.push(|| violation_report(violation, patch.input, &[]));
                        }
                    }
                    let live = Part { role: Role::Live, input, at };
                    let parts = [live, Part::whole(Role::Patch, patch.input)];
                    let patched = apply_document(object, strategic, &schema, options);
                    merged = Some(schema);
                    patched.map_err(|error| engine_error(&error, &parts))?
                }
                AnyPatch::Merge(merge) => parse_owned(&merge.apply(&object, input)?)?,
                AnyPatch::Json(json) => parse_owned(&json.apply(&object, input)?)?,
            };
            self.findings.used.push((number, violations.into_reports()));
        }
        if let Some(schema) = merged.filter(|_| *validate)
            && let Err(error) = validate_unions(&object, &schema, options)
        {
            if error.violations().is_empty() {
                return Err(engine_error(&error, &[]));
            }
            report_violations(&mut self.findings.violations, &error, input, at);
        }
        Ok(object)
    }
}
