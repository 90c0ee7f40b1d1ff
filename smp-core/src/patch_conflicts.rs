//! `conflicts(first, second)`: finds fields that two patches set to different values, so
//! that the result depends on the order in which they are applied. Merge lists are
//! compared element by element. Equal changes do not conflict. Rules: semantics
//! conflict-1 to conflict-8.

mod lists;

use core::fmt;
use std::collections::HashSet;

use crate::apply::{literal, merged};
use crate::depth::DepthBudget;
use crate::directive::{Change, FieldPatch, Marker, PatchObject, change_node, patch_node};
use crate::document::{Document, Node};
use crate::error::{Error, Shown};
use crate::input::{PatchInput, pair};
use crate::nulls::equal_without_nulls;
use crate::options::{MapDirectives, Options};
use crate::path::{Path, Segment, Trail};
use crate::site::{ListRule, Site};
use crate::union::{Choice, UnionSet, choice, fields_of};
pub(crate) use lists::contradict;
use smp_schema::{Base, TypeRef, Union};

/// A field that two patches set to different values, with both values as JSON; `None` for
/// a patch that deletes the field or doesn't have it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatchConflict {
    /// The field.
    pub path: Path,
    /// The value in the first patch.
    pub first: Option<String>,
    /// The value in the second patch.
    pub second: Option<String>,
}

impl fmt::Display for PatchConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = (Shown(&self.first), Shown(&self.second));
        write!(f, "{}: first {first}, second {second}", self.path)
    }
}

/// Every conflict of two patches for objects of type `ty`. `O(n)` in both patches and in
/// the result; the number of conflicts is not limited.
///
/// # Errors
///
/// As [`Patch::from_slice`](crate::Patch::from_slice) for text.
/// [`MergeKeyMissing`](crate::ErrorKind::MergeKeyMissing) and
/// [`MixedElements`](crate::ErrorKind::MixedElements) for a merge list whose elements have no
/// keys.
///
/// ```
/// use smp_core::{Options, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let first = r#"{"spec":{"replicas":1,"paused":true}}"#;
/// let second = r#"{"spec":{"replicas":2,"paused":true}}"#;
/// let conflicts = smp_core::conflicts(first, second, &schema, &Options::default())?;
/// assert_eq!(conflicts.len(), 1);
/// assert_eq!(conflicts[0].to_string(), "spec.replicas: first 1, second 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn conflicts<'s>(
    first: impl PatchInput,
    second: impl PatchInput,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Vec<PatchConflict>, Error> {
    let (first, second) = pair(&first, &second, &options.limits)?;
    let mut finder = PatchConflictFinder { options, found: Vec::new() };
    finder.objects(&first.root, &second.root, Some(ty.into()), &Trail::default())?;
    Ok(finder.found)
}

struct PatchConflictFinder<'o> {
    options: &'o Options,
    found: Vec<PatchConflict>,
}

