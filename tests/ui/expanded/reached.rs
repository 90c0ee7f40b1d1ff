const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Fields {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 5] = [
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
            ];
            __smp::ObjectShape {
                name: "Fields",
                fields: &__FIELDS,
                union: __smp::None,
            }
        };
        #[inline]
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::SharedSchema = __smp::SharedSchema::new();
            SCHEMA.of::<Self>()
        }
        const ACCESS: __smp::Access = {
            use __smp::NotBuilt as _;
            __smp::Probe::<Self>::ACCESS
        };
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
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
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
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
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
        fn __default_of(
            &self,
            __at: usize,
        ) -> __smp::Option<__smp::Box<dyn __smp::Any>> {
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
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Written {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::leaf("status"),
            ];
            __smp::ObjectShape {
                name: "Written",
                fields: &__FIELDS,
                union: __smp::None,
            }
        };
        #[inline]
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::SharedSchema = __smp::SharedSchema::new();
            SCHEMA.of::<Self>()
        }
        const ACCESS: __smp::Access = {
            use __smp::NotBuilt as _;
            __smp::Probe::<Self>::ACCESS
        };
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
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
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
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
    #[allow(deprecated, unreachable_code)]
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
