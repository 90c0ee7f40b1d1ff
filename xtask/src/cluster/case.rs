//! A case: an object of the server, an operation, and its documents.

use fastrand::Rng;
use serde_json::{Map, Value, json};
use smp_core::TypeRef;
use smp_core::schema::FieldRef;
use smp_tests::choices::Choices;
use smp_tests::generate::{Generator, Style};

use super::client::Media;
use super::directives::patch_with_directive;
use super::edit::{add_precondition, edited, with_identity_of, without_identity};
use super::json_patches::{add_nulls, json_patch, merge_patch};
use super::kit::Kit;
use super::resources::Live;
use super::{nulls, raw, unknown};

/// An operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, clap::ValueEnum)]
pub(super) enum Op {
    /// The patch from the object to an edited one.
    Diff,
    /// A random strategic merge patch.
    Patch,
    /// The patch of `kubectl apply`, beside Kubernetes' own.
    Threeway,
    /// A JSON merge patch.
    Merge,
    /// A JSON patch.
    Json,
    /// A strategic merge patch of the status, through its subresource.
    Status,
    /// A strategic merge patch of the scale, through its subresource.
    Scale,
}

impl Op {
    pub(super) const ALL: [Self; 7] = [
        Self::Diff,
        Self::Patch,
        Self::Threeway,
        Self::Merge,
        Self::Json,
        Self::Status,
        Self::Scale,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Diff => "diff",
            Self::Patch => "patch",
            Self::Threeway => "three-way",
            Self::Merge => "merge",
            Self::Json => "json",
            Self::Status => "status",
            Self::Scale => "scale",
        }
    }

    /// The names of the documents, in order.
    pub(super) fn roles(self) -> &'static [&'static str] {
        match self {
            Self::Diff => &["modified"],
            Self::Threeway => &["original", "modified"],
            _ => &["patch"],
        }
    }

    /// The end of the path to the subresource.
    pub(super) fn subresource(self) -> &'static str {
        match self {
            Self::Status => "/status",
            Self::Scale => "/scale",
            _ => "",
        }
    }

    /// Whether a case of this operation can be made of the object.
    pub(super) fn suits(self, live: &Live) -> bool {
        match self {
            // Its data can't be changed: the server refuses each patch with a message that contains
            // all of the data, where a null differs from an absent field.
            Self::Diff => live.resource.kind != "ControllerRevision",
            Self::Merge | Self::Json => true,
            Self::Patch => !live.is_custom,
            Self::Threeway => live.in_reference,
            Self::Status => {
                !live.is_custom && live.resource.subresources.iter().any(|name| name == "status")
            }
            Self::Scale => live.scale.is_some() && !live.is_custom,
        }
    }
}

/// An operation on an object of the server.
#[derive(Clone)]
pub(super) struct Case<'w> {
    pub(super) op: Op,
    pub(super) live: &'w Live,
    /// The documents, in the order of [`Op::roles`].
    pub(super) docs: Vec<Value>,
    /// The seed of the unusual forms in which the patch is written.
    pub(super) spelling: Option<u64>,
    /// Whether unknown fields are compared, too.
    pub(super) is_strict: bool,
}

/// The style of random patches: small, so that most of them change one thing.
const PATCH: Style = Style {
    depth: 8,
    fields: 2,
    size: 14,
    odd: 0,
    null: 0,
    directives_as_data: false,
    comparable: false,
};

/// The same with misplaced and malformed directives, and values of other types.
const ODD: Style = Style { odd: 40, null: 40, ..PATCH };

/// The same without anything that `docs/deviations.md` describes as a deviation.
const ORDINARY: Style = Style { comparable: true, ..PATCH };

