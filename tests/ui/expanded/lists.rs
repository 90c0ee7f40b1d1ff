#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Container {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "ports",
                kind: <Vec<ContainerPort> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "implied",
                kind: <Option<Ports> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "finalizers",
                kind: <Vec<String> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "args",
                kind: <Vec<String> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "table",
                kind: <Vec<Vec<String>> as ::smp_core::PatchSchema>::KIND,
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
                    "ports",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<ContainerPort>>(),
                                <Vec<ContainerPort> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("containerPort")
                        .list_map_key(::smp_core::ListMapKey::new("containerPort"))
                        .list_map_key(
                            ::smp_core::ListMapKey::new("protocol").with_default("TCP"),
                        )
                        .list_type(::smp_core::ListType::Map),
                );
            let __object = __object
                .field(
                    "implied",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Option<Ports>>(),
                                <Option<Ports> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .list_map_key(::smp_core::ListMapKey::new("containerPort"))
                        .list_type(::smp_core::ListType::Map),
                );
            let __object = __object
                .field(
                    "finalizers",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<String>>(),
                                <Vec<String> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .list_type(::smp_core::ListType::Set),
                );
            let __object = __object
                .field(
                    "args",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<String>>(),
                                <Vec<String> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .list_type(::smp_core::ListType::Atomic),
                );
            let __object = __object
                .field(
                    "table",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Vec<String>>>(),
                                <Vec<Vec<String>> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
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
        text: "Vec<ContainerPort>",
        kind: <Vec<ContainerPort> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<ContainerPort> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<ContainerPort> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<ContainerPort> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<ContainerPort>",
        kind: <Vec<ContainerPort> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<ContainerPort> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<ContainerPort> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<ContainerPort> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "containerPort",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::list_map_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<ContainerPort>",
        kind: <Vec<ContainerPort> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<ContainerPort> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<ContainerPort> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<ContainerPort> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "containerPort",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::list_map_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<ContainerPort>",
        kind: <Vec<ContainerPort> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<ContainerPort> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<ContainerPort> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<ContainerPort> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "protocol",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::list_type(::smp_core::__private::derived::Facts {
    text: "Vec<ContainerPort>",
    kind: <Vec<ContainerPort> as ::smp_core::PatchSchema>::KIND,
    optional: <Vec<ContainerPort> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Vec<ContainerPort> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Vec<ContainerPort> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::list_map_key(
    ::smp_core::__private::derived::Facts {
        text: "Option<Ports>",
        kind: <Option<Ports> as ::smp_core::PatchSchema>::KIND,
        optional: <Option<Ports> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Option<Ports> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Option<Ports> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "containerPort",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::list_type(::smp_core::__private::derived::Facts {
    text: "Vec<String>",
    kind: <Vec<String> as ::smp_core::PatchSchema>::KIND,
    optional: <Vec<String> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Vec<String> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Vec<String> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::list_type(::smp_core::__private::derived::Facts {
    text: "Vec<String>",
    kind: <Vec<String> as ::smp_core::PatchSchema>::KIND,
    optional: <Vec<String> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <Vec<String> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <Vec<String> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Vec<String>>",
        kind: <Vec<Vec<String>> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Vec<String>> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Vec<String>> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Vec<String>> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::REPLACE,
    false,
);
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for ContainerPort {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "containerPort",
                kind: <u16 as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "protocol",
                kind: <Option<String> as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("ContainerPort");
            let __object = __object
                .field(
                    "containerPort",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<u16>(),
                            <u16 as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "protocol",
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
