const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl<T> __smp::PatchSchema for List<T>
    where
        T: Clone,
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "List",
            fields: &[
                __smp::FieldShape {
                    place: __smp::Place::Named("items"),
                    shape: <Vec<T> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::new(
                    "next",
                    <Option<Box<Self>> as __smp::PatchSchema>::SHAPE,
                ),
            ],
            union: __smp::None,
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
                            strategy: __smp::Strategy::MERGE,
                            merge_key: __smp::Some("name"),
                            ..__smp::Metadata::NONE
                        };
                        __smp::const_checks::metadata(
                            __of,
                            __metadata,
                            __smp::Part::Strategy,
                        );
                        __smp::const_checks::metadata(
                            __of,
                            __metadata,
                            __smp::Part::MergeKey,
                        );
                        __smp::const_checks::merge_key(__of, "name")
                    };
                }
            };
            __smp::describe::<Self>(__types)
        }
        const ACCESS: __smp::Access = {
            use __smp::NotBuilt as _;
            __smp::Probe::<Self>::ACCESS
        };
        #[inline]
        fn __same(&self, __other: &Self) -> bool {
            true && <Vec<T> as __smp::PatchSchema>::__same(&self.items, &__other.items)
                && <Option<
                    Box<Self>,
                > as __smp::PatchSchema>::__same(&self.next, &__other.next)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <Vec<T> as __smp::PatchSchema>::__reach(&self.items),
                1 => <Option<Box<Self>> as __smp::PatchSchema>::__reach(&self.next),
                _ => return __smp::Slot::Closed,
            };
            __smp::slot(
                __field,
                match __at {
                    1 => <Self as __smp::PatchSchema>::BUILT,
                    _ => false,
                },
            )
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <Vec<T> as __smp::PatchSchema>::__reach_mut(&mut self.items),
                    1 => {
                        <Option<
                            Box<Self>,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.next)
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
    impl __smp::PatchSchema for Named {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Named",
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
    impl<T, U> __smp::PatchSchema for Marked<T, U>
    where
        T: __smp::Send + __smp::Sync + 'static,
        U: __smp::Send + __smp::Sync + 'static,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Marked",
            fields: &[
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::leaf("opaque"),
            ],
            union: __smp::None,
        };
        #[inline]
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::describe::<Self>(__types)
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
                        (&__smp::Probe::<U>::new()).write(&self.opaque),
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
        #[inline]
        fn __read_leaf(
            &self,
            __at: usize,
            __value: __smp::Value,
        ) -> __smp::Result<__smp::Box<dyn __smp::Any>, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            __smp::Ok(
                match __at {
                    1 => {
                        __smp::boxed_value::<
                            U,
                        >((&__smp::Probe::<U>::new()).read(__value)?)
                    }
                    _ => return __smp::Err(__smp::Refusal::Unknown),
                },
            )
        }
        #[inline]
        fn __put_leaf(&mut self, __at: usize, __value: __smp::Box<dyn __smp::Any>) {
            match __at {
                1 => __smp::put_value(&mut self.opaque, __value),
                _ => {}
            }
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl<T, const N: usize> __smp::PatchSchema for Array<T, N>
    where
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Array",
            fields: &[
                __smp::FieldShape::leaf("items"),
                __smp::FieldShape::new("first", <T as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        #[inline]
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::describe::<Self>(__types)
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
                        (&__smp::Probe::<[T; N]>::new()).write(&self.items),
                    );
                }
                1 => <T as __smp::PatchSchema>::__reach(&self.first),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    1 => <T as __smp::PatchSchema>::__reach_mut(&mut self.first),
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
                            [T; N],
                        >((&__smp::Probe::<[T; N]>::new()).read(__value)?)
                    }
                    _ => return __smp::Err(__smp::Refusal::Unknown),
                },
            )
        }
        #[inline]
        fn __put_leaf(&mut self, __at: usize, __value: __smp::Box<dyn __smp::Any>) {
            match __at {
                0 => __smp::put_value(&mut self.items, __value),
                _ => {}
            }
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl<K: Kind> __smp::PatchSchema for Object<K>
    where
        K: Kind + 'static,
        K::Spec: PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Object",
            fields: &[
                __smp::FieldShape::new("spec", <K::Spec as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        #[inline]
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::describe::<Self>(__types)
        }
        const ACCESS: __smp::Access = {
            use __smp::NotBuilt as _;
            __smp::Probe::<Self>::ACCESS
        };
        #[inline]
        fn __same(&self, __other: &Self) -> bool {
            true && <K::Spec as __smp::PatchSchema>::__same(&self.spec, &__other.spec)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <K::Spec as __smp::PatchSchema>::__reach(&self.spec),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <K::Spec as __smp::PatchSchema>::__reach_mut(&mut self.spec),
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
    impl<K: Ord, V> __smp::PatchSchema for Keyed<K, V>
    where
        K: __smp::PatchSchema,
        V: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Keyed",
            fields: &[
                __smp::FieldShape::new(
                    "map",
                    <BTreeMap<K, V> as __smp::PatchSchema>::SHAPE,
                ),
            ],
            union: __smp::None,
        };
        #[inline]
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::describe::<Self>(__types)
        }
        const ACCESS: __smp::Access = {
            use __smp::NotBuilt as _;
            __smp::Probe::<Self>::ACCESS
        };
        #[inline]
        fn __same(&self, __other: &Self) -> bool {
            true
                && <BTreeMap<
                    K,
                    V,
                > as __smp::PatchSchema>::__same(&self.map, &__other.map)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <BTreeMap<K, V> as __smp::PatchSchema>::__reach(&self.map),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <BTreeMap<
                            K,
                            V,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.map)
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
    impl<T> __smp::PatchSchema for Newtype<T>
    where
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = <Vec<T> as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <Vec<
            T,
        > as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <Vec<
            T,
        > as __smp::PatchSchema>::ELEMENT;
        #[inline]
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::PatchSchema::__inside(&self.0)
        }
        #[inline]
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::PatchSchema::__inside_mut(&mut self.0)
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
    impl<T> __smp::PatchSchema for Flat<T>
    where
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Flat",
            fields: &[
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::flattened(
                    <T as __smp::PatchSchema>::SHAPE,
                    <T as __smp::PatchSchema>::OBJECT,
                ),
            ],
            union: __smp::None,
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
                    __smp::const_checks::flatten(__of);
                }
            };
            const {
                __smp::const_checks::distinct_names(
                    "Flat",
                    <Self as __smp::PatchSchema>::OBJECT,
                )
            };
            __smp::describe::<Self>(__types)
        }
        const FLATTENS: bool = __smp::are_flattened_apart(Self::OBJECT);
        #[inline]
        fn __flattens(&self) -> bool {
            true && __smp::is_flattened_in_place(&self.rest)
        }
        #[inline]
        fn __same(&self, __other: &Self) -> bool {
            true && <String as __smp::PatchSchema>::__same(&self.name, &__other.name)
                && <T as __smp::PatchSchema>::__same(&self.rest, &__other.rest)
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
                1 => <T as __smp::PatchSchema>::__reach(&self.rest),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <String as __smp::PatchSchema>::__reach_mut(&mut self.name),
                    1 => <T as __smp::PatchSchema>::__reach_mut(&mut self.rest),
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
    impl __smp::PatchSchema for Rest {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new("path", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Rest",
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
            true && <String as __smp::PatchSchema>::__same(&self.path, &__other.path)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <String as __smp::PatchSchema>::__reach(&self.path),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <String as __smp::PatchSchema>::__reach_mut(&mut self.path),
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
    impl __smp::PatchSchema for Props {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 4] = [
                __smp::FieldShape {
                    place: __smp::Place::Named("all_of"),
                    shape: <Vec<Props> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("id"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("any_of"),
                    shape: <Option<Vec<Box<Props>>> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("id"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::new(
                    "properties",
                    <BTreeMap<String, Props> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("id", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Props",
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
                    Props,
                > as __smp::PatchSchema>::__same(&self.all_of, &__other.all_of)
                && <Option<
                    Vec<Box<Self>>,
                > as __smp::PatchSchema>::__same(&self.any_of, &__other.any_of)
                && <BTreeMap<
                    String,
                    Self,
                > as __smp::PatchSchema>::__same(&self.properties, &__other.properties)
                && <String as __smp::PatchSchema>::__same(&self.id, &__other.id)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <Vec<Props> as __smp::PatchSchema>::__reach(&self.all_of),
                1 => {
                    <Option<Vec<Box<Self>>> as __smp::PatchSchema>::__reach(&self.any_of)
                }
                2 => {
                    <BTreeMap<
                        String,
                        Self,
                    > as __smp::PatchSchema>::__reach(&self.properties)
                }
                3 => <String as __smp::PatchSchema>::__reach(&self.id),
                _ => return __smp::Slot::Closed,
            };
            __smp::slot(
                __field,
                match __at {
                    1 => <Self as __smp::PatchSchema>::BUILT,
                    _ => false,
                },
            )
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <Vec<Props> as __smp::PatchSchema>::__reach_mut(&mut self.all_of)
                    }
                    1 => {
                        <Option<
                            Vec<Box<Self>>,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.any_of)
                    }
                    2 => {
                        <BTreeMap<
                            String,
                            Self,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.properties)
                    }
                    3 => <String as __smp::PatchSchema>::__reach_mut(&mut self.id),
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Props>",
            shape: <Vec<Props> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Props> as __smp::PatchSchema>::ELEMENT,
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
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<Vec<Box<Self>>>",
            shape: <Option<Vec<Box<Props>>> as __smp::PatchSchema>::SHAPE,
            element: <Option<Vec<Box<Props>>> as __smp::PatchSchema>::ELEMENT,
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
    impl __smp::PatchSchema for Ping {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new(
                    "pong",
                    <Option<Box<Pong>> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Ping",
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
                    Box<Pong>,
                > as __smp::PatchSchema>::__same(&self.pong, &__other.pong)
                && <String as __smp::PatchSchema>::__same(&self.name, &__other.name)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <Option<Box<Pong>> as __smp::PatchSchema>::__reach(&self.pong),
                1 => <String as __smp::PatchSchema>::__reach(&self.name),
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
                            Box<Pong>,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.pong)
                    }
                    1 => <String as __smp::PatchSchema>::__reach_mut(&mut self.name),
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
    impl __smp::PatchSchema for Pong {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape {
                    place: __smp::Place::Named("pings"),
                    shape: <Vec<Ping> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
            ];
            __smp::ObjectShape {
                name: "Pong",
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
                && <Vec<Ping> as __smp::PatchSchema>::__same(&self.pings, &__other.pings)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <Vec<Ping> as __smp::PatchSchema>::__reach(&self.pings),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <Vec<Ping> as __smp::PatchSchema>::__reach_mut(&mut self.pings),
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Ping>",
            shape: <Vec<Ping> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Ping> as __smp::PatchSchema>::ELEMENT,
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
