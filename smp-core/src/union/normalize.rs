//! `normalize(old, new)`: the three rules, for every union of every object,
//! children first. Rules: semantics union-5 to union-12.
//!
//! What is already as the rules want it stays closed, byte by byte.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::{Scope, discriminator_value, is_set, open_object, set};
use crate::depth::DepthBudget;
use crate::document::{Document, Node, Object};
use crate::error::{Error, Role};
use crate::input::JsonForm;
use crate::member::{ElementKey, ListMode, Member};
use crate::options::Options;
use crate::path::Segment;
use crate::violation::alternatives;
use smp_schema::{TypeKind, TypeRef, Union};

/// Clears the members of unions that were left behind, and writes discriminators,
/// so far as intent is clear: [`normalize_document`] on JSON text or a
/// [`Value`](serde_json::Value), with its errors. `O(n)` to read and write text.
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

/// Clears the members of unions that were left behind, and writes
/// discriminators, so far as intent is clear: `new` is what an object became, and
/// `old` what it was, if it isn't new. What the result has of `new` is not copied.
///
/// For each union of each object, children first:
///
/// 1. If the discriminator is set and has another value than in `old`, every
///    member but the one that it names is cleared. A value that names none
///    clears all.
/// 2. Otherwise, if exactly one member is set, the discriminator gets its
///    value.
/// 3. Otherwise, if exactly one member is set that wasn't in `old`, the
///    discriminator gets its value and the others are cleared.
///
/// Members of one discriminated value count as one. A union whose members
/// [may be inactive](crate::UnionDef::allow_inactive_member) is left alone beside a
/// discriminator that names none, unless that changed.
///
/// What is left is for [`validate_unions`](crate::validate_unions). A member
/// is *set* if it is present and not null, nor
/// [empty where that counts as absent](crate::UnionDef::empty_is_unset). A
/// discriminator is set if it is a
/// string that isn't empty: to remove it is no intent to clear anything.
///
/// Objects are paired with those of `old` by field, by key of a map, and in
/// merge lists by merge key, or by all list map keys with
/// [`MergeKeys::ListMapKeys`](crate::MergeKeys::ListMapKeys); of several with
/// one key the first with the first, and so on. The elements of atomic lists
/// are paired with nothing: each is new.
///
/// `O(n·d)` in the size of both documents and the depth at which unions lie;
/// `O(1)` for a type without any.
///
/// # Errors
///
/// Never because the object is invalid. [`Depth`](crate::ErrorKind::Depth)
/// for nesting beyond [`Limits::max_depth`](crate::Limits::max_depth), and
/// [`InvalidJson`](crate::ErrorKind::InvalidJson) for a string of unpaired
/// surrogates.
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
    /// Normalizes a value; says whether that changed it.
    fn member(
        self,
        new: &mut Node<'_>,
        old: Option<&Node<'_>>,
        member: &Member<'_>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        let Some(ty) = member.ty.filter(|ty| self.scope.reaches(*ty)) else { return Ok(false) };
        // Opened as a copy, which is thrown away where nothing changes.
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
            *new = copy;
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
        let about_old = |error: Error| error.about(Role::Old);
        let old = match (member.list_mode(self.options), old) {
            (Ok(ListMode::Objects(_)), Some(old)) => old.list_items().map_err(about_old)?,
            _ => Vec::new(),
        };
        let pairs =
            if old.is_empty() { Vec::new() } else { pairs(&new.list_items()?, &old, member) };
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

/// For each element of new, the one of old that it was. `O(n)`.
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

/// The key of each element, and how many before it have the same; `None` for an
/// element without one.
fn identities<'n>(
    items: &'n [Cow<'_, Node<'_>>],
    member: &Member<'n>,
) -> Vec<Option<(ElementKey<'n>, usize)>> {
    let mut seen: HashMap<ElementKey<'n>, usize> = HashMap::with_capacity(items.len());
    let identity = |item: &'n Cow<'_, Node<'_>>| {
        let Node::Object(object) = item.as_ref() else { return None };
        let key = member.key_of(object).ok()?;
        let before = seen.entry(key.clone()).or_default();
        *before = before.saturating_add(1);
        Some((key, *before))
    };
    items.iter().map(identity).collect()
}

/// What becomes of one union.
enum Decision<'u> {
    Leave,
    /// The discriminator says which members stay, if any: those of this value.
    Clear {
        keep: Cow<'u, str>,
    },
    /// The members of this value are the ones, and the discriminator is to say
    /// so.
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
    /// Says whether anything changed.
    fn apply_to(&self, union: &Union, object: &mut Object<'_>) -> bool {
        let stays = match self {
            Self::Leave => return false,
            Self::Clear { keep } => keep,
            Self::Choose(value) => *value,
        };
        let before = object.len();
        object.retain(|name, value| {
            let of = union.value_of(name);
            of.is_none_or(|of| of == stays) || !is_set(union, name, value)
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
