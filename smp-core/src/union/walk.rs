//! The walk over the unions of a document, alongside other versions of it. The visitor decides what
//! happens to each union, for example to normalize it or to find out what a user meant.
//!
//! Parts of the document that need no change keep their exact text. Rules: semantics union-10 and
//! union-11.

use std::borrow::Cow;

use super::{UnionSet, discriminator_value, is_set, open_object};
use crate::changes::same_items;
use crate::depth::DepthBudget;
use crate::document::{JsonKind, Node, Object, RustObject};
use crate::element_key::ElementKey;
use crate::error::{Error, Role};
use crate::options::Options;
use crate::path::{Path, Segment};
use crate::site::{ListRule, Site};
use smp_schema::{TypeKind, TypeRef, Union};

/// An operation on the unions of a document, which has `N` other versions.
pub(super) trait Visitor<const N: usize> {
    /// The roles of the other versions, for errors.
    const ROLES: [Role; N];

    /// Whether the elements of lists without keys are paired by their index. Otherwise each counts
    /// as new.
    const BY_INDEX: [bool; N];

    /// Whether the unions that are only validated are visited, too.
    const VALIDATES: bool = false;

    /// Whether an object is visited before the objects inside of it; the visit may remove some of
    /// them.
    const OUTER_FIRST: bool;

    /// The change to a union of the object.
    fn union<'u>(
        &mut self,
        union: &'u Union,
        object: &Object<'_>,
        others: [Option<&Object<'_>>; N],
    ) -> Result<Decision<'u>, Error>;

    /// The current place of the walk, for a visitor that reports.
    fn here(&mut self) -> Option<&mut Path> {
        None
    }
}

/// The change to one union.
pub(super) enum Decision<'u> {
    Leave,
    /// Clear all members except those of this discriminated value.
    Clear {
        keep: Cow<'u, str>,
    },
    /// Clear all members except those of this value, and set the discriminator to it.
    Choose(&'u str),
}

/// Visits the unions of `scope` in a document of type `ty`, and changes it as the visitor decides.
pub(super) fn walk<V: Visitor<N>, const N: usize>(
    visitor: &mut V,
    document: &mut Node<'_>,
    others: [Option<&Node<'_>>; N],
    ty: TypeRef<'_>,
    (options, scope): (&Options, UnionSet),
) -> Result<(), Error> {
    let mut walk = UnionWalk { options, scope, roles: V::ROLES, visitor };
    let limit = DepthBudget::of(&options.limits);
    walk.member(document, others, &Site::of(Some(ty), options), limit).map(drop)
}

struct UnionWalk<'w, V, const N: usize> {
    options: &'w Options,
    scope: UnionSet,
    roles: [Role; N],
    visitor: &'w mut V,
}

