//! `smp diff`: the patch between two versions of objects, or the differences between two sets.

mod compared;
mod kustomize;
mod renames;
mod shown;

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use smp_core::{Document, Role, View};

use super::server_side::{self, ServerSide};
use crate::args::{
    DiffArgs, DiffOutput, DiffStyle, MadePatchType, PatchTool, PreviewArgs, RewriteArgs,
};
use crate::checks::{ObjectChange, Ruleset};
use crate::difference::{difference, one_sided, record};
use crate::engine_error::engine_error;
use crate::identity::Identity;
use crate::input::{Format, Source};
use crate::objects::{Manifests, ObjectFilter, ObjectSet, SetObject, owned, size};
use crate::output::Output;
use crate::patches::{Maker, json_for_several, json_patch_between, push_patch};
use crate::place::ObjectPlace;
use crate::preview::renamed_in_words;
use crate::report::{Messages, Report, say};
use crate::schemas::{Schemas, is_custom};
use crate::status::{FOUND, SUCCESS};

pub(crate) fn run(args: &DiffArgs) -> Result<u8, Report> {
    if args.server_side {
        return run_server_side(args);
    }
    let validation = args.validate.validation();
    let [original, modified] =
        Manifests::read([&args.original, &args.modified], &args.directories, validation)?;
    let (originals, modifieds) = (original.documents()?, modified.documents()?);
    let rules = Ruleset::of(&args.merge, validation)?;
    let originals = ObjectSet::of(&originals, &rules.schemas, "compared")?;
    let modifieds = ObjectSet::of(&modifieds, &rules.schemas, "compared")?;
    let mut pairs = pair(&originals, &modifieds, !original.is_directory && !modified.is_directory);
    let filter = ObjectFilter::new(&args.select)?;
    pairs.choose(&filter);
    filter.check_any(validation)?;
    if args.same_objects {
        pairs.check_same_objects()?;
    }
    let asked = match args.output {
        Some(DiffOutput::Text) => return shown::show(args, DiffStyle::Text, rules, pairs),
        Some(DiffOutput::Fields) => return shown::show(args, DiffStyle::Fields, rules, pairs),
        Some(DiffOutput::Yaml) => Some(Format::Yaml),
        Some(DiffOutput::Json) => Some(Format::Json),
        None => None,
    };
    if args.explain || !args.ignore.is_empty() || !args.path.is_empty() {
        let title = "--explain, --ignore and --path are for -o text and -o fields";
        return Err(Report::new(title));
    }
    if let Some(percent) = args.guess_renames {
        pairs.guess_renames(percent)?;
    }
    let format = original.first().map_or(Format::Yaml, Source::format);
    if args.tool == Some(PatchTool::Kustomize) {
        let asked = asked.or(Some(Format::Yaml));
        return kustomize::print(&rules, &pairs, Output::new(asked, format));
    }
    let several = pairs.both.len() + pairs.removed.len() + pairs.added.len() > 1;
    if several && args.patch_type == MadePatchType::Json {
        return Err(json_for_several());
    }
    let mut output = Output::new(asked, format);
    let found = pairs.each(&rules.schemas, |original, modified, is_renamed| {
        let Some(modified) = modified else {
            return push_patch(&mut output, &removal(), original, true).map(|()| true);
        };
        let patch = patch_between(args.patch_type, &rules, (original, modified), several)?;
        let empty = size(&patch) == Some(0);
        if !empty || !several && !is_renamed {
            let with_identity = is_renamed && args.patch_type != MadePatchType::Json;
            push_patch(&mut output, &patch, original, several || with_identity)?;
        }
        Ok(!empty)
    })?;
    output.print()?;
    Ok(if found { FOUND } else { SUCCESS })
}

/// A patch that removes the object it is applied to.
fn removal() -> Document<'static> {
    let marker = Document::from(View::String("delete".into()));
    Document::from(View::Object(vec![("$patch".into(), marker)]))
}

