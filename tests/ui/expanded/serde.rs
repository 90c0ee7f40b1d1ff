const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Pod {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 10] = [
                __smp::FieldShape::new("kind", __smp::TypeShape::STRING),
                __smp::FieldShape::new("hostIp", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new("NODE", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new("both", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new("half", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new("type", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape {
                    place: __smp::Place::OneWay("onlyRead"),
                    shape: <String as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata::NONE,
                },
                __smp::FieldShape {
                    place: __smp::Place::OneWay("onlyWritten"),
                    shape: <String as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata::NONE,
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("others"),
                    shape: <Vec<Other> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("hostIp"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::leaf("opaque"),
            ];
            __smp::ObjectShape {
                name: "io.k8s.Pod",
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
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Other>",
            shape: <Vec<Other> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Other> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::MERGE,
                merge_key: __smp::Some("hostIp"),
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
            __smp::const_checks::merge_key(__of, "hostIp")
        };
    };
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Other {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new("hostIp", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Other",
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
                0 => <String as __smp::PatchSchema>::__reach(&self.host_ip),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <String as __smp::PatchSchema>::__reach_mut(&mut self.host_ip),
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
                    0 => {
                        __smp::boxed_value::<
                            String,
                        >(<Self as __smp::Default>::default().host_ip)
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
    impl __smp::PatchSchema for Volume {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 3] = [
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::flattened(
                    <Option<Source> as __smp::PatchSchema>::SHAPE,
                    <Option<Source> as __smp::PatchSchema>::OBJECT,
                ),
                __smp::FieldShape::flattened(
                    <BTreeMap<String, serde_json::Value> as __smp::PatchSchema>::SHAPE,
                    <BTreeMap<String, serde_json::Value> as __smp::PatchSchema>::OBJECT,
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
                && __smp::is_flattened_in_place(&self.extra)
        }
        #[inline]
        fn __same(&self, __other: &Self) -> bool {
            true && <String as __smp::PatchSchema>::__same(&self.name, &__other.name)
                && <Option<
                    Source,
                > as __smp::PatchSchema>::__same(&self.source, &__other.source)
                && <BTreeMap<
                    String,
                    serde_json::Value,
                > as __smp::PatchSchema>::__same(&self.extra, &__other.extra)
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
                1 => <Option<Source> as __smp::PatchSchema>::__reach(&self.source),
                2 => {
                    <BTreeMap<
                        String,
                        serde_json::Value,
                    > as __smp::PatchSchema>::__reach(&self.extra)
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
                            Source,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.source)
                    }
                    2 => {
                        <BTreeMap<
                            String,
                            serde_json::Value,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.extra)
                    }
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<Source>",
            shape: <Option<Source> as __smp::PatchSchema>::SHAPE,
            element: <Option<Source> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::flatten(__of);
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "BTreeMap<String, serde_json::Value>",
            shape: <BTreeMap<String, serde_json::Value> as __smp::PatchSchema>::SHAPE,
            element: <BTreeMap<String, serde_json::Value> as __smp::PatchSchema>::ELEMENT,
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
    impl __smp::PatchSchema for Source {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 2] = [
                __smp::FieldShape::new("path", <String as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::flattened(
                    <Deeper as __smp::PatchSchema>::SHAPE,
                    <Deeper as __smp::PatchSchema>::OBJECT,
                ),
            ];
            __smp::ObjectShape {
                name: "Source",
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
            true && __smp::is_flattened_in_place(&self.deeper)
        }
        #[inline]
        fn __same(&self, __other: &Self) -> bool {
            true && <String as __smp::PatchSchema>::__same(&self.path, &__other.path)
                && <Deeper as __smp::PatchSchema>::__same(&self.deeper, &__other.deeper)
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
                0 => <String as __smp::PatchSchema>::__reach(&self.path),
                1 => <Deeper as __smp::PatchSchema>::__reach(&self.deeper),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <String as __smp::PatchSchema>::__reach_mut(&mut self.path),
                    1 => <Deeper as __smp::PatchSchema>::__reach_mut(&mut self.deeper),
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Deeper",
            shape: <Deeper as __smp::PatchSchema>::SHAPE,
            element: <Deeper as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::flatten(__of);
    };
    #[allow(deprecated)]
    const _: () = __smp::const_checks::distinct_names(
        "Source",
        <Source as __smp::PatchSchema>::OBJECT,
    );
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Deeper {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new("deep", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Deeper",
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
            true && <String as __smp::PatchSchema>::__same(&self.deep, &__other.deep)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <String as __smp::PatchSchema>::__reach(&self.deep),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <String as __smp::PatchSchema>::__reach_mut(&mut self.deep),
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
    impl __smp::PatchSchema for Holder {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 3] = [
                __smp::FieldShape {
                    place: __smp::Place::Named("volumes"),
                    shape: <Vec<Volume> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("deep"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("open"),
                    shape: <Vec<Volume> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("unknown"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::flattened(
                    __smp::TypeShape::ANY,
                    __smp::ObjectShape::NONE,
                ),
            ];
            __smp::ObjectShape {
                name: "Holder",
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
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Volume>",
            shape: <Vec<Volume> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Volume> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::MERGE,
                merge_key: __smp::Some("deep"),
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
            __smp::const_checks::merge_key(__of, "deep")
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Volume>",
            shape: <Vec<Volume> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Volume> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::MERGE,
                merge_key: __smp::Some("unknown"),
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
            __smp::const_checks::merge_key(__of, "unknown")
        };
    };
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for Volumes {
        const SHAPE: __smp::TypeShape = <Vec<Volume> as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <Vec<
            Volume,
        > as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <Vec<
            Volume,
        > as __smp::PatchSchema>::ELEMENT;
        #[inline]
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::PatchSchema::__inside(&self.volumes)
        }
        #[inline]
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::PatchSchema::__inside_mut(&mut self.volumes)
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
    impl<T> __smp::PatchSchema for Uid<T>
    where
        T: __smp::Send + __smp::Sync + 'static,
    {
        const SHAPE: __smp::TypeShape = <String as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <String as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <String as __smp::PatchSchema>::ELEMENT;
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
    impl __smp::PatchSchema for Written {
        const SHAPE: __smp::TypeShape = <Vec<Volume> as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <Vec<
            Volume,
        > as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <Vec<
            Volume,
        > as __smp::PatchSchema>::ELEMENT;
        #[inline]
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::PatchSchema::__inside(&self.volumes)
        }
        #[inline]
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::PatchSchema::__inside_mut(&mut self.volumes)
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
    impl __smp::PatchSchema for Names {
        const SHAPE: __smp::TypeShape = <Vec<String> as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <Vec<
            String,
        > as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <Vec<
            String,
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
    impl __smp::PatchSchema for Seen {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 3] = [
                __smp::FieldShape {
                    place: __smp::Place::Named("volumes"),
                    shape: <Volumes as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("names"),
                    shape: <Option<Names> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("converted"),
                    shape: <Vec<Converted> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
            ];
            __smp::ObjectShape {
                name: "Seen",
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
                && <Volumes as __smp::PatchSchema>::__same(
                    &self.volumes,
                    &__other.volumes,
                )
                && <Option<
                    Names,
                > as __smp::PatchSchema>::__same(&self.names, &__other.names)
                && <Vec<
                    Converted,
                > as __smp::PatchSchema>::__same(&self.converted, &__other.converted)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <Volumes as __smp::PatchSchema>::__reach(&self.volumes),
                1 => <Option<Names> as __smp::PatchSchema>::__reach(&self.names),
                2 => <Vec<Converted> as __smp::PatchSchema>::__reach(&self.converted),
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
                    0 => <Volumes as __smp::PatchSchema>::__reach_mut(&mut self.volumes),
                    1 => {
                        <Option<
                            Names,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.names)
                    }
                    2 => {
                        <Vec<
                            Converted,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.converted)
                    }
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Volumes",
            shape: <Volumes as __smp::PatchSchema>::SHAPE,
            element: <Volumes as __smp::PatchSchema>::ELEMENT,
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
            text: "Option<Names>",
            shape: <Option<Names> as __smp::PatchSchema>::SHAPE,
            element: <Option<Names> as __smp::PatchSchema>::ELEMENT,
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
            text: "Vec<Converted>",
            shape: <Vec<Converted> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Converted> as __smp::PatchSchema>::ELEMENT,
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
    impl __smp::PatchSchema for Converted {
        const SHAPE: __smp::TypeShape = <Wire as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <Wire as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <Wire as __smp::PatchSchema>::ELEMENT;
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
    impl __smp::PatchSchema for Spaced {
        const SHAPE: __smp::TypeShape = <Vec<Wire> as __smp::PatchSchema>::SHAPE;
        const OBJECT: &'static __smp::ObjectShape = <Vec<
            Wire,
        > as __smp::PatchSchema>::OBJECT;
        const ELEMENT: &'static __smp::ObjectShape = <Vec<
            Wire,
        > as __smp::PatchSchema>::ELEMENT;
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
    impl __smp::PatchSchema for Wire {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Wire",
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
    impl __smp::PatchSchema for Phase {
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
    impl __smp::PatchSchema for Pair {
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
    impl __smp::PatchSchema for Quantity {
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
