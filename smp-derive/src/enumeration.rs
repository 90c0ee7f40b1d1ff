//! Enums. One without data is a string. One with data is an object with a field
//! for each variant, which is a union by nature: without a discriminator where
//! serde tags it externally, with the tag as discriminator otherwise. A form
//! that no object with one type a field can stand for is refused.

use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{DataEnum, DeriveInput, Fields, Ident, LitStr, Variant};

use crate::attr::FieldPatch;
use crate::check;
use crate::ctxt::Ctxt;
use crate::input::{Field, FieldType, Object, Place, Shape, Union, named, tag};
use crate::serde::{ContainerSerde, FieldSerde, VariantSerde};
use crate::ty::optional;

/// What to do instead, where a form is refused.
const INSTEAD: &str = "mark the enum `#[patch(leaf)]` if it is always a string, number or \
                       boolean, or the fields that hold it to have them replaced as a whole";

pub(crate) fn read(
    ctxt: &Ctxt,
    input: &DeriveInput,
    data: &DataEnum,
    serde: &ContainerSerde,
) -> Shape {
    if let Some(untagged) = serde.untagged {
        ctxt.error(
            untagged,
            format!(
                "which variant of `{}` it is shows only in what it holds, so no patch can tell \
                 them apart; {INSTEAD}",
                input.ident.unraw()
            ),
        );
        return Shape::Scalar;
    }
    let variants: Vec<&Variant> =
        data.variants.iter().filter(|v| !FieldSerde::read(&v.attrs).skip()).collect();
    let kept = |variant: &Variant| variants.iter().any(|kept| kept.ident == variant.ident);
    for skipped in data.variants.iter().filter(|variant| !kept(variant)) {
        check::variant_says_nothing(ctxt, skipped);
    }
    for untagged in variants.iter().filter_map(|v| VariantSerde::read(ctxt, &v.attrs).untagged) {
        ctxt.error(
            untagged,
            format!(
                "an untagged variant shows only in what it holds, so no patch can tell it from \
                 the others; {INSTEAD}"
            ),
        );
    }
    let read = Enumeration { ctxt, own: &input.ident, serde, variants };
    match (&serde.tag, &serde.content) {
        (None, _) if read.variants.iter().all(|v| matches!(v.fields, Fields::Unit)) => {
            read.variants.iter().for_each(|v| check::variant_says_nothing(ctxt, v));
            Shape::Scalar
        }
        (None, _) => Shape::Object(read.externally_tagged()),
        (Some(tag), None) => Shape::Object(read.internally_tagged(tag)),
        (Some(tag), Some(content)) => Shape::Object(read.adjacently_tagged(tag, content)),
    }
}

struct Enumeration<'a> {
    ctxt: &'a Ctxt,
    own: &'a Ident,
    serde: &'a ContainerSerde,
    variants: Vec<&'a Variant>,
}

