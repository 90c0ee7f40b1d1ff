//! The writes below the verbs: an object is checked, and created, replaced or deleted.

mod new;
mod remove;
mod replace;

use serde_json::Value;

use crate::cause::{Cause, Causes};
use crate::definition;
use crate::names;
use crate::object::{set, text};
use crate::registry::{Resource, api_version};
use crate::request::Call;
use crate::status::Failure;
pub(crate) use new::{New, create_read};
pub(crate) use remove::{
    CLEANUP, FOREGROUND, ORPHAN, Options, Outcome, Propagation, delete_object, set_finalizers,
};
pub(crate) use replace::replace;

/// Puts an object into the namespace of the path.
pub(crate) fn place(call: &Call, object: &mut Value) -> Result<(), Failure> {
    let namespace = call.target.namespace.as_deref();
    let stated = text(object, "/metadata/namespace");
    match namespace {
        Some(namespace) if stated.is_empty() => {
            // Metadata of a wrong type is refused when it is read.
            if matches!(object.get("metadata"), None | Some(Value::Null | Value::Object(_))) {
                set(object, &["metadata", "namespace"], namespace);
            }
        }
        Some(namespace) if stated != namespace => {
            return Err(Failure::bad_request(
                "the namespace of the provided object does not match the namespace sent on the request",
            ));
        }
        None if call.resource().namespaced => {
            return Err(Failure::bad_request("an empty namespace may not be set during creation"));
        }
        None if !stated.is_empty() => {
            let cause = Cause::forbidden("metadata.namespace", "not allowed on this type");
            let name = text(object, "/metadata/name").to_owned();
            return Err(Failure::invalid_object(call.resource(), &name, &[cause]));
        }
        _ => {}
    }
    Ok(())
}

/// Refuses an object whose name differs from the path.
pub(crate) fn check_name(call: &Call, object: &Value) -> Result<(), Failure> {
    let (name, wanted) = (text(object, "/metadata/name"), call.key().name);
    if name == wanted {
        return Ok(());
    }
    Err(Failure::bad_request(format!(
        "the name of the object ({name}) does not match the name on the URL ({wanted})"
    )))
}

/// Drops repeated owner references.
pub(crate) fn drop_repeated_owners(object: &mut Value) {
    let owners = object.pointer_mut("/metadata/ownerReferences").and_then(Value::as_array_mut);
    if let Some(owners) = owners {
        let mut seen = std::collections::HashSet::new();
        owners.retain(|owner| seen.insert(owner.to_string()));
    }
}

/// Refuses an object with mistakes before it is stored.
fn check(resource: &Resource, name: &str, object: &Value) -> Result<(), Failure> {
    let mut causes = Causes::default();
    names::check(resource, object, &mut causes);
    if let Some(structure) = &resource.structure {
        structure.check(object, &mut causes);
    }
    if resource.kind == "CustomResourceDefinition" {
        causes.extend(definition::problems(object));
    }
    match causes.list() {
        [] => Ok(()),
        causes => Err(Failure::invalid_object(resource, name, causes)),
    }
}

/// The object in the stored version, if that is a different one. `object` becomes what a later read returns.
fn stored_form(resource: &Resource, object: &mut Value) -> Result<Option<Value>, Failure> {
    let Some(structure) = &resource.structure else { return Ok(None) };
    let stored = structure.stored_form(object).map_err(|_| Failure::too_large_for_store())?;
    Ok(stored.map(|(version, mut stored)| {
        set(&mut stored, &["apiVersion"], api_version(&resource.group, &version));
        stored
    }))
}
