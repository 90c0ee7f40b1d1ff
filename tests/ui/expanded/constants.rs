const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for PodSpec {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 4] = [
                __smp::FieldShape {
                    place: __smp::Place::Named("containers"),
                    shape: <Vec<Container> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("nmae"),
                        list_map_keys: &[("naem", __smp::None)],
                        list_type: __smp::Some(__smp::ListType::Map),
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("volumes"),
                    shape: <Vec<Container> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("others"),
                    shape: <Vec<Container> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("ports"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("atomic"),
                    shape: <Containers as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::RETAIN_KEYS,
                        ..__smp::Metadata::NONE
                    },
                },
            ];
            __smp::ObjectShape {
                name: "PodSpec",
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
                && <Vec<
                    Container,
                > as __smp::PatchSchema>::__same(&self.containers, &__other.containers)
                && <Vec<
                    Container,
                > as __smp::PatchSchema>::__same(&self.volumes, &__other.volumes)
                && <Vec<
                    Container,
                > as __smp::PatchSchema>::__same(&self.others, &__other.others)
                && <Containers as __smp::PatchSchema>::__same(
                    &self.atomic,
                    &__other.atomic,
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
                0 => <Vec<Container> as __smp::PatchSchema>::__reach(&self.containers),
                1 => <Vec<Container> as __smp::PatchSchema>::__reach(&self.volumes),
                2 => <Vec<Container> as __smp::PatchSchema>::__reach(&self.others),
                3 => <Containers as __smp::PatchSchema>::__reach(&self.atomic),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <Vec<
                            Container,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.containers)
                    }
                    1 => {
                        <Vec<
                            Container,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.volumes)
                    }
                    2 => {
                        <Vec<
                            Container,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.others)
                    }
                    3 => {
                        <Containers as __smp::PatchSchema>::__reach_mut(&mut self.atomic)
                    }
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Container>",
            shape: <Vec<Container> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Container> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::MERGE,
                merge_key: __smp::Some("nmae"),
                list_map_keys: &[("naem", __smp::None)],
                list_type: __smp::Some(__smp::ListType::Map),
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListType);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListMapKeys);
            __smp::const_checks::merge_key(__of, "nmae")
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Container>",
            shape: <Vec<Container> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Container> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::list_map_key(__of, "naem", __smp::None);
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Container>",
            shape: <Vec<Container> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Container> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::MERGE,
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Container>",
            shape: <Vec<Container> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Container> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::MERGE,
                merge_key: __smp::Some("ports"),
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
            __smp::const_checks::merge_key(__of, "ports")
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Containers",
            shape: <Containers as __smp::PatchSchema>::SHAPE,
            element: <Containers as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::RETAIN_KEYS,
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
    impl __smp::PatchSchema for Container {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new("ports", <Vec<i32> as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Container",
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
                && <Vec<i32> as __smp::PatchSchema>::__same(&self.ports, &__other.ports)
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
                1 => <Vec<i32> as __smp::PatchSchema>::__reach(&self.ports),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <String as __smp::PatchSchema>::__reach_mut(&mut self.name),
                    1 => <Vec<i32> as __smp::PatchSchema>::__reach_mut(&mut self.ports),
                    _ => return __smp::None,
                },
            )
        }
    }
};
