//! `smp normalize`: unions of objects, by what these were before.

use std::collections::HashMap;

use smp_core::{Document, Options, Path, Role, Segment};

use super::objects::{Each, each_object};
use super::{FOUND, Part, SUCCESS, broken, explain, read_all};
use crate::args::NormalizeArgs;
use crate::identity::Identity;
use crate::input::{Input, Source};
use crate::output::Output;
use crate::report::Report;
use crate::schemas::Schemas;

pub(crate) fn run(args: &NormalizeArgs) -> Result<u8, Report> {
    let paths = [&args.new].into_iter().chain(&args.old).map(String::as_str);
    let sources = read_all(paths)?;
    let [new, old @ ..] = sources.as_slice() else {
        return Err(Report::new("no file was given"));
    };
    let schemas = Schemas::open(&args.schema)?;
    let inputs = new.documents()?;
    let before = old.first().map_or(Ok(Vec::new()), Source::documents)?;
    let mut gathering = Gathering::default();
    for input in &before {
        each_object(&mut gathering, &schemas, input)?;
    }
    let mut run = Run {
        before: gathering.objects,
        // The only ones of their files belong together, whatever they are called.
        alone: inputs.len() == 1 && gathering.count == 1,
        old: before.first(),
        schemas: &schemas,
        options: args.dialect.options(),
        broken: Vec::new(),
    };
    let mut output = Output::new(args.output.output, new.format());
    for input in &inputs {
        output.push(&each_object(&mut run, &schemas, input)?, input.layout())?;
    }
    output.print()?;
    match Report::all(run.broken) {
        Some(report) => {
            report.print_error();
            Ok(FOUND)
        }
        None => Ok(SUCCESS),
    }
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

struct Run<'r> {
    before: HashMap<Identity, Document<'static>>,
    alone: bool,
    old: Option<&'r Input<'r>>,
    schemas: &'r Schemas,
    options: Options,
    /// What is still wrong.
    broken: Vec<Report>,
}

impl Run<'_> {
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

impl<'r> Each<'r> for Run<'r> {
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
        let place = Path::from_segments(at.iter().cloned());
        let schema = self.schemas.of(identity, input, &place)?;
        let mut parts = vec![Part { role: Role::New, input, at }];
        parts.extend(self.old.map(|old| Part::whole(Role::Old, old)));
        let old = match self.before.get(identity) {
            None if self.alone && at.is_empty() => self.only_one(identity, input)?,
            old => old,
        };
        let result = object
            .normalize(old, schema.root(), &self.options)
            .map_err(|error| explain(&error, &parts))?;
        if let Err(error) = result.validate_unions(schema.root(), &self.options) {
            if error.violations().is_empty() {
                return Err(explain(&error, &parts));
            }
            self.broken.extend(error.violations().iter().map(|found| broken(found, input, at)));
        }
        Ok(result)
    }
}
