//! The subresource `scale`: the replicas of an object, as a `Scale` of autoscaling/v1.

use serde_json::{Value, json};

use crate::cause::Cause;
use crate::custom::Scale;
use crate::ingest::Unreadable;
use crate::managers::{Writer, merge_applied};
use crate::object::text;
use crate::patch::{PatchKind, configuration, patched};
use crate::registry::Resource;
use crate::request::{Call, Done};
use crate::status::Failure;
use crate::update::{Tracking, replace};
use crate::world::World;

/// Where an object of a resource has its replicas.
fn places(resource: &Resource) -> Scale {
    let of_custom = resource.structure.as_ref().and_then(|it| it.scale.clone());
    of_custom.unwrap_or_else(|| Scale {
        spec: "/spec/replicas".to_owned(),
        status: "/status/replicas".to_owned(),
        selector: Some("/spec/selector".to_owned()),
    })
}

/// The `Scale` of an object.
pub(crate) fn scale_of(resource: &Resource, object: &Value) -> Result<Value, Failure> {
    let places = places(resource);
    let replicas = |pointer: &str| object.pointer(pointer).and_then(Value::as_i64);
    let spec = match replicas(&places.spec) {
        Some(replicas) => replicas,
        None if resource.is_custom() => {
            let path = places.spec.replace('/', ".");
            return Err(Failure::internal(format!(
                "the spec replicas field {path:?} does not exist"
            )));
        }
        None => 0,
    };
    let mut metadata = json!({});
    for name in ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"] {
        if let Some(value) = object["metadata"].get(name) {
            metadata[name] = value.clone();
        }
    }
    let mut status = json!({"replicas": replicas(&places.status).unwrap_or(0)});
    let selector = places.selector.as_deref().and_then(|it| object.pointer(it));
    if let Some(selector) = selector.map(selector_text).filter(|it| !it.is_empty()) {
        status["selector"] = selector.into();
    }
    let mut spec_object = json!({});
    if spec != 0 {
        spec_object["replicas"] = spec.into();
    }
    Ok(json!({
        "kind": "Scale", "apiVersion": "autoscaling/v1", "metadata": metadata, "spec": spec_object,
        "status": status,
    }))
}

/// A selector as text: labels, or the labels and expressions of a `LabelSelector`.
fn selector_text(selector: &Value) -> String {
    if let Some(text) = selector.as_str() {
        return text.to_owned();
    }
    let labels = selector.get("matchLabels").unwrap_or(selector).as_object();
    let is_full =
        selector.get("matchLabels").is_some() || selector.get("matchExpressions").is_some();
    let labels = labels.filter(|_| !is_full || selector.get("matchLabels").is_some());
    let mut parts: Vec<String> = labels
        .into_iter()
        .flatten()
        .map(|(key, value)| format!("{key}={}", value.as_str().unwrap_or_default()))
        .collect();
    let expressions = selector.get("matchExpressions").and_then(Value::as_array);
    for it in expressions.into_iter().flatten() {
        let (key, operator) = (text(it, "/key"), text(it, "/operator"));
        let values = it.get("values").and_then(Value::as_array).into_iter().flatten();
        let mut values: Vec<_> = values.filter_map(Value::as_str).collect();
        values.sort_unstable();
        let values = values.join(",");
        parts.push(match operator {
            "Exists" => key.to_owned(),
            "DoesNotExist" => format!("!{key}"),
            "NotIn" => format!("{key} notin ({values})"),
            _ => format!("{key} in ({values})"),
        });
    }
    parts.sort();
    parts.join(",")
}

/// Replaces the `Scale` of the object of the path.
pub(crate) fn update(world: &mut World, call: &mut Call, scale: &Value) -> Result<Done, Failure> {
    let old = world.get(call.resource(), &call.key())?;
    check_name(call, scale)?;
    write(world, call, &old, scale)
}

