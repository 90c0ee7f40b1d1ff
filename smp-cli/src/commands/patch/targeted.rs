//! Patches, and the objects that each of them is for.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use smp_core::{Finding, Patch, Path, Role, Schema, View, check_document};

use super::json_patch::JsonPatch;
use super::schemaless::MergePatch;
use crate::args::{PatchType, Validation};
use crate::commands::documents::{strategic_patch, view};
use crate::commands::engine_error::{Part, engine_error};
use crate::commands::findings::check_repeated;
use crate::identity::Identity;
use crate::input::Input;
use crate::report::Report;
use crate::schemas::Schemas;

/// A patch and the objects that it is for.
pub(super) struct TargetedPatch<'i> {
    pub(super) input: &'i Input<'i>,
    pub(super) target: Identity,
    pub(super) patch: AnyPatch<'i>,
    /// Whether there was an object that it is for.
    pub(super) used: AtomicBool,
    /// Whether options of the command choose the objects, too.
    is_limited: bool,
    /// Whether it may change `apiVersion` or kind.
    pub(super) changes_identity: bool,
    /// Whether it has nothing but `apiVersion`, kind and metadata.
    pub(super) metadata_only: bool,
    /// What is known of it for each kind, by `apiVersion` and kind.
    facts: Mutex<HashMap<Kind, PatchFacts>>,
}

/// `apiVersion` and kind.
type Kind = (Option<String>, Option<String>);

/// What is known of a patch for objects of one kind.
#[derive(Clone)]
pub(super) struct PatchFacts {
    /// What in it does not fit the schema.
    pub(super) findings: Arc<[Finding]>,
    /// Whether it sets or removes members of unions.
    pub(super) changes_unions: bool,
}

