//! Fields that the schema requires, in the elements that a patch adds: semantics check-15.

use super::names::listed;
use crate::directive::{Change, FieldPatch, PatchObject};
use crate::finding::{Finding, FindingKind};
use crate::options::Options;
use crate::patch_visitor::{PatchPlace, PatchVisitor, visit, visit_value};
use crate::path::Trail;
use crate::site::{ListRule, Site};
use smp_schema::{FieldRef, TypeRef};

/// The fields that objects of this type must have, and that the patch doesn't set. `O(f)` in the
/// fields of the type.
pub(super) fn missing<'t>(patch: &PatchObject, ty: TypeRef<'t>) -> Vec<&'t str> {
    let is_set = |name: &str| {
        patch.fields.get(name).is_some_and(|field| field.value.is_some() && !field.removes())
    };
    let required = ty.fields().filter(|field| field.is_required());
    required.map(FieldRef::name).filter(|name| !is_set(name)).collect()
}

/// The check of values that a patch adds.
pub(super) struct Complete<'f, 'o> {
    pub(super) options: &'o Options,
    pub(super) found: &'f mut Vec<Finding>,
}

/// Where an object is in the values that the patch adds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Not in an element of a merge list.
    Outside,
    /// A new element, which has a finding of its own.
    Element,
    /// In a new element, or an element of a new list.
    Inside,
}

impl Complete<'_, '_> {
    /// Checks the contents of an element that live lacks. `O(n)`.
    pub(super) fn element(
        mut self,
        patch: &PatchObject,
        (ty, part): (TypeRef<'_>, Part),
        trail: &Trail<'_>,
    ) {
        let options = self.options;
        visit(&mut self, patch, PatchPlace { ty: Some(ty), state: part, trail }, options);
    }

    /// Checks the elements in a value that live lacks. `O(n)`.
    pub(super) fn value(mut self, value: &Change, member: &Site<'_>, trail: &Trail<'_>) {
        let (options, state) = (self.options, part_of(value, member, Part::Outside, self.options));
        let at = PatchPlace { ty: member.ty, state, trail };
        visit_value(&mut self, value, member, at, options);
    }
}

/// The part of the elements or members of a value.
fn part_of(value: &Change, member: &Site<'_>, around: Part, options: &Options) -> Part {
    let merges = || matches!(member.list_rule(options), Ok(ListRule::Keyed));
    if matches!(value, Change::List(_)) && merges() { Part::Inside } else { around }
}

impl PatchVisitor for Complete<'_, '_> {
    type State = Part;
    const STEPS_BY_KEY: bool = false;

    fn object(&mut self, patch: &PatchObject, at: PatchPlace<'_, Part>) -> Option<Part> {
        if patch.marker.is_some() {
            return None;
        }
        let missing = match (at.state, at.ty) {
            (Part::Outside, _) => return Some(Part::Outside),
            (Part::Inside, Some(ty)) => missing(patch, ty),
            (Part::Element, _) | (Part::Inside, None) => Vec::new(),
        };
        if !missing.is_empty() {
            let names: Vec<_> = missing.iter().map(|name| format!("`{name}`")).collect();
            self.found.push(Finding {
                path: at.trail.path(),
                kind: FindingKind::ElementIncomplete,
                message: format!(
                    "the patch adds this object without {}, which it must have",
                    listed(&names)
                ),
                suggestion: None,
            });
        }
        Some(Part::Inside)
    }

    fn field(
        &mut self,
        (_, field): (&str, &FieldPatch),
        member: &Site<'_>,
        object: PatchPlace<'_, Part>,
    ) -> Option<Part> {
        let value = field.value.as_ref()?;
        Some(part_of(value, member, object.state, self.options))
    }
}
