//! `normalize(old, new)`: applies three rules to every union of every object,
//! children first. Rules: semantics union-5 to union-12.
//!
//! Parts of the document that need no change keep their exact text.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::{Scope, discriminator_value, is_set, open_object, set};
use crate::depth::DepthBudget;
use crate::document::{Document, LazyNode, Node, Object, ReachedObject};
use crate::error::{Error, Role};
use crate::input::JsonForm;
use crate::member::{ElementKey, ListMode, Member};
use crate::options::Options;
use crate::path::Segment;
use crate::violation::alternatives;
use smp_schema::{TypeKind, TypeRef, Union};

/// Clears the members of unions that a change replaced, and writes discriminators:
/// [`normalize_document`] for JSON text or a [`Value`](serde_json::Value), with the same
/// errors. `O(n)` to read and write text.
///
/// ```
/// use smp_core::{FieldDef, ObjectDef, Options, SchemaBuilder, UnionDef};
/// let mut types = SchemaBuilder::new();
/// let any = types.any();
/// let root = types.object(
///     ObjectDef::new("VolumeSource")
///         .field("emptyDir", FieldDef::new(any))
///         .field("hostPath", FieldDef::new(any))
///         .union(UnionDef::new().members(["emptyDir", "hostPath"])),
/// );
/// let schema = types.build(root)?;
/// let result = smp_core::normalize(
///     Some(r#"{"emptyDir":{}}"#),
///     r#"{"emptyDir":{},"hostPath":{"path":"/data"}}"#,
///     &schema,
///     &Options::default(),
/// )?;
/// assert_eq!(result, r#"{"hostPath":{"path":"/data"}}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn normalize<'a, 's, J: JsonForm<'a>>(
    old: Option<J>,
    new: J,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<J::Output, Error> {
    let read = |input: J, role| {
        let document = input.to_source().open(&options.limits, Document::from_json);
        document.map_err(|error| error.about(role))
    };
    let old = old.map(|old| read(old, Role::Old)).transpose()?;
    let new = read(new, Role::New)?.into_owned();
    let result = normalize_document(old.as_deref(), new, ty, options)?;
    J::output(result, &options.limits).map_err(|error| error.about(Role::Result))
}

/// Clears the members of unions that a change replaced, and writes discriminators. `old`
/// is the object before the change, `None` for a new object; `new` is the object after it.
/// Parts of `new` are moved into the result, not copied.
///
/// For example, if `old` has `emptyDir` and `new` has both `emptyDir` and `hostPath`, the
/// user has added `hostPath`, and `emptyDir` is cleared.
///
/// For each union of each object, children first:
///
/// 1. If the discriminator is set and has another value than in `old`, every
///    member except the one that it names is cleared. If it names none, all are
///    cleared.
/// 2. Otherwise, if exactly one member is set, the discriminator gets its
///    value.
/// 3. Otherwise, if exactly one member is set that wasn't in `old`, the
///    discriminator gets its value and the others are cleared.
///
/// Members with the same discriminated value count as one. A union that
/// [allows an inactive member](crate::UnionDef::allow_inactive_member) is not changed if
/// its discriminator names no member and is the same as in `old`.
///
/// [`validate_unions`](crate::validate_unions) reports unions that are still violated. A member
/// is *set* if it is present, not null, and not an empty value that [counts as
/// absent](crate::UnionDef::empty_is_unset). A discriminator is set if it is a string that
/// isn't empty. So removing a discriminator clears no member.
///
/// Each object of `new` is compared with the object of `old` at the same path. Elements
/// of merge lists are matched by merge key, or by all list map keys with
/// [`MergeKeys::ListMapKeys`](crate::MergeKeys::ListMapKeys); if several elements have the
/// same key, the first is matched with the first, and so on. The elements of atomic lists
/// are not matched: each counts as new.
///
/// `O(n·d)` in the size of both documents and the depth of the unions; `O(1)` for a type
/// without unions.
///
/// # Errors
///
/// An object that violates its schema is not an error. [`Depth`](crate::ErrorKind::Depth) for
/// nesting beyond [`Limits::max_depth`](crate::Limits::max_depth), and
/// [`InvalidJson`](crate::ErrorKind::InvalidJson) for a string with unpaired surrogates.
///
/// ```
/// use smp_core::{
///     Document, FieldDef, ObjectDef, Options, SchemaBuilder, UnionDef, normalize_document,
/// };
/// let mut types = SchemaBuilder::new();
/// let (text, any) = (types.scalar(), types.any());
/// let root = types.object(
///     ObjectDef::new("DeploymentStrategy")
///         .field("type", FieldDef::new(text))
///         .field("rollingUpdate", FieldDef::new(any))
///         .union(UnionDef::new().discriminator("type").members(["rollingUpdate"])),
/// );
/// let schema = types.build(root)?;
/// let old = Document::from_json(r#"{"type":"RollingUpdate","rollingUpdate":{}}"#)?;
/// let new = Document::from_json(r#"{"type":"Recreate","rollingUpdate":{}}"#)?;
/// let result = normalize_document(Some(&old), new, &schema, &Options::default())?;
/// assert_eq!(result.to_json(), r#"{"type":"Recreate"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn normalize_document<'a, 's>(
    old: Option<&Document<'_>>,
    mut new: Document<'a>,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Document<'a>, Error> {
    let old = old.map(|old| &old.node);
    normalize_node(&mut new.node, old, ty.into(), options, Scope::All)
        .map_err(|error| error.about(Role::New))?;
    Ok(new)
}

