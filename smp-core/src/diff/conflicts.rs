//! The conflicts of a three-way diff: fields that modified and current changed from original to
//! different values, and unions in which they chose different alternatives. The walk of the diff
//! reports each value that its patch changes. Rules: semantics three-way-10 to three-way-14.

use core::cell::{Cell, RefCell};

use super::ancestor::LazyAncestor;
use super::object::{MemberVersions, ObjectSides};
use super::{Differ, Nulls, Overwrite, present};
use crate::depth::DepthBudget;
use crate::document::{Document, Node, Object};
use crate::error::{Conflict, Error};
use crate::nulls::equal_by_schema;
use crate::path::{Path, Segment};
use crate::site::Site;
use crate::union::{UnionSet, part_of, values};
use smp_schema::__support::Capped;
use smp_schema::{Limits, TypeRef, Union};

/// The conflicts that the walk of a diff has found.
pub(super) struct Conflicts {
    overwrite: Overwrite,
    /// The current place of the walk.
    here: Cell<Path>,
    found: RefCell<Capped<Conflict>>,
}

impl Conflicts {
    /// `None` if modified overwrites all other changes.
    pub(super) fn of(overwrite: Overwrite, limits: &Limits) -> Option<Self> {
        (overwrite != Overwrite::Always).then(|| Self {
            overwrite,
            here: Cell::default(),
            found: RefCell::new(Capped::within(limits)),
        })
    }

    /// An error if there are conflicts, up to `max_errors` in the order of modified.
    pub(super) fn into_result(self) -> Result<(), Error> {
        let found = self.found.into_inner();
        if found.is_empty() {
            return Ok(());
        }
        let mistake = match self.overwrite {
            Overwrite::UnlessTheyChanged => {
                "changed in current, where modified states another value"
            }
            Overwrite::Always | Overwrite::KeepTheirs | Overwrite::UnlessBothChanged => {
                "changed by both sides, to different values"
            }
        };
        Err(Error::conflicting(mistake, found.into_parts()))
    }

    /// Changes the current place of the walk.
    fn change_place(&self, change: impl FnOnce(&mut Path)) {
        let mut here = self.here.take();
        change(&mut here);
        self.here.set(here);
    }

    fn push(&self, [original, modified, current]: [Option<String>; 3]) {
        self.change_place(|here| {
            if let Ok(mut found) = self.found.try_borrow_mut() {
                found.push(|| Conflict { path: here.clone(), original, modified, current });
            }
        });
    }
}

impl Differ<'_> {
    /// Runs the diff of a value one step below the current place.
    pub(super) fn below<T>(self, step: impl FnOnce() -> Segment, diff: impl FnOnce() -> T) -> T {
        let Some(conflicts) = self.conflicts else { return diff() };
        conflicts.change_place(|here| here.push(step()));
        let diff = diff();
        conflicts.change_place(Path::pop);
        diff
    }

    /// Whether current's value is kept where modified equals original.
    pub(super) fn may_keep_theirs(self) -> bool {
        self.conflicts.is_some_and(|conflicts| conflicts.overwrite == Overwrite::KeepTheirs)
    }

    /// Whether current's value is kept because modified's equals original's: semantics three-way-21.
    pub(super) fn keeps_theirs(
        self,
        original: Option<&Node<'_>>,
        modified: Option<&Node<'_>>,
        ty: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        let (true, Some(original), Some(modified)) = (self.may_keep_theirs(), original, modified)
        else {
            return Ok(false);
        };
        match self.nulls {
            Nulls::Delete => equal_by_schema(original, modified, ty, self.options, limit),
            Nulls::Absent => self.are_same(original, modified, ty, limit),
        }
    }

    /// Notes that the patch changes current's value here to modified's, which is different: a conflict if
    /// others have changed it, too.
    pub(super) fn changes_value(
        self,
        versions: [Option<&Node<'_>>; 3],
        ty: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        let [original, modified, current] = versions;
        let Some(conflicts) = self.conflicts else { return Ok(()) };
        // With `Overwrite::UnlessTheyChanged`, a field that modified has is a conflict even if only
        // current changed it: semantics three-way-10.
        let is_stated = conflicts.overwrite == Overwrite::UnlessTheyChanged && modified.is_some();
        let same = |left, right| match (left, right) {
            (None, None) => Ok(true),
            (Some(left), Some(right)) => self.are_same(left, right, ty, limit),
            _ => Ok(false),
        };
        let by_user = is_stated || !same(original, modified)?;
        if by_user && !same(original, current)? {
            conflicts.push(versions.map(|node| Some(Document::of(node?.clone()).to_json())));
        }
        Ok(())
    }

    /// [`changes_value`](Self::changes_value) for a member of an object.
    pub(super) fn changes_member(
        self,
        versions: MemberVersions<'_, '_>,
        original: &LazyAncestor<'_, '_>,
        ty: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        let MemberVersions { name, modified, current } = versions;
        if self.conflicts.is_none() {
            return Ok(());
        }
        // A null is a change of the user, unless original has the member.
        let modified = if original.has_member(name)? { present(modified) } else { modified };
        let original = original.member(name)?.original();
        let ty = Site::member(ty, name, self.options).ty;
        self.changes_value([original, modified, present(current)], ty, limit)
    }

    /// Notes the unions of an object in which modified and current have chosen different
    /// alternatives.
    pub(super) fn choices(
        self,
        sides: ObjectSides<'_, '_>,
        ty: Option<TypeRef<'_>>,
    ) -> Result<(), Error> {
        let (Some(conflicts), Some(ty)) = (self.conflicts, ty) else { return Ok(()) };
        for union in UnionSet::of_options(self.options).of(ty) {
            let none = Object::default();
            let original = sides.original.members()?.unwrap_or(&none);
            let objects = [original, sides.modified, sides.current];
            let [before, ours, theirs] = objects.map(|object| values(union, object));
            let both = !ours.is_empty() && !theirs.is_empty();
            if both && ours != before && theirs != before && ours != theirs {
                // A discriminator that both have is a field, and is reported as one.
                if !(names(union, sides.modified) && names(union, sides.current)) {
                    let text = |part| Document::of(Node::Object(part)).to_json();
                    conflicts.push(objects.map(|object| part_of(union, object).map(text)));
                }
            }
        }
        Ok(())
    }
}

/// Whether the object has the discriminator of the union.
fn names(union: &Union, object: &Object<'_>) -> bool {
    union.discriminator().and_then(|field| present(object.get(field))).is_some()
}
