const _: () = {
    use crate::facade::by_name::patch::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    #[diagnostic::do_not_recommend]
    impl __smp::PatchSchema for Pod {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 3] = [
                __smp::FieldShape {
                    place: __smp::Place::Named("containers"),
                    shape: <Vec<Container> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        list_map_keys: &[("name", __smp::None)],
                        list_type: __smp::Some(__smp::ListType::Map),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::leaf("leaf"),
                __smp::FieldShape::flattened(
                    <Page<String> as __smp::PatchSchema>::SHAPE,
                    <Page<String> as __smp::PatchSchema>::OBJECT,
                ),
            ];
            __smp::ObjectShape {
                name: "Pod",
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
        const FLATTENS: bool = __smp::are_flattened_apart(Self::OBJECT);
        const HAS_FIELDS: bool = true;
        #[inline]
        fn __flattens(&self) -> bool {
            true && __smp::is_flattened_in_place(&self.rest)
        }
        #[inline]
        fn __keep(&mut self, __before: &mut Self, __json: &__smp::Value) {
            if __smp::is_leaf_unchanged(__before, 1, __json, "leaf") {
                __smp::swap(&mut self.leaf, &mut __before.leaf);
            }
            __smp::keep_parts(self, __before, __json);
        }
        #[inline]
        fn __to_value(&self) -> __smp::Result<__smp::Value, __smp::ConvertError> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::ConversionOf::<Self>::new()).write(self)
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
            use __smp::{BySerde as _, Unknown as _};
            let __field = match __at {
                0 => <Vec<Container> as __smp::PatchSchema>::__reflect(&self.containers),
                1 => {
                    return __smp::FieldState::Leaf(
                        (&__smp::ConversionOf::<()>::new()).write(&self.leaf),
                    );
                }
                2 => <Page<String> as __smp::PatchSchema>::__reflect(&self.rest),
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
                    0 => {
                        <Vec<
                            Container,
                        > as __smp::PatchSchema>::__reflect_mut(&mut self.containers)
                    }
                    2 => {
                        <Page<
                            String,
                        > as __smp::PatchSchema>::__reflect_mut(&mut self.rest)
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
        ) -> __smp::Result<__smp::Box<dyn __smp::Any>, __smp::ConvertError> {
            use __smp::{BySerde as _, Unknown as _};
            __smp::Ok(
                match __at {
                    1 => {
                        __smp::read_leaf::<
                            (),
                        >(
                            __value,
                            |__value| (&__smp::ConversionOf::<()>::new()).read(__value),
                            |__leaf| (&__smp::ConversionOf::<()>::new()).write(__leaf),
                        )?
                    }
                    _ => return __smp::Err(__smp::ConvertError::Unknown),
                },
            )
        }
        #[inline]
        fn __exchange_leaf(&mut self, __at: usize, __value: &mut dyn __smp::Any) {
            match __at {
                1 => __smp::exchange_value(&mut self.leaf, __value),
                _ => {}
            }
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
                merge_key: __smp::Some("name"),
                list_map_keys: &[("name", __smp::None)],
                list_type: __smp::Some(__smp::ListType::Map),
                ..__smp::Metadata::NONE
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
            text: "Vec<Container>",
            shape: <Vec<Container> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Container> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::list_map_key(__of, "name", __smp::None);
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Page<String>",
            shape: <Page<String> as __smp::PatchSchema>::SHAPE,
            element: <Page<String> as __smp::PatchSchema>::ELEMENT,
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
    use crate::facade::by_glob::__private as __smp;
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
const _: () = {
    use crate::facade::by_glob::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl<T> __smp::PatchSchema for Page<T>
    where
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Page",
            fields: &[
                __smp::FieldShape {
                    place: __smp::Place::Named("items"),
                    shape: <Vec<T> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::REPLACE,
                        ..__smp::Metadata::NONE
                    },
                },
            ],
            union: __smp::None,
            map_type: __smp::MapType::Granular,
        };
        #[inline]
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            const {
                {
                    let __of = &__smp::const_checks::TypeFacts {
                        text: "Vec<T>",
                        shape: <Vec<T> as __smp::PatchSchema>::SHAPE,
                        element: <Vec<T> as __smp::PatchSchema>::ELEMENT,
                    };
                    {
                        let __metadata = &__smp::Metadata {
                            strategy: __smp::Strategy::REPLACE,
                            ..__smp::Metadata::NONE
                        };
                        __smp::const_checks::metadata(
                            __of,
                            __metadata,
                            __smp::Part::Strategy,
                        );
                    };
                }
            };
            __smp::describe::<Self>(__types)
        }
        const ACCESS: __smp::Access = {
            use __smp::NotFieldwise as _;
            __smp::ConversionOf::<Self>::ACCESS
        };
        #[inline]
        fn __same(&self, __other: &Self) -> bool {
            true && <Vec<T> as __smp::PatchSchema>::__same(&self.items, &__other.items)
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
                0 => <Vec<T> as __smp::PatchSchema>::__reflect(&self.items),
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
                    0 => <Vec<T> as __smp::PatchSchema>::__reflect_mut(&mut self.items),
                    _ => return __smp::None,
                },
            )
        }
    }
};
