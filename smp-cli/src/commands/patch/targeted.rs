//! A patch, and the facts about it for each kind.

use core::ops::Range;
use std::collections::{HashMap, hash_map};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use smp_core::{
    Document, Finding, Patch, Path, Role, Schema, Segment, UnionViolation, View, check_document,
};
use smp_json_patch::{JsonPatch, MergePatch, check_operations};

use super::patch_target::{PatchTarget, content};
use super::source::{EntryOptions, PatchSources, TargetRule};
use crate::args::{PatchType, Validation};
use crate::checks::{Ruleset, unsilenced, warn_of_repeated};
use crate::engine_error::engine_error;
use crate::identity::{Identity, Lookup};
use crate::input::Input;
use crate::limits::{Kept, json_bytes};
use crate::objects::{strategic_patch, view};
use crate::once::OncePerKey;
use crate::patches::{json_patch, merge_patch};
use crate::place::ObjectPlace;
use crate::report::{Report, Rule};

/// A patch and the objects that it is for.
pub(super) struct TargetedPatch<'i> {
    pub(super) body: Arc<PatchBody<'i>>,
    pub(super) target: PatchTarget,
    /// The parts of the identity that a patch of a kustomization may change; `None` for one of the
    /// command line.
    pub(super) options: Option<EntryOptions>,
    /// The numbers of the files whose objects it is for; `None` for all.
    pub(super) scope: Option<Range<usize>>,
    /// Whether the patch has matched an object.
    pub(super) used: AtomicBool,
}

/// The patches that were read, by the numbers of their texts and documents, their types, and the
/// options that change how they are read. Many entries may use one patch.
type Bodies<'i> = HashMap<((usize, usize), PatchType, Option<EntryOptions>), Arc<PatchBody<'i>>>;

/// A patch without its target.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact by itself")]
pub(super) struct PatchBody<'i> {
    pub(super) input: &'i Input<'i>,
    pub(super) patch: AnyPatch,
    _kept: Kept,
    /// Whether the patch may change `apiVersion`, kind or name.
    pub(super) changes_identity: bool,
    /// Whether the patch may change fields that targets look at, so that different patches match the
    /// object.
    pub(super) changes_targets: bool,
    /// Whether the patch has nothing but `apiVersion`, kind and metadata.
    pub(super) metadata_only: bool,
    /// Whether the cost of applying the patch depends on its own size, not on that of the object.
    pub(super) is_local: bool,
    /// The facts about the patch for each kind of object so far, so that it is checked once per kind.
    facts: OncePerKey<Kind, Result<Arc<PatchFacts>, Report>>,
}

/// `apiVersion` and kind.
pub(super) type Kind = (Option<String>, Option<String>);

/// The facts about a patch that depend only on the kind of the object.
pub(super) struct PatchFacts {
    /// The parts of the patch that do not fit the schema.
    pub(super) findings: Vec<Finding>,
    /// Whether the patch may set or remove members of unions.
    pub(super) changes_unions: bool,
    /// Whether Kubernetes has removed the kind.
    pub(super) is_removed: bool,
    /// The violations of unions in the patch itself.
    pub(super) violations: Vec<UnionViolation>,
}

pub(super) enum AnyPatch {
    Strategic(Patch),
    Merge(MergePatch),
    Json(JsonPatch),
}

