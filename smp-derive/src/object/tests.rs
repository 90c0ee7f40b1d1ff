//! The code that is written for an object and for a kind, and the errors. The tests of reading
//! and writing are in smp-types.

use quote::quote;
use snapbox::{assert_data_eq, str};
use syn::DeriveInput;

use super::implementations;

fn expanded(input: proc_macro2::TokenStream) -> String {
    let input: DeriveInput = syn::parse2(input).unwrap();
    let mut file: syn::File = syn::parse2(implementations(&input).unwrap()).unwrap();
    // The implementation exists only if another crate of the build enables the feature.
    file.items.retain(|item| !is_json_schema(item));
    prettyplease::unparse(&file)
}

fn is_json_schema(item: &syn::Item) -> bool {
    let syn::Item::Impl(syn::ItemImpl { trait_: Some((path, _)), .. }) = item else {
        return false;
    };
    path.segments.last().is_some_and(|last| last.ident == "JsonSchema")
}

fn refused(input: proc_macro2::TokenStream) -> String {
    implementations(&syn::parse2(input).unwrap()).unwrap_err().to_string()
}

#[test]
fn a_member_has_the_place_of_its_field() {
    let object = quote! {
        struct Port {
            name: Option<String>,
            port: i32,
        }
    };
    assert_data_eq!(
        expanded(object),
        str![[r#"
#[automatically_derived]
impl __smp::Object for Port {
    const NAME: &'static str = "Port";
    const NAMES: &'static [&'static str] = &__smp::names::<Self, 2usize>();
    fn read<'de, A: __smp::serde::de::MapAccess<'de>>(
        &mut self,
        place: usize,
        from: &mut A,
    ) -> ::core::result::Result<(), A::Error> {
        match place {
            0usize => __smp::read(&mut self.name, from),
            1usize => __smp::read(&mut self.port, from),
            _ => ::core::result::Result::Ok(()),
        }
    }
    fn write<M: __smp::Members>(&self, to: &mut M) {
        to.member(&self.name);
        to.member(&self.port);
    }
}
#[automatically_derived]
impl __smp::FieldwiseRead for Port {
    #[inline]
    fn empty() -> Self {
        <Self as __smp::Object>::empty()
    }
}
#[automatically_derived]
impl __smp::Field for Port {}
#[automatically_derived]
impl<'de> __smp::serde::Deserialize<'de> for Port {
    fn deserialize<D: __smp::serde::Deserializer<'de>>(
        from: D,
    ) -> ::core::result::Result<Self, D::Error> {
        __smp::Reading::of(from)
    }
}
#[automatically_derived]
impl __smp::serde::Serialize for Port {
    fn serialize<S: __smp::serde::Serializer>(
        &self,
        to: S,
    ) -> ::core::result::Result<S::Ok, S::Error> {
        __smp::write(self, to)
    }
}

"#]]
    );
}

#[test]
fn a_kind_begins_with_its_name() {
    let kind = quote! {
        #[object(api_version = "v1", kind = "Pod")]
        struct Pod {
            api_version: Option<String>,
            kind: Option<String>,
        }
    };
    let expanded = expanded(kind);
    let (_, default) = expanded.split_once("impl ::core::default::Default").unwrap();
    assert!(expanded.contains("fn empty() -> Self {"));
    assert!(expanded.contains(r#"read_constant(&mut self.kind, from, "Pod")"#));
    assert_data_eq!(
        default,
        str![[r#"
 for Pod {
    /// An object with its `apiVersion` and `kind`, and nothing else.
    #[inline]
    fn default() -> Self {
        Self {
            api_version: ::core::option::Option::Some("v1".to_owned()),
            kind: ::core::option::Option::Some("Pod".to_owned()),
            ..<Self as __smp::Object>::empty()
        }
    }
}

"#]]
    );
}

#[test]
fn only_structs_with_named_fields_are_objects() {
    let message = "a `KubernetesObject` is a struct with named fields; use serde's derives";
    assert_eq!(
        refused(quote!(
            struct Port(i32);
        )),
        message
    );
    assert_eq!(
        refused(quote!(
            struct Port;
        )),
        message
    );
    assert_eq!(
        refused(quote!(
            enum Port {
                Http {},
            }
        )),
        message
    );
}

#[test]
fn a_kind_has_both_parts_of_its_name() {
    let message = r#"a kind has both: `#[object(api_version = "…", kind = "…")]`"#;
    assert_eq!(
        refused(quote!(
            #[object(kind = "Pod")]
            struct Pod {}
        )),
        message
    );
    assert_eq!(
        refused(quote!(
            #[object(api_version = "v1")]
            struct Pod {}
        )),
        message
    );
    assert_eq!(
        refused(quote!(
            #[object(version = "v1")]
            struct Pod {}
        )),
        "expected `api_version` or `kind`"
    );
}

#[test]
fn what_the_shared_code_does_not_know_is_refused() {
    let message = "`KubernetesObject` knows `rename`, `rename_all` and `default`; \
                   for others use serde's derives";
    for field in [
        quote!(#[serde(alias = "port")]),
        quote!(#[serde(default = "eighty")]),
        quote!(#[serde(rename(serialize = "port"))]),
        quote!(#[serde(default, skip)]),
    ] {
        let object = quote!(
            struct Port {
                #field
                number: i32,
            }
        );
        assert_eq!(refused(object), message, "{field}");
    }
    assert_eq!(
        refused(quote!(
            #[serde(rename_all = "camelCase", untagged)]
            struct Port {}
        )),
        message
    );
    assert_eq!(
        refused(quote!(
            struct Port<T> {
                number: T,
            }
        )),
        "`KubernetesObject` has no parameters; use serde's derives"
    );
}
