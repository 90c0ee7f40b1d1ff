//! Nulls that are values, because the schema says so. Rules: semantics diff-16 and three-way-15.

use super::ancestor::LazyAncestor;
use super::object::MemberVersions;
use super::{Ancestor, Differ, MemberDiff, NodeSides, Nulls};
use crate::apply::{AdoptMode, adopt};
use crate::depth::DepthBudget;
use crate::directive::errors::directive_as_data;
use crate::directive::{FieldPatch, data, spells_directive};
use crate::document::{EqualityRule, Node};
use crate::error::Error;
use crate::nulls::{ByType, equal_by_schema, equal_without_nulls};
use crate::options::{Equality, Options};
use crate::site::Site;
use smp_schema::TypeRef;

impl<'a> Differ<'_> {
    /// Whether null is a value somewhere in the documents. In Rust values it means absent.
    #[inline]
    pub(super) fn has_nulls(self, ty: Option<TypeRef<'_>>) -> bool {
        self.nulls == Nulls::Delete && ty.is_some_and(TypeRef::has_nulls)
    }

    /// Whether different spellings of a value are equal.
    pub(super) fn is_canonical(self) -> bool {
        self.options.equality == Equality::Canonical
    }

    /// Whether two values are equal, where every null counts as absent.
    pub(super) fn are_same(
        self,
        left: &Node<'_>,
        right: &Node<'_>,
        ty: Option<TypeRef<'_>>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        equal_without_nulls(left, right, ty, self.options, limit)
    }

    /// Whether a member is present, and does not count as absent.
    pub(super) fn is_present(
        self,
        name: &str,
        node: Option<&Node<'_>>,
        ty: Option<TypeRef<'_>>,
    ) -> bool {
        let rule = ByType::new(ty, self.options, self.nulls == Nulls::Delete);
        node.is_some_and(|node| rule.is_present(name, node))
    }

    /// The change of a member that is null in one version, if the member is nullable. `None` if the null
    /// counts as absent, or if the other version has a value that can be written.
    pub(super) fn null_value(
        self,
        versions: MemberVersions<'_, 'a>,
        original: &LazyAncestor<'_, 'a>,
        ty: Option<TypeRef<'_>>,
    ) -> Result<Option<MemberDiff<'a>>, Error> {
        let MemberVersions { name, modified, current } = versions;
        let is_null = |node: Option<&Node<'_>>| node.is_some_and(Node::is_null);
        let (nulled, is_null) = (is_null(modified), is_null(current));
        if !(nulled || is_null) || !Site::member(ty, name, self.options).nullable {
            return Ok(None);
        }
        Ok(match (modified, is_null) {
            (Some(_), true) if nulled => Some(MemberDiff::Nothing),
            // A null in a patch removes the member.
            (Some(_), false) if original.is_current() => {
                Some(MemberDiff::Inexpressible(Node::Null))
            }
            (None, true) if !original.has_member(name)? => Some(MemberDiff::Nothing),
            (None, true) if spells_directive(name) => return Err(directive_as_data(name)),
            (None, true) => Some(MemberDiff::Patch(FieldPatch::removal())),
            _ => None,
        })
    }

    /// Whether the values of a member are equal. In a three-way diff a null in a value that is replaced
    /// as a whole counts as absent: a null of modified would set nothing, and give the same patch again
    /// and again.
    pub(super) fn are_equal(
        self,
        sides: NodeSides<'_, 'a>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        let NodeSides { original, modified, current } = sides;
        match (self.nulls, original) {
            (Nulls::Delete, Ancestor::IsCurrent) => {
                equal_by_schema(modified, current, member.ty, self.options, limit)
            }
            _ => self.are_same(modified, current, member.ty, limit),
        }
    }

    /// The diff of a value that can't be patched in parts: nothing if the values are equal,
    /// else the whole value.
    pub(super) fn whole(
        self,
        sides: NodeSides<'_, 'a>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        Ok(if self.are_equal(sides, member, limit)? {
            MemberDiff::Nothing
        } else {
            MemberDiff::Inexpressible(sides.modified.clone())
        })
    }

    /// The diff of a member that current lacks, or has with a value of another type.
    pub(super) fn adopted(
        self,
        modified: &Node<'a>,
        name: &str,
        ty: Option<TypeRef<'_>>,
        original: &LazyAncestor<'_, 'a>,
        limit: DepthBudget,
    ) -> Result<MemberDiff<'a>, Error> {
        if self.has_nulls(ty) {
            let ty = Site::member(ty, name, self.options).ty;
            if self.loses_null(modified, ty, original.node(), limit)? {
                return Ok(MemberDiff::Inexpressible(modified.clone()));
            }
        }
        MemberDiff::set(modified, limit)
    }

    /// Whether writing a value would lose a null that is a value, since a patch's value is taken there
    /// without nulls. In a three-way diff the nulls of modified set nothing.
    pub(super) fn loses_null(
        self,
        value: &Node<'_>,
        ty: Option<TypeRef<'_>>,
        original: Ancestor<&Node<'_>>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        match original {
            Ancestor::IsCurrent if self.has_nulls(ty) => loses_null(value, ty, self.options, limit),
            _ => Ok(false),
        }
    }
}

/// Whether a value of type `ty` has a null that is a value and would be lost, since the value is taken
/// without nulls (semantics adopt-1). `O(n·d)`.
fn loses_null(
    value: &Node<'_>,
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    let change = data(value.clone(), limit)?;
    let adopted = adopt(&change, AdoptMode::Absent, &Site::of(ty, options), options);
    Ok(!equal_by_schema(value, &adopted.unwrap_or(Node::Null), ty, options, limit)?)
}
