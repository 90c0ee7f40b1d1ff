//! Directives in maps and free-form values. These have no unknown fields, so that an API server
//! stores or refuses a directive that the merge leaves there.

use crate::directive::{Deletion, PatchMember, PatchObject, RETAIN_KEYS};
use smp_schema::{TypeKind, TypeRef};

/// Whether objects of this type have members of any name, so that no member is unknown.
pub(super) fn is_data(ty: TypeRef<'_>) -> bool {
    matches!(ty.kind(), TypeKind::Map(_) | TypeKind::Any)
}

/// What an API server does with a directive in an object of this type (semantics adopt-3).
pub(super) fn fate_of_directive(ty: TypeRef<'_>) -> &'static str {
    if is_data(ty) { "stores it as data or refuses the patch" } else { "drops it, too" }
}

/// The names of an object's directives, apart from `$patch`, that the reference leaves in the result.
/// `nulls` says whether it leaves those that are null. `O(c)` in the members.
pub(super) fn leaked(patch: &PatchObject, nulls: Nulls) -> impl Iterator<Item = String> + '_ {
    let retained = patch.retain_keys.is_some().then(|| RETAIN_KEYS.to_owned());
    let lists = patch.fields.iter().flat_map(move |(name, field)| {
        let order = field.order.is_some().then(|| PatchMember::order_of(name));
        let deletion = match (&field.delete, nulls) {
            (Some(Deletion::Items(_)), _) | (Some(Deletion::Field), Nulls::Kept) => {
                Some(PatchMember::deletion_of(name))
            }
            _ => None,
        };
        order.into_iter().chain(deletion)
    });
    retained.into_iter().chain(lists)
}

/// Whether null members of a value stay in the result of the reference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nulls {
    /// They are dropped, as in a value that live lacks.
    Dropped,
    /// They stay, as in a value that is taken as a whole.
    Kept,
}
