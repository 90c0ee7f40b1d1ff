//! Objects from YAML, put into a server.

use core::fmt;

use serde_json::Value;

use crate::garbage::settle;
use crate::ingest::{Tracking, check_kind, ingest};
use crate::object::{at, set, text};
use crate::params::{FieldValidation, Params};
use crate::request::Call;
use crate::route::Target;
use crate::server::TestServer;
use crate::size::check_stored;
use crate::status::Failure;
use crate::world::World;
use crate::write::{New, create_read};

/// Why objects can't be put into a server.
#[derive(Debug)]
pub struct SeedError {
    message: String,
    position: Option<usize>,
}

impl SeedError {
    fn new(message: String) -> Self {
        Self { message, position: None }
    }

    /// The index, from 0, of the value that [`TestServer::load_values`] can't put into a server. Objects in
    /// YAML have no index.
    #[must_use]
    pub fn position(&self) -> Option<usize> {
        self.position
    }
}

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for SeedError {}

impl TestServer {
    /// Creates the objects of YAML documents, without a request: their status is kept, and missing
    /// namespaces are created. Namespaces and definitions of custom resources are created first. A document
    /// may be a `List`.
    ///
    /// # Errors
    ///
    /// If a document is not YAML (the message has its number), or an object has an unknown kind or would be
    /// refused. The objects before a refused one have been created.
    pub fn load(&self, yaml: &str) -> Result<(), SeedError> {
        let mut objects = Vec::new();
        for (number, text) in documents(yaml).into_iter().enumerate() {
            let number = number.saturating_add(1);
            let failed = |message: String| SeedError::new(format!("document {number}: {message}"));
            let tree = smp_yaml::parse(&text).map_err(|error| failed(error.message()))?;
            let Some(tree) = tree else { continue };
            let json = tree.to_json(&mut Vec::new()).map_err(|error| failed(error.message()))?;
            let value: Value =
                serde_json::from_str(json.as_str()).map_err(|error| failed(error.to_string()))?;
            flatten(value, &mut objects);
        }
        self.load_values(objects).map_err(|error| SeedError::new(error.message))
    }

    /// Like [`load`](Self::load), for values.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn load_values(&self, objects: Vec<Value>) -> Result<(), SeedError> {
        let mut objects: Vec<_> = objects.into_iter().enumerate().collect();
        objects.sort_by_key(|(_, it)| match text(it, "/kind") {
            "Namespace" => 0,
            "CustomResourceDefinition" => 1,
            _ => 2,
        });
        let mut world = self.shared.world();
        let outcome = objects.into_iter().try_for_each(|(position, object)| {
            let at_position = |error| SeedError { position: Some(position), ..error };
            put(&mut world, object).map_err(at_position)
        });
        self.shared.announce(world.store.revision());
        outcome
    }
}

/// The documents of a stream.
fn documents(yaml: &str) -> Vec<String> {
    let mut documents = vec![String::new()];
    for line in yaml.split_inclusive('\n') {
        let is_start = line.trim_end() == "---" || line.starts_with("--- ");
        if is_start {
            documents.push(line.strip_prefix("---").unwrap_or_default().to_owned());
        } else if let Some(last) = documents.last_mut() {
            last.push_str(line);
        }
    }
    documents
}

/// The objects in a list, or the object itself.
fn flatten(value: Value, objects: &mut Vec<Value>) {
    match value {
        Value::Object(mut members)
            if members
                .get("kind")
                .and_then(Value::as_str)
                .is_some_and(|it| it.ends_with("List"))
                && members.get("items").is_some_and(Value::is_array) =>
        {
            let items = members.remove("items").unwrap_or_default();
            objects.extend(items.as_array().cloned().unwrap_or_default());
        }
        Value::Null => {}
        value => objects.push(value),
    }
}

fn put(world: &mut World, mut object: Value) -> Result<(), SeedError> {
    let (api_version, kind) =
        (text(&object, "/apiVersion").to_owned(), text(&object, "/kind").to_owned());
    let name = text(&object, "/metadata/name").to_owned();
    let failed = |failure: &Failure| {
        let message = at(&failure.status(), "/message").as_str().unwrap_or_default().to_owned();
        SeedError::new(format!("{api_version} {kind} {name}: {message}"))
    };
    let Some(resource) = world.registry.of_kind(&api_version, &kind).cloned() else {
        let message = format!("{api_version} {kind} {name}: the server has no such kind");
        return Err(SeedError::new(message));
    };
    if !matches!(object.get("metadata"), None | Some(Value::Null | Value::Object(_))) {
        return Err(failed(&Failure::bad_request("metadata is no object")));
    }
    let stated = text(&object, "/metadata/namespace");
    let namespace = if stated.is_empty() { "default" } else { stated }.to_owned();
    let namespace = resource.namespaced.then_some(namespace);
    if let Some(namespace) = &namespace {
        set(&mut object, &["metadata", "namespace"], namespace.as_str());
        let key = crate::store::Key { namespace: String::new(), name: namespace.clone() };
        if world.store.get("namespaces", &key).is_none() {
            world.add_namespace(namespace);
        }
    }
    let target = Target { resource: resource.clone(), namespace, name: None, subresource: None };
    let call = Call::new(target, Params::default(), "seed");
    check_kind(&resource, &mut object).map_err(|it| failed(&it))?;
    let read = ingest(&resource, &mut object, FieldValidation::Strict, Tracking::Update)
        .map_err(|it| failed(&it.of_body(&resource)))?;
    let status = object.get("status").cloned().filter(|_| resource.subresource("status").is_some());
    let status = status.filter(|it| it.as_object().is_some_and(|it| !it.is_empty()));
    let is_there = |world: &World| {
        let key = crate::store::Key {
            namespace: call.target.namespace.clone().unwrap_or_default(),
            name: name.clone(),
        };
        world.store.get(&resource.shelf, &key).is_some()
    };
    if resource.is_namespace() && is_there(world) {
        return Ok(());
    }
    let new = New { tracks: true, shares_labels: read.shares_labels };
    let created = create_read(world, &call, object, new).map_err(|it| failed(&it))?.object;
    if let Some(status) = status.filter(|_| resource.kind != "CustomResourceDefinition") {
        let key = crate::object::key_of(&created);
        let mut object = created;
        set(&mut object, &["status"], status);
        check_stored(&mut object, false).map_err(|it| failed(&it))?;
        world.save(&resource.shelf, key, object);
    }
    settle(world);
    Ok(())
}
