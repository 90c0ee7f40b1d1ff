//! The check of the order lists and of `$retainKeys` of a whole patch, wherever they occur: semantics
//! order-14 and patch-3.

use super::object::check_order;
use crate::directive::{Change, PatchObject, unretained};
use crate::error::Error;
use crate::options::{ElementOrder, MapDirectives, Options};
use crate::patch_visitor::{PatchPlace, PatchVisitor, visit};
use crate::path::Trail;
use crate::site::Site;
use smp_schema::TypeRef;

/// Checks that each patch list is a part of its order list, in the same order, and that each field beside
/// `$retainKeys` is listed there, also where live has no value, and in replacements. A cluster checks
/// only what is merged, so this does nothing under [`ElementOrder::Interleaved`] and
/// [`MapDirectives::Kubernetes`]. `O(p)` in the patch.
pub(crate) fn check_listed(
    patch: &PatchObject,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<(), Error> {
    let mut check = ListedCheck {
        options,
        orders: options.element_order != ElementOrder::Interleaved,
        retained: options.map_directives == MapDirectives::Documented,
        first: Ok(()),
    };
    if check.orders || check.retained {
        let at = PatchPlace { ty: Some(ty), state: (), trail: &Trail::default() };
        visit(&mut check, patch, at, options);
    }
    check.first
}

struct ListedCheck<'o> {
    options: &'o Options,
    orders: bool,
    retained: bool,
    /// The first mistake.
    first: Result<(), Error>,
}

impl PatchVisitor for ListedCheck<'_> {
    type State = ();
    const STEPS_BY_KEY: bool = true;

    fn object(&mut self, patch: &PatchObject, at: PatchPlace<'_>) -> Option<()> {
        self.first.as_ref().ok()?;
        // Without `$patch`, this mistake was refused when the patch was read.
        if self.retained
            && patch.marker.is_some()
            && let Some(error) = unretained(patch).next()
        {
            self.first = Err(error.at(&at.trail.path()));
            return None;
        }
        if !self.orders {
            return Some(());
        }
        for (name, field) in patch.fields.iter() {
            let member = Site::member(at.ty, name, self.options);
            // A list that the schema doesn't have is checked where it is merged.
            if let (Some(order), Some(Change::List(items)), Ok(mode)) =
                (&field.order, &field.value, member.list_rule(self.options))
                && let Err(error) = check_order(items, order, mode, &member, self.options)
            {
                self.first = Err(error.within_field(name).at(&at.trail.path()));
                break;
            }
        }
        self.first.is_ok().then_some(())
    }
}
