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
//! Its `Serialize` adds `apiVersion` and `kind`, for which it has no fields.

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
        sound: true,
    }
}
