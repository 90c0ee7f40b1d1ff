const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for ObjectMeta {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "ObjectMeta",
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
    impl __smp::PatchSchema for Spec {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new("title", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Spec",
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
            true && <String as __smp::PatchSchema>::__same(&self.title, &__other.title)
        }
        #[inline]
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
        #[inline]
        fn __field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <String as __smp::PatchSchema>::__reach(&self.title),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <String as __smp::PatchSchema>::__reach_mut(&mut self.title),
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
    impl __smp::PatchSchema for Root {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 5] = [
                __smp::FieldShape {
                    place: __smp::Place::OneWay("apiVersion"),
                    shape: __smp::TypeShape::STRING,
                    metadata: &__smp::Metadata::NONE,
                },
                __smp::FieldShape {
                    place: __smp::Place::OneWay("kind"),
                    shape: __smp::TypeShape::STRING,
                    metadata: &__smp::Metadata::NONE,
                },
                __smp::FieldShape::new(
                    "metadata",
                    <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("spec", <Spec as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new(
                    "status",
                    <Option<Spec> as __smp::PatchSchema>::SHAPE,
                ),
            ];
            __smp::ObjectShape {
                name: "Root",
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
                    static TEXT: __smp::OnceLock<__smp::Option<__smp::String>> = __smp::OnceLock::new();
                    let written = || {
                        (&__smp::Probe::<Self>::new()).member_text(self, "apiVersion")
                    };
                    return match TEXT.get_or_init(written) {
                        __smp::Some(text) => __smp::Slot::Fixed(text),
                        __smp::None => __smp::Slot::AbsentLeaf,
                    };
                }
                1 => {
                    static TEXT: __smp::OnceLock<__smp::Option<__smp::String>> = __smp::OnceLock::new();
                    let written = || {
                        (&__smp::Probe::<Self>::new()).member_text(self, "kind")
                    };
                    return match TEXT.get_or_init(written) {
                        __smp::Some(text) => __smp::Slot::Fixed(text),
                        __smp::None => __smp::Slot::AbsentLeaf,
                    };
                }
                2 => {
                    <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__reach(
                        &self.metadata,
                    )
                }
                3 => <Spec as __smp::PatchSchema>::__reach(&self.spec),
                4 => <Option<Spec> as __smp::PatchSchema>::__reach(&self.status),
                _ => return __smp::Slot::Closed,
            };
            __smp::slot(
                __field,
                match __at {
                    4 => <Self as __smp::PatchSchema>::BUILT,
                    _ => false,
                },
            )
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    2 => {
                        <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__reach_mut(
                            &mut self.metadata,
                        )
                    }
                    3 => <Spec as __smp::PatchSchema>::__reach_mut(&mut self.spec),
                    4 => {
                        <Option<
                            Spec,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.status)
                    }
                    _ => return __smp::None,
                },
            )
        }
    }
};
