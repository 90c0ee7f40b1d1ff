//! `Patch::check` and `check_document` find what in a patch does not fit the schema. Operations
//! on Rust types refuse the same unknown fields.

#![allow(clippy::expect_used, reason = "a test fails where it panics")]

mod live;
mod scalars;

use smp_core::{
    FieldDef, FindingKind, Limits, ObjectDef, Options, Patch, Schema, Severity, Strategy,
    check_document,
};

fn schema(api_version: &str, kind: &str) -> &'static Schema {
    smp_types::schema(api_version, kind).expect("a known kind")
}

/// The findings of a patch for a Deployment, one a line.
fn check(patch: &str) -> String {
    check_of("apps/v1", "Deployment", patch)
}

fn check_of(api_version: &str, kind: &str, patch: &str) -> String {
    let found = Patch::from_json(patch)
        .expect("a patch")
        .check(schema(api_version, kind), &Options::default());
    let lines: Vec<_> = found.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

#[test]
fn unknown_fields_have_a_suggestion() {
    assert_eq!(
        check(r#"{"spec": {"replica": 3, "templte": {"spec": {}}}}"#),
        "spec.replica: `DeploymentSpec` has no such field; did you mean `replicas`?\n\
         spec.templte: `DeploymentSpec` has no such field; did you mean `template`?"
    );
    assert_eq!(
        check(r#"{"spec": {"template": {"spec": {"containers": [{"name": "a", "colour": 1}]}}}}"#),
        "spec.template.spec.containers[0].colour: `Container` has no such field"
    );
}

#[test]
fn directives_that_are_none() {
    assert_eq!(
        check(r#"{"spec": {"$patchh": "delete"}}"#),
        "spec.$patchh: there is no such directive; it is read as data; did you mean `$patch`?"
    );
    // Labels may have any name, but a misspelt directive is found there, too. Other names with
    // `$` are data.
    assert_eq!(
        check(r#"{"metadata": {"labels": {"$retainkeys": "a", "$ref": "b"}}}"#),
        "metadata.labels.$retainkeys: there is no such directive; it is read as data; did you \
         mean `$retainKeys`?"
    );
    assert_eq!(
        check(r#"{"spec": {"$setElementOrdr/template": []}}"#),
        "spec.$setElementOrdr/template: there is no such directive; it is read as data; did \
         you mean `$setElementOrder/template`?"
    );
    assert_eq!(
        check(r#"{"metadata": {"$deleteFromPrimitiveList/finalizer": ["a"]}}"#),
        "metadata.$deleteFromPrimitiveList/finalizer: `ObjectMeta` has no such field; did you \
         mean `finalizers`?"
    );
    assert_eq!(
        check(r#"{"metadata": {"$setElementOrder/finalizer": ["a"]}}"#),
        "metadata.$setElementOrder/finalizer: `ObjectMeta` has no such field; did you mean \
         `finalizers`?"
    );
    assert_eq!(
        check(r#"{"spec": {"strategy": {"$retainKeys": ["typ"]}}}"#),
        "spec.strategy.$retainKeys[0]: `DeploymentStrategy` has no such field: `typ`; did you \
         mean `type`?"
    );
    // A map may have any name.
    assert_eq!(check(r#"{"metadata": {"labels": {"$retainKeys": ["a"], "a": "b"}}}"#), "");
}

#[test]
fn another_kind_of_value_is_an_error() {
    let spec = |spec| format!(r#"{{"spec": {{"template": {{"spec": {spec}}}}}}}"#);
    for (patch, found) in [
        (
            spec(r#"{"containers": {"name": "a"}}"#),
            "spec.template.spec.containers: expected a list, found an object",
        ),
        (spec("3"), "spec.template.spec: expected an object, found a number"),
        (spec("[]"), "spec.template.spec: expected an object, found a list"),
        (
            r#"{"metadata": {"labels": "a"}}"#.to_owned(),
            "metadata.labels: expected an object, found a string",
        ),
    ] {
        let all = Patch::from_json(&patch)
            .expect("a patch")
            .check(schema("apps/v1", "Deployment"), &Options::default());
        assert_eq!(all[0].to_string(), found);
        assert_eq!(all[0].kind, FindingKind::ContainerReplaced);
        assert_eq!(all[0].severity(), Severity::Error);
    }
    // Null removes a value of any kind.
    for null in [r#"{"spec": null}"#, r#"{"metadata": {"labels": null, "finalizers": null}}"#] {
        assert_eq!(check(null), "");
    }
    let other = Patch::from_json(r#"{"spec": {"replicas": {}}}"#).expect("a patch");
    let found = &other.check(schema("apps/v1", "Deployment"), &Options::default())[0];
    assert_eq!((found.kind, found.severity()), (FindingKind::ScalarReplaced, Severity::Warning));
}

#[test]
fn a_discriminator_that_is_nearly_a_member() {
    assert_eq!(
        check(r#"{"spec": {"strategy": {"type": "RolingUpdate"}}}"#),
        "spec.strategy.type: \"RolingUpdate\" does not name a member of the union; did you mean \
         `RollingUpdate`?"
    );
    assert_eq!(check(r#"{"spec": {"strategy": {"type": "Recreate"}}}"#), "");
}

#[test]
fn in_a_document_directives_are_data() {
    let options = Options::default();
    let found = |document: &str| -> Vec<_> {
        let found =
            check_document(document, schema("apps/v1", "Deployment"), &options).expect("an object");
        found.into_iter().map(|found| (found.kind, found.path.to_string())).collect()
    };
    assert_eq!(
        found(r#"{"spec": {"$patch": "delete", "$retainKeys": 1, "replica": 1}}"#),
        [
            (FindingKind::DirectiveAsData, "spec.$patch".to_owned()),
            (FindingKind::DirectiveAsData, "spec.$retainKeys".to_owned()),
            (FindingKind::UnknownField, "spec.replica".to_owned()),
        ]
    );
    assert_eq!(
        found(r#"{"metadata": {"labels": {"$patch": "delete"}}}"#),
        [(FindingKind::DirectiveAsData, "metadata.labels.$patch".to_owned())]
    );
    // A name that is nearly that of a directive is data, too.
    let near = r#"{"metadata": {"labels": {"$patchh": "a"}}}"#;
    let near = check_document(near, schema("v1", "Pod"), &options);
    assert_eq!(
        near.expect("an object")[0].to_string(),
        "metadata.labels.$patchh: there is no such directive"
    );
    assert!(check_document("[]", schema("v1", "Pod"), &options).is_err());
    let flat = Options::default().limits(Limits::new().max_depth(1));
    assert!(check_document(r#"{"spec": {}}"#, schema("v1", "Pod"), &flat).is_err());
}

#[test]
fn free_form_values_have_no_findings() {
    let patch = r#"{"spec": {"openAPIV3Schema": 1}, "raw": {"$ref": "a", "b": [1, {"c": 2}]}}"#;
    let mut types = smp_core::SchemaBuilder::new();
    let any = types.any();
    let schema = types.build(any).expect("a schema");
    assert_eq!(Patch::from_json(patch).expect("a patch").check(&schema, &Options::default()), []);
    let patch = Patch::from_json(r#"{"raw": {"$patchh": "delete"}}"#).expect("a patch");
    assert_eq!(
        patch.check(&schema, &Options::default())[0].to_string(),
        "raw.$patchh: there is no such directive; it is read as data; did you mean `$patch`?"
    );
}

#[cfg(feature = "structs")]
#[test]
fn operations_on_rust_types_refuse_the_same_fields() {
    let live = smp_types::apps_v1::Deployment::default();
    for patch in [
        r#"{"spec": {"replica": 3}}"#,
        r#"{"spec": {"template": {"spec": {"containers": [{"name": "a", "img": "b"}]}}}}"#,
        r#"{"spec": {"$patchh": "delete"}}"#,
        r#"{"metadata": {"$deleteFromPrimitiveList/finalizer": ["a"]}}"#,
    ] {
        let patch = Patch::from_json(patch).expect("a patch");
        let found = patch.check(schema("apps/v1", "Deployment"), &Options::default());
        let error = smp_core::StrategicMerge::strategic_merge(&live, &patch).unwrap_err();
        assert_eq!(error.path(), &found[0].path);
        assert!(error.message().starts_with(&found[0].message), "{error}");
        if let Some(name) = &found[0].suggestion {
            assert!(error.message().ends_with(&format!("did you mean `{name}`?")), "{error}");
        }
    }
}

#[test]
fn directives_where_a_value_is_taken_as_a_whole() {
    let message = "the directive has no effect here, where the patch's value is taken as a whole; \
                   an API server drops it, too";
    let secrets = r#"{"imagePullSecrets": [{"name": "a", "$patch": "delete"}]}"#;
    let found = check_of("v1", "ServiceAccount", secrets);
    assert_eq!(found, format!("imagePullSecrets[0].$patch: {message}"));
    let spec = r#"{"$patch": "replace", "containers": [{"name": "a", "$patch": "delete"}]}"#;
    let found = check_of("v1", "Pod", &format!(r#"{{"spec": {spec}}}"#));
    assert_eq!(found, format!("spec.containers[0].$patch: {message}"));
    let metadata = r#"{"$deleteFromPrimitiveList/finalizers": ["a"], "finalizers": ["b"]}"#;
    let patch = format!(r#"{{"$patch": "replace", "metadata": {metadata}}}"#);
    let found = check_of("v1", "Pod", &patch);
    assert_eq!(found, format!("metadata.$deleteFromPrimitiveList/finalizers: {message}"));
    let parameters = r#"{"a": {"b": "c", "$patch": "delete"}}"#;
    let opaque = format!(r#"{{"opaque": {{"driver": "d", "parameters": {parameters}}}}}"#);
    assert_eq!(
        check_of(
            "resource.k8s.io/v1",
            "DeviceClass",
            &format!(r#"{{"spec": {{"config": [{opaque}]}}}}"#)
        ),
        "spec.config[0].opaque.parameters.a.$patch: the directive has no effect here, where the \
         patch's value is taken as a whole; an API server stores it as data or refuses the patch"
    );
    let map = r#"{"$patch": "replace", "a": "1", "$retainKeys": ["a"]}"#;
    assert_eq!(
        check_of("v1", "Pod", &format!(r#"{{"metadata": {{"labels": {map}}}}}"#)),
        "metadata.labels.$retainKeys: the directive has no effect here, where the patch's value is \
         taken as a whole; an API server stores it as data or refuses the patch"
    );
    // Where the value is merged, the directives have an effect.
    let patch = r#"{"metadata": {"labels": {"$patch": "replace"}, "$deleteFromPrimitiveList/finalizers": ["a"]},
        "spec": {"containers": [{"name": "a", "$patch": "delete"}, {"$patch": "replace"}]}}"#;
    assert_eq!(check_of("v1", "Pod", patch), "");
}

/// With `MapDirectives::Documented`, elements of an atomic list that carry `$patch` are left out.
#[test]
fn directives_of_elements_that_are_left_out() {
    let documented = Options::documented();
    let schema = schema("v1", "Pod");
    let found = |text: &str, options: &Options| {
        let found = Patch::from_json(text).expect("a patch").check(schema, options);
        found.into_iter().map(|found| found.path.to_string()).collect::<Vec<_>>()
    };
    let patch = r#"{"spec": {"tolerations": [{"key": "a", "$patch": "delete"}, {"key": "b"}]}}"#;
    let result = smp_core::apply("{}", patch, schema, &documented).expect("it is applied");
    assert_eq!(result, r#"{"spec":{"tolerations":[{"key":"b"}]}}"#);
    assert_eq!(found(patch, &documented), Vec::<String>::new());
    assert_eq!(found(patch, &Options::default()), ["spec.tolerations[0].$patch"]);
}

/// A list that merges by key, inside of an object that is merged and of one that is replaced.
fn replaced() -> Schema {
    let mut types = smp_core::SchemaBuilder::new();
    let (text, holder) = (types.scalar(), types.declare());
    let items = types.list(holder);
    let items = FieldDef::new(items).strategy(Strategy::MERGE).merge_key("name");
    let object = ObjectDef::new("Holder")
        .field("name", FieldDef::new(text))
        .field("items", items)
        .field("merged", FieldDef::new(holder))
        .field("replaced", FieldDef::new(holder).strategy(Strategy::REPLACE));
    types.define(holder, object);
    types.build(holder).expect("a schema")
}

#[test]
fn directives_at_an_object_that_is_replaced() {
    let found = |patch: &str| {
        let found =
            Patch::from_json(patch).expect("a patch").check(&replaced(), &Options::default());
        found.into_iter().map(|found| (found.kind, found.path.to_string())).collect::<Vec<_>>()
    };
    let ineffective = |path: &str| [(FindingKind::IneffectiveDirective, path.to_owned())];
    assert_eq!(found(r#"{"replaced": {"$patch": "delete"}}"#), ineffective("replaced.$patch"));
    assert_eq!(
        found(r#"{"replaced": {"merged": {"$patch": "replace"}}}"#),
        ineffective("replaced.merged.$patch")
    );
    for quiet in [
        // The directive has its effect.
        r#"{"replaced": {"$patch": "replace", "name": "a"}}"#,
        r#"{"replaced": {"name": "a"}}"#,
        r#"{"merged": {"$patch": "delete"}}"#,
    ] {
        assert_eq!(found(quiet), [], "{quiet}");
    }
}
