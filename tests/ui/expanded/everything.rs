::core::compile_error! {
    "unknown patch attribute `crat` (did you mean `crate`?); a container may have `bound`, `crate`, `exactly_one`, `idle_allowed`, `leaf` or `union`"
}
::core::compile_error! {
    "a type with a patch schema owns its data: a schema belongs to one type, and each lifetime would make another; use `String`, `Vec` or `Cow<'static, _>` in its fields"
}
::core::compile_error! {
    "unknown strategy `mrege` (did you mean `merge`?); a strategy is `merge`, `replace`, `retainKeys`, `merge|retainKeys` or `replace|retainKeys`"
}
::core::compile_error! {
    "unknown list type `sett` (did you mean `set`?); a list type is `atomic`, `set` or `map`"
}
::core::compile_error! {
    "`merge_key` needs `strategy = \"merge\"` beside it: without a strategy a list is replaced as a whole"
}
::core::compile_error! {
    "duplicate patch attribute `strategy`"
}
::core::compile_error! {
    "`&'a str` is a scalar and has no keys to retain; leave `strategy` out"
}
#[automatically_derived]
#[allow(deprecated)]
impl<'a> ::smp_core::PatchSchema for PodSpec<'a>
where
    Self: 'static,
{
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Any;
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        __types.any()
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
impl ::smp_core::PatchSchema for Pod {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Object;
    const FIELDS: ::smp_core::FieldNames = ::smp_core::FieldNames {
        own: &[
            ::smp_core::FieldShape {
                name: "spec",
                kind: <PodSpec<'static> as ::smp_core::PatchSchema>::KIND,
            },
            ::smp_core::FieldShape {
                name: "specs",
                kind: <Vec<PodSpec<'static>> as ::smp_core::PatchSchema>::KIND,
            },
        ],
        flattened: &[
            ::smp_core::__private::derived::flattened(
                <PodSpec<'static> as ::smp_core::PatchSchema>::KIND,
                <PodSpec<'static> as ::smp_core::PatchSchema>::FIELDS,
            ),
        ],
        open: false,
    };
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        {
            let __object = ::smp_core::ObjectDef::new("Pod");
            let __object = __object
                .field(
                    "spec",
                    ::smp_core::FieldDef::new(
                        ::smp_core::__private::derived::add(
                            __types,
                            ::core::any::TypeId::of::<PodSpec<'static>>(),
                            <PodSpec<'static> as ::smp_core::PatchSchema>::describe,
                        ),
                    ),
                );
            let __object = __object
                .field(
                    "specs",
                    ::smp_core::FieldDef::new(
                            ::smp_core::__private::derived::add(
                                __types,
                                ::core::any::TypeId::of::<Vec<PodSpec<'static>>>(),
                                <Vec<PodSpec<'static>> as ::smp_core::PatchSchema>::describe,
                            ),
                        )
                        .strategy(::smp_core::Strategy::MERGE)
                        .merge_key("name"),
                );
            let __object = ::smp_core::__private::derived::flattened_into(
                __object,
                ::smp_core::__private::derived::add(
                    __types,
                    ::core::any::TypeId::of::<PodSpec<'static>>(),
                    <PodSpec<'static> as ::smp_core::PatchSchema>::describe,
                ),
                <PodSpec<'static> as ::smp_core::PatchSchema>::OPTIONAL,
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
        text: "Vec<PodSpec<'static>>",
        kind: <Vec<PodSpec<'static>> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<PodSpec<'static>> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<PodSpec<'static>> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<
            PodSpec<'static>,
        > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    ::smp_core::Strategy::MERGE,
    true,
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::merge_key(
    ::smp_core::__private::derived::Facts {
        text: "Vec<PodSpec<'static>>",
        kind: <Vec<PodSpec<'static>> as ::smp_core::PatchSchema>::KIND,
        optional: <Vec<PodSpec<'static>> as ::smp_core::PatchSchema>::OPTIONAL,
        element: <Vec<PodSpec<'static>> as ::smp_core::PatchSchema>::ELEMENT,
        element_fields: <Vec<
            PodSpec<'static>,
        > as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
    },
    "name",
);
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::flatten(::smp_core::__private::derived::Facts {
    text: "PodSpec<'static>",
    kind: <PodSpec<'static> as ::smp_core::PatchSchema>::KIND,
    optional: <PodSpec<'static> as ::smp_core::PatchSchema>::OPTIONAL,
    element: <PodSpec<'static> as ::smp_core::PatchSchema>::ELEMENT,
    element_fields: <PodSpec<'static> as ::smp_core::PatchSchema>::ELEMENT_FIELDS,
});
#[allow(deprecated, long_running_const_eval)]
const _: () = ::smp_core::__private::derived::distinct_names(
    "Pod",
    <Pod as ::smp_core::PatchSchema>::FIELDS,
);
