//! The overlays for custom resources of well-known projects. Each has a source, a reason for
//! every key, and a case in `data/overlays`: a reduced definition, the `spec` of an object and
//! of a patch, and the `spec` of the result without and with the overlay.
#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::web_app::{apply, field, types};
use serde::Deserialize;
use serde_json::{Value, json};
use smp_core::{FindingKind, Options, Patch, Schema, Severity};
use smp_openapi::overlays::{self, KnownKind};
use smp_openapi::{CustomResources, Overlay, field_names};

#[derive(Deserialize)]
struct Case {
    definition: Definition,
    object: Value,
    patch: Value,
    before: Value,
    after: Value,
}

#[derive(Deserialize)]
struct Definition {
    group: String,
    versions: Vec<String>,
    /// The schema of `spec`.
    spec: Value,
}

/// The cases by project and kind: `istio/VirtualService`.
fn cases() -> BTreeMap<String, Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/overlays");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let cases = files.map(|file| {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let (project, kind) = name.rsplit_once('-').unwrap();
        let case = serde_saphyr::from_str(&fs::read_to_string(&file).unwrap());
        (format!("{project}/{kind}"), case.unwrap_or_else(|error| panic!("{name}: {error}")))
    });
    cases.collect()
}

impl Case {
    /// The schema of each version, from the definition alone.
    fn schemas(&self, kind: &str) -> Vec<Schema> {
        let Definition { group, versions, spec } = &self.definition;
        let schema = json!({"type": "object", "properties": {"spec": spec}});
        let version = |name| json!({"name": name, "schema": {"openAPIV3Schema": schema}});
        let manifest = json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "spec": {
                "group": group,
                "names": {"kind": kind},
                "versions": versions.iter().map(version).collect::<Vec<_>>()
            }
        });
        let resources = CustomResources::from_value(&manifest).unwrap();
        let schemas = versions.iter().map(|version| {
            let imported = resources.schema_of(&format!("{group}/{version}"), kind, &types);
            imported.unwrap().expect("a version of the manifest").schema
        });
        schemas.collect()
    }

    fn result(&self, schema: &Schema) -> Value {
        let (object, patch) = (json!({"spec": self.object}), json!({"spec": self.patch}));
        apply(schema, object, patch).unwrap()["spec"].clone()
    }
}

fn known(name: &str) -> KnownKind {
    overlays::all().find(|known| known.name() == name).unwrap()
}

/// The schema of the case, with the overlay.
fn filled(case: &Case, known: &KnownKind) -> Schema {
    let schema = case.schemas(known.kind()).remove(0);
    known.overlay().fill(&schema, &types, &[]).unwrap().schema
}

#[test]
fn every_overlay_names_its_source_and_a_reason_for_each_key() {
    let all: Vec<_> = overlays::all().collect();
    assert_eq!(all.len(), overlays::kinds().count(), "a file is not an overlay");
    let projects: BTreeSet<_> =
        all.iter().map(|known| known.name().split_once('/').unwrap().0).collect();
    assert!(all.len() >= 30 && projects.len() >= 12, "{} of {}", all.len(), projects.len());
    for (known, (api_version, kind)) in all.iter().zip(overlays::kinds()) {
        let name = known.name();
        assert_eq!((known.api_version(), known.kind()), (api_version, kind), "{name}");
        assert!(name.ends_with(&format!("/{kind}")), "{name}");
        let (group, _) = api_version.split_once('/').unwrap();
        assert!(
            overlays::for_kind(group, kind).is_some(),
            "{name} is not found by its group and kind"
        );

        let source = known.source();
        assert!(source.repository.contains('/') && !source.file.is_empty(), "{name}");
        assert!(source.commit.len() >= 7, "{name}");

        let names = |path: &str| field_names(path).unwrap();
        let changed: BTreeSet<_> =
            known.overlay().changed_fields().map(|field| field.path).collect();
        let reasons: BTreeSet<_> = known.reasons().map(|(path, _)| names(path)).collect();
        assert_eq!(changed, reasons, "{name}");
        assert!(known.reasons().chain(known.left_out()).all(|(_, why)| !why.is_empty()), "{name}");
        for path in known.optional_keys() {
            assert!(changed.contains(&names(path)), "{name}: {path}");
        }
        for (path, _) in known.left_out() {
            assert!(!changed.contains(&names(path)), "{name}: {path}");
        }
    }
}

