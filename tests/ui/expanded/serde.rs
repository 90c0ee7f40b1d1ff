#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Pod {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "kind",
                kind: ::smp_core::Kind::Scalar,
            },
            ::smp_core::FieldShape {
                name: "hostIp",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "NODE",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "both",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "half",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "type",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "onlyRead",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "onlyWritten",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "others",
                kind: <Vec<Other> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "opaque",
                kind: ::smp_core::Kind::Any,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("io.k8s.Pod");
            let __object = __object
                .field("kind", ::smp_core::FieldDef::new(__types.scalar()));
            let __object = __object
                .field(
                    "hostIp",
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
                    "NODE",
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
                    "both",
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
                    "half",
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
                    "type",
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
                    "onlyRead",
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
                    "onlyWritten",
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
                    "others",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Other>>(),
                                <Vec<Other> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("hostIp"),
                );
            let __object = __object
                .field(
                    "opaque",
                    ::smp_core::FieldDef::new(__types.any())
                        .strategy(::smp_core::Strategy::REPLACE),
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
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Other>",
        kind: <Vec<Other> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Other> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Other> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Other> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Other>",
        kind: <Vec<Other> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Other> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Other> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Other> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "hostIp",
);
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Other {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "hostIp",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Other");
            let __object = __object
                .field(
                    "hostIp",
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
                <Option<Source> as ::smp_core::PatchSchema>::KIND,
                <Option<Source> as ::smp_core::PatchSchema>::FIELDS,
            ),
            ::smp_core::__private::derived::flattened(
                <BTreeMap<String, serde_json::Value> as ::smp_core::PatchSchema>::KIND,
                <BTreeMap<String, serde_json::Value> as ::smp_core::PatchSchema>::FIELDS,
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
                    ::core::any::TypeId::of::<Option<Source>>(),
                    <Option<Source> as ::smp_core::PatchSchema>::describe,
                ),
                <Option<Source> as ::smp_core::PatchSchema>::OPTIONAL,
            );
            let __object = ::smp_core::__private::derived::flattened_into(
                __object,
                ::smp_core::__private::derived::add(
                    __types,
                    ::core::any::TypeId::of::<BTreeMap<String, serde_json::Value>>(),
                    <BTreeMap<
                        String,
                        serde_json::Value,
                    > as ::smp_core::PatchSchema>::describe,
                ),
                <BTreeMap<
                    String,
                    serde_json::Value,
                > as ::smp_core::PatchSchema>::OPTIONAL,
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
    text: "Option<Source>",
    kind: <Option<Source> as ::smp_core::PatchSchema>::KIND,
    optional: <Option<Source> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Option<Source> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Option<Source> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::flatten(::smp_core::__private::derived::Facts {
    text: "BTreeMap<String, serde_json::Value>",
    kind: <BTreeMap<String, serde_json::Value> as ::smp_core::PatchSchema>::KIND,
    optional: <BTreeMap<String, serde_json::Value> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <BTreeMap<String, serde_json::Value> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <BTreeMap<
        String,
        serde_json::Value,
    > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::distinct_names(
    "Volume",
    <Volume as ::smp_core::PatchSchema>::FIELDS,
);
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Source {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "path",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[
            ::smp_core::__private::derived::flattened(
                <Deeper as ::smp_core::PatchSchema>::KIND,
                <Deeper as ::smp_core::PatchSchema>::FIELDS,
            ),
        ],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Source");
            let __object = __object
                .field(
                    "path",
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
                    ::core::any::TypeId::of::<Deeper>(),
                    <Deeper as ::smp_core::PatchSchema>::describe,
                ),
                <Deeper as ::smp_core::PatchSchema>::OPTIONAL,
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
    text: "Deeper",
    kind: <Deeper as ::smp_core::PatchSchema>::KIND,
    optional: <Deeper as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Deeper as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Deeper as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::distinct_names(
    "Source",
    <Source as ::smp_core::PatchSchema>::FIELDS,
);
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Deeper {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "deep",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Deeper");
            let __object = __object
                .field(
                    "deep",
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
impl ::smp_core::PatchSchema for Holder {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "volumes",
                kind: <Vec<Volume> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "open",
                kind: <Vec<Volume> as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: true,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Holder");
            let __object = __object
                .field(
                    "volumes",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Volume>>(),
                                <Vec<Volume> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("deep"),
                );
            let __object = __object
                .field(
                    "open",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Volume>>(),
                                <Vec<Volume> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("unknown"),
                );
            let __object = __object.flatten(__types.any());
            __types.object(__object)
        }
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Volume>",
        kind: <Vec<Volume> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Volume> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Volume> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Volume> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Volume>",
        kind: <Vec<Volume> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Volume> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Volume> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Volume> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "deep",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Volume>",
        kind: <Vec<Volume> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Volume> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Volume> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Volume> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Volume>",
        kind: <Vec<Volume> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Volume> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Volume> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Volume> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "unknown",
);
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Volumes {
    const KIND: ::smp_core::Kind = <Vec<Volume> as ::smp_core::PatchSchema>::KIND;
    const OPTIONAL: bool = <Vec<Volume> as ::smp_core::PatchSchema>::OPTIONAL;
    const FIELDS: ::smp_core::FieldNames = <Vec<
        Volume,
    > as ::smp_core::PatchSchema>::FIELDS;
    const ELEMENT: ::core::option::Option<::smp_core::Kind> = <Vec<
        Volume,
    > as ::smp_core::PatchSchema>::ELEMENT;
    const ELEMENT_FIELDS: ::smp_core::FieldNames = <Vec<
        Volume,
    > as ::smp_core::PatchSchema>::ELEMENT_FIELDS;
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        ::smp_core::__private::derived::add(
            __types,
            ::core::any::TypeId::of::<Vec<Volume>>(),
            <Vec<Volume> as ::smp_core::PatchSchema>::describe,
        )
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl<T> ::smp_core::PatchSchema for Uid<T>
where
    T: 'static,
{
    const KIND: ::smp_core::Kind = <String as ::smp_core::PatchSchema>::KIND;
    const OPTIONAL: bool = <String as ::smp_core::PatchSchema>::OPTIONAL;
    const FIELDS: ::smp_core::FieldNames = <String as ::smp_core::PatchSchema>::FIELDS;
    const ELEMENT: ::core::option::Option<::smp_core::Kind> = <String as ::smp_core::PatchSchema>::ELEMENT;
    const ELEMENT_FIELDS: ::smp_core::FieldNames = <String as ::smp_core::PatchSchema>::ELEMENT_FIELDS;
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        ::smp_core::__private::derived::add(
            __types,
            ::core::any::TypeId::of::<String>(),
            <String as ::smp_core::PatchSchema>::describe,
        )
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Written {
    const KIND: ::smp_core::Kind = <Vec<Volume> as ::smp_core::PatchSchema>::KIND;
    const OPTIONAL: bool = <Vec<Volume> as ::smp_core::PatchSchema>::OPTIONAL;
    const FIELDS: ::smp_core::FieldNames = <Vec<
        Volume,
    > as ::smp_core::PatchSchema>::FIELDS;
    const ELEMENT: ::core::option::Option<::smp_core::Kind> = <Vec<
        Volume,
    > as ::smp_core::PatchSchema>::ELEMENT;
    const ELEMENT_FIELDS: ::smp_core::FieldNames = <Vec<
        Volume,
    > as ::smp_core::PatchSchema>::ELEMENT_FIELDS;
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        ::smp_core::__private::derived::add(
            __types,
            ::core::any::TypeId::of::<Vec<Volume>>(),
            <Vec<Volume> as ::smp_core::PatchSchema>::describe,
        )
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Names {
    const KIND: ::smp_core::Kind = <Vec<String> as ::smp_core::PatchSchema>::KIND;
    const OPTIONAL: bool = <Vec<String> as ::smp_core::PatchSchema>::OPTIONAL;
    const FIELDS: ::smp_core::FieldNames = <Vec<
        String,
    > as ::smp_core::PatchSchema>::FIELDS;
    const ELEMENT: ::core::option::Option<::smp_core::Kind> = <Vec<
        String,
    > as ::smp_core::PatchSchema>::ELEMENT;
    const ELEMENT_FIELDS: ::smp_core::FieldNames = <Vec<
        String,
    > as ::smp_core::PatchSchema>::ELEMENT_FIELDS;
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        ::smp_core::__private::derived::add(
            __types,
            ::core::any::TypeId::of::<Vec<String>>(),
            <Vec<String> as ::smp_core::PatchSchema>::describe,
        )
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Seen {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "volumes",
                kind: <Volumes as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "names",
                kind: <Option<Names> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "converted",
                kind: <Vec<Converted> as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Seen");
            let __object = __object
                .field(
                    "volumes",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Volumes>(),
                                <Volumes as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("name"),
                );
            let __object = __object
                .field(
                    "names",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Option<Names>>(),
                                <Option<Names> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE),
                );
            let __object = __object
                .field(
                    "converted",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Converted>>(),
                                <Vec<Converted> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("name"),
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
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Volumes",
        kind: <Volumes as ::smp_core::PatchSchema>::KIND,
        optional: <Volumes as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Volumes as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Volumes as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Volumes",
        kind: <Volumes as ::smp_core::PatchSchema>::KIND,
        optional: <Volumes as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Volumes as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Volumes as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Option<Names>",
        kind: <Option<Names> as ::smp_core::PatchSchema>::KIND,
        optional: <Option<Names> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Option<Names> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Option<Names> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Converted>",
        kind: <Vec<Converted> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Converted> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Converted> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Converted> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Converted>",
        kind: <Vec<Converted> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Converted> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Converted> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Converted> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Converted {
    const KIND: ::smp_core::Kind = <Wire as ::smp_core::PatchSchema>::KIND;
    const OPTIONAL: bool = <Wire as ::smp_core::PatchSchema>::OPTIONAL;
    const FIELDS: ::smp_core::FieldNames = <Wire as ::smp_core::PatchSchema>::FIELDS;
    const ELEMENT: ::core::option::Option<::smp_core::Kind> = <Wire as ::smp_core::PatchSchema>::ELEMENT;
    const ELEMENT_FIELDS: ::smp_core::FieldNames = <Wire as ::smp_core::PatchSchema>::ELEMENT_FIELDS;
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        ::smp_core::__private::derived::add(
            __types,
            ::core::any::TypeId::of::<Wire>(),
            <Wire as ::smp_core::PatchSchema>::describe,
        )
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Spaced {
    const KIND: ::smp_core::Kind = <Vec<Wire> as ::smp_core::PatchSchema>::KIND;
    const OPTIONAL: bool = <Vec<Wire> as ::smp_core::PatchSchema>::OPTIONAL;
    const FIELDS: ::smp_core::FieldNames = <Vec<
        Wire,
    > as ::smp_core::PatchSchema>::FIELDS;
    const ELEMENT: ::core::option::Option<::smp_core::Kind> = <Vec<
        Wire,
    > as ::smp_core::PatchSchema>::ELEMENT;
    const ELEMENT_FIELDS: ::smp_core::FieldNames = <Vec<
        Wire,
    > as ::smp_core::PatchSchema>::ELEMENT_FIELDS;
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        ::smp_core::__private::derived::add(
            __types,
            ::core::any::TypeId::of::<Vec<Wire>>(),
            <Vec<Wire> as ::smp_core::PatchSchema>::describe,
        )
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Wire {
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
            let __object = ::smp_core::ObjectDef::new("Wire");
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
impl ::smp_core::PatchSchema for Phase {
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
impl ::smp_core::PatchSchema for IntOrString {
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
impl ::smp_core::PatchSchema for Pair {
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
impl ::smp_core::PatchSchema for Quantity {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Scalar;
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        __types.scalar()
    }
    fn schema() -> &'static ::smp_core::Schema {
        static __SCHEMA: ::smp_core::__private::OnceLock<::smp_core::Schema> = ::smp_core::__private::OnceLock::new();
        __SCHEMA.get_or_init(::smp_core::__private::build_schema::<Self>)
    }
}
