//! The subresource `scale`: the replicas of an object, as a `Scale` of autoscaling/v1.

use serde_json::{Value, json};
use smp_core::Document;
use smp_managed::{ManagedFields, ScaleEntries};

use crate::cause::Cause;
use crate::custom::Scale;
use crate::ingest::{Tracking, Unreadable, ingest};
use crate::managers::{Writer, merge_applied, track};
use crate::object::{at, set, text};
use crate::patch_body::{PatchKind, check_applied, configuration, name_as_path, patched};
use crate::registry::Resource;
use crate::request::{Call, Done};
use crate::status::Failure;
use crate::world::World;
use crate::write::{check_name, replace};

/// Where an object of a resource has its replicas.
fn places(resource: &Resource) -> Scale {
    let of_custom = resource.structure.as_ref().and_then(|it| it.scale.clone());
    of_custom.unwrap_or_else(|| Scale {
        spec: "/spec/replicas".to_owned(),
        status: "/status/replicas".to_owned(),
        selector: Some("/spec/selector".to_owned()),
    })
}

/// The `Scale` of an object. A custom resource that does not state its replicas is an error.
pub(crate) fn scale_of(resource: &Resource, object: &Value) -> Result<Value, Failure> {
    let pointer = places(resource).spec;
    if resource.is_custom() && object.pointer(&pointer).is_none_or(|it| !it.is_i64()) {
        let path = pointer.replace('/', ".");
        return Err(Failure::internal(format!("the spec replicas field {path:?} does not exist")));
    }
    Ok(scale_to_change(resource, object))
}

/// The `Scale` of an object, with zero for replicas that it does not state.
fn scale_to_change(resource: &Resource, object: &Value) -> Value {
    let places = places(resource);
    let replicas = |pointer: &str| object.pointer(pointer).and_then(Value::as_i64).unwrap_or(0);
    let spec = replicas(&places.spec);
    let mut metadata = json!({});
    for name in ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"] {
        if let Some(value) = at(object, "/metadata").get(name) {
            set(&mut metadata, &[name], value.clone());
        }
    }
    let mut status = json!({"replicas": replicas(&places.status)});
    let selector = places.selector.as_deref().and_then(|it| object.pointer(it));
    if let Some(selector) = selector.map(selector_text).filter(|it| !it.is_empty()) {
        set(&mut status, &["selector"], selector);
    }
    let mut spec_object = json!({});
    if spec != 0 {
        set(&mut spec_object, &["replicas"], spec);
    }
    json!({
        "kind": "Scale", "apiVersion": "autoscaling/v1", "metadata": metadata, "spec": spec_object,
        "status": status,
    })
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

/// Replaces the `Scale` of the object at the path.
pub(crate) fn update(world: &mut World, call: &mut Call, scale: Value) -> Result<Done, Failure> {
    let old = world.get(call.resource(), &call.key())?;
    check_name(call, &scale)?;
    write(world, call, &old, scale, Unreadable::of_body)
}

/// Patches the `Scale` of the object at the path.
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
    let live = scale_to_change(&resource, &old);
    let scale = patched(call, &scales(&resource), kind, &live, body)?;
    let stated = scale.pointer("/spec/replicas");
    if stated.is_some_and(|it| !it.is_null() && it.as_i64().is_none()) {
        let why =
            "json: cannot unmarshal into Go struct field ScaleSpec.spec.replicas of type int32";
        return Err(Unreadable::Wrong(why.to_owned()).of_patch(&String::from_utf8_lossy(body)));
    }
    check_name(call, &scale)?;
    let shown = String::from_utf8_lossy(body);
    write(world, call, &old, scale, |it, _| it.of_patch(&shown))
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

/// `Scale` as a resource of its own, without other versions.
fn scales(resource: &Resource) -> Resource {
    let schema = smp_schema::catalogue::schema("autoscaling/v1", "Scale").cloned();
    Resource {
        group: "autoscaling".to_owned(),
        version: "v1".to_owned(),
        kind: "Scale".to_owned(),
        subresources: Vec::new(),
        shelf: "scales".into(),
        schema: schema.unwrap_or_else(|| resource.schema.clone()),
        structure: None,
        ..resource.clone()
    }
}

