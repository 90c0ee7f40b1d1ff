//! The schemas of `#[derive(PatchSchema)]`, compared with schemas built by hand.
//!
//! The lints of the workspace apply to this file, and so to the code that the derive generates.

#![allow(dead_code, reason = "only the schemas of the types are used")]
#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use smp_core::__private::ObjectShape;
use smp_core::schema::{Kind, ListMapKey, TypeKind, TypeShape};
use smp_core::{
    FieldDef, ListType, ObjectDef, PatchSchema, Schema, SchemaBuilder, Strategy, TypeRef,
};

/// The whole schema as text, with every object type once.
fn shown(schema: &Schema) -> String {
    fn show(ty: TypeRef<'_>, seen: &mut BTreeSet<String>, text: &mut String) {
        match ty.kind() {
            TypeKind::List(inner) | TypeKind::Map(inner) => show(inner, seen, text),
            TypeKind::Object if seen.insert(ty.name().unwrap().to_owned()) => {
                writeln!(text, "{} and {:?}", ty.name().unwrap(), ty.other_members()).unwrap();
                for field in ty.fields() {
                    writeln!(
                        text,
                        "  {}: {:?} `{}` {:?} {:?} {:?}",
                        field.name(),
                        field.ty(),
                        field.strategy(),
                        field.merge_key(),
                        field.list_map_keys(),
                        field.list_type(),
                    )
                    .unwrap();
                }
                for field in ty.fields() {
                    show(field.ty(), seen, text);
                }
                if let Some(others) = ty.other_members() {
                    show(others, seen, text);
                }
            }
            _ => {}
        }
    }
    let mut text = format!("{:?}\n", schema.root());
    show(schema.root(), &mut BTreeSet::new(), &mut text);
    text
}

