//! The root type of a custom resource, which `kube`'s derive generates:
//!
//! ```text
//! pub struct Website {
//!     pub metadata: ::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
//!     pub spec: WebsiteSpec,
//!     pub status: Option<WebsiteStatus>,
//! }
//! ```
//!
//! Its `Serialize` adds `apiVersion` and `kind`, which are not fields.

use proc_macro2::Span;
use syn::{FieldsNamed, Generics, Type};

use crate::attr::FieldPatch;
use crate::model::{Field, FieldType, Place};
use crate::serde::FieldSerde;

/// The last segments of the path of `metadata`'s type.
const OBJECT_META: [&str; 6] = ["apimachinery", "pkg", "apis", "meta", "v1", "ObjectMeta"];

/// The fields that `Serialize` adds to a struct; none unless it has the form of a root type.
pub(crate) fn added_fields(generics: &Generics, fields: &FieldsNamed) -> Vec<Field> {
    let is_root = generics.params.is_empty()
        && has(fields, "spec")
        && fields.named.iter().all(|field| match &field.ident {
            Some(name) if name == "metadata" => is_object_meta(&field.ty),
            Some(name) if name == "spec" => !is_flattened(field),
            name => name.as_ref().is_some_and(|name| name == "status"),
        })
        && has(fields, "metadata");
    let names = if is_root { &["apiVersion", "kind"][..] } else { &[] };
    names.iter().map(|name| added(name)).collect()
}

fn has(fields: &FieldsNamed, name: &str) -> bool {
    fields.named.iter().any(|field| field.ident.as_ref().is_some_and(|own| own == name))
}

/// Whether the field is flattened, as with `#[kube(no_spec)]`. A merge then does not access the
/// fields one by one.
fn is_flattened(field: &syn::Field) -> bool {
    FieldSerde::read(&field.attrs).flatten.is_some()
}

fn is_object_meta(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let segments = path.path.segments.iter().rev();
    let count = segments.len();
    count > OBJECT_META.len()
        && segments.zip(OBJECT_META.iter().rev()).all(|(own, name)| own.ident == name)
}

fn added(name: &str) -> Field {
    Field {
        place: Place::Named { name: name.to_owned(), span: Span::call_site() },
        ty: FieldType::Constant,
        patch: FieldPatch::default(),
        access: None,
        variant: None,
        sound: true,
    }
}

#[cfg(test)]
mod tests {
    use syn::{Data, DeriveInput, Fields, parse_quote};

    use super::added_fields;
    use crate::model::Place;

    /// The names of the fields that are added to a struct.
    fn added(input: &DeriveInput) -> Vec<String> {
        let Data::Struct(data) = &input.data else { panic!("a struct") };
        let Fields::Named(fields) = &data.fields else { panic!("named fields") };
        let name = |place| match place {
            Place::Named { name, .. } => name,
            Place::Flattened(_) => panic!("a name"),
        };
        added_fields(&input.generics, fields).into_iter().map(|field| name(field.place)).collect()
    }

    #[test]
    fn a_root_type_has_two_fields_more() {
        let fields = ["apiVersion", "kind"];
        assert_eq!(
            added(&parse_quote! {
                struct Root {
                    metadata: ::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
                    spec: Spec,
                }
            }),
            fields
        );
        assert_eq!(
            added(&parse_quote! {
                struct RootWithStatus {
                    metadata: k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
                    spec: Spec,
                    status: Option<Status>,
                }
            }),
            fields
        );
    }

    #[test]
    fn a_struct_that_only_looks_like_one_has_not() {
        let inputs: [DeriveInput; 9] = [
            parse_quote! {
                // `kube` writes the whole path.
                struct ImportedMetadata {
                    metadata: apimachinery::pkg::apis::meta::v1::ObjectMeta,
                    spec: Spec,
                }
            },
            parse_quote! {
                struct OtherMetadata {
                    metadata: ::k8s_openapi::apimachinery::pkg::apis::meta::v1::ListMeta,
                    spec: Spec,
                }
            },
            parse_quote! {
                struct OtherPath {
                    metadata: ::k8s_openapi::apimachinery::pkg::apis::other::v1::ObjectMeta,
                    spec: Spec,
                }
            },
            parse_quote! {
                struct TupleMetadata { metadata: (String, String), spec: Spec }
            },
            parse_quote! {
                struct OtherField {
                    metadata: ::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
                    spec: Spec,
                    data: Spec,
                }
            },
            parse_quote! {
                struct WithoutSpec {
                    metadata: ::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
                    status: Option<Status>,
                }
            },
            parse_quote! {
                struct WithoutMetadata { spec: Spec }
            },
            parse_quote! {
                struct Generic<T> {
                    metadata: ::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
                    spec: T,
                }
            },
            parse_quote! {
                struct Flattened {
                    metadata: ::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
                    #[serde(flatten)]
                    spec: Spec,
                }
            },
        ];
        for input in inputs {
            assert!(added(&input).is_empty(), "{}", input.ident);
        }
    }
}
