//! `smp apply --server-side` and `smp diff --server-side`.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use smp_core::{Document, Schema, UnionViolation};

use crate::args::{DirectoryArgs, FileArg, ManagerArgs, MergeArgs, RewriteArgs, Validation};
use crate::checks::{ObjectChange, Ruleset};
use crate::difference::{one_sided, record};
use crate::identity::Identity;
use crate::input::{Format, check_stdin_used_once, expand};
use crate::managed::Applier;
use crate::masking::masked;
use crate::objects::{Manifests, ObjectSet, SetObject, owned};
use crate::output::{render, replacement_text};
use crate::path_pattern::PathPattern;
use crate::pipeline::{self, Process, Visited};
use crate::place::ObjectPlace;
use crate::preview::{FieldsPreview, Why};
use crate::report::{CappedReports, ErrorPrinter, Messages, Report, say};
use crate::schemas::Schemas;
use crate::sink::{Sink, Written};

/// A server-side apply: the configurations, the live objects, and the manager.
pub(super) struct ServerSide<'r> {
    pub(super) files: &'r [FileArg],
    pub(super) live: Option<&'r FileArg>,
    pub(super) directories: &'r DirectoryArgs,
    pub(super) manager: &'r ManagerArgs,
    pub(super) force: bool,
    pub(super) validation: Validation,
    pub(super) merge: &'r MergeArgs,
    pub(super) output: RewriteArgs,
}

pub(super) fn run(args: &ServerSide<'_>) -> Result<u8, Report> {
    check_stdin_used_once(args.files.iter().chain(args.live))?;
    let live = args.live.map_or(&[][..], std::slice::from_ref);
    let (files, live) = (expand(args.files, args.directories)?, expand(live, args.directories)?);
    let manifests = Manifests::of_files(&files, args.validation)?;
    let inputs = manifests.documents()?;
    let rules = Ruleset::of_server(args.merge, args.validation)?;
    let schemas = &rules.schemas;
    let objects = ObjectSet::of(&inputs, schemas, "applied")?;
    let command = Applying {
        args,
        rules: &rules,
        applier: Applier::new(schemas, (args.manager, args.force), &args.merge.dialect)?,
        objects: &objects,
        configs: configs(&objects, &rules)?,
        preview: FieldsPreview::of(args.output.preview, schemas, &rules.options)?,
    };
    pipeline::run(&command, &live, args.validation, args.output)
}

/// The objects that are applied, by their identity in a cluster.
type Configs<'c> = HashMap<Identity, Config<'c>>;

/// An object that is applied.
struct Config<'c> {
    object: &'c SetObject<'c>,
    schema: Option<Schema>,
    /// The violations of unions in it.
    told: Vec<UnionViolation>,
    /// Whether LIVE has this object.
    is_found: AtomicBool,
}

/// Checks the objects that are applied.
fn configs<'c>(objects: &'c ObjectSet<'c>, rules: &Ruleset) -> Result<Configs<'c>, Report> {
    let mut configs = Configs::new();
    for object in objects.iter() {
        rules.check_removal(object.place())?;
        let schema = rules.schemas.known(&object.identity)?;
        // If unions are normalized, the apply itself refuses invalid ones.
        let checked = schema.as_ref().filter(|_| !rules.normalizes_any());
        let told = rules.check_written(checked, None, object)?;
        let config = Config { object, schema, told, is_found: AtomicBool::new(false) };
        if configs.insert(object.identity.in_cluster(), config).is_some() {
            return Err(twice(object.place(), "the objects to apply"));
        }
    }
    Ok(configs)
}

fn twice(object: ObjectPlace<'_>, of: &str) -> Report {
    let title = format!("{} is twice in {of}", object.identity);
    object
        .report_whole(title)
        .help("objects are matched by group, kind, namespace (default, if there is none) and name")
}

/// Applies the configurations to the objects of LIVE.
struct Applying<'r> {
    args: &'r ServerSide<'r>,
    rules: &'r Ruleset,
    applier: Applier<'r>,
    /// The objects that are applied, in their order.
    objects: &'r ObjectSet<'r>,
    configs: Configs<'r>,
    /// Shows the changes, if requested.
    preview: Option<FieldsPreview<'r>>,
}

