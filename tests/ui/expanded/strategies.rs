#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for All {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "scalar",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "object",
                kind: <Option<Element> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "object_replace",
                kind: <Element as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "object_retain",
                kind: <Box<Element> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "object_merge_retain",
                kind: <Element as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "object_replace_retain",
                kind: <Element as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "map",
                kind: <BTreeMap<String, String> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "map_retain",
                kind: <BTreeMap<String, String> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "list_replace",
                kind: <Vec<Element> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "list_merge",
                kind: <Vec<Element> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "list_retain",
                kind: <Option<Vec<Element>> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "list_retain_reversed",
                kind: <Box<[Element]> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "scalars",
                kind: <Vec<String> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "enums",
                kind: <Vec<Phase> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "free_form",
                kind: <serde_json::Value as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "free_form_list",
                kind: <Vec<serde_json::Value> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "keyed_free_form",
                kind: <Vec<serde_json::Value> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "keyed_maps",
                kind: <Vec<BTreeMap<String, String>> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "nothing",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("All");
            let __object = __object
                .field(
                    "scalar",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<String>(),
                                <String as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::REPLACE),
                );
            let __object = __object
                .field(
                    "object",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Option<Element>>(),
                                <Option<Element> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE),
                );
            let __object = __object
                .field(
                    "object_replace",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Element>(),
                                <Element as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::REPLACE),
                );
            let __object = __object
                .field(
                    "object_retain",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Box<Element>>(),
                                <Box<Element> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::RETAIN_KEYS),
                );
            let __object = __object
                .field(
                    "object_merge_retain",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Element>(),
                                <Element as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE.with_retain_keys()),
                );
            let __object = __object
                .field(
                    "object_replace_retain",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Element>(),
                                <Element as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::REPLACE.with_retain_keys()),
                );
            let __object = __object
                .field(
                    "map",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<BTreeMap<String, String>>(),
                                <BTreeMap<
                                    String,
                                    String,
                                > as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE),
                );
            let __object = __object
                .field(
                    "map_retain",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<BTreeMap<String, String>>(),
                                <BTreeMap<
                                    String,
                                    String,
                                > as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::RETAIN_KEYS),
                );
            let __object = __object
                .field(
                    "list_replace",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Element>>(),
                                <Vec<Element> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::REPLACE),
                );
            let __object = __object
                .field(
                    "list_merge",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Element>>(),
                                <Vec<Element> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("name"),
                );
            let __object = __object
                .field(
                    "list_retain",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Option<Vec<Element>>>(),
                                <Option<Vec<Element>> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE.with_retain_keys())
                        .merge_key("name"),
                );
            let __object = __object
                .field(
                    "list_retain_reversed",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Box<[Element]>>(),
                                <Box<[Element]> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE.with_retain_keys())
                        .merge_key("name"),
                );
            let __object = __object
                .field(
                    "scalars",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<String>>(),
                                <Vec<String> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE),
                );
            let __object = __object
                .field(
                    "enums",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Phase>>(),
                                <Vec<Phase> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE),
                );
            let __object = __object
                .field(
                    "free_form",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<serde_json::Value>(),
                                <serde_json::Value as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE),
                );
            let __object = __object
                .field(
                    "free_form_list",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<serde_json::Value>>(),
                                <Vec<
                                    serde_json::Value,
                                > as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE),
                );
            let __object = __object
                .field(
                    "keyed_free_form",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<serde_json::Value>>(),
                                <Vec<
                                    serde_json::Value,
                                > as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("name"),
                );
            let __object = __object
                .field(
                    "keyed_maps",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<BTreeMap<String, String>>>(),
                                <Vec<
                                    BTreeMap<String, String>,
                                > as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("name"),
                );
            let __object = __object
                .field(
                    "nothing",
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
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "String",
        kind: <String as ::smp_core::PatchSchema>::KIND,
        optional: <String as ::smp_core::PatchSchema>::OPTIONAL,
        element: <String as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <String as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::REPLACE,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Option<Element>",
        kind: <Option<Element> as ::smp_core::PatchSchema>::KIND,
        optional: <Option<Element> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Option<Element> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Option<Element> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Element",
        kind: <Element as ::smp_core::PatchSchema>::KIND,
        optional: <Element as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Element as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Element as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::REPLACE,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Box<Element>",
        kind: <Box<Element> as ::smp_core::PatchSchema>::KIND,
        optional: <Box<Element> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Box<Element> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Box<Element> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::RETAIN_KEYS,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Element",
        kind: <Element as ::smp_core::PatchSchema>::KIND,
        optional: <Element as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Element as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Element as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE.with_retain_keys(),
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Element",
        kind: <Element as ::smp_core::PatchSchema>::KIND,
        optional: <Element as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Element as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Element as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::REPLACE.with_retain_keys(),
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "BTreeMap<String, String>",
        kind: <BTreeMap<String, String> as ::smp_core::PatchSchema>::KIND,
        optional: <BTreeMap<String, String> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <BTreeMap<String, String> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <BTreeMap<
            String,
            String,
        > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "BTreeMap<String, String>",
        kind: <BTreeMap<String, String> as ::smp_core::PatchSchema>::KIND,
        optional: <BTreeMap<String, String> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <BTreeMap<String, String> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <BTreeMap<
            String,
            String,
        > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::RETAIN_KEYS,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Element>",
        kind: <Vec<Element> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Element> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Element> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Element> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::REPLACE,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Element>",
        kind: <Vec<Element> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Element> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Element> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Element> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Element>",
        kind: <Vec<Element> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Element> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Element> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Element> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Option<Vec<Element>>",
        kind: <Option<Vec<Element>> as ::smp_core::PatchSchema>::KIND,
        optional: <Option<Vec<Element>> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Option<Vec<Element>> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Option<Vec<Element>> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE.with_retain_keys(),
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Option<Vec<Element>>",
        kind: <Option<Vec<Element>> as ::smp_core::PatchSchema>::KIND,
        optional: <Option<Vec<Element>> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Option<Vec<Element>> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Option<Vec<Element>> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Box<[Element]>",
        kind: <Box<[Element]> as ::smp_core::PatchSchema>::KIND,
        optional: <Box<[Element]> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Box<[Element]> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Box<[Element]> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE.with_retain_keys(),
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Box<[Element]>",
        kind: <Box<[Element]> as ::smp_core::PatchSchema>::KIND,
        optional: <Box<[Element]> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Box<[Element]> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Box<[Element]> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<String>",
        kind: <Vec<String> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<String> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<String> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<String> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Phase>",
        kind: <Vec<Phase> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Phase> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Phase> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Phase> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "serde_json::Value",
        kind: <serde_json::Value as ::smp_core::PatchSchema>::KIND,
        optional: <serde_json::Value as ::smp_core::PatchSchema>::OPTIONAL,
        element: <serde_json::Value as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <serde_json::Value as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<serde_json::Value>",
        kind: <Vec<serde_json::Value> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<serde_json::Value> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<serde_json::Value> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<
            serde_json::Value,
        > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    false,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<serde_json::Value>",
        kind: <Vec<serde_json::Value> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<serde_json::Value> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<serde_json::Value> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<
            serde_json::Value,
        > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<serde_json::Value>",
        kind: <Vec<serde_json::Value> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<serde_json::Value> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<serde_json::Value> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<
            serde_json::Value,
        > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Vec<BTreeMap<String, String>>",
        kind: <Vec<BTreeMap<String, String>> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<BTreeMap<String, String>> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<BTreeMap<String, String>> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<
            BTreeMap<String, String>,
        > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<BTreeMap<String, String>>",
        kind: <Vec<BTreeMap<String, String>> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<BTreeMap<String, String>> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<BTreeMap<String, String>> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<
            BTreeMap<String, String>,
        > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Element {
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
            let __object = ::smp_core::ObjectDef::new("Element");
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
