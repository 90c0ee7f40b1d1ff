//! The walk over a patch, along the schema.

use core::ops::ControlFlow;

use super::data::{Nulls, is_data, leaked};
use super::fit::misfit;
use super::problem::{Problem, near_directive, near_value};
use crate::directive::{Change, Marker, PATCH, PatchMember, PatchObject, RETAIN_KEYS};
use crate::options::MapDirectives;
use crate::path::{Segment, Trail};
use smp_schema::{Base, FieldRef, TypeKind, TypeRef};

/// A walk over a patch, along the schema. `EVERYTHING` is whether problems other than unknown
/// fields are looked for; it is a constant, so that the walk of each typed call is short.
pub(super) struct Walk<'r, B, const EVERYTHING: bool> {
    pub(super) report: &'r mut dyn FnMut(Problem<'_>, &Trail<'_>) -> ControlFlow<B>,
    pub(super) directives: MapDirectives,
}

impl<B, const EVERYTHING: bool> Walk<'_, B, EVERYTHING> {
    pub(super) fn object(
        &mut self,
        patch: &PatchObject,
        ty: TypeRef<'_>,
        taken: Taken,
        at: &Trail<'_>,
    ) -> ControlFlow<B> {
        let is_object = matches!(ty.kind(), TypeKind::Object);
        if EVERYTHING && is_object {
            self.retained(patch, ty, at)?;
            self.discriminators(patch, ty, at)?;
        }
        if EVERYTHING && taken.ignores(patch.marker, self.directives) {
            let step = || Segment::Field(PATCH.to_owned());
            (self.report)(Problem::Ineffective { ty }, &at.below(&step))?;
        }
        let inside = if taken != Taken::No || patch.marker == Some(Marker::Replace) {
            Taken::Whole
        } else {
            Taken::No
        };
        if EVERYTHING && inside == Taken::Whole && is_data(ty) {
            for name in leaked(patch, Nulls::Kept) {
                let step = || Segment::Field(name.clone());
                (self.report)(Problem::Ineffective { ty }, &at.below(&step))?;
            }
        }
        for (name, field) in patch.fields.iter() {
            let known = if is_object { ty.field(name) } else { None };
            let own = known.map(FieldRef::ty);
            let below = match ty.kind() {
                TypeKind::Object => own.or(ty.other_members()),
                TypeKind::Map(value) => Some(value),
                TypeKind::Any if EVERYTHING => Some(ty),
                _ => return ControlFlow::Continue(()),
            };
            let step = || match &field.value {
                None if field.order.is_some() => Segment::Field(PatchMember::order_of(name)),
                None => Segment::Field(PatchMember::deletion_of(name)),
                Some(_) => Segment::Field(name.clone()),
            };
            let here = at.below(&step);
            let Some(below) = below else {
                (self.report)(Problem::Unknown { name, ty }, &here)?;
                continue;
            };
            let near = || PatchMember::of(name).is_directive() || near_directive(name).is_some();
            if EVERYTHING && own.is_none() && name.starts_with('$') && near() {
                (self.report)(Problem::NearDirective { name }, &here)?;
                continue;
            }
            if EVERYTHING && inside == Taken::Whole && field.delete.is_some() && !is_data(ty) {
                let step = || Segment::Field(PatchMember::deletion_of(name));
                (self.report)(Problem::Ineffective { ty }, &at.below(&step))?;
            }
            if let Some(value) = &field.value {
                let strategy = known.map(FieldRef::strategy).unwrap_or_default();
                let taken = match value {
                    _ if inside == Taken::Whole => inside,
                    Change::List(_) if !strategy.is_merge() => Taken::Atomic,
                    Change::Object(_) if strategy.base() == Base::Replace => Taken::Replaced,
                    _ => Taken::No,
                };
                self.change(value, below, taken, &here)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn change(
        &mut self,
        value: &Change,
        ty: TypeRef<'_>,
        taken: Taken,
        at: &Trail<'_>,
    ) -> ControlFlow<B> {
        match (value, ty.kind()) {
            (Change::Object(object), TypeKind::Object | TypeKind::Map(_) | TypeKind::Any) => {
                self.object(object, ty, taken, at)
            }
            (Change::List(items), TypeKind::List(element)) => {
                for (index, item) in items.iter().enumerate() {
                    let step = || Segment::Index(index);
                    let taken = match item {
                        Change::List(_) if taken == Taken::Atomic => Taken::Whole,
                        _ => taken,
                    };
                    self.change(item, element, taken, &at.below(&step))?;
                }
                ControlFlow::Continue(())
            }
            _ if !EVERYTHING => ControlFlow::Continue(()),
            (Change::Scalar(node), TypeKind::Scalar) => {
                match misfit(ty.scalar_type().unwrap_or_default(), node) {
                    None => ControlFlow::Continue(()),
                    Some(misfit) => {
                        (self.report)(Problem::Scalar { ty, node, misfit: &misfit }, at)
                    }
                }
            }
            (_, TypeKind::Any) => ControlFlow::Continue(()),
            (Change::Scalar(node), _) if node.is_null() => ControlFlow::Continue(()),
            _ => {
                let problem = Problem::Type { ty, found: value.kind() };
                (self.report)(problem, at)
            }
        }
    }

    fn retained(&mut self, patch: &PatchObject, ty: TypeRef<'_>, at: &Trail<'_>) -> ControlFlow<B> {
        if ty.other_members().is_some() {
            return ControlFlow::Continue(());
        }
        for (index, name) in patch.retain_keys.iter().flatten().enumerate() {
            if ty.field(name).is_none() {
                let directive = || Segment::Field(RETAIN_KEYS.to_owned());
                let list = at.below(&directive);
                let item = || Segment::Index(index);
                (self.report)(Problem::Retained { name, ty }, &list.below(&item))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A value that is far from every name is another state of the object: the type
    /// `Recreate` of a strategy names no member.
    fn discriminators(
        &mut self,
        patch: &PatchObject,
        ty: TypeRef<'_>,
        at: &Trail<'_>,
    ) -> ControlFlow<B> {
        for union in ty.unions() {
            let Some(name) = union.discriminator() else { continue };
            let field = patch.fields.get(name).and_then(|field| field.value.as_ref());
            let Some(Change::Scalar(node)) = field else { continue };
            let Some(value) = node.as_str() else { continue };
            if union.named_by(&value).next().is_none() && near_value(union, &value).is_some() {
                let step = || Segment::Field(name.to_owned());
                let problem = Problem::Discriminator { union, value: &value };
                (self.report)(problem, &at.below(&step))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whether the value of a patch is merged or taken as a whole, so that directives in it have
/// no effect: semantics adopt-3.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    No,
    /// The value of a field that is replaced.
    Replaced,
    /// An atomic list, or an element of one.
    Atomic,
    /// A value inside of one that is replaced.
    Whole,
}

impl Taken {
    fn ignores(self, marker: Option<Marker>, directives: MapDirectives) -> bool {
        match self {
            Self::No => false,
            // The element is left out.
            Self::Atomic if directives == MapDirectives::Documented => false,
            // `$patch: replace` here has its effect anyway.
            Self::Replaced => marker == Some(Marker::Delete),
            Self::Atomic | Self::Whole => marker.is_some(),
        }
    }
}
