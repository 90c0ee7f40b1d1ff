//! `smp patch`: patches for objects, one or many.

mod schemaless;

use schemaless::{JsonPatch, MergePatch};
use smp_core::{Document, Options, Patch, Path, Role, Segment};

use super::objects::{Each, each_object, owned};
use super::{Part, SUCCESS, broken, explain, read_all, strategic};
use crate::args::{PatchArgs, PatchType, UnionsSetting};
use crate::identity::Identity;
use crate::input::{Format, Input, Source};
use crate::output::Output;
use crate::report::Report;
use crate::schemas::Schemas;

pub(crate) fn run(args: &PatchArgs) -> Result<u8, Report> {
    if args.unions.is_some() && args.patch_type != PatchType::Strategic {
        return Err(Report::new("--unions is for strategic merge patches")
            .help("leave it out, or normalize the result: smp normalize --old BEFORE AFTER"));
    }
    let files = args.files.iter().chain(&args.patch_file).map(String::as_str);
    let mut sources = read_all(files)?;
    let patch_source = match &args.patch {
        Some(text) => Source::inline("<patch>", text),
        // Read last, as it stands last.
        None => sources.pop().ok_or_else(|| Report::new("no patch was given"))?,
    };
    let inputs = patch_source.documents()?;
    let candidates = inputs
        .iter()
        .map(|input| Candidate::new(input, args.patch_type, inputs.len()))
        .collect::<Result<Vec<_>, Report>>()?;
    let used = vec![false; candidates.len()];
    let schemas = Schemas::open(&args.schema)?;
    let mut options = args.dialect.options();
    if let Some(unions) = args.unions {
        options.unions = unions.while_patching();
    }
    let validate = args.unions == Some(UnionsSetting::Validate);
    let broken = Vec::new();
    let mut run =
        Run { candidates: &candidates, used, schemas: &schemas, options, validate, broken };

    let format = sources.first().map_or(Format::Yaml, Source::format);
    let mut output = Output::new(args.output.output, format);
    for source in &sources {
        for input in &source.documents()? {
            output.push(&each_object(&mut run, &schemas, input)?, input.layout())?;
        }
    }
    run.all_used()?;
    if let Some(report) = Report::all(run.broken) {
        return Err(report);
    }
    output.print()?;
    Ok(SUCCESS)
}

/// A patch and the objects that it is for.
struct Candidate<'i> {
    input: &'i Input<'i>,
    target: Identity,
    patch: Parsed<'i>,
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
        Ok(Self { input, target, patch })
    }
}

struct Run<'r> {
    candidates: &'r [Candidate<'r>],
    used: Vec<bool>,
    schemas: &'r Schemas,
    options: Options,
    /// Whether unions are to be right in the end.
    validate: bool,
    /// Those that are not.
    broken: Vec<Report>,
}

impl<'r> Each<'r> for Run<'r> {
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
        let mut merged = None;
        for (candidate, used) in self.candidates.iter().zip(&mut self.used) {
            if !candidate.target.selects(identity) {
                continue;
            }
            let first = !core::mem::replace(used, true);
            object = match &candidate.patch {
                Parsed::Strategic(patch) => {
                    let place = Path::from_segments(at.iter().cloned());
                    let schema = self.schemas.of(identity, input, &place)?;
                    if self.validate && first {
                        let contradictions = patch.lint(schema.root(), &self.options);
                        let patch = candidate.input;
                        self.broken.extend(contradictions.iter().map(|it| broken(it, patch, &[])));
                    }
                    let live = Part { role: Role::Live, input, at };
                    let parts = [live, Part::whole(Role::Patch, candidate.input)];
                    let patched = object.apply(patch, schema.root(), &self.options);
                    merged = Some(schema);
                    patched.map_err(|error| explain(&error, &parts))?
                }
                Parsed::Merge(patch) => owned(&patch.apply(&object, input)?)?,
                Parsed::Json(patch) => owned(&patch.apply(&object, input)?)?,
            };
        }
        if let Some(schema) = merged.filter(|_| self.validate)
            && let Err(error) = object.validate_unions(schema.root(), &self.options)
        {
            if error.violations().is_empty() {
                return Err(explain(&error, &[]));
            }
            self.broken.extend(error.violations().iter().map(|found| broken(found, input, at)));
        }
        Ok(object)
    }
}

impl Run<'_> {
    /// A patch that was for no object is a mistake.
    fn all_used(&self) -> Result<(), Report> {
        let mut unused = self.candidates.iter().zip(&self.used).filter(|(_, used)| !**used);
        let Some((candidate, _)) = unused.next() else { return Ok(()) };
        let title = format!("the patch for {} matches no object", candidate.target);
        Err(candidate
            .input
            .report(&Path::root(), title, "")
            .help("check its apiVersion, kind, metadata.namespace and metadata.name"))
    }
}
