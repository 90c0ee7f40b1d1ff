//! Objects, member by member. Rules: semantics diff-3 to diff-7, diff-11 and diff-14.

use std::borrow::Cow;

use super::base::Below;
use super::{MemberDiff, ObjectDiff, Walk, present, replacement};
use crate::depth::DepthBudget;
use crate::directive::{Change, FieldPatch, PatchObject, as_data, spells_directive};
use crate::document::{JsonKind, Node, Object, equal, same_text};
use crate::error::Error;
use crate::member::{ListMode, Member};
use smp_schema::TypeRef;

/// The objects of the documents at one place, open.
#[derive(Clone, Copy)]
pub(super) struct Sides<'n, 'a> {
    pub(super) base: &'n Below<'n, 'a>,
    pub(super) modified: &'n Object<'a>,
    pub(super) current: &'n Object<'a>,
}

/// A member, where it is there and not null.
#[derive(Clone, Copy)]
struct Place<'n, 'a> {
    name: &'n str,
    modified: Option<&'n Node<'a>>,
    current: Option<&'n Node<'a>>,
}

impl Walk<'_> {
    /// How the object becomes what is wanted. `retain_keys`: the strategy of
    /// the field that holds it asks for `$retainKeys`.
    pub(super) fn object<'a>(
        self,
        sides: Sides<'_, 'a>,
        ty: Option<TypeRef<'_>>,
        retain_keys: bool,
        limit: DepthBudget,
    ) -> Result<ObjectDiff<'a>, Error> {
        let limit = limit.enter()?;
        let mut patch = PatchObject::default();
        // Members that no patch of theirs leads to what is wanted.
        let mut stuck: Vec<(&Cow<'a, str>, Node<'a>)> = Vec::new();
        let modified = (sides.modified.iter().enumerate()).map(|(at, (name, node))| {
            (name, present(Some(node)), sides.current.get_near(at, name))
        });
        let only_current = (sides.current.iter().enumerate())
            .filter(|(at, (name, _))| sides.modified.get_near(*at, name).is_none())
            .map(|(_, (name, node))| (name, None, Some(node)));
        for (name, modified, current) in modified.chain(only_current) {
            let place = Place { name, modified, current: present(current) };
            let diff = self
                .member(place, sides.base, ty, limit)
                .map_err(|error| error.within_field(name))?;
            match diff {
                MemberDiff::Nothing => {}
                MemberDiff::Patch(field) => patch.fields.insert(name.to_string(), field),
                MemberDiff::Inexpressible(target) => stuck.push((name, target)),
            }
        }
        if retain_keys && (!patch.is_empty() || !stuck.is_empty() || has_more(sides)) {
            patch.retain_keys = retained(sides.modified);
        }
        if stuck.is_empty() {
            return Ok(ObjectDiff::Merge(patch));
        }
        if sides.base.is_same() {
            return Ok(ObjectDiff::Replace(sides.modified.clone()));
        }
        let mut target = self.merged(sides.current, &patch, ty, limit)?;
        target.extend(stuck.into_iter().map(|(name, node)| (name.clone(), node)));
        Ok(ObjectDiff::Replace(target))
    }

    /// What current becomes by a patch of ours.
    pub(super) fn merged<'a>(
        self,
        current: &Object<'a>,
        patch: &PatchObject,
        ty: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<Object<'a>, Error> {
        let merged = crate::apply::merged(current.clone(), patch, ty, self.options)?;
        match Node::Object(merged).into_owned(limit)? {
            Node::Object(members) => Ok(members),
            _ => Ok(Object::default()),
        }
    }

    fn member<'a>(
        self,
        place: Place<'_, 'a>,
        base: &Below<'_, 'a>,
        ty: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        let Place { name, modified, current } = place;
        if let (Some(modified), Some(current)) = (modified, current)
            && same_text(modified, current)
        {
            return Ok(MemberDiff::Nothing);
        }
        let diff = match (modified, current) {
            (Some(modified), None) => MemberDiff::set(modified, limit)?,
            (None, Some(_)) if base.member(name)?.deletes() => {
                MemberDiff::Patch(FieldPatch::removal())
            }
            (None, _) => return Ok(MemberDiff::Nothing),
            (Some(modified), Some(current)) => match (modified.kind(), current.kind()) {
                (JsonKind::Object, JsonKind::Object) | (JsonKind::List, JsonKind::List) => {
                    let sides = super::Sides { base: base.member(name)?, modified, current };
                    self.both(sides, &Member::of(ty, name, self.options), limit)?
                }
                _ if equal(modified, current, limit)? => MemberDiff::Nothing,
                _ => MemberDiff::set(modified, limit)?,
            },
        };
        if spells_directive(name) && !matches!(diff, MemberDiff::Nothing) {
            return Err(as_data(name));
        }
        Ok(diff)
    }

    /// Current has an object or a list, and modified has one, too. Where it is
    /// walked, being equal shows in the walk; where it isn't, it is asked for.
    fn both<'a>(
        self,
        sides: super::Sides<'_, 'a>,
        member: &Member<'_>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        if sides.modified.kind() == JsonKind::Object {
            return self.both_objects(sides, member, limit);
        }
        match member.list_mode(self.options) {
            Ok(ListMode::Scalars) => self.scalars(sides, limit),
            Ok(ListMode::Objects(element)) => self.list(sides, member, element, limit),
            _ if sides.are_equal(limit)? => Ok(MemberDiff::Nothing),
            Ok(ListMode::Atomic) => MemberDiff::set(sides.modified, limit),
            Err(error) => Err(error),
        }
    }

    fn both_objects<'a>(
        self,
        sides: super::Sides<'_, 'a>,
        member: &Member<'_>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        let known = member.check_known(self.options);
        let replaced = member.strategy.base() == smp_schema::Base::Replace;
        if (known.is_err() || replaced) && sides.are_equal(limit)? {
            return Ok(MemberDiff::Nothing);
        }
        known?;
        if replaced {
            return MemberDiff::set(sides.modified, limit);
        }
        let object = match self.nodes(sides, member.ty, member.strategy.retain_keys(), limit)? {
            ObjectDiff::Merge(patch) if patch.is_empty() => return Ok(MemberDiff::Nothing),
            ObjectDiff::Merge(patch) => patch,
            ObjectDiff::Replace(target) => replacement(target, limit)?,
        };
        Ok(MemberDiff::Patch(FieldPatch::value(Change::Object(object))))
    }

    /// Opens the objects of a place and walks them. Anything but an object has
    /// no members.
    pub(super) fn nodes<'a>(
        self,
        sides: super::Sides<'_, 'a>,
        ty: Option<TypeRef<'_>>,
        retain_keys: bool,
        limit: DepthBudget,
    ) -> Result<ObjectDiff<'a>, Error> {
        let (modified, current) = (sides.modified.opened()?, sides.current.opened()?);
        let (Node::Object(modified), Node::Object(current)) = (modified.as_ref(), current.as_ref())
        else {
            return Ok(ObjectDiff::Merge(PatchObject::default()));
        };
        let base = &Below::of(sides.base);
        self.object(Sides { base, modified, current }, ty, retain_keys, limit)
    }
}

/// Whether current has a member that is to be cleared: one that modified lacks.
fn has_more(sides: Sides<'_, '_>) -> bool {
    sides
        .current
        .iter()
        .any(|(name, node)| !node.is_null() && present(sides.modified.get(name)).is_none())
}

/// The names for `$retainKeys`; none at all retains nothing and isn't written.
fn retained(modified: &Object<'_>) -> Option<Vec<String>> {
    let mut names: Vec<String> = modified
        .iter()
        .filter(|(_, node)| !node.is_null())
        .map(|(name, _)| name.to_string())
        .collect();
    names.sort_unstable();
    (!names.is_empty()).then_some(names)
}
