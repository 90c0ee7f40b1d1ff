const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Own {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 4] = [
                __smp::FieldShape::leaf("leaf"),
                __smp::FieldShape::leaf("leaves"),
                __smp::FieldShape::new("held", <Held as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new(
                    "held_list",
                    <Vec<Held> as __smp::PatchSchema>::SHAPE,
                ),
            ];
            __smp::ObjectShape {
                name: "Own",
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
                0 => {
                    return __smp::Slot::Leaf(
                        (&__smp::Probe::<other_crate::Foreign>::new()).write(&self.leaf),
                    );
                }
                1 => {
                    return __smp::Slot::Leaf(
                        (&__smp::Probe::<Vec<other_crate::Foreign>>::new())
                            .write(&self.leaves),
                    );
                }
                2 => <Held as __smp::PatchSchema>::__reach(&self.held),
                3 => <Vec<Held> as __smp::PatchSchema>::__reach(&self.held_list),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    2 => <Held as __smp::PatchSchema>::__reach_mut(&mut self.held),
                    3 => {
                        <Vec<
                            Held,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.held_list)
                    }
                    _ => return __smp::None,
                },
            )
        }
        #[inline]
        fn __read_leaf(
            &self,
            __at: usize,
            __value: __smp::Value,
        ) -> __smp::Result<__smp::Box<dyn __smp::Any>, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            __smp::Ok(
                match __at {
                    0 => {
                        __smp::boxed_value::<
                            other_crate::Foreign,
                        >((&__smp::Probe::<other_crate::Foreign>::new()).read(__value)?)
                    }
                    1 => {
                        __smp::boxed_value::<
                            Vec<other_crate::Foreign>,
                        >(
                            (&__smp::Probe::<Vec<other_crate::Foreign>>::new())
                                .read(__value)?,
                        )
                    }
                    _ => return __smp::Err(__smp::Refusal::Unknown),
                },
            )
        }
        #[inline]
        fn __put_leaf(&mut self, __at: usize, __value: __smp::Box<dyn __smp::Any>) {
            match __at {
                0 => __smp::put_value(&mut self.leaf, __value),
                1 => __smp::put_value(&mut self.leaves, __value),
                _ => {}
            }
        }
    }
};
