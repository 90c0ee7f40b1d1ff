const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Strategy {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 6] = [
                __smp::FieldShape::new(
                    "type",
                    <StrategyType as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new(
                    "rollingUpdate",
                    <Option<RollingUpdate> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape {
                    place: __smp::Place::Named("delete"),
                    shape: <Option<Box<RollingUpdate>> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::REPLACE,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::leaf("opaque"),
                __smp::FieldShape::new(
                    "alias",
                    <Alias<u8> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new(
                    "boxed",
                    <Box<Option<String>> as __smp::PatchSchema>::SHAPE,
                ),
            ];
            __smp::ObjectShape {
                name: "Strategy",
                fields: &__FIELDS,
                union: __smp::Some(
                    &__smp::UnionShape {
                        discriminator: __smp::Some("type"),
                        members: &[
                            ("rollingUpdate", "RollingUpdate"),
                            ("delete", "OnDelete"),
                            ("opaque", "Opaque"),
                            ("alias", "Alias"),
                            ("boxed", "Boxed"),
                        ],
                        empty_is_unset: &[],
                        exactly_one: false,
                        allow_inactive_member: false,
                        rust_enum: false,
                    },
                ),
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
                0 => <StrategyType as __smp::PatchSchema>::__reach(&self.r#type),
                1 => {
                    <Option<
                        RollingUpdate,
                    > as __smp::PatchSchema>::__reach(&self.rolling_update)
                }
                2 => {
                    <Option<
                        Box<RollingUpdate>,
                    > as __smp::PatchSchema>::__reach(&self.delete)
                }
                3 => {
                    return __smp::Slot::Leaf(
                        (&__smp::Probe::<Option<std::time::Duration>>::new())
                            .write(&self.opaque),
                    );
                }
                4 => <Alias<u8> as __smp::PatchSchema>::__reach(&self.alias),
                5 => <Box<Option<String>> as __smp::PatchSchema>::__reach(&self.boxed),
                _ => return __smp::Slot::Closed,
            };
            __smp::slot(
                __field,
                match __at {
                    1 | 2 | 5 => <Self as __smp::PatchSchema>::BUILT,
                    _ => false,
                },
            )
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <StrategyType as __smp::PatchSchema>::__reach_mut(
                            &mut self.r#type,
                        )
                    }
                    1 => {
                        <Option<
                            RollingUpdate,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.rolling_update)
                    }
                    2 => {
                        <Option<
                            Box<RollingUpdate>,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.delete)
                    }
                    4 => <Alias<u8> as __smp::PatchSchema>::__reach_mut(&mut self.alias),
                    5 => {
                        <Box<
                            Option<String>,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.boxed)
                    }
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
                    3 => {
                        __smp::boxed_value::<
                            Option<std::time::Duration>,
                        >(__smp::Default::default())
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
                    3 => {
                        __smp::boxed_value::<
                            Option<std::time::Duration>,
                        >(
                            (&__smp::Probe::<Option<std::time::Duration>>::new())
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
                3 => __smp::put_value(&mut self.opaque, __value),
                _ => {}
            }
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "StrategyType",
            shape: <StrategyType as __smp::PatchSchema>::SHAPE,
            element: <StrategyType as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::discriminator(
            __of,
            &[
                ("rollingUpdate", "RollingUpdate"),
                ("delete", "OnDelete"),
                ("opaque", "Opaque"),
                ("alias", "Alias"),
                ("boxed", "Boxed"),
            ],
        );
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<RollingUpdate>",
            shape: <Option<RollingUpdate> as __smp::PatchSchema>::SHAPE,
            element: <Option<RollingUpdate> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::union_member(__of);
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<Box<RollingUpdate>>",
            shape: <Option<Box<RollingUpdate>> as __smp::PatchSchema>::SHAPE,
            element: <Option<Box<RollingUpdate>> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::REPLACE,
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<Box<RollingUpdate>>",
            shape: <Option<Box<RollingUpdate>> as __smp::PatchSchema>::SHAPE,
            element: <Option<Box<RollingUpdate>> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::union_member(__of);
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Alias<u8>",
            shape: <Alias<u8> as __smp::PatchSchema>::SHAPE,
            element: <Alias<u8> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::union_member(__of);
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Box<Option<String>>",
            shape: <Box<Option<String>> as __smp::PatchSchema>::SHAPE,
            element: <Box<Option<String>> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::union_member(__of);
    };
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for StrategyType {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::scalar(
            __smp::ScalarShape::OneOf(
                &["RollingUpdate", "OnDelete", "Opaque", "Alias", "Boxed", "Recreate"],
            ),
        );
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
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for RollingUpdate {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new(
                    "max_surge",
                    <Option<String> as __smp::PatchSchema>::SHAPE,
                ),
            ];
            __smp::ObjectShape {
                name: "RollingUpdate",
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
            true
                && <Option<
                    String,
                > as __smp::PatchSchema>::__same(&self.max_surge, &__other.max_surge)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <Option<String> as __smp::PatchSchema>::__reach(&self.max_surge),
                _ => return __smp::Slot::Closed,
            };
            __smp::slot(
                __field,
                match __at {
                    0 => <Self as __smp::PatchSchema>::BUILT,
                    _ => false,
                },
            )
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <Option<
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.max_surge)
                    }
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
    impl<T> __smp::PatchSchema for EnvVar<T>
    where
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "EnvVar",
            fields: &[
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new(
                    "kind",
                    <Option<String> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new(
                    "value",
                    <Option<T> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::leaf("value_from"),
                __smp::FieldShape::flattened(
                    <Strategy as __smp::PatchSchema>::SHAPE,
                    <Strategy as __smp::PatchSchema>::OBJECT,
                ),
            ],
            union: __smp::Some(
                &__smp::UnionShape {
                    discriminator: __smp::Some("kind"),
                    members: &[("value", "Value"), ("value_from", "Source")],
                    empty_is_unset: &[],
                    exactly_one: true,
                    allow_inactive_member: false,
                    rust_enum: false,
                },
            ),
        };
        #[inline]
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            const {
                {
                    let __of = &__smp::const_checks::TypeFacts {
                        text: "Option<T>",
                        shape: <Option<T> as __smp::PatchSchema>::SHAPE,
                        element: <Option<T> as __smp::PatchSchema>::ELEMENT,
                    };
                    __smp::const_checks::union_member(__of);
                }
            };
            const {
                __smp::const_checks::distinct_names(
                    "EnvVar",
                    <Self as __smp::PatchSchema>::OBJECT,
                )
            };
            __smp::describe::<Self>(__types)
        }
        const FLATTENS: bool = __smp::are_flattened_apart(Self::OBJECT);
        #[inline]
        fn __flattens(&self) -> bool {
            true && __smp::is_flattened_in_place(&self.strategy)
        }
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
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            use __smp::{BySerde as _, Unknown as _};
            let __field = match __at {
                0 => <String as __smp::PatchSchema>::__reach(&self.name),
                1 => <Option<String> as __smp::PatchSchema>::__reach(&self.kind),
                2 => <Option<T> as __smp::PatchSchema>::__reach(&self.value),
                3 => {
                    return __smp::Slot::Leaf(
                        (&__smp::Probe::<Option<String>>::new()).write(&self.value_from),
                    );
                }
                4 => <Strategy as __smp::PatchSchema>::__reach(&self.strategy),
                _ => return __smp::Slot::Closed,
            };
            __smp::slot(
                __field,
                match __at {
                    1 | 2 => <Self as __smp::PatchSchema>::BUILT,
                    _ => false,
                },
            )
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <String as __smp::PatchSchema>::__reach_mut(&mut self.name),
                    1 => {
                        <Option<
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.kind)
                    }
                    2 => <Option<T> as __smp::PatchSchema>::__reach_mut(&mut self.value),
                    4 => {
                        <Strategy as __smp::PatchSchema>::__reach_mut(&mut self.strategy)
                    }
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
                    3 => __smp::boxed_value::<Option<String>>(__smp::Default::default()),
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
                    3 => {
                        __smp::boxed_value::<
                            Option<String>,
                        >((&__smp::Probe::<Option<String>>::new()).read(__value)?)
                    }
                    _ => return __smp::Err(__smp::Refusal::Unknown),
                },
            )
        }
        #[inline]
        fn __put_leaf(&mut self, __at: usize, __value: __smp::Box<dyn __smp::Any>) {
            match __at {
                3 => __smp::put_value(&mut self.value_from, __value),
                _ => {}
            }
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<String>",
            shape: <Option<String> as __smp::PatchSchema>::SHAPE,
            element: <Option<String> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::discriminator(
            __of,
            &[("value", "Value"), ("value_from", "Source")],
        );
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Strategy",
            shape: <Strategy as __smp::PatchSchema>::SHAPE,
            element: <Strategy as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::flatten(__of);
    };
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Single {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new("apiVersion", __smp::TypeShape::STRING),
                __smp::FieldShape::new(
                    "http",
                    <Option<String> as __smp::PatchSchema>::SHAPE,
                ),
            ];
            __smp::ObjectShape {
                name: "Single",
                fields: &__FIELDS,
                union: __smp::Some(
                    &__smp::UnionShape {
                        discriminator: __smp::None,
                        members: &[("http", "Http")],
                        empty_is_unset: &[],
                        exactly_one: false,
                        allow_inactive_member: false,
                        rust_enum: false,
                    },
                ),
            }
        };
        #[inline]
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::SharedSchema = __smp::SharedSchema::new();
            SCHEMA.of::<Self>()
        }
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
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<String>",
            shape: <Option<String> as __smp::PatchSchema>::SHAPE,
            element: <Option<String> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::union_member(__of);
    };
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl<T> __smp::PatchSchema for External<T>
    where
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "External",
            fields: &[
                __smp::FieldShape::new(
                    "emptyDir",
                    __smp::const_checks::inline(const {
                        &__smp::ObjectShape {
                            name: "External.EmptyDir",
                            fields: &[],
                            union: __smp::None,
                        }
                    }),
                ),
                __smp::FieldShape::new(
                    "hostPath",
                    __smp::const_checks::inline(const {
                        &__smp::ObjectShape {
                            name: "External.HostPath",
                            fields: &[
                                __smp::FieldShape::new(
                                    "thePath",
                                    <String as __smp::PatchSchema>::SHAPE,
                                ),
                                __smp::FieldShape::new(
                                    "other",
                                    <Option<Box<External<T>>> as __smp::PatchSchema>::SHAPE,
                                ),
                            ],
                            union: __smp::None,
                        }
                    }),
                ),
                __smp::FieldShape {
                    place: __smp::Place::Named("items"),
                    shape: <Vec<Item> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::leaf("free"),
                __smp::FieldShape::new("generic", <T as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::Some(
                &__smp::UnionShape {
                    discriminator: __smp::None,
                    members: &[
                        ("emptyDir", "emptyDir"),
                        ("hostPath", "hostPath"),
                        ("items", "items"),
                        ("free", "free"),
                        ("generic", "generic"),
                    ],
                    empty_is_unset: &[],
                    exactly_one: true,
                    allow_inactive_member: false,
                    rust_enum: true,
                },
            ),
        };
        #[inline]
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            const {
                {
                    let __of = &__smp::const_checks::TypeFacts {
                        text: "T",
                        shape: <T as __smp::PatchSchema>::SHAPE,
                        element: <T as __smp::PatchSchema>::ELEMENT,
                    };
                    __smp::const_checks::union_variant(__of);
                }
            };
            __smp::describe::<Self>(__types)
        }
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
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Item>",
            shape: <Vec<Item> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Item> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::MERGE,
                merge_key: __smp::Some("name"),
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
            __smp::const_checks::merge_key(__of, "name")
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Item>",
            shape: <Vec<Item> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Item> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::union_variant(__of);
    };
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Item {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Item",
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
            true && <String as __smp::PatchSchema>::__same(&self.name, &__other.name)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <String as __smp::PatchSchema>::__reach(&self.name),
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
    impl __smp::PatchSchema for Internal {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 3] = [
                __smp::FieldShape::new("type", __smp::TypeShape::STRING),
                __smp::FieldShape::new(
                    "rollingUpdate",
                    <Option<Item> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("other", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Internal",
                fields: &__FIELDS,
                union: __smp::Some(
                    &__smp::UnionShape {
                        discriminator: __smp::Some("type"),
                        members: &[
                            ("rollingUpdate", "RollingUpdate"),
                            ("other", "Other"),
                        ],
                        empty_is_unset: &[],
                        exactly_one: false,
                        allow_inactive_member: false,
                        rust_enum: true,
                    },
                ),
            }
        };
        #[inline]
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::SharedSchema = __smp::SharedSchema::new();
            SCHEMA.of::<Self>()
        }
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
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Adjacent {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new("type", __smp::TypeShape::STRING),
                __smp::FieldShape::new("value", <Item as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Adjacent",
                fields: &__FIELDS,
                union: __smp::Some(
                    &__smp::UnionShape {
                        discriminator: __smp::Some("type"),
                        members: &[("value", "Value")],
                        empty_is_unset: &[],
                        exactly_one: false,
                        allow_inactive_member: false,
                        rust_enum: true,
                    },
                ),
            }
        };
        #[inline]
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::SharedSchema = __smp::SharedSchema::new();
            SCHEMA.of::<Self>()
        }
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
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for OnlyTag {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new("type", __smp::TypeShape::STRING),
            ];
            __smp::ObjectShape {
                name: "OnlyTag",
                fields: &__FIELDS,
                union: __smp::None,
            }
        };
        #[inline]
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::SharedSchema = __smp::SharedSchema::new();
            SCHEMA.of::<Self>()
        }
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
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Volume {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::flattened(
                    <Option<External<Item>> as __smp::PatchSchema>::SHAPE,
                    <Option<External<Item>> as __smp::PatchSchema>::OBJECT,
                ),
            ];
            __smp::ObjectShape {
                name: "Volume",
                fields: &__FIELDS,
                union: __smp::None,
            }
        };
        #[inline]
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::SharedSchema = __smp::SharedSchema::new();
            SCHEMA.of::<Self>()
        }
        const FLATTENS: bool = __smp::are_flattened_apart(Self::OBJECT);
        #[inline]
        fn __flattens(&self) -> bool {
            true && __smp::is_flattened_in_place(&self.source)
        }
        #[inline]
        fn __same(&self, __other: &Self) -> bool {
            true && <String as __smp::PatchSchema>::__same(&self.name, &__other.name)
                && <Option<
                    External<Item>,
                > as __smp::PatchSchema>::__same(&self.source, &__other.source)
        }
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
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <String as __smp::PatchSchema>::__reach(&self.name),
                1 => {
                    <Option<External<Item>> as __smp::PatchSchema>::__reach(&self.source)
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
                    1 => {
                        <Option<
                            External<Item>,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.source)
                    }
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<External<Item>>",
            shape: <Option<External<Item>> as __smp::PatchSchema>::SHAPE,
            element: <Option<External<Item>> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::flatten(__of);
    };
    #[allow(deprecated)]
    const _: () = __smp::const_checks::distinct_names(
        "Volume",
        <Volume as __smp::PatchSchema>::OBJECT,
    );
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Peer {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 3] = [
                __smp::FieldShape::new(
                    "ipBlock",
                    <Option<String> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new(
                    "podSelector",
                    <Option<String> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new(
                    "namespaceSelector",
                    <Option<String> as __smp::PatchSchema>::SHAPE,
                ),
            ];
            __smp::ObjectShape {
                name: "Peer",
                fields: &__FIELDS,
                union: __smp::Some(
                    &__smp::UnionShape {
                        discriminator: __smp::None,
                        members: &[
                            ("ipBlock", "IpBlock"),
                            ("podSelector", "Selectors"),
                            ("namespaceSelector", "Selectors"),
                        ],
                        empty_is_unset: &[],
                        exactly_one: true,
                        allow_inactive_member: false,
                        rust_enum: false,
                    },
                ),
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
            true
                && <Option<
                    String,
                > as __smp::PatchSchema>::__same(&self.ip_block, &__other.ip_block)
                && <Option<
                    String,
                > as __smp::PatchSchema>::__same(
                    &self.pod_selector,
                    &__other.pod_selector,
                )
                && <Option<
                    String,
                > as __smp::PatchSchema>::__same(
                    &self.namespace_selector,
                    &__other.namespace_selector,
                )
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <Option<String> as __smp::PatchSchema>::__reach(&self.ip_block),
                1 => <Option<String> as __smp::PatchSchema>::__reach(&self.pod_selector),
                2 => {
                    <Option<
                        String,
                    > as __smp::PatchSchema>::__reach(&self.namespace_selector)
                }
                _ => return __smp::Slot::Closed,
            };
            __smp::slot(
                __field,
                match __at {
                    0 | 1 | 2 => <Self as __smp::PatchSchema>::BUILT,
                    _ => false,
                },
            )
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <Option<
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.ip_block)
                    }
                    1 => {
                        <Option<
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.pod_selector)
                    }
                    2 => {
                        <Option<
                            String,
                        > as __smp::PatchSchema>::__reach_mut(
                            &mut self.namespace_selector,
                        )
                    }
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<String>",
            shape: <Option<String> as __smp::PatchSchema>::SHAPE,
            element: <Option<String> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::union_member(__of);
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<String>",
            shape: <Option<String> as __smp::PatchSchema>::SHAPE,
            element: <Option<String> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::union_member(__of);
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<String>",
            shape: <Option<String> as __smp::PatchSchema>::SHAPE,
            element: <Option<String> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::union_member(__of);
    };
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Lenient {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new(
                    "kind",
                    <Option<String> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new(
                    "value",
                    <Option<String> as __smp::PatchSchema>::SHAPE,
                ),
            ];
            __smp::ObjectShape {
                name: "Lenient",
                fields: &__FIELDS,
                union: __smp::Some(
                    &__smp::UnionShape {
                        discriminator: __smp::Some("kind"),
                        members: &[("value", "Value")],
                        empty_is_unset: &["value"],
                        exactly_one: false,
                        allow_inactive_member: true,
                        rust_enum: false,
                    },
                ),
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
            true
                && <Option<
                    String,
                > as __smp::PatchSchema>::__same(&self.kind, &__other.kind)
                && <Option<
                    String,
                > as __smp::PatchSchema>::__same(&self.value, &__other.value)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <Option<String> as __smp::PatchSchema>::__reach(&self.kind),
                1 => <Option<String> as __smp::PatchSchema>::__reach(&self.value),
                _ => return __smp::Slot::Closed,
            };
            __smp::slot(
                __field,
                match __at {
                    0 | 1 => <Self as __smp::PatchSchema>::BUILT,
                    _ => false,
                },
            )
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <Option<
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.kind)
                    }
                    1 => {
                        <Option<
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.value)
                    }
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<String>",
            shape: <Option<String> as __smp::PatchSchema>::SHAPE,
            element: <Option<String> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::discriminator(__of, &[("value", "Value")]);
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<String>",
            shape: <Option<String> as __smp::PatchSchema>::SHAPE,
            element: <Option<String> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::union_member(__of);
    };
};
