//! The walk over a patch along the schema, for every operation that looks only at a patch. A
//! [`PatchVisitor`] says what is done at each object, field and value.

use crate::directive::{Change, FieldPatch, PatchObject};
use crate::options::Options;
use crate::path::{Segment, Trail};
use crate::site::{ListRule, Site};
use smp_schema::TypeRef;

/// The place of a part of a patch.
#[derive(Clone, Copy)]
pub(crate) struct PatchPlace<'v, S = ()> {
    /// The type of the value; `None` for a field that the schema doesn't have.
    pub(crate) ty: Option<TypeRef<'v>>,
    /// The visitor's state for the value around this one.
    pub(crate) state: S,
    pub(crate) trail: &'v Trail<'v>,
}

/// An operation that looks at all parts of a patch.
pub(crate) trait PatchVisitor {
    /// The visitor's state at a value, which is passed on to the values inside of it.
    type State: Copy;

    /// Whether the steps to elements of merge lists are keys. Otherwise they are positions.
    const STEPS_BY_KEY: bool;

    /// Visits an object. Returns `None` to skip its fields.
    fn object(
        &mut self,
        patch: &PatchObject,
        at: PatchPlace<'_, Self::State>,
    ) -> Option<Self::State>;

    /// Visits a field of an object. Returns `None` to skip its value.
    fn field(
        &mut self,
        _field: (&str, &FieldPatch),
        _member: &Site<'_>,
        object: PatchPlace<'_, Self::State>,
    ) -> Option<Self::State> {
        Some(object.state)
    }

    /// Visits the value of a field or an element. Returns `None` to skip its parts.
    fn value(&mut self, _value: &Change, at: PatchPlace<'_, Self::State>) -> Option<Self::State> {
        Some(at.state)
    }
}

/// Visits the patch of an object of type `ty`, and everything inside of it apart from fields that
/// it removes. `O(p)` in the patch.
pub(crate) fn visit<V: PatchVisitor>(
    visitor: &mut V,
    patch: &PatchObject,
    at: PatchPlace<'_, V::State>,
    options: &Options,
) {
    let Some(state) = visitor.object(patch, at) else { return };
    for (name, field) in patch.fields.iter() {
        let member = Site::member(at.ty, name, options);
        let state = visitor.field((name, field), &member, PatchPlace { state, ..at });
        if let (Some(state), Some(value), false) = (state, &field.value, field.removes()) {
            let step = || Segment::Field(name.clone());
            let below = PatchPlace { ty: member.ty, state, trail: &at.trail.below(&step) };
            visit_value(visitor, value, &member, below, options);
        }
    }
}

/// Visits the value of a field or an element, and everything inside of it.
pub(crate) fn visit_value<V: PatchVisitor>(
    visitor: &mut V,
    value: &Change,
    member: &Site<'_>,
    at: PatchPlace<'_, V::State>,
    options: &Options,
) {
    let Some(state) = visitor.value(value, at) else { return };
    let at = PatchPlace { state, ..at };
    match value {
        Change::Scalar(_) => {}
        Change::Object(object) => visit(visitor, object, at, options),
        Change::List(items) => {
            let mode = V::STEPS_BY_KEY.then(|| member.list_rule(options));
            let element = member.element(options);
            for (index, item) in items.iter().enumerate() {
                let step = || match (item, &mode) {
                    (Change::Object(object), Some(Ok(ListRule::Keyed))) => {
                        member.segment_of_change(object, index)
                    }
                    _ => Segment::Index(index),
                };
                let below = PatchPlace { ty: element.ty, trail: &at.trail.below(&step), ..at };
                visit_value(visitor, item, &element, below, options);
            }
        }
    }
}