/// Where each version of a resource has its replicas.
fn entries(world: &World, resource: &Resource) -> ScaleEntries {
    world.registry.versions(resource).fold(ScaleEntries::new(), |entries, version| {
        entries.version(version.api_version(), &places(version).spec.replace('/', "."))
    })
}

/// A `Scale` with the managers that own the replicas of its object.
fn with_managers(entries: &ScaleEntries, old: &Value, scale: Value) -> Result<Value, Failure> {
    let unreadable = |error: smp_managed::Error| Failure::bad_request(error.to_string());
    let managers = ManagedFields::of(&Document::from(old)).map_err(unreadable)?;
    let scale = entries.of_scale(&managers).put_into(scale.into()).map_err(unreadable)?;
    scale.into_value().map_err(|error| Failure::bad_request(error.to_string()))
}

/// Stores the replicas of a `Scale`.
fn write(
    world: &mut World,
    call: &mut Call,
    old: &Value,
    mut scale: Value,
    unreadable: impl Fn(&Unreadable, &Resource) -> Failure,
) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    replicas(call, &scale)?;
    let scales = scales(&resource);
    let read = ingest(&scales, &mut scale, call.validation, Tracking::Update)
        .map_err(|it| unreadable(&it, &scales))?;
    call.warnings.extend(read.warnings);
    let before = with_managers(&entries(world, &resource), old, scale_to_change(&resource, old))?;
    let tracked = track(world, &scales, (Some(&before), scale), Writer::of(call));
    finish(world, call, old, &tracked)
}

fn with_replicas(resource: &Resource, old: &Value, replicas: i64) -> Value {
    let mut new = old.clone();
    let pointer = places(resource).spec;
    match new.pointer_mut(&pointer) {
        Some(place) => *place = replicas.into(),
        None => set(&mut new, &pointer.split('/').skip(1).collect::<Vec<_>>(), replicas),
    }
    new
}

/// Applies the replicas of a `Scale`.
fn applied(world: &mut World, call: &mut Call, old: &Value, body: &[u8]) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    let mut config = configuration(body)?;
    let scales = scales(&resource);
    check_applied(&scales, &config)?;
    name_as_path(call, &mut config);
    check_name(call, &config)?;
    let before = with_managers(&entries(world, &resource), old, scale_to_change(&resource, old))?;
    if resource.is_custom() && before.pointer("/metadata/managedFields").is_none() {
        // A bug of the server, which tries to convert the Scale as a custom resource.
        return Err(Failure::internal(
            "failed to create manager for existing fields: failed to convert live object (/; \
             autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid \
             group/version: autoscaling/v1"
                .to_owned(),
        ));
    }
    let (new, _) = merge_applied(world, &scales, Some(&before), &config, Writer::of(call))?;
    finish(world, call, old, &new)
}

/// Stores the replicas and the managers of a new `Scale` in its object.
fn finish(world: &mut World, call: &mut Call, old: &Value, scale: &Value) -> Result<Done, Failure> {
    let resource = call.target.resource.clone();
    let unreadable = |error: smp_managed::Error| Failure::bad_request(error.to_string());
    let mut new = with_replicas(&resource, old, replicas(call, scale)?);
    if let Some(structure) = &resource.structure {
        // Setting the replicas may create an object whose other fields have defaults.
        structure.read_stored(&mut new).map_err(|_| Failure::too_large_for_store())?;
    }
    for name in ["resourceVersion", "uid"] {
        if let Some(value) = scale.pointer(&format!("/metadata/{name}")) {
            set(&mut new, &["metadata", name], value.clone());
        }
    }
    let parent = ManagedFields::of(&Document::from(old)).map_err(unreadable)?;
    let of_scale = ManagedFields::of(&Document::from(scale)).map_err(unreadable)?;
    let managers = entries(world, &resource).of_parent(&parent, &of_scale, &resource.api_version());
    let new = managers.put_into(new.into()).map_err(unreadable)?;
    let new = new.into_value().map_err(|error| Failure::bad_request(error.to_string()))?;
    let unreadable = |it: &Unreadable| it.of_body(&resource);
    let done = replace(world, call, old, new, Tracking::Kept, unreadable)?;
    Ok(Done::ok(scale_of(&resource, &done.object)?))
}
