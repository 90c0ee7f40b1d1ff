//! `smp patch`: patches for objects, one or many.

mod schemaless;

use std::sync::atomic::{AtomicBool, Ordering};

use schemaless::{JsonPatch, MergePatch};
use smp_core::{Document, Options, Patch, Path, Role, Segment};

use super::objects::{Each, each_object, owned};
use super::{
    FAILURE, Part, SUCCESS, are_readable, broken, explain, note_broken, one_standard_input,
    strategic,
};
use crate::args::{PatchArgs, PatchType, UnionsSetting};
use crate::identity::Identity;
use crate::input::{Input, Source};
use crate::output::Printer;
use crate::pipeline::{Purpose, Run, Sink, Work};
use crate::report::{Errors, Many, Report, say};
use crate::rewrite::Rewriter;
use crate::schemas::Schemas;

pub(crate) fn run(args: &PatchArgs) -> Result<u8, Report> {
    if args.unions.is_some() && args.patch_type != PatchType::Strategic {
        return Err(Report::new("--unions is for strategic merge patches")
            .help("leave it out, or normalize the result: smp normalize --old BEFORE AFTER"));
    }
    one_standard_input(args.files.iter().chain(&args.patch_file).map(String::as_str))?;
    are_readable(&args.files)?;
    let patch_source = match (&args.patch, &args.patch_file) {
        (Some(text), _) => Source::inline("<patch>", text),
        (None, Some(path)) => Source::read(path, args.limits)?,
        (None, None) => return Err(Report::new("no patch was given")),
    };
    let inputs = patch_source.documents()?;
    let candidates = inputs
        .iter()
        .map(|input| Candidate::new(input, args.patch_type, inputs.len()))
        .collect::<Result<Vec<_>, Report>>()?;
    let schemas = Schemas::open(&args.schema, args.limits)?;
    let mut options = args.dialect.options();
    if let Some(unions) = args.unions {
        options.unions = unions.while_patching();
    }
    let validate = args.unions == Some(UnionsSetting::Validate);
    let patching = Patching { candidates: &candidates, schemas: &schemas, options, validate };

    let purpose = args.output.purpose();
    let run = Run {
        limits: args.limits,
        files: &args.files,
        work: &patching,
        purpose,
        asks_if_alone: false,
    };
    match purpose {
        Purpose::Print(_) => patching.run(&run, Printer::default()),
        Purpose::Rewrite => patching.run(&run, Rewriter::new(&args.files)?),
    }
}

/// A patch that was for no object is a mistake.
fn all_used(candidates: &[Candidate<'_>]) -> Result<(), Report> {
    let mut unused = candidates.iter().filter(|candidate| !candidate.used.load(Ordering::Relaxed));
    let Some(candidate) = unused.next() else { return Ok(()) };
    let title = format!("the patch for {} matches no object", candidate.target);
    Err(candidate
        .input
        .report(&Path::root(), title, "")
        .help("check its apiVersion, kind, metadata.namespace and metadata.name"))
}

/// A patch and the objects that it is for.
struct Candidate<'i> {
    input: &'i Input<'i>,
    target: Identity,
    patch: Parsed<'i>,
    /// Whether an object was taken that it is for.
    used: AtomicBool,
}

enum Parsed<'i> {
    Strategic(Patch),
    Merge(MergePatch<'i>),
    Json(JsonPatch<'i>),
}

impl<'i> Candidate<'i> {
    fn new(input: &'i Input<'i>, kind: PatchType, count: usize) -> Result<Self, Report> {
        let patch = match kind {
            PatchType::Strategic => Parsed::Strategic(strategic(input, Role::Patch)?),
            PatchType::Merge => Parsed::Merge(MergePatch::new(input)?),
            PatchType::Json if count > 1 => {
                let name = input.source().name();
                return Err(Report::new(format!("{name} holds {count} documents"))
                    .help("a JSON patch is one list of operations"));
            }
            PatchType::Json => Parsed::Json(JsonPatch::new(input)?),
        };
        let target = Identity::of(&input.document()?);
        if count > 1 && (target.kind.is_none() || target.name.is_none()) {
            let missing = if target.kind.is_none() { "kind" } else { "metadata.name" };
            return Err(input
                .report(&Path::root(), format!("the patch has no {missing}"), "")
                .help(
                    "among several patches, each says by kind and metadata.name what it is for",
                ));
        }
        Ok(Self { input, target, patch, used: AtomicBool::new(false) })
    }
}

struct Patching<'r> {
    candidates: &'r [Candidate<'r>],
    schemas: &'r Schemas,
    options: Options,
    /// Whether unions are to be right in the end.
    validate: bool,
}