impl<V: Visitor<N>, const N: usize> UnionWalk<'_, V, N> {
    /// Whether values of this type have unions to visit, at any depth.
    fn is_within(&self, ty: TypeRef<'_>) -> bool {
        // The unions that are only validated are not Rust enums.
        if V::VALIDATES && self.scope != UnionSet::RustEnums {
            ty.union_presence().validated
        } else {
            self.scope.is_within(ty)
        }
    }

    /// Visits a value one step below the current one.
    fn below(
        &mut self,
        step: impl FnOnce() -> Segment,
        visit: impl FnOnce(&mut Self) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        if let Some(here) = self.visitor.here() {
            here.push(step());
        }
        let changed = visit(self);
        if let Some(here) = self.visitor.here() {
            here.pop();
        }
        changed
    }

    /// Visits a value. Returns whether it changed.
    fn member(
        &mut self,
        node: &mut Node<'_>,
        others: [Option<&Node<'_>>; N],
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        let Some(ty) = member.ty.filter(|ty| self.is_within(*ty)) else { return Ok(false) };
        if self.scope == UnionSet::RustEnums {
            // A Rust enum has exactly one variant: nothing has to be changed.
            if node.is_unchanged() {
                return Ok(false);
            }
            // An object that is a Rust enum itself is visited as a whole.
            if self.scope.of(ty).next().is_none()
                && let Some(object) = node.rust_object_mut()
            {
                return self.rust_object(object, ty, limit);
            }
        }
        let origin = node.origin();
        // Text is parsed into a copy, and kept as text if nothing changes.
        let mut copy = match node {
            Node::Raw(_) | Node::Lazy(_) | Node::ValueRef(_) => Some(node.clone()),
            _ => None,
        };
        let opened = copy.as_mut().unwrap_or(&mut *node);
        let changed = match ty.kind() {
            TypeKind::Object | TypeKind::Map(_) => self.object(opened, others, ty, limit)?,
            TypeKind::List(_) => self.list(opened, others, member, limit)?,
            TypeKind::Scalar | TypeKind::Any => false,
        };
        if let Some(copy) = copy.filter(|_| changed) {
            *node = match (origin, copy) {
                // The fields of the Rust value that are not in JSON keep their values.
                (Some(origin), Node::Object(object)) => origin.with_members(object, limit)?,
                (_, copy) => copy,
            };
        }
        Ok(changed)
    }

    fn object(
        &mut self,
        node: &mut Node<'_>,
        others: [Option<&Node<'_>>; N],
        ty: TypeRef<'_>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        let Some(members) = node.object_mut()? else { return Ok(false) };
        let limit = limit.enter()?;
        let mut opened = [const { None }; N];
        for ((opened, other), role) in opened.iter_mut().zip(others).zip(self.roles) {
            let object = other.map(open_object).transpose();
            *opened = object.map_err(|error| error.about(role))?.flatten();
        }
        let mut changed = V::OUTER_FIRST && self.unions(members, &opened, ty)?;
        for (name, value) in members.iter_mut() {
            let below = Site::member(Some(ty), name, self.options);
            let others = opened.each_ref().map(|other| other.as_ref()?.get(name));
            changed |= self
                .below(
                    || Segment::Field(name.to_string()),
                    |walk| walk.member(value, others, &below, limit),
                )
                .map_err(|error| error.within_field(name))?;
        }
        Ok(changed | (!V::OUTER_FIRST && self.unions(members, &opened, ty)?))
    }

    /// Visits the unions of an object itself.
    fn unions(
        &mut self,
        members: &mut Object<'_>,
        others: &[Option<Cow<'_, Object<'_>>>; N],
        ty: TypeRef<'_>,
    ) -> Result<bool, Error> {
        let mut changed = false;
        let all = V::VALIDATES && self.scope != UnionSet::RustEnums;
        for union in self.scope.of(ty).chain(ty.validated_unions().iter().filter(|_| all)) {
            let others = others.each_ref().map(Option::as_deref);
            changed |= self.visitor.union(union, members, others)?.apply_to(union, members);
        }
        Ok(changed)
    }

    /// Visits the opened members of a struct or map, with their earlier values.
    fn rust_object(
        &mut self,
        object: &mut RustObject<'_>,
        ty: TypeRef<'_>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        let limit = limit.enter()?;
        let mut changed = false;
        for (name, old, value) in object.changes_mut() {
            let below = Site::member(Some(ty), name, self.options);
            let visit = |walk: &mut Self| walk.member(value, [old?.as_ref(); N], &below, limit);
            changed |= self
                .below(|| Segment::Field(name.to_owned()), visit)
                .map_err(|error| error.within_field(name))?;
        }
        Ok(changed)
    }

    fn list(
        &mut self,
        node: &mut Node<'_>,
        others: [Option<&Node<'_>>; N],
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        if node.list_mut()?.is_none() {
            return Ok(false);
        }
        let limit = limit.enter()?;
        let keyed = matches!(member.list_rule(self.options), Ok(ListRule::Keyed));
        let mut paired = [const { Vec::new() }; N];
        let versions = others.into_iter().zip(self.roles).zip(V::BY_INDEX);
        for (paired, ((other, role), by_index)) in paired.iter_mut().zip(versions) {
            let Some(other) = other else { continue };
            let about = |error: Error| error.about(role);
            if keyed {
                let items = other.list_items().map_err(about)?;
                if !items.is_empty() {
                    let places = pairs(&node.list_items()?, &items, member);
                    // No two elements have the same partner.
                    let mut items: Vec<_> = items.into_iter().map(Some).collect();
                    let partner = |at: Option<usize>| items.get_mut(at?)?.take();
                    *paired = places.into_iter().map(partner).collect();
                }
            } else if by_index && other.kind() == JsonKind::List {
                *paired = other.list_items().map_err(about)?.into_iter().map(Some).collect();
            }
        }
        let element = member.element(self.options);
        let mut changed = false;
        for (at, item) in node.list_mut()?.into_iter().flatten().enumerate() {
            let others = paired.each_ref().map(|items| items.get(at)?.as_deref());
            let reports = self.visitor.here().is_some();
            let key = step_of(item, member).filter(|_| keyed && reports);
            changed |= self
                .below(
                    || key.unwrap_or(Segment::Index(at)),
                    |walk| walk.member(item, others, &element, limit),
                )
                .map_err(|error| error.within(Segment::Index(at)))?;
        }
        Ok(changed)
    }
}

/// The step to an element with a key.
fn step_of(item: &Node<'_>, member: &Site<'_>) -> Option<Segment> {
    let key = member.readable_key(item, None)?;
    Some(member.segment(&key))
}

/// The index of the element of old with the same key, for each element of new. If several have the same
/// key, the first is paired with the first, and so on. `O(n)`.
fn pairs(
    new: &[Cow<'_, Node<'_>>],
    old: &[Cow<'_, Node<'_>>],
    member: &Site<'_>,
) -> Vec<Option<usize>> {
    let new = keys(new, member);
    let pairs = same_items(&keys(old, member), &new).into_iter().zip(new);
    pairs.map(|(at, key)| at.filter(|_| key.is_some())).collect()
}

fn keys<'n>(items: &'n [Cow<'_, Node<'_>>], member: &Site<'n>) -> Vec<Option<ElementKey<'n>>> {
    let position = member.key_position();
    items.iter().map(|item| member.readable_key(item, position)).collect()
}

impl Decision<'_> {
    /// The value whose members are kept; `None` if all are.
    pub(super) fn kept(&self) -> Option<&str> {
        match self {
            Self::Leave => None,
            Self::Clear { keep } => Some(keep),
            Self::Choose(value) => Some(value),
        }
    }

    /// Changes the members of the union. Returns whether anything changed.
    fn apply_to(&self, union: &Union, object: &mut Object<'_>) -> bool {
        let Some(keep) = self.kept() else { return false };
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
