::core::compile_error! {
    "`sett` is no list type; write atomic, set or map (did you mean `set`?)"
}
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Source {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::ANY;
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Container {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Container",
            fields: &[
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "Container",
            )
        }
    }
};
