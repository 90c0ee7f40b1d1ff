//! All patches of a run, and the choice of those for an object.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::Ordering;

use smp_core::{Document, Path};

use super::patch_target::{PatchTarget, in_namespace};
use super::source::{PatchSource, TargetRule};
use super::targeted::TargetedPatch;
use crate::args::Validation;
use crate::identity::Identity;
use crate::input::Input;
use crate::report::{Report, Rule};

/// All patches of a run, in their order.
pub(super) struct TargetedPatches<'i> {
    patches: Vec<TargetedPatch<'i>>,
    /// The numbers of the patches by the parts of an identity that they state, so that an object is
    /// not compared with every patch.
    named: HashMap<Identity, Vec<usize>>,
    /// The numbers of the patches that are for one object.
    one: HashMap<Identity, Vec<usize>>,
    /// The numbers of the patches with a target.
    targets: Vec<usize>,
}

impl<'i> TargetedPatches<'i> {
    /// The patches of some texts, of which these are the documents. `is_limited` is whether
    /// options of the command choose the objects, too.
    pub(super) fn new(
        sources: &'i [PatchSource],
        documents: &'i [Vec<Input<'i>>],
        validation: Validation,
        is_limited: bool,
    ) -> Result<Self, Report> {
        let mut all = Self {
            patches: Vec::new(),
            named: HashMap::new(),
            one: HashMap::new(),
            targets: Vec::new(),
        };
        for (source, inputs) in sources.iter().zip(documents) {
            let (rule, count) = (&source.rule, inputs.len());
            if let TargetRule::Entry(entry) = rule {
                entry.check_count(inputs)?;
            }
            for input in inputs {
                all.push(TargetedPatch::new(input, rule, count, validation, is_limited)?);
            }
        }
        Ok(all)
    }

    fn push(&mut self, patch: TargetedPatch<'i>) {
        let number = self.patches.len();
        match &patch.target {
            PatchTarget::Named { identity, .. } => {
                // Without a kind, a patch is for every object of its apiVersion.
                let target = if identity.kind.is_some() {
                    identity.clone()
                } else {
                    Identity { api_version: identity.api_version.clone(), ..Identity::default() }
                };
                self.named.entry(target).or_default().push(number);
            }
            PatchTarget::One(identity) => {
                self.one.entry(identity.clone()).or_default().push(number);
            }
            PatchTarget::Entry(..) => self.targets.push(number),
        }
        self.patches.push(patch);
    }

    pub(super) fn get(&self, number: usize) -> &TargetedPatch<'i> {
        &self.patches[number]
    }

    /// The numbers of the patches that may be for an object with this identity, and of all with
    /// a target. `O(n log n)` in their number.
    pub(super) fn of(&self, object: &Identity) -> BTreeSet<usize> {
        let mut numbers: BTreeSet<usize> = self.targets.iter().copied().collect();
        if !self.one.is_empty() {
            numbers.extend(self.one.get(&in_namespace(object)).into_iter().flatten());
        }
        if self.named.is_empty() {
            return numbers;
        }
        // A patch may leave out each of three fields of the identity.
        let targets = (0..8).map(|left_out: u8| {
            let keep = |bit: u8, field: &Option<String>| {
                field.as_ref().filter(|_| left_out & bit == 0).cloned()
            };
            Identity {
                api_version: keep(1, &object.api_version),
                kind: object.kind.clone(),
                namespace: keep(2, &object.namespace),
                name: keep(4, &object.name),
            }
        });
        let api_version = object.api_version.clone();
        let without_kind = [Identity { api_version, ..Identity::default() }, Identity::default()];
        for target in targets.chain(without_kind) {
            numbers.extend(self.named.get(&target).into_iter().flatten());
        }
        numbers
    }

    /// The numbers of the patches of a kustomization for an object. If options choose other
    /// objects, those patches are in order, too.
    pub(super) fn of_entries(
        &self,
        identity: &Identity,
        object: &Document<'_>,
    ) -> impl Iterator<Item = usize> {
        let numbers = self.of(identity).into_iter();
        numbers.filter(|number| {
            !self.is_named(*number) && self.is_for(*number, std::slice::from_ref(identity), object)
        })
    }

    /// Whether the patch is from the command line, not from a kustomization.
    pub(super) fn is_named(&self, number: usize) -> bool {
        matches!(self.get(number).target, PatchTarget::Named { .. })
    }

    /// Whether a patch that [`of`](Self::of) gives is for the object. A renamed object has several
    /// names, the present one last.
    pub(super) fn is_for(&self, number: usize, names: &[Identity], object: &Document<'_>) -> bool {
        match &self.get(number).target {
            PatchTarget::Named { .. } | PatchTarget::One(_) => true,
            PatchTarget::Entry(target, _) => target.selector.matches(names, object),
        }
    }

    /// A patch that no object was found for is an error. A target that fits no object is a
    /// warning, or an error if the validation is strict.
    pub(super) fn check_all_used(&self, validation: Validation) -> Result<(), Report> {
        let mut unmatched = Vec::new();
        for patch in self.patches.iter().filter(|patch| !patch.used.load(Ordering::Relaxed)) {
            let (identity, help) = match &patch.target {
                PatchTarget::Entry(target, _) => {
                    unmatched.push(target.unmatched.clone());
                    continue;
                }
                PatchTarget::Named { identity, .. } => {
                    (identity, "check its apiVersion, kind, metadata.namespace and metadata.name")
                }
                PatchTarget::One(identity) => (
                    identity,
                    "a patch without a target is for the object with the same apiVersion, kind, \
                     metadata.namespace and metadata.name",
                ),
            };
            let title = format!("the patch for {identity} matches no object");
            let unused = patch.input.report(&Path::root(), title, "");
            return Err(unused.rule(Rule::UnusedPatch).help(help));
        }
        if validation == Validation::Strict {
            return Report::all(unmatched);
        }
        unmatched.iter().for_each(Report::print_warning);
        Ok(())
    }
}