impl Enumeration<'_> {
    /// `{"variant": content}`: a field for each variant.
    fn externally_tagged(&self) -> Object {
        let mut object = Object::default();
        let mut members = Vec::new();
        for variant in &self.variants {
            if matches!(variant.fields, Fields::Unit) {
                self.ctxt.error(
                    variant.span(),
                    format!(
                        "the variant `{0}` is a string in JSON where the others are objects; \
                         write `{0} {{}}` to make it one",
                        variant.ident.unraw()
                    ),
                );
                continue;
            }
            let (name, span) = self.name(variant);
            let place = Place::Named { name: name.clone(), span };
            if let Some(mut field) = self.content(variant, place) {
                field.sound &= self.content_is_never_null(variant);
                members.push((object.fields.len(), name));
                object.fields.push(field);
            }
        }
        check::names_are_distinct(self.ctxt, &object.fields);
        object.union = Some(Union {
            discriminator: None,
            members,
            exactly_one: true,
            idle_allowed: false,
            rust_enum: true,
        });
        object
    }

    /// `{"tag": "Variant", "field": …}`: the one field of each variant.
    fn internally_tagged(&self, discriminator: &LitStr) -> Object {
        let mut object = Object { fields: vec![tag(discriminator)], union: None };
        let mut members = Vec::new();
        for variant in &self.variants {
            check::variant_says_nothing(self.ctxt, variant);
            let own = match &variant.fields {
                Fields::Unit => continue,
                Fields::Named(_) => self.named(variant).fields,
                Fields::Unnamed(fields) => {
                    self.ctxt.error_on(
                        fields,
                        format!(
                            "the fields of what `{}` holds stand beside the tag, where it isn't \
                             known which belong to which variant; hold it under a name, `{0} {{ \
                             … }}`",
                            variant.ident.unraw()
                        ),
                    );
                    continue;
                }
            };
            if let Some(Place::Flattened(span)) = own.first().map(|field| &field.place) {
                self.ctxt.error(
                    *span,
                    "the fields of a flattened type stand beside the tag, where it isn't known \
                     which belong to which variant; leave `flatten` out",
                );
                continue;
            }
            if own.len() > 1 {
                self.ctxt.error(
                    variant.span(),
                    format!(
                        "the variant `{}` has {} fields beside the tag, where a union has one \
                         field for each value of its discriminator; put them into a struct, and \
                         that into one field",
                        variant.ident.unraw(),
                        own.len()
                    ),
                );
                continue;
            }
            for field in own {
                members.push((object.fields.len(), self.name(variant).0));
                object.fields.push(field);
            }
        }
        check::names_are_distinct(self.ctxt, &object.fields);
        object.union = tagged(members);
        object
    }

    /// `{"tag": "Variant", "content": …}`: one field for all variants.
    fn adjacently_tagged(&self, discriminator: &LitStr, content: &LitStr) -> Object {
        let mut object = Object { fields: vec![tag(discriminator)], union: None };
        let mut members = Vec::new();
        for variant in &self.variants {
            if matches!(variant.fields, Fields::Unit) {
                check::variant_says_nothing(self.ctxt, variant);
                continue;
            }
            let place = Place::Named { name: content.value(), span: content.span() };
            if let Some(field) = self.content(variant, place) {
                members.push((object.fields.len(), self.name(variant).0));
                object.fields.push(field);
            }
        }
        if members.len() > 1 {
            self.ctxt.error_on(
                content,
                format!(
                    "what `{0}` holds depends on `{1}`, where a field of an object has one type; \
                     leave `content` out, so that each variant has a field of its own; or {INSTEAD}",
                    content.value(),
                    discriminator.value()
                ),
            );
        } else {
            check::names_are_distinct(self.ctxt, &object.fields);
        }
        object.union = tagged(members);
        object
    }

    /// The name of a variant in JSON, and where it is written.
    fn name(&self, variant: &Variant) -> (String, proc_macro2::Span) {
        let plain = self.serde.rename_all.apply_to_variant(&variant.ident.unraw().to_string());
        match FieldSerde::read(&variant.attrs).rename {
            Some(rename) => rename.name(self.ctxt, &plain),
            None => (plain, variant.ident.span()),
        }
    }

    /// What a variant holds, as one field.
    fn content(&self, variant: &Variant, place: Place) -> Option<Field> {
        let before = self.ctxt.count();
        let patch = FieldPatch::read(self.ctxt, &variant.attrs);
        let serde = FieldSerde::read(&variant.attrs);
        check::custom_form_is_leaf(self.ctxt, &patch, &serde);
        check::variant_is_a_member_already(self.ctxt, &patch);
        let ty = match &variant.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                let field = fields.unnamed.first()?;
                let inner = FieldPatch::read(self.ctxt, &field.attrs);
                check::attributes_stand_on_the_variant(self.ctxt, &inner);
                check::custom_form_is_leaf(self.ctxt, &patch, &FieldSerde::read(&field.attrs));
                if patch.leaf.is_some() {
                    FieldType::Leaf(Box::new(field.ty.clone()))
                } else {
                    FieldType::Described(Box::new(field.ty.clone()))
                }
            }
            Fields::Named(_) => FieldType::Inline {
                name: format!("{}.{}", self.own.unraw(), variant.ident.unraw()),
                object: self.named(variant),
            },
            fields => {
                self.ctxt.error_on(
                    fields,
                    format!(
                        "what `{}` holds is a list of mixed types in JSON, which no patch can \
                         look into; name its fields",
                        variant.ident.unraw()
                    ),
                );
                return None;
            }
        };
        let mut field = Field { place, ty, patch, sound: true };
        check::field(self.ctxt, &field);
        field.sound = self.ctxt.count() == before;
        Some(field)
    }

    /// The fields of a struct variant.
    fn named(&self, variant: &Variant) -> Object {
        let rule = VariantSerde::read(self.ctxt, &variant.attrs).rename_all;
        let rule = rule.unwrap_or(self.serde.rename_all_fields);
        let fields: Vec<Field> = variant
            .fields
            .iter()
            .filter_map(|field| named(self.ctxt, self.own, field, rule))
            .collect();
        check::names_are_distinct(self.ctxt, &fields);
        for field in &fields {
            check::field_is_of_no_union(self.ctxt, &field.patch);
        }
        Object { fields, union: None }
    }

    /// A null counts as absent, but serde writes it for `None`.
    fn content_is_never_null(&self, variant: &Variant) -> bool {
        let held = variant.fields.iter().next().filter(|field| field.ident.is_none());
        let Some(held) = held.filter(|field| optional(&field.ty) == Some(true)) else {
            return true;
        };
        self.ctxt.error_on(
            &held.ty,
            format!(
                "`{}` of nothing is null in JSON, which in a patch is no variant at all; leave \
                 `Option` out, and write a variant of its own for nothing",
                variant.ident.unraw()
            ),
        );
        false
    }
}

fn tagged(members: Vec<(usize, String)>) -> Option<Union> {
    (!members.is_empty()).then_some(Union {
        discriminator: Some(0),
        members,
        exactly_one: false,
        idle_allowed: false,
        rust_enum: true,
    })
}
