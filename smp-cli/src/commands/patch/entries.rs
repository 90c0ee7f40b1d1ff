//! The reader of the entries of `patches` in a kustomization.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use smp_core::Segment;

use super::directory::Directory;
use super::fields::{Field, Fields, Members};
use super::source::{Entry, EntryOptions, PatchSources, Target, TargetRule};
use crate::args::PatchType;
use crate::report::{Report, Rule};
use crate::secret::Of;
use crate::select::{Condition, Patterns, Selector};

/// The fields of an entry.
const ENTRY: [&str; 4] = ["path", "patch", "target", "options"];

/// The fields of a target.
pub(super) const TARGET: [(&str, Condition); 7] = [
    ("group", Condition::Group),
    ("version", Condition::Version),
    ("kind", Condition::Kind),
    ("name", Condition::Name),
    ("namespace", Condition::Namespace),
    ("labelSelector", Condition::Labels),
    ("annotationSelector", Condition::Annotations),
];

/// The fields of options.
pub(super) const OPTIONS: [&str; 2] = ["allowNameChange", "allowKindChange"];

const ENTRY_HELP: &str = "an entry has path or patch, and may have target and options";

/// Reads entries, and the texts of their patches.
pub(super) struct Entries<'i> {
    pub(super) fields: Fields<'i>,
    /// The directory of the files; `None` if no file may be read.
    directory: Option<&'i Directory<'i>>,
    sources: PatchSources,
    /// The indices of the files in `sources`, by their paths without links; `None` for a file that
    /// cannot be read, so that this is reported only once.
    files: HashMap<PathBuf, Option<usize>>,
    patterns: Patterns,
}

impl<'i> Entries<'i> {
    pub(super) fn new(fields: Fields<'i>, directory: Option<&'i Directory<'i>>) -> Self {
        let (sources, files) = (PatchSources::default(), HashMap::new());
        Self { fields, directory, sources, files, patterns: Patterns::default() }
    }

    /// The patches of all entries, or an error with all mistakes in them.
    pub(super) fn finish(self) -> Result<PatchSources, Report> {
        self.fields.finish()?;
        Ok(self.sources)
    }

    /// Reads a list of entries. Their patches must be of the type `only`, if given.
    pub(super) fn list(&mut self, list: &Field<'_>, only: Option<PatchType>) {
        for entry in &self.fields.items(list) {
            let members = self.fields.known_members(entry, &ENTRY, ENTRY_HELP);
            let Some(members) = members else { continue };
            let target = members.get("target").and_then(|target| self.target(target));
            // Kustomize refuses this, too.
            let has_name = |target: &Field<'_>| target.value.get("name").is_some();
            if only == Some(PatchType::Json) && !members.get("target").is_some_and(has_name) {
                self.fields.wrong(&entry.at, "a target with a name is missing", "add target.name");
            }
            let options = members.get("options").map(|it| self.options(it)).unwrap_or_default();
            let text = self.source(entry, &members);
            self.push(text, &entry.at, (target, only, options));
        }
    }

    /// Adds the patches of a text, if it could be read. `at` is the place in the configuration that has
    /// or names the text.
    fn push(
        &mut self,
        text: Option<usize>,
        at: &[Segment],
        (target, only, options): (Option<Target>, Option<PatchType>, EntryOptions),
    ) {
        let Some(text) = text else { return };
        if let Some(target) = &target {
            self.sources.texts[text].is_for(target.of);
        }
        let (name, target) = (self.fields.name(at), target.map(Arc::new));
        let entry = Entry { name, target, only, options, scope: None };
        self.sources.uses.push((text, TargetRule::Entry(entry)));
    }

    /// The index of the text with the patch of an entry.
    fn source(&mut self, field: &Field<'_>, members: &Members<'_>) -> Option<usize> {
        match (members.get("path"), members.get("patch")) {
            (Some(path), None) => self.file(path),
            (None, Some(patch)) => self.inline(patch),
            (Some(_), Some(patch)) => {
                let title = "the entry has both path and patch";
                self.fields.wrong(&patch.at, title, "give one of them");
                None
            }
            (None, None) => {
                self.fields.wrong(&field.at, "the entry has neither path nor patch", ENTRY_HELP);
                None
            }
        }
    }

    fn file(&mut self, path: &Field<'_>) -> Option<usize> {
        let text = self.fields.text(path)?;
        let Some(directory) = self.directory else {
            let help = "write the patch itself in the field patch";
            self.fields.wrong(&path.at, "no file of a patch can be read here", help);
            return None;
        };
        let found = directory.find(&text).and_then(|(file, found)| {
            if let Some(known) = self.files.get(&found) {
                return Ok(*known);
            }
            let source = directory.read(&file);
            let number = source.map(|source| self.sources.add(source));
            self.files.insert(found, number.as_ref().ok().copied());
            number.map(Some)
        });
        found.unwrap_or_else(|reason| {
            self.fields.wrong_because(&path.at, reason);
            None
        })
    }

    /// Adds a text that is in the configuration itself, and returns its index.
    fn inline(&mut self, field: &Field<'_>) -> Option<usize> {
        let text = self.fields.text(field)?;
        let place = self.fields.report(&field.at, "");
        let source = self.fields.input.source();
        let source = source.nested(&self.fields.name(&field.at), &text, place.place());
        Some(self.sources.add(source))
    }

    fn target(&mut self, field: &Field<'_>) -> Option<Target> {
        let names = TARGET.map(|(name, _)| name);
        let members = self.fields.known_members(field, &names, "")?;
        Some(self.target_among(field, &members))
    }

    /// The target whose conditions are among the members of an object.
    pub(super) fn target_among(&mut self, field: &Field<'_>, members: &Members<'_>) -> Target {
        let mut selector = Selector::default();
        let mut of = Of::Unknown;
        for (name, condition) in TARGET {
            let Some(field) = members.get(name) else { continue };
            let Some(text) = self.fields.text(field) else { continue };
            if condition == Condition::Kind {
                of = Of::target(Some(&text));
            }
            if let Err(mistake) = selector.add(condition, &text, &mut self.patterns) {
                self.fields.wrong_because(&field.at, mistake);
            }
        }
        let report = self.fields.report(&field.at, "the target matches no object");
        let unmatched = report
            .rule(Rule::UnusedPatch)
            .help("regular expressions have to match the whole name, as web-.* does");
        Target { selector, of, unmatched }
    }

    fn options(&mut self, field: &Field<'_>) -> EntryOptions {
        let Some(members) = self.fields.known_members(field, &OPTIONS, "") else {
            return EntryOptions::default();
        };
        let mut is = |name| members.get(name).is_some_and(|field| self.fields.boolean(field));
        EntryOptions { name_change: is("allowNameChange"), kind_change: is("allowKindChange") }
    }

    /// Reads `patchesStrategicMerge`: each item is a path, or text with patches.
    pub(super) fn strategic_list(&mut self, list: &Field<'_>) {
        for item in &self.fields.items(list) {
            let Some(text) = self.fields.text(item) else { continue };
            let is_text = text.trim().contains('\n') || text.trim_start().starts_with('{');
            let source = if is_text { self.inline(item) } else { self.file(item) };
            let only = Some(PatchType::Strategic);
            self.push(source, &item.at, (None, only, EntryOptions::default()));
        }
    }

    /// Adds the patch in the text of a field.
    pub(super) fn add(&mut self, patch: &Field<'_>, target: Option<Target>, options: EntryOptions) {
        let text = self.inline(patch);
        self.push(text, &patch.at, (target, None, options));
    }
}
