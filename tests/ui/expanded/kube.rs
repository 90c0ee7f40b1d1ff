const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for ObjectMeta {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "ObjectMeta",
            fields: &[
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "ObjectMeta",
            )
        }
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::Inside::Struct(self)
        }
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::InsideMut::Struct(self)
        }
        fn __same(&self, __other: &Self) -> bool {
            true && <String as __smp::PatchSchema>::__same(&self.name, &__other.name)
        }
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::Fields for ObjectMeta {
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <String as __smp::PatchSchema>::__reach(&self.name),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
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
    #[allow(deprecated)]
    impl __smp::PatchSchema for ListMeta {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "ListMeta",
            fields: &[
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "ListMeta",
            )
        }
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::Inside::Struct(self)
        }
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::InsideMut::Struct(self)
        }
        fn __same(&self, __other: &Self) -> bool {
            true && <String as __smp::PatchSchema>::__same(&self.name, &__other.name)
        }
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::Fields for ListMeta {
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <String as __smp::PatchSchema>::__reach(&self.name),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
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
    #[allow(deprecated)]
    impl __smp::PatchSchema for Spec {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Spec",
            fields: &[
                __smp::FieldShape::new("title", <String as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "Spec",
            )
        }
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::Inside::Struct(self)
        }
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::InsideMut::Struct(self)
        }
        fn __same(&self, __other: &Self) -> bool {
            true && <String as __smp::PatchSchema>::__same(&self.title, &__other.title)
        }
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::Fields for Spec {
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <String as __smp::PatchSchema>::__reach(&self.title),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
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
    #[allow(deprecated)]
    impl __smp::PatchSchema for Root {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Root",
            fields: &[
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
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "Root",
            )
        }
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::Inside::Struct(self)
        }
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::InsideMut::Struct(self)
        }
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::Fields for Root {
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
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
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    2 => {
                        <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__reach_mut(
                            &mut self.metadata,
                        )
                    }
                    3 => <Spec as __smp::PatchSchema>::__reach_mut(&mut self.spec),
                    _ => return __smp::None,
                },
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for RootWithStatus {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "RootWithStatus",
            fields: &[
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
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "RootWithStatus",
            )
        }
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::Inside::Struct(self)
        }
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::InsideMut::Struct(self)
        }
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::Fields for RootWithStatus {
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
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
                    4 => (&__smp::Probe::<Self>::new()).omits_none(),
                    _ => false,
                },
            )
        }
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
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
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for ImportedMetadata {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "ImportedMetadata",
            fields: &[
                __smp::FieldShape::new(
                    "metadata",
                    <apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("spec", <Spec as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "ImportedMetadata",
            )
        }
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::Inside::Struct(self)
        }
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::InsideMut::Struct(self)
        }
        fn __same(&self, __other: &Self) -> bool {
            true
                && <apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__same(
                    &self.metadata,
                    &__other.metadata,
                ) && <Spec as __smp::PatchSchema>::__same(&self.spec, &__other.spec)
        }
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::Fields for ImportedMetadata {
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => {
                    <apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__reach(
                        &self.metadata,
                    )
                }
                1 => <Spec as __smp::PatchSchema>::__reach(&self.spec),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__reach_mut(
                            &mut self.metadata,
                        )
                    }
                    1 => <Spec as __smp::PatchSchema>::__reach_mut(&mut self.spec),
                    _ => return __smp::None,
                },
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for OtherMetadata {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "OtherMetadata",
            fields: &[
                __smp::FieldShape::new(
                    "metadata",
                    <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ListMeta as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("spec", <Spec as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "OtherMetadata",
            )
        }
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::Inside::Struct(self)
        }
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::InsideMut::Struct(self)
        }
        fn __same(&self, __other: &Self) -> bool {
            true
                && <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ListMeta as __smp::PatchSchema>::__same(
                    &self.metadata,
                    &__other.metadata,
                ) && <Spec as __smp::PatchSchema>::__same(&self.spec, &__other.spec)
        }
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::Fields for OtherMetadata {
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => {
                    <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ListMeta as __smp::PatchSchema>::__reach(
                        &self.metadata,
                    )
                }
                1 => <Spec as __smp::PatchSchema>::__reach(&self.spec),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ListMeta as __smp::PatchSchema>::__reach_mut(
                            &mut self.metadata,
                        )
                    }
                    1 => <Spec as __smp::PatchSchema>::__reach_mut(&mut self.spec),
                    _ => return __smp::None,
                },
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for OtherField {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "OtherField",
            fields: &[
                __smp::FieldShape::new(
                    "metadata",
                    <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("spec", <Spec as __smp::PatchSchema>::SHAPE),
                __smp::FieldShape::new("data", <Spec as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "OtherField",
            )
        }
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::Inside::Struct(self)
        }
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::InsideMut::Struct(self)
        }
        fn __same(&self, __other: &Self) -> bool {
            true
                && <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__same(
                    &self.metadata,
                    &__other.metadata,
                ) && <Spec as __smp::PatchSchema>::__same(&self.spec, &__other.spec)
                && <Spec as __smp::PatchSchema>::__same(&self.data, &__other.data)
        }
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::Fields for OtherField {
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => {
                    <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__reach(
                        &self.metadata,
                    )
                }
                1 => <Spec as __smp::PatchSchema>::__reach(&self.spec),
                2 => <Spec as __smp::PatchSchema>::__reach(&self.data),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__reach_mut(
                            &mut self.metadata,
                        )
                    }
                    1 => <Spec as __smp::PatchSchema>::__reach_mut(&mut self.spec),
                    2 => <Spec as __smp::PatchSchema>::__reach_mut(&mut self.data),
                    _ => return __smp::None,
                },
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for WithoutSpec {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "WithoutSpec",
            fields: &[
                __smp::FieldShape::new(
                    "metadata",
                    <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new(
                    "status",
                    <Option<Spec> as __smp::PatchSchema>::SHAPE,
                ),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "WithoutSpec",
            )
        }
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::Inside::Struct(self)
        }
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::InsideMut::Struct(self)
        }
        fn __same(&self, __other: &Self) -> bool {
            true
                && <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__same(
                    &self.metadata,
                    &__other.metadata,
                )
                && <Option<
                    Spec,
                > as __smp::PatchSchema>::__same(&self.status, &__other.status)
        }
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::Fields for WithoutSpec {
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
            use __smp::{BySerde as _, Unknown as _};
            let __field = match __at {
                0 => {
                    <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__reach(
                        &self.metadata,
                    )
                }
                1 => <Option<Spec> as __smp::PatchSchema>::__reach(&self.status),
                _ => return __smp::Slot::Closed,
            };
            __smp::slot(
                __field,
                match __at {
                    1 => (&__smp::Probe::<Self>::new()).omits_none(),
                    _ => false,
                },
            )
        }
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__reach_mut(
                            &mut self.metadata,
                        )
                    }
                    1 => {
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
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for WithoutMetadata {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "WithoutMetadata",
            fields: &[
                __smp::FieldShape::new("spec", <Spec as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "WithoutMetadata",
            )
        }
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::Inside::Struct(self)
        }
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::InsideMut::Struct(self)
        }
        fn __same(&self, __other: &Self) -> bool {
            true && <Spec as __smp::PatchSchema>::__same(&self.spec, &__other.spec)
        }
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::Fields for WithoutMetadata {
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => <Spec as __smp::PatchSchema>::__reach(&self.spec),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <Spec as __smp::PatchSchema>::__reach_mut(&mut self.spec),
                    _ => return __smp::None,
                },
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl<T> __smp::PatchSchema for Generic<T>
    where
        T: __smp::PatchSchema,
    {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Generic",
            fields: &[
                __smp::FieldShape::new(
                    "metadata",
                    <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::new("spec", <T as __smp::PatchSchema>::SHAPE),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn __inside(&self) -> __smp::Inside<'_> {
            __smp::Inside::Struct(self)
        }
        fn __inside_mut(&mut self) -> __smp::InsideMut<'_> {
            __smp::InsideMut::Struct(self)
        }
        fn __same(&self, __other: &Self) -> bool {
            true
                && <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__same(
                    &self.metadata,
                    &__other.metadata,
                ) && <T as __smp::PatchSchema>::__same(&self.spec, &__other.spec)
        }
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl<T> __smp::Fields for Generic<T>
    where
        T: __smp::PatchSchema,
    {
        fn shape(&self) -> &'static __smp::ObjectShape {
            <Self as __smp::PatchSchema>::OBJECT
        }
        fn field(&self, __at: usize) -> __smp::Slot<'_> {
            let __field = match __at {
                0 => {
                    <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__reach(
                        &self.metadata,
                    )
                }
                1 => <T as __smp::PatchSchema>::__reach(&self.spec),
                _ => return __smp::Slot::Closed,
            };
            __smp::Slot::Value(__field)
        }
        fn field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => {
                        <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::__reach_mut(
                            &mut self.metadata,
                        )
                    }
                    1 => <T as __smp::PatchSchema>::__reach_mut(&mut self.spec),
                    _ => return __smp::None,
                },
            )
        }
    }
};
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __smp::PatchSchema for Flattened {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            <Self as __smp::PatchSchema>::describe,
        );
        const OBJECT: &'static __smp::ObjectShape = &__smp::ObjectShape {
            name: "Flattened",
            fields: &[
                __smp::FieldShape::new(
                    "metadata",
                    <crate::k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape::flattened(
                    <Spec as __smp::PatchSchema>::SHAPE,
                    <Spec as __smp::PatchSchema>::OBJECT,
                ),
            ],
            union: __smp::None,
        };
        fn describe(__types: &mut __smp::SchemaBuilder) -> __smp::TypeId {
            __smp::const_checks::describe(
                __types,
                __smp::RustType::of::<Self>(),
                <Self as __smp::PatchSchema>::OBJECT,
            )
        }
        fn schema() -> &'static __smp::Schema {
            static SCHEMA: __smp::OnceLock<__smp::Schema> = __smp::OnceLock::new();
            __smp::const_checks::schema(
                &SCHEMA,
                &<Self as __smp::PatchSchema>::SHAPE,
                "Flattened",
            )
        }
        fn __to_value(&self) -> __smp::Result<__smp::Value, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).write(self)
        }
        fn __from_value(__value: __smp::Value) -> __smp::Result<Self, __smp::Refusal> {
            use __smp::{BySerde as _, Unknown as _};
            (&__smp::Probe::<Self>::new()).read(__value)
        }
    }
    #[allow(deprecated)]
    const _: () = __smp::const_checks::flatten(
        &__smp::const_checks::TypeFacts {
            text: "Spec",
            shape: <Spec as __smp::PatchSchema>::SHAPE,
            element: <Spec as __smp::PatchSchema>::ELEMENT,
        },
    );
    #[allow(deprecated)]
    const _: () = __smp::const_checks::distinct_names(
        "Flattened",
        <Flattened as __smp::PatchSchema>::OBJECT,
    );
};
