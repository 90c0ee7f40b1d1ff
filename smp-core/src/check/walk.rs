//! The check of a patch, or of a document, at each object, field and value.

use super::data::{Nulls, is_data, leaked};
use super::fit::misfit;
use super::problem::{Problem, near_directive, near_value};
use crate::directive::{Change, FieldPatch, Marker, PATCH, PatchMember, PatchObject, RETAIN_KEYS};
use crate::options::{MapDirectives, Options};
use crate::patch_visitor::{PatchPlace, PatchVisitor};
use crate::path::{Segment, Trail};
use crate::site::Site;
use smp_schema::{Base, TypeKind, TypeRef};

/// The visitor of a patch that reports what does not fit the schema. Without `EVERYTHING` it reports only
/// unknown fields, set or retained, and lists in place of objects. This is a constant, so that the check
/// of each typed call is short.
pub(super) struct PatchCheck<'r, const EVERYTHING: bool> {
    pub(super) report: &'r mut dyn FnMut(Problem<'_>, &Trail<'_>),
    pub(super) options: &'r Options,
}

impl<const EVERYTHING: bool> PatchVisitor for PatchCheck<'_, EVERYTHING> {
    type State = Treatment;
    const STEPS_BY_KEY: bool = false;

    fn object(&mut self, patch: &PatchObject, at: PatchPlace<'_, Treatment>) -> Option<Treatment> {
        let Some(ty) = at.ty else { return Some(at.state) };
        let is_object = matches!(ty.kind(), TypeKind::Object);
        if is_object && patch.retain_keys.is_some() {
            self.retained(patch, ty, at.trail);
        }
        if !EVERYTHING {
            return Some(at.state);
        }
        if is_object {
            self.discriminators(patch, ty, at.trail);
        }
        if at.state.ignores(patch.marker, self.options.map_directives) {
            self.ineffective(PATCH, ty, at.trail);
        }
        if at.state == Treatment::Merged && patch.marker != Some(Marker::Replace) {
            return Some(Treatment::Merged);
        }
        if is_data(ty) {
            leaked(patch, Nulls::Kept).for_each(|name| self.ineffective(&name, ty, at.trail));
        }
        Some(Treatment::Whole)
    }

    fn field(
        &mut self,
        (name, field): (&str, &FieldPatch),
        member: &Site<'_>,
        object: PatchPlace<'_, Treatment>,
    ) -> Option<Treatment> {
        let ty = object.ty?;
        let step = || match &field.value {
            None if field.order.is_some() => Segment::Field(PatchMember::order_of(name)),
            None => Segment::Field(PatchMember::deletion_of(name)),
            Some(_) => Segment::Field(name.to_owned()),
        };
        let here = object.trail.below(&step);
        if member.ty.is_none() && matches!(ty.kind(), TypeKind::Object) {
            (self.report)(Problem::Unknown { name, ty }, &here);
        }
        member.ty?;
        if EVERYTHING {
            let near = || PatchMember::of(name).is_directive() || near_directive(name).is_some();
            if member.position.is_none() && name.starts_with('$') && near() {
                (self.report)(Problem::NearDirective { name }, &here);
                return None;
            }
            if object.state == Treatment::Whole && field.delete.is_some() && !is_data(ty) {
                self.ineffective(&PatchMember::deletion_of(name), ty, object.trail);
            }
        }
        Some(match field.value {
            _ if object.state == Treatment::Whole => Treatment::Whole,
            Some(Change::List(_)) if !member.strategy.is_merge() => Treatment::AtomicList,
            Some(Change::Object(_)) if member.strategy.base() == Base::Replace => {
                Treatment::Replaced
            }
            _ => Treatment::Merged,
        })
    }

    fn value(&mut self, value: &Change, at: PatchPlace<'_, Treatment>) -> Option<Treatment> {
        let ty = at.ty?;
        let problem = match (value, ty.kind()) {
            (Change::List(_), TypeKind::List(_)) => return Some(at.state.of_elements()),
            (Change::Object(_), TypeKind::Object | TypeKind::Map(_)) => return Some(at.state),
            (Change::Object(_), TypeKind::Any) => return EVERYTHING.then_some(at.state),
            (_, TypeKind::Any) => None,
            (Change::List(_), TypeKind::Object | TypeKind::Map(_)) => {
                Some(Problem::Type { ty, found: value.kind() })
            }
            _ if !EVERYTHING => None,
            (Change::Scalar(node), TypeKind::Scalar) => {
                let misfit = misfit(ty.scalar_type().unwrap_or_default(), node);
                misfit.map(|misfit| Problem::Scalar { ty, node, misfit })
            }
            (Change::Scalar(node), _) if node.is_null() => None,
            _ => Some(Problem::Type { ty, found: value.kind() }),
        };
        if let Some(problem) = problem {
            (self.report)(problem, at.trail);
        }
        None
    }
}

impl<const EVERYTHING: bool> PatchCheck<'_, EVERYTHING> {
    /// Reports that a directive of this name has no effect, in an object at this place.
    fn ineffective(&mut self, name: &str, ty: TypeRef<'_>, at: &Trail<'_>) {
        let step = || Segment::Field(name.to_owned());
        (self.report)(Problem::Ineffective { ty }, &at.below(&step));
    }

    fn retained(&mut self, patch: &PatchObject, ty: TypeRef<'_>, at: &Trail<'_>) {
        let directive = || Segment::Field(RETAIN_KEYS.to_owned());
        let list = at.below(&directive);
        for (index, name) in patch.retain_keys.iter().flatten().enumerate() {
            if ty.field(name).is_none() && ty.other_members().is_none() {
                let item = || Segment::Index(index);
                (self.report)(Problem::Retained { name, ty }, &list.below(&item));
            }
        }
    }

    /// Reports misspelt discriminators. A value that is far from every name is a different state of the
    /// object: the type `Recreate` of a strategy names no member.
    fn discriminators(&mut self, patch: &PatchObject, ty: TypeRef<'_>, at: &Trail<'_>) {
        for union in ty.unions() {
            let Some(name) = union.discriminator() else { continue };
            let field = patch.fields.get(name).and_then(|field| field.value.as_ref());
            let Some(Change::Scalar(node)) = field else { continue };
            let Some(value) = node.as_str() else { continue };
            if union.named_by(&value).next().is_none() && near_value(union, &value).is_some() {
                let step = || Segment::Field(name.to_owned());
                (self.report)(Problem::Discriminator { union, value: &value }, &at.below(&step));
            }
        }
    }
}

/// Whether the value of a patch is merged or taken as a whole, so that directives in it have
/// no effect: semantics adopt-3.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Treatment {
    Merged,
    /// The value of a field that is replaced.
    Replaced,
    AtomicList,
    /// An element of an atomic list.
    Atomic,
    /// A value inside of one that is replaced.
    Whole,
}

impl Treatment {
    fn ignores(self, marker: Option<Marker>, directives: MapDirectives) -> bool {
        match self {
            Self::Merged => false,
            // The element is left out.
            Self::Atomic if directives == MapDirectives::Documented => false,
            // `$patch: replace` here has its effect anyway; as documented, so has `delete`.
            Self::Replaced => {
                marker == Some(Marker::Delete) && directives == MapDirectives::Kubernetes
            }
            Self::AtomicList | Self::Atomic | Self::Whole => marker.is_some(),
        }
    }

    /// The treatment of the elements of a list.
    fn of_elements(self) -> Self {
        match self {
            Self::AtomicList => Self::Atomic,
            // A list in an atomic list.
            Self::Atomic => Self::Whole,
            other => other,
        }
    }
}