#[test]
fn cases_without_and_with_their_overlay() {
    let cases = cases();
    for known in overlays::all() {
        assert!(cases.contains_key(known.name()), "{} has no case", known.name());
    }
    for (name, case) in &cases {
        let (_, kind) = name.split_once('/').unwrap();
        let known = overlays::for_kind(&case.definition.group, kind);
        assert_eq!(known.as_ref().map(KnownKind::name), known.as_ref().map(|_| name.as_str()));
        for schema in case.schemas(kind) {
            assert_eq!(case.result(&schema), case.before, "{name} without its overlay");
            let schema = match &known {
                Some(known) => known.overlay().fill(&schema, &types, &[]).unwrap().schema,
                None => schema,
            };
            assert_eq!(case.result(&schema), case.after, "{name} with its overlay");
        }
    }
}

#[test]
fn an_overlay_works_without_a_definition() {
    let cases = cases();
    for known in overlays::all() {
        let schema = known.schema(&types).unwrap();
        let case = &cases[known.name()];
        assert_eq!(case.result(&schema), case.after, "{}", known.name());
        // The schema has every field of the overlay.
        for changed in known.overlay().changed_fields() {
            let field = field(&schema, &changed.path.join("."));
            assert!(field.strategy().is_merge() || changed.replaces_type, "{changed:?}");
        }
        let metadata = schema.root().field("metadata").unwrap();
        assert!(metadata.ty().field("labels").is_some());
    }
}

/// Twelve custom resources and a patch of each. A row has a value of the object that the patch
/// does not name, and whether the result still has this value: without and with the default
/// overlay. `docs/custom-resources.md` has the table.
const TWELVE: [(&str, &str, bool, bool); 14] = [
    ("argo-rollouts/Rollout", "side:1", true, true),
    // The groups are merged, the rules in them are not: alerts may have equal names.
    ("prometheus-operator/PrometheusRule", "1m", true, true),
    ("prometheus-operator/PrometheusRule", "Slow", false, false),
    ("gateway-api/Gateway", "HTTP", true, true),
    ("cluster-api/MachineDeployment", "c", true, true),
    // The object is merged, the list of strings is replaced.
    ("cert-manager/Certificate", "Issuer", true, true),
    ("cert-manager/Certificate", "b.example.com", false, false),
    ("istio/VirtualService", "/wpcatalog", false, true),
    ("gateway-api/HTTPRoute", "/cart", false, true),
    ("knative/Service", "app:1", false, true),
    ("prometheus-operator/Prometheus", "proxy:1", false, true),
    ("keda/ScaledObject", "rabbitmq", false, true),
    ("external-secrets/ExternalSecret", "db/password", false, true),
    ("argo-cd/Application", "replicas", false, true),
];

#[test]
fn twelve_custom_resources_without_and_with_overlay() {
    fn has(value: &Value, text: &str) -> bool {
        match value {
            Value::Array(items) => items.iter().any(|item| has(item, text)),
            Value::Object(members) => members.values().any(|member| has(member, text)),
            scalar => scalar == text,
        }
    }
    let cases = cases();
    let kinds: BTreeSet<_> = TWELVE.iter().map(|row| row.0).collect();
    assert_eq!(kinds.len(), 12);
    for (name, text, before, after) in TWELVE {
        let case = &cases[name];
        assert!(has(&case.object, text) && !has(&case.patch, text), "{name}: {text}");
        assert_eq!((has(&case.before, text), has(&case.after, text)), (before, after), "{name}");
    }
}

