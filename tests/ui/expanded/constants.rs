#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for PodSpec {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "containers",
                kind: <Vec<Container> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "volumes",
                kind: <Vec<Container> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "others",
                kind: <Vec<Container> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "atomic",
                kind: <Containers as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("PodSpec");
            let __object = __object
                .field(
                    "containers",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Container>>(),
                                <Vec<Container> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("nmae")
                        .list_map_key(::smp_core::ListMapKey::new("naem"))
                        .list_type(::smp_core::ListType::Map),
                );
            let __object = __object
                .field(
                    "volumes",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Container>>(),
                                <Vec<Container> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE),
                );
            let __object = __object
                .field(
                    "others",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Container>>(),
                                <Vec<Container> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("ports"),
                );
            let __object = __object
                .field(
                    "atomic",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Containers>(),
                                <Containers as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::RETAIN_KEYS),
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
        text: "Vec<Container>",
        kind: <Vec<Container> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Container> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Container>",
        kind: <Vec<Container> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Container> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "nmae",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::list_map_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Container>",
        kind: <Vec<Container> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Container> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "naem",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::list_type(::smp_core::__private::derived::Facts {
    text: "Vec<Container>",
    kind: <Vec<Container> as ::smp_core::PatchSchema>::KIND,
    optional: <Vec<Container> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Container>",
        kind: <Vec<Container> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Container> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Container>",
        kind: <Vec<Container> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Container> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Container>",
        kind: <Vec<Container> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Container> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Container> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "ports",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Containers",
        kind: <Containers as ::smp_core::PatchSchema>::KIND,
        optional: <Containers as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Containers as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Containers as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::RETAIN_KEYS,
    false,
);
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Container {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "name",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "ports",
                kind: <Vec<i32> as ::smp_core::PatchSchema>::KIND,
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
                            ::core::any::TypeId::of::<String>(),
                            <String as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "ports",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Vec<i32>>(),
                            <Vec<i32> as ::smp_core::PatchSchema>::describe,
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