impl<'i> TargetedPatch<'i> {
    /// Calls a function with each patch of some texts; `documents` has the documents of each text.
    pub(super) fn each(
        sources: &PatchSources,
        documents: &'i [Vec<Input<'i>>],
        validation: Validation,
        mut take: impl FnMut(Result<Self, Report>) -> Result<(), Report>,
    ) -> Result<(), Report> {
        let mut bodies = Bodies::default();
        for (text, rule) in &sources.uses {
            let inputs = &documents[*text];
            if let TargetRule::Entry(entry) = rule {
                entry.check_count(inputs)?;
            }
            for number in 0..inputs.len() {
                let body = (&mut bodies, (*text, number));
                take(Self::new(body, inputs, rule, validation))?;
            }
        }
        Ok(())
    }

    /// Reads one of the patches of a text, unless it was read before.
    fn new(
        (bodies, number): (&mut Bodies<'i>, (usize, usize)),
        inputs: &'i [Input<'i>],
        rule: &TargetRule,
        validation: Validation,
    ) -> Result<Self, Report> {
        let input = &inputs[number.1];
        let (patch_type, entry) = match rule {
            TargetRule::Named(patch_type) => (*patch_type, None),
            TargetRule::Entry(entry) => (entry.patch_type(input)?, Some(entry)),
        };
        let target = entry.map(|entry| PatchTarget::of_entry(entry, input)).transpose()?;
        let options = entry.map(|entry| entry.options);
        let body = match bodies.entry((number, patch_type, options)) {
            hash_map::Entry::Occupied(known) => Arc::clone(known.get()),
            hash_map::Entry::Vacant(new) => {
                let body = PatchBody::new(input, patch_type, options, inputs.len(), validation)?;
                Arc::clone(new.insert(Arc::new(body)))
            }
        };
        let target = match target {
            Some(target) => target,
            // Errors in the patch itself are reported first.
            None => PatchTarget::named(input, inputs.len())?,
        };
        let scope = entry.and_then(|entry| entry.scope.clone());
        Ok(Self { body, target, options, scope, used: AtomicBool::new(false) })
    }

    /// An error if the patch has changed the `apiVersion` or kind of an object, or has removed one of
    /// them or the name: an API server refuses that, too. An item of a list may omit apiVersion and
    /// kind; `known` then has those of the list.
    pub(super) fn check_identity(
        &self,
        (known, before): (&Identity, &Identity),
        result: &impl Lookup,
        object: &Input<'_>,
    ) -> Result<(), Report> {
        let after = &Identity::of(result);
        let may_change_kind = self.options.is_some_and(|options| options.kind_change);
        let same = |before: &Option<String>, known: &Option<String>, after: &Option<String>| {
            after == before || (before.is_none() && after == known)
        };
        if same(&before.api_version, &known.api_version, &after.api_version)
            && (same(&before.kind, &known.kind, &after.kind) || may_change_kind)
        {
            return self.check_not_lost((known, before), (after, result), object);
        }
        let title = format!("the patch would change {before} into {after}");
        let report =
            self.body.input.report_whole(title).note(format!("in {}", object.source().name()));
        let report = report.help("a patch cannot change apiVersion or kind; leave them out");
        let option = "with options.allowKindChange it may change the kind";
        Err(self.options.map(|_| option).into_iter().fold(report, Report::help))
    }

    /// An error if an object has lost its kind or name. A server can generate the name of a new object;
    /// a kustomization cannot.
    fn check_not_lost(
        &self,
        (known, before): (&Identity, &Identity),
        (after, result): (&Identity, &impl Lookup),
        object: &Input<'_>,
    ) -> Result<(), Report> {
        let is_generated =
            || self.options.is_none() && result.get_in(&["metadata", "generateName"]).is_some();
        let is_lost = |before: &Option<String>, after: &Option<String>| {
            before.is_some() && after.as_deref().unwrap_or_default().is_empty()
        };
        let lost = match after {
            after if is_lost(&before.kind, &after.kind) => "kind",
            after if is_lost(&before.name, &after.name) && !is_generated() => "metadata.name",
            _ => return Ok(()),
        };
        let report =
            self.body.input.report_whole(format!("the patch leaves {known} without {lost}"));
        Err(report
            .note(format!("in {}", object.source().name()))
            .help(format!("a patch can change {lost}, but not remove it; give it the new {lost}")))
    }

    /// An error if the patch has no kind, and its name or namespace differs from the object's: it would
    /// rename every object.
    pub(super) fn check_renames_none(&self, object: &Identity) -> Result<(), Report> {
        let PatchTarget::Named(identity) = &self.target else { return Ok(()) };
        if identity.kind.is_some() || object.name.is_none() {
            return Ok(());
        }
        let of_patch = [("name", &identity.name), ("namespace", &identity.namespace)];
        let of_object = [&object.name, &object.namespace];
        let mut fields = of_patch.into_iter().zip(of_object);
        let other = fields.find(|((_, patch), object)| patch.is_some() && patch != object);
        let Some(((field, _), _)) = other else { return Ok(()) };
        let path = ["metadata", field].map(|name| Segment::Field(name.to_owned()));
        let title = format!("the patch would change the {field} of {object}");
        let report = self.body.input.report(&Path::from_segments(path), title, "");
        Err(report
            .rule(Rule::Rename)
            .note("it has no kind, so that it is applied to objects of any name")
            .help(format!("if it is for the object with this {field}, add the kind"))
            .help("--rename lets it change names and namespaces"))
    }

    /// Refuses a patch that would remove every object, since it does not say which ones it is for.
    /// `of_all` means that no options of the command select objects.
    pub(super) fn check_deletes_some(&self, object: &Identity, of_all: bool) -> Result<(), Report> {
        if !of_all || !self.target.is_every_object() {
            return Ok(());
        }
        let report = self.body.input.report_whole(format!("the patch would remove {object}"));
        Err(report
            .note("it has no kind, so that it would remove every object")
            .help("add apiVersion, kind and metadata.name of the object to remove"))
    }
}

