const _: () = {
    use ::smp_core::__private as __smp;
    #[automatically_derived]
    #[allow(deprecated, unreachable_code)]
    impl __smp::PatchSchema for All {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 19] = [
                __smp::FieldShape {
                    place: __smp::Place::Named("scalar"),
                    shape: <String as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::REPLACE,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("object"),
                    shape: <Option<Element> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("object_replace"),
                    shape: <Element as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::REPLACE,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("object_retain"),
                    shape: <Box<Element> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::RETAIN_KEYS,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("object_merge_retain"),
                    shape: <Element as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE_RETAIN_KEYS,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("object_replace_retain"),
                    shape: <Element as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::REPLACE_RETAIN_KEYS,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("map"),
                    shape: <BTreeMap<String, String> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("map_retain"),
                    shape: <BTreeMap<String, String> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::RETAIN_KEYS,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("list_replace"),
                    shape: <Vec<Element> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::REPLACE,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("list_merge"),
                    shape: <Vec<Element> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("list_retain"),
                    shape: <Option<Vec<Element>> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE_RETAIN_KEYS,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("list_retain_reversed"),
                    shape: <Box<[Element]> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE_RETAIN_KEYS,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("scalars"),
                    shape: <Vec<String> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("enums"),
                    shape: <Vec<Phase> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("free_form"),
                    shape: <serde_json::Value as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("free_form_list"),
                    shape: <Vec<serde_json::Value> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("keyed_free_form"),
                    shape: <Vec<serde_json::Value> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape {
                    place: __smp::Place::Named("keyed_maps"),
                    shape: <Vec<BTreeMap<String, String>> as __smp::PatchSchema>::SHAPE,
                    metadata: &__smp::Metadata {
                        strategy: __smp::Strategy::MERGE,
                        merge_key: __smp::Some("name"),
                        ..__smp::Metadata::NONE
                    },
                },
                __smp::FieldShape::new("nothing", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "All",
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
            true && <String as __smp::PatchSchema>::__same(&self.scalar, &__other.scalar)
                && <Option<
                    Element,
                > as __smp::PatchSchema>::__same(&self.object, &__other.object)
                && <Element as __smp::PatchSchema>::__same(
                    &self.object_replace,
                    &__other.object_replace,
                )
                && <Box<
                    Element,
                > as __smp::PatchSchema>::__same(
                    &self.object_retain,
                    &__other.object_retain,
                )
                && <Element as __smp::PatchSchema>::__same(
                    &self.object_merge_retain,
                    &__other.object_merge_retain,
                )
                && <Element as __smp::PatchSchema>::__same(
                    &self.object_replace_retain,
                    &__other.object_replace_retain,
                )
                && <BTreeMap<
                    String,
                    String,
                > as __smp::PatchSchema>::__same(&self.map, &__other.map)
                && <BTreeMap<
                    String,
                    String,
                > as __smp::PatchSchema>::__same(&self.map_retain, &__other.map_retain)
                && <Vec<
                    Element,
                > as __smp::PatchSchema>::__same(
                    &self.list_replace,
                    &__other.list_replace,
                )
                && <Vec<
                    Element,
                > as __smp::PatchSchema>::__same(&self.list_merge, &__other.list_merge)
                && <Option<
                    Vec<Element>,
                > as __smp::PatchSchema>::__same(&self.list_retain, &__other.list_retain)
                && <Box<
                    [Element],
                > as __smp::PatchSchema>::__same(
                    &self.list_retain_reversed,
                    &__other.list_retain_reversed,
                )
                && <Vec<
                    String,
                > as __smp::PatchSchema>::__same(&self.scalars, &__other.scalars)
                && <Vec<
                    Phase,
                > as __smp::PatchSchema>::__same(&self.enums, &__other.enums)
                && <serde_json::Value as __smp::PatchSchema>::__same(
                    &self.free_form,
                    &__other.free_form,
                )
                && <Vec<
                    serde_json::Value,
                > as __smp::PatchSchema>::__same(
                    &self.free_form_list,
                    &__other.free_form_list,
                )
                && <Vec<
                    serde_json::Value,
                > as __smp::PatchSchema>::__same(
                    &self.keyed_free_form,
                    &__other.keyed_free_form,
                )
                && <Vec<
                    BTreeMap<String, String>,
                > as __smp::PatchSchema>::__same(&self.keyed_maps, &__other.keyed_maps)
                && <String as __smp::PatchSchema>::__same(
                    &self.nothing,
                    &__other.nothing,
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
                0 => <String as __smp::PatchSchema>::__reach(&self.scalar),
                1 => <Option<Element> as __smp::PatchSchema>::__reach(&self.object),
                2 => <Element as __smp::PatchSchema>::__reach(&self.object_replace),
                3 => <Box<Element> as __smp::PatchSchema>::__reach(&self.object_retain),
                4 => <Element as __smp::PatchSchema>::__reach(&self.object_merge_retain),
                5 => {
                    <Element as __smp::PatchSchema>::__reach(&self.object_replace_retain)
                }
                6 => <BTreeMap<String, String> as __smp::PatchSchema>::__reach(&self.map),
                7 => {
                    <BTreeMap<
                        String,
                        String,
                    > as __smp::PatchSchema>::__reach(&self.map_retain)
                }
                8 => <Vec<Element> as __smp::PatchSchema>::__reach(&self.list_replace),
                9 => <Vec<Element> as __smp::PatchSchema>::__reach(&self.list_merge),
                10 => {
                    <Option<
                        Vec<Element>,
                    > as __smp::PatchSchema>::__reach(&self.list_retain)
                }
                11 => {
                    <Box<
                        [Element],
                    > as __smp::PatchSchema>::__reach(&self.list_retain_reversed)
                }
                12 => <Vec<String> as __smp::PatchSchema>::__reach(&self.scalars),
                13 => <Vec<Phase> as __smp::PatchSchema>::__reach(&self.enums),
                14 => <serde_json::Value as __smp::PatchSchema>::__reach(&self.free_form),
                15 => {
                    <Vec<
                        serde_json::Value,
                    > as __smp::PatchSchema>::__reach(&self.free_form_list)
                }
                16 => {
                    <Vec<
                        serde_json::Value,
                    > as __smp::PatchSchema>::__reach(&self.keyed_free_form)
                }
                17 => {
                    <Vec<
                        BTreeMap<String, String>,
                    > as __smp::PatchSchema>::__reach(&self.keyed_maps)
                }
                18 => <String as __smp::PatchSchema>::__reach(&self.nothing),
                _ => return __smp::Slot::Closed,
            };
            __smp::slot(
                __field,
                match __at {
                    1 | 10 => <Self as __smp::PatchSchema>::BUILT,
                    _ => false,
                },
            )
        }
        #[inline]
        fn __field_mut(&mut self, __at: usize) -> __smp::Option<&mut dyn __smp::Reach> {
            __smp::Some(
                match __at {
                    0 => <String as __smp::PatchSchema>::__reach_mut(&mut self.scalar),
                    1 => {
                        <Option<
                            Element,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.object)
                    }
                    2 => {
                        <Element as __smp::PatchSchema>::__reach_mut(
                            &mut self.object_replace,
                        )
                    }
                    3 => {
                        <Box<
                            Element,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.object_retain)
                    }
                    4 => {
                        <Element as __smp::PatchSchema>::__reach_mut(
                            &mut self.object_merge_retain,
                        )
                    }
                    5 => {
                        <Element as __smp::PatchSchema>::__reach_mut(
                            &mut self.object_replace_retain,
                        )
                    }
                    6 => {
                        <BTreeMap<
                            String,
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.map)
                    }
                    7 => {
                        <BTreeMap<
                            String,
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.map_retain)
                    }
                    8 => {
                        <Vec<
                            Element,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.list_replace)
                    }
                    9 => {
                        <Vec<
                            Element,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.list_merge)
                    }
                    10 => {
                        <Option<
                            Vec<Element>,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.list_retain)
                    }
                    11 => {
                        <Box<
                            [Element],
                        > as __smp::PatchSchema>::__reach_mut(
                            &mut self.list_retain_reversed,
                        )
                    }
                    12 => {
                        <Vec<
                            String,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.scalars)
                    }
                    13 => {
                        <Vec<Phase> as __smp::PatchSchema>::__reach_mut(&mut self.enums)
                    }
                    14 => {
                        <serde_json::Value as __smp::PatchSchema>::__reach_mut(
                            &mut self.free_form,
                        )
                    }
                    15 => {
                        <Vec<
                            serde_json::Value,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.free_form_list)
                    }
                    16 => {
                        <Vec<
                            serde_json::Value,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.keyed_free_form)
                    }
                    17 => {
                        <Vec<
                            BTreeMap<String, String>,
                        > as __smp::PatchSchema>::__reach_mut(&mut self.keyed_maps)
                    }
                    18 => <String as __smp::PatchSchema>::__reach_mut(&mut self.nothing),
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
                strategy: __smp::Strategy::REPLACE,
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Option<Element>",
            shape: <Option<Element> as __smp::PatchSchema>::SHAPE,
            element: <Option<Element> as __smp::PatchSchema>::ELEMENT,
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
            text: "Element",
            shape: <Element as __smp::PatchSchema>::SHAPE,
            element: <Element as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::REPLACE,
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Box<Element>",
            shape: <Box<Element> as __smp::PatchSchema>::SHAPE,
            element: <Box<Element> as __smp::PatchSchema>::ELEMENT,
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
            text: "Element",
            shape: <Element as __smp::PatchSchema>::SHAPE,
            element: <Element as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::MERGE_RETAIN_KEYS,
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Element",
            shape: <Element as __smp::PatchSchema>::SHAPE,
            element: <Element as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::REPLACE_RETAIN_KEYS,
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "BTreeMap<String, String>",
            shape: <BTreeMap<String, String> as __smp::PatchSchema>::SHAPE,
            element: <BTreeMap<String, String> as __smp::PatchSchema>::ELEMENT,
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
            text: "BTreeMap<String, String>",
            shape: <BTreeMap<String, String> as __smp::PatchSchema>::SHAPE,
            element: <BTreeMap<String, String> as __smp::PatchSchema>::ELEMENT,
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
            text: "Vec<Element>",
            shape: <Vec<Element> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Element> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::REPLACE,
                ..__smp::Metadata::NONE
            };
            __smp::const_checks::metadata(__of, __metadata, __smp::Part::Strategy);
        };
    };
    #[allow(deprecated)]
    const _: () = {
        let __of = &__smp::const_checks::TypeFacts {
            text: "Vec<Element>",
            shape: <Vec<Element> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Element> as __smp::PatchSchema>::ELEMENT,
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
            text: "Option<Vec<Element>>",
            shape: <Option<Vec<Element>> as __smp::PatchSchema>::SHAPE,
            element: <Option<Vec<Element>> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::MERGE_RETAIN_KEYS,
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
            text: "Box<[Element]>",
            shape: <Box<[Element]> as __smp::PatchSchema>::SHAPE,
            element: <Box<[Element]> as __smp::PatchSchema>::ELEMENT,
        };
        {
            let __metadata = &__smp::Metadata {
                strategy: __smp::Strategy::MERGE_RETAIN_KEYS,
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
            text: "Vec<String>",
            shape: <Vec<String> as __smp::PatchSchema>::SHAPE,
            element: <Vec<String> as __smp::PatchSchema>::ELEMENT,
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
            text: "Vec<Phase>",
            shape: <Vec<Phase> as __smp::PatchSchema>::SHAPE,
            element: <Vec<Phase> as __smp::PatchSchema>::ELEMENT,
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
            text: "serde_json::Value",
            shape: <serde_json::Value as __smp::PatchSchema>::SHAPE,
            element: <serde_json::Value as __smp::PatchSchema>::ELEMENT,
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
            text: "Vec<serde_json::Value>",
            shape: <Vec<serde_json::Value> as __smp::PatchSchema>::SHAPE,
            element: <Vec<serde_json::Value> as __smp::PatchSchema>::ELEMENT,
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
            text: "Vec<serde_json::Value>",
            shape: <Vec<serde_json::Value> as __smp::PatchSchema>::SHAPE,
            element: <Vec<serde_json::Value> as __smp::PatchSchema>::ELEMENT,
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
            text: "Vec<BTreeMap<String, String>>",
            shape: <Vec<BTreeMap<String, String>> as __smp::PatchSchema>::SHAPE,
            element: <Vec<BTreeMap<String, String>> as __smp::PatchSchema>::ELEMENT,
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
    impl __smp::PatchSchema for Element {
        const SHAPE: __smp::TypeShape = __smp::const_checks::object(
            __smp::describe::<Self>,
        );
        const OBJECT: &'static __smp::ObjectShape = &{
            static __FIELDS: [__smp::FieldShape; 1] = [
                __smp::FieldShape::new("name", <String as __smp::PatchSchema>::SHAPE),
            ];
            __smp::ObjectShape {
                name: "Element",
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
