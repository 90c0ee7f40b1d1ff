//! A crate that re-exports `smp_core`: its users need not depend on it.
#![deny(warnings)]
#![allow(dead_code)]

mod facade {
    pub mod by_name {
        pub use smp_core as patch;
    }
    pub mod by_glob {
        pub use smp_core::*;
    }
    pub use smp_core::PatchSchema;
}

mod of_the_user {
    // A module with the name of the crate, which the generated code must not use.
    mod smp_core {}

    #[derive(crate::facade::PatchSchema)]
    #[patch(crate = "crate::facade::by_name::patch")]
    pub struct Pod {
        #[patch(strategy = "merge", merge_key = "name", list_map_keys("name"))]
        containers: Vec<Container>,
        #[patch(leaf)]
        leaf: (),
        #[serde(flatten)]
        rest: Page<String>,
    }

    #[derive(crate::facade::PatchSchema)]
    #[patch(crate = "crate::facade::by_glob")]
    pub struct Container {
        name: String,
    }

    #[derive(crate::facade::PatchSchema)]
    // A path without quotes, as a macro passes it with `$crate`.
    #[patch(crate = crate::facade::by_glob)]
    pub struct Page<T> {
        #[patch(strategy = "replace")]
        items: Vec<T>,
    }
}

macro_rules! described {
    ($name:ident, $key:literal, $ty:ty) => {
        #[derive(crate::facade::PatchSchema)]
        #[patch(crate = $crate::facade::by_glob)]
        struct $name {
            #[patch(strategy = "merge", merge_key = $key)]
            items: $ty,
        }
    };
}

described!(ByMacro, "name", Vec<of_the_user::Container>);

fn main() {
    use crate::facade::PatchSchema;
    assert!(of_the_user::Pod::schema().root().field("items").is_some());
    assert_eq!(ByMacro::schema().root().field("items").expect("a field").merge_key(), Some("name"));
}