/// What there is to say of a document.
#[derive(Default)]
struct Found {
    /// The patches that were for an object in it, each with the contradictions
    /// in the patch itself. They are said once.
    used: Vec<(usize, Vec<Report>)>,
    /// Unions that are not right.
    broken: Many,
}

impl Patching<'_> {
    fn run(&self, run: &Run<'_, Self>, mut sink: impl Sink) -> Result<u8, Report> {
        let mut errors = Errors::default();
        let ran = run.run(&mut sink, |found| {
            for (candidate, contradictions) in found.used {
                if !self.candidates[candidate].used.swap(true, Ordering::Relaxed) {
                    errors.print(&contradictions);
                }
            }
            errors.print(&found.broken.into_reports());
            !errors.any()
        })?;
        if ran.is_break() {
            return Ok(SUCCESS);
        }
        all_used(self.candidates).map_err(|report| match sink.abandon() {
            None => report,
            Some(note) => report.note(note),
        })?;
        if errors.any() {
            sink.abandon().iter().for_each(|note| say(note));
            return Ok(FAILURE);
        }
        sink.finish()?;
        Ok(SUCCESS)
    }
}

impl Work for Patching<'_> {
    type Found = Found;

    fn document<'d>(
        &'d self,
        input: &'d Input<'_>,
        _alone: bool,
    ) -> Result<(Document<'d>, Found), Report> {
        let mut visit = Visit { patching: self, found: Found::default() };
        let document = each_object(&mut visit, self.schemas, input)?;
        Ok((document, visit.found))
    }
}

/// The objects of a document.
struct Visit<'r> {
    patching: &'r Patching<'r>,
    found: Found,
}

impl<'r> Each<'r> for Visit<'r> {
    /// An object after its patches.
    fn object<'d>(
        &mut self,
        mut object: Document<'d>,
        identity: &Identity,
        input: &Input<'_>,
        at: &[Segment],
    ) -> Result<Document<'d>, Report>
    where
        'r: 'd,
    {
        let Patching { candidates, schemas, options, validate } = self.patching;
        let mut merged = None;
        for (number, candidate) in candidates.iter().enumerate() {
            if !candidate.target.selects(identity) {
                continue;
            }
            let mut contradictions = Many::default();
            object = match &candidate.patch {
                Parsed::Strategic(patch) => {
                    let place = Path::from_segments(at.iter().cloned());
                    let schema = schemas.of(identity, input, &place)?;
                    if *validate && !candidate.used.load(Ordering::Relaxed) {
                        let found = patch.lint(schema.root(), options);
                        let patch = candidate.input;
                        for it in &found {
                            contradictions.push(|| broken(it, patch, &[]));
                        }
                    }
                    let live = Part { role: Role::Live, input, at };
                    let parts = [live, Part::whole(Role::Patch, candidate.input)];
                    let patched = object.apply(patch, schema.root(), options);
                    merged = Some(schema);
                    patched.map_err(|error| explain(&error, &parts))?
                }
                Parsed::Merge(patch) => owned(&patch.apply(&object, input)?)?,
                Parsed::Json(patch) => owned(&patch.apply(&object, input)?)?,
            };
            self.found.used.push((number, contradictions.into_reports()));
        }
        if let Some(schema) = merged.filter(|_| *validate)
            && let Err(error) = object.validate_unions(schema.root(), options)
        {
            if error.violations().is_empty() {
                return Err(explain(&error, &[]));
            }
            note_broken(&mut self.found.broken, &error, input, at);
        }
        Ok(object)
    }
}
