//! The root type that `kube` generates has two fields more in JSON.
#![deny(warnings)]
#![allow(dead_code)]

use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

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
    status: Option<Spec>,
}

fn main() {}
