//! Field sets from a schema in which fewer objects and lists were atomic.

use crate::element::{Element, FieldPath};
use crate::place::Place;
use crate::set::FieldSet;
use smp_core::schema::TypeKind;

/// The set with the paths below an atomic list or object replaced by the path to it; `None` if nothing changes.
pub(crate) fn reconcile(set: &FieldSet, place: Place<'_>) -> Option<FieldSet> {
    let mut lifted = Vec::new();
    visit(set, place, &mut Vec::new(), &mut lifted);
    if lifted.is_empty() {
        return None;
    }
    let lifted = FieldSet::from_paths(lifted);
    Some(set.outside(&lifted).union(&lifted))
}

fn visit<'f>(
    set: &'f FieldSet,
    place: Place<'_>,
    path: &mut Vec<&'f Element>,
    lifted: &mut Vec<FieldPath>,
) {
    let atomic = match place.kind() {
        None | Some(TypeKind::Scalar) => return,
        // Where any type is possible, only the whole value may be atomic.
        Some(TypeKind::Any) if !place.is_atomic_map() => return,
        Some(TypeKind::Object | TypeKind::Map(_) | TypeKind::Any) => place.is_atomic_map(),
        Some(TypeKind::List(_)) => place.is_atomic_list(),
    };
    if atomic {
        lifted.push(FieldPath(path.iter().copied().cloned().collect()));
        return;
    }
    // A path without paths below it stays, no matter what its value has become.
    for node in set.nodes().iter().filter(|node| !node.below.is_empty()) {
        let below = match (&node.element, place.kind()) {
            (_, Some(TypeKind::List(_))) => place.element(),
            (Element::Field(name), _) => place.member(name),
            _ => Place::UNKNOWN,
        };
        if below.is_known() {
            path.push(&node.element);
            visit(&node.below, below, path, lifted);
            path.pop();
        }
    }
}
