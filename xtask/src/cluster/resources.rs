//! A legal object of every resource that the server has. Cases change them with dry runs only, so
//! they stay as they are.

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;
use serde_json::{Value, json};
use smp_core::Schema;
use smp_core::schema::__support::{group_and_version, group_of};

use super::client::{Answer, Client, Media};
use super::{Result, workspace};

/// A resource of the server.
#[derive(Debug, Clone)]
pub(super) struct Resource {
    pub(super) api_version: String,
    pub(super) kind: String,
    /// The path of its objects in the namespace `default`.
    pub(super) collection: String,
    /// The subresources that can be patched, such as `status`.
    pub(super) subresources: Vec<String>,
}

/// A stored object.
#[derive(Clone)]
pub(super) struct Live {
    pub(super) resource: Resource,
    pub(super) schema: Schema,
    /// The path of the object.
    pub(super) path: String,
    /// The object as the server has it, without `metadata.managedFields`.
    pub(super) object: Value,
    /// The `scale` subresource of the object, if it has one.
    pub(super) scale: Option<Value>,
    /// Whether the resource is defined by a `CustomResourceDefinition`.
    pub(super) is_custom: bool,
    /// Whether Kubernetes' module of types, `k8s.io/api`, has the kind.
    pub(super) in_reference: bool,
}

/// The objects, and the resources for which none could be created.
pub(super) struct Objects {
    pub(super) lives: Vec<Live>,
    /// The reason, by resource.
    pub(super) missing: BTreeMap<String, String>,
}

/// An object of Kubernetes' own tests, with the objects that must exist before it.
#[derive(Deserialize)]
struct Stub {
    group: String,
    version: String,
    resource: String,
    object: Value,
    #[serde(default)]
    needs: Vec<Stub>,
    status: Option<Value>,
}

/// Every resource with the verbs that a case needs, by group, version and name.
type Resources = BTreeMap<(String, String, String), Resource>;

/// Creates the objects.
pub(super) fn create(client: &Client) -> Result<Objects> {
    let resources = discover(client)?;
    let stubs = client.get("/-/stubs").body;
    let mut stubs: Vec<Stub> = serde_json::from_value(stubs)?;
    stubs.sort_by_cached_key(|stub| format!("{}/{}/{}", stub.group, stub.version, stub.resource));
    let mut objects = Objects { lives: Vec::new(), missing: BTreeMap::new() };
    for stub in stubs {
        let name = format!("{}/{} {}", stub.group, stub.version, stub.resource);
        let done = create_stub(client, &resources, stub);
        match done {
            Ok(live) => objects.lives.push(live),
            Err(error) => drop(objects.missing.insert(name, error.to_string())),
        }
    }
    for object in rich()? {
        let text = |name: &str| object.get(name).and_then(Value::as_str).unwrap_or_default();
        let same = |it: &&Resource| it.api_version == text("apiVersion") && it.kind == text("kind");
        let resource = resources.values().find(same);
        let resource = resource.ok_or_else(|| format!("the server has no such kind: {object}"))?;
        let live = create_object(client, resource, &object, object.get("status"));
        objects.lives.push(live.map_err(|error| format!("tests/cluster/objects.yaml: {error}"))?);
    }
    Ok(objects)
}

/// The objects of `tests/cluster/objects.yaml`.
fn rich() -> Result<Vec<Value>> {
    let path = workspace().join("tests").join("cluster").join("objects.yaml");
    Ok(serde_saphyr::from_str(&fs::read_to_string(path)?)?)
}

fn create_stub(client: &Client, resources: &Resources, stub: Stub) -> Result<Live> {
    for needed in stub.needs {
        create_stub(client, resources, needed)?;
    }
    let key = (stub.group, stub.version, stub.resource);
    let resource = resources.get(&key).ok_or("the server does not serve it")?;
    let mut object = stub.object;
    object["apiVersion"] = json!(resource.api_version);
    object["kind"] = json!(resource.kind);
    let status = stub.status.as_ref().and_then(|it| it.get("status"));
    create_object(client, resource, &object, status)
}

