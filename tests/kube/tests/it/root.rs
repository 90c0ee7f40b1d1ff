//! The root type that kube generates for a custom resource, with pod templates of k8s-openapi
//! and of smp-types.

use k8s_openapi::api::core::v1 as k8s;
use kube::CustomResource;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{ErrorKind, Options, Patch, PatchSchema, StrategicMerge, ThreeWay, typed};
use smp_tests::choices::Choices;
use smp_tests::generate::{Generator, Style};
use smp_types::core_v1 as smp;

#[derive(CustomResource, PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[kube(group = "example.com", version = "v1", kind = "Runner", namespaced)]
#[kube(schema = "disabled", status = "RunnerStatus", derive = "PatchSchema", derive = "PartialEq")]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunnerSpec {
    template: k8s::PodTemplateSpec,
    job_template: Option<smp::PodTemplateSpec>,
    #[patch(strategy = "merge", merge_key = "name")]
    volumes: Vec<k8s::Volume>,
}

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub(crate) struct RunnerStatus {
    ready: bool,
}

fn json_of_runner() -> Value {
    let template = json!({"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [
        {"name": "web", "image": "web:1"}, {"name": "log", "image": "log:1"}
    ]}});
    json!({
        "apiVersion": "example.com/v1",
        "kind": "Runner",
        "metadata": {"name": "runner", "finalizers": ["a"]},
        "spec": {"template": template, "jobTemplate": template, "volumes": [
            {"name": "data", "emptyDir": {}}
        ]}
    })
}

fn runner() -> Runner {
    serde_json::from_value(json_of_runner()).unwrap()
}

fn patch(value: &Value) -> Patch {
    Patch::from_document(value).unwrap()
}

#[test]
fn the_root_type_has_the_fields_of_every_object() {
    let root = Runner::schema().root();
    let names: Vec<_> = root.fields().map(smp_core::schema::FieldRef::name).collect();
    assert_eq!(names, ["apiVersion", "kind", "metadata", "spec", "status"]);
    let template = |name| root.field("spec").unwrap().ty().field(name).unwrap().ty();
    for name in ["template", "jobTemplate"] {
        let containers = template(name).field("spec").unwrap().ty().field("containers").unwrap();
        assert_eq!(containers.merge_key(), Some("name"), "{name}");
    }
}

#[test]
fn containers_of_templates_merge_by_name() {
    let change = json!({
        "apiVersion": "example.com/v1",
        "kind": "Runner",
        "metadata": {"finalizers": ["b"], "labels": {"tier": "front"}},
        "spec": {
            "template": {"spec": {"containers": [{"name": "log", "image": "log:2"}]}},
            "jobTemplate": {"spec": {"containers": [{"name": "web", "$patch": "delete"}]}},
            "volumes": [{"name": "tmp", "emptyDir": {}}]
        },
        "status": {"ready": true}
    });
    let change = patch(&change);
    let options = Options::default();
    let untyped = smp_core::apply(&json_of_runner(), &change, Runner::schema(), &options).unwrap();
    let merged = Runner::strategic_merge(&runner(), &change).unwrap();
    assert_eq!(merged, serde_json::from_value(untyped).unwrap());
    let images = |containers: &[k8s::Container]| -> Vec<_> {
        containers.iter().filter_map(|it| it.image.clone()).collect()
    };
    assert_eq!(images(&merged.spec.template.spec.as_ref().unwrap().containers), ["web:1", "log:2"]);
    let job = merged.spec.job_template.as_ref().unwrap().spec.as_ref().unwrap();
    assert_eq!(job.containers.len(), 1);
    assert_eq!(merged.metadata.finalizers.as_ref().unwrap(), &["b", "a"]);
    assert_eq!(merged.status, Some(RunnerStatus { ready: true }));

    let back = Runner::strategic_diff(&merged, &runner()).unwrap();
    assert_eq!(Runner::strategic_merge(&merged, &back).unwrap(), runner());
}

