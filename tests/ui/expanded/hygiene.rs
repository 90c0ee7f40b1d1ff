const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Pod {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Pod",
            fields: &[
                __smp::FieldShape {
                    place: __smp::Place::Named("containers"),
                    shape: <List<Container> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE_RETAIN_KEYS,
                        merge_key: __smp::Some("name"),
                        list_map_keys: &[
                            ("name", __smp::Some(__smp::DefaultShape::String("x"))),
                        ],
                        list_type: __smp::Some(__smp::ListType::Map),
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("names"),
                    shape: <List<::std::string::String> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        list_type: __smp::Some(__smp::ListType::Set),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::flattened(
                    <Inner as __smp::PatchSchema>::SHAPE,
                    <Inner as __smp::PatchSchema>::OBJECT,
                ),
                __smp::FieldShape::leaf("option"),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "Pod",
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "List<Container>",
            shape: <List<Container> as __smp::PatchSchema>::SHAPE,
            element: <List<Container> as __smp::PatchSchema>::ELEMENT,
        };
        let __metadata = &__smp::Metadata {
            strategy: __smp::Strategy::MERGE_RETAIN_KEYS,
            merge_key: __smp::Some("name"),
            list_map_keys: &[("name", __smp::Some(__smp::DefaultShape::String("x")))],
            list_type: __smp::Some(__smp::ListType::Map),
        };
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListMapKeys);
    };
    #[allow(deprecated)]
    const _: () = __smp::const_checks::merge_key(
        &__smp::const_checks::TypeFacts {
            text: "List<Container>",
            shape: <List<Container> as __smp::PatchSchema>::SHAPE,
            element: <List<Container> as __smp::PatchSchema>::ELEMENT,
        },
        "name",
    );
    #[allow(deprecated)]
    const _: () = __smp::const_checks::list_map_key(
        &__smp::const_checks::TypeFacts {
            text: "List<Container>",
            shape: <List<Container> as __smp::PatchSchema>::SHAPE,
            element: <List<Container> as __smp::PatchSchema>::ELEMENT,
        },
        "name",
        __smp::Some(__smp::DefaultShape::String("x")),
    );
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "List<::std::string::String>",
            shape: <List<::std::string::String> as __smp::PatchSchema>::SHAPE,
            element: <List<::std::string::String> as __smp::PatchSchema>::ELEMENT,
        };
        let __metadata = &__smp::Metadata {
            list_type: __smp::Some(__smp::ListType::Set),
            ..__smp::Metadata::NONE
        };
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListType);
    };
    #[allow(deprecated)]
    const _: () = __smp::const_checks::flatten(
        &__smp::const_checks::TypeFacts {
            text: "Inner",
            shape: <Inner as __smp::PatchSchema>::SHAPE,
            element: <Inner as __smp::PatchSchema>::ELEMENT,
        },
    );
    #[allow(deprecated)]
    const _: () = __smp::const_checks::distinct_names(
        "Pod",
        <Pod as __smp::PatchSchema>::OBJECT,
    );
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Inner {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Inner",
            fields: &[
                __smp::FieldShape::new(
                    "path",
                    <::std::string::String as __smp::PatchSchema>::SHAPE,
                ),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "Inner",
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Container {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Container",
            fields: &[
                __smp::FieldShape::new(
                    "name",
                    <::std::string::String as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("match", <bool as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "Container",
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Old {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Old",
            fields: &[
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "Old",
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Private {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Private",
            fields: &[
                __smp::FieldShape {
                    place: __smp::Place::Named("old"),
                    shape: <Vec<Old> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "Private",
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Old>",
            shape: <Vec<Old> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Old> as __smp::PatchSchema>::ELEMENT,
        };
        let __metadata = &__smp::Metadata {
            strategy: __smp::Strategy::MERGE,
            merge_key: __smp::Some("name"),
            ..__smp::Metadata::NONE
        };
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
    };
    #[allow(deprecated)]
    const _: () = __smp::const_checks::merge_key(
        &__smp::const_checks::TypeFacts {
            text: "Vec<Old>",
            shape: <Vec<Old> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Old> as __smp::PatchSchema>::ELEMENT,
        },
        "name",
    );
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Local {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Local",
            fields: &[
                __smp::FieldShape {
                    place: __smp::Place::Named("children"),
                    shape: <Vec<Local> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("id"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::new("id", <u32 as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "Local",
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Local>",
            shape: <Vec<Local> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Local> as __smp::PatchSchema>::ELEMENT,
        };
        let __metadata = &__smp::Metadata {
            strategy: __smp::Strategy::MERGE,
            merge_key: __smp::Some("id"),
            ..__smp::Metadata::NONE
        };
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
    };
    #[allow(deprecated)]
    const _: () = __smp::const_checks::merge_key(
        &__smp::const_checks::TypeFacts {
            text: "Vec<Local>",
            shape: <Vec<Local> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Local> as __smp::PatchSchema>::ELEMENT,
        },
        "id",
    );
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Phase {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::scalar(
            __smp::ScalarShape::OneOf(&["Running"]),
        );
    }
};