fn create_object(
    client: &Client,
    resource: &Resource,
    object: &Value,
    status: Option<&Value>,
) -> Result<Live> {
    let (api_version, kind) = (&*resource.api_version, &*resource.kind);
    let schema = smp_types::schema(api_version, kind).ok_or("the catalogue lacks the kind")?;
    let live = stored(client, resource, schema.clone(), object)?;
    if let Some(status) = status
        && resource.subresources.iter().any(|name| name == "status")
    {
        // Some resources do not accept the status, which is then left out.
        client.patch(&format!("{}/status", live.path), Media::Merge, &json!({"status": status}));
    }
    read(client, live)
}

/// Creates an object of any resource; an existing object is used as it is.
pub(super) fn stored(
    client: &Client,
    resource: &Resource,
    schema: Schema,
    object: &Value,
) -> Result<Live> {
    let name = object.pointer("/metadata/name").and_then(Value::as_str);
    let path = format!("{}/{}", resource.collection, name.ok_or("the object has no name")?);
    if !client.get(&path).is_ok() {
        let answer = client.post(&resource.collection, object);
        if !answer.is_ok() {
            return Err(format!("{}: {}", resource.kind, answer.message()).into());
        }
    }
    let resource = resource.clone();
    Ok(Live {
        resource,
        schema,
        path,
        object: Value::Null,
        scale: None,
        is_custom: false,
        in_reference: false,
    })
}

/// Reads what the server has stored.
pub(super) fn read(client: &Client, mut live: Live) -> Result<Live> {
    live.object = without_managed_fields(found(client.get(&live.path))?);
    if live.resource.subresources.iter().any(|name| name == "scale") {
        let scale = client.get(&format!("{}/scale", live.path));
        live.scale = scale.is_ok().then(|| without_managed_fields(scale.body));
    }
    Ok(live)
}

fn found(answer: Answer) -> Result<Value> {
    if answer.is_ok() { Ok(answer.body) } else { Err(answer.message().into()) }
}

fn without_managed_fields(mut object: Value) -> Value {
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.remove("managedFields");
    }
    object
}

/// The resources of all API versions.
fn discover(client: &Client) -> Result<Resources> {
    let groups = found(client.get("/apis"))?;
    let versions = groups.pointer("/groups").and_then(Value::as_array).into_iter().flatten();
    let versions = versions.filter_map(|group| group.get("versions")?.as_array()).flatten();
    let mut all = vec!["v1".to_owned()];
    all.extend(versions.filter_map(|it| Some(it.get("groupVersion")?.as_str()?.to_owned())));
    let mut resources = Resources::new();
    for api_version in all {
        let apis = if group_of(&api_version).is_empty() { "api" } else { "apis" };
        let root = format!("/{apis}/{api_version}");
        // An APIService that exists only as an object for cases has no API that answers.
        if let Ok(list) = found(client.get(&root)) {
            resources.extend(in_version(&api_version, &root, &list));
        }
    }
    Ok(resources)
}

/// The resources of one API version.
pub(super) fn in_version(api_version: &str, root: &str, list: &Value) -> Resources {
    let (group, version) = group_and_version(api_version);
    let entries = list.get("resources").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let text = |entry: &Value, name: &str| {
        entry.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let can = |entry: &Value, verb: &str| {
        let verbs = entry.get("verbs").and_then(Value::as_array);
        verbs.is_some_and(|verbs| verbs.iter().any(|it| it == verb))
    };
    let mut resources = Resources::new();
    for entry in entries {
        let name = text(entry, "name");
        if name.contains('/')
            || !["create", "get", "patch", "update"].iter().all(|it| can(entry, it))
        {
            continue;
        }
        let below = format!("{name}/");
        let subresources = entries
            .iter()
            .filter(|it| can(it, "patch"))
            .filter_map(|it| text(it, "name").strip_prefix(&below).map(str::to_owned));
        let scope =
            if entry.get("namespaced") == Some(&json!(true)) { "/namespaces/default" } else { "" };
        let resource = Resource {
            api_version: api_version.to_owned(),
            kind: text(entry, "kind"),
            collection: format!("{root}{scope}/{name}"),
            subresources: subresources.collect(),
        };
        resources.insert((group.to_owned(), version.to_owned(), name), resource);
    }
    resources
}
