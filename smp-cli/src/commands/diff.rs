//! `smp diff`: the patch between two versions of objects, or what differs.

mod folder;
mod ignored;
mod shown;

use std::borrow::Cow;

use smp_core::{Document, Role, View};

use super::documents::view;
use super::engine_error::engine_error;
use super::findings::check_new;
use super::objects::parse_owned;
use super::patch::json_patch_between;
use super::patch_type::{Maker, is_custom};
use super::sets::{ObjectSet, SetObject};
use super::status::{FOUND, SUCCESS};
use crate::args::{DiffArgs, DiffOutput, DiffStyle, MadePatchType, OutputFormat};
use crate::identity::Identity;
use crate::input::{Format, Input, Source};
use crate::output::Output;
use crate::report::{Report, print_line, warnings};
use crate::schemas::Schemas;
use folder::Manifests;

pub(crate) fn run(args: &DiffArgs) -> Result<u8, Report> {
    let [original, modified] = Manifests::read([&args.original, &args.modified], args.limits)?;
    let (originals, modifieds) = (original.documents()?, modified.documents()?);
    let schemas = Schemas::open(&args.schema, args.limits)?;
    let originals = ObjectSet::of(&originals, &schemas)?;
    let modifieds = ObjectSet::of(&modifieds, &schemas)?;
    let pairs = pair(&originals, &modifieds, !original.is_folder && !modified.is_folder);
    if args.same_objects {
        pairs.check_same_objects()?;
    }
    let asked = match args.output {
        Some(DiffOutput::Text) => return shown::show(args, DiffStyle::Text, &schemas, pairs),
        Some(DiffOutput::Fields) => return shown::show(args, DiffStyle::Fields, &schemas, pairs),
        Some(DiffOutput::Yaml) => Some(OutputFormat::Yaml),
        Some(DiffOutput::Json) => Some(OutputFormat::Json),
        None => None,
    };
    if args.explain || !args.ignore.is_empty() {
        return Err(Report::new("--explain and --ignore are for -o text and -o fields"));
    }
    let several = pairs.changed.len() + pairs.removed.len() + pairs.added.len() > 1;
    if several && args.patch_type == MadePatchType::Json {
        return Err(Report::new("--type json is for one object")
            .help("a JSON patch does not say which object it is for; use --type merge"));
    }
    let format = original.first().map_or(Format::Yaml, Source::format);
    let mut output = Output::new(asked, format);
    let mut found = false;
    for (original, modified) in pairs.changed {
        check_same_kind(original, modified)?;
        let patch = patch_between(args, &schemas, original, modified)?;
        let empty = is_empty(&patch, original.input)?;
        found |= !empty;
        if !several {
            output.push(&patch, original.input.layout())?;
        } else if !empty {
            let members = view(&patch, original.input)?;
            let document = with_identity(&original.identity, &members, original.input)?;
            output.push(&document, original.input.layout())?;
        }
    }
    for removed in pairs.removed {
        found = true;
        tell(&format!("removed: {}", removed.identity));
        let marker = Document::from(View::String("delete".into()));
        let members = View::Object(vec![("$patch".into(), marker)]);
        let document = with_identity(&removed.identity, &members, removed.input)?;
        output.push(&document, removed.input.layout())?;
    }
    for added in pairs.added {
        found = true;
        tell(&format!("added: {}, which no patch can do", added.identity));
    }
    output.print()?;
    Ok(if found { FOUND } else { SUCCESS })
}

fn tell(line: &str) {
    if !warnings::are_silent() {
        print_line(line);
    }
}

fn is_empty(patch: &Document<'_>, input: &Input<'_>) -> Result<bool, Report> {
    Ok(match view(patch, input)? {
        View::Object(members) => members.is_empty(),
        View::List(operations) => operations.is_empty(),
        _ => false,
    })
}

fn check_same_kind(original: &SetObject<'_>, modified: &SetObject<'_>) -> Result<(), Report> {
    let (was, now) = (&original.identity, &modified.identity);
    if (&was.api_version, &was.kind) == (&now.api_version, &now.kind) {
        return Ok(());
    }
    Err(modified
        .report(format!("cannot compare {now} with {was}"))
        .help("a patch cannot change the kind of an object"))
}

