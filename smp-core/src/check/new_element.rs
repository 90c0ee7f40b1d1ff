//! `$patch` and deletion lists inside of an element that live does not have: it is added as it
//! is, without its directives. Rule: semantics check-10.

use super::data::{Nulls, fate_of_directive, is_data, leaked};
use crate::directive::{Change, Deletion, Marker, PATCH, PatchMember, PatchObject};
use crate::finding::{Finding, FindingKind};
use crate::member::{ListMode, Member};
use crate::options::{MapDirectives, Options};
use crate::path::{Segment, Trail};
use smp_schema::{Base, TypeRef};

/// The check of elements that are added.
#[derive(Clone, Copy)]
pub(super) struct NewElement<'o> {
    pub(super) options: &'o Options,
    /// Whether they are in a list that `$patch: replace` replaces.
    pub(super) replaces: bool,
}

impl NewElement<'_> {
    /// Adds the findings about an element. Those about values that are replaced in any case
    /// are findings about the patch alone. `O(n)` in the element.
    pub(super) fn check(
        self,
        patch: &PatchObject,
        ty: TypeRef<'_>,
        place: &Trail<'_>,
        found: &mut Vec<Finding>,
    ) {
        // As documented, directives have their effect in an element that is added, but not in a
        // list that is replaced: semantics adopt-3.
        if !self.replaces && self.options.map_directives != MapDirectives::Kubernetes {
            return;
        }
        if is_data(ty) {
            found.extend(leaked(patch, Nulls::Kept).map(|name| self.ineffective(place, &name, ty)));
        }
        for (name, field) in patch.fields.iter() {
            let member = Member::of(Some(ty), name, self.options);
            let step = || Segment::Field(name.clone());
            let here = place.below(&step);
            if let (Some(_), Some(Deletion::Items(_)), false) =
                (&field.value, &field.delete, is_data(ty))
            {
                found.push(self.ineffective(place, &PatchMember::deletion_of(name), ty));
            }
            let Some(below) = member.ty else { continue };
            match &field.value {
                Some(Change::Object(object)) if member.strategy.base() != Base::Replace => {
                    // What `replace` asks for happens in a struct: the object is as in the patch.
                    if object.marker == Some(Marker::Delete)
                        || object.marker.is_some() && is_data(below)
                    {
                        found.push(self.ineffective(&here, PATCH, below));
                    }
                    self.check(object, below, &here, found);
                }
                Some(Change::List(items)) => {
                    if let Ok(ListMode::Objects(Some(element))) = member.list_mode(self.options) {
                        self.elements(items, element, &here, found);
                    }
                }
                _ => {}
            }
        }
    }

    fn elements(
        self,
        items: &[Change],
        element: TypeRef<'_>,
        place: &Trail<'_>,
        found: &mut Vec<Finding>,
    ) {
        for (at, item) in items.iter().enumerate() {
            let Change::Object(object) = item else { continue };
            let step = || Segment::Index(at);
            let here = place.below(&step);
            if object.marker.is_some() {
                found.push(self.ineffective(&here, PATCH, element));
            }
            self.check(object, element, &here, found);
        }
    }

    /// A directive of this name, in an object of this type at a place.
    fn ineffective(self, place: &Trail<'_>, name: &str, ty: TypeRef<'_>) -> Finding {
        let step = || Segment::Field(name.to_owned());
        let message = match self.options.map_directives {
            MapDirectives::Kubernetes => format!(
                "the directive has no effect here, in an element that live does not have: the \
                 value is added; an API server {}",
                fate_of_directive(ty)
            ),
            MapDirectives::Documented => "the directive has no effect here, in a list that \
                                          `$patch: replace` replaces: the value is taken without \
                                          it"
            .to_owned(),
        };
        Finding {
            path: place.below(&step).path(),
            kind: FindingKind::IneffectiveDirective,
            message,
            suggestion: None,
        }
    }
}