impl<'w> Case<'w> {
    /// A random case.
    pub(super) fn random(rng: &mut Rng, op: Op, live: &'w Live, kit: &Kit) -> Self {
        let mut below = |n| rng.u32(..n);
        let mut choices = Choices::new(&mut below);
        let root = live.schema.root();
        let object = &live.object;
        let docs = match op {
            Op::Diff => vec![edited(object, root, kit, &mut choices)],
            Op::Threeway => {
                // Others have changed the object, and the user's configuration states a part of it.
                let original = stated(&edited(object, root, kit, &mut choices), &mut choices);
                let modified = match choices.below(4) {
                    0 => original.clone(),
                    _ => edited(&original, root, kit, &mut choices),
                };
                vec![original, modified]
            }
            Op::Patch => vec![patch(object, root, kit, choices)],
            Op::Status => {
                let status = root.field("status").map(FieldRef::ty);
                let inside = object.get("status").unwrap_or(&Value::Null);
                let patch = status.map(|ty| random_patch(inside, ty, kit, choices));
                vec![json!({"status": patch.unwrap_or_else(|| json!({}))})]
            }
            Op::Scale => {
                let mut patch = json!({"spec": {"replicas": choices.below(5)}});
                if choices.one_in(4) {
                    patch["spec"]["$patch"] = json!(choices.pick(&["replace", "delete"]));
                }
                vec![patch]
            }
            Op::Merge => {
                let modified = edited(object, root, kit, &mut choices);
                let mut patch = merge_patch(object, &modified);
                match choices.below(6) {
                    0 => add_nulls(&mut patch, &mut choices),
                    1 => nulls::add(&mut patch, root, &mut choices),
                    _ => {}
                }
                add_precondition(&mut patch, object, &mut choices);
                vec![patch]
            }
            Op::Json => {
                let modified = edited(object, root, kit, &mut choices);
                vec![json_patch(object, &modified, &mut choices)]
            }
        };
        Self { op, live, docs, spelling: None, is_strict: false }
    }

    /// The case with variations of its patch: a member that the type does not have, unusual forms of its
    /// text, and validation of fields.
    pub(super) fn varied(mut self, rng: &mut Rng) -> Self {
        if !matches!(self.op, Op::Patch | Op::Status | Op::Merge | Op::Json) {
            return self;
        }
        if rng.u8(..6) == 0
            && let Some(patch) = self.docs.first_mut()
        {
            unknown::add(patch, rng);
        }
        // The messages about a ControllerRevision have all of its data, as it was sent.
        let has_messages = self.live.resource.kind == "ControllerRevision";
        self.spelling = (!has_messages && rng.u8(..4) == 0).then(|| rng.u64(..));
        self.is_strict = rng.u8(..4) == 0;
        self
    }

    /// The text of a patch of this case.
    pub(super) fn text(&self, patch: &Value) -> String {
        let Some(seed) = self.spelling else { return patch.to_string() };
        let mut rng = Rng::with_seed(seed);
        let mut below = |n| rng.u32(..n);
        let mut form = raw::Form::of(self.media(patch).name(), self.live.is_custom);
        // A server refuses repeated members with strict validation.
        form.repeats &= !self.is_strict;
        raw::text(patch, form, &mut Choices::new(&mut below))
    }

    /// The case with other documents. Whole objects keep their identity.
    pub(super) fn with(&self, docs: Vec<Value>) -> Self {
        let docs = docs.into_iter().zip(&self.docs).map(|(doc, old)| match self.op {
            Op::Diff | Op::Threeway => with_identity_of(doc, old),
            _ => doc,
        });
        Self { docs: docs.collect(), ..self.clone() }
    }

    /// The documents of this case for another object: whole objects get its identity, and
    /// configurations its name.
    pub(super) fn docs_for(&self, live: &Live, docs: &[Value]) -> Vec<Value> {
        let name = live.object.pointer("/metadata/name").unwrap_or(&Value::Null);
        let of_live = |doc: &Value| match self.op {
            Op::Diff => with_identity_of(doc.clone(), &live.object),
            Op::Threeway => {
                let mut doc = doc.clone();
                if let Some(named) = doc.pointer_mut("/metadata/name") {
                    *named = name.clone();
                }
                doc
            }
            _ => doc.clone(),
        };
        docs.iter().map(of_live).collect()
    }