impl<'i> PatchBody<'i> {
    /// Reads one of the `count` patches of a text.
    fn new(
        input: &'i Input<'i>,
        patch_type: PatchType,
        options: Option<EntryOptions>,
        count: usize,
        validation: Validation,
    ) -> Result<Self, Report> {
        warn_of_repeated(input, validation);
        let kept = Kept::of(json_bytes(input.json()))?;
        let content = content(input, options)?;
        let patch = AnyPatch::read(content.clone(), input, patch_type, count, validation)?;
        let has = |name: &str| content.get(name).is_some();
        let metadata = content.get("metadata");
        let (changes_identity, is_local) = match patch_type {
            PatchType::Json => operations(&content, input)?,
            PatchType::Strategic | PatchType::Merge => {
                let changes_identity =
                    ["apiVersion", "kind", "$patch", "$retainKeys"].into_iter().any(has)
                        || metadata.as_ref().is_some_and(replaces_names);
                // Merging a list, removing a member and restoring the identity that a kustomization
                // keeps take time in the size of the object.
                let touches_all =
                    ["[", "null", "\"$"].into_iter().any(|it| input.json().contains(it))
                        || changes_identity && options.is_some();
                (changes_identity, patch_type == PatchType::Merge || !touches_all)
            }
        };
        let metadata_only = match view(&content, input)? {
            View::Object(members) => {
                let known = ["apiVersion", "kind", "metadata"];
                has("metadata") && members.iter().all(|(name, _)| known.contains(&name.as_ref()))
            }
            _ => false,
        };
        Ok(Self {
            metadata_only,
            is_local,
            input,
            _kept: kept,
            changes_targets: changes_identity || metadata.is_some(),
            patch,
            changes_identity,
            facts: OncePerKey::default(),
        })
    }

    /// The facts about the patch for objects of this kind. `O(p)` at the first call for a kind.
    pub(super) fn facts(
        &self,
        object: &Identity,
        schema: &Schema,
        rules: &Ruleset,
    ) -> Result<Arc<PatchFacts>, Report> {
        let kind = (object.api_version.clone(), object.kind.clone());
        self.facts.get(kind, || self.new_facts(object, schema, rules).map(Arc::new))
    }