/// Normalizes a whole document in place.
pub(crate) fn normalize_node(
    new: &mut Node<'_>,
    old: Option<&Node<'_>>,
    ty: TypeRef<'_>,
    options: &Options,
    scope: Scope,
) -> Result<(), Error> {
    let normalizer = Normalizer { options, scope };
    normalizer
        .member(new, old, &Member::element(Some(ty)), DepthBudget::of(&options.limits))
        .map(drop)
}

#[derive(Clone, Copy)]
struct Normalizer<'o> {
    options: &'o Options,
    scope: Scope,
}

impl Normalizer<'_> {
    /// Normalizes a value. Returns whether it changed.
    fn member(
        self,
        new: &mut Node<'_>,
        old: Option<&Node<'_>>,
        member: &Member<'_>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        let Some(ty) = member.ty.filter(|ty| self.scope.is_within(*ty)) else { return Ok(false) };
        if self.scope == Scope::RustEnums {
            // A Rust enum has exactly one variant: nothing is to be normalized.
            if new.is_unchanged() {
                return Ok(false);
            }
            // A struct is not a Rust enum itself. The tree of a value may stand for one.
            if self.scope.of(ty).next().is_none()
                && let Some(object) = new.reached_object_mut()
            {
                return self.reached(object, ty, limit);
            }
        }
        let origin = new.origin();
        // Text is parsed into a copy, and kept as text if nothing changes.
        let mut copy = match new {
            Node::Raw(_) | Node::Lazy(_) | Node::ValueRef(_) => Some(new.clone()),
            _ => None,
        };
        let opened = copy.as_mut().unwrap_or(&mut *new);
        let changed = match ty.kind() {
            TypeKind::Object | TypeKind::Map(_) => self.object(opened, old, ty, limit)?,
            TypeKind::List(element) => self.list(opened, old, member, element, limit)?,
            TypeKind::Scalar | TypeKind::Any => false,
        };
        if let Some(copy) = copy.filter(|_| changed) {
            *new = match (origin, copy) {
                // The fields of the Rust value that are not in JSON keep their values.
                (Some(origin), Node::Object(object)) => {
                    Node::Lazy(LazyNode::ReachedObject(ReachedObject::opened(origin, object)))
                }
                (_, copy) => copy,
            };
        }
        Ok(changed)
    }

    fn object(
        self,
        new: &mut Node<'_>,
        old: Option<&Node<'_>>,
        ty: TypeRef<'_>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        let Some(members) = new.object_mut()? else { return Ok(false) };
        let limit = limit.enter()?;
        let old = old.map(open_object).transpose().map_err(|error| error.about(Role::Old))?;
        let old = old.flatten();
        let mut changed = false;
        for (name, value) in members.iter_mut() {
            let below = Member::of(Some(ty), name, self.options);
            let old = old.as_ref().and_then(|old| old.get(name));
            changed |=
                self.member(value, old, &below, limit).map_err(|error| error.within_field(name))?;
        }
        for union in self.scope.of(ty) {
            changed |= decide(union, members, old.as_deref()).apply_to(union, members);
        }
        Ok(changed)
    }

    /// Normalizes the members of a struct or map that were opened.
    fn reached(
        self,
        object: &mut ReachedObject<'_>,
        ty: TypeRef<'_>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        let limit = limit.enter()?;
        let mut changed = false;
        for (name, old, value) in object.changes_mut() {
            let below = Member::of(Some(ty), name, self.options);
            let done = old.and_then(|old| self.member(value, old.as_ref(), &below, limit));
            changed |= done.map_err(|error| error.within_field(name))?;
        }
        Ok(changed)
    }

    fn list(
        self,
        new: &mut Node<'_>,
        old: Option<&Node<'_>>,
        member: &Member<'_>,
        element: TypeRef<'_>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        if new.list_mut()?.is_none() {
            return Ok(false);
        }
        let limit = limit.enter()?;
        let old = match (member.list_mode(self.options), old) {
            (Ok(ListMode::Objects(_)), Some(old)) => {
                member.open_keyed_items(old).map_err(|error| error.about(Role::Old))?
            }
            _ => Vec::new(),
        };
        let pairs = if old.is_empty() {
            Vec::new()
        } else {
            pairs(&member.open_keyed_items(new)?, &old, member)
        };
        let mut changed = false;
        for (at, item) in new.list_mut()?.into_iter().flatten().enumerate() {
            let pair = pairs.get(at).copied().flatten().and_then(|at| old.get(at));
            let pair = pair.map(Cow::as_ref);
            changed |= self
                .member(item, pair, &Member::element(Some(element)), limit)
                .map_err(|error| error.within(Segment::Index(at)))?;
        }
        Ok(changed)
    }
}

