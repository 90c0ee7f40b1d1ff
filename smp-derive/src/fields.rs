//! Reads the fields of a struct, or of a variant.

use proc_macro2::Ident;
use syn::DataStruct;
use syn::ext::IdentExt as _;

use crate::attr::FieldPatch;
use crate::ctxt::Ctxt;
use crate::model::{Field, FieldAccess, FieldType, Place};
use crate::serde::{FieldSerde, RenameAll, check_spelling};
use crate::ty::is_phantom;
use crate::{check, object};

/// The field that has the name of a struct or variant as its value.
pub(crate) fn tag(name: &syn::LitStr) -> Field {
    Field {
        place: Place::Named { name: name.value(), span: name.span() },
        ty: FieldType::Tag,
        patch: FieldPatch::default(),
        access: None,
        variant: None,
        sound: true,
    }
}

/// The fields of a transparent type that may hold its value, with their indices. A single field
/// always holds it.
pub(crate) fn carrying(data: &DataStruct) -> Vec<(usize, &syn::Field)> {
    let carries = |field: &syn::Field| {
        let serde = FieldSerde::read(&field.attrs);
        let ignored = serde.skip_serializing || serde.skip_deserializing || serde.default.is_some();
        data.fields.len() == 1 || !(ignored || is_phantom(&field.ty))
    };
    data.fields.iter().enumerate().filter(|(_, field)| carries(field)).collect()
}

/// A field with its attributes; `None` if serde skips it, or if it has no member of its own.
pub(crate) fn named(
    ctxt: &Ctxt,
    own: &Ident,
    field: &syn::Field,
    rules: &RenameAll,
) -> Option<Field> {
    let ident = field.ident.as_ref()?;
    if object::keeps_unknown_fields(field) {
        return None;
    }
    let before = ctxt.count();
    check_spelling(ctxt, &field.attrs);
    let patch = FieldPatch::read(ctxt, &field.attrs);
    let serde = FieldSerde::read(&field.attrs);
    if serde.skip() {
        check::check_skipped_field(ctxt, &patch);
        return None;
    }
    check::check_custom_functions(ctxt, &patch, &serde);
    let place = if let Some(flatten) = serde.flatten {
        check::check_flattened_field(ctxt, &patch);
        if patch.leaf.is_none() {
            check::check_flattened_type(ctxt, flatten, &field.ty, own);
        }
        Place::Flattened(flatten)
    } else {
        let plain = ident.unraw().to_string();
        let rename = serde.rename.as_ref();
        let (name, span) = rules.name(ctxt, rename, ident.span(), |rule| rule.apply(&plain));
        check::check_name(ctxt, &name, span);
        Place::Named { name, span }
    };
    let ty = if patch.leaf.is_some() {
        FieldType::Leaf(Box::new(field.ty.clone()))
    } else {
        check::check_phantom(ctxt, &field.ty);
        if serde.serialize_with.is_none() && serde.deserialize_with.is_none() {
            check::check_map_keys(ctxt, &field.ty);
        }
        FieldType::Described(Box::new(field.ty.clone()))
    };
    let access = Some(FieldAccess {
        ident: ident.clone(),
        skip_serializing: serde.skip_serializing,
        skip_deserializing: serde.skip_deserializing,
        skip_serializing_if: serde.skip_serializing_if,
        default: serde.default,
        serialize_with: serde.serialize_with,
        deserialize_with: serde.deserialize_with,
    });
    let mut field = Field { place, ty, patch, access, variant: None, sound: true };
    check::check_field(ctxt, &field);
    field.sound = ctxt.count() == before;
    Some(field)
}
