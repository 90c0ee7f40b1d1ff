//! Objects, member by member. Rules: semantics diff-3 to diff-7, diff-11 and diff-14.

use std::borrow::Cow;

use super::ancestor::{Ancestor, LazyAncestor, ThreeSides};
use super::{Differ, MemberDiff, NodeSides, Nulls, ObjectDiff, present};
use crate::depth::DepthBudget;
use crate::directive::errors::directive_as_data;
use crate::directive::{Change, FieldPatch, PatchObject, replacement, spells_directive};
use crate::document::{JsonKind, Node, Object, equal_unopened};
use crate::error::Error;
use crate::options::MapDirectives;
use crate::path::Segment;
use crate::site::{ListRule, Site};
use smp_schema::TypeRef;

/// The versions of an object. Modified's and current's are open.
pub(super) type ObjectSides<'n, 'a> = ThreeSides<&'n LazyAncestor<'n, 'a>, &'n Object<'a>>;

/// A member in modified and in current.
#[derive(Clone, Copy)]
pub(super) struct MemberVersions<'n, 'a> {
    pub(super) name: &'n str,
    pub(super) modified: Option<&'n Node<'a>>,
    pub(super) current: Option<&'n Node<'a>>,
}

impl Differ<'_> {
    /// The change from current's object to the target: modified's object, and the members
    /// that only current has and that a three-way diff must not delete. `retain_keys` says
    /// whether the object's field has the strategy `retainKeys`.
    pub(super) fn object<'a>(
        self,
        sides: ObjectSides<'_, 'a>,
        ty: Option<TypeRef<'_>>,
        retain_keys: bool,
        limit: DepthBudget,
    ) -> Result<ObjectDiff<'a>, Error> {
        let limit = limit.enter()?;
        let mut patch = PatchObject::default();
        // The targets of members that can't be reached by patching only the member.
        let mut inexpressible: Vec<(&Cow<'a, str>, Node<'a>)> = Vec::new();
        let modified = (sides.modified.iter().enumerate())
            .map(|(at, (name, node))| (name, Some(node), sides.current.get_near(at, name)));
        let only_current = (sides.current.iter().enumerate())
            .filter(|(at, (name, _))| sides.modified.get_near(*at, name).is_none())
            .map(|(_, (name, node))| (name, None, Some(node)));
        for (name, modified, current) in modified.chain(only_current) {
            let versions = MemberVersions { name, modified, current };
            let step = || Segment::Field(name.to_string());
            let diff =
                self.below(step, || self.member(versions, sides.original, ty, retain_keys, limit));
            match diff.map_err(|error| error.within_field(name))? {
                MemberDiff::Nothing => {}
                MemberDiff::Patch(field) => patch.fields.insert(name.to_string(), field),
                MemberDiff::Inexpressible(target) => inexpressible.push((name, target)),
            }
        }
        self.choices(sides, ty)?;
        if retain_keys
            && (!patch.is_empty()
                || !inexpressible.is_empty()
                || self.has_member_to_clear(sides, ty))
        {
            patch.retain_keys = self.names_to_retain(sides.modified, ty);
        }
        if inexpressible.is_empty() {
            return Ok(ObjectDiff::Merge(patch));
        }
        if sides.original.is_current() {
            return Ok(ObjectDiff::Replace(sides.modified.clone()));
        }
        let mut target = self.merged(sides.current, &patch, ty, limit)?;
        target.extend(inexpressible.into_iter().map(|(name, node)| (name.clone(), node)));
        Ok(ObjectDiff::Replace(target))
    }

    /// Current's object after a patch that this diff has made.
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

    /// The change of one member.
    fn member<'a>(
        self,
        versions: MemberVersions<'_, 'a>,
        original: &LazyAncestor<'_, 'a>,
        ty: Option<TypeRef<'_>>,
        retain_keys: bool,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        if self.keeps_their_member(&versions, original, ty, limit) {
            return Ok(MemberDiff::Nothing);
        }
        let MemberVersions { name, modified, current } = versions;
        let (modified, current) = (present(modified), present(current));
        if let (Some(modified), Some(current)) = (modified, current)
            && equal_unopened(modified, current)
        {
            return Ok(MemberDiff::Nothing);
        }
        // A null may be a value: semantics diff-16.
        if self.has_nulls(ty)
            && let Some(diff) = self.null_value(versions, original, ty)?
        {
            return Ok(diff);
        }
        if self.is_canonical()
            && !self.is_present(name, modified, ty)
            && !self.is_present(name, current, ty)
        {
            return Ok(MemberDiff::Nothing);
        }
        let diff = match (modified, current) {
            (Some(value), None) => {
                self.changes_member(versions, original, ty, limit)?;
                self.adopted(value, name, ty, original, limit)?
            }
            // A null in modified deletes what others added, too: semantics three-way-7.
            (None, Some(_))
                if self.nulls == Nulls::Delete
                    && !self.is_canonical()
                    && versions.modified.is_some()
                    || original.member(name)?.allows_deletion() =>
            {
                // `$retainKeys` removes it as a whole.
                if !retain_keys
                    && let Some(diff) = self.without_original(versions, original, ty, limit)?
                {
                    return Ok(diff);
                }
                self.changes_member(versions, original, ty, limit)?;
                MemberDiff::Patch(FieldPatch::removal())
            }
            (None, _) => return Ok(MemberDiff::Nothing),
            (Some(value), Some(old)) => match (value.kind(), old.kind()) {
                (JsonKind::Object, JsonKind::Object) | (JsonKind::List, JsonKind::List) => {
                    let original = original.member(name)?;
                    let sides = NodeSides { original, modified: value, current: old };
                    self.containers(sides, &Site::member(ty, name, self.options), limit)?
                }
                _ if self.are_same(
                    value,
                    old,
                    Site::member(ty, name, self.options).ty,
                    limit,
                )? =>
                {
                    MemberDiff::Nothing
                }
                _ => {
                    self.changes_member(versions, original, ty, limit)?;
                    self.adopted(value, name, ty, original, limit)?
                }
            },
        };
        if spells_directive(name) && !matches!(diff, MemberDiff::Nothing) {
            return Err(directive_as_data(name));
        }
        Ok(diff)
    }

    /// Whether current's member is kept because modified has the same value as original. Text that cannot
    /// be read is reported by the diff of the member.
    #[inline]
    fn keeps_their_member(
        &self,
        versions: &MemberVersions<'_, '_>,
        original: &LazyAncestor<'_, '_>,
        ty: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> bool {
        if !self.may_keep_theirs() {
            return false;
        }
        let Ok(Some(before)) = original.members() else { return false };
        let before = before.get(versions.name);
        let ty = Site::member(ty, versions.name, self.options).ty;
        self.keeps_theirs(before, versions.modified, ty, limit).unwrap_or_default()
    }

    /// The change of a member that is an object in both versions, or a list in both.
    ///
    /// Values that are replaced as a whole are compared first, so that equal ones give no
    /// change. Objects and merge lists need no comparison of the whole: the diff of their
    /// parts is empty if they are equal.
    pub(super) fn containers<'a>(
        self,
        sides: NodeSides<'_, 'a>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        if sides.modified.kind() == JsonKind::Object {
            return self.object_member(sides, member, limit);
        }
        match member.list_rule(self.options) {
            Ok(ListRule::Set) => self.scalars(sides, member, limit),
            Ok(ListRule::Keyed) => self.list(sides, member, limit),
            _ if self.are_equal(sides, member, limit)? => Ok(MemberDiff::Nothing),
            Ok(ListRule::Atomic) => self.set(sides, member.ty, limit),
            Err(error) => Err(error),
        }
    }

    /// The change of a value that is replaced as a whole, and differs.
    fn set<'a>(
        self,
        sides: NodeSides<'_, 'a>,
        ty: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        self.changes_value(sides.values(), ty, limit)?;
        MemberDiff::set(sides.modified, limit)
    }

    /// The change of a member that is an object in both versions.
    fn object_member<'a>(
        self,
        sides: NodeSides<'_, 'a>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        let known = member.check_known(self.options);
        let replaced = member.strategy.base() == smp_schema::Base::Replace;
        if (known.is_err() || replaced) && self.are_equal(sides, member, limit)? {
            return Ok(MemberDiff::Nothing);
        }
        known?;
        if replaced {
            return self.set(sides, member.ty, limit);
        }
        let object = match self.nodes(sides, member.ty, member.strategy.retain_keys(), limit)? {
            ObjectDiff::Merge(patch) if patch.is_empty() => return Ok(MemberDiff::Nothing),
            ObjectDiff::Merge(patch) => patch,
            ObjectDiff::Replace(target) => replacement(target, limit)?,
        };
        Ok(MemberDiff::Patch(FieldPatch::value(Change::Object(object))))
    }

    /// Like [`object`](Self::object), for objects that may be closed. If a node is not an object,
    /// the patch is empty.
    pub(super) fn nodes<'a>(
        self,
        sides: NodeSides<'_, 'a>,
        ty: Option<TypeRef<'_>>,
        retain_keys: bool,
        limit: DepthBudget,
    ) -> Result<ObjectDiff<'a>, Error> {
        let (modified, current) = (sides.modified.opened()?, sides.current.opened()?);
        let (Node::Object(modified), Node::Object(current)) = (modified.as_ref(), current.as_ref())
        else {
            return Ok(ObjectDiff::Merge(PatchObject::default()));
        };
        let original = &LazyAncestor::of(sides.original);
        let mut diff =
            self.object(ThreeSides { original, modified, current }, ty, retain_keys, limit)?;
        self.check_result(&mut diff, sides, current, ty, limit)?;
        Ok(diff)
    }

    /// An error if modified is a Rust value that the patch doesn't lead to, because serde reads the
    /// result as a different value.
    pub(super) fn check_result(
        self,
        diff: &mut ObjectDiff<'_>,
        sides: NodeSides<'_, '_>,
        current: &Object<'_>,
        ty: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        let Some(value) = sides.modified.origin() else { return Ok(()) };
        let patch = match diff {
            ObjectDiff::Replace(_) => return value.check_absences(),
            ObjectDiff::Merge(patch) if patch.is_empty() => return Ok(()),
            ObjectDiff::Merge(patch) => patch,
        };
        let mut removed = patch.fields.iter().filter(|(_, field)| field.removes());
        removed.try_for_each(|(name, _)| value.check_removal(name))?;
        if let Some(names) = &mut patch.retain_keys {
            // If a document lacks these fields, serde doesn't read them as null.
            names.extend(value.nulls_to_retain());
            names.sort_unstable();
            names.dedup();
        }
        if value.needs_nulls() {
            let patched = self.merged(current, patch, ty, limit)?;
            value.check_patched(patched, matches!(sides.original, Ancestor::IsCurrent), limit)?;
        }
        Ok(())
    }

    /// Whether `$retainKeys` clears something: a member that current has and modified lacks.
    fn has_member_to_clear(self, sides: ObjectSides<'_, '_>, ty: Option<TypeRef<'_>>) -> bool {
        sides.current.iter().any(|(name, node)| {
            self.is_present(name, Some(node), ty)
                && !self.is_present(name, sides.modified.get(name), ty)
        })
    }

    /// The value of `$retainKeys`: the sorted names of modified's members. `None` if there are
    /// none, since by default an empty directive is not written (semantics diff-11).
    fn names_to_retain(
        self,
        modified: &Object<'_>,
        ty: Option<TypeRef<'_>>,
    ) -> Option<Vec<String>> {
        // An empty list that the patch sets is retained, too.
        let present = modified
            .iter()
            .filter(|(name, node)| !node.is_null() || self.is_present(name, Some(node), ty));
        let mut names: Vec<String> = present.map(|(name, _)| name.to_string()).collect();
        names.sort_unstable();
        let writes_empty = self.options.map_directives == MapDirectives::Documented;
        (writes_empty || !names.is_empty()).then_some(names)
    }
}