/// The findings of `Patch::check_live` on the twelve patches: the keys that it names, without and
/// with the default overlay.
#[test]
fn the_check_names_the_key_where_elements_are_dropped() {
    let cases = cases();
    let suggested = |case: &Case, schema: &Schema| -> Vec<(String, Option<String>)> {
        let patch = Patch::from_document(json!({"spec": case.patch})).unwrap();
        let live = json!({"spec": case.object});
        let mut found = patch.check_live(&live, schema, &Options::default()).unwrap();
        found.retain(|it| it.severity() > Severity::Note);
        assert!(found.iter().all(|it| it.kind == FindingKind::NamedElementsDropped), "{found:?}");
        found.into_iter().map(|it| (it.path.to_string(), it.suggestion)).collect()
    };
    for (name, path, key) in [
        ("istio/VirtualService", "spec.http", "name"),
        ("gateway-api/HTTPRoute", "spec.rules", "name"),
        ("knative/Service", "spec.template.spec.containers", "name"),
        ("prometheus-operator/Prometheus", "spec.containers", "name"),
        ("keda/ScaledObject", "spec.triggers", "name"),
        ("external-secrets/ExternalSecret", "spec.data", "secretKey"),
        ("argo-cd/Application", "spec.source.helm.parameters", "name"),
    ] {
        let case = &cases[name];
        let known = known(name);
        let before = suggested(case, &case.schemas(known.kind())[0]);
        assert_eq!(before, [(path.to_owned(), Some(key.to_owned()))], "{name}");
        assert_eq!(suggested(case, &filled(case, &known)), [], "{name}");
    }
    // Merged by their definitions, or lists without names.
    for name in [
        "argo-rollouts/Rollout",
        "prometheus-operator/PrometheusRule",
        "gateway-api/Gateway",
        "cluster-api/MachineDeployment",
        "cert-manager/Certificate",
    ] {
        let (_, kind) = name.split_once('/').unwrap();
        assert_eq!(suggested(&cases[name], &cases[name].schemas(kind)[0]), [], "{name}");
    }
}

#[test]
fn metadata_of_the_definition_is_kept() {
    let mut case = cases().remove("istio/VirtualService").unwrap();
    let known = known("istio/VirtualService");
    let http = |case: &Case| field(&filled(case, &known), "spec.http").strategy().is_merge();
    assert!(http(&case));
    let list = &mut case.definition.spec["properties"]["http"];
    list["x-kubernetes-list-type"] = json!("atomic");
    assert!(!http(&case), "the list type of the definition must win");
    case.definition.spec["properties"]["http"]["x-kubernetes-list-type"] = json!("map");
    case.definition.spec["properties"]["http"]["x-kubernetes-list-map-keys"] = json!(["timeout"]);
    let schema = filled(&case, &known);
    let http = field(&schema, "spec.http");
    assert_eq!((http.merge_key(), http.list_map_keys()[0].name()), (None, "timeout"));
}

#[test]
fn a_key_that_a_version_lacks_is_left_out() {
    // The rules of the Gateway API had no names in its standard channel.
    let mut case = cases().remove("gateway-api/HTTPRoute").unwrap();
    let known = known("gateway-api/HTTPRoute");
    let properties = &mut case.definition.spec["properties"]["rules"]["items"]["properties"];
    properties.as_object_mut().unwrap().remove("name").unwrap();
    let schema = case.schemas("HTTPRoute").remove(0);
    let filled = known.overlay().fill(&schema, &types, &[]).unwrap();
    assert!(filled.fields.is_empty(), "{:?}", filled.fields);
    assert_eq!(schema.first_difference(&filled.schema), None);
    // The version may also lack the whole list.
    case.definition.spec["properties"].as_object_mut().unwrap().remove("rules").unwrap();
    let schema = case.schemas("HTTPRoute").remove(0);
    assert!(known.overlay().fill(&schema, &types, &[]).unwrap().fields.is_empty());
}

#[test]
fn the_overlay_of_the_user_takes_precedence() {
    let case = cases().remove("external-secrets/ExternalSecret").unwrap();
    let known = known("external-secrets/ExternalSecret");
    let schema = case.schemas("ExternalSecret").remove(0);
    for fields in [json!({"spec.data": {"listType": "atomic"}}), json!({"spec": {"type": "any"}})] {
        let own: Overlay = serde_json::from_value(json!({"fields": fields})).unwrap();
        let except: Vec<_> = own.changed_fields().collect();
        assert!(known.overlay().fill(&schema, &types, &except).unwrap().fields.is_empty());
    }
}

#[test]
fn a_type_adds_the_metadata_that_its_fields_lack() {
    let case = cases().remove("kuberay/RayCluster").unwrap();
    let known = known("kuberay/RayCluster");
    let schema = case.schemas("RayCluster").remove(0);
    let filled = known.overlay().fill(&schema, &types, &[]).unwrap();
    let paths: Vec<_> = filled.fields.iter().map(|field| field.path.join(".")).collect();
    let template = "spec.headGroupSpec.template";
    assert_eq!(
        paths,
        [
            format!("{template}.metadata"),
            format!("{template}.spec.containers"),
            format!("{template}.spec.containers.env"),
        ]
    );
    // The elements have the fields of the definition, not all the fields that Kubernetes gives
    // a container.
    let containers = field(&filled.schema, &format!("{template}.spec.containers"));
    assert_eq!(containers.merge_key(), Some("name"));
}

