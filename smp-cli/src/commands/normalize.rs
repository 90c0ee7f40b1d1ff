//! `smp normalize`: unions of objects, by what these were before.

use std::collections::HashMap;

use smp_core::{Document, Options, Path, Role, Segment};

use super::objects::{Each, each_object};
use super::{FOUND, Part, SUCCESS, are_readable, explain, note_broken, one_standard_input};
use crate::args::NormalizeArgs;
use crate::identity::Identity;
use crate::input::{Input, Source};
use crate::output::Printer;
use crate::pipeline::{Purpose, Run, Sink, Work};
use crate::report::{Errors, Many, Report};
use crate::rewrite::Rewriter;
use crate::schemas::Schemas;

pub(crate) fn run(args: &NormalizeArgs) -> Result<u8, Report> {
    one_standard_input([&args.new].into_iter().chain(&args.old).map(String::as_str))?;
    let files = [args.new.clone()];
    are_readable(&files)?;
    let old = args.old.as_deref().map(|path| Source::read(path, args.limits)).transpose()?;
    let schemas = Schemas::open(&args.schema, args.limits)?;
    let before = old.as_ref().map_or(Ok(Vec::new()), Source::documents)?;
    let mut gathering = Gathering::default();
    for input in &before {
        each_object(&mut gathering, &schemas, input)?;
    }
    let normalizing = Normalizing {
        only: gathering.count == 1,
        before: gathering.objects,
        old: before.first(),
        schemas: &schemas,
        options: args.dialect.options(),
    };
    let purpose = args.output.purpose();
    let asks_if_alone = normalizing.only;
    let run =
        Run { limits: args.limits, files: &files, work: &normalizing, purpose, asks_if_alone };
    match purpose {
        Purpose::Print(_) => put_out(&run, Printer::default()),
        Purpose::Rewrite => put_out(&run, Rewriter::new(&files)?),
    }
}

fn put_out(run: &Run<'_, Normalizing<'_>>, mut sink: impl Sink) -> Result<u8, Report> {
    let mut errors = Errors::default();
    let ran = run.run(&mut sink, |broken| {
        errors.print(&broken);
        true
    })?;
    if ran.is_continue() {
        sink.finish()?;
    }
    Ok(if errors.any() { FOUND } else { SUCCESS })
}

/// Gathers the objects as they were.
#[derive(Default)]
struct Gathering {
    objects: HashMap<Identity, Document<'static>>,
    count: usize,
}

impl<'r> Each<'r> for Gathering {
    fn object<'d>(
        &mut self,
        object: Document<'d>,
        identity: &Identity,
        input: &Input<'_>,
        at: &[Segment],
    ) -> Result<Document<'d>, Report>
    where
        'r: 'd,
    {
        let copy = object.clone().into_owned().map_err(|error| explain(&error, &[]))?;
        if self.objects.insert(identity.clone(), copy).is_some() {
            let path = Path::from_segments(at.iter().cloned());
            let title = format!("{identity} stands twice in {}", input.source().name());
            return Err(input
                .report(&path, title, "")
                .help("objects are matched by apiVersion, kind, namespace and name"));
        }
        self.count += 1;
        Ok(object)
    }
}

struct Normalizing<'r> {
    before: HashMap<Identity, Document<'static>>,
    /// Whether there was one object before.
    only: bool,
    old: Option<&'r Input<'r>>,
    schemas: &'r Schemas,
    options: Options,
}

impl Work for Normalizing<'_> {
    /// What is still wrong.
    type Found = Vec<Report>;

    fn document<'d>(
        &'d self,
        input: &'d Input<'_>,
        alone: bool,
    ) -> Result<(Document<'d>, Vec<Report>), Report> {
        // The only ones of their files belong together, whatever they are called.
        let mut visit =
            Visit { normalizing: self, alone: alone && self.only, broken: Many::default() };
        let document = each_object(&mut visit, self.schemas, input)?;
        Ok((document, visit.broken.into_reports()))
    }
}

impl Normalizing<'_> {
    /// What the only new object was: the only old one.
    fn only_one(
        &self,
        identity: &Identity,
        input: &Input<'_>,
    ) -> Result<Option<&Document<'static>>, Report> {
        match self.before.iter().next() {
            Some((was, _))
                if (&was.api_version, &was.kind) != (&identity.api_version, &identity.kind) =>
            {
                Err(input
                    .report(&Path::root(), format!("{identity} can't have been {was}"), "")
                    .help("give the object as it was before with --old, or leave --old out"))
            }
            only => Ok(only.map(|(_, object)| object)),
        }
    }
}

/// The objects of a document.
struct Visit<'r> {
    normalizing: &'r Normalizing<'r>,
    alone: bool,
    /// What is still wrong.
    broken: Many,
}

impl<'r> Each<'r> for Visit<'r> {
    fn object<'d>(
        &mut self,
        object: Document<'d>,
        identity: &Identity,
        input: &Input<'_>,
        at: &[Segment],
    ) -> Result<Document<'d>, Report>
    where
        'r: 'd,
    {
        let Normalizing { before, old, schemas, options, .. } = self.normalizing;
        let place = Path::from_segments(at.iter().cloned());
        let schema = schemas.of(identity, input, &place)?;
        let mut parts = vec![Part { role: Role::New, input, at }];
        parts.extend(old.map(|old| Part::whole(Role::Old, old)));
        let old = match before.get(identity) {
            None if self.alone && at.is_empty() => self.normalizing.only_one(identity, input)?,
            old => old,
        };
        let result = object
            .normalize(old, schema.root(), options)
            .map_err(|error| explain(&error, &parts))?;
        if let Err(error) = result.validate_unions(schema.root(), options) {
            if error.violations().is_empty() {
                return Err(explain(&error, &parts));
            }
            note_broken(&mut self.broken, &error, input, at);
        }
        Ok(result)
    }
}
