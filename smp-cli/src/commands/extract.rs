//! `smp extract`: the fields that a field manager applied.

use std::sync::atomic::{AtomicBool, Ordering};

use smp_core::Document;
use smp_managed::{ManagedFields, Operation, extract};

use crate::args::{ExtractArgs, RewriteArgs, Validation};
use crate::input::expand;
use crate::managed::managed_error;
use crate::pipeline::{self, Process, Visited};
use crate::place::ObjectPlace;
use crate::report::Report;
use crate::schemas::Schemas;
use crate::sink::Sink;

pub(crate) fn run(args: &ExtractArgs) -> Result<u8, Report> {
    let files = expand(&args.files, &args.directories)?;
    let schemas = Schemas::of_server(&args.schema)?;
    let command = Extractor { args, schemas: &schemas, any: AtomicBool::new(false) };
    let (output, style) = (args.output, args.style);
    let output = RewriteArgs { output, style, ..RewriteArgs::default() };
    pipeline::run(&command, &files, Validation::Warn, output)
}

struct Extractor<'r> {
    args: &'r ExtractArgs,
    schemas: &'r Schemas,
    /// Whether the manager has applied fields of any object.
    any: AtomicBool,
}

impl Process for Extractor<'_> {
    type Findings = ();

    fn schemas(&self) -> &Schemas {
        self.schemas
    }

    fn leaves_out_others(&self) -> bool {
        true
    }

    fn object<'d>(
        &'d self,
        object: Document<'d>,
        place: ObjectPlace<'_>,
        visited: &mut Visited<()>,
    ) -> Result<Option<Document<'d>>, Report> {
        let found = self.extracted(&object, place, &mut visited.lines)?;
        visited.any_chosen |= found.is_some();
        self.any.fetch_or(found.is_some(), Ordering::Relaxed);
        Ok(found)
    }

    fn end(&self, _sink: &mut dyn Sink) -> Result<(), Report> {
        let ExtractArgs { field_manager, subresource, .. } = self.args;
        if self.any.load(Ordering::Relaxed) {
            return Ok(());
        }
        let of = subresource.as_ref().map(|name| format!(" with subresource {name:?}"));
        let title = format!(
            "{field_manager:?}{} has applied nothing in any object",
            of.unwrap_or_default()
        );
        Err(Report::new(title).help("smp owners FILE -o tree lists the managers of an object"))
    }
}

impl Extractor<'_> {
    fn extracted<'d>(
        &self,
        object: &Document<'d>,
        place: ObjectPlace<'_>,
        left_out: &mut Vec<String>,
    ) -> Result<Option<Document<'d>>, Report> {
        let manager = &self.args.field_manager;
        let subresource = self.args.subresource.as_deref().unwrap_or_default();
        let schema = self.schemas.of_object(place, &[object])?;
        let failed = |error| managed_error(&error, (place, object), &schema, self.schemas);
        let found = extract(object, manager, subresource, &schema).map_err(failed)?;
        if found.is_none() {
            let all = ManagedFields::of(object).map_err(failed)?;
            let entries = all.entries().iter();
            let applying = entries.filter(|entry| entry.manager.operation == Operation::Apply);
            let others: Vec<_> = applying.map(|entry| entry.manager.to_string()).collect();
            let others = match others.as_slice() {
                [] => "nobody has".to_owned(),
                others => format!("others have: {}", others.join(", ")),
            };
            left_out.push(format!("{}: {manager:?} has applied nothing; {others}", place.identity));
        }
        Ok(found)
    }
}
