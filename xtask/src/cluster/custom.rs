//! A custom resource with two versions, and its objects.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use smp_openapi::CustomResources;

use super::client::Client;
use super::resources::{Live, in_version, read, stored};
use super::{Result, workspace};

/// The definition, in the form that `smp --schema` takes.
pub(super) fn definition() -> PathBuf {
    workspace().join("tests").join("cluster").join("custom.yaml")
}

/// The group of the resource.
pub(super) const GROUP: &str = "cluster.example.com";

/// The path of all definitions.
const DEFINITIONS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/// The longest time in which the server serves a new resource.
const PATIENCE: u32 = 200;

/// Defines the resource and creates an object of each version.
pub(super) fn create(client: &Client) -> Result<Vec<Live>> {
    let definition: Value = serde_saphyr::from_str(&fs::read_to_string(definition())?)?;
    let answer = client.post(DEFINITIONS, &definition);
    if !answer.is_ok() && answer.status != 409 {
        return Err(format!("tests/cluster/custom.yaml: {}", answer.message()).into());
    }
    let resources = CustomResources::from_value(&definition)?;
    let types = |api_version: &str, name: &str| smp_types::type_schema(api_version, name).cloned();
    let mut lives = Vec::new();
    for (api_version, kind) in resources.kinds() {
        let root = format!("/apis/{api_version}");
        let served = served(client, &root)?;
        let resource =
            in_version(api_version, &root, &served).into_values().find(|it| it.kind == kind);
        let resource = resource.ok_or("the server does not serve the custom resource")?;
        let schema = resources.schema_of(api_version, kind, &types)?;
        let schema = schema.ok_or("the definition has no such kind")?.schema;
        let version = api_version.rsplit('/').next().unwrap_or_default();
        let mut live = stored(client, &resource, schema, &object(api_version, kind, version))?;
        live.is_custom = true;
        lives.push(read(client, live)?);
    }
    Ok(lives)
}

/// The list of resources of an API version, once the server has it.
fn served(client: &Client, root: &str) -> Result<Value> {
    for _ in 0..PATIENCE {
        let answer = client.get(root);
        if answer.is_ok() {
            return Ok(answer.body);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Err(format!("{root} is not served").into())
}

fn object(api_version: &str, kind: &str, name: &str) -> Value {
    json!({
        "apiVersion": api_version,
        "kind": kind,
        "metadata": {"name": name, "labels": {"app": "shop"}, "finalizers": ["example.com/a"]},
        "spec": {
            "title": null,
            "size": "1Gi",
            "port": 80,
            "replicas": 2,
            "paused": false,
            "tags": ["a", "b"],
            "steps": [{"run": "x"}, {"run": "y", "env": {"A": "1"}}],
            "ports": [
                {"port": 53, "protocol": "UDP"},
                {"port": 53, "protocol": "TCP", "name": "dns"},
            ],
            "options": {"a": "1", "b": "2"},
            "any": {"x": {"y": [1, {"z": null}]}, "n": 1.5},
            "limit": {"cpu": 1},
        },
    })
}