    pub(super) fn doc(&self, at: usize) -> &Value {
        self.docs.get(at).unwrap_or(&Value::Null)
    }

    /// The form of a patch of this case.
    pub(super) fn media(&self, patch: &Value) -> Media {
        match self.op {
            _ if patch.is_array() => Media::Json,
            Op::Merge => Media::Merge,
            // A server accepts no strategic merge patch for a custom resource.
            _ if self.live.is_custom => Media::Merge,
            _ => Media::Strategic,
        }
    }

    /// The path of the request.
    pub(super) fn path(&self) -> String {
        format!("{}{}", self.live.path, self.op.subresource())
    }

    /// The object that is patched, and its type.
    pub(super) fn target(&self) -> (&'w Value, TypeRef<'w>) {
        let (live, schema) = (&self.live.object, self.live.schema.root());
        match (self.op, &self.live.scale) {
            (Op::Scale, Some(scale)) => {
                let schema = smp_types::schema("autoscaling/v1", "Scale");
                (scale, schema.map_or(self.live.schema.root(), smp_core::Schema::root))
            }
            _ => (live, schema),
        }
    }
}

/// A random patch of an object that keeps its identity.
fn patch(object: &Value, ty: TypeRef<'_>, kit: &Kit, mut choices: Choices<'_>) -> Value {
    let mut below = |n| u32::try_from(choices.below(n as usize)).unwrap_or(0);
    let mut patch = random_patch(object, ty, kit, Choices::new(&mut below));
    without_identity(&mut patch);
    add_precondition(&mut patch, object, &mut choices);
    patch
}

/// A random patch without anything that `docs/deviations.md` describes as a deviation.
pub(super) fn ordinary_patch(
    object: &Value,
    ty: TypeRef<'_>,
    kit: &Kit,
    choices: Choices<'_>,
) -> Value {
    let mut make = Generator::new(choices, ORDINARY);
    let mut patch = make.patch(Some(object), ty);
    kit.legalise(&mut patch, ty, &mut make.choices);
    without_identity(&mut patch);
    add_precondition(&mut patch, object, &mut make.choices);
    patch
}

fn random_patch(object: &Value, ty: TypeRef<'_>, kit: &Kit, mut choices: Choices<'_>) -> Value {
    if choices.one_in(6) {
        return patch_with_directive(object, ty, kit, &mut choices);
    }
    let style = match choices.below(8) {
        0..=4 => ORDINARY,
        5..=6 => PATCH,
        _ => ODD,
    };
    let unrelated = !style.comparable && choices.one_in(12);
    let mut make = Generator::new(choices, style);
    let mut patch = make.patch((!unrelated).then_some(object), ty);
    kit.legalise(&mut patch, ty, &mut make.choices);
    patch
}

/// A part of an object as a user would state it, without members that the server sets.
fn stated(object: &Value, choices: &mut Choices<'_>) -> Value {
    let mut stated = object.clone();
    if let Some(members) = stated.as_object_mut() {
        members.remove("status");
    }
    let pruned = with_identity_of(pruned(&stated, choices), &stated);
    let mut pruned = pruned;
    for name in ["uid", "resourceVersion", "creationTimestamp", "generation"] {
        if let Some(metadata) = pruned["metadata"].as_object_mut() {
            metadata.remove(name);
        }
    }
    pruned
}

/// The value without some of its members and elements.
fn pruned(value: &Value, choices: &mut Choices<'_>) -> Value {
    match value {
        Value::Object(members) => {
            let mut kept = Map::new();
            for (name, member) in members {
                if !choices.one_in(12) {
                    kept.insert(name.clone(), pruned(member, choices));
                }
            }
            Value::Object(kept)
        }
        Value::Array(items) => {
            let mut kept = Vec::new();
            for item in items {
                if !choices.one_in(6) {
                    kept.push(pruned(item, choices));
                }
            }
            Value::Array(kept)
        }
        scalar => scalar.clone(),
    }
}
