//! Enums. An enum without data is a string. An enum with data is an object with a field for
//! each variant, which is a union: without a discriminator if serde tags it externally,
//! otherwise with the tag as the discriminator. Forms in which a field of the object would have
//! several types are refused.

use syn::ext::IdentExt as _;
use syn::{DataEnum, DeriveInput, Fields, Ident, LitStr, Variant, parse_quote};

use crate::attr::FieldPatch;
use crate::check;
use crate::ctxt::Ctxt;
use crate::fields::{named, tag};
use crate::model::{Field, FieldType, Object, Place, Shape, Union};
use crate::serde::{ContainerSerde, FieldSerde, VariantSerde, check_content, check_spelling};
use crate::ty::is_option;

/// The remedy, in messages about forms that are refused.
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
    check_content(ctxt, &input.attrs);
    for variant in &data.variants {
        check_spelling(ctxt, &variant.attrs);
    }
    let variants: Vec<&Variant> =
        data.variants.iter().filter(|v| !FieldSerde::read(&v.attrs).skip()).collect();
    let kept = |variant: &Variant| variants.iter().any(|kept| kept.ident == variant.ident);
    for skipped in data.variants.iter().filter(|variant| !kept(variant)) {
        let reason = "no patch can reach a variant that serde skips, so it takes no attributes";
        check::check_bare_variant(ctxt, skipped, reason);
    }
    for untagged in variants.iter().filter_map(|v| VariantSerde::read(&v.attrs).untagged) {
        ctxt.error(
            untagged,
            format!(
                "an untagged variant shows only in what it holds, so no patch can tell it from \
                 the others; {INSTEAD}"
            ),
        );
    }
    if serde.tag.is_some() {
        for variant in &variants {
            let Some(other) = VariantSerde::read(&variant.attrs).other else { continue };
            ctxt.error(
                other,
                format!(
                    "serde reads each unknown tag as `{0}` and writes it as `{0}`, so that it is \
                     lost; remove `other`, or {INSTEAD}",
                    variant.ident.unraw()
                ),
            );
        }
    }
    let read = Enumeration { ctxt, own: &input.ident, serde, variants };
    match (&serde.tag, &serde.content) {
        (None, _) if read.variants.iter().all(|v| matches!(v.fields, Fields::Unit)) => {
            read.variants.iter().for_each(|v| check::check_unit_variant(ctxt, v));
            let strings = read.variants.iter().map(|variant| read.name(variant).0).collect();
            let other = read.variants.iter().any(|v| VariantSerde::read(&v.attrs).other.is_some());
            if other { Shape::Scalar } else { Shape::OneOf(strings) }
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
    /// The object `{"variant": content}`: a field for each variant.
    fn externally_tagged(&self) -> Object {
        let mut object = Object::default();
        let mut members = Vec::new();
        for variant in &self.variants {
            if matches!(variant.fields, Fields::Unit) {
                self.ctxt.error(
                    variant.ident.span(),
                    format!(
                        "the variant `{0}` is a string in JSON where the others are objects, and \
                         a patch can't make one of the other; write `{0} {{}}`, which is \
                         `{{\"{1}\": {{}}}}` in JSON, or, to keep that as it is, mark the fields \
                         that hold the enum `#[patch(leaf)]`",
                        variant.ident.unraw(),
                        self.name(variant).0
                    ),
                );
                continue;
            }
            let (name, span) = self.name(variant);
            let place = Place::Named { name: name.clone(), span };
            if let Some(mut field) = self.content(variant, place) {
                field.sound &= self.check_leaf_content(variant);
                members.push((object.fields.len(), name));
                object.fields.push(field);
            }
        }
        check::check_distinct_names(self.ctxt, &object.fields);
        object.union = Some(Union {
            discriminator: None,
            members,
            exactly_one: true,
            allow_inactive_member: false,
            unenforced: false,
            rust_enum: true,
        });
        object
    }

    /// The object `{"tag": "Variant", "field": …}`: the tag, and the one field of each variant.
    fn internally_tagged(&self, discriminator: &LitStr) -> Object {
        let mut object = Object { fields: vec![tag(discriminator)], ..Object::default() };
        let mut members = Vec::new();
        for variant in &self.variants {
            if matches!(variant.fields, Fields::Unit) {
                check::check_unit_variant(self.ctxt, variant);
            } else {
                let reason = "beside the tag there are the fields of a variant, which take the patch \
                              attributes: the variant takes none";
                check::check_bare_variant(self.ctxt, variant, reason);
            }
            let value = self.name(variant).0;
            if let Some(custom) = FieldSerde::read(&variant.attrs).custom {
                self.ctxt.error(
                    custom,
                    format!(
                        "functions write and read what is beside the tag, so its fields are \
                         not known; {INSTEAD}"
                    ),
                );
                continue;
            }
            let own = match &variant.fields {
                Fields::Unit => continue,
                Fields::Named(_) => self.named(variant).fields,
                Fields::Unnamed(fields) => {
                    self.ctxt.error_on(
                        fields,
                        format!(
                            "the fields of what `{}` holds are beside the tag, where it isn't \
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
                    "the fields of a flattened type are beside the tag, where it isn't known \
                     which belong to which variant; leave `flatten` out",
                );
                continue;
            }
            if own.len() > 1 {
                self.ctxt.error(
                    variant.ident.span(),
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
            for mut field in own {
                field.variant = Some(variant.ident.clone());
                members.push((object.fields.len(), value.clone()));
                object.fields.push(field);
            }
        }
        check::check_distinct_names(self.ctxt, &object.fields);
        object.union = tagged(members);
        object
    }

    /// The object `{"tag": "Variant", "content": …}`: the tag, and the content of one variant.
    /// Several variants would share one content field, which a change of the tag could not clear.
    fn adjacently_tagged(&self, discriminator: &LitStr, content: &LitStr) -> Object {
        let mut object = Object { fields: vec![tag(discriminator)], ..Object::default() };
        let mut first: Option<Ident> = None;
        for variant in &self.variants {
            if matches!(variant.fields, Fields::Unit) {
                check::check_unit_variant(self.ctxt, variant);
                continue;
            }
            if let Some(first) = &first {
                self.ctxt.error_on(
                    content,
                    format!(
                        "`{0}` is the content of `{1}` and of `{2}`, so that a patch which changes \
                         `{3}` would merge the content of one into that of the other; mark the fields \
                         that hold the enum `#[patch(leaf)]` to have them replaced as a whole, or \
                         leave out `tag` and `content`, so that each variant has a field of its own",
                        content.value(),
                        first.unraw(),
                        variant.ident.unraw(),
                        discriminator.value()
                    ),
                );
                break;
            }
            first = Some(variant.ident.clone());
            let place = Place::Named { name: content.value(), span: content.span() };
            if let Some(field) = self.content(variant, place) {
                object.union = tagged(vec![(1, self.name(variant).0)]);
                object.fields.push(field);
            }
        }
        check::check_distinct_names(self.ctxt, &object.fields);
        object
    }

    /// The JSON name of a variant, and the place where it is written.
    fn name(&self, variant: &Variant) -> (String, proc_macro2::Span) {
        let plain = variant.ident.unraw().to_string();
        let rename = FieldSerde::read(&variant.attrs).rename;
        let rules = &self.serde.rename_all;
        let (name, span) = rules.name(self.ctxt, rename.as_ref(), variant.ident.span(), |rule| {
            rule.apply_to_variant(&plain)
        });
        check::check_name(self.ctxt, &name, span);
        if name.is_empty() {
            self.ctxt.error(span, "a variant needs a name in JSON that is not empty");
        }
        (name, span)
    }

    /// The content of a variant as one field.
    fn content(&self, variant: &Variant, place: Place) -> Option<Field> {
        let before = self.ctxt.count();
        let patch = FieldPatch::read(self.ctxt, &variant.attrs);
        let serde = FieldSerde::read(&variant.attrs);
        check::check_custom_functions(self.ctxt, &patch, &serde);
        check::check_variant_attributes(self.ctxt, &patch);
        let ty = match &variant.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                let field = fields.unnamed.first()?;
                let inner = FieldPatch::read(self.ctxt, &field.attrs);
                let inner_serde = FieldSerde::read(&field.attrs);
                check::check_newtype_variant_field(self.ctxt, &inner);
                check::check_custom_functions(self.ctxt, &patch, &inner_serde);
                if inner_serde.skip_serializing || inner_serde.skip_deserializing {
                    self.ctxt.error_on(
                        field,
                        format!(
                            "without its field `{0}` is a variant without data; write `{0}`, or \
                             name the field to hold an object",
                            variant.ident.unraw()
                        ),
                    );
                    return None;
                }
                if patch.leaf.is_some() {
                    FieldType::Leaf(Box::new(field.ty.clone()))
                } else {
                    FieldType::Described(Box::new(field.ty.clone()))
                }
            }
            Fields::Unnamed(fields) if patch.leaf.is_some() => {
                let types = fields.unnamed.iter().map(|field| &field.ty);
                FieldType::Leaf(Box::new(parse_quote!((#(#types),*))))
            }
            Fields::Named(_) if patch.leaf.is_some() => FieldType::Leaf(Box::new(parse_quote!(()))),
            Fields::Named(_) => FieldType::Inline {
                name: format!("{}.{}", self.own.unraw(), variant.ident.unraw()),
                object: self.named(variant),
            },
            fields => {
                self.ctxt.error_on(
                    fields,
                    format!(
                        "what `{}` holds is a list of mixed types in JSON, which no patch can \
                         look into; name its fields, or mark the variant `#[patch(leaf)]` to have \
                         the list replaced as a whole",
                        variant.ident.unraw()
                    ),
                );
                return None;
            }
        };
        let variant = Some(variant.ident.clone());
        let mut field = Field { place, ty, patch, access: None, variant, sound: true };
        check::check_field(self.ctxt, &field);
        field.sound = self.ctxt.count() == before;
        Some(field)
    }

    /// The fields of a struct variant.
    fn named(&self, variant: &Variant) -> Object {
        let rules = VariantSerde::read(&variant.attrs).rename_all;
        let rules = rules.unwrap_or(self.serde.rename_all_fields);
        let fields: Vec<Field> = variant
            .fields
            .iter()
            .filter_map(|field| named(self.ctxt, self.own, field, &rules))
            .collect();
        check::check_distinct_names(self.ctxt, &fields);
        for field in &fields {
            check::check_variant_field(self.ctxt, &field.patch);
        }
        Object { fields, ..Object::default() }
    }

    /// Refuses an `Option` as the content of a leaf variant: serde writes null for `None`,
    /// which counts as absent. For content that is not a leaf, a constant checks this.
    fn check_leaf_content(&self, variant: &Variant) -> bool {
        let held = variant.fields.iter().next().filter(|field| field.ident.is_none());
        let leaf = FieldPatch::read(&Ctxt::default(), &variant.attrs).leaf;
        let Some(held) = held.filter(|field| leaf.is_some() && is_option(&field.ty)) else {
            return true;
        };
        self.ctxt.error_on(
            &held.ty,
            format!(
                "`{}(None)` is null in JSON, and a null in a patch means that no variant is \
                 set; remove the `Option`, and add a variant without content for this case",
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
        allow_inactive_member: false,
        unenforced: false,
        rust_enum: true,
    })
}