pub(super) enum AnyPatch<'i> {
    Strategic(Patch),
    Merge(MergePatch<'i>),
    Json(JsonPatch<'i>),
}

impl<'i> TargetedPatch<'i> {
    /// Reads one of `count` patches.
    fn new(
        input: &'i Input<'i>,
        patch_type: PatchType,
        validation: Validation,
        count: usize,
        is_limited: bool,
    ) -> Result<Self, Report> {
        check_repeated(input, validation)?;
        let patch = match patch_type {
            PatchType::Strategic => {
                let document = input.document()?;
                let is_list = matches!(view(&document, input)?, View::List(_));
                AnyPatch::Strategic(strategic_patch(input, Role::Patch).map_err(|report| {
                    if !is_list {
                        return report;
                    }
                    report.help("a list of operations is a JSON patch: use --type json")
                })?)
            }
            PatchType::Merge => AnyPatch::Merge(MergePatch::new(input)?),
            PatchType::Json if count > 1 => {
                let name = input.source().name();
                return Err(Report::new(format!("{name} holds {count} documents"))
                    .help("a JSON patch is one list of operations"));
            }
            PatchType::Json => AnyPatch::Json(JsonPatch::new(input, validation)?),
        };
        let target = Identity::of(&input.document()?);
        if count > 1 && (target.kind.is_none() || target.name.is_none()) {
            let missing = if target.kind.is_none() { "kind" } else { "metadata.name" };
            return Err(input
                .report(&Path::root(), format!("the patch has no {missing}"), "")
                .help("in a file with several patches, each must have kind and metadata.name"));
        }
        let document = input.document()?;
        let has = |name: &str| document.get(name).is_some();
        let changes_identity = patch_type == PatchType::Json
            || ["apiVersion", "kind", "$patch", "$retainKeys"].into_iter().any(has);
        let metadata_only = match view(&document, input)? {
            View::Object(members) => {
                let known = ["apiVersion", "kind", "metadata"];
                has("metadata") && members.iter().all(|(name, _)| known.contains(&name.as_ref()))
            }
            _ => false,
        };
        Ok(Self {
            metadata_only,
            input,
            target,
            is_limited,
            patch,
            used: AtomicBool::new(false),
            changes_identity,
            facts: Mutex::default(),
        })
    }

    /// What is known of the patch for objects of this kind. `O(p)` at the first call for a
    /// kind.
    pub(super) fn facts(
        &self,
        object: &Identity,
        schema: &Schema,
        schemas: &Schemas,
    ) -> Result<PatchFacts, Report> {
        let key = (object.api_version.clone(), object.kind.clone());
        let mut known = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(facts) = known.get(&key) {
            return Ok(facts.clone());
        }
        if let AnyPatch::Strategic(_) = &self.patch {
            schemas.warn_about(object, &self.input.document()?)?;
        }
        let facts = match &self.patch {
            AnyPatch::Strategic(patch) => PatchFacts {
                findings: patch.check(schema).into(),
                changes_unions: patch.changes_unions(schema),
            },
            AnyPatch::Merge(_) => {
                let document = self.input.document()?;
                let findings = check_document(&document, schema);
                let part = [Part::whole(Role::Modified, self.input)];
                let findings = findings.map_err(|error| engine_error(&error, &part))?;
                PatchFacts { findings: findings.into(), changes_unions: false }
            }
            AnyPatch::Json(_) => PatchFacts { findings: Arc::new([]), changes_unions: false },
        };
        known.insert(key, facts.clone());
        Ok(facts)
    }

    /// Which object a finding is about, if the patch does not say it itself.
    pub(super) fn note_about(&self, object: &Identity) -> Option<String> {
        if self.target.kind.is_some() {
            return None;
        }
        let which = if self.is_limited { "every chosen object" } else { "every object" };
        Some(format!("the patch has no kind: it is for {which}, this is {object}"))
    }

    /// An error if the patch has changed `apiVersion` or kind of an object. An item of a list
    /// may leave them out; `known` has those of the list then.
    pub(super) fn check_same_kind(
        &self,
        (known, before): (&Identity, &Identity),
        after: &Identity,
        object: &Input<'_>,
    ) -> Result<(), Report> {
        let same = |before: &Option<String>, known: &Option<String>, after: &Option<String>| {
            after == before || (before.is_none() && after == known)
        };
        if same(&before.api_version, &known.api_version, &after.api_version)
            && same(&before.kind, &known.kind, &after.kind)
        {
            return Ok(());
        }
        Err(self
            .input
            .report(&Path::root(), format!("the patch makes {after} of {before}"), "")
            .note(format!("in {}", object.source().name()))
            .help("a patch cannot change apiVersion or kind; leave them out"))
    }

    /// An error if the patch removes every object, whatever it is.
    pub(super) fn check_deletes_some(&self, object: &Identity) -> Result<(), Report> {
        if self.target.kind.is_some() || self.is_limited {
            return Ok(());
        }
        Err(self
            .input
            .report(&Path::root(), format!("the patch would remove {object}"), "")
            .note("it has no kind, so that it would remove every object")
            .help("add apiVersion, kind and metadata.name of the object to be removed"))
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
    pub(super) fn new(
        files: &'i [Vec<Input<'i>>],
        patch_type: PatchType,
        validation: Validation,
        is_limited: bool,
    ) -> Result<Self, Report> {
        let mut patches = Vec::new();
        for inputs in files {
            let count = inputs.len();
            for input in inputs {
                let patch = TargetedPatch::new(input, patch_type, validation, count, is_limited);
                patches.push(patch?);
            }
        }
        let mut by_target: HashMap<Identity, Vec<usize>> = HashMap::new();
        for (number, patch) in patches.iter().enumerate() {
            // Without a kind, a patch is for every object of its apiVersion.
            let target = match &patch.target.kind {
                Some(_) => patch.target.clone(),
                None => Identity {
                    api_version: patch.target.api_version.clone(),
                    ..Identity::default()
                },
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
        let api_version = object.api_version.clone();
        let without_kind = [Identity { api_version, ..Identity::default() }, Identity::default()];
        let mut targets: Vec<_> = targets.chain(without_kind).collect();
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