#[test]
fn an_optional_key_is_used_if_all_elements_have_different_keys() {
    let known = known("istio/VirtualService");
    let case = cases().remove("istio/VirtualService").unwrap();
    let schema = case.schemas("VirtualService").remove(0);
    let of = |http: Value| json!({"spec": {"http": http}});
    let named = of(json!([{"name": "a", "timeout": "1s"}, {"name": "b"}]));
    let patch = of(json!([{"name": "a", "timeout": "2s"}]));
    let merge = |object: &Value, patch: &Value| {
        let missing = known.missing_keys(&[object, patch]);
        let overlay = known.overlay_without(&missing);
        let schema = overlay.fill(&schema, &types, &[]).unwrap().schema;
        apply(&schema, object.clone(), patch.clone()).unwrap()["spec"]["http"].clone()
    };
    assert_eq!(merge(&named, &patch), json!([{"name": "a", "timeout": "2s"}, {"name": "b"}]));
    // Elements of the object without a unique name: the overlay's key is not used, and the list
    // is replaced.
    for object in [
        json!([{"name": "a"}, {"timeout": "1s"}]),
        json!([{"name": "a"}, {"name": null}]),
        json!([{"name": "a"}, {"name": "a"}]),
    ] {
        assert_eq!(merge(&of(object), &patch), patch["spec"]["http"]);
    }
    // An element with `$patch: replace` needs no key, and a deletion may name the key of a new
    // element.
    for patch in [json!([{"$patch": "replace"}]), json!([{"$patch": "delete", "name": "a"}])] {
        assert!(known.missing_keys(&[&named, &of(patch)]).is_empty());
    }
    let again = of(json!([{"$patch": "delete", "name": "a"}, {"name": "a"}]));
    assert!(known.missing_keys(&[&named, &again]).is_empty());
    // An element of the patch without a name.
    let unnamed = of(json!([{"timeout": "3s"}]));
    assert_eq!(merge(&named, &unnamed), unnamed["spec"]["http"]);
    let missing = &known.missing_keys(&[&named, &unnamed])[0];
    assert_eq!((missing.document, missing.element, missing.key.as_str()), (1, 0, "name"));
}

/// A row of the table in `docs/custom-resources.md`.
fn row(known: &KnownKind) -> String {
    let schema = known.schema(&types).unwrap();
    let optional: BTreeSet<_> = known.optional_keys().collect();
    let fields = known.reasons().map(|(path, _)| {
        let field = field(&schema, &field_names(path).unwrap().join("."));
        let key = field
            .merge_key()
            .or(field.list_map_keys().first().map(smp_core::schema::ListMapKey::name));
        let mark = if optional.contains(path) { "\\*" } else { "" };
        match key {
            Some(key) => format!("`{path}`: {key}{mark}"),
            None => format!("`{path}`: {}", field.ty().name().unwrap()),
        }
    });
    let source = known.source();
    format!(
        "| {} | {} | {}, {} at {} |\n",
        known.name(),
        fields.collect::<Vec<_>>().join("<br>"),
        source.repository,
        source.file,
        source.commit
    )
}

/// With `SNAPSHOTS=overwrite` it writes the table.
#[test]
fn the_documentation_lists_every_overlay() {
    const BEGIN: &str = "|---|---|---|\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/custom-resources.md");
    let text = fs::read_to_string(&file).unwrap();
    let (before, rest) = text.split_once("<!-- kinds -->\n").unwrap();
    let (table, after) = rest.split_once("<!-- end of kinds -->\n").unwrap();
    let rows: BTreeSet<_> = overlays::all().map(|known| row(&known)).collect();
    let rows: String = rows.into_iter().collect();
    let wanted = format!("| kind | lists and keys | source |\n{BEGIN}{rows}");
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        let text = format!("{before}<!-- kinds -->\n{wanted}<!-- end of kinds -->\n{after}");
        fs::write(&file, text).unwrap();
    } else {
        assert_eq!(table, wanted, "run with SNAPSHOTS=overwrite to update the table");
    }
    let projects: BTreeSet<_> =
        overlays::all().map(|known| known.name().split_once('/').unwrap().0).collect();
    let count = format!("{} kinds of {} projects", overlays::all().count(), projects.len());
    let readme = fs::read_to_string(file.with_file_name("../README.md")).unwrap();
    assert!(readme.contains(&count), "README.md: {count}");
}