/// The patch from one object to the other.
fn patch_between(
    args: &DiffArgs,
    schemas: &Schemas,
    original: &SetObject<'_>,
    modified: &SetObject<'_>,
) -> Result<Document<'static>, Report> {
    let documents = [&original.document, &modified.document];
    let maker = Maker::of(args.patch_type, (original, &documents), schemas, true)?;
    check_new(schemas, args.validate.validation(), Some(original), modified)?;
    if let Maker::Json(_) = maker {
        let patch = json_patch_between(
            (&original.document, original.input),
            (&modified.document, modified.input),
        )?;
        return parse_owned(&patch);
    }
    let options = args.dialect.options();
    let patch = smp_core::diff(&original.document, &modified.document, maker.schema(), &options)
        .map_err(|error| {
            let parts = [original.part(Role::Original), modified.part(Role::Modified)];
            engine_error(&error, &parts)
        })?;
    if matches!(maker, Maker::Strategic(_)) && !patch.is_empty() && is_custom(&original.identity) {
        let title = format!("no cluster takes a strategic merge patch for {}", original.identity);
        original
            .report(title)
            .note("API servers take JSON merge patches and JSON patches for custom resources")
            .help("for a cluster use --type auto; smp patch takes this one")
            .print_warning();
    }
    let patch = parse_owned(&patch.to_json())?;
    if matches!(maker, Maker::Strategic(_)) {
        schemas.warn_about(&original.identity, &patch)?;
    }
    Ok(patch)
}

/// The objects of both files by what became of them.
struct Pairs<'s, 'i> {
    changed: Vec<(&'s SetObject<'i>, &'s SetObject<'i>)>,
    removed: Vec<&'s SetObject<'i>>,
    added: Vec<&'s SetObject<'i>>,
}

/// Objects belong together by their identity; the only objects of their files do if
/// `pairs_only`.
fn pair<'s, 'i>(
    originals: &'s ObjectSet<'i>,
    modifieds: &'s ObjectSet<'i>,
    pairs_only: bool,
) -> Pairs<'s, 'i> {
    let mut pairs = Pairs { changed: Vec::new(), removed: Vec::new(), added: Vec::new() };
    if let (true, Some(original), Some(modified)) = (pairs_only, originals.only(), modifieds.only())
    {
        pairs.changed.push((original, modified));
        return pairs;
    }
    for original in originals.iter() {
        match modifieds.get(&original.identity) {
            Some(modified) => pairs.changed.push((original, modified)),
            None => pairs.removed.push(original),
        }
    }
    let new = modifieds.iter().filter(|it| originals.get(&it.identity).is_none());
    pairs.added.extend(new);
    pairs
}

impl Pairs<'_, '_> {
    /// An error if an object is in one file only.
    fn check_same_objects(&self) -> Result<(), Report> {
        let unpaired = self.removed.iter().map(|object| ("ORIGINAL", object));
        let mut unpaired = unpaired.chain(self.added.iter().map(|object| ("MODIFIED", object)));
        let Some((only, first)) = unpaired.next() else { return Ok(()) };
        let report = first.report(format!("{} is in {only} only", first.identity));
        Err(unpaired.fold(report, |report, (only, object)| {
            report.note(format!("{} is in {only} only", object.identity))
        }))
    }
}

/// The patch with these members, and the identity of its object in front.
fn with_identity<'p>(
    identity: &'p Identity,
    patch: &'p View<'p>,
    input: &Input<'_>,
) -> Result<Document<'p>, Report> {
    let mut root =
        present_members([("apiVersion", &identity.api_version), ("kind", &identity.kind)]);
    let mut metadata =
        present_members([("namespace", &identity.namespace), ("name", &identity.name)]);
    let mut rest = Vec::new();
    if let View::Object(members) = patch {
        for (name, value) in members {
            match view(value, input)? {
                View::Object(inner) if name == "metadata" => metadata.extend(inner),
                _ => rest.push((Cow::Borrowed(name.as_ref()), value.clone())),
            }
        }
    }
    root.push(("metadata".into(), Document::from(View::Object(metadata))));
    root.extend(rest);
    Ok(Document::from(View::Object(root)))
}

/// The members that are present.
fn present_members<'p>(
    members: [(&'static str, &'p Option<String>); 2],
) -> Vec<(Cow<'p, str>, Document<'p>)> {
    let texts = members.into_iter().filter_map(|(name, text)| Some((name, text.as_deref()?)));
    texts.map(|(name, text)| (name.into(), Document::from(View::String(text.into())))).collect()
}
