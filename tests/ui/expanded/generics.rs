#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl<T> ::smp_core::PatchSchema for List<T>
where
    T: Clone,
    T: ::smp_core::PatchSchema,
{
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "items",
                kind: <Vec<T> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "next",
                kind: <Option<Box<Self>> as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        const {
            ::smp_core::__private::derived::strategy(
                ::smp_core::__private::derived::Facts {
                    text: "Vec<T>",
                    kind: <Vec<T> as ::smp_core::PatchSchema>::KIND,
                    optional: <Vec<T> as ::smp_core::PatchSchema>::OPTIONAL,
                    element: <Vec<T> as ::smp_core::PatchSchema>::ELEMENT,
                    element_fields: <Vec<T> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
                },
                ::smp_core::Strategy::MERGE,
                true,
            )
        };
        const {
            ::smp_core::__private::derived::merge_key(
                ::smp_core::__private::derived::Facts {
                    text: "Vec<T>",
                    kind: <Vec<T> as ::smp_core::PatchSchema>::KIND,
                    optional: <Vec<T> as ::smp_core::PatchSchema>::OPTIONAL,
                    element: <Vec<T> as ::smp_core::PatchSchema>::ELEMENT,
                    element_fields: <Vec<T> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
                },
                "name",
            )
        };
        {
            let __object = ::smp_core::ObjectDef::new("List");
            let __object = __object
                .field(
                    "items",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<T>>(),
                                <Vec<T> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("name"),
                );
            let __object = __object
                .field(
                    "next",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Option<Box<Self>>>(),
                            <Option<Box<Self>> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            __types.object(__object)
        }
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Named {
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
            let __object = ::smp_core::ObjectDef::new("Named");
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
impl<T, U> ::smp_core::PatchSchema for Marked<T, U>
where
    T: 'static,
    U: 'static,
{
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "name",
                kind: <String as ::smp_core::PatchSchema>::KIND,
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
            let __object = ::smp_core::ObjectDef::new("Marked");
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
                    "opaque",
                    ::smp_core::FieldDef::new(__types.any())
                        .strategy(::smp_core::Strategy::REPLACE),
                );
            __types.object(__object)
        }
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl<T, const N: usize> ::smp_core::PatchSchema for Array<T, N>
where
    T: ::smp_core::PatchSchema,
{
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "items",
                kind: ::smp_core::Kind::Any,
            },
            ::smp_core::FieldShape {
                name: "first",
                kind: <T as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Array");
            let __object = __object
                .field(
                    "items",
                    ::smp_core::FieldDef::new(__types.any())
                        .strategy(::smp_core::Strategy::REPLACE),
                );
            let __object = __object
                .field(
                    "first",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<T>(),
                            <T as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            __types.object(__object)
        }
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl<K: Kind> ::smp_core::PatchSchema for Object<K>
where
    K: Kind + 'static,
    K::Spec: PatchSchema,
{
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "spec",
                kind: <K::Spec as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Object");
            let __object = __object
                .field(
                    "spec",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<K::Spec>(),
                            <K::Spec as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            __types.object(__object)
        }
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl<K: Ord, V> ::smp_core::PatchSchema for Keyed<K, V>
where
    K: ::smp_core::PatchSchema,
    V: ::smp_core::PatchSchema,
{
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "map",
                kind: <BTreeMap<K, V> as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Keyed");
            let __object = __object
                .field(
                    "map",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<BTreeMap<K, V>>(),
                            <BTreeMap<K, V> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            __types.object(__object)
        }
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl<T> ::smp_core::PatchSchema for Newtype<T>
where
    T: ::smp_core::PatchSchema,
{
    const KIND: ::smp_core::Kind = <Vec<T> as ::smp_core::PatchSchema>::KIND;
    const OPTIONAL: bool = <Vec<T> as ::smp_core::PatchSchema>::OPTIONAL;
    const FIELDS: ::smp_core::FieldNames = <Vec<T> as ::smp_core::PatchSchema>::FIELDS;
    const ELEMENT: ::core::option::Option<::smp_core::Kind> = <Vec<
        T,
    > as ::smp_core::PatchSchema>::ELEMENT;
    const ELEMENT_FIELDS: ::smp_core::FieldNames = <Vec<
        T,
    > as ::smp_core::PatchSchema>::ELEMENT_FIELDS;
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        ::smp_core::__private::derived::add(
            __types,
            ::core::any::TypeId::of::<Vec<T>>(),
            <Vec<T> as ::smp_core::PatchSchema>::describe,
        )
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl<T> ::smp_core::PatchSchema for Flat<T>
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
        ],
        flattened: &[
            ::smp_core::__private::derived::flattened(
                <T as ::smp_core::PatchSchema>::KIND,
                <T as ::smp_core::PatchSchema>::FIELDS,
            ),
        ],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        const {
            ::smp_core::__private::derived::flatten(::smp_core::__private::derived::Facts {
                text: "T",
                kind: <T as ::smp_core::PatchSchema>::KIND,
                optional: <T as ::smp_core::PatchSchema>::OPTIONAL,
                element: <T as ::smp_core::PatchSchema>::ELEMENT,
                element_fields: <T as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
            })
        };
        const {
            ::smp_core::__private::derived::distinct_names(
                "Flat",
                <Self as ::smp_core::PatchSchema>::FIELDS,
            )
        };
        {
            let __object = ::smp_core::ObjectDef::new("Flat");
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
                    ::core::any::TypeId::of::<T>(),
                    <T as ::smp_core::PatchSchema>::describe,
                ),
                <T as ::smp_core::PatchSchema>::OPTIONAL,
            );
            __types.object(__object)
        }
    }
}
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Rest {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "path",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Rest");
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
impl ::smp_core::PatchSchema for Props {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "all_of",
                kind: <Vec<Props> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "any_of",
                kind: <Option<Vec<Box<Self>>> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "properties",
                kind: <BTreeMap<String, Self> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "id",
                kind: <String as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Props");
            let __object = __object
                .field(
                    "all_of",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Props>>(),
                                <Vec<Props> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("id"),
                );
            let __object = __object
                .field(
                    "any_of",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Option<Vec<Box<Self>>>>(),
                                <Option<
                                    Vec<Box<Self>>,
                                > as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("id"),
                );
            let __object = __object
                .field(
                    "properties",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<BTreeMap<String, Self>>(),
                            <BTreeMap<String, Self> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "id",
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
        text: "Vec<Props>",
        kind: <Vec<Props> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Props> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Props> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Props> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Props>",
        kind: <Vec<Props> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Props> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Props> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Props> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "id",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::strategy(
    ::smp_core::__private::derived::Facts {
        text: "Option<Vec<Box<Self>>>",
        kind: <Option<Vec<Box<Props>>> as ::smp_core::PatchSchema>::KIND,
        optional: <Option<Vec<Box<Props>>> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Option<Vec<Box<Props>>> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Option<
            Vec<Box<Props>>,
        > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Option<Vec<Box<Self>>>",
        kind: <Option<Vec<Box<Props>>> as ::smp_core::PatchSchema>::KIND,
        optional: <Option<Vec<Box<Props>>> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Option<Vec<Box<Props>>> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Option<
            Vec<Box<Props>>,
        > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "id",
);
#[automatically_derived]
#[allow(deprecated, long_running_const_eval)]
impl ::smp_core::PatchSchema for Ping {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "pong",
                kind: <Option<Box<Pong>> as ::smp_core::PatchSchema>::KIND,
            },
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
            let __object = ::smp_core::ObjectDef::new("Ping");
            let __object = __object
                .field(
                    "pong",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<Option<Box<Pong>>>(),
                            <Option<Box<Pong>> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
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
impl ::smp_core::PatchSchema for Pong {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "pings",
                kind: <Vec<Ping> as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Pong");
            let __object = __object
                .field(
                    "pings",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<Ping>>(),
                                <Vec<Ping> as ::smp_core::PatchSchema>::describe,
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
        text: "Vec<Ping>",
        kind: <Vec<Ping> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Ping> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Ping> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Ping> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<Ping>",
        kind: <Vec<Ping> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<Ping> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<Ping> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<Ping> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
