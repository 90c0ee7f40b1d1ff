compile_error! {
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
    #[allow(deprecated, unreachable_code)]
    #[diagnostic::do_not_recommend]
    impl __smp::PatchSchema for Container {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Container",
                fields: &__FIELDS,
                union: __smp::None,
                map_type: __smp::MapType::Granular,
            }
        };
        #[inline]
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::SharedSchema = __smp::SharedSchema::new();
            SCHEMA.of::<Self>()
        }
        const ACCESS: __smp::Access = {
            use __smp::NotFieldwise as _;
            __smp::ConversionOf::<Self>::ACCESS
        };
        #[inline]
        fn __same(&self, __other: &Self) -> bool {
            true && <String as __smp::PatchSchema>::__same(&self.name, &__other.name)
        }
        #[inline]
        fn __from_value(
            __value: __smp::Value,
        ) -> __smp::Result<Self, __smp::ConvertError> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::ConversionOf::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::FieldState<'_> {
            let __field = match __at {
                0 => <String as __smp::PatchSchema>::__reflect(&self.name),
                _ => return __smp::FieldState::Closed,
            };
            __smp::FieldState::Value(__field)
        }
        #[inline]
        fn __field_mut(
            &mut self,
            __at: usize,
        ) -> __smp::Option<&mut dyn __smp::Reflect> {
            __smp::Some(
                match __at {
                    0 => <String as __smp::PatchSchema>::__reflect_mut(&mut self.name),
                    _ => return __smp::None,
                },
            )
        }
    }
};
