//! [`delete_object`]: an object is removed at once, or waits for finalizers or for the end of a Pod.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::builtin::facts;
use crate::object::{at, finalizers, members, set, text};
use crate::registry::Resource;
use crate::request::Call;
use crate::status::Failure;
use crate::store::Key;
use crate::world::{DEFINITIONS, Task, World};

/// The treatment of the objects that a deleted object owns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Propagation {
    /// The owned objects are deleted after their owner.
    Background,
    /// The owned objects are deleted before their owner.
    Foreground,
    /// The owned objects stay.
    Orphan,
}

/// The finalizer of an object that is deleted after the objects that it owns.
pub(crate) const FOREGROUND: &str = "foregroundDeletion";
/// The finalizer of an object whose owned objects must stay.
pub(crate) const ORPHAN: &str = "orphan";

/// The finalizer of a definition that still has objects.
pub(crate) const CLEANUP: &str = "customresourcecleanup.apiextensions.k8s.io";

/// The options of a DELETE.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    propagation: Option<Propagation>,
    grace_period: Option<i64>,
    uid: Option<String>,
    resource_version: Option<String>,
    dry_run: bool,
}

/// Result of a deletion.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The object is gone.
    Removed(Value),
    /// The object is marked for deletion and waits.
    Waits(Value),
}

impl Options {
    /// Options that state only what happens to owned objects.
    pub(crate) fn with(propagation: Propagation) -> Self {
        Self { propagation: Some(propagation), ..Self::default() }
    }

    /// Reads the body of a request, or else its parameters, as a server does.
    pub(crate) fn read(call: &Call, body: &[u8]) -> Result<Self, Failure> {
        let has_body = !body.iter().all(u8::is_ascii_whitespace);
        let body: Value = if has_body {
            serde_json::from_slice(body).map_err(|error| Failure::bad_request(error.to_string()))?
        } else {
            json!({})
        };
        let param = |name: &str| call.params.get(name).filter(|_| !has_body);
        let of_body = |name: &str| body.get(name).and_then(Value::as_str).map(str::to_owned);
        let stated =
            of_body("propagationPolicy").or_else(|| param("propagationPolicy").map(str::to_owned));
        let orphans = body.get("orphanDependents").and_then(Value::as_bool);
        let propagation = match stated.as_deref() {
            Some("Background") => Some(Propagation::Background),
            Some("Foreground") => Some(Propagation::Foreground),
            Some("Orphan") => Some(Propagation::Orphan),
            Some(other) => {
                return Err(Failure::bad_request(format!(
                    "propagationPolicy: Unsupported value: {other:?}: supported values: \
                     \"Background\", \"Foreground\", \"Orphan\""
                )));
            }
            None => {
                orphans.map(|it| if it { Propagation::Orphan } else { Propagation::Background })
            }
        };
        let of_params = param("gracePeriodSeconds").and_then(|it| it.parse().ok());
        let dry = body.get("dryRun").and_then(Value::as_array).is_some_and(|it| !it.is_empty());
        let precondition = |name: &str| {
            let text = text(&body, &format!("/preconditions/{name}"));
            (!text.is_empty()).then(|| text.to_owned())
        };
        Ok(Self {
            propagation,
            grace_period: body.get("gracePeriodSeconds").and_then(Value::as_i64).or(of_params),
            uid: precondition("uid"),
            resource_version: precondition("resourceVersion"),
            dry_run: dry || (call.dry_run && !has_body),
        })
    }
}

