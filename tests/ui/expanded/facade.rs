#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl crate::facade::by_name::patch::PatchSchema for Pod {
    const KIND: crate::facade::by_name::patch::Kind = crate::facade::by_name::patch::Kind::Object;
    const FIELDS: crate::facade::by_name::patch::FieldNames = crate::facade::by_name::patch::FieldNames {
        own: &[
            crate::facade::by_name::patch::FieldShape {
                name: "containers",
                kind: <Vec<
                    Container,
                > as crate::facade::by_name::patch::PatchSchema>::KIND,
            },
            crate::facade::by_name::patch::FieldShape {
                name: "leaf",
                kind: crate::facade::by_name::patch::Kind::Any,
            },
        ],
        flattened: &[
            crate::facade::by_name::patch::__private::derived::flattened(
                <Page<String> as crate::facade::by_name::patch::PatchSchema>::KIND,
                <Page<String> as crate::facade::by_name::patch::PatchSchema>::FIELDS,
            ),
        ],
        open: false,
    };
    fn describe(
        __types: &mut crate::facade::by_name::patch::SchemaBuilder,
    ) -> crate::facade::by_name::patch::TypeId {
        {
            let __object = crate::facade::by_name::patch::ObjectDef::new("Pod");
            let __object = __object
                .field(
                    "containers",
                    crate::facade::by_name::patch::FieldDef::new(
                            crate::facade::by_name::patch::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Container>>(),
                                <Vec<
                                    Container,
                                > as crate::facade::by_name::patch::PatchSchema>::describe,
                            ),
                        )
                        .strategy(crate::facade::by_name::patch::Strategy::MERGE)
                        .merge_key("name")
                        .list_map_key(
                            crate::facade::by_name::patch::ListMapKey::new("name"),
                        )
                        .list_type(crate::facade::by_name::patch::ListType::Map),
                );
            let __object = __object
                .field(
                    "leaf",
                    crate::facade::by_name::patch::FieldDef::new(__types.any())
                        .strategy(crate::facade::by_name::patch::Strategy::REPLACE),
                );
            let __object = crate::facade::by_name::patch::__private::derived::flattened_into(
                __object,
                crate::facade::by_name::patch::__private::derived::add(
                    __types,
                    ::core::any::TypeId::of::<Page<String>>(),
                    <Page<
                        String,
                    > as crate::facade::by_name::patch::PatchSchema>::describe,
                ),
                <Page<String> as crate::facade::by_name::patch::PatchSchema>::OPTIONAL,
            );
            __types.object(__object)
        }
    }
    fn schema() -> &'static crate::facade::by_name::patch::Schema {
        static __SCHEMA: crate::facade::by_name::patch::__private::OnceLock<
            crate::facade::by_name::patch::Schema,
        > = crate::facade::by_name::patch::__private::OnceLock::new();
        __SCHEMA
            .get_or_init(crate::facade::by_name::patch::__private::build_schema::<Self>)
    }
}
#[allow(deprecated, long_running_const_eval)]
const _: () = crate::facade::by_name::patch::__private::derived::strategy(
    crate::facade::by_name::patch::__private::derived::Facts {
        text: "Vec<Container>",
        kind: <Vec<Container> as crate::facade::by_name::patch::PatchSchema>::KIND,
        optional: <Vec<
            Container,
        > as crate::facade::by_name::patch::PatchSchema>::OPTIONAL,
        element: <Vec<Container> as crate::facade::by_name::patch::PatchSchema>::ELEMENT,
        element_fields: <Vec<
            Container,
        > as crate::facade::by_name::patch::PatchSchema>::ELEMENT_FIELDS,
    },
    crate::facade::by_name::patch::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = crate::facade::by_name::patch::__private::derived::merge_key(
    crate::facade::by_name::patch::__private::derived::Facts {
        text: "Vec<Container>",
        kind: <Vec<Container> as crate::facade::by_name::patch::PatchSchema>::KIND,
        optional: <Vec<
            Container,
        > as crate::facade::by_name::patch::PatchSchema>::OPTIONAL,
        element: <Vec<Container> as crate::facade::by_name::patch::PatchSchema>::ELEMENT,
        element_fields: <Vec<
            Container,
        > as crate::facade::by_name::patch::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = crate::facade::by_name::patch::__private::derived::list_map_key(
    crate::facade::by_name::patch::__private::derived::Facts {
        text: "Vec<Container>",
        kind: <Vec<Container> as crate::facade::by_name::patch::PatchSchema>::KIND,
        optional: <Vec<
            Container,
        > as crate::facade::by_name::patch::PatchSchema>::OPTIONAL,
        element: <Vec<Container> as crate::facade::by_name::patch::PatchSchema>::ELEMENT,
        element_fields: <Vec<
            Container,
        > as crate::facade::by_name::patch::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = crate::facade::by_name::patch::__private::derived::flatten(crate::facade::by_name::patch::__private::derived::Facts {
    text: "Page<String>",
    kind: <Page<String> as crate::facade::by_name::patch::PatchSchema>::KIND,
    optional: <Page<String> as crate::facade::by_name::patch::PatchSchema>::OPTIONAL,
    element: <Page<String> as crate::facade::by_name::patch::PatchSchema>::ELEMENT,
    element_fields: <Page<
        String,
    > as crate::facade::by_name::patch::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = crate::facade::by_name::patch::__private::derived::distinct_names(
    "Pod",
    <Pod as crate::facade::by_name::patch::PatchSchema>::FIELDS,
);
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl crate::facade::by_glob::PatchSchema for Container {
    const KIND: crate::facade::by_glob::Kind = crate::facade::by_glob::Kind::Object;
    const FIELDS: crate::facade::by_glob::FieldNames = crate::facade::by_glob::FieldNames {
        own: &[
            crate::facade::by_glob::FieldShape {
                name: "name",
                kind: <String as crate::facade::by_glob::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(
        __types: &mut crate::facade::by_glob::SchemaBuilder,
    ) -> crate::facade::by_glob::TypeId {
        {
            let __object = crate::facade::by_glob::ObjectDef::new("Container");
            let __object = __object
                .field(
                    "name",
                    crate::facade::by_glob::FieldDef::new(
                        crate::facade::by_glob::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<String>(),
                            <String as crate::facade::by_glob::PatchSchema>::describe,
                        ),
                    ),
                );
            __types.object(__object)
        }
    }
    fn schema() -> &'static crate::facade::by_glob::Schema {
        static __SCHEMA: crate::facade::by_glob::__private::OnceLock<
            crate::facade::by_glob::Schema,
        > = crate::facade::by_glob::__private::OnceLock::new();
        __SCHEMA.get_or_init(crate::facade::by_glob::__private::build_schema::<Self>)
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl<T> crate::facade::by_glob::PatchSchema for Page<T>
where
    T: crate::facade::by_glob::PatchSchema,
{
    const KIND: crate::facade::by_glob::Kind = crate::facade::by_glob::Kind::Object;
    const FIELDS: crate::facade::by_glob::FieldNames = crate::facade::by_glob::FieldNames {
        own: &[
            crate::facade::by_glob::FieldShape {
                name: "items",
                kind: <Vec<T> as crate::facade::by_glob::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(
        __types: &mut crate::facade::by_glob::SchemaBuilder,
    ) -> crate::facade::by_glob::TypeId {
        const {
            crate::facade::by_glob::__private::derived::strategy(
                crate::facade::by_glob::__private::derived::Facts {
                    text: "Vec<T>",
                    kind: <Vec<T> as crate::facade::by_glob::PatchSchema>::KIND,
                    optional: <Vec<T> as crate::facade::by_glob::PatchSchema>::OPTIONAL,
                    element: <Vec<T> as crate::facade::by_glob::PatchSchema>::ELEMENT,
                    element_fields: <Vec<
                        T,
                    > as crate::facade::by_glob::PatchSchema>::ELEMENT_FIELDS,
                },
                crate::facade::by_glob::Strategy::REPLACE,
                false,
            )
        };
        {
            let __object = crate::facade::by_glob::ObjectDef::new("Page");
            let __object = __object
                .field(
                    "items",
                    crate::facade::by_glob::FieldDef::new(
                            crate::facade::by_glob::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<T>>(),
                                <Vec<T> as crate::facade::by_glob::PatchSchema>::describe,
                            ),
                        )
                        .strategy(crate::facade::by_glob::Strategy::REPLACE),
                );
            __types.object(__object)
        }
    }
}