    fn new_facts(
        &self,
        object: &Identity,
        schema: &Schema,
        rules: &Ruleset,
    ) -> Result<PatchFacts, Report> {
        let Ruleset { schemas, options, .. } = rules;
        let place = ObjectPlace::whole(object, self.input);
        let failed = |role| move |error| engine_error(&error, &[(role, place)]);
        if let AnyPatch::Strategic(_) = &self.patch {
            schemas.warn_about(object, &self.input.document()?)?;
        }
        let is_removed = schemas.removal(place)?.is_some();
        let (findings, changes_unions, violations) = match &self.patch {
            AnyPatch::Strategic(patch) => (
                patch.check(schema, options),
                patch.changes_unions(schema),
                rules.violations_of_patch(patch, schema),
            ),
            AnyPatch::Merge(_) => {
                let document = self.input.document()?;
                let findings = check_document(&document, schema, options);
                let findings = findings.map_err(failed(Role::Modified))?;
                // A merge patch with directives as data cannot be read as a strategic merge patch.
                let violations = Patch::from_document(document)
                    .map_or_else(|_| Vec::new(), |patch| rules.violations_of_patch(&patch, schema));
                (findings, true, violations)
            }
            AnyPatch::Json(_) => {
                let findings = check_operations(&self.input.document()?, schema, options);
                (findings.map_err(failed(Role::Patch))?, true, Vec::new())
            }
        };
        let findings = unsilenced(findings, place);
        Ok(PatchFacts { findings, changes_unions, is_removed, violations })
    }
}

/// Whether a JSON patch may change `apiVersion`, kind or metadata, and whether its cost depends only on
/// its own size: other operations copy or compare values of the object, or move elements of a list.
fn operations(content: &Document<'_>, input: &Input<'_>) -> Result<(bool, bool), Report> {
    let View::List(operations) = view(content, input)? else { return Ok((true, false)) };
    let (mut changes_identity, mut is_local) = (false, true);
    for operation in operations {
        let text = |name| operation.get(name).and_then(|it| Some(it.as_str()?.into_owned()));
        let path = text("path").unwrap_or_default();
        changes_identity |=
            [Some(&path), text("from").as_ref()].into_iter().flatten().any(|path| {
                let first = path.split('/').nth(1).unwrap_or_default();
                ["", "apiVersion", "kind", "metadata"].contains(&first)
            });
        let is_index = |step: &str| step.parse::<i64>().is_ok();
        is_local &= matches!(text("op").as_deref(), Some("add" | "replace" | "remove"))
            && !path.rsplit('/').next().is_some_and(is_index);
    }
    Ok((changes_identity, is_local))
}

/// Whether a strategic merge patch of metadata may change or remove the name or namespace.
fn replaces_names(metadata: &Document<'_>) -> bool {
    match metadata.view() {
        Ok(View::Object(members)) => {
            let names = ["name", "$patch", "$retainKeys"];
            members.iter().any(|(name, _)| names.contains(&name.as_ref()))
        }
        _ => true,
    }
}

impl AnyPatch {
    /// Reads one of the `count` patches of a text; `content` is the part of it that is applied.
    fn read(
        content: Document<'_>,
        input: &Input<'_>,
        patch_type: PatchType,
        count: usize,
        validation: Validation,
    ) -> Result<Self, Report> {
        match patch_type {
            PatchType::Strategic => {
                let is_list = matches!(view(&content, input)?, View::List(_));
                let patch = strategic_patch(content, input);
                patch.map(Self::Strategic).map_err(|report| {
                    if !is_list {
                        return report;
                    }
                    report.help("a list of operations is a JSON patch: use --type json")
                })
            }
            PatchType::Merge => merge_patch(input).map(Self::Merge),
            PatchType::Json if count > 1 => {
                let name = input.source().name();
                Err(Report::new(format!("{name} holds {count} documents"))
                    .help("a JSON patch is one list of operations"))
            }
            PatchType::Json => json_patch(input, validation).map(Self::Json),
        }
    }
}
