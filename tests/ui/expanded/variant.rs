::core::compile_error! {
    "`sett` is not a list type; write atomic, set or map (did you mean `set`?)"
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
        #[inline]
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        #[inline]
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "Container",
            )
        }
        const BUILT: bool = {
            use __smp::NotBuilt as _;
            __smp::Probe::<Self>::IS_BUILT
        };
        #[inline]
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::Inside::Struct(self)
        }
        #[inline]
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::InsideMut::Struct(self)
        }
        #[inline]
        fn __same(&self, __other: &Self) -> bool {
            true && <String as __smp::PatchSchema>::__same(&self.name, &__other.name)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::Fields for Container {
        #[inline]
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        #[inline]
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <String as __smp::PatchSchema>::__reach(&self.name),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <String as __smp::PatchSchema>::__reach_mut(&mut self.name),
                    _ => return __smp::None,
                },
            )
        }
    }
};
