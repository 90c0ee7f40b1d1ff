//! Rules of docs/server-side-apply.md that no case can show, and laws.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use smp_core::{Document, FieldDef, ListType, ObjectDef, Schema, SchemaBuilder};
use smp_managed::{
    Element, Error, FieldPath, FieldSet, ManagedFields, Operation, SameShape, ScaleEntries,
    Settings, Time, apply, extract, kubectl_apply, update,
};

const HEAD: &str = r#""apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}"#;

fn config_map() -> &'static Schema {
    smp_types::schema("v1", "ConfigMap").unwrap()
}

fn document(text: &str) -> Document<'_> {
    Document::from_json(text).unwrap()
}

fn data(data: &str) -> String {
    format!(r#"{{{HEAD},"data":{data}}}"#)
}

fn at(second: i64) -> Time {
    Time::from_unix_seconds(second)
}

/// ssa-1 and ssa-3.
#[test]
fn what_is_refused() {
    let config = data(r#"{"x":"1"}"#);
    let refused = |live: Option<&str>, config: &str, manager: &str| {
        let live = live.map(document);
        let settings = Settings::new(manager, at(1));
        let error = apply(live.as_ref(), &document(config), config_map(), &settings).unwrap_err();
        assert!(matches!(error, Error::Refused(_) | Error::NoObject { .. }), "{error}");
        error.to_string()
    };
    assert!(refused(None, &config, "").contains("needs the name of a field manager"));
    let printable = "at most 128 bytes, all printable";
    assert!(refused(None, &config, &"m".repeat(129)).contains(printable));
    assert!(refused(None, &config, "a\nb").contains(printable));
    let other = config.replace(r#""name":"a""#, r#""name":"b""#);
    let error = refused(Some(&config), &other, "m");
    assert_eq!(error, "metadata.name of the configuration is b, of the object a");
    let uid = config.replace(r#""name":"a""#, r#""name":"a","uid":"u""#);
    assert!(refused(None, &uid, "m").contains("there is no object with the uid u"));
}

/// ssa-24 and ssa-27.
#[test]
fn entries_are_sorted_and_at_most_ten_updates_stay() {
    let mut live = data("{}");
    for number in 0..14 {
        let member = format!(r#"{{"x{number}":"1"}}"#);
        let object = document(&live).into_value().unwrap();
        let mut new = object.clone();
        new["data"][format!("x{number}")] = "1".into();
        let (object, new) = (Document::from(object), Document::from(new));
        let name = format!("m{}", 20 - number);
        let before = (number > 0).then_some(&object);
        let settings = Settings::new(&name, at(number));
        live = update(before, &new, config_map(), &settings).unwrap().object.to_json();
        assert!(live.contains(member.trim_matches(['{', '}'])));
    }
    let config = data(r#"{"y":"1"}"#);
    let settings = Settings::new("z", at(0));
    let live = apply(Some(&document(&live)), &document(&config), config_map(), &settings)
        .unwrap()
        .object
        .to_json();
    let entries = ManagedFields::of(&document(&live)).unwrap();
    let names: Vec<&str> = entries.entries().iter().map(|it| it.manager.name.as_str()).collect();
    let expected =
        ["z", "ancient-changes", "m15", "m14", "m13", "m12", "m11", "m10", "m9", "m8", "m7"];
    assert_eq!(names, expected);
    let oldest = &entries.entries()[1];
    assert_eq!((oldest.fields.len(), oldest.time), (6, Some(at(4))));
}

/// ssa-31 and ssa-32.
#[test]
fn entries_that_cannot_be_read() {
    let broken = data(r#"{"x":"1"}"#)
        .replace(r#""name":"a""#, r#""name":"a","managedFields":[{"manager":"m"}]"#);
    let (live, config) = (document(&broken), data(r#"{"x":"2"}"#));
    let settings = Settings::new("m", at(1));
    let error = apply(Some(&live), &document(&config), config_map(), &settings).unwrap_err();
    assert!(matches!(error, Error::ManagedFields { entry: Some(0), .. }), "{error}");
    let updated = update(Some(&live), &document(&config), config_map(), &settings).unwrap();
    assert!(updated.untracked.is_none() && !updated.object.to_json().contains("managedFields"));

    let invalid = data(r#"{"x":2}"#);
    let settings = Settings::new("m", at(1));
    let created = update(None, &document(&config), config_map(), &settings).unwrap().object;
    let updated = update(Some(&created), &document(&invalid), config_map(), &settings).unwrap();
    assert!(matches!(updated.untracked, Some(Error::Invalid { .. })));
    let entries = ManagedFields::of(&updated.object).unwrap();
    assert_eq!(entries, ManagedFields::of(&created).unwrap());
}

/// ssa-2 and ssa-35.
#[test]
fn other_versions() {
    let config = data(r#"{"x":"1"}"#);
    let live =
        apply(None, &document(&config), config_map(), &Settings::new("a", at(1))).unwrap().object;
    let later = config.replace(r#""v1""#, r#""v2""#);
    let settings = Settings::new("b", at(2));
    let error = apply(Some(&live), &document(&later), config_map(), &settings).unwrap_err();
    assert!(matches!(error, Error::Version { .. }), "{error}");

    let versions =
        SameShape::new().served("v1", config_map().clone()).served("v2", config_map().clone());
    let settings = Settings::new("b", at(2)).versions(&versions);
    let both = apply(Some(&live), &document(&later), config_map(), &settings).unwrap().object;
    let versions: Vec<_> = ManagedFields::of(&both).unwrap().entries().to_vec();
    let versions: Vec<_> = versions.iter().map(|entry| entry.api_version.as_str()).collect();
    assert_eq!(versions, ["v2", "v1"]);

    let versions = SameShape::new().gone("v1");
    let text = both.to_json();
    let settings = Settings::new("b", at(3)).versions(&versions);
    let left =
        apply(Some(&document(&text)), &document(&later), config_map(), &settings).unwrap().object;
    assert_eq!(ManagedFields::of(&left).unwrap().entries().len(), 1);
}

/// ssa-9 and ssa-36.
#[test]
fn a_list_that_becomes_atomic() {
    let schema = |list_type: Option<ListType>, merges: bool| {
        let mut types = SchemaBuilder::new();
        let (text, any) = (types.scalar(), types.any());
        let list = types.list(text);
        let mut field = FieldDef::new(list);
        field.list_type = list_type;
        if merges {
            field = field.strategy(smp_core::Strategy::MERGE);
        }
        let fields = [("apiVersion", text), ("kind", text), ("metadata", any)];
        let root = fields
            .into_iter()
            .fold(ObjectDef::new("Root"), |root, (name, ty)| root.field(name, FieldDef::new(ty)));
        let root = types.object(root.field("list", field));
        types.build(root).unwrap()
    };
    let config = format!(r#"{{{HEAD},"list":["b","a"]}}"#);
    // A merge list without a list type is a set.
    let live = apply(None, &document(&config), &schema(None, true), &Settings::new("a", at(1)));
    let live = live.unwrap().object.to_json();
    assert!(live.contains(r#"{"f:list":{"v:\"a\"":{},"v:\"b\"":{}}}"#), "{live}");
    let other = format!(r#"{{{HEAD},"list":["c"]}}"#);
    let atomic = schema(Some(ListType::Atomic), false);
    let settings = Settings::new("b", at(2));
    let error = apply(Some(&document(&live)), &document(&other), &atomic, &settings).unwrap_err();
    assert_eq!(error.conflicts()[0].path.to_string(), ".list");
    assert_eq!(error.conflicts()[0].live.as_deref(), Some(r#"["b","a"]"#));
    assert_eq!(error.conflicts()[0].applied.as_deref(), Some(r#"["c"]"#));
}

/// Laws: the same again changes nothing; what is extracted and applied again changes nothing; who
/// applies nothing owns nothing.
#[test]
fn laws() {
    let pod = smp_types::schema("v1", "Pod").unwrap();
    let config = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"a":"b"}},
        "spec":{"containers":[{"name":"web","image":"web:1","ports":[{"containerPort":80}]}],
        "securityContext":{},"nodeSelector":{"a":"b"}}}"#;
    let live = apply(None, &document(config), pod, &Settings::new("m", at(1))).unwrap().object;
    let again =
        apply(Some(&live), &document(config), pod, &Settings::new("m", at(2))).unwrap().object;
    assert_eq!(again.to_json(), live.to_json());
    let extracted = extract(&live, "m", "", pod).unwrap().unwrap();
    let again = apply(Some(&live), &extracted, pod, &Settings::new("m", at(3))).unwrap().object;
    assert_eq!(again.to_json(), live.to_json());
    let nothing = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}"#;
    let left =
        apply(Some(&live), &document(nothing), pod, &Settings::new("m", at(4))).unwrap().object;
    assert!(ManagedFields::of(&left).unwrap().entries().is_empty());
    let entry = &ManagedFields::of(&live).unwrap().entries()[0].clone();
    assert_eq!(entry.manager.operation, Operation::Apply);
}

/// Deep objects and field sets are refused, and do not overflow the stack.
#[test]
fn deep_input() {
    let deep = format!("{}1{}", r#"{"f:a":"#.repeat(20_000), "}".repeat(20_000));
    assert!(smp_managed::FieldSet::from_fields_v1(&deep).is_err());
    let mut types = SchemaBuilder::new();
    let any = types.any();
    let schema = types.build(any).unwrap();
    let config = format!(r#"{{{HEAD},"x":{}1{}}}"#, r#"{"a":"#.repeat(20_000), "}".repeat(20_000));
    let settings = Settings::new("m", at(1));
    assert!(apply(None, &document(&config), &schema, &settings).is_err());
}

/// ssa-3 and ssa-18: what a forced apply takes is told, with the values.
#[test]
fn what_a_forced_apply_takes() {
    let live = data(r#"{"x":"1"}"#);
    let settings = Settings::new("ours", at(1));
    let live = apply(None, &document(&live), config_map(), &settings).unwrap().object;
    let config = data(r#"{"x":"2"}"#);
    let settings = Settings::new("theirs", at(2)).force(true);
    let applied = apply(Some(&live), &document(&config), config_map(), &settings).unwrap();
    let taken = &applied.taken[0];
    assert_eq!((applied.taken.len(), applied.changed), (1, true));
    assert_eq!((&*taken.manager.name, taken.since), ("ours", Some(at(1))));
    assert_eq!(taken.live.as_deref(), Some(r#""1""#));
    assert_eq!(taken.applied.as_deref(), Some(r#""2""#));
    let again = apply(Some(&applied.object), &document(&config), config_map(), &settings).unwrap();
    assert!(again.taken.is_empty() && !again.changed);
}

/// ssa-33: only the fields of a pattern can change, and come to be owned.
#[test]
fn only_some_fields() {
    let pod = smp_types::schema("v1", "Pod").unwrap();
    let object = |image: &str, cpu: &str| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"a"}},"spec":{{"containers":[
                {{"name":"web","image":"{image}","resources":{{"limits":{{"cpu":"{cpu}"}}}}}}]}}}}"#
        )
    };
    let (before, after) = (object("web:1", "1"), object("web:2", "2"));
    let live = update(None, &document(&before), pod, &Settings::new("a", at(1))).unwrap().object;
    let settings = Settings::new("b", at(2))
        .subresource("resize")
        .only_fields("v1", ["spec.containers.*.resources", "spec.containers.*.resizePolicy"]);
    let resized = update(Some(&live), &document(&after), pod, &settings).unwrap().object;
    let managed = ManagedFields::of(&resized).unwrap();
    let entry = managed.entries().iter().find(|entry| entry.manager.name == "b").unwrap();
    let paths: Vec<_> = entry.fields.paths().map(|path| path.to_string()).collect();
    assert_eq!(paths, [r#".spec.containers[name="web"].resources.limits.cpu"#]);
}

/// ssa-34.
#[test]
fn entries_of_a_scale() {
    let scale = ScaleEntries::new().version("apps/v1", ".spec.replicas").version("apps/v2", "");
    let entry = |manager: &str, operation: &str, version: &str, fields: &str| {
        format!(
            r#"{{"manager":"{manager}","operation":"{operation}","apiVersion":"{version}",
                "time":"1970-01-01T00:00:01Z","fieldsType":"FieldsV1","fieldsV1":{fields}}}"#
        )
    };
    let (both, replicas) =
        (r#"{"f:spec":{"f:paused":{},"f:replicas":{}}}"#, r#"{"f:spec":{"f:replicas":{}}}"#);
    let entries = [
        entry("a", "Apply", "apps/v1", both),
        entry("b", "Update", "apps/v1", both),
        entry("c", "Update", "apps/v2", both),
        entry("d", "Update", "apps/v0", both),
    ];
    let text = format!(r#"{{"metadata":{{"managedFields":[{}]}}}}"#, entries.join(","));
    let parent = ManagedFields::of(&document(&text)).unwrap();
    let of_scale = scale.of_scale(&parent);
    let show = |managed: &ManagedFields| -> Vec<String> {
        let entries = managed.entries().iter().map(|it| {
            let time = it.time.map_or("-", |_| "1");
            format!("{} {} {time} {}", it.manager.name, it.api_version, it.fields.to_fields_v1())
        });
        entries.collect()
    };
    let in_scale = |name: &str| format!("{name} autoscaling/v1 1 {replicas}");
    assert_eq!(show(&of_scale), [in_scale("a"), in_scale("b")]);

    // Nothing was taken: an update is split in two entries all the same.
    let paused = r#"{"f:spec":{"f:paused":{}}}"#;
    let same = scale.of_parent(&parent, &of_scale, "apps/v1");
    let (a, c) = (format!("a apps/v1 1 {both}"), format!("c apps/v2 1 {both}"));
    let left = |name: &str| format!("{name} apps/v1 1 {paused}");
    let expected = [a, left("b"), c.clone(), format!("b apps/v1 - {replicas}")];
    assert_eq!(show(&same), expected);

    // Another one sets the replicas: both lose them.
    let other = entry("e", "Update", "autoscaling/v1", replicas);
    let other = format!(r#"{{"metadata":{{"managedFields":[{other}]}}}}"#);
    let other = ManagedFields::of(&document(&other)).unwrap();
    let after = scale.of_parent(&parent, &other, "apps/v1");
    assert_eq!(show(&after), [left("a"), left("b"), c, format!("e apps/v1 - {replicas}")]);
}

/// Operations on few and on many elements at a time give the same.
#[test]
fn sets_of_different_sizes() {
    let fields = |names: &[String]| {
        let paths = names
            .iter()
            .map(|name| FieldPath(vec![Element::field("data"), Element::field(&**name)]));
        FieldSet::from_paths(paths)
    };
    let names =
        |all: std::ops::Range<usize>| -> Vec<String> { all.map(|at| format!("x{at}")).collect() };
    let (few, many) = (fields(&names(95..105)), fields(&names(0..100)));
    assert_eq!(few.intersection(&many), fields(&names(95..100)));
    assert_eq!(many.intersection(&few), fields(&names(95..100)));
    assert_eq!(few.difference(&many), fields(&names(100..105)));
    assert_eq!(many.difference(&few), fields(&names(0..95)));
    assert_eq!(few.union(&many), fields(&names(0..105)));
    assert_eq!(few.outside(&many), few.difference(&many));
}

/// Names that the schema lacks stay with their manager; nothing of the object is lost.
#[test]
fn entries_with_fields_that_the_schema_lacks() {
    let live = data(r#"{"x":"1"}"#).replace(
        r#""name":"a""#,
        r#""name":"a","managedFields":[{"manager":"m","operation":"Update","apiVersion":"v1",
            "fieldsType":"FieldsV1","fieldsV1":{"f:later":{"k:{\"a\":1}":{"f:b":{}}},"f:data":{"f:x":{}}}}]"#,
    );
    let config = data(r#"{"y":"1"}"#);
    let settings = Settings::new("n", at(1));
    let applied = apply(Some(&document(&live)), &document(&config), config_map(), &settings);
    let text = applied.unwrap().object.to_json();
    assert!(text.contains(r#""f:later":{"k:{\"a\":1}":{"f:b":{}}}"#), "{text}");
}

/// A field from before the first apply was not set at the time of the apply.
#[test]
fn a_conflict_with_what_was_there_before_has_no_time() {
    let (live, config) = (data(r#"{"x":"1"}"#), data(r#"{"x":"2"}"#));
    let settings = Settings::new("m", at(1)).force(true);
    let applied =
        apply(Some(&document(&live)), &document(&config), config_map(), &settings).unwrap();
    let taken = &applied.taken[0];
    assert_eq!((&*taken.manager.name, taken.since), ("before-first-apply", None));
}

/// As kubectl 1.37 does: a status that was applied client-side before is applied twice, although a server
/// ignores the managers in the request between. A server rewrites the annotation after the first apply, so
/// the second one takes it.
#[test]
fn kubectl_applies_a_status_twice() {
    let annotations = r#""annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{}"}"#;
    let object = |status: &str| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"a",{annotations}}},"status":{status}}}"#
        )
    };
    let schema = smp_types::schema("v1", "Pod").unwrap();
    let before = object("{}");
    let live = update(None, &document(&before), schema, &Settings::new("old", at(1)));
    let config = object(r#"{"phase":"Running"}"#);
    let settings = Settings::new("kubectl", at(2)).subresource("status").force(true);
    let applied =
        kubectl_apply(Some(&live.unwrap().object), &document(&config), schema, &settings).unwrap();
    let managed = ManagedFields::of(&applied.object).unwrap();
    let annotation =
        ["metadata", "annotations", "kubectl.kubernetes.io/last-applied-configuration"];
    let path = FieldPath(annotation.into_iter().map(Element::field).collect());
    let owners = managed.entries().iter().filter(|entry| entry.fields.contains(&path));
    let owners: Vec<_> = owners.map(|entry| &*entry.manager.name).collect();
    assert_eq!(owners, ["kubectl"]);
}