/// Shows what a forced apply of MODIFIED to ORIGINAL changes.
fn run_server_side(args: &DiffArgs) -> Result<u8, Report> {
    let style = match args.output {
        None | Some(DiffOutput::Fields) => DiffStyle::Fields,
        Some(DiffOutput::Text) => DiffStyle::Text,
        Some(DiffOutput::Yaml | DiffOutput::Json) => {
            return Err(
                Report::new("--server-side makes no patch").help("give -o fields or -o text")
            );
        }
    };
    let preview = PreviewArgs { diff: Some(style), exit_code: true, ..PreviewArgs::default() };
    server_side::run(&ServerSide {
        files: std::slice::from_ref(&args.modified),
        live: Some(&args.original),
        directories: &args.directories,
        manager: &args.manager,
        force: true,
        validation: args.validate.validation(),
        merge: &args.merge,
        output: RewriteArgs { preview, ..RewriteArgs::default() },
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

/// The patch that turns the first object into the second.
fn patch_between(
    patch_type: MadePatchType,
    rules: &Ruleset,
    (original, modified): (&SetObject<'_>, &SetObject<'_>),
    several: bool,
) -> Result<Document<'static>, Report> {
    let Ruleset { schemas, options, .. } = rules;
    let documents = [&original.document, &modified.document];
    rules.check_new(Some(original), modified)?;
    let from = (&original.document, original.input);
    // Equal objects need no schema.
    if schemas.known(&original.identity)?.is_none() {
        let operations = json_patch_between(from, (&modified.document, modified.input))?;
        if size(&operations) == Some(0) {
            let empty = Document::from(View::Object(Vec::new()));
            return Ok(if patch_type == MadePatchType::Json { operations } else { empty });
        }
    }
    let maker = Maker::of(patch_type, (original, &documents), schemas)?;
    let with_unions = maker.union_schema(rules, &original.identity)?;
    let told = rules.check_written(with_unions.as_ref(), Some(original), modified)?;
    let mut wanted = modified.document.clone();
    if let Some(schema) = &with_unions {
        let parts = [original.part(Role::Old), modified.part(Role::New)];
        let (before, place) = (Some(&original.document), modified.place());
        let change = ObjectChange { before, schema, place, parts: &parts };
        wanted = rules.normalized(change, wanted, None)?;
        let mut messages = Messages::default();
        rules.in_result(&mut messages, change, &wanted, &told)?;
        messages.into_result()?;
    }
    match &maker {
        Maker::Json(_) => return json_patch_between(from, (&wanted, modified.input)),
        Maker::Merge(merge) => return merge.patch(from, &wanted, modified, !several),
        Maker::Strategic(_) => {}
    }
    let patch =
        smp_core::diff(&original.document, &wanted, maker.schema(), options).map_err(|error| {
            let parts = [original.part(Role::Original), modified.part(Role::Modified)];
            engine_error(&error, &parts)
        })?;
    if !patch.is_empty() && is_custom(&original.identity) {
        let title = format!("no cluster accepts a strategic merge patch for {}", original.identity);
        original
            .report(title)
            .note("API servers accept JSON merge patches and JSON patches for custom resources")
            .help("for a cluster, use --type auto; smp patch accepts this one")
            .print_warning();
    }
    let patch = owned(patch.to_document())?;
    schemas.warn_about(&original.identity, &patch)?;
    Ok(patch)
}

/// Indices into [`Pairs::removed`] and [`Pairs::added`] of objects that may belong together.
type Group = (Vec<usize>, Vec<usize>);

/// The objects of both files, grouped by how they changed.
#[derive(Default)]
struct Pairs<'s, 'i> {
    /// The objects of both files; those that were renamed come last.
    both: Vec<Pair<'s, 'i>>,
    removed: Vec<&'s SetObject<'i>>,
    added: Vec<&'s SetObject<'i>>,
}

/// The versions of an object.
#[derive(Clone, Copy)]
struct Pair<'s, 'i> {
    original: &'s SetObject<'i>,
    modified: &'s SetObject<'i>,
    /// Whether the two are probably one object that was renamed.
    is_renamed: bool,
}

/// Pairs objects by identity. With `pairs_only`, the single objects of two files are paired regardless
/// of identity.
fn pair<'s, 'i>(
    originals: &'s ObjectSet<'i>,
    modifieds: &'s ObjectSet<'i>,
    pairs_only: bool,
) -> Pairs<'s, 'i> {
    let mut pairs = Pairs::default();
    let only = modifieds.only().filter(|_| pairs_only && originals.only().is_some());
    for original in originals.iter() {
        match only.or_else(|| modifieds.get(&original.identity)) {
            Some(modified) => pairs.both.push(Pair { original, modified, is_renamed: false }),
            None => pairs.removed.push(original),
        }
    }
    if only.is_some() {
        return pairs;
    }
    let new = modifieds.iter().filter(|it| originals.get(&it.identity).is_none());
    pairs.added.extend(new);
    pairs
}

impl<'s> Pairs<'s, '_> {
    /// Writes a patch for each object, records for a report how the objects differ, and says what no
    /// patch can do. `write` gets an object, its new version under the old name (`None` if it is
    /// removed), and whether it is renamed; it returns whether the patch changes anything. Returns
    /// whether there is a difference.
    fn each(
        &self,
        schemas: &Schemas,
        mut write: impl FnMut(&SetObject<'_>, Option<&SetObject<'_>>, bool) -> Result<bool, Report>,
    ) -> Result<bool, Report> {
        let Self { both, removed, added } = self;
        let mut found = removed.len() + added.len() > 0;
        for &Pair { original, modified, is_renamed } in both {
            if is_renamed {
                let renamed = renamed_in_words(original, modified);
                say(&format!("{renamed}; a patch cannot rename an object"));
                write(original, Some(&modified.with_name(original)?), true)?;
                found = true;
            } else {
                check_same_kind(original, modified)?;
                found |= write(original, Some(modified), false)?;
            }
            let documents = (&original.document, &modified.document);
            let place = ObjectPlace { identity: &original.identity, ..modified.place() };
            record(modified.place(), || difference(place, documents, schemas));
        }
        for object in removed {
            record(object.place(), || Some(one_sided(object.place(), "is removed")));
            say(&format!("removed: {}", object.identity));
            write(object, None, false)?;
        }
        for object in added {
            record(object.place(), || Some(one_sided(object.place(), "is added")));
            say(&format!("added: {}; a patch cannot add an object", object.identity));
        }
        Ok(found)
    }

    /// Groups the objects that are in only one file by identifier, in the order of each group's first
    /// object. Objects without an identifier are in no group.
    fn groups<T: Eq + Hash>(&self, id: impl Fn(&'s Identity) -> Option<T>) -> Vec<Group> {
        let mut numbers = HashMap::new();
        let mut groups: Vec<Group> = Vec::new();
        let both = self.removed.iter().map(|object| (*object, true)).enumerate();
        let both = both.chain(self.added.iter().map(|object| (*object, false)).enumerate());
        for (place, (object, before)) in both {
            let Some(id) = id(&object.identity) else { continue };
            let number = *numbers.entry(id).or_insert(groups.len());
            if number == groups.len() {
                groups.push(Group::default());
            }
            let group = &mut groups[number];
            if before { &mut group.0 } else { &mut group.1 }.push(place);
        }
        groups
    }

    /// Moves objects that belong together from `removed` and `added` to `both`.
    fn take(&mut self, places: &[(usize, usize)], is_renamed: bool) {
        self.both.extend(places.iter().map(|&(from, to)| Pair {
            original: self.removed[from],
            modified: self.added[to],
            is_renamed,
        }));
        let (from, to): (HashSet<_>, HashSet<_>) = places.iter().copied().unzip();
        for (objects, places) in [(&mut self.removed, from), (&mut self.added, to)] {
            let mut place = 0..;
            objects.retain(|_| place.next().is_none_or(|place| !places.contains(&place)));
        }
    }

    /// Drops the objects that the options do not select.
    fn choose(&mut self, filter: &ObjectFilter) {
        let chosen = |object: &SetObject<'_>| filter.contains(&object.identity, &object.document);
        self.both.retain(|pair| chosen(pair.original) || chosen(pair.modified));
        self.removed.retain(|object| chosen(object));
        self.added.retain(|object| chosen(object));
    }

    /// An error if an object is only in one of the files.
    fn check_same_objects(&self) -> Result<(), Report> {
        let unpaired = self.removed.iter().map(|object| ("ORIGINAL", object));
        let mut unpaired = unpaired.chain(self.added.iter().map(|object| ("MODIFIED", object)));
        let Some((only, first)) = unpaired.next() else { return Ok(()) };
        let report = first.report(format!("{} is only in {only}", first.identity));
        Err(unpaired.fold(report, |report, (only, object)| {
            report.note(format!("{} is only in {only}", object.identity))
        }))
    }
}