impl Process for Applying<'_> {
    type Findings = Messages;

    fn schemas(&self) -> &Schemas {
        self.applier.schemas
    }

    fn leaves_out_others(&self) -> bool {
        !self.args.output.in_place && self.args.output.preview.diff.is_none()
    }

    fn object<'d>(
        &'d self,
        object: Document<'d>,
        place: ObjectPlace<'_>,
        visited: &mut Visited<Messages>,
    ) -> Result<Option<Document<'d>>, Report> {
        let applied = self.applied(visited, object.clone(), place);
        Ok(Some(applied.unwrap_or_else(|report| {
            visited.errors.push(report);
            object
        })))
    }

    fn report(&self, messages: Messages, errors: &mut ErrorPrinter) {
        messages.print(errors);
    }

    /// Creates the objects that LIVE does not have.
    fn end(&self, sink: &mut dyn Sink) -> Result<(), Report> {
        let is_found = |object: &&SetObject<'_>| {
            let config = self.configs.get(&object.identity.in_cluster());
            config.is_some_and(|config| config.is_found.load(Ordering::Relaxed))
        };
        let new = self.objects.iter().filter(|object| !is_found(object));
        let created = new.map(|object| self.create(object, sink));
        Report::all(created.filter_map(Result::err))
    }
}

impl Applying<'_> {
    fn applied<'d>(
        &'d self,
        visited: &mut Visited<Messages>,
        object: Document<'d>,
        place: ObjectPlace<'_>,
    ) -> Result<Document<'d>, Report> {
        let Some(config) = self.configs.get(&place.identity.in_cluster()) else {
            return Ok(object);
        };
        visited.any_chosen = true;
        if config.is_found.swap(true, Ordering::Relaxed) {
            return Err(twice(place, "LIVE"));
        }
        let applied = self.applier.apply(Some((place, &object)), config.object)?;
        let lost = self.applier.losses(&applied);
        let mut result = applied.object;
        if let Some(schema) = &config.schema {
            let change = ObjectChange { before: Some(&object), schema, place, parts: &[] };
            self.rules.in_result(&mut visited.findings, change, &result, &config.told)?;
        }
        if self.args.output.preview.diff.is_some() {
            result = with_entries_of(Some(&object), &result)?;
        }
        let Some(preview) = &self.preview else {
            visited.lines.extend(lost);
            return Ok(result);
        };
        let changes = preview.in_file(place, (&object, &result), (None, Why::Schema))?;
        visited.changes.push_str(&changes);
        for line in lost {
            visited.changes.push_str(&preview.remark("! ", &line));
        }
        Ok(result)
    }

    /// Creates an object that LIVE does not have, and writes it to the sink.
    fn create(&self, object: &SetObject<'_>, sink: &mut dyn Sink) -> Result<(), Report> {
        let RewriteArgs { output, in_place, preview, style } = self.args.output;
        let missing = format!("{} is not in LIVE", object.identity);
        if in_place {
            return Err(object.report(missing).help(
                "--in-place changes files that there are; without it the object is printed",
            ));
        }
        let mut document = self.applier.apply(None, object)?.object;
        if self.args.live.is_some() {
            say(&format!("{missing}: it is created"));
        }
        record(object.place(), || preview.diff.map(|_| one_sided(object.place(), "is added")));
        if preview.diff.is_some() {
            document = with_entries_of(None, &document)?;
        }
        if let Some(preview) = &self.preview {
            let text = preview.one_sided(
                '+',
                (&object.identity.to_string(), &object.identity),
                &document,
            )?;
            let written = Written::separate(text, Format::Json);
            return sink.put(&written).map(drop);
        }
        if preview.diff.is_some()
            && let Some([shown]) = masked(object.identity.kind.as_deref(), [&document])?
        {
            document = shown;
        }
        let input = object.input;
        let format = output.unwrap_or(input.format());
        let keeps = object.at.is_empty() && input.format() == Format::Yaml && !style.reformat;
        let keeps = keeps && format == Format::Yaml;
        let mut warnings = CappedReports::default();
        let mut text = String::new();
        let edited = keeps.then(|| replacement_text(input, &document, false, &mut warnings));
        match edited.transpose()?.flatten() {
            Some(edited) => text = edited,
            None => render(&document, format, input.indent(), &mut text)?,
        }
        warnings.into_reports().iter().for_each(Report::print_warning);
        let written = Written { is_original_text: keeps, ..Written::separate(text, format) };
        let _ = sink.put_new(input.source().name(), &written)?;
        sink.end_of_file(None)
    }
}

/// A result with the `managedFields` of the live object, so that a comparison shows no changes in them.
fn with_entries_of(
    live: Option<&Document<'_>>,
    result: &Document<'_>,
) -> Result<Document<'static>, Report> {
    let metadata = live.and_then(|live| live.get("metadata"));
    let managed = metadata.as_ref().and_then(|metadata| metadata.get("managedFields"));
    let managed = managed.map(owned).transpose()?;
    let pattern = PathPattern::of_option("", "metadata.managedFields")?;
    PathPattern::change(&[pattern], result, &mut |_, _| Ok(managed.clone()))
}
