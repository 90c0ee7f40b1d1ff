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
            static __FIELDS: [__smp::FieldShape; 5] = [
                __smp::FieldShape {
                    place: __smp::Place::Named("ports"),
                    shape: <Vec<ContainerPort> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("containerPort"),
                        list_map_keys: &[
                            ("containerPort", __smp::None),
                            ("protocol", __smp::Some(__smp::DefaultShape::String("TCP"))),
                        ],
                        list_type: __smp::Some(__smp::ListType::Map),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("implied"),
                    shape: <Option<Ports> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        list_map_keys: &[("containerPort", __smp::None)],
                        list_type: __smp::Some(__smp::ListType::Map),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("finalizers"),
                    shape: <Vec<String> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        list_type: __smp::Some(__smp::ListType::Set),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("args"),
                    shape: <Vec<String> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        list_type: __smp::Some(__smp::ListType::Atomic),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("table"),
                    shape: <Vec<Vec<String>> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::REPLACE,
                        ..__smp::Metadata::NONE
                    },
                },
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
            true
                && <Vec<
                    ContainerPort,
                > as __smp::PatchSchema>::__same(&self.ports, &__other.ports)
                && <Option<
                    Ports,
                > as __smp::PatchSchema>::__same(&self.implied, &__other.implied)
                && <Vec<
                    String,
                > as __smp::PatchSchema>::__same(&self.finalizers, &__other.finalizers)
                && <Vec<String> as __smp::PatchSchema>::__same(&self.args, &__other.args)
                && <Vec<
                    Vec<String>,
                > as __smp::PatchSchema>::__same(&self.table, &__other.table)
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
                0 => <Vec<ContainerPort> as __smp::PatchSchema>::__reflect(&self.ports),
                1 => <Option<Ports> as __smp::PatchSchema>::__reflect(&self.implied),
                2 => <Vec<String> as __smp::PatchSchema>::__reflect(&self.finalizers),
                3 => <Vec<String> as __smp::PatchSchema>::__reflect(&self.args),
                4 => <Vec<Vec<String>> as __smp::PatchSchema>::__reflect(&self.table),
                _ => return __smp::FieldState::Closed,
            };
            __smp::slot(
                __field,
                match __at {
                    1 => <Self as __smp::PatchSchema>::FIELDWISE,
                    _ => false,
                },
            )
        }
        #[inline]
        fn __field_mut(
            &mut self,
            __at: usize,
        ) -> __smp::Option<&mut dyn __smp::Reflect> {
            __smp::Some(
                match __at {
                    0 => {
                        <Vec<
                            ContainerPort,
                        > as __smp::PatchSchema>::__reflect_mut(&mut self.ports)
                    }
                    1 => {
                        <Option<
                            Ports,
                        > as __smp::PatchSchema>::__reflect_mut(&mut self.implied)
                    }
                    2 => {
                        <Vec<
                            String,
                        > as __smp::PatchSchema>::__reflect_mut(&mut self.finalizers)
                    }
                    3 => {
                        <Vec<
                            String,
                        > as __smp::PatchSchema>::__reflect_mut(&mut self.args)
                    }
                    4 => {
                        <Vec<
                            Vec<String>,
                        > as __smp::PatchSchema>::__reflect_mut(&mut self.table)
                    }
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<ContainerPort>",
            shape: <Vec<ContainerPort> as __smp::PatchSchema>::SHAPE,
            element: <Vec<ContainerPort> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::MERGE,
                merge_key: __smp::Some("containerPort"),
                list_map_keys: &[
                    ("containerPort", __smp::None),
                    ("protocol", __smp::Some(__smp::DefaultShape::String("TCP"))),
                ],
                list_type: __smp::Some(__smp::ListType::Map),
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListType);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListMapKeys);
            __smp::const_checks::merge_key(__of, "containerPort")
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<ContainerPort>",
            shape: <Vec<ContainerPort> as __smp::PatchSchema>::SHAPE,
            element: <Vec<ContainerPort> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::list_map_key(__of, "containerPort", __smp::None);
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<ContainerPort>",
            shape: <Vec<ContainerPort> as __smp::PatchSchema>::SHAPE,
            element: <Vec<ContainerPort> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::list_map_key(
            __of,
            "protocol",
            __smp::Some(__smp::DefaultShape::String("TCP")),
        );
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<Ports>",
            shape: <Option<Ports> as __smp::PatchSchema>::SHAPE,
            element: <Option<Ports> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                list_map_keys: &[("containerPort", __smp::None)],
                list_type: __smp::Some(__smp::ListType::Map),
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListMapKeys);
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<Ports>",
            shape: <Option<Ports> as __smp::PatchSchema>::SHAPE,
            element: <Option<Ports> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::list_map_key(__of, "containerPort", __smp::None);
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<String>",
            shape: <Vec<String> as __smp::PatchSchema>::SHAPE,
            element: <Vec<String> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                list_type: __smp::Some(__smp::ListType::Set),
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListType);
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<String>",
            shape: <Vec<String> as __smp::PatchSchema>::SHAPE,
            element: <Vec<String> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                list_type: __smp::Some(__smp::ListType::Atomic),
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListType);
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Vec<String>>",
            shape: <Vec<Vec<String>> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Vec<String>> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::REPLACE,
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        };
    };
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    #[diagnostic::do_not_recommend]
    impl __smp::PatchSchema for ContainerPort {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new(
                    "containerPort",
                    <u16 as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new(
                    "protocol",
                    <Option<String> as __smp::PatchSchema>::SHAPE,
                ),
            ];
            __smp::ObjectShape {
                name: "ContainerPort",
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
            true
                && <u16 as __smp::PatchSchema>::__same(
                    &self.container_port,
                    &__other.container_port,
                )
                && <Option<
                    String,
                > as __smp::PatchSchema>::__same(&self.protocol, &__other.protocol)
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
                0 => <u16 as __smp::PatchSchema>::__reflect(&self.container_port),
                1 => <Option<String> as __smp::PatchSchema>::__reflect(&self.protocol),
                _ => return __smp::FieldState::Closed,
            };
            __smp::slot(
                __field,
                match __at {
                    1 => <Self as __smp::PatchSchema>::FIELDWISE,
                    _ => false,
                },
            )
        }
        #[inline]
        fn __field_mut(
            &mut self,
            __at: usize,
        ) -> __smp::Option<&mut dyn __smp::Reflect> {
            __smp::Some(
                match __at {
                    0 => {
                        <u16 as __smp::PatchSchema>::__reflect_mut(
                            &mut self.container_port,
                        )
                    }
                    1 => {
                        <Option<
                            String,
                        > as __smp::PatchSchema>::__reflect_mut(&mut self.protocol)
                    }
                    _ => return __smp::None,
                },
            )
        }
    }
};
