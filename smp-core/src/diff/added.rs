//! The values that others added inside of an object or list that the user drops. Rules: semantics
//! three-way-22.

use super::ancestor::{Ancestor, LazyAncestor};
use super::object::MemberVersions;
use super::{Differ, MemberDiff, NodeSides, Nulls, present};
use crate::depth::DepthBudget;
use crate::directive::PatchObject;
use crate::document::{JsonKind, Node, Object};
use crate::error::Error;
use crate::site::{ListRule, Site};
use smp_schema::{Base, TypeRef};

impl Differ<'_> {
    /// The change of a member that original has and modified lacks, if current keeps the part of it
    /// that others added. `None` if it is removed as a whole.
    pub(super) fn without_original<'a>(
        self,
        versions: MemberVersions<'_, 'a>,
        original: &LazyAncestor<'_, 'a>,
        ty: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<Option<MemberDiff<'a>>, Error> {
        let MemberVersions { name, modified, current: Some(current) } = versions else {
            return Ok(None);
        };
        // A null of the user removes what others added, too: semantics three-way-7.
        if !self.keeps_added || modified.is_some() && self.nulls == Nulls::Delete {
            return Ok(None);
        }
        let Ancestor::Original(Some(before)) = original.member(name)? else { return Ok(None) };
        if before.kind() != current.kind() || is_alternative(name, ty) {
            return Ok(None);
        }
        let member = Site::member(ty, name, self.options);
        let empty = match current.kind() {
            // `$retainKeys` would clear what others added.
            JsonKind::Object if member.strategy.retain_keys() => return Ok(None),
            JsonKind::Object => Node::Object(Object::default()),
            JsonKind::List => Node::List(Vec::new()),
            _ => return Ok(None),
        };
        let sides =
            NodeSides { original: Ancestor::Original(Some(before)), modified: &empty, current };
        // Conflicts are noted by a second run, once it is known that the change is inside of the member.
        let diff = Self { conflicts: None, ..self }.containers(sides, &member, limit)?;
        if !self.leaves_added(&diff, (name, current), ty, limit)? {
            return Ok(None);
        }
        if self.conflicts.is_none() {
            return Ok(Some(diff));
        }
        self.containers(sides, &member, limit).map(Some)
    }

    /// Whether, after the change, current's member still has something that others added.
    fn leaves_added(
        self,
        diff: &MemberDiff<'_>,
        (name, current): (&str, &Node<'_>),
        ty: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        let member = Site::member(ty, name, self.options);
        match diff {
            MemberDiff::Nothing => self.has_added(current, &member, limit),
            MemberDiff::Inexpressible(_) => Ok(false),
            MemberDiff::Patch(field) => {
                let mut patch = PatchObject::default();
                patch.fields.insert(name.to_owned(), field.clone());
                let object = Object::from_iter([(name.to_owned().into(), current.clone())]);
                let merged = self.merged(&object, &patch, ty, limit)?;
                merged.get(name).map_or(Ok(false), |left| self.has_added(left, &member, limit))
            }
        }
    }

    /// Whether a value has a member of a map, or an element of a merge list. Other fields of an object
    /// type don't count: a cluster has filled them in, and they are removed with the object.
    fn has_added(
        self,
        node: &Node<'_>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        let limit = limit.enter()?;
        let opened = node.opened()?;
        match opened.as_ref() {
            Node::List(items) => {
                let merges =
                    matches!(member.list_rule(self.options), Ok(ListRule::Set | ListRule::Keyed));
                Ok(merges && !items.is_empty())
            }
            Node::Object(members) if member.strategy.base() != Base::Replace => {
                for (name, value) in members.iter() {
                    let is_field = member.ty.is_some_and(|ty| ty.field(name).is_some());
                    let below = Site::member(member.ty, name, self.options);
                    if present(Some(value)).is_some()
                        && (!is_field || self.has_added(value, &below, limit)?)
                    {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => Ok(false),
        }
    }
}

/// Whether the member is an alternative of a union. A remainder of it would exclude the other
/// alternatives.
fn is_alternative(name: &str, ty: Option<TypeRef<'_>>) -> bool {
    ty.is_some_and(|ty| ty.unions().iter().any(|union| union.member(name).is_some()))
}
