//! What clients write: changed objects, and configurations that are a part of one.

use fastrand::Rng;
use serde_json::{Value, json};
use smp_tests::choices::Choices;

use super::edit::edited;
use super::kit::Kit;
use super::nulls;
use super::resources::Live;
use crate::managed::Objects;

/// The managers that write.
pub(super) const MANAGERS: [&str; 4] = ["a", "b", "c", "kubectl"];

/// Members of `metadata` that only the server sets.
const SERVERS: [&str; 6] =
    ["uid", "resourceVersion", "creationTimestamp", "generation", "selfLink", "managedFields"];

/// An object with some changes.
pub(super) fn changed(current: &Value, live: &Live, kit: &Kit, rng: &mut Rng) -> Value {
    let mut below = |n| rng.u32(..n);
    let mut choices = Choices::new(&mut below);
    edited(current, live.schema.root(), kit, &mut choices)
}

/// The parts of an object that a configuration may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parts {
    /// All but the status, which only requests to the status can set.
    Spec,
    All,
}

/// A configuration to apply: a part of an object, usually with changes.
pub(super) fn configuration(
    current: &Value,
    live: &Live,
    kit: &Kit,
    parts: Parts,
    rng: &mut Rng,
) -> Value {
    let whole = if rng.u8(..4) == 0 { current.clone() } else { changed(current, live, kit, rng) };
    let whole = without_servers(&whole);
    let mut config = Objects { rng, odd: 0 }.part(&whole, live.schema.root(), None);
    for name in ["apiVersion", "kind"] {
        config[name] = current[name].clone();
    }
    if let (Parts::Spec, Some(members)) = (parts, config.as_object_mut()) {
        members.remove("status");
    }
    if !config["metadata"].is_object() {
        config["metadata"] = json!({});
    }
    config["metadata"]["name"] = current["metadata"]["name"].clone();
    config
}

pub(super) fn without(mut object: Value, name: &str) -> Value {
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.remove(name);
    }
    object
}

pub(super) fn without_managed_fields(object: Value) -> Value {
    without(object, "managedFields")
}

pub(super) fn without_servers(object: &Value) -> Value {
    SERVERS.iter().fold(object.clone(), |object, name| without(object, name))
}

/// The object or the configuration with nulls. It keeps its name.
pub(super) fn with_nulls(object: &Value, live: &Live, rng: &mut Rng) -> Value {
    let mut below = |n| rng.u32(..n);
    let mut with = object.clone();
    nulls::add(&mut with, live.schema.root(), &mut Choices::new(&mut below));
    if with["metadata"].is_null() {
        with["metadata"] = json!({"name": object["metadata"]["name"]});
    }
    with
}