/// Deletes an object, or marks it to be deleted later.
pub(crate) fn delete_object(
    world: &mut World,
    resource: &Resource,
    key: &Key,
    options: &Options,
) -> Result<Outcome, Failure> {
    let mut object = world.get(resource, key)?;
    check_preconditions(resource, key, &object, options)?;
    let keeps = change_finalizers(resource, &mut object, options.propagation);
    if *resource.shelf == *DEFINITIONS && world.store.list(&key.name, None).next().is_some() {
        let mut list: Vec<String> = finalizers(&object).into_iter().map(str::to_owned).collect();
        if !list.iter().any(|it| it == CLEANUP) {
            list.push(CLEANUP.to_owned());
        }
        set_finalizers(&mut object, &list.iter().map(String::as_str).collect::<Vec<_>>());
    }
    let period = facts::grace_period(resource, &object, options.grace_period);
    let waits = !finalizers(&object).is_empty() || period.is_some() || resource.is_namespace();
    if !waits {
        if facts::ends_gracefully(resource) {
            let is_marked = object.pointer("/metadata/deletionTimestamp").is_some();
            mark(world.now(), &mut object, 0, is_marked);
        }
        if !options.dry_run {
            world.remove(&resource.shelf, key);
        }
        return Ok(Outcome::Removed(object));
    }
    let is_marked = object.pointer("/metadata/deletionTimestamp").is_some();
    let shortens = is_marked
        && period != object.pointer("/metadata/deletionGracePeriodSeconds").and_then(Value::as_i64)
        && period.is_some();
    if is_marked && period.is_none() && finalizers(&object).is_empty() && !resource.is_namespace() {
        if !options.dry_run {
            world.remove(&resource.shelf, key);
        }
        return Ok(Outcome::Removed(object));
    }
    if is_marked && keeps && !shortens {
        return Ok(Outcome::Waits(object));
    }
    if !is_marked || shortens {
        mark(world.now(), &mut object, period.unwrap_or(0), is_marked);
        if resource.is_namespace() {
            if let Some(metadata) = members(&mut object, "/metadata") {
                metadata.remove("deletionGracePeriodSeconds");
            }
            set(&mut object, &["status", "phase"], "Terminating");
        }
    }
    if options.dry_run {
        return Ok(Outcome::Waits(object));
    }
    let saved = world.save(&resource.shelf, key.clone(), object);
    world.tasks.push_back(Task::Deleting(Arc::clone(&resource.shelf), key.clone()));
    Ok(Outcome::Waits((*saved).clone()))
}

fn mark(now: Timestamp, object: &mut Value, period: i64, was_marked: bool) {
    let seconds = SignedDuration::from_secs(period);
    let end = now.checked_add(seconds).unwrap_or(Timestamp::MAX).as_second();
    let end = Timestamp::from_second(end).unwrap_or(Timestamp::MAX);
    set(object, &["metadata", "deletionTimestamp"], end.to_string());
    set(object, &["metadata", "deletionGracePeriodSeconds"], period);
    if let (false, Some(generation)) = (was_marked, at(object, "/metadata/generation").as_i64()) {
        set(object, &["metadata", "generation"], generation.saturating_add(1));
    }
}

fn check_preconditions(
    resource: &Resource,
    key: &Key,
    object: &Value,
    options: &Options,
) -> Result<(), Failure> {
    let differs = |wanted: &Option<String>, name: &str| {
        let found = text(object, &format!("/metadata/{name}")).to_owned();
        wanted.as_ref().filter(|wanted| **wanted != found).map(|wanted| (wanted.clone(), found))
    };
    if let Some((wanted, found)) = differs(&options.uid, "uid") {
        let why = format!(
            "the UID in the precondition ({wanted}) does not match the UID in record ({found}). The object might have been deleted and then recreated"
        );
        return Err(Failure::conflict(resource, &key.name, &why));
    }
    if let Some((wanted, found)) = differs(&options.resource_version, "resourceVersion") {
        let why = format!(
            "the ResourceVersion in the precondition ({wanted}) does not match the ResourceVersion in record ({found}). The object might have been modified"
        );
        return Err(Failure::conflict(resource, &key.name, &why));
    }
    Ok(())
}

/// Sets the finalizers that decide what happens to owned objects. Returns whether they were set that way
/// already.
fn change_finalizers(
    resource: &Resource,
    object: &mut Value,
    propagation: Option<Propagation>,
) -> bool {
    let before: Vec<String> = finalizers(object).into_iter().map(str::to_owned).collect();
    let has = |name: &str| before.iter().any(|it| it == name);
    let is_old = matches!(
        (resource.group.as_str(), resource.kind.as_str()),
        ("batch", "Job") | ("", "ReplicationController")
    );
    let propagation = match propagation {
        _ if facts::is_never_an_owner(resource) => Propagation::Background,
        Some(propagation) => propagation,
        None if has(ORPHAN) => Propagation::Orphan,
        None if has(FOREGROUND) => Propagation::Foreground,
        // These two kinds are older than garbage collection.
        None if is_old => Propagation::Orphan,
        None => Propagation::Background,
    };
    let mut after: Vec<&str> =
        before.iter().map(String::as_str).filter(|it| ![ORPHAN, FOREGROUND].contains(it)).collect();
    match propagation {
        Propagation::Orphan => after.push(ORPHAN),
        Propagation::Foreground => after.push(FOREGROUND),
        Propagation::Background => {}
    }
    if after == before {
        return true;
    }
    set_finalizers(object, &after);
    false
}

/// Sets the finalizers of an object.
pub(crate) fn set_finalizers(object: &mut Value, list: &[&str]) {
    let list = json!(list);
    if let Some(metadata) = members(object, "/metadata") {
        if list.as_array().is_some_and(Vec::is_empty) {
            metadata.remove("finalizers");
        } else {
            metadata.insert("finalizers".to_owned(), list);
        }
    }
}
