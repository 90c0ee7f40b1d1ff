//! Patches, and the objects that each of them is for.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use smp_core::{Patch, Path, Role};

use super::schemaless::{JsonPatch, MergePatch};
use crate::args::PatchType;
use crate::commands::documents::strategic_patch;
use crate::identity::Identity;
use crate::input::Input;
use crate::report::Report;

/// A patch and the objects that it is for.
pub(super) struct TargetedPatch<'i> {
    pub(super) input: &'i Input<'i>,
    pub(super) target: Identity,
    pub(super) patch: AnyPatch<'i>,
    /// Whether there was an object that it is for.
    pub(super) used: AtomicBool,
}

pub(super) enum AnyPatch<'i> {
    Strategic(Patch),
    Merge(MergePatch<'i>),
    Json(JsonPatch<'i>),
}

impl<'i> TargetedPatch<'i> {
    /// Reads one of `count` patches.
    fn new(input: &'i Input<'i>, patch_type: PatchType, count: usize) -> Result<Self, Report> {
        let patch = match patch_type {
            PatchType::Strategic => AnyPatch::Strategic(strategic_patch(input, Role::Patch)?),
            PatchType::Merge => AnyPatch::Merge(MergePatch::new(input)?),
            PatchType::Json if count > 1 => {
                let name = input.source().name();
                return Err(Report::new(format!("{name} holds {count} documents"))
                    .help("a JSON patch is one list of operations"));
            }
            PatchType::Json => AnyPatch::Json(JsonPatch::new(input)?),
        };
        let target = Identity::of(&input.document()?);
        if count > 1 && (target.kind.is_none() || target.name.is_none()) {
            let missing = if target.kind.is_none() { "kind" } else { "metadata.name" };
            return Err(input
                .report(&Path::root(), format!("the patch has no {missing}"), "")
                .help("in a file with several patches, each must have kind and metadata.name"));
        }
        Ok(Self { input, target, patch, used: AtomicBool::new(false) })
    }
}

/// All patches of a run.
pub(super) struct TargetedPatches<'i> {
    patches: Vec<TargetedPatch<'i>>,
    /// The numbers of the patches by the objects they are for, so that an object is
    /// not compared with every patch.
    by_target: HashMap<Identity, Vec<usize>>,
}

impl<'i> TargetedPatches<'i> {
    pub(super) fn new(inputs: &'i [Input<'i>], patch_type: PatchType) -> Result<Self, Report> {
        let patches = inputs
            .iter()
            .map(|input| TargetedPatch::new(input, patch_type, inputs.len()))
            .collect::<Result<Vec<_>, Report>>()?;
        let mut by_target: HashMap<Identity, Vec<usize>> = HashMap::new();
        for (number, patch) in patches.iter().enumerate() {
            // Without a kind, a patch is for every object, whatever else it has.
            let target = match &patch.target.kind {
                Some(_) => patch.target.clone(),
                None => Identity::default(),
            };
            by_target.entry(target).or_default().push(number);
        }
        Ok(Self { patches, by_target })
    }

    pub(super) fn get(&self, number: usize) -> &TargetedPatch<'i> {
        &self.patches[number]
    }

    /// The patches for an object, in their order, each with its number. `O(n)` in
    /// their number.
    pub(super) fn of(
        &self,
        object: &Identity,
    ) -> impl Iterator<Item = (usize, &TargetedPatch<'i>)> {
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
        let mut targets: Vec<_> = targets.chain([Identity::default()]).collect();
        targets.sort_unstable();
        targets.dedup();
        let found = targets.iter().filter_map(|target| self.by_target.get(target));
        let mut numbers: Vec<usize> = found.flatten().copied().collect();
        numbers.sort_unstable();
        numbers.into_iter().map(|number| (number, &self.patches[number]))
    }

    /// A patch that no object was found for is an error.
    pub(super) fn check_all_used(&self) -> Result<(), Report> {
        let mut unused = self.patches.iter().filter(|patch| !patch.used.load(Ordering::Relaxed));
        let Some(patch) = unused.next() else { return Ok(()) };
        let title = format!("the patch for {} matches no object", patch.target);
        Err(patch
            .input
            .report(&Path::root(), title, "")
            .help("check its apiVersion, kind, metadata.namespace and metadata.name"))
    }
}
