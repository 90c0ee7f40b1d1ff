//! `smp normalize`: clears the fields of unions that changed objects no longer use.

use smp_core::{Document, Path, Role};

use crate::args::{NormalizeArgs, UnionsSetting, Validation};
use crate::checks::{ObjectChange, UnionTreatment};
use crate::difference::difference;
use crate::input::{Input, Source, check_stdin_used_once, expand, read_file};
use crate::objects::{ObjectFilter, ObjectSet, SetObject, visit_objects};
use crate::pipeline::{Outcome, Pipeline, Process, Processed};
use crate::place::ObjectPlace;
use crate::preview::{FieldsPreview, Why};
use crate::report::{ErrorPrinter, Messages, Report};
use crate::schemas::Schemas;
use crate::sink::Sink;
use crate::status::{FOUND, SUCCESS};

pub(crate) fn run(args: &NormalizeArgs) -> Result<u8, Report> {
    if args.merge.dialect.unions() == Some(UnionsSetting::Ignore) {
        return Err(Report::new("with --unions ignore there is nothing to normalize")
            .help("leave it out; normalize and validate are the same here"));
    }
    let filter = ObjectFilter::new(&args.select)?;
    check_stdin_used_once([&args.new].into_iter().chain(&args.old))?;
    let files = expand(std::slice::from_ref(&args.new), &args.directories)?;
    let old = args.old.as_ref().map(|file| read_file(file, args.merge.limits)).transpose()?;
    let schemas = Schemas::of_merge(&args.merge)?;
    let old_inputs = old.as_ref().map_or(Ok(Vec::new()), Source::documents)?;
    let options = args.merge.dialect.options();
    let preview = FieldsPreview::of(args.output.preview, &schemas, &options)?;
    let normalizer = Normalizer {
        filter,
        old: ObjectSet::with_verb(&old_inputs, &schemas, "matched")?,
        schemas: &schemas,
        unions: UnionTreatment::normalizing(options),
        preview,
    };
    let pipeline = Pipeline {
        options: args.merge.limits.into(),
        files: &files,
        process: &normalizer,
        output: &args.output,
        needs_single_document: normalizer.old.only().is_some(),
    };
    let mut outcome = Normalized { filter: &normalizer.filter, errors: ErrorPrinter::default() };
    pipeline.change(&mut outcome)
}

/// The outcome of a run: unions that are still wrong are found, but no reason to write nothing.
struct Normalized<'r> {
    filter: &'r ObjectFilter,
    errors: ErrorPrinter,
}

impl Outcome<Messages> for Normalized<'_> {
    fn print(&mut self, messages: Messages) -> bool {
        messages.print(&mut self.errors);
        true
    }

    fn errors(&mut self) -> &mut ErrorPrinter {
        &mut self.errors
    }

    fn end(&mut self, _sink: &mut dyn Sink) -> Result<(), Report> {
        self.filter.check_any(Validation::Warn).map(drop)
    }

    fn status(&self) -> u8 {
        if self.errors.any() { FOUND } else { SUCCESS }
    }
}

struct Normalizer<'r> {
    /// The objects that may change.
    filter: ObjectFilter,
    /// The objects before the change.
    old: ObjectSet<'r>,
    schemas: &'r Schemas,
    unions: UnionTreatment,
    /// Draws the changes, if that was asked for.
    preview: Option<FieldsPreview<'r>>,
}

impl Process for Normalizer<'_> {
    /// Warnings, and the violations of unions that normalizing did not resolve.
    type Findings = Messages;

    fn process<'d>(
        &'d self,
        input: &'d Input<'_>,
        is_single_document: bool,
    ) -> Result<Processed<'d, Messages>, Report> {
        let only_old = self.old.only().filter(|_| is_single_document);
        let (messages, changes) = (Messages::default(), String::new());
        let mut visitor = NormalizingVisitor { normalizer: self, only_old, messages, changes };
        let document =
            visit_objects(self.schemas, input, |object, place| visitor.visit(object, place))?;
        let NormalizingVisitor { messages, changes, .. } = visitor;
        Ok(Processed { document, changes, findings: messages })
    }

    fn difference(
        &self,
        object: ObjectPlace<'_>,
        versions: (&Document<'_>, &Document<'_>),
    ) -> Option<Report> {
        difference(object, versions, self.schemas)
    }
}

/// Normalizes the objects of a document.
struct NormalizingVisitor<'r> {
    normalizer: &'r Normalizer<'r>,
    /// The only old object, if the document is the only new one: they belong together whatever
    /// their names are.
    only_old: Option<&'r SetObject<'r>>,
    messages: Messages,
    /// The changes by field, as text, if a preview was asked for.
    changes: String,
}

impl<'r> NormalizingVisitor<'r> {
    /// The object before the change.
    fn old(&self, place: ObjectPlace<'_>) -> Result<Option<&'r SetObject<'r>>, Report> {
        let identity = place.identity;
        let found = self.normalizer.old.get(identity);
        let Some(only) = self.only_old.filter(|_| found.is_none() && place.at.is_empty()) else {
            return Ok(found);
        };
        let was = &only.identity;
        if (&was.api_version, &was.kind) == (&identity.api_version, &identity.kind) {
            return Ok(Some(only));
        }
        let title = format!("the old object of {identity} cannot be {was}");
        Err(place
            .report(&Path::root(), title)
            .help("give the same object before the change with --old, or leave --old out"))
    }

    fn visit<'d>(
        &mut self,
        object: Document<'d>,
        place: ObjectPlace<'_>,
    ) -> Result<Option<Document<'d>>, Report> {
        let Normalizer { filter, schemas, unions, preview, .. } = self.normalizer;
        if !filter.contains(place.identity, &object) {
            return Ok(Some(object));
        }
        let shown = preview.as_ref().map(|preview| (preview, object.clone()));
        let old = self.old(place)?;
        let before = old.map(|old| &old.document);
        let documents: Vec<_> = before.into_iter().chain([&object]).collect();
        let schema = schemas.of_object(place.identity, place.input, &place.path(), &documents)?;
        let messages = &mut self.messages;
        if let Some(removal) = schemas.removal(place.identity, place.input, place.at)? {
            messages.warnings.push(|| removal);
        }
        let old_part = old.map(|old| old.part(Role::Old));
        let parts: Vec<_> = [place.part(Role::New)].into_iter().chain(old_part).collect();
        let change = ObjectChange { before, schema: &schema, place, parts: &parts };
        let from_files = schemas.is_from_files(place.identity)?;
        let unnamed = from_files.then_some(&mut messages.warnings);
        let result = unions.normalized(change, object, unnamed)?;
        if let Some((preview, before)) = &shown {
            let rules = (Some(&schema), Why::Schema);
            let text = preview.in_file(place, (before, &result), rules)?;
            self.changes.push_str(&text);
        }
        unions.in_result(&mut self.messages, change, &result, &[])?;
        Ok(Some(result))
    }
}
