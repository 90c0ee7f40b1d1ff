//! The check of the order lists of a whole patch, wherever they stand: semantics order-14.

use super::list::key_segment;
use super::object::check_order;
use crate::directive::{Change, PatchObject};
use crate::error::Error;
use crate::member::{ListMode, Member};
use crate::options::{ElementOrder, Options};
use crate::path::Segment;
use smp_schema::TypeRef;

/// Checks that each patch list is a part of its order list, in the same order, also where live
/// has nothing and in what replaces. In a cluster only the lists that are merged are checked, so
/// that this does nothing under [`ElementOrder::Interleaved`]. `O(p)` in the patch.
pub(crate) fn check_orders(
    patch: &PatchObject,
    ty: Option<TypeRef<'_>>,
    options: &Options,
) -> Result<(), Error> {
    if options.element_order == ElementOrder::Interleaved {
        return Ok(());
    }
    for (name, field) in patch.fields.iter() {
        let member = Member::of(ty, name, options);
        let checked = match &field.value {
            Some(Change::Object(object)) => check_orders(object, member.ty, options),
            Some(Change::List(items)) => {
                // A list that the schema doesn't have is checked where it is merged.
                let own = match (&field.order, member.list_mode(options)) {
                    (Some(order), Ok(mode)) => check_order(items, order, mode, &member, options),
                    _ => Ok(()),
                };
                own.and_then(|()| check_elements(items, &member, options))
            }
            Some(Change::Scalar(_)) | None => Ok(()),
        };
        checked.map_err(|error| error.within_field(name))?;
    }
    Ok(())
}

fn check_elements(items: &[Change], member: &Member<'_>, options: &Options) -> Result<(), Error> {
    let has_keys = matches!(member.list_mode(options), Ok(ListMode::Objects(_)));
    let element = Member::element(member.element_type());
    for (at, item) in items.iter().enumerate() {
        let step = || match item {
            Change::Object(object) if has_keys => key_segment(object, member, at),
            _ => Segment::Index(at),
        };
        let checked = match item {
            Change::Object(object) => check_orders(object, element.ty, options),
            Change::List(items) => check_elements(items, &element, options),
            Change::Scalar(_) => Ok(()),
        };
        checked.map_err(|error| error.within(step()))?;
    }
    Ok(())
}
