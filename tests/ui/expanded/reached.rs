const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Fields {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Fields",
            fields: &[
                __smp::FieldShape::new("number", <u8 as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new(
                    "option",
                    <Option<u8> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("list", <Vec<u8> as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new(
                    "none",
                    <Option<u8> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("zero", <Option<u8> as __smp::PatchSchema>::SHAPE),
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
                "Fields",
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
            true && <u8 as __smp::PatchSchema>::__same(&self.number, &__other.number)
                && <Option<
                    u8,
                > as __smp::PatchSchema>::__same(&self.option, &__other.option)
                && <Vec<u8> as __smp::PatchSchema>::__same(&self.list, &__other.list)
                && <Option<u8> as __smp::PatchSchema>::__same(&self.none, &__other.none)
                && <Option<u8> as __smp::PatchSchema>::__same(&self.zero, &__other.zero)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::Fields for Fields {
        #[inline]
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        #[inline]
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <u8 as __smp::PatchSchema>::__reach(&self.number),
                1 => <Option<u8> as __smp::PatchSchema>::__reach(&self.option),
                2 if Vec::is_empty(&self.list) => {
                    return __smp::Slot::Absent(
                        <Vec<u8> as __smp::PatchSchema>::__reach(&self.list),
                    );
                }
                2 => <Vec<u8> as __smp::PatchSchema>::__reach(&self.list),
                3 => <Option<u8> as __smp::PatchSchema>::__reach(&self.none),
                4 if is_zero(&self.zero) => {
                    return __smp::Slot::Absent(
                        <Option<u8> as __smp::PatchSchema>::__reach(&self.zero),
                    );
                }
                4 => <Option<u8> as __smp::PatchSchema>::__reach(&self.zero),
                _ => return __smp::Slot::Closed,
            };
            __smp::slot(
                __field,
                match __at {
                    3 => true,
                    1 | 4 => <Self as __smp::PatchSchema>::BUILT,
                    _ => false,
                },
            )
        }
        #[inline]
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <u8 as __smp::PatchSchema>::__reach_mut(&mut self.number),
                    1 => {
                        <Option<u8> as __smp::PatchSchema>::__reach_mut(&mut self.option)
                    }
                    2 => <Vec<u8> as __smp::PatchSchema>::__reach_mut(&mut self.list),
                    3 => <Option<u8> as __smp::PatchSchema>::__reach_mut(&mut self.none),
                    4 => <Option<u8> as __smp::PatchSchema>::__reach_mut(&mut self.zero),
                    _ => return __smp::None,
                },
            )
        }
        #[inline]
        fn default_of(&self, __at: usize) -> __smp::Option<__smp::Box<dyn __smp::Any>> {
            __smp::Some(
                match __at {
                    0 => __smp::boxed_value::<u8>(__smp::Default::default()),
                    2 => __smp::boxed_value::<Vec<u8>>(__smp::Default::default()),
                    _ => return __smp::None,
                },
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Written {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Written",
            fields: &[
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::leaf("status"),
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
                "Written",
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
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::Fields for Written {
        #[inline]
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        #[inline]
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
            use __smp::{BySerde as _, Unknown as _};
            let __field = match __at {
                0 => <String as __smp::PatchSchema>::__reach(&self.name),
                1 => {
                    return __smp::Slot::Leaf(
                        (&__smp::Probe::<Status>::new()).write(&self.status),
                    );
                }
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
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Doubled {
        const SHAPE: __smp::TypeShape = <u8 as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <u8 as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <u8 as __smp::PatchSchema>::ELEMENT;
        #[inline]
        fn __to_value(&self) -> __smp::Result<__smp::Value, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).write(self)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
};
