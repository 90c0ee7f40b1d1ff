//! Generated code under strict lints, beside shadowed names, and in unusual places.
#![deny(
    warnings,
    missing_docs,
    unused_qualifications,
    unreachable_pub,
    single_use_lifetimes,
    trivial_casts,
    rust_2018_idioms
)]
#![forbid(unsafe_code)]

/// Names that generated code must not use unqualified.
#[allow(dead_code, non_camel_case_types, non_upper_case_globals)]
pub mod shadowed {
    use ::std::vec::Vec as List;

    /// Not the type.
    pub struct Option;
    /// Not the type.
    pub struct Vec;
    /// Not the trait.
    pub trait PatchSchema {}
    /// Not the type.
    pub struct Kind;
    /// Not the type.
    pub struct Strategy;
    /// Not the crate.
    pub mod core {}
    /// Not the crate.
    pub mod std {}
    /// Not the variant.
    pub struct Some;
    /// Not the variant.
    pub struct None;
    /// Not a local.
    pub const types: () = ();
    /// Not a local.
    pub const object: () = ();

    /// Documented.
    #[derive(::smp_core::PatchSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Pod {
        /// Documented.
        #[patch(strategy = "merge|retainKeys", merge_key = "name", list_map_keys("name" = "x"))]
        pub containers: List<Container>,
        #[patch(list_type = "set")]
        names: List<::std::string::String>,
        #[serde(flatten)]
        inner: Inner,
        #[patch(leaf)]
        option: Option,
    }

    #[derive(::smp_core::PatchSchema)]
    struct Inner {
        path: ::std::string::String,
    }

    /// Documented.
    #[derive(::smp_core::PatchSchema)]
    pub struct Container {
        name: ::std::string::String,
        r#match: bool,
    }
}

/// Documented.
#[derive(smp_core::PatchSchema)]
#[deprecated]
pub struct Old {
    /// Documented.
    #[deprecated]
    pub name: String,
}

#[derive(smp_core::PatchSchema)]
struct Private {
    #[allow(deprecated)]
    #[patch(strategy = "merge", merge_key = "name")]
    old: Vec<Old>,
}

fn main() {
    use smp_core::PatchSchema;

    #[derive(PatchSchema)]
    struct Local {
        #[patch(strategy = "merge", merge_key = "id")]
        children: Vec<Local>,
        id: u32,
    }

    fn nested() -> bool {
        #[derive(PatchSchema)]
        enum Phase {
            Running,
        }
        let _ = Phase::Running;
        Phase::SHAPE.kind() == smp_core::schema::Kind::Scalar
    }

    let _ = |local: Local, private: Private| (local.children, local.id, private.old);
    assert!(Local::schema().root().field("children").is_some());
    assert!(Private::schema().root().field("old").is_some());
    assert!(shadowed::Container::schema().root().field("match").is_some());
    assert!(nested());
}
