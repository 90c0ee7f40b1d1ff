#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Strategy {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "type",
                kind: <StrategyType as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "rollingUpdate",
                kind: <Option<RollingUpdate> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "delete",
                kind: <Option<Box<RollingUpdate>> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "opaque",
                kind: ::smp_core::Kind::Any,
            },
            ::smp_core::FieldShape {
                name: "alias",
                kind: <Alias<u8> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "boxed",
                kind: <Box<Option<String>> as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Strategy");
            let __object = __object
                .field(
                    "type",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<StrategyType>(),
                            <StrategyType as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "rollingUpdate",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Option<RollingUpdate>>(),
                            <Option<RollingUpdate> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "delete",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Option<Box<RollingUpdate>>>(),
                                <Option<
                                    Box<RollingUpdate>,
                                > as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::REPLACE),
                );
            let __object = __object
                .field(
                    "opaque",
                    ::smp_core::FieldDef::new(__types.any())
                        .strategy(::smp_core::Strategy::REPLACE),
                );
            let __object = __object
                .field(
                    "alias",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Alias<u8>>(),
                            <Alias<u8> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "boxed",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Box<Option<String>>>(),
                            <Box<Option<String>> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .union(
                    ::smp_core::UnionDef::new()
                        .discriminator("type")
                        .member("rollingUpdate", "RollingUpdate")
                        .member("delete", "OnDelete")
                        .member("opaque", "Opaque")
                        .member("alias", "Alias")
                        .member("boxed", "Boxed"),
                );
            __types.object(__object)
        }
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::discriminator(::smp_core::__private::derived::Facts {
    text: "StrategyType",
    kind: <StrategyType as ::smp_core::PatchSchema>::KIND,
    optional: <StrategyType as ::smp_core::PatchSchema>::OPTIONAL,
    element: <StrategyType as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <StrategyType as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::union_member(::smp_core::__private::derived::Facts {
    text: "Option<RollingUpdate>",
    kind: <Option<RollingUpdate> as ::smp_core::PatchSchema>::KIND,
    optional: <Option<RollingUpdate> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Option<RollingUpdate> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Option<RollingUpdate> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Option<Box<RollingUpdate>>",
        kind: <Option<Box<RollingUpdate>> as ::smp_core::PatchSchema>::KIND,
        optional: <Option<Box<RollingUpdate>> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Option<Box<RollingUpdate>> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Option<
            Box<RollingUpdate>,
        > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::REPLACE,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::union_member(::smp_core::__private::derived::Facts {
    text: "Option<Box<RollingUpdate>>",
    kind: <Option<Box<RollingUpdate>> as ::smp_core::PatchSchema>::KIND,
    optional: <Option<Box<RollingUpdate>> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Option<Box<RollingUpdate>> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Option<
        Box<RollingUpdate>,
    > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::union_member(::smp_core::__private::derived::Facts {
    text: "Alias<u8>",
    kind: <Alias<u8> as ::smp_core::PatchSchema>::KIND,
    optional: <Alias<u8> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Alias<u8> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Alias<u8> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::union_member(::smp_core::__private::derived::Facts {
    text: "Box<Option<String>>",
    kind: <Box<Option<String>> as ::smp_core::PatchSchema>::KIND,
    optional: <Box<Option<String>> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Box<Option<String>> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Box<Option<String>> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for StrategyType {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Scalar;
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        __types.scalar()
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for RollingUpdate {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "max_surge",
                kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("RollingUpdate");
            let __object = __object
                .field(
                    "max_surge",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Option<String>>(),
                            <Option<String> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            __types.object(__object)
        }
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl<T> ::smp_core::PatchSchema for EnvVar<T>
where
    T: ::smp_core::PatchSchema,
{
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "name",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "kind",
                kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "value",
                kind: <Option<T> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "value_from",
                kind: ::smp_core::Kind::Any,
            },
        ],
        flattened: &[
            ::smp_core::__private::derived::flattened(
                <Strategy as ::smp_core::PatchSchema>::KIND,
                <Strategy as ::smp_core::PatchSchema>::FIELDS,
            ),
        ],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        const {
            ::smp_core::__private::derived::union_member(::smp_core::__private::derived::Facts {
                text: "Option<T>",
                kind: <Option<T> as ::smp_core::PatchSchema>::KIND,
                optional: <Option<T> as ::smp_core::PatchSchema>::OPTIONAL,
                element: <Option<T> as ::smp_core::PatchSchema>::ELEMENT,
                element_fields: <Option<T> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
            })
        };
        const {
            ::smp_core::__private::derived::distinct_names(
                "EnvVar",
                <Self as ::smp_core::PatchSchema>::FIELDS,
            )
        };
        {
            let __object = ::smp_core::ObjectDef::new("EnvVar");
            let __object = __object
                .field(
                    "name",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<String>(),
                            <String as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "kind",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Option<String>>(),
                            <Option<String> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "value",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Option<T>>(),
                            <Option<T> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "value_from",
                    ::smp_core::FieldDef::new(__types.any())
                        .strategy(::smp_core::Strategy::REPLACE),
                );
            let __object = ::smp_core::__private::derived::flattened_into(
                __object,
                ::smp_core::__private::derived::add(
                    __types,
                    ::core::any::TypeId::of::<Strategy>(),
                    <Strategy as ::smp_core::PatchSchema>::describe,
                ),
                <Strategy as ::smp_core::PatchSchema>::OPTIONAL,
            );
            let __object = __object
                .union(
                    ::smp_core::UnionDef::new()
                        .discriminator("kind")
                        .member("value", "Value")
                        .member("value_from", "Source")
                        .exactly_one(),
                );
            __types.object(__object)
        }
    }
}
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::discriminator(::smp_core::__private::derived::Facts {
    text: "Option<String>",
    kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
    optional: <Option<String> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Option<String> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Option<String> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::flatten(::smp_core::__private::derived::Facts {
    text: "Strategy",
    kind: <Strategy as ::smp_core::PatchSchema>::KIND,
    optional: <Strategy as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Strategy as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Strategy as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Single {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "apiVersion",
                kind: ::smp_core::Kind::Scalar,
            },
            ::smp_core::FieldShape {
                name: "http",
                kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Single");
            let __object = __object
                .field("apiVersion", ::smp_core::FieldDef::new(__types.scalar()));
            let __object = __object
                .field(
                    "http",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Option<String>>(),
                            <Option<String> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .union(::smp_core::UnionDef::new().member("http", "Http"));
            __types.object(__object)
        }
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::union_member(::smp_core::__private::derived::Facts {
    text: "Option<String>",
    kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
    optional: <Option<String> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Option<String> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Option<String> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl<T> ::smp_core::PatchSchema for External<T>
where
    T: ::smp_core::PatchSchema,
{
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "emptyDir",
                kind: ::smp_core::Kind::Object,
            },
            ::smp_core::FieldShape {
                name: "hostPath",
                kind: ::smp_core::Kind::Object,
            },
            ::smp_core::FieldShape {
                name: "items",
                kind: <Vec<Item> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "free",
                kind: ::smp_core::Kind::Any,
            },
            ::smp_core::FieldShape {
                name: "generic",
                kind: <T as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        const {
            ::smp_core::__private::derived::union_variant(::smp_core::__private::derived::Facts {
                text: "T",
                kind: <T as ::smp_core::PatchSchema>::KIND,
                optional: <T as ::smp_core::PatchSchema>::OPTIONAL,
                element: <T as ::smp_core::PatchSchema>::ELEMENT,
                element_fields: <T as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
            })
        };
        {
            let __object = ::smp_core::ObjectDef::new("External");
            let __object = __object
                .field(
                    "emptyDir",
                    ::smp_core::FieldDef::new({
                        let __object = ::smp_core::ObjectDef::new("External.EmptyDir");
                        __types.object(__object)
                    }),
                );
            let __object = __object
                .field(
                    "hostPath",
                    ::smp_core::FieldDef::new({
                        let __object = ::smp_core::ObjectDef::new("External.HostPath");
                        let __object = __object
                            .field(
                                "thePath",
                                ::smp_core::FieldDef::new(
                                    ::smp_core::__private::derived::add(
                                        __types,
                                        ::core::any::TypeId::of::<String>(),
                                        <String as ::smp_core::PatchSchema>::describe,
                                    ),
                                ),
                            );
                        let __object = __object
                            .field(
                                "other",
                                ::smp_core::FieldDef::new(
                                    ::smp_core::__private::derived::add(
                                        __types,
                                        ::core::any::TypeId::of::<Option<Box<External<T>>>>(),
                                        <Option<
                                            Box<External<T>>,
                                        > as ::smp_core::PatchSchema>::describe,
                                    ),
                                ),
                            );
                        __types.object(__object)
                    }),
                );
            let __object = __object
                .field(
                    "items",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Item>>(),
                                <Vec<Item> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("name"),
                );
            let __object = __object
                .field(
                    "free",
                    ::smp_core::FieldDef::new(__types.any())
                        .strategy(::smp_core::Strategy::REPLACE),
                );
            let __object = __object
                .field(
                    "generic",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<T>(),
                            <T as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .union(
                    ::smp_core::UnionDef::new()
                        .member("emptyDir", "emptyDir")
                        .member("hostPath", "hostPath")
                        .member("items", "items")
                        .member("free", "free")
                        .member("generic", "generic")
                        .exactly_one()
                        .rust_enum(),
                );
            __types.object(__object)
        }
    }
}
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Item>",
        kind: <Vec<Item> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Item> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Item> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Item> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Item>",
        kind: <Vec<Item> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Item> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Item> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Item> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::union_variant(::smp_core::__private::derived::Facts {
    text: "Vec<Item>",
    kind: <Vec<Item> as ::smp_core::PatchSchema>::KIND,
    optional: <Vec<Item> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Vec<Item> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Vec<Item> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Item {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "name",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Item");
            let __object = __object
                .field(
                    "name",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<String>(),
                            <String as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            __types.object(__object)
        }
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Internal {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "type",
                kind: ::smp_core::Kind::Scalar,
            },
            ::smp_core::FieldShape {
                name: "rollingUpdate",
                kind: <Option<Item> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "other",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Internal");
            let __object = __object
                .field("type", ::smp_core::FieldDef::new(__types.scalar()));
            let __object = __object
                .field(
                    "rollingUpdate",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Option<Item>>(),
                            <Option<Item> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "other",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<String>(),
                            <String as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .union(
                    ::smp_core::UnionDef::new()
                        .discriminator("type")
                        .member("rollingUpdate", "RollingUpdate")
                        .member("other", "Other")
                        .rust_enum(),
                );
            __types.object(__object)
        }
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Adjacent {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "type",
                kind: ::smp_core::Kind::Scalar,
            },
            ::smp_core::FieldShape {
                name: "value",
                kind: <Item as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Adjacent");
            let __object = __object
                .field("type", ::smp_core::FieldDef::new(__types.scalar()));
            let __object = __object
                .field(
                    "value",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Item>(),
                            <Item as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .union(
                    ::smp_core::UnionDef::new()
                        .discriminator("type")
                        .member("value", "Value")
                        .rust_enum(),
                );
            __types.object(__object)
        }
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for OnlyTag {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "type",
                kind: ::smp_core::Kind::Scalar,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("OnlyTag");
            let __object = __object
                .field("type", ::smp_core::FieldDef::new(__types.scalar()));
            __types.object(__object)
        }
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Volume {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "name",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[
            ::smp_core::__private::derived::flattened(
                <Option<External<Item>> as ::smp_core::PatchSchema>::KIND,
                <Option<External<Item>> as ::smp_core::PatchSchema>::FIELDS,
            ),
        ],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Volume");
            let __object = __object
                .field(
                    "name",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<String>(),
                            <String as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = ::smp_core::__private::derived::flattened_into(
                __object,
                ::smp_core::__private::derived::add(
                    __types,
                    ::core::any::TypeId::of::<Option<External<Item>>>(),
                    <Option<External<Item>> as ::smp_core::PatchSchema>::describe,
                ),
                <Option<External<Item>> as ::smp_core::PatchSchema>::OPTIONAL,
            );
            __types.object(__object)
        }
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::flatten(::smp_core::__private::derived::Facts {
    text: "Option<External<Item>>",
    kind: <Option<External<Item>> as ::smp_core::PatchSchema>::KIND,
    optional: <Option<External<Item>> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Option<External<Item>> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Option<External<Item>> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::distinct_names(
    "Volume",
    <Volume as ::smp_core::PatchSchema>::FIELDS,
);
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Peer {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "ipBlock",
                kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "podSelector",
                kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "namespaceSelector",
                kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Peer");
            let __object = __object
                .field(
                    "ipBlock",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Option<String>>(),
                            <Option<String> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "podSelector",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Option<String>>(),
                            <Option<String> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "namespaceSelector",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Option<String>>(),
                            <Option<String> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .union(
                    ::smp_core::UnionDef::new()
                        .member("ipBlock", "IpBlock")
                        .member("podSelector", "Selectors")
                        .member("namespaceSelector", "Selectors")
                        .exactly_one(),
                );
            __types.object(__object)
        }
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::union_member(::smp_core::__private::derived::Facts {
    text: "Option<String>",
    kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
    optional: <Option<String> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Option<String> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Option<String> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::union_member(::smp_core::__private::derived::Facts {
    text: "Option<String>",
    kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
    optional: <Option<String> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Option<String> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Option<String> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::union_member(::smp_core::__private::derived::Facts {
    text: "Option<String>",
    kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
    optional: <Option<String> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Option<String> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Option<String> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Lenient {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "kind",
                kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "value",
                kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Lenient");
            let __object = __object
                .field(
                    "kind",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Option<String>>(),
                            <Option<String> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "value",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Option<String>>(),
                            <Option<String> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .union(
                    ::smp_core::UnionDef::new()
                        .discriminator("kind")
                        .member("value", "Value")
                        .empty_is_unset("value")
                        .idle_allowed(),
                );
            __types.object(__object)
        }
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::discriminator(::smp_core::__private::derived::Facts {
    text: "Option<String>",
    kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
    optional: <Option<String> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Option<String> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Option<String> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::union_member(::smp_core::__private::derived::Facts {
    text: "Option<String>",
    kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
    optional: <Option<String> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Option<String> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Option<String> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
