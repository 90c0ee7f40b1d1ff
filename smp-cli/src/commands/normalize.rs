//! `smp normalize`: clears the fields of unions that changed objects no longer use.

use smp_core::{Document, Role};

use crate::args::{NormalizeArgs, UnionsSetting, Validation};
use crate::checks::{ObjectChange, Ruleset};
use crate::input::{Source, check_stdin_used_once, expand, read_file};
use crate::objects::{ObjectFilter, ObjectSet, SetObject};
use crate::pipeline::{self, Process, Visited};
use crate::place::ObjectPlace;
use crate::preview::{FieldsPreview, Why};
use crate::report::{ErrorPrinter, Messages, Report};
use crate::schemas::Schemas;
use crate::sink::Sink;
use crate::status::FOUND;

pub(crate) fn run(args: &NormalizeArgs) -> Result<u8, Report> {
    if args.merge.dialect.unions == Some(UnionsSetting::Ignore) {
        return Err(Report::new("with --unions ignore there is nothing to normalize")
            .help("leave it out; normalize and validate are the same here"));
    }
    let filter = ObjectFilter::new(&args.select)?;
    check_stdin_used_once([&args.new].into_iter().chain(&args.old))?;
    let files = expand(std::slice::from_ref(&args.new), &args.directories)?;
    let old = args.old.as_ref().map(|file| read_file(file, Validation::Warn)).transpose()?;
    let rules = Ruleset::normalizing(&args.merge)?;
    let old_inputs = old.as_ref().map_or(Ok(Vec::new()), Source::documents)?;
    let preview = FieldsPreview::of(args.output.preview, &rules.schemas, &rules.options)?;
    let old = ObjectSet::of(&old_inputs, &rules.schemas, "matched")?;
    let normalizer = Normalizer { filter, old, rules: &rules, preview };
    pipeline::run(&normalizer, &files, Validation::Warn, args.output)
}

struct Normalizer<'r> {
    /// The objects that may change.
    filter: ObjectFilter,
    /// The objects before the change.
    old: ObjectSet<'r>,
    rules: &'r Ruleset,
    /// Shows the changes, if requested.
    preview: Option<FieldsPreview<'r>>,
}

impl Process for Normalizer<'_> {
    /// Warnings, and the violations of unions that normalizing did not resolve.
    type Findings = Messages;

    /// Invalid unions do not keep the result from being written.
    const STATUS_OF_ERRORS: u8 = FOUND;

    fn schemas(&self) -> &Schemas {
        &self.rules.schemas
    }

    fn needs_single_document(&self) -> bool {
        self.old.only().is_some()
    }

    fn object<'d>(
        &'d self,
        object: Document<'d>,
        place: ObjectPlace<'_>,
        visited: &mut Visited<Messages>,
    ) -> Result<Option<Document<'d>>, Report> {
        let Self { filter, rules, preview, .. } = self;
        if !filter.contains(place.identity, &object) {
            return Ok(Some(object));
        }
        let shown = preview.as_ref().map(|preview| (preview, object.clone()));
        let old = self.old(place, visited.is_single_document)?;
        let before = old.map(|old| &old.document);
        let documents: Vec<_> = before.into_iter().chain([&object]).collect();
        let schema = rules.schemas.of_object(place, &documents)?;
        let messages = &mut visited.findings;
        rules.push_removal(rules.schemas.removal(place)?, messages);
        let old_part = old.map(|old| old.part(Role::Old));
        let parts: Vec<_> = [(Role::New, place)].into_iter().chain(old_part).collect();
        let change = ObjectChange { before, schema: &schema, place, parts: &parts };
        let result = rules.normalized(change, object, Some(messages))?;
        if let Some((preview, before)) = &shown {
            let rules = (Some(&schema), Why::Schema);
            visited.changes.push_str(&preview.in_file(place, (before, &result), rules)?);
        }
        rules.in_result(messages, change, &result, &[])?;
        Ok(Some(result))
    }

    fn report(&self, messages: Messages, errors: &mut ErrorPrinter) {
        messages.print(errors);
    }

    fn end(&self, _sink: &mut dyn Sink) -> Result<(), Report> {
        self.filter.check_any(Validation::Warn).map(drop)
    }
}

impl<'r> Normalizer<'r> {
    /// The object before the change: the one with the same identity, or else the only old object if the
    /// document is the only new one, regardless of their names.
    fn old(
        &self,
        place: ObjectPlace<'_>,
        is_single_document: bool,
    ) -> Result<Option<&SetObject<'r>>, Report> {
        let identity = place.identity;
        let found = self.old.get(identity);
        let is_only = is_single_document && found.is_none() && place.at.is_empty();
        let Some(only) = self.old.only().filter(|_| is_only) else { return Ok(found) };
        let was = &only.identity;
        if (&was.api_version, &was.kind) == (&identity.api_version, &identity.kind) {
            return Ok(Some(only));
        }
        let title = format!("the old object of {identity} cannot be {was}");
        Err(place
            .report_whole(title)
            .help("give the same object before the change with --old, or leave --old out"))
    }
}
