const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Pod {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "io.k8s.Pod",
            fields: &[
                __smp::FieldShape::new("kind", __smp::TypeShape::STRING),
                __smp::FieldShape::new("hostIp", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new("NODE", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new("both", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new("half", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new("type", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape {
                    place: __smp::Place::OneWay("onlyRead"),
                    shape: <String as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata::NONE,
                },
                __smp::FieldShape {
                    place: __smp::Place::OneWay("onlyWritten"),
                    shape: <String as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata::NONE,
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("others"),
                    shape: <Vec<Other> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("hostIp"),
                        ..__smp::Metadata::NONE
                    },
                },
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
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "io.k8s.Pod",
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Other>",
            shape: <Vec<Other> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Other> as __smp::PatchSchema>::ELEMENT,
        };
        let __metadata = &__smp::Metadata {
            strategy: __smp::Strategy::MERGE,
            merge_key: __smp::Some("hostIp"),
            ..__smp::Metadata::NONE
        };
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
    };
    #[allow(deprecated)]
    const _: () = __smp::const_checks::merge_key(
        &__smp::const_checks::TypeFacts {
            text: "Vec<Other>",
            shape: <Vec<Other> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Other> as __smp::PatchSchema>::ELEMENT,
        },
        "hostIp",
    );
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Other {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Other",
            fields: &[
                __smp::FieldShape::new("hostIp", <String as __smp::PatchSchema>::SHAPE),
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
                "Other",
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Volume {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Volume",
            fields: &[
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::flattened(
                    <Option<Source> as __smp::PatchSchema>::SHAPE,
                    <Option<Source> as __smp::PatchSchema>::OBJECT,
                ),
                __smp::FieldShape::flattened(
                    <BTreeMap<String, serde_json::Value> as __smp::PatchSchema>::SHAPE,
                    <BTreeMap<String, serde_json::Value> as __smp::PatchSchema>::OBJECT,
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
                "Volume",
            )
        }
    }
    #[allow(deprecated)]
    const _: () = __smp::const_checks::flatten(
        &__smp::const_checks::TypeFacts {
            text: "Option<Source>",
            shape: <Option<Source> as __smp::PatchSchema>::SHAPE,
            element: <Option<Source> as __smp::PatchSchema>::ELEMENT,
        },
    );
    #[allow(deprecated)]
    const _: () = __smp::const_checks::flatten(
        &__smp::const_checks::TypeFacts {
            text: "BTreeMap<String, serde_json::Value>",
            shape: <BTreeMap<String, serde_json::Value> as __smp::PatchSchema>::SHAPE,
            element: <BTreeMap<String, serde_json::Value> as __smp::PatchSchema>::ELEMENT,
        },
    );
    #[allow(deprecated)]
    const _: () = __smp::const_checks::distinct_names(
        "Volume",
        <Volume as __smp::PatchSchema>::OBJECT,
    );
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Source {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Source",
            fields: &[
                __smp::FieldShape::new("path", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::flattened(
                    <Deeper as __smp::PatchSchema>::SHAPE,
                    <Deeper as __smp::PatchSchema>::OBJECT,
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
                "Source",
            )
        }
    }
    #[allow(deprecated)]
    const _: () = __smp::const_checks::flatten(
        &__smp::const_checks::TypeFacts {
            text: "Deeper",
            shape: <Deeper as __smp::PatchSchema>::SHAPE,
            element: <Deeper as __smp::PatchSchema>::ELEMENT,
        },
    );
    #[allow(deprecated)]
    const _: () = __smp::const_checks::distinct_names(
        "Source",
        <Source as __smp::PatchSchema>::OBJECT,
    );
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Deeper {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Deeper",
            fields: &[
                __smp::FieldShape::new("deep", <String as __smp::PatchSchema>::SHAPE),
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
                "Deeper",
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Holder {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Holder",
            fields: &[
                __smp::FieldShape {
                    place: __smp::Place::Named("volumes"),
                    shape: <Vec<Volume> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("deep"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("open"),
                    shape: <Vec<Volume> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("unknown"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::flattened(
                    __smp::TypeShape::ANY,
                    __smp::ObjectShape::NONE,
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
                "Holder",
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Volume>",
            shape: <Vec<Volume> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Volume> as __smp::PatchSchema>::ELEMENT,
        };
        let __metadata = &__smp::Metadata {
            strategy: __smp::Strategy::MERGE,
            merge_key: __smp::Some("deep"),
            ..__smp::Metadata::NONE
        };
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
    };
    #[allow(deprecated)]
    const _: () = __smp::const_checks::merge_key(
        &__smp::const_checks::TypeFacts {
            text: "Vec<Volume>",
            shape: <Vec<Volume> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Volume> as __smp::PatchSchema>::ELEMENT,
        },
        "deep",
    );
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Volume>",
            shape: <Vec<Volume> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Volume> as __smp::PatchSchema>::ELEMENT,
        };
        let __metadata = &__smp::Metadata {
            strategy: __smp::Strategy::MERGE,
            merge_key: __smp::Some("unknown"),
            ..__smp::Metadata::NONE
        };
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
    };
    #[allow(deprecated)]
    const _: () = __smp::const_checks::merge_key(
        &__smp::const_checks::TypeFacts {
            text: "Vec<Volume>",
            shape: <Vec<Volume> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Volume> as __smp::PatchSchema>::ELEMENT,
        },
        "unknown",
    );
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Volumes {
        const SHAPE: __smp::TypeShape = <Vec<Volume> as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <Vec<
            Volume,
        > as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <Vec<
            Volume,
        > as __smp::PatchSchema>::ELEMENT;
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl<T> __smp::PatchSchema for Uid<T>
    where
        T: 'static,
    {
        const SHAPE: __smp::TypeShape = <String as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <String as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <String as __smp::PatchSchema>::ELEMENT;
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Written {
        const SHAPE: __smp::TypeShape = <Vec<Volume> as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <Vec<
            Volume,
        > as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <Vec<
            Volume,
        > as __smp::PatchSchema>::ELEMENT;
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Names {
        const SHAPE: __smp::TypeShape = <Vec<String> as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <Vec<
            String,
        > as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <Vec<
            String,
        > as __smp::PatchSchema>::ELEMENT;
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Seen {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Seen",
            fields: &[
                __smp::FieldShape {
                    place: __smp::Place::Named("volumes"),
                    shape: <Volumes as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("names"),
                    shape: <Option<Names> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("converted"),
                    shape: <Vec<Converted> as __smp::PatchSchema>::SHAPE,
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
                "Seen",
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Volumes",
            shape: <Volumes as __smp::PatchSchema>::SHAPE,
            element: <Volumes as __smp::PatchSchema>::ELEMENT,
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
            text: "Volumes",
            shape: <Volumes as __smp::PatchSchema>::SHAPE,
            element: <Volumes as __smp::PatchSchema>::ELEMENT,
        },
        "name",
    );
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<Names>",
            shape: <Option<Names> as __smp::PatchSchema>::SHAPE,
            element: <Option<Names> as __smp::PatchSchema>::ELEMENT,
        };
        let __metadata = &__smp::Metadata {
            strategy: __smp::Strategy::MERGE,
            ..__smp::Metadata::NONE
        };
        __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Converted>",
            shape: <Vec<Converted> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Converted> as __smp::PatchSchema>::ELEMENT,
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
            text: "Vec<Converted>",
            shape: <Vec<Converted> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Converted> as __smp::PatchSchema>::ELEMENT,
        },
        "name",
    );
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Converted {
        const SHAPE: __smp::TypeShape = <Wire as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <Wire as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <Wire as __smp::PatchSchema>::ELEMENT;
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Spaced {
        const SHAPE: __smp::TypeShape = <Vec<Wire> as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <Vec<
            Wire,
        > as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <Vec<
            Wire,
        > as __smp::PatchSchema>::ELEMENT;
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Wire {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Wire",
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
                "Wire",
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Phase {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::SCALAR;
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for IntOrString {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::SCALAR;
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Pair {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::SCALAR;
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Quantity {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::SCALAR;
    }
};
