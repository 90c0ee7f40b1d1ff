#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Pod {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "containers",
                kind: <List<Container> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "names",
                kind: <List<::std::string::String> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "option",
                kind: ::smp_core::Kind::Any,
            },
        ],
        flattened: &[
            ::smp_core::__private::derived::flattened(
                <Inner as ::smp_core::PatchSchema>::KIND,
                <Inner as ::smp_core::PatchSchema>::FIELDS,
            ),
        ],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Pod");
            let __object = __object
                .field(
                    "containers",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<List<Container>>(),
                                <List<Container> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE.with_retain_keys())
                        .merge_key("name")
                        .list_map_key(
                            ::smp_core::ListMapKey::new("name").with_default("x"),
                        )
                        .list_type(::smp_core::ListType::Map),
                );
            let __object = __object
                .field(
                    "names",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<List<::std::string::String>>(),
                                <List<
                                    ::std::string::String,
                                > as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .list_type(::smp_core::ListType::Set),
                );
            let __object = ::smp_core::__private::derived::flattened_into(
                __object,
                ::smp_core::__private::derived::add(
                    __types,
                    ::core::any::TypeId::of::<Inner>(),
                    <Inner as ::smp_core::PatchSchema>::describe,
                ),
                <Inner as ::smp_core::PatchSchema>::OPTIONAL,
            );
            let __object = __object
                .field(
                    "option",
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
        text: "List<Container>",
        kind: <List<Container> as ::smp_core::PatchSchema>::KIND,
        optional: <List<Container> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <List<Container> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <List<Container> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE.with_retain_keys(),
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "List<Container>",
        kind: <List<Container> as ::smp_core::PatchSchema>::KIND,
        optional: <List<Container> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <List<Container> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <List<Container> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::list_map_key(
    ::smp_core::__private::derived::Facts {
        text: "List<Container>",
        kind: <List<Container> as ::smp_core::PatchSchema>::KIND,
        optional: <List<Container> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <List<Container> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <List<Container> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::list_type(::smp_core::__private::derived::Facts {
    text: "List<::std::string::String>",
    kind: <List<::std::string::String> as ::smp_core::PatchSchema>::KIND,
    optional: <List<::std::string::String> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <List<::std::string::String> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <List<
        ::std::string::String,
    > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::flatten(::smp_core::__private::derived::Facts {
    text: "Inner",
    kind: <Inner as ::smp_core::PatchSchema>::KIND,
    optional: <Inner as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Inner as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Inner as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::distinct_names(
    "Pod",
    <Pod as ::smp_core::PatchSchema>::FIELDS,
);
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Inner {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "path",
                kind: <::std::string::String as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Inner");
            let __object = __object
                .field(
                    "path",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<::std::string::String>(),
                            <::std::string::String as ::smp_core::PatchSchema>::describe,
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
impl ::smp_core::PatchSchema for Container {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "name",
                kind: <::std::string::String as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "match",
                kind: <bool as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Container");
            let __object = __object
                .field(
                    "name",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<::std::string::String>(),
                            <::std::string::String as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "match",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<bool>(),
                            <bool as ::smp_core::PatchSchema>::describe,
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
impl ::smp_core::PatchSchema for Old {
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
            let __object = ::smp_core::ObjectDef::new("Old");
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
impl ::smp_core::PatchSchema for Private {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "old",
                kind: <Vec<Old> as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Private");
            let __object = __object
                .field(
                    "old",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Old>>(),
                                <Vec<Old> as ::smp_core::PatchSchema>::describe,
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
        text: "Vec<Old>",
        kind: <Vec<Old> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Old> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Old> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Old> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Old>",
        kind: <Vec<Old> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Old> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Old> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Old> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Local {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "children",
                kind: <Vec<Local> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "id",
                kind: <u32 as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Local");
            let __object = __object
                .field(
                    "children",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Local>>(),
                                <Vec<Local> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("id"),
                );
            let __object = __object
                .field(
                    "id",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<u32>(),
                            <u32 as ::smp_core::PatchSchema>::describe,
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
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Local>",
        kind: <Vec<Local> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Local> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Local> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Local> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Local>",
        kind: <Vec<Local> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Local> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Local> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Local> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "id",
);
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
