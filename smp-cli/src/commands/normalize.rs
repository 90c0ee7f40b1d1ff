//! `smp normalize`: clears the fields of unions that changed objects no longer use.

use std::collections::HashMap;

use smp_core::{Document, Options, Path, Role, Segment, normalize_document, validate_unions};

use super::engine_error::{Part, engine_error, report_violations};
use super::expand::expand;
use super::files::check_stdin_used_once;
use super::object_filter::ObjectFilter;
use super::objects::{ObjectVisitor, visit_objects};
use super::preview::{FieldsPreview, Why, title_in, versions};
use super::status::{FOUND, SUCCESS};
use super::unions::warn_of_unnamed;
use crate::args::{NormalizeArgs, UnionsSetting, Validation};
use crate::difference::{Place, difference};
use crate::identity::Identity;
use crate::input::{Input, Source, read_file};
use crate::pipeline::{Pipeline, Process, Processed};
use crate::report::{CappedReports, ErrorPrinter, Report};
use crate::schemas::Schemas;
use crate::sink::Sink;

pub(crate) fn run(args: &NormalizeArgs) -> Result<u8, Report> {
    if args.merge.dialect.unions() == Some(UnionsSetting::Ignore) {
        return Err(Report::new("with --unions ignore there is nothing to normalize")
            .help("leave it out; normalize and validate are the same here"));
    }
    let filter = ObjectFilter::new(&args.select)?;
    check_stdin_used_once([&args.new].into_iter().chain(&args.old))?;
    let files = expand(std::slice::from_ref(&args.new), args.recursive)?;
    let old = args.old.as_ref().map(|file| read_file(file, args.merge.limits)).transpose()?;
    let schemas = Schemas::of_merge(&args.merge)?;
    let old_inputs = old.as_ref().map_or(Ok(Vec::new()), Source::documents)?;
    let mut old_objects = OldObjects::default();
    for input in &old_inputs {
        visit_objects(&mut old_objects, &schemas, input)?;
    }
    let options = args.merge.dialect.options();
    let preview = FieldsPreview::of(args.output.preview, &schemas, &options)?;
    let normalizer = Normalizer {
        filter,
        only_old: old_objects.by_identity.len() == 1,
        old_objects: old_objects.by_identity,
        old: old_inputs.first(),
        schemas: &schemas,
        options,
        preview,
    };
    let pipeline = Pipeline {
        options: args.merge.limits.into(),
        files: &files,
        process: &normalizer,
        output: &args.output,
        needs_single_document: normalizer.only_old,
    };
    let mut sink = pipeline.sink()?;
    let status = run_pipeline(&pipeline, &mut *sink)?;
    let found = args.output.preview.exit_code && sink.has_shown_changes();
    Ok(if found { FOUND } else { status })
}

fn run_pipeline(
    pipeline: &Pipeline<'_, Normalizer<'_>>,
    sink: &mut dyn Sink,
) -> Result<u8, Report> {
    let mut errors = ErrorPrinter::default();
    let ran = pipeline.run(sink, |findings| {
        findings.warnings.iter().for_each(Report::print_warning);
        errors.print(&findings.violations);
        true
    })?;
    if ran.is_continue() {
        pipeline.process.filter.check_any(Validation::Warn)?;
        sink.finish()?;
    }
    Ok(if errors.any() { FOUND } else { SUCCESS })
}

/// Collects the objects before the change.
#[derive(Default)]
struct OldObjects {
    by_identity: HashMap<Identity, Document<'static>>,
}

impl<'r> ObjectVisitor<'r> for OldObjects {
    fn visit<'d>(
        &mut self,
        object: Document<'d>,
        identity: &Identity,
        input: &Input<'_>,
        at: &[Segment],
    ) -> Result<Option<Document<'d>>, Report>
    where
        'r: 'd,
    {
        let copy = object.clone().into_owned().map_err(|error| engine_error(&error, &[]))?;
        if self.by_identity.insert(identity.clone(), copy).is_some() {
            let path = Path::from_segments(at.iter().cloned());
            let title = format!("{identity} is in {} twice", input.source().name());
            return Err(input
                .report(&path, title, "")
                .help("objects are matched by apiVersion, kind, namespace and name"));
        }
        Ok(Some(object))
    }
}

struct Normalizer<'r> {
    /// The objects that may change.
    filter: ObjectFilter,
    old_objects: HashMap<Identity, Document<'static>>,
    /// Whether there is exactly one old object.
    only_old: bool,
    old: Option<&'r Input<'r>>,
    schemas: &'r Schemas,
    options: Options,
    /// Draws the changes, if that was asked for.
    preview: Option<FieldsPreview<'r>>,
}

