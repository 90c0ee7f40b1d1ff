compile_error! {
    "unknown patch attribute `crat` (did you mean `crate`?); a type may have `bound`, `crate`, `exactly_one`, `allow_inactive_member`, `leaf`, `map_type`, `unenforced` or `union`"
}
compile_error! {
    "a type with a patch schema owns its data: a schema belongs to one type, and each lifetime would make another; use `String`, `Vec` or `Cow<'static, _>` in its fields"
}
compile_error! {
    "`mrege` is not a patch strategy; write merge, replace or retainKeys, or merge|retainKeys or replace|retainKeys (did you mean `merge`?)"
}
compile_error! {
    "`sett` is not a list type; write atomic, set or map (did you mean `set`?)"
}
compile_error! {
    "a merge key has no effect without the strategy `merge`; add it, or remove the key"
}
compile_error! {
    "duplicate patch attribute `strategy`"
}
const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated)]
    impl<'a> __smp::PatchSchema for PodSpec<'a>
    where
        Self: __smp::Send + __smp::Sync + 'static,
    {
        const SHAPE: __smp::TypeShape = __smp::TypeShape::ANY;
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
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::MergeKey);
            __smp::const_checks::merge_key(__of, "nmae")
        };
    };
};
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
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    #[diagnostic::do_not_recommend]
    impl __smp::PatchSchema for Pod {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 3] = [
                __smp::FieldShape::new(
                    "spec",
                    <PodSpec<'static> as __smp::PatchSchema>::SHAPE,
                ),
                __smp::FieldShape {
                    place: __smp::Place::Named("specs"),
                    shape: <Vec<PodSpec<'static>> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::flattened(
                    <PodSpec<'static> as __smp::PatchSchema>::SHAPE,
                    <PodSpec<'static> as __smp::PatchSchema>::OBJECT,
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
            true && __smp::is_flattened_in_place(&self.inline)
        }
        #[inline]
        fn __same(&self, __other: &Self) -> bool {
            true
                && <PodSpec<
                    'static,
                > as __smp::PatchSchema>::__same(&self.spec, &__other.spec)
                && <Vec<
                    PodSpec<'static>,
                > as __smp::PatchSchema>::__same(&self.specs, &__other.specs)
                && <PodSpec<
                    'static,
                > as __smp::PatchSchema>::__same(&self.inline, &__other.inline)
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
            let __field = match __at {
                0 => <PodSpec<'static> as __smp::PatchSchema>::__reflect(&self.spec),
                1 => {
                    <Vec<PodSpec<'static>> as __smp::PatchSchema>::__reflect(&self.specs)
                }
                2 => <PodSpec<'static> as __smp::PatchSchema>::__reflect(&self.inline),
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
                        <PodSpec<
                            'static,
                        > as __smp::PatchSchema>::__reflect_mut(&mut self.spec)
                    }
                    1 => {
                        <Vec<
                            PodSpec<'static>,
                        > as __smp::PatchSchema>::__reflect_mut(&mut self.specs)
                    }
                    2 => {
                        <PodSpec<
                            'static,
                        > as __smp::PatchSchema>::__reflect_mut(&mut self.inline)
                    }
                    _ => return __smp::None,
                },
            )
        }
    }
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<PodSpec<'static>>",
            shape: <Vec<PodSpec<'static>> as __smp::PatchSchema>::SHAPE,
            element: <Vec<PodSpec<'static>> as __smp::PatchSchema>::ELEMENT,
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
            text: "PodSpec<'static>",
            shape: <PodSpec<'static> as __smp::PatchSchema>::SHAPE,
            element: <PodSpec<'static> as __smp::PatchSchema>::ELEMENT,
        };
        __smp::const_checks::flatten(__of);
    };
    #[allow(deprecated)]
    const _: () = __smp::const_checks::distinct_names(
        "Pod",
        <Pod as __smp::PatchSchema>::OBJECT,
    );
};