/// For each element of new, the index of the element of old with the same key. `O(n)`.
fn pairs(
    new: &[Cow<'_, Node<'_>>],
    old: &[Cow<'_, Node<'_>>],
    member: &Member<'_>,
) -> Vec<Option<usize>> {
    let places: HashMap<_, usize> = identities(old, member)
        .into_iter()
        .enumerate()
        .filter_map(|(at, id)| Some((id?, at)))
        .collect();
    let new = identities(new, member);
    new.into_iter().map(|id| places.get(&id?).copied()).collect()
}

/// The key of each element, and its number among the elements with this key (from 1);
/// `None` for an element without a key.
fn identities<'n>(
    items: &'n [Cow<'_, Node<'_>>],
    member: &Member<'n>,
) -> Vec<Option<(ElementKey<'n>, usize)>> {
    let mut seen: HashMap<ElementKey<'n>, usize> = HashMap::with_capacity(items.len());
    let position = member.key_position();
    let identity = |item: &'n Cow<'_, Node<'_>>| {
        let key = member.readable_key_at(item, position)?.ok()?;
        let before = seen.entry(key.clone()).or_default();
        *before = before.saturating_add(1);
        Some((key, *before))
    };
    items.iter().map(identity).collect()
}

/// The change to one union.
enum Decision<'u> {
    Leave,
    /// Clear all members except those of this discriminated value.
    Clear {
        keep: Cow<'u, str>,
    },
    /// Clear all members except those of this value, and set the discriminator to it.
    Choose(&'u str),
}

/// The rules of normalizing: semantics union-5 to union-9.
fn decide<'u>(union: &'u Union, new: &Object<'_>, old: Option<&Object<'_>>) -> Decision<'u> {
    if let Some(value) = discriminator_value(union, new) {
        let changed = old.and_then(|old| discriminator_value(union, old)).as_ref() != Some(&value);
        let inactive = union.allows_inactive_member() && union.named_by(&value).next().is_none();
        if inactive && (!changed || old.is_none()) {
            return Decision::Leave;
        }
        if changed {
            return Decision::Clear { keep: value.into_owned().into() };
        }
    }
    let now = set(union, new);
    if let [only] = alternatives(union, &now)[..] {
        return Decision::Choose(only);
    }
    let before = old.map(|old| set(union, old)).unwrap_or_default();
    let before: HashSet<&str> = before.into_iter().collect();
    let added: Vec<_> = now.into_iter().filter(|field| !before.contains(field)).collect();
    match alternatives(union, &added)[..] {
        [only] => Decision::Choose(only),
        _ => Decision::Leave,
    }
}

impl Decision<'_> {
    /// Changes the members of the union. Returns whether anything changed.
    fn apply_to(&self, union: &Union, object: &mut Object<'_>) -> bool {
        let keep = match self {
            Self::Leave => return false,
            Self::Clear { keep } => keep,
            Self::Choose(value) => *value,
        };
        let before = object.len();
        object.retain(|name, value| {
            let of = union.value_of(name);
            of.is_none_or(|of| of == keep) || !is_set(union, name, value)
        });
        let cleared = object.len() != before;
        let (Self::Choose(value), Some(discriminator)) = (self, union.discriminator()) else {
            return cleared;
        };
        let agrees = discriminator_value(union, object).is_some_and(|it| it == *value);
        if !agrees {
            let value = Node::String(Cow::Owned((*value).to_owned()));
            object.insert(Cow::Owned(discriminator.to_owned()), value);
        }
        cleared || !agrees
    }
}