/// The findings about a document.
struct Findings {
    /// Warnings about objects whose kind Kubernetes has removed.
    warnings: Vec<Report>,
    /// The violations of unions that normalizing did not resolve.
    violations: Vec<Report>,
}

impl Process for Normalizer<'_> {
    type Findings = Findings;

    fn process<'d>(
        &'d self,
        input: &'d Input<'_>,
        is_single_document: bool,
    ) -> Result<Processed<'d, Findings>, Report> {
        // The only objects of their files belong together, even with other names.
        let mut visitor = NormalizingVisitor {
            normalizer: self,
            pair_only: is_single_document && self.only_old,
            warnings: CappedReports::default(),
            violations: CappedReports::default(),
            preview: String::new(),
        };
        let document = visit_objects(&mut visitor, self.schemas, input)?;
        let NormalizingVisitor { warnings, violations, preview, .. } = visitor;
        let (warnings, violations) = (warnings.into_reports(), violations.into_reports());
        let findings = Findings { warnings, violations };
        Ok(Processed { document, changes: preview, findings })
    }

    fn difference(
        &self,
        object: &Identity,
        place: Place<'_>,
        versions: (&Document<'_>, &Document<'_>),
    ) -> Option<Report> {
        difference(object, place, versions, self.schemas)
    }
}

impl Normalizer<'_> {
    /// The only old object, for the only new one.
    fn only_old_object(
        &self,
        identity: &Identity,
        input: &Input<'_>,
    ) -> Result<Option<&Document<'static>>, Report> {
        match self.old_objects.iter().next() {
            Some((was, _))
                if (&was.api_version, &was.kind) != (&identity.api_version, &identity.kind) =>
            {
                Err(input
                    .report(
                        &Path::root(),
                        format!("the old object of {identity} cannot be {was}"),
                        "",
                    )
                    .help("give the same object before the change with --old, or leave --old out"))
            }
            only => Ok(only.map(|(_, object)| object)),
        }
    }
}

/// Normalizes the objects of a document.
struct NormalizingVisitor<'r> {
    normalizer: &'r Normalizer<'r>,
    /// Whether there is exactly one object, and exactly one old object: they belong together
    /// whatever their names are.
    pair_only: bool,
    warnings: CappedReports,
    violations: CappedReports,
    preview: String,
}

impl<'r> ObjectVisitor<'r> for NormalizingVisitor<'r> {
    fn visit<'d>(
        &mut self,
        object: Document<'d>,
        identity: &Identity,
        input: &Input<'_>,
        at: &[Segment],
    ) -> Result<Option<Document<'d>>, Report>
    where
        'r: 'd,
    {
        if !self.normalizer.filter.contains(identity, &object) {
            return Ok(Some(object));
        }
        let Normalizer { old_objects, old, schemas, options, preview, .. } = self.normalizer;
        let before = preview.as_ref().map(|preview| (preview, object.clone()));
        let place = Path::from_segments(at.iter().cloned());
        let mut parts = vec![Part { role: Role::New, input, at }];
        parts.extend(old.map(|old| Part::whole(Role::Old, old)));
        let old = match old_objects.get(identity) {
            None if self.pair_only && at.is_empty() => {
                self.normalizer.only_old_object(identity, input)?
            }
            old => old,
        };
        let documents: Vec<_> = old.into_iter().chain([&object]).collect();
        let schema = schemas.of_object(identity, input, &place, &documents)?;
        if let Some(removal) = schemas.removal(identity, input, at)? {
            self.warnings.push(|| removal);
        }
        if schemas.is_from_files(identity)? {
            warn_of_unnamed(&mut self.warnings, (old, &object), (&schema, options), (input, at));
        }
        let result = normalize_document(old, object, &schema, options)
            .map_err(|error| engine_error(&error, &parts))?;
        if let Some((preview, before)) = &before {
            let title = (&*title_in(identity, input), identity);
            let versions = versions(input, at);
            let rules = (Some(&schema), Why::Schema);
            let shown = preview.changes(title, (before, &result), rules, &versions)?;
            self.preview.push_str(&shown);
        }
        if let Err(error) = validate_unions(&result, &schema, options) {
            if error.violations().is_empty() {
                return Err(engine_error(&error, &parts));
            }
            report_violations(&mut self.violations, &error, input, at);
        }
        Ok(Some(result))
    }
}
