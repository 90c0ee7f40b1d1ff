const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl<T> __smp::PatchSchema for List<T>
    where
        T: Clone,
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "List",
            fields: &[
                __smp::FieldShape {
                    place: __smp::Place::Named("items"),
                    shape: <Vec<T> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::new(
                    "next",
                    <Option<Box<Self>> as __smp::PatchSchema>::SHAPE,
                ),
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
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    };
                    __smp::const_checks::metadata(
                        __of,
                        __metadata,
                        __smp::Part::Strategy,
                    );
                    __smp::const_checks::metadata(
                        __of,
                        __metadata,
                        __smp::Part::MergeKey,
                    );
                }
            };
            const {
                __smp::const_checks::merge_key(
                    &__smp::const_checks::TypeFacts {
                        text: "Vec<T>",
                        shape: <Vec<T> as __smp::PatchSchema>::SHAPE,
                        element: <Vec<T> as __smp::PatchSchema>::ELEMENT,
                    },
                    "name",
                )
            };
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Named {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Named",
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
                "Named",
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl<T, U> __smp::PatchSchema for Marked<T, U>
    where
        T: 'static,
        U: 'static,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Marked",
            fields: &[
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::leaf("opaque"),
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
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl<T, const N: usize> __smp::PatchSchema for Array<T, N>
    where
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Array",
            fields: &[
                __smp::FieldShape::leaf("items"),
                __smp::FieldShape::new("first", <T as __smp::PatchSchema>::SHAPE),
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
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl<K: Kind> __smp::PatchSchema for Object<K>
    where
        K: Kind + 'static,
        K::Spec: PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Object",
            fields: &[
                __smp::FieldShape::new("spec", <K::Spec as __smp::PatchSchema>::SHAPE),
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
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl<K: Ord, V> __smp::PatchSchema for Keyed<K, V>
    where
        K: __smp::PatchSchema,
        V: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Keyed",
            fields: &[
                __smp::FieldShape::new(
                    "map",
                    <BTreeMap<K, V> as __smp::PatchSchema>::SHAPE,
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
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl<T> __smp::PatchSchema for Newtype<T>
    where
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = <Vec<T> as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <Vec<
            T,
        > as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <Vec<
            T,
        > as __smp::PatchSchema>::ELEMENT;
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl<T> __smp::PatchSchema for Flat<T>
    where
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Flat",
            fields: &[
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::flattened(
                    <T as __smp::PatchSchema>::SHAPE,
                    <T as __smp::PatchSchema>::OBJECT,
                ),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            const {
                __smp::const_checks::flatten(
                    &__smp::const_checks::TypeFacts {
                        text: "T",
                        shape: <T as __smp::PatchSchema>::SHAPE,
                        element: <T as __smp::PatchSchema>::ELEMENT,
                    },
                )
            };
            const {
                __smp::const_checks::distinct_names(
                    "Flat",
                    <Self as __smp::PatchSchema>::OBJECT,
                )
            };
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Rest {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Rest",
            fields: &[
                __smp::FieldShape::new("path", <String as __smp::PatchSchema>::SHAPE),
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
                "Rest",
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Props {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Props",
            fields: &[
                __smp::FieldShape {
                    place: __smp::Place::Named("all_of"),
                    shape: <Vec<Props> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("id"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("any_of"),
                    shape: <Option<Vec<Box<Self>>> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("id"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::new(
                    "properties",
                    <BTreeMap<String, Self> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("id", <String as __smp::PatchSchema>::SHAPE),
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
                "Props",
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Props>",
            shape: <Vec<Props> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Props> as __smp::PatchSchema>::ELEMENT,
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
            text: "Vec<Props>",
            shape: <Vec<Props> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Props> as __smp::PatchSchema>::ELEMENT,
        },
        "id",
    );
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<Vec<Box<Self>>>",
            shape: <Option<Vec<Box<Props>>> as __smp::PatchSchema>::SHAPE,
            element: <Option<Vec<Box<Props>>> as __smp::PatchSchema>::ELEMENT,
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
            text: "Option<Vec<Box<Self>>>",
            shape: <Option<Vec<Box<Props>>> as __smp::PatchSchema>::SHAPE,
            element: <Option<Vec<Box<Props>>> as __smp::PatchSchema>::ELEMENT,
        },
        "id",
    );
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Ping {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Ping",
            fields: &[
                __smp::FieldShape::new(
                    "pong",
                    <Option<Box<Pong>> as __smp::PatchSchema>::SHAPE,
                ),
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
                "Ping",
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Pong {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Pong",
            fields: &[
                __smp::FieldShape {
                    place: __smp::Place::Named("pings"),
                    shape: <Vec<Ping> as __smp::PatchSchema>::SHAPE,
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
                "Pong",
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Ping>",
            shape: <Vec<Ping> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Ping> as __smp::PatchSchema>::ELEMENT,
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
            text: "Vec<Ping>",
            shape: <Vec<Ping> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Ping> as __smp::PatchSchema>::ELEMENT,
        },
        "name",
    );
};
