const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for String {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new(
                    "name",
                    <::std::string::String as __smp::PatchSchema>::SHAPE,
                ),
            ];
            __smp::ObjectShape {
                name: "String",
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
    impl<T> __smp::PatchSchema for Option<T>
    where
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Option",
            fields: &[
                __smp::FieldShape::new("items", <Vec<T> as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new(
                    "name",
                    <::std::string::String as __smp::PatchSchema>::SHAPE,
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
            true && <Vec<T> as __smp::PatchSchema>::__same(&self.items, &__other.items)
                && <::std::string::String as __smp::PatchSchema>::__same(
                    &self.name,
                    &__other.name,
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
                0 => <Vec<T> as __smp::PatchSchema>::__reach(&self.items),
                1 => <::std::string::String as __smp::PatchSchema>::__reach(&self.name),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <Vec<T> as __smp::PatchSchema>::__reach_mut(&mut self.items),
                    1 => {
                        <::std::string::String as __smp::PatchSchema>::__reach_mut(
                            &mut self.name,
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
    impl<K: 'static> __smp::PatchSchema for HashMap<K>
    where
        K: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = <::std::vec::Vec<
            K,
        > as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <::std::vec::Vec<
            K,
        > as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <::std::vec::Vec<
            K,
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
    impl __smp::PatchSchema for Object {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 4] = [
                __smp::FieldShape {
                    place: __smp::Place::Named("string"),
                    shape: <String as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::RETAIN_KEYS,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("strings"),
                    shape: <Vec<String> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("options"),
                    shape: <Vec<Option<u8>> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("map"),
                    shape: <HashMap<String> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
            ];
            __smp::ObjectShape {
                name: "Object",
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
            true && <String as __smp::PatchSchema>::__same(&self.string, &__other.string)
                && <Vec<
                    String,
                > as __smp::PatchSchema>::__same(&self.strings, &__other.strings)
                && <Vec<
                    Option<u8>,
                > as __smp::PatchSchema>::__same(&self.options, &__other.options)
                && <HashMap<
                    String,
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
                0 => <String as __smp::PatchSchema>::__reach(&self.string),
                1 => <Vec<String> as __smp::PatchSchema>::__reach(&self.strings),
                2 => <Vec<Option<u8>> as __smp::PatchSchema>::__reach(&self.options),
                3 => <HashMap<String> as __smp::PatchSchema>::__reach(&self.map),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <String as __smp::PatchSchema>::__reach_mut(&mut self.string),
                    1 => {
                        <Vec<
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.strings)
                    }
                    2 => {
                        <Vec<
                            Option<u8>,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.options)
                    }
                    3 => {
                        <HashMap<
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.map)
                    }
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "String",
            shape: <String as __smp::PatchSchema>::SHAPE,
            element: <String as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::RETAIN_KEYS,
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
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
            text: "Vec<Option<u8>>",
            shape: <Vec<Option<u8>> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Option<u8>> as __smp::PatchSchema>::ELEMENT,
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
            text: "HashMap<String>",
            shape: <HashMap<String> as __smp::PatchSchema>::SHAPE,
            element: <HashMap<String> as __smp::PatchSchema>::ELEMENT,
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
    impl __smp::PatchSchema for Union {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new(
                    "kind",
                    <bool_::String as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new(
                    "member",
                    <::std::option::Option<String> as __smp::PatchSchema>::SHAPE,
                ),
            ];
            __smp::ObjectShape {
                name: "Union",
                fields: &__FIELDS,
                union: __smp::Some(
                    &__smp::UnionShape {
                        discriminator: __smp::Some("kind"),
                        members: &[("member", "Member")],
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
        fn __same(&self, __other: &Self) -> bool {
            true
                && <bool_::String as __smp::PatchSchema>::__same(
                    &self.kind,
                    &__other.kind,
                )
                && <::std::option::Option<
                    String,
                > as __smp::PatchSchema>::__same(&self.member, &__other.member)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <bool_::String as __smp::PatchSchema>::__reach(&self.kind),
                1 => {
                    <::std::option::Option<
                        String,
                    > as __smp::PatchSchema>::__reach(&self.member)
                }
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
                        <bool_::String as __smp::PatchSchema>::__reach_mut(
                            &mut self.kind,
                        )
                    }
                    1 => {
                        <::std::option::Option<
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.member)
                    }
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "bool_::String",
            shape: <bool_::String as __smp::PatchSchema>::SHAPE,
            element: <bool_::String as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::discriminator(__of, &[("member", "Member")]);
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "::std::option::Option<String>",
            shape: <::std::option::Option<String> as __smp::PatchSchema>::SHAPE,
            element: <::std::option::Option<String> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::union_member(__of);
    };
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for String {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::scalar(
            __smp::ScalarShape::OneOf(&["Member"]),
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
    impl __smp::PatchSchema for Renamed {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new("hostIp", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Renamed",
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
                && <String as __smp::PatchSchema>::__same(
                    &self.host_ip,
                    &__other.host_ip,
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
                0 => <String as __smp::PatchSchema>::__reach(&self.name),
                1 => <String as __smp::PatchSchema>::__reach(&self.host_ip),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <String as __smp::PatchSchema>::__reach_mut(&mut self.name),
                    1 => <String as __smp::PatchSchema>::__reach_mut(&mut self.host_ip),
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
    impl __smp::PatchSchema for Lower {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::scalar(
            __smp::ScalarShape::OneOf(&["one", "two"]),
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
    impl __smp::PatchSchema for OneType {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new("type", __smp::TypeShape::STRING),
                __smp::FieldShape::new("value", <Limit as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "OneType",
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
    impl __smp::PatchSchema for Limit {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new("limit", <u8 as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Limit",
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
            true && <u8 as __smp::PatchSchema>::__same(&self.limit, &__other.limit)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <u8 as __smp::PatchSchema>::__reach(&self.limit),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <u8 as __smp::PatchSchema>::__reach_mut(&mut self.limit),
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
    impl __smp::PatchSchema for Leaves {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new("type", __smp::TypeShape::STRING),
                __smp::FieldShape::leaf("value"),
            ];
            __smp::ObjectShape {
                name: "Leaves",
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
    impl __smp::PatchSchema for Tuples {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::leaf("Pair"),
                __smp::FieldShape::new(
                    "Object",
                    __smp::const_checks::inline(const {
                        &__smp::ObjectShape {
                            name: "Tuples.Object",
                            fields: &[],
                            union: __smp::None,
                        }
                    }),
                ),
            ];
            __smp::ObjectShape {
                name: "Tuples",
                fields: &__FIELDS,
                union: __smp::Some(
                    &__smp::UnionShape {
                        discriminator: __smp::None,
                        members: &[("Pair", "Pair"), ("Object", "Object")],
                        empty_is_unset: &[],
                        exactly_one: true,
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
    impl<R: Resource> __smp::PatchSchema for Associated<R>
    where
        R: __smp::Send + __smp::Sync + 'static,
        R::Spec: __smp::PatchSchema,
        <R as Resource>::Status: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Associated",
            fields: &[
                __smp::FieldShape::new("spec", <R::Spec as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape {
                    place: __smp::Place::Named("all"),
                    shape: <Vec<
                        Option<<R as Resource>::Status>,
                    > as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("limit"),
                        ..__smp::Metadata::NONE
                    },
                },
            ],
            union: __smp::None,
        };
        #[inline]
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            const {
                {
                    let __of = &__smp::const_checks::TypeFacts {
                        text: "Vec<Option<<R as Resource>::Status>>",
                        shape: <Vec<
                            Option<<R as Resource>::Status>,
                        > as __smp::PatchSchema>::SHAPE,
                        element: <Vec<
                            Option<<R as Resource>::Status>,
                        > as __smp::PatchSchema>::ELEMENT,
                    };
                    {
                        let __metadata = &__smp::Metadata {
                            strategy: __smp::Strategy::MERGE,
                            merge_key: __smp::Some("limit"),
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
                        __smp::const_checks::merge_key(__of, "limit")
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
            true && <R::Spec as __smp::PatchSchema>::__same(&self.spec, &__other.spec)
                && <Vec<
                    Option<<R as Resource>::Status>,
                > as __smp::PatchSchema>::__same(&self.all, &__other.all)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <R::Spec as __smp::PatchSchema>::__reach(&self.spec),
                1 => {
                    <Vec<
                        Option<<R as Resource>::Status>,
                    > as __smp::PatchSchema>::__reach(&self.all)
                }
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <R::Spec as __smp::PatchSchema>::__reach_mut(&mut self.spec),
                    1 => {
                        <Vec<
                            Option<<R as Resource>::Status>,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.all)
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
    impl __smp::PatchSchema for Service {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape {
                    place: __smp::Place::Named("ports"),
                    shape: <Vec<Port> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        list_map_keys: &[
                            ("port", __smp::Some(__smp::DefaultShape::Integer(80i64))),
                            ("offset", __smp::Some(__smp::DefaultShape::Integer(-1i64))),
                            ("tls", __smp::Some(__smp::DefaultShape::Boolean(false))),
                            ("protocol", __smp::Some(__smp::DefaultShape::String("TCP"))),
                        ],
                        list_type: __smp::Some(__smp::ListType::Map),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("others"),
                    shape: <Vec<Port> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        list_map_keys: &[
                            ("any", __smp::Some(__smp::DefaultShape::Integer(80i64))),
                        ],
                        list_type: __smp::Some(__smp::ListType::Map),
                        ..__smp::Metadata::NONE
                    },
                },
            ];
            __smp::ObjectShape {
                name: "Service",
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
                && <Vec<Port> as __smp::PatchSchema>::__same(&self.ports, &__other.ports)
                && <Vec<
                    Port,
                > as __smp::PatchSchema>::__same(&self.others, &__other.others)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <Vec<Port> as __smp::PatchSchema>::__reach(&self.ports),
                1 => <Vec<Port> as __smp::PatchSchema>::__reach(&self.others),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <Vec<Port> as __smp::PatchSchema>::__reach_mut(&mut self.ports),
                    1 => <Vec<Port> as __smp::PatchSchema>::__reach_mut(&mut self.others),
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Port>",
            shape: <Vec<Port> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Port> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                list_map_keys: &[
                    ("port", __smp::Some(__smp::DefaultShape::Integer(80i64))),
                    ("offset", __smp::Some(__smp::DefaultShape::Integer(-1i64))),
                    ("tls", __smp::Some(__smp::DefaultShape::Boolean(false))),
                    ("protocol", __smp::Some(__smp::DefaultShape::String("TCP"))),
                ],
                list_type: __smp::Some(__smp::ListType::Map),
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListType);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListMapKeys);
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Port>",
            shape: <Vec<Port> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Port> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::list_map_key(
            __of,
            "port",
            __smp::Some(__smp::DefaultShape::Integer(80i64)),
        );
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Port>",
            shape: <Vec<Port> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Port> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::list_map_key(
            __of,
            "offset",
            __smp::Some(__smp::DefaultShape::Integer(-1i64)),
        );
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Port>",
            shape: <Vec<Port> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Port> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::list_map_key(
            __of,
            "tls",
            __smp::Some(__smp::DefaultShape::Boolean(false)),
        );
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Port>",
            shape: <Vec<Port> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Port> as __smp::PatchSchema>::ELEMENT,
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
            text: "Vec<Port>",
            shape: <Vec<Port> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Port> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                list_map_keys: &[
                    ("any", __smp::Some(__smp::DefaultShape::Integer(80i64))),
                ],
                list_type: __smp::Some(__smp::ListType::Map),
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::ListMapKeys);
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Port>",
            shape: <Vec<Port> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Port> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::list_map_key(
            __of,
            "any",
            __smp::Some(__smp::DefaultShape::Integer(80i64)),
        );
    };
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Port {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 5] = [
                __smp::FieldShape::new("port", <u16 as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new(
                    "offset",
                    <Option<i8> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("tls", <bool as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new(
                    "protocol",
                    <Protocol as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("any", <IntOrString as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Port",
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
            true && <u16 as __smp::PatchSchema>::__same(&self.port, &__other.port)
                && <Option<
                    i8,
                > as __smp::PatchSchema>::__same(&self.offset, &__other.offset)
                && <bool as __smp::PatchSchema>::__same(&self.tls, &__other.tls)
                && <Protocol as __smp::PatchSchema>::__same(
                    &self.protocol,
                    &__other.protocol,
                ) && <IntOrString as __smp::PatchSchema>::__same(&self.any, &__other.any)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <u16 as __smp::PatchSchema>::__reach(&self.port),
                1 => <Option<i8> as __smp::PatchSchema>::__reach(&self.offset),
                2 => <bool as __smp::PatchSchema>::__reach(&self.tls),
                3 => <Protocol as __smp::PatchSchema>::__reach(&self.protocol),
                4 => <IntOrString as __smp::PatchSchema>::__reach(&self.any),
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
                    0 => <u16 as __smp::PatchSchema>::__reach_mut(&mut self.port),
                    1 => {
                        <Option<i8> as __smp::PatchSchema>::__reach_mut(&mut self.offset)
                    }
                    2 => <bool as __smp::PatchSchema>::__reach_mut(&mut self.tls),
                    3 => {
                        <Protocol as __smp::PatchSchema>::__reach_mut(&mut self.protocol)
                    }
                    4 => <IntOrString as __smp::PatchSchema>::__reach_mut(&mut self.any),
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
    impl __smp::PatchSchema for Protocol {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::scalar(
            __smp::ScalarShape::OneOf(&["TCP", "UDP"]),
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
    impl __smp::PatchSchema for IntOrString {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::SCALAR;
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
    impl __smp::PatchSchema for Backend {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 3] = [
                __smp::FieldShape::new(
                    "kind",
                    <Option<Kind> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new(
                    "service",
                    <Option<String> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new(
                    "resource",
                    <Option<String> as __smp::PatchSchema>::SHAPE,
                ),
            ];
            __smp::ObjectShape {
                name: "Backend",
                fields: &__FIELDS,
                union: __smp::Some(
                    &__smp::UnionShape {
                        discriminator: __smp::Some("kind"),
                        members: &[("service", "service"), ("resource", "resource-ref")],
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
        fn __same(&self, __other: &Self) -> bool {
            true
                && <Option<
                    Kind,
                > as __smp::PatchSchema>::__same(&self.kind, &__other.kind)
                && <Option<
                    String,
                > as __smp::PatchSchema>::__same(&self.service, &__other.service)
                && <Option<
                    String,
                > as __smp::PatchSchema>::__same(&self.resource, &__other.resource)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <Option<Kind> as __smp::PatchSchema>::__reach(&self.kind),
                1 => <Option<String> as __smp::PatchSchema>::__reach(&self.service),
                2 => <Option<String> as __smp::PatchSchema>::__reach(&self.resource),
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
                        <Option<Kind> as __smp::PatchSchema>::__reach_mut(&mut self.kind)
                    }
                    1 => {
                        <Option<
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.service)
                    }
                    2 => {
                        <Option<
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.resource)
                    }
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<Kind>",
            shape: <Option<Kind> as __smp::PatchSchema>::SHAPE,
            element: <Option<Kind> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::discriminator(
            __of,
            &[("service", "service"), ("resource", "resource-ref")],
        );
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
    impl __smp::PatchSchema for Kind {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::scalar(
            __smp::ScalarShape::OneOf(&["service", "resource-ref", "nothing"]),
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
    impl __smp::PatchSchema for Open {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::SCALAR;
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
