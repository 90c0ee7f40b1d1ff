//! `smp patch`: patches for objects, one or many.

mod schemaless;

use schemaless::{JsonPatch, MergePatch};
use smp_core::{Document, Options, Patch, Path, Role, Segment, View};

use super::{Part, SUCCESS, explain, not_an_object, object, read_all, strategic, view};
use crate::args::{PatchArgs, PatchType};
use crate::identity::Identity;
use crate::input::{Format, Input, Source};
use crate::output::Output;
use crate::report::Report;
use crate::schemas::Schemas;

pub(crate) fn run(args: &PatchArgs) -> Result<u8, Report> {
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
    let options = args.dialect.options();
    let mut run = Run { candidates: &candidates, used, schemas: &schemas, options };

    let format = sources.first().map_or(Format::Yaml, Source::format);
    let mut output = Output::new(args.output.output, format);
    for source in &sources {
        for input in &source.documents()? {
            output.push(&run.document(input)?, input.layout())?;
        }
    }
    run.all_used()?;
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
}

impl<'r> Run<'r> {
    /// A document after its patches: an object, or a list of such.
    fn document<'d>(&mut self, input: &'d Input<'_>) -> Result<Document<'d>, Report>
    where
        'r: 'd,
    {
        let document = object(input)?;
        let identity = Identity::of(&document);
        match self.schemas.item_of_list(&identity) {
            Some(inherited) => self.list(&document, &inherited, input),
            None => self.object(document, &identity, input, &[]),
        }
    }

    fn list(
        &mut self,
        list: &Document<'_>,
        inherited: &Identity,
        input: &Input<'_>,
    ) -> Result<Document<'static>, Report> {
        let mut members = Vec::new();
        if let View::Object(fields) = view(list, input)? {
            for (name, value) in &fields {
                let json = match view(value, input)? {
                    View::List(items) if name == "items" => self.items(items, inherited, input)?,
                    _ => value.to_json(),
                };
                members.push(format!("{}:{json}", serde_json::Value::from(name.as_ref())));
            }
        }
        owned(&format!("{{{}}}", members.join(",")))
    }

    /// The items of a list after their patches, as JSON.
    fn items(
        &mut self,
        items: Vec<Document<'_>>,
        inherited: &Identity,
        input: &Input<'_>,
    ) -> Result<String, Report> {
        let mut patched = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            let at = [Segment::Field("items".to_owned()), Segment::Index(index)];
            if !matches!(view(&item, input)?, View::Object(_)) {
                let path = Path::from_segments(at);
                let label = path.to_string();
                return Err(input.report(&path, "expected a Kubernetes object in a list", label));
            }
            let mut identity = Identity::of(&item);
            identity.api_version = identity.api_version.or_else(|| inherited.api_version.clone());
            identity.kind = identity.kind.or_else(|| inherited.kind.clone());
            patched.push(self.object(item, &identity, input, &at)?.to_json());
        }
        Ok(format!("[{}]", patched.join(",")))
    }

    /// An object that stands at a place of a document, after its patches.
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
        for (candidate, used) in self.candidates.iter().zip(&mut self.used) {
            if !candidate.target.selects(identity) {
                continue;
            }
            *used = true;
            object = match &candidate.patch {
                Parsed::Strategic(patch) => {
                    let place = Path::from_segments(at.iter().cloned());
                    let schema = self.schemas.of(identity, input, &place)?;
                    let live = Part { role: Role::Live, input, at };
                    let parts = [live, Part::whole(Role::Patch, candidate.input)];
                    let patched = object.apply(patch, schema.root(), &self.options);
                    patched.map_err(|error| explain(&error, &parts))?
                }
                Parsed::Merge(patch) => owned(&patch.apply(&object, input)?)?,
                Parsed::Json(patch) => owned(&patch.apply(&object, input)?)?,
            };
        }
        Ok(object)
    }

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

fn owned(json: &str) -> Result<Document<'static>, Report> {
    Document::from_json(json).and_then(Document::into_owned).map_err(|error| explain(&error, &[]))
}
