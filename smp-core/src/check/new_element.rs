//! `$patch` and deletion lists inside of an element that live does not have: it is added as it
//! is, without its directives. Rule: semantics check-10.

use super::data::{Nulls, fate_of_directive, is_data, leaked};
use crate::directive::errors::in_replaced_list;
use crate::directive::{Change, FieldPatch, Marker, PATCH, PatchMember, PatchObject};
use crate::finding::{Finding, FindingKind};
use crate::options::{MapDirectives, Options};
use crate::patch_visitor::{PatchPlace, PatchVisitor, visit};
use crate::path::{Segment, Trail};
use crate::site::{ListRule, Site};
use smp_schema::{Base, TypeRef};

/// The check of elements that are added.
pub(super) struct NewElement<'f, 'o> {
    pub(super) options: &'o Options,
    /// Whether they are in a list that `$patch: replace` replaces.
    pub(super) replaces: bool,
    pub(super) found: &'f mut Vec<Finding>,
}

/// The place of an object in the element that is added.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Added {
    Field,
    Element,
}

impl NewElement<'_, '_> {
    /// Adds the findings about an element. Values that are replaced in any case are left to the check of
    /// the patch itself. `O(n)` in the element.
    pub(super) fn check(mut self, patch: &PatchObject, ty: TypeRef<'_>, trail: &Trail<'_>) {
        // As documented, directives have their effect in an element that is added, but not in a
        // list that is replaced: semantics adopt-3.
        if self.replaces || self.options.map_directives == MapDirectives::Kubernetes {
            let (at, options) =
                (PatchPlace { ty: Some(ty), state: Added::Element, trail }, self.options);
            visit(&mut self, patch, at, options);
        }
    }

    /// Reports that a directive of this name has no effect, in an object of this type.
    fn ineffective(&mut self, trail: &Trail<'_>, name: &str, ty: TypeRef<'_>) {
        let step = || Segment::Field(name.to_owned());
        let message = match self.options.map_directives {
            MapDirectives::Kubernetes => format!(
                "the directive has no effect here, in an element that live does not have: the \
                 value is added; an API server {}",
                fate_of_directive(ty)
            ),
            MapDirectives::Documented => in_replaced_list(),
        };
        self.found.push(Finding {
            path: trail.below(&step).path(),
            kind: FindingKind::IneffectiveDirective,
            message,
            suggestion: None,
        });
    }
}

impl PatchVisitor for NewElement<'_, '_> {
    type State = Added;
    const STEPS_BY_KEY: bool = false;

    fn object(&mut self, patch: &PatchObject, at: PatchPlace<'_, Added>) -> Option<Added> {
        let ty = at.ty?;
        // A struct with `replace` is as in the patch, so that the directive has its effect.
        let has_effect =
            at.state == Added::Field && patch.marker == Some(Marker::Replace) && !is_data(ty);
        if patch.marker.is_some() && !has_effect {
            self.ineffective(at.trail, PATCH, ty);
        }
        if is_data(ty) {
            leaked(patch, Nulls::Kept).for_each(|name| self.ineffective(at.trail, &name, ty));
        }
        Some(Added::Field)
    }

    fn field(
        &mut self,
        (name, field): (&str, &FieldPatch),
        member: &Site<'_>,
        object: PatchPlace<'_, Added>,
    ) -> Option<Added> {
        if let (Some(ty), Some(_), Some(_)) =
            (object.ty.filter(|ty| !is_data(*ty)), &field.value, &field.delete)
        {
            self.ineffective(object.trail, &PatchMember::deletion_of(name), ty);
        }
        match &field.value {
            Some(Change::List(_)) => {
                let mode = member.list_rule(self.options);
                matches!(mode, Ok(ListRule::Keyed)).then_some(Added::Element)
            }
            _ => (member.strategy.base() != Base::Replace).then_some(Added::Field),
        }
    }
}
