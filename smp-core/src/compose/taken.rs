//! Refuses directives in values that are taken as a whole. By default, `$patch` in such a value
//! has an effect where live lacks the value, and none where live has it (semantics adopt-3).
//! The second patch is applied to the result of the first, whereas the composed patch is
//! applied to live; so the effect may differ.
//!
//! A server takes a value that live lacks together with its other directives. It drops them as unknown
//! fields, except in a map or a free-form value, where it stores or refuses them (semantics compose-17).

use super::order::refuse_repeats;
use super::{Compose, incompatible};
use crate::apply::order_keys;
use crate::directive::{Change, FieldPatch, PatchObject};
use crate::document::Scalar;
use crate::error::Error;
use crate::options::MapDirectives;
use crate::site::{ListRule, Site};
use smp_schema::{TypeKind, TypeRef};

impl Compose<'_> {
    /// The error for a patch with such directives, if their effect depends on live.
    pub(super) fn refuse_directives_in_taken(&self) -> Result<(), Error> {
        if self.options.map_directives != MapDirectives::Kubernetes {
            return Ok(());
        }
        Err(incompatible(
            "both patches have this value, and a directive inside of it has an effect only where \
             live lacks the value",
        ))
    }

    /// Refuses to write a directive into a value of this type, which live may lack: semantics
    /// compose-17.
    pub(super) fn check_place(&self, ty: Option<TypeRef<'_>>) -> Result<(), Error> {
        let drops_unknown =
            |ty: TypeRef<'_>| matches!(ty.kind(), TypeKind::Object) && ty.other_members().is_none();
        if self.options.map_directives != MapDirectives::Kubernetes || ty.is_none_or(drops_unknown)
        {
            return Ok(());
        }
        Err(incompatible(
            "the composed patch needs a directive in a map or a free-form value, and a server \
             takes the directive for data where live lacks the value",
        ))
    }

    /// Refuses two patches of an object of this type if only the second one has directives: after the
    /// first patch the object exists, but live may lack it.
    pub(super) fn check_place_of_both(
        &self,
        first: &PatchObject,
        second: &PatchObject,
        ty: Option<TypeRef<'_>>,
    ) -> Result<(), Error> {
        if !has_own_directive(first) && has_own_directive(second) {
            self.check_place(ty)?;
        }
        for (name, field) in second.fields.iter() {
            if !first.fields.contains_key(name) {
                self.check_order_of_second(field, &Site::member(ty, name, self.options))
                    .map_err(|error| error.within_field(name))?;
            }
        }
        Ok(())
    }

    /// Refuses an order list that names an element twice, of a field that only the second patch has.
    /// After the first patch the object exists, but live may lack it, and then the patch list is taken as
    /// it is: semantics compose-12.
    fn check_order_of_second(&self, field: &FieldPatch, member: &Site<'_>) -> Result<(), Error> {
        let (Some(order), Some(_)) = (&field.order, &field.value) else { return Ok(()) };
        match member.list_rule(self.options) {
            Ok(ListRule::Keyed) => refuse_repeats(&order_keys(order, member)?),
            Ok(ListRule::Set) => refuse_repeats(&order.iter().map(Scalar::of).collect::<Vec<_>>()),
            Ok(ListRule::Atomic) | Err(_) => Ok(()),
        }
    }
}

/// Whether the object has directives other than `$patch`, for itself or for its lists.
fn has_own_directive(object: &PatchObject) -> bool {
    let for_list = |field: &FieldPatch| field.order.is_some() || field.delete.is_some();
    object.retain_keys.is_some() || object.fields.iter().any(|(_, field)| for_list(field))
}

/// Whether `$patch` or a deletion list is anywhere in the value.
pub(super) fn has_directive(change: &Change) -> bool {
    match change {
        Change::Object(object) => has_directive_in(object),
        Change::List(items) => items.iter().any(has_directive),
        Change::Scalar(_) => false,
    }
}

/// [`has_directive`] for an object.
pub(super) fn has_directive_in(object: &PatchObject) -> bool {
    object.marker.is_some() || has_directive_below(object)
}

/// [`has_directive`] for an object, without its own `$patch`.
pub(super) fn has_directive_below(object: &PatchObject) -> bool {
    object
        .fields
        .iter()
        .any(|(_, field)| field.delete.is_some() || field.value.as_ref().is_some_and(has_directive))
}