impl PatchConflictFinder<'_> {
    fn limit(&self) -> DepthBudget {
        DepthBudget::of(&self.options.limits)
    }

    fn report(&mut self, path: &Trail<'_>, first: Option<String>, second: Option<String>) {
        let path = path.path();
        self.found.push(PatchConflict { path, first, second });
    }

    fn objects(
        &mut self,
        first: &PatchObject,
        second: &PatchObject,
        ty: Option<TypeRef<'_>>,
        path: &Trail<'_>,
    ) -> Result<(), Error> {
        if first.marker.is_some() || second.marker.is_some() {
            // A patch that replaces or deletes an object sets all of its fields.
            if first.marker == second.marker {
                let same =
                    first.marker == Some(Marker::Delete) || self.same_content(first, second, ty)?;
                if same {
                    return Ok(());
                }
            }
            return self.values(patch_node(first), patch_node(second), ty, path);
        }
        self.cleared(first, second, path, false);
        self.cleared(second, first, path, true);
        for (name, ours) in first.fields.iter() {
            if let Some(theirs) = second.fields.get(name) {
                let member = Site::member(ty, name, self.options);
                let step = || Segment::Field(name.clone());
                self.fields(ours, theirs, &member, &path.below(&step))?;
            }
        }
        let unions = ty.into_iter().flat_map(|ty| UnionSet::of_options(self.options).of(ty));
        for union in unions {
            self.unions(union, first, second, path);
        }
        Ok(())
    }

    /// Reports a union in which the patches choose different alternatives: each patch clears
    /// the members that the other sets.
    fn unions(
        &mut self,
        union: &Union,
        first: &PatchObject,
        second: &PatchObject,
        path: &Trail<'_>,
    ) {
        let of = |patch| choice(union, patch, self.options.map_directives);
        let (Choice::Of(ours), Choice::Of(theirs)) = (of(first), of(second)) else { return };
        let names = |patch: &PatchObject| {
            union.discriminator().is_some_and(|field| patch.fields.contains_key(field))
        };
        // A discriminator is a field, and differing values of it are reported as such.
        if ours == theirs || names(first) && names(second) {
            return;
        }
        let text = |patch: &PatchObject| {
            let mut part = PatchObject::default();
            for field in fields_of(union) {
                if let Some(change) = patch.fields.get(field).filter(|change| !change.removes()) {
                    part.fields.insert(field.to_owned(), change.clone());
                }
            }
            Some(object_text(&part))
        };
        self.report(path, text(first), text(second));
    }

    /// Whether two patch objects that replace the live one give the same object.
    fn same_content(
        &self,
        first: &PatchObject,
        second: &PatchObject,
        ty: Option<TypeRef<'_>>,
    ) -> Result<bool, Error> {
        let content = |object| Node::Object(literal(object, self.options));
        self.are_equal(&content(first), &content(second), ty)
    }

    fn are_equal(
        &self,
        first: &Node<'_>,
        second: &Node<'_>,
        ty: Option<TypeRef<'_>>,
    ) -> Result<bool, Error> {
        equal_without_nulls(first, second, ty, self.options, self.limit())
    }

    /// Whether an element that replaces one in live already has the values that a patch of the element
    /// sets, so that the patch would change nothing.
    fn already_has(
        &self,
        replacement: &PatchObject,
        patch: &PatchObject,
        ty: Option<TypeRef<'_>>,
    ) -> Result<bool, Error> {
        let element = literal(replacement, self.options);
        let changed = merged(element.clone(), patch, ty, self.options)?;
        self.are_equal(&Node::Object(element), &Node::Object(changed), ty)
    }

    /// Whether the patch sets a field that live doesn't have.
    fn sets(&self, field: &FieldPatch) -> bool {
        let dropped = match &field.value {
            Some(Change::Object(object)) => match object.marker {
                Some(Marker::Replace) => self.options.map_directives == MapDirectives::Kubernetes,
                Some(Marker::Delete) => true,
                None => false,
            },
            Some(Change::List(_) | Change::Scalar(_)) => false,
            None => true,
        };
        !dropped && !field.removes()
    }

    /// Reports fields that one patch clears by `$retainKeys` and the other sets.
    fn cleared(&mut self, by: &PatchObject, of: &PatchObject, path: &Trail<'_>, swapped: bool) {
        let Some(names) = &by.retain_keys else { return };
        let names: HashSet<&str> = names.iter().map(String::as_str).collect();
        for (name, field) in of.fields.iter() {
            if self.sets(field) && !names.contains(name.as_str()) && !by.fields.contains_key(name) {
                let step = || Segment::Field(name.clone());
                let (first, second) = (None, field.value.as_ref().map(text));
                let (first, second) = if swapped { (second, first) } else { (first, second) };
                self.report(&path.below(&step), first, second);
            }
        }
    }

    fn fields(
        &mut self,
        first: &FieldPatch,
        second: &FieldPatch,
        member: &Site<'_>,
        path: &Trail<'_>,
    ) -> Result<(), Error> {
        match (first.removes(), second.removes()) {
            (true, true) => return Ok(()),
            (true, false) | (false, true) => {
                let set = |field: &FieldPatch| {
                    (!field.removes()).then(|| field.value.as_ref().map(text)).flatten()
                };
                let (first, second) = (set(first), set(second));
                if first.is_some() || second.is_some() {
                    self.report(path, first, second);
                }
                return Ok(());
            }
            (false, false) => {}
        }
        match (&first.value, &second.value) {
            (Some(Change::Object(ours)), Some(Change::Object(theirs)))
                if member.strategy.base() != Base::Replace =>
            {
                return self.objects(ours, theirs, member.ty, path);
            }
            (Some(Change::Object(ours)), Some(Change::Object(theirs)))
                if ours.marker == theirs.marker
                    && self.same_content(ours, theirs, member.ty)? =>
            {
                return Ok(());
            }
            (None | Some(Change::List(_)), None | Some(Change::List(_))) => {
                match member.list_rule(self.options).unwrap_or(ListRule::Atomic) {
                    ListRule::Keyed => {
                        return self.elements(first, second, member, path);
                    }
                    ListRule::Set => {
                        self.scalars(first, second, path);
                        return Ok(());
                    }
                    ListRule::Atomic => {}
                }
            }
            _ => {}
        }
        if let (Some(ours), Some(theirs)) = (&first.value, &second.value) {
            return self.values(change_node(ours), change_node(theirs), member.ty, path);
        }
        // An order list is an error where the other patch has replaced the list with something else.
        let is_other = |field: &FieldPatch| !matches!(field.value, None | Some(Change::List(_)));
        if is_other(first) && second.order.is_some() || is_other(second) && first.order.is_some() {
            let shown =
                |field: &FieldPatch| field.value.as_ref().map(text).or_else(|| order(field));
            self.report(path, shown(first), shown(second));
        }
        Ok(())
    }

    /// Reports two values that are set as a whole, if they differ.
    fn values(
        &mut self,
        first: Node<'_>,
        second: Node<'_>,
        ty: Option<TypeRef<'_>>,
        path: &Trail<'_>,
    ) -> Result<(), Error> {
        if !self.are_equal(&first, &second, ty)? {
            let text = |node| Some(Document::of(node).to_json());
            self.report(path, text(first), text(second));
        }
        Ok(())
    }
}

/// The order list of a field.
fn order(field: &FieldPatch) -> Option<String> {
    Some(Document::of(Node::List(field.order.clone()?)).to_json())
}

fn text(change: &Change) -> String {
    Document::of(change_node(change)).to_json()
}

fn object_text(object: &PatchObject) -> String {
    Document::of(patch_node(object)).to_json()
}