#[test]
fn an_edit_gives_a_patch_of_the_changed_fields() {
    let edit = Runner::strategic_edit(&runner(), |it| {
        let spec = it.spec.template.spec.as_mut().unwrap();
        spec.containers[1].image = Some("log:2".to_owned());
        it.metadata.labels.get_or_insert_default().insert("tier".to_owned(), "front".to_owned());
    });
    let expected = json!({
        "metadata": {"labels": {"tier": "front"}},
        "spec": {"template": {"spec": {
            "$setElementOrder/containers": [{"name": "web"}, {"name": "log"}],
            "containers": [{"name": "log", "image": "log:2"}]
        }}}
    });
    assert_eq!(edit.unwrap().to_value().unwrap(), expected);

    let (live, mut wanted) = (runner(), runner());
    wanted.spec.volumes.clear();
    let found = Runner::strategic_three_way(ThreeWay::new(&live, &wanted, &live)).unwrap();
    assert_eq!(Runner::strategic_merge(&live, &found).unwrap(), wanted);
}

#[test]
fn a_failed_merge_changes_nothing() {
    for (change, path) in [
        (json!({"apiVersion": "example.com/v2"}), "apiVersion"),
        (json!({"kind": null}), "kind"),
        (json!({"metadata": {"name": "x", "size": 1}}), "metadata.size"),
        (
            json!({"spec": {"volumes": [], "template": {"spec": {"hostNetwork": 1}}}}),
            "spec.template.spec.hostNetwork",
        ),
    ] {
        let mut live = runner();
        let error = Runner::strategic_merge_into(&mut live, &patch(&change)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Typed | ErrorKind::UnknownField), "{error}");
        assert_eq!(error.path().to_string(), path);
        assert_eq!(live, runner());
    }
}

#[test]
fn random_patches_merge_as_in_json() {
    let (ty, options) = (Runner::schema(), Options::default());
    let mut rng = fastrand::Rng::with_seed(1);
    let mut below = |n| rng.u32(..n);
    let mut make = Generator::new(Choices::new(&mut below), Style { depth: 8, ..Style::VALID });
    let (mut merged, mut refused) = (0, 0);
    for round in 0..4000 {
        let [live, other] = [(); 2].map(|()| make.pruned(&json_of_runner()));
        let read = |json: &Value| serde_json::from_value::<Runner>(json.clone());
        let (Ok(live), Ok(other)) = (read(&live), read(&other)) else { continue };
        let json = serde_json::to_value(&live).unwrap();
        let change = if round % 2 == 0 {
            live.strategic_diff(&other).unwrap()
        } else {
            // Values of random types, most of which don't fit the field.
            let change = make.patch(Some(&json), ty.root());
            let Ok(change) = Patch::from_document(change) else { continue };
            change
        };
        let in_place = live.strategic_merge(&change);
        let whole = typed::merge(&live, &change, ty, &options);
        match (in_place, whole) {
            (Ok(in_place), Ok(whole)) => {
                let untyped = smp_core::apply(&json, &change, ty, &options).unwrap();
                assert_eq!(in_place, read(&untyped).unwrap(), "{change}");
                assert_eq!(in_place, whole, "{change}");
                assert!(round % 2 == 1 || in_place == other, "{change}");
                merged += 1;
            }
            (Err(in_place), Err(whole)) => {
                assert_eq!(in_place.kind(), whole.kind(), "{in_place}; {whole}");
                refused += 1;
            }
            // serde alone doesn't tell a constant from a value that is written in another way.
            (Err(in_place), Ok(_))
                if ["apiVersion", "kind"].contains(&&*in_place.path().to_string()) =>
            {
                refused += 1;
            }
            (in_place, whole) => panic!("{in_place:?}; {whole:?}; {change}"),
        }
    }
    assert!(merged > 400 && refused > 100, "{merged} merged, {refused} refused");
}
