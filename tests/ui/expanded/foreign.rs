const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Own {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Own",
            fields: &[
                __smp::FieldShape::leaf("leaf"),
                __smp::FieldShape::leaf("leaves"),
                __smp::FieldShape::new("held", <Held as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new(
                    "held_list",
                    <Vec<Held> as __smp::PatchSchema>::SHAPE,
                ),
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
                "Own",
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
    impl __smp::Fields for Own {
        #[inline]
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        #[inline]
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
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
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
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
        fn read_leaf(
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
        fn put_leaf(&mut self, __at: usize, __value: __smp::Box<dyn __smp::Any>) {
            match __at {
                0 => __smp::put_value(&mut self.leaf, __value),
                1 => __smp::put_value(&mut self.leaves, __value),
                _ => {}
            }
        }
    }
};
