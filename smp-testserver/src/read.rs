//! `get` and `list`: reads of objects.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::convert::convert;
use crate::object::{at, set};
use crate::present::{list_metadata, list_of};
use crate::registry::Resource;
use crate::request::{Call, Done};
use crate::selector::Selection;
use crate::status::Failure;
use crate::store::Key;
use crate::world::World;

/// Reads the object at the path.
pub(crate) fn get(world: &World, call: &Call) -> Result<Done, Failure> {
    let resource = call.resource();
    let has_verb = match call.target.subresource.as_deref().and_then(|it| resource.subresource(it))
    {
        Some(subresource) => subresource.verbs.iter().any(|it| it == "get"),
        None => resource.has_verb("get"),
    };
    if !has_verb {
        return Err(Failure::method_not_allowed(resource));
    }
    if let Some(wanted) = call.params.number("resourceVersion")? {
        check_not_future(world, wanted)?;
    }
    Ok(Done::ok(world.get(resource, &call.key())?))
}

fn check_not_future(world: &World, wanted: u64) -> Result<(), Failure> {
    let now = world.store.revision();
    if wanted > now { Err(Failure::too_large_resource_version(wanted, now)) } else { Ok(()) }
}

/// The place where a list continues.
struct Continue {
    /// The revision of the whole list; `None` for the objects as they are now.
    revision: Option<u64>,
    after: Key,
}

impl Continue {
    fn text(&self) -> String {
        let Key { namespace, name } = &self.after;
        let revision = self.revision.map_or(-1, |it| i64::try_from(it).unwrap_or(i64::MAX));
        let token = json!({"v": "meta.k8s.io/v1", "rv": revision, "start": format!("{namespace}/{name}\u{0}")});
        URL_SAFE_NO_PAD.encode(token.to_string())
    }

    fn read(text: &str) -> Option<Self> {
        let token = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?;
        let token: Value = serde_json::from_slice(&token).ok()?;
        let (namespace, name) =
            at(&token, "/start").as_str()?.trim_end_matches('\u{0}').split_once('/')?;
        let after = Key { namespace: namespace.to_owned(), name: name.to_owned() };
        let revision = at(&token, "/rv").as_i64()?;
        Some(Self { revision: u64::try_from(revision).ok(), after })
    }
}

/// Lists the objects at the path.
pub(crate) fn list(world: &World, call: &Call) -> Result<Done, Failure> {
    let resource = call.resource();
    if !resource.has_verb("list") {
        return Err(Failure::method_not_allowed(resource));
    }
    let selection = Selection::of(call)?;
    let namespace = call.target.namespace.as_deref();
    let limit =
        call.params.number("limit")?.and_then(|it| usize::try_from(it).ok()).filter(|it| *it > 0);
    let start = call.params.get("continue").map(|it| {
        Continue::read(it)
            .ok_or_else(|| Failure::bad_request(format!("continue key is not valid: {it:?}")))
    });
    let start = start.transpose()?;
    let exact = exact_revision(world, call, start.as_ref())?;
    let revision = exact.unwrap_or_else(|| world.store.revision());
    let objects =
        objects(world, resource, namespace, exact).ok_or_else(|| expired(start.as_ref(), exact))?;
    let after = |key: &Key| start.as_ref().is_none_or(|it| *key > it.after);
    let mut rest = objects
        .into_iter()
        .filter(|(key, _)| after(key))
        .map(|(key, object)| (key, convert(&object, resource)))
        .filter(|(_, object)| selection.has(object));
    let taken: Vec<_> = rest.by_ref().take(limit.unwrap_or(usize::MAX)).collect();
    let left = rest.count();
    let mut metadata = list_metadata(resource, revision);
    if let (true, Some((key, _))) = (left > 0, taken.last()) {
        let next = Continue { revision: Some(revision), after: key.clone() };
        set(&mut metadata, &["continue"], next.text());
        if selection.is_all {
            set(&mut metadata, &["remainingItemCount"], left);
        }
    }
    let items = taken.into_iter().map(|(_, object)| object).collect();
    Ok(Done::ok(list_of(resource, &metadata, items)))
}

/// The revision that the list must have; `None` for the objects as they are now.
fn exact_revision(
    world: &World,
    call: &Call,
    start: Option<&Continue>,
) -> Result<Option<u64>, Failure> {
    let wanted = call.params.number("resourceVersion")?;
    let rule = call.params.get("resourceVersionMatch");
    if let Some(start) = start {
        return Ok(start.revision);
    }
    match (rule, wanted) {
        (Some(_), None) => Err(Failure::bad_request(
            "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided",
        )),
        (Some("Exact"), Some(0)) => Err(Failure::bad_request(
            "resourceVersionMatch: Forbidden: resourceVersionMatch \"Exact\" is forbidden for resourceVersion \"0\"",
        )),
        (Some("Exact"), Some(wanted)) => {
            check_not_future(world, wanted)?;
            Ok(Some(wanted))
        }
        (Some("NotOlderThan") | None, wanted) => {
            check_not_future(world, wanted.unwrap_or(0))?;
            Ok(None)
        }
        (Some(other), _) => Err(Failure::bad_request(format!(
            "resourceVersionMatch: Unsupported value: {other:?}: supported values: \"Exact\", \"NotOlderThan\""
        ))),
    }
}

fn objects(
    world: &World,
    resource: &Resource,
    namespace: Option<&str>,
    exact: Option<u64>,
) -> Option<Vec<(Key, Arc<Value>)>> {
    if let Some(revision) = exact {
        return world.store.at(&resource.shelf, namespace, revision);
    }
    let now = world.store.list(&resource.shelf, namespace);
    Some(now.map(|(key, object)| (key.clone(), Arc::clone(object))).collect())
}

fn expired(start: Option<&Continue>, exact: Option<u64>) -> Failure {
    let Some(start) = start else {
        let revision = exact.unwrap_or_default();
        return Failure::expired(format!(
            "The resourceVersion for the provided list is too old: {revision}"
        ));
    };
    let mut failure = Failure::expired(
        "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
    );
    failure.continue_token = Some(Continue { revision: None, after: start.after.clone() }.text());
    failure
}
