const _: () = {
    use crate::facade::by_name::patch::__private as __smp;
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
                    shape: <Vec<Container> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        list_map_keys: &[("name", __smp::None)],
                        list_type: __smp::Some(__smp::ListType::Map),
                    },
                },
                __smp::FieldShape::leaf("leaf"),
                __smp::FieldShape::flattened(
                    <Page<String> as __smp::PatchSchema>::SHAPE,
                    <Page<String> as __smp::PatchSchema>::OBJECT,
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
                "Pod",
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Container>",
            shape: <Vec<Container> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Container> as __smp::PatchSchema>::ELEMENT,
        };
        let __metadata = &__smp::Metadata {
            strategy: __smp::Strategy::MERGE,
            merge_key: __smp::Some("name"),
            list_map_keys: &[("name", __smp::None)],
            list_type: __smp::Some(__smp::ListType::Map),
        };
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListMapKeys);
    };
    #[allow(deprecated)]
    const _: () = __smp::const_checks::merge_key(
        &__smp::const_checks::TypeFacts {
            text: "Vec<Container>",
            shape: <Vec<Container> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Container> as __smp::PatchSchema>::ELEMENT,
        },
        "name",
    );
    #[allow(deprecated)]
    const _: () = __smp::const_checks::list_map_key(
        &__smp::const_checks::TypeFacts {
            text: "Vec<Container>",
            shape: <Vec<Container> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Container> as __smp::PatchSchema>::ELEMENT,
        },
        "name",
        __smp::None,
    );
    #[allow(deprecated)]
    const _: () = __smp::const_checks::flatten(
        &__smp::const_checks::TypeFacts {
            text: "Page<String>",
            shape: <Page<String> as __smp::PatchSchema>::SHAPE,
            element: <Page<String> as __smp::PatchSchema>::ELEMENT,
        },
    );
    #[allow(deprecated)]
    const _: () = __smp::const_checks::distinct_names(
        "Pod",
        <Pod as __smp::PatchSchema>::OBJECT,
    );
};
const _: () = {
    use crate::facade::by_glob::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Container {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Container",
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
                "Container",
            )
        }
    }
};
const _: () = {
    use crate::facade::by_glob::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl<T> __smp::PatchSchema for Page<T>
    where
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Page",
            fields: &[
                __smp::FieldShape {
                    place: __smp::Place::Named("items"),
                    shape: <Vec<T> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::REPLACE,
                        ..__smp::Metadata::NONE
                    },
                },
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            const {
                {
                    let __of = &__smp::const_checks::TypeFacts {
                        text: "Vec<T>",
                        shape: <Vec<T> as __smp::PatchSchema>::SHAPE,
                        element: <Vec<T> as __smp::PatchSchema>::ELEMENT,
                    };
                    let __metadata = &__smp::Metadata {
                        strategy: __smp::Strategy::REPLACE,
                        ..__smp::Metadata::NONE
                    };
                    __smp::const_checks::metadata(
                        __of,
                        __metadata,
                        __smp::Part::Strategy,
                    );
                }
            };
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
    }
};
