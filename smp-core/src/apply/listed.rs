//! The check of the order lists of a whole patch, wherever they stand: semantics order-14.

use super::object::check_order;
use crate::directive::{Change, PatchObject};
use crate::error::Error;
use crate::member::Member;
use crate::options::{ElementOrder, Options};
use crate::patch_visitor::{PatchPlace, PatchVisitor, visit};
use crate::path::Trail;
use smp_schema::TypeRef;

/// Checks that each patch list is a part of its order list, in the same order, also where live
/// has nothing and in what replaces. In a cluster only the lists that are merged are checked, so
/// that this does nothing under [`ElementOrder::Interleaved`]. `O(p)` in the patch.
pub(crate) fn check_orders(
    patch: &PatchObject,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<(), Error> {
    let mut check = OrderCheck { options, first: Ok(()) };
    if options.element_order != ElementOrder::Interleaved {
        let at = PatchPlace { ty: Some(ty), state: (), trail: &Trail::default() };
        visit(&mut check, patch, at, options);
    }
    check.first
}

struct OrderCheck<'o> {
    options: &'o Options,
    /// The first mistake.
    first: Result<(), Error>,
}

impl PatchVisitor for OrderCheck<'_> {
    type State = ();
    const STEPS_BY_KEY: bool = true;

    fn object(&mut self, patch: &PatchObject, at: PatchPlace<'_>) -> Option<()> {
        self.first.as_ref().ok()?;
        for (name, field) in patch.fields.iter() {
            let member = Member::of(at.ty, name, self.options);
            // A list that the schema doesn't have is checked where it is merged.
            if let (Some(order), Some(Change::List(items)), Ok(mode)) =
                (&field.order, &field.value, member.list_mode(self.options))
                && let Err(error) = check_order(items, order, mode, &member, self.options)
            {
                self.first = Err(error.within_field(name).at(&at.trail.path()));
                break;
            }
        }
        self.first.is_ok().then_some(())
    }
}
