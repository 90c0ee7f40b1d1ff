const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Pod {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 4] = [
                __smp::FieldShape {
                    place: __smp::Place::Named("containers"),
                    shape: <List<Container> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE_RETAIN_KEYS,
                        merge_key: __smp::Some("name"),
                        list_map_keys: &[
                            ("name", __smp::Some(__smp::DefaultShape::String("x"))),
                        ],
                        list_type: __smp::Some(__smp::ListType::Map),
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("names"),
                    shape: <List<::std::string::String> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        list_type: __smp::Some(__smp::ListType::Set),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::flattened(
                    <Inner as __smp::PatchSchema>::SHAPE,
                    <Inner as __smp::PatchSchema>::OBJECT,
                ),
                __smp::FieldShape::leaf("option"),
            ];
            __smp::ObjectShape {
                name: "Pod",
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
            true && __smp::is_flattened_in_place(&self.inner)
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
                0 => <List<Container> as __smp::PatchSchema>::__reach(&self.containers),
                1 => {
                    <List<
                        ::std::string::String,
                    > as __smp::PatchSchema>::__reach(&self.names)
                }
                2 => <Inner as __smp::PatchSchema>::__reach(&self.inner),
                3 => {
                    return __smp::Slot::Leaf(
                        (&__smp::Probe::<Option>::new()).write(&self.option),
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
                    0 => {
                        <List<
                            Container,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.containers)
                    }
                    1 => {
                        <List<
                            ::std::string::String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.names)
                    }
                    2 => <Inner as __smp::PatchSchema>::__reach_mut(&mut self.inner),
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
                            Option,
                        >((&__smp::Probe::<Option>::new()).read(__value)?)
                    }
                    _ => return __smp::Err(__smp::Refusal::Unknown),
                },
            )
        }
        #[inline]
        fn __put_leaf(&mut self, __at: usize, __value: __smp::Box<dyn __smp::Any>) {
            match __at {
                3 => __smp::put_value(&mut self.option, __value),
                _ => {}
            }
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "List<Container>",
            shape: <List<Container> as __smp::PatchSchema>::SHAPE,
            element: <List<Container> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::MERGE_RETAIN_KEYS,
                merge_key: __smp::Some("name"),
                list_map_keys: &[
                    ("name", __smp::Some(__smp::DefaultShape::String("x"))),
                ],
                list_type: __smp::Some(__smp::ListType::Map),
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListMapKeys);
            __smp::const_checks::merge_key(__of, "name")
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "List<Container>",
            shape: <List<Container> as __smp::PatchSchema>::SHAPE,
            element: <List<Container> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::list_map_key(
            __of,
            "name",
            __smp::Some(__smp::DefaultShape::String("x")),
        );
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "List<::std::string::String>",
            shape: <List<::std::string::String> as __smp::PatchSchema>::SHAPE,
            element: <List<::std::string::String> as __smp::PatchSchema>::ELEMENT,
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
            text: "Inner",
            shape: <Inner as __smp::PatchSchema>::SHAPE,
            element: <Inner as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::flatten(__of);
    };
    #[allow(deprecated)]
    const _: () = __smp::const_checks::distinct_names(
        "Pod",
        <Pod as __smp::PatchSchema>::OBJECT,
    );
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Inner {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new(
                    "path",
                    <::std::string::String as __smp::PatchSchema>::SHAPE,
                ),
            ];
            __smp::ObjectShape {
                name: "Inner",
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
                && <::std::string::String as __smp::PatchSchema>::__same(
                    &self.path,
                    &__other.path,
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
                0 => <::std::string::String as __smp::PatchSchema>::__reach(&self.path),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <::std::string::String as __smp::PatchSchema>::__reach_mut(
                            &mut self.path,
                        )
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
    impl __smp::PatchSchema for Container {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new(
                    "name",
                    <::std::string::String as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("match", <bool as __smp::PatchSchema>::SHAPE),
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
            true
                && <::std::string::String as __smp::PatchSchema>::__same(
                    &self.name,
                    &__other.name,
                )
                && <bool as __smp::PatchSchema>::__same(&self.r#match, &__other.r#match)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <::std::string::String as __smp::PatchSchema>::__reach(&self.name),
                1 => <bool as __smp::PatchSchema>::__reach(&self.r#match),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <::std::string::String as __smp::PatchSchema>::__reach_mut(
                            &mut self.name,
                        )
                    }
                    1 => <bool as __smp::PatchSchema>::__reach_mut(&mut self.r#match),
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
    impl __smp::PatchSchema for Old {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Old",
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
    impl __smp::PatchSchema for Private {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape {
                    place: __smp::Place::Named("old"),
                    shape: <Vec<Old> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
            ];
            __smp::ObjectShape {
                name: "Private",
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
            true && <Vec<Old> as __smp::PatchSchema>::__same(&self.old, &__other.old)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <Vec<Old> as __smp::PatchSchema>::__reach(&self.old),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <Vec<Old> as __smp::PatchSchema>::__reach_mut(&mut self.old),
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Old>",
            shape: <Vec<Old> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Old> as __smp::PatchSchema>::ELEMENT,
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
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Local {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape {
                    place: __smp::Place::Named("children"),
                    shape: <Vec<Local> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("id"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::new("id", <u32 as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Local",
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
                    Local,
                > as __smp::PatchSchema>::__same(&self.children, &__other.children)
                && <u32 as __smp::PatchSchema>::__same(&self.id, &__other.id)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <Vec<Local> as __smp::PatchSchema>::__reach(&self.children),
                1 => <u32 as __smp::PatchSchema>::__reach(&self.id),
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
                            Local,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.children)
                    }
                    1 => <u32 as __smp::PatchSchema>::__reach_mut(&mut self.id),
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Local>",
            shape: <Vec<Local> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Local> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::MERGE,
                merge_key: __smp::Some("id"),
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
            __smp::const_checks::merge_key(__of, "id")
        };
    };
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Phase {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::scalar(
            __smp::ScalarShape::OneOf(&["Running"]),
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
