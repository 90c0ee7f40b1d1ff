//! The texts with patches that are given to a command, and how each says which objects its patches are
//! for.

use core::ops::Range;
use std::collections::HashMap;
use std::sync::Arc;

use crate::args::PatchType;
use crate::input::{Input, Source};
use crate::objects::wrong_type;
use crate::report::Report;
use crate::secret::Of;
use crate::select::Selector;

/// Texts with patches, each read once, and their uses in the order of the patches.
#[derive(Default)]
pub(super) struct PatchSources {
    pub(super) texts: Vec<Source>,
    /// The number of the text for each use, and how its patches say which objects they are for.
    pub(super) uses: Vec<(usize, TargetRule)>,
    /// The numbers of the files that scopes refer to, by their names.
    pub(super) files: HashMap<String, usize>,
}

impl PatchSources {
    /// Adds a text, which may be used several times, and returns its number.
    pub(super) fn add(&mut self, text: Source) -> usize {
        self.texts.push(text.of_patches());
        self.texts.len() - 1
    }

    /// Adds the patches of another kustomization, which are for the objects in the files of `scope`.
    pub(super) fn append(&mut self, other: Self, scope: Option<&Range<usize>>) {
        let before = self.texts.len();
        self.texts.extend(other.texts);
        for (text, mut rule) in other.uses {
            if let TargetRule::Entry(entry) = &mut rule {
                entry.scope = scope.cloned();
            }
            self.uses.push((before + text, rule));
        }
    }

    /// The documents of each text.
    pub(super) fn documents(&self) -> Result<Vec<Vec<Input<'_>>>, Report> {
        self.texts.iter().map(Source::documents).collect()
    }
}

/// How the patches of a text say which objects they are for.
pub(super) enum TargetRule {
    /// Each patch is for the objects with its own apiVersion, kind, namespace and name, as far as it
    /// states them. All patches of the text have this type.
    Named(PatchType),
    /// An entry of a kustomization names the objects.
    Entry(Entry),
}

/// The settings of an entry of a kustomization for its patches.
pub(super) struct Entry {
    /// The name of the entry in messages: `patches[0] of overlay/kustomization.yaml`.
    pub(super) name: String,
    /// The objects to patch. Without a target, a patch is for the object with its apiVersion, kind,
    /// namespace and name.
    pub(super) target: Option<Arc<Target>>,
    /// The type that its patches must have; `None` if any type is allowed.
    pub(super) only: Option<PatchType>,
    pub(super) options: EntryOptions,
    /// The numbers of the files with the objects of its kustomization, if these are known.
    pub(super) scope: Option<Range<usize>>,
}

/// The target of an entry.
pub(super) struct Target {
    pub(super) selector: Selector,
    /// Whether the objects are Secrets.
    pub(super) of: Of,
    /// The report for a target that no object matches.
    pub(super) unmatched: Report,
}

/// The parts of an object's identity that the patches of an entry may change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct EntryOptions {
    pub(super) name_change: bool,
    pub(super) kind_change: bool,
}

impl Entry {
    /// The type of a patch of the entry: a list of operations is a JSON patch, anything else a
    /// strategic merge patch.
    pub(super) fn patch_type(&self, input: &Input<'_>) -> Result<PatchType, Report> {
        // The text is validated later, when the patch is read, once for all entries.
        let found = match input.json().trim_start().as_bytes().first() {
            Some(b'[') => PatchType::Json,
            Some(b'{') => PatchType::Strategic,
            _ => {
                let expected = "a patch, which is an object, or a list of operations";
                return Err(wrong_type(expected, input)?.note(format!("in {}", self.name)));
            }
        };
        match (self.only, found) {
            (Some(PatchType::Strategic), PatchType::Json) => Err(input
                .report_whole("expected a strategic merge patch, found a list")
                .note(format!("in {}", self.name))
                .help("a list of operations is a JSON patch: write it under patches")),
            (Some(only), _) => Ok(only),
            (None, PatchType::Json) if self.target.is_none() => Err(input
                .report_whole("a JSON patch needs a target")
                .note(format!("in {}", self.name))
                .help("it does not name an object; add target with kind and name")),
            (None, found) => Ok(found),
        }
    }

    /// Checks that an entry with a target has only one patch: kustomize refuses more.
    pub(super) fn check_count(&self, inputs: &[Input<'_>]) -> Result<(), Report> {
        match inputs {
            [_, second, ..] if self.target.is_some() => Err(second
                .report_whole("a second patch in an entry with a target")
                .note(format!("in {}", self.name))
                .help("write an entry for each patch, or leave target out")),
            _ => Ok(()),
        }
    }
}
