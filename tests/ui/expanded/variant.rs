::core::compile_error! {
    "unknown list type `sett` (did you mean `set`?); a list type is `atomic`, `set` or `map`"
}
#[automatically_derived]
#[allow(deprecated)]
impl ::smp_core::PatchSchema for Source {
    const KIND: ::smp_core::Kind = ::smp_core::Kind::Any;
    fn describe(__types: &mut ::smp_core::SchemaBuilder) -> ::smp_core::TypeId {
        __types.any()
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
