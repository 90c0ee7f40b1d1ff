//! All patches of a run, and the selection of those for an object.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use smp_core::nearest;

use super::patch_target::PatchTarget;
use super::source::PatchSources;
use super::targeted::{PatchBody, TargetedPatch};
use crate::args::Validation;
use crate::checks::OF_KUSTOMIZATION;
use crate::identity::{Identity, Lookup};
use crate::input::Input;
use crate::limits::{MATCHES, PATCHED_BYTES};
use crate::report::{Messages, Report, Rule};
use crate::select::{Anchor, Names};

/// The number of comparisons that applying a patch with a target counts as, since it costs more.
const APPLIED: usize = 24;

/// All patches of a run, in their order.
#[derive(Default)]
pub(super) struct TargetedPatches<'i> {
    patches: Vec<TargetedPatch<'i>>,
    /// The numbers of the patches by the parts of an identity that they state, so that an object is
    /// not compared with every patch.
    named: HashMap<Identity, Vec<usize>>,
    /// The combinations of identity fields that the keys of `named` state.
    stated: BTreeSet<[bool; 4]>,
    /// The numbers of the patches that are for a single object.
    one: HashMap<Identity, Vec<usize>>,
    /// The numbers of the patches with a target by its anchors, in order.
    targets: HashMap<Anchor, Vec<usize>>,
    /// The fields of metadata that anchors use.
    anchored: HashSet<&'static str>,
    /// The numbers of the files that scopes refer to, by their names.
    files: HashMap<String, usize>,
    /// The comparisons with targets so far.
    matches: AtomicUsize,
    /// The objects of the run, for the message about a patch that matches none of them.
    seen: Mutex<BTreeSet<Identity>>,
}

/// The most objects that are kept for a message, and the most that it lists.
const MAX_SEEN: usize = 1000;
const LISTED: usize = 10;

