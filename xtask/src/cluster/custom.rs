//! Custom resources with two versions, and their objects.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use smp_core::schema::__support::group_and_version;
use smp_openapi::CustomResources;

use super::client::{Client, Media};
use super::resources::{Live, in_version, read, stored};
use super::{Result, workspace};

/// The definitions, in the form that `smp --schema` takes.
pub(super) fn definitions() -> PathBuf {
    folder().join("custom.yaml")
}

fn folder() -> PathBuf {
    workspace().join("tests").join("cluster")
}

/// The group of the resources.
pub(super) const GROUP: &str = "cluster.example.com";

/// The path of all definitions.
const DEFINITIONS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/// How often the server is asked, every 50 ms, until it serves a new resource.
const PATIENCE: u32 = 200;

/// Defines the resources and creates an object of each version.
pub(super) fn create(client: &Client) -> Result<Vec<Live>> {
    let manifest: Value = serde_saphyr::from_str(&fs::read_to_string(definitions())?)?;
    for definition in manifest["items"].as_array().ok_or("custom.yaml is no list")? {
        let answer = client.post(DEFINITIONS, definition);
        if !answer.is_ok() && answer.status != 409 {
            return Err(format!("tests/cluster/custom.yaml: {}", answer.message()).into());
        }
    }
    let objects = fs::read_to_string(folder().join("custom-objects.yaml"))?;
    let objects: Vec<Value> = serde_saphyr::from_str(&objects)?;
    let resources = CustomResources::from_value(&manifest)?;
    let types = |api_version: &str, name: &str| smp_types::type_schema(api_version, name).cloned();
    let mut lives = Vec::new();
    for (api_version, kind) in resources.kinds() {
        let root = format!("/apis/{api_version}");
        let served = served(client, &root, kind)?;
        let resource =
            in_version(api_version, &root, &served).into_values().find(|it| it.kind == kind);
        let resource = resource.ok_or("the server does not serve the custom resource")?;
        let schema = resources.schema_of(api_version, kind, &types)?;
        let schema = schema.ok_or("the definition has no such kind")?.schema;
        let object = objects.iter().find(|it| it["kind"] == kind);
        let mut object = object.ok_or("custom-objects.yaml lacks a kind")?.clone();
        object["apiVersion"] = json!(api_version);
        object["metadata"]["name"] = group_and_version(api_version).1.into();
        let mut live = stored(client, &resource, schema, &object)?;
        live.is_custom = true;
        if resource.subresources.iter().any(|name| name == "status") {
            let status = json!({"status": object["status"]});
            client.patch(&format!("{}/status", live.path), Media::Merge, &status);
        }
        lives.push(read(client, live)?);
    }
    Ok(lives)
}

/// Whether an object that is read and sent back stays the same. A version with a default for a field
/// that the stored version lacks gets the default anew each time.
pub(super) fn stays_as_read(live: &Live) -> bool {
    !live.is_custom || live.resource.kind != "Rig" || live.resource.api_version.ends_with("/v1")
}

/// The list of resources of an API version, once the server has this kind.
fn served(client: &Client, root: &str, kind: &str) -> Result<Value> {
    for _ in 0..PATIENCE {
        let answer = client.get(root);
        let mut resources = answer.body["resources"].as_array().into_iter().flatten();
        if answer.is_ok() && resources.any(|it| it["kind"] == kind) {
            return Ok(answer.body);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Err(format!("{root} has no {kind}").into())
}
