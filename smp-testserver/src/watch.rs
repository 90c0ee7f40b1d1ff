//! `watch`: the changes of a collection, from a revision on.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::{Value, json};

use crate::cause::Cause;
use crate::convert::{convert, converted};
use crate::object::set;
use crate::present::Form;
use crate::registry::Resource;
use crate::request::Call;
use crate::selector::Selection;
use crate::status::Failure;
use crate::store::Change;
use crate::world::World;

/// An open watch.
#[derive(Debug)]
pub(crate) struct Watch {
    resource: Arc<Resource>,
    namespace: Option<String>,
    selection: Selection,
    form: Form,
    /// The revision up to which events are sent.
    position: u64,
    /// Whether the client wants bookmarks, which state a revision without an event.
    pub(crate) bookmarks: bool,
    /// The seconds after which the watch ends.
    pub(crate) timeout: Option<u64>,
}

/// An event as a line of JSON.
pub(crate) type Line = Bytes;

fn line(kind: &str, object: &Value) -> Line {
    format!("{{\"type\":\"{kind}\",\"object\":{object}}}\n").into()
}

/// The event of an error; a watch ends with it.
pub(crate) fn error_line(failure: &Failure) -> Line {
    line("ERROR", &failure.status())
}

impl Watch {
    /// Starts a watch, with events for existing objects if the request asks for them.
    pub(crate) fn start(
        world: &World,
        call: &Call,
        form: Form,
    ) -> Result<(Self, Vec<Line>), Failure> {
        let resource = Arc::clone(&call.target.resource);
        if !resource.has_verb("watch") {
            return Err(Failure::method_not_allowed(&resource));
        }
        let wanted = call.params.number("resourceVersion")?;
        let bookmarks = call.params.is_true("allowWatchBookmarks");
        let initial = initial_events(call)?;
        let now = world.store.revision();
        let from = wanted.filter(|it| *it > 0);
        if from.is_some_and(|it| it > now) {
            return Err(Failure::too_large_resource_version(from.unwrap_or_default(), now));
        }
        let sends_state = initial.unwrap_or(from.is_none());
        let watch = Self {
            namespace: call.target.namespace.clone(),
            selection: Selection::of(call)?,
            form,
            position: if sends_state { now } else { from.unwrap_or(now) },
            bookmarks,
            timeout: call.params.number("timeoutSeconds")?.filter(|it| *it > 0),
            resource,
        };
        let mut lines = Vec::new();
        if sends_state {
            lines = watch.state(world);
            if initial == Some(true) && bookmarks {
                lines.push(watch.bookmark(true));
            }
        }
        Ok((watch, lines))
    }

    /// The events of the existing objects.
    fn state(&self, world: &World) -> Vec<Line> {
        let found = world.store.list(&self.resource.shelf, self.namespace.as_deref());
        let objects = found.map(|(_, object)| convert(object, &self.resource));
        let selected = objects.filter(|object| self.selection.has(object));
        selected.map(|object| self.event("ADDED", object)).collect()
    }

    fn event(&self, kind: &str, object: Value) -> Line {
        line(kind, &self.form.shown(&self.resource, object))
    }

    /// The events since the last call.
    pub(crate) fn next(&mut self, world: &mut World) -> Result<Vec<Line>, Failure> {
        let oldest = world.store.compacted();
        let Some(changes) = world.store.after_mut(self.position) else {
            let from = self.position;
            return Err(Failure::expired(format!("too old resource version: {from} ({oldest})")));
        };
        let lines = changes.filter_map(|change| self.of_change(change)).collect();
        self.position = world.store.revision();
        Ok(lines)
    }

    fn of_change(&self, change: &mut Change) -> Option<Line> {
        let is_inside = change.shelf == self.resource.shelf
            && self.namespace.as_ref().is_none_or(|it| *it == change.key.namespace);
        if !is_inside {
            return None;
        }
        let is_selected = |object: &Option<Arc<Value>>| {
            let selection = &self.selection;
            object
                .as_ref()
                .is_some_and(|it| selection.is_all || selection.has(&converted(it, &self.resource)))
        };
        let kind = match (is_selected(&change.before), is_selected(&change.after)) {
            (false, true) => "ADDED",
            (true, true) => "MODIFIED",
            (true, false) => "DELETED",
            (false, false) => return None,
        };
        let shown = format!("{kind} {} {:?}", self.resource.api_version(), self.form);
        let (revision, before, after) =
            (change.revision, change.before.clone(), change.after.clone());
        let event = change.event(shown, || {
            let object = if kind == "DELETED" { before } else { after }.unwrap_or_default();
            let mut object = convert(&object, &self.resource);
            if kind == "DELETED" {
                set(&mut object, &["metadata", "resourceVersion"], revision.to_string());
            }
            self.event(kind, object)
        });
        Some(event)
    }

    /// An event that only states the revision that the watch has reached.
    pub(crate) fn bookmark(&self, ends_initial: bool) -> Line {
        let mut object = json!({
            "kind": self.resource.kind, "apiVersion": self.resource.api_version(),
            "metadata": {"resourceVersion": self.position.to_string(), "creationTimestamp": null},
        });
        if ends_initial {
            set(
                &mut object,
                &["metadata", "annotations"],
                json!({"k8s.io/initial-events-end": "true"}),
            );
        }
        if self.form != Form::Object {
            set(&mut object, &["kind"], "PartialObjectMetadata");
            set(&mut object, &["apiVersion"], "meta.k8s.io/v1");
        }
        line("BOOKMARK", &object)
    }
}

/// Whether the request asks for events of existing objects; `None` if it does not say.
fn initial_events(call: &Call) -> Result<Option<bool>, Failure> {
    let rule = call.params.get("resourceVersionMatch");
    let forbidden = |field: &str, why: &str| {
        let cause = Cause::forbidden(field, why);
        Err(Failure::invalid("meta.k8s.io", "ListOptions", "", &[cause]))
    };
    match (call.params.get("sendInitialEvents"), rule) {
        (None, None) => Ok(None),
        (None, Some(_)) => forbidden(
            "resourceVersionMatch",
            "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
        ),
        (Some(value), Some("NotOlderThan")) => Ok(Some(value == "true" || value == "1")),
        (Some(_), _) => forbidden(
            "resourceVersionMatch",
            "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
        ),
    }
}