impl<'i> TargetedPatches<'i> {
    /// Collects the patches of some texts; `documents` has the documents of each text.
    pub(super) fn new(
        sources: &PatchSources,
        documents: &'i [Vec<Input<'i>>],
        validation: Validation,
    ) -> Result<Self, Report> {
        let mut all = Self { files: sources.files.clone(), ..Self::default() };
        TargetedPatch::each(sources, documents, validation, |patch| {
            all.push(patch?);
            Ok(())
        })?;
        Ok(all)
    }

    fn push(&mut self, patch: TargetedPatch<'i>) {
        let number = self.patches.len();
        match &patch.target {
            PatchTarget::Named(identity) => {
                // Without a kind, a patch is for every object of its apiVersion.
                let target = if identity.kind.is_some() {
                    identity.clone()
                } else {
                    Identity { api_version: identity.api_version.clone(), ..Identity::default() }
                };
                self.stated.insert(target.stated());
                self.named.entry(target).or_default().push(number);
            }
            PatchTarget::One(identity) => {
                self.one.entry(identity.clone()).or_default().push(number);
            }
            PatchTarget::Entry(target) => {
                for anchor in target.selector.anchors() {
                    self.anchored.extend(anchor.field());
                    self.targets.entry(anchor).or_default().push(number);
                }
            }
        }
        self.patches.push(patch);
    }

    pub(super) fn get(&self, number: usize) -> &TargetedPatch<'i> {
        &self.patches[number]
    }

    /// Whether any patches have targets.
    pub(super) fn has_targets(&self) -> bool {
        !self.targets.is_empty()
    }

    /// The anchors of an object that occur in the targets of patches.
    pub(super) fn anchors(&self, present: &Identity, object: &impl Lookup) -> HashSet<Anchor> {
        if self.targets.is_empty() {
            return HashSet::new();
        }
        let anchors = Anchor::of(present, object, &self.anchored);
        anchors.filter(|anchor| self.targets.contains_key(anchor)).collect()
    }

    /// Adds the numbers of the patches with these anchors, if greater than `number`.
    pub(super) fn extend<'a>(
        &self,
        numbers: &mut BTreeSet<usize>,
        anchors: impl IntoIterator<Item = &'a Anchor>,
        number: Option<usize>,
    ) {
        for found in anchors.into_iter().filter_map(|anchor| self.targets.get(anchor)) {
            let from = found.partition_point(|found| Some(*found) <= number);
            numbers.extend(&found[from..]);
        }
    }

    /// The numbers of the patches that name an object with this identity. `O(n log n)` in their
    /// number.
    pub(super) fn naming(&self, object: &Identity) -> BTreeSet<usize> {
        let mut numbers = BTreeSet::new();
        if !(self.one.is_empty() && self.named.is_empty()) {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            if seen.len() < MAX_SEEN {
                seen.insert(object.clone());
            }
        }
        if !self.one.is_empty() {
            numbers.extend(self.one.get(&object.in_namespace()).into_iter().flatten());
        }
        for stated in &self.stated {
            numbers.extend(self.named.get(&object.part(*stated)).into_iter().flatten());
        }
        numbers
    }

    /// The numbers of the patches of a kustomization for an object. They count as used even if options
    /// select different objects.
    pub(super) fn of_entries(
        &self,
        identity: &Identity,
        object: &impl Lookup,
        input: &Input<'_>,
    ) -> Result<Vec<usize>, Report> {
        let mut numbers = self.naming(identity);
        self.extend(&mut numbers, &self.anchors(identity, object), None);
        let names = Names::of(identity.clone());
        let mut found = Vec::new();
        for number in numbers {
            if !self.is_named(number) && self.is_for(number, &names, object, input)? {
                found.push(number);
            }
        }
        Ok(found)
    }

    /// Whether the patch is from the command line, not from a kustomization.
    pub(super) fn is_named(&self, number: usize) -> bool {
        matches!(self.get(number).target, PatchTarget::Named(_))
    }

    /// Whether a patch is for an object of this input. `names` are the names that the object has had so
    /// far.
    pub(super) fn is_for(
        &self,
        number: usize,
        names: &Names,
        object: &impl Lookup,
        input: &Input<'_>,
    ) -> Result<bool, Report> {
        let patch = self.get(number);
        if let Some(scope) = &patch.scope
            && !self.files.get(input.source().name()).is_some_and(|file| scope.contains(file))
        {
            return Ok(false);
        }
        let PatchTarget::Entry(target) = &patch.target else { return Ok(true) };
        let before = self.matches.fetch_add(target.selector.tries(names), Ordering::Relaxed);
        if before > MATCHES.get() {
            return Err(MATCHES.exceeded());
        }
        let is_for = target.selector.matches(names, object);
        if is_for {
            self.matches.fetch_add(APPLIED, Ordering::Relaxed);
        }
        Ok(is_for)
    }

    /// Suggestions: similar objects, or else the objects that exist.
    fn remedies(&self, meant: &Identity, help: &str) -> Vec<String> {
        if meant.kind.is_some() && !meant.is_object() {
            return vec![OF_KUSTOMIZATION.to_owned()];
        }
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // The object exists, but options do not select it, or a patch has removed it.
        if seen.iter().any(|object| object.in_namespace().part(meant.stated()) == *meant) {
            return vec![help.to_owned()];
        }
        let fits = |meant: &Option<String>, own: &Option<String>| match (meant, own) {
            (Some(meant), Some(own)) => !nearest(meant, [own], |own| own).is_empty(),
            (meant, _) => meant.is_none(),
        };
        let near = seen
            .iter()
            .filter(|object| fits(&meant.kind, &object.kind) && fits(&meant.name, &object.name));
        let near: Vec<_> = near.take(LISTED).map(ToString::to_string).collect();
        if !near.is_empty() {
            return vec![help.to_owned(), format!("did you mean {}?", near.join(" or "))];
        }
        let listed: Vec<_> = seen.iter().take(LISTED).map(ToString::to_string).collect();
        let more = if seen.len() > LISTED { ", ..." } else { "" };
        let there = format!("the objects are: {}{more}", listed.join(", "));
        [help.to_owned()].into_iter().chain((!seen.is_empty()).then_some(there)).collect()
    }

    /// Reports unused patches. A patch that matches no object is an error. A target that matches no
    /// object is a warning, or an error if the validation is strict.
    pub(super) fn check_all_used(&self, validation: Validation) -> Result<(), Report> {
        let mut unmatched = Messages::default();
        for patch in self.patches.iter().filter(|patch| !patch.used.load(Ordering::Relaxed)) {
            let (identity, help) = match &patch.target {
                PatchTarget::Entry(target) => {
                    let is_error = validation == Validation::Strict;
                    unmatched.push(is_error, || target.unmatched.clone());
                    continue;
                }
                PatchTarget::Named(identity) => {
                    (identity, "check its apiVersion, kind, metadata.namespace and metadata.name")
                }
                PatchTarget::One(identity) => (
                    identity,
                    "a patch without a target is for the object with the same apiVersion, kind, \
                     metadata.namespace and metadata.name",
                ),
            };
            let title = format!("the patch for {identity} matches no object");
            let unused = patch.body.input.report_whole(title);
            let unused = unused.rule(Rule::UnusedPatch);
            return Err(self.remedies(identity, help).into_iter().fold(unused, Report::help));
        }
        unmatched.into_result()
    }
}

/// The cost of the patches for one object: the bytes that they look at.
#[derive(Clone, Copy)]
pub(super) struct Cost {
    /// The bytes of the object, with those of the patches so far.
    pub(super) object: usize,
    /// Whether unions are normalized after each patch.
    pub(super) normalizes: bool,
    pub(super) patched: usize,
}

impl Cost {
    /// The cost with one more patch. It looks at its own bytes and, unless it is local, at those of the
    /// object. If unions are normalized afterwards, the object is also compared with its previous
    /// version, which takes twice as long as the patch.
    pub(super) fn with(self, patch: &PatchBody<'_>) -> Self {
        let own = patch.input.json().len();
        let looks = if self.normalizes { 3 } else { usize::from(!patch.is_local) };
        let all = own.saturating_add(self.object.saturating_mul(looks));
        Self { object: self.object + own, patched: self.patched.saturating_add(all), ..self }
    }

    /// An error about the object if the cost exceeds the limit.
    pub(super) fn check(self, object: &Identity) -> Result<(), Report> {
        if self.patched <= PATCHED_BYTES.get() {
            return Ok(());
        }
        let report = PATCHED_BYTES.exceeded().note(format!("the object is {object}"));
        Err(report.help("write the patches for one object as one patch"))
    }
}
