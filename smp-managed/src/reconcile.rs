//! Field sets of a schema in which fewer objects and lists were atomic.

use crate::element::{Element, FieldPath};
use crate::place::Place;
use crate::set::FieldSet;
use smp_core::schema::TypeKind;

/// The set with the paths below an atomic list or object replaced by the path to it.
pub(crate) fn reconcile(set: &FieldSet, place: Place<'_>) -> Option<FieldSet> {
    let mut lifted = Vec::new();
    visit(set, place, false, &mut Vec::new(), &mut lifted);
    if lifted.is_empty() {
        return None;
    }
    let lifted = FieldSet::from_paths(lifted);
    Some(set.outside(&lifted).union(&lifted))
}

/// `leaf`: the path to the value is in the set, and none below it.
fn visit(
    set: &FieldSet,
    place: Place<'_>,
    leaf: bool,
    path: &mut Vec<Element>,
    lifted: &mut Vec<FieldPath>,
) {
    let atomic = match place.kind() {
        None | Some(TypeKind::Scalar) => return,
        // Where any type is possible, nothing but the whole may be atomic.
        Some(TypeKind::Any) if !place.is_atomic_map() => return,
        Some(TypeKind::Object | TypeKind::Map(_) | TypeKind::Any) => {
            place.is_atomic_map() && !set.is_empty()
        }
        Some(TypeKind::List(_)) => place.is_atomic_list(),
    };
    if atomic && !leaf {
        lifted.push(FieldPath(path.clone()));
        return;
    }
    if place.is_atomic_map() && !matches!(place.kind(), Some(TypeKind::List(_))) {
        return;
    }
    for node in set.nodes() {
        let below = match (&node.element, place.kind()) {
            (_, Some(TypeKind::List(_))) => place.element(),
            (Element::Field(name), _) => place.member(name),
            _ => Place::UNKNOWN,
        };
        if below.is_known() {
            path.push(node.element.clone());
            let leaf = node.member && node.below.is_empty();
            visit(&node.below, below, leaf, path, lifted);
            path.pop();
        }
    }
}