/// Asserts that the derived schema equals the one built by hand.
#[track_caller]
fn assert_describes<T: PatchSchema>(
    by_hand: impl FnOnce(&mut SchemaBuilder) -> smp_core::schema::TypeId,
) {
    let mut types = SchemaBuilder::new();
    let root = by_hand(&mut types);
    assert_eq!(shown(T::schema()), shown(&types.build(root).unwrap()));
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PodSpec {
    #[patch(strategy = "merge", merge_key = "name")]
    containers: Vec<Container>,
    #[patch(strategy = "merge|retainKeys", merge_key = "name")]
    volumes: Option<Vec<Volume>>,
    node_selector: BTreeMap<String, String>,
    #[patch(strategy = "replace")]
    host_aliases: Vec<String>,
    #[patch(strategy = "retainKeys")]
    deployment_strategy: Option<Box<Volume>>,
    #[patch(strategy = "merge", list_type = "set")]
    finalizers: Vec<String>,
    #[patch(leaf)]
    opaque: Opaque,
    anything: serde_json::Value,
    phase: Phase,
    cpu: Quantity,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Container {
    name: String,
    #[patch(strategy = "merge", merge_key = "containerPort")]
    #[patch(list_map_keys("containerPort", "protocol" = "TCP"))]
    ports: Vec<Port>,
    r#type: Option<u8>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Port {
    container_port: u16,
    protocol: Option<String>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Volume {
    name: String,
}

#[derive(Serialize, Deserialize)]
struct Opaque {
    inside: Vec<String>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
enum Phase {
    Pending,
    Running,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[patch(leaf)]
struct Quantity(u64, String);

fn pod_spec(types: &mut SchemaBuilder) -> smp_core::schema::TypeId {
    let (text, any) = (types.scalar(), types.any());
    let port = types.object(
        ObjectDef::new("Port")
            .field("containerPort", FieldDef::new(text))
            .field("protocol", FieldDef::new(text)),
    );
    let ports = types.list(port);
    let ports = FieldDef::new(ports)
        .strategy(Strategy::MERGE)
        .merge_key("containerPort")
        .list_type(ListType::Map)
        .list_map_key(ListMapKey::new("containerPort"))
        .list_map_key(ListMapKey::new("protocol").with_default("TCP"));
    let container = types.object(
        ObjectDef::new("Container")
            .field("name", FieldDef::new(text))
            .field("ports", ports)
            .field("type", FieldDef::new(text)),
    );
    let volume = types.object(ObjectDef::new("Volume").field("name", FieldDef::new(text)));
    let (containers, volumes, texts) =
        (types.list(container), types.list(volume), types.list(text));
    let selector = types.map(text);
    types.object(
        ObjectDef::new("PodSpec")
            .field(
                "containers",
                FieldDef::new(containers).strategy(Strategy::MERGE).merge_key("name"),
            )
            .field(
                "volumes",
                FieldDef::new(volumes)
                    .strategy(Strategy::MERGE.with_retain_keys())
                    .merge_key("name"),
            )
            .field("nodeSelector", FieldDef::new(selector))
            .field("hostAliases", FieldDef::new(texts).strategy(Strategy::REPLACE))
            .field("deploymentStrategy", FieldDef::new(volume).strategy(Strategy::RETAIN_KEYS))
            .field(
                "finalizers",
                FieldDef::new(texts).strategy(Strategy::MERGE).list_type(ListType::Set),
            )
            .field("opaque", FieldDef::new(any).strategy(Strategy::REPLACE))
            .field("anything", FieldDef::new(any))
            .field("phase", FieldDef::new(text))
            .field("cpu", FieldDef::new(text)),
    )
}

#[test]
fn fields_strategies_and_keys() {
    assert_describes::<PodSpec>(pod_spec);
}

#[test]
fn a_schema_is_built_once() {
    assert!(std::ptr::eq(PodSpec::schema(), PodSpec::schema()));
    assert!(std::ptr::eq(List::<Volume>::schema(), List::<Volume>::schema()));
}

#[derive(PatchSchema)]
#[serde(rename_all = "camelCase")]
struct Props {
    id: String,
    #[patch(strategy = "merge", merge_key = "id")]
    all_of: Vec<Self>,
    not: Option<Box<Props>>,
    properties: BTreeMap<String, Props>,
}

#[test]
fn a_type_may_contain_itself() {
    assert_describes::<Props>(|types| {
        let props = types.declare();
        let (text, list, map) = (types.scalar(), types.list(props), types.map(props));
        types.define(
            props,
            ObjectDef::new("Props")
                .field("id", FieldDef::new(text))
                .field("allOf", FieldDef::new(list).strategy(Strategy::MERGE).merge_key("id"))
                .field("not", FieldDef::new(props))
                .field("properties", FieldDef::new(map)),
        );
        props
    });
}

#[derive(PatchSchema)]
struct List<T> {
    #[patch(strategy = "merge", merge_key = "name")]
    items: Vec<T>,
}

#[test]
fn a_generic_type_has_a_schema_for_each_argument() {
    fn list(
        types: &mut SchemaBuilder,
        element: &str,
        key_and_more: &[&str],
    ) -> smp_core::schema::TypeId {
        let text = types.scalar();
        let object = key_and_more
            .iter()
            .fold(ObjectDef::new(element), |object, name| object.field(*name, FieldDef::new(text)));
        let element = types.object(object);
        let items = types.list(element);
        let items = FieldDef::new(items).strategy(Strategy::MERGE).merge_key("name");
        types.object(ObjectDef::new("List").field("items", items))
    }
    assert_describes::<List<Volume>>(|types| list(types, "Volume", &["name"]));
    assert_describes::<List<Named>>(|types| list(types, "Named", &["name", "kind"]));
}

#[derive(PatchSchema)]
struct Named {
    name: String,
    kind: String,
}

#[derive(PatchSchema)]
struct Flattened {
    first: String,
    #[serde(flatten)]
    named: Option<Named>,
    last: String,
    #[serde(flatten)]
    others: BTreeMap<String, Volume>,
}

#[derive(PatchSchema)]
struct Labelled {
    #[serde(flatten)]
    labels: BTreeMap<String, String>,
}

#[derive(PatchSchema)]
struct Holder {
    // The merge key is a field of a flattened type.
    #[patch(strategy = "merge", merge_key = "kind")]
    list: Vec<Flattened>,
    // The keys may be members of a flattened map of scalars.
    #[patch(strategy = "merge", merge_key = "name", list_map_keys("anything"))]
    labelled: Vec<Labelled>,
    #[serde(flatten)]
    #[patch(leaf)]
    rest: Opaque,
}

#[test]
fn flattened_fields_keep_the_order_of_declaration() {
    assert_describes::<Flattened>(|types| {
        let text = types.scalar();
        let volume = types.object(ObjectDef::new("Volume").field("name", FieldDef::new(text)));
        let others = types.map(volume);
        types.object(
            ["first", "name", "kind", "last"]
                .into_iter()
                .fold(ObjectDef::new("Flattened"), |object, name| {
                    object.field(name, FieldDef::new(text))
                })
                .flatten(others),
        )
    });
    assert!(matches!(Holder::schema().root().other_members().unwrap().kind(), TypeKind::Any));
}

#[derive(PatchSchema)]
struct Names(Vec<Named>);

#[derive(PatchSchema)]
#[serde(transparent)]
struct Transparent {
    names: Names,
    #[serde(skip)]
    cached: Option<String>,
}

#[derive(PatchSchema)]
#[serde(from = "Named", into = "Named")]
struct Converted {
    whatever: u8,
}

#[derive(PatchSchema)]
#[serde(tag = "apiVersion", rename = "v1.Tagged")]
struct Tagged {
    #[patch(strategy = "merge", merge_key = "name")]
    names: Transparent,
    #[serde(rename = "other")]
    converted: Converted,
    #[serde(skip)]
    skipped: Opaque,
}

#[test]
fn transparent_and_converted_types_have_the_schema_of_their_content() {
    assert_eq!(Transparent::SHAPE.kind(), Kind::List);
    assert_eq!(Transparent::SHAPE.element().unwrap().kind(), Kind::Object);
    assert_eq!(kind_of(Transparent::ELEMENT, "name"), Some(Kind::Scalar));
    assert_eq!(kind_of(Converted::OBJECT, "kind"), Some(Kind::Scalar));
    assert_describes::<Tagged>(|types| {
        let text = types.scalar();
        let named = types.object(
            ObjectDef::new("Named")
                .field("name", FieldDef::new(text))
                .field("kind", FieldDef::new(text)),
        );
        let list = types.list(named);
        types.object(
            ObjectDef::new("v1.Tagged")
                .field("apiVersion", FieldDef::new(text))
                .field("names", FieldDef::new(list).strategy(Strategy::MERGE).merge_key("name"))
                .field("other", FieldDef::new(named)),
        )
    });
}

#[test]
fn constants_have_names_and_kinds() {
    fn names(of: &'static ObjectShape) -> Vec<&'static str> {
        (0..).map_while(|place| of.name_at(place)).collect()
    }
    assert_eq!(PodSpec::SHAPE.kind(), Kind::Object);
    assert_eq!(Phase::SHAPE.kind(), Kind::Scalar);
    assert_eq!(Quantity::SHAPE.kind(), Kind::Scalar);
    assert_eq!(names(Tagged::OBJECT), ["apiVersion", "names", "other"]);
    assert_eq!(names(Flattened::OBJECT), ["first", "name", "kind", "last"]);
    assert!(Flattened::OBJECT.is_open());
    assert!(Holder::OBJECT.is_open());
    assert!(!Tagged::OBJECT.is_open());
    assert_eq!(kind_of(PodSpec::OBJECT, "opaque"), Some(Kind::Any));
    assert_eq!(kind_of(PodSpec::OBJECT, "volumes"), Some(Kind::List));
}

fn kind_of(object: &ObjectShape, field: &str) -> Option<Kind> {
    object.field(field).map(TypeShape::kind)
}