/// Patches the `Scale` of the object of the path.
pub(crate) fn patch(
    world: &mut World,
    call: &mut Call,
    kind: PatchKind,
    body: &[u8],
) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    let old = world.get(&resource, &call.key())?;
    if kind == PatchKind::Apply {
        return applied(world, call, &old, body);
    }
    let scales = smp_schema::catalogue::schema("autoscaling/v1", "Scale").cloned();
    let schema = scales.unwrap_or_else(|| resource.schema.clone());
    let of_scales = Resource { schema, structure: None, ..(*resource).clone() };
    let scale = patched(&of_scales, kind, &scale_of(&resource, &old)?, body)?;
    check_name(call, &scale)?;
    write(world, call, &old, &scale)
}

fn check_name(call: &Call, scale: &Value) -> Result<(), Failure> {
    let (name, wanted) = (text(scale, "/metadata/name"), call.key().name);
    if name == wanted {
        return Ok(());
    }
    Err(Failure::bad_request(format!(
        "the name of the object ({name}) does not match the name on the URL ({wanted})"
    )))
}

fn replicas(call: &Call, scale: &Value) -> Result<i64, Failure> {
    let wanted = scale.pointer("/spec/replicas").filter(|it| !it.is_null());
    let invalid = |value: &Value, message: &str| {
        let cause = Cause::invalid("spec.replicas", value, message);
        Failure::invalid("autoscaling", "Scale", &call.key().name, &[cause])
    };
    match wanted.map(|it| (it, it.as_i64())) {
        None => Ok(0),
        Some((_, Some(number))) if (0..=i64::from(i32::MAX)).contains(&number) => Ok(number),
        Some((value, Some(_))) => Err(invalid(value, "must be greater than or equal to 0")),
        Some((value, None)) => Err(Failure::bad_request(format!(
            "Scale in version \"v1\" cannot be handled as a Scale: json: cannot unmarshal {value} \
             into Go struct field ScaleSpec.spec.replicas of type int32"
        ))),
    }
}

/// Stores the replicas of a `Scale`.
fn write(world: &mut World, call: &mut Call, old: &Value, scale: &Value) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    let mut new = with_replicas(&resource, old, replicas(call, scale)?);
    for name in ["resourceVersion", "uid"] {
        if let Some(value) = scale.pointer(&format!("/metadata/{name}")) {
            new["metadata"][name] = value.clone();
        }
    }
    finish(world, call, old, new, &Tracking::Update)
}

fn with_replicas(resource: &Resource, old: &Value, replicas: i64) -> Value {
    let mut new = old.clone();
    let mut place = &mut new;
    for name in places(resource).spec.split('/').skip(1) {
        place = &mut place[name];
    }
    *place = replicas.into();
    new
}

/// An apply of a `Scale` is one of the object that has nothing but its replicas.
fn applied(world: &mut World, call: &mut Call, old: &Value, body: &[u8]) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    let scale = configuration(body)?;
    check_name(call, &scale)?;
    let Some(manager) = call.params.get("fieldManager").map(str::to_owned) else {
        let cause = Cause::required("fieldManager", "is required for apply patch");
        return Err(Failure::invalid("meta.k8s.io", "PatchOptions", "", &[cause]));
    };
    let mut head = json!({
        "apiVersion": resource.api_version(), "kind": resource.kind,
        "metadata": {"name": call.key().name},
    });
    if resource.namespaced {
        head["metadata"]["namespace"] = call.key().namespace.into();
    }
    let config = with_replicas(&resource, &head, replicas(call, &scale)?);
    let force = call.params.is_true("force");
    let writer = Writer { name: &manager, subresource: "scale", force };
    let new = merge_applied(world, &resource, Some(old), &config, writer)?;
    finish(world, call, old, new, &Tracking::Applied)
}

fn finish(
    world: &mut World,
    call: &mut Call,
    old: &Value,
    new: Value,
    tracking: &Tracking,
) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    let unreadable = |it: &Unreadable| it.of_body(&resource);
    let done = replace(world, call, old, new, tracking, unreadable)?;
    Ok(Done::ok(scale_of(&resource, &done.object)?))
}
