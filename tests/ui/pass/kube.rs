//! The root type that `kube` generates has two fields more in JSON; types that only look like it
//! have not.
#![deny(warnings)]
#![allow(dead_code)]

use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

use crate::k8s_openapi::apimachinery;

mod k8s_openapi {
    pub mod apimachinery {
        pub mod pkg {
            pub mod apis {
                pub mod meta {
                    pub mod v1 {
                        use serde::{Deserialize, Serialize};
                        use smp_core::PatchSchema;

                        #[derive(PatchSchema, Serialize, Deserialize)]
                        pub struct ObjectMeta {
                            name: String,
                        }

                        #[derive(PatchSchema, Serialize, Deserialize)]
                        pub struct ListMeta {
                            name: String,
                        }
                    }
                }
            }
        }
    }
}

#[derive(PatchSchema, Serialize, Deserialize)]
pub struct Spec {
    title: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Root {
    metadata: crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
    spec: Spec,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct RootWithStatus {
    metadata: crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
    spec: Spec,
    status: Option<Spec>,
}

/// `kube` writes the whole path.
#[derive(PatchSchema, Serialize, Deserialize)]
struct ImportedMetadata {
    metadata: apimachinery::pkg::apis::meta::v1::ObjectMeta,
    spec: Spec,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct OtherMetadata {
    metadata: crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ListMeta,
    spec: Spec,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct OtherField {
    metadata: crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
    spec: Spec,
    data: Spec,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct WithoutSpec {
    metadata: crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
    status: Option<Spec>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct WithoutMetadata {
    spec: Spec,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Generic<T> {
    metadata: crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
    spec: T,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Flattened {
    metadata: crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
    #[serde(flatten)]
    spec: Spec,
}

fn main() {}
