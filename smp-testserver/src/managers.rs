//! Field managers of the server's objects, computed by [`smp_managed`].

use serde_json::{Value, json};
use smp_core::{Document, TypeRef};
use smp_managed::{Error, Settings, Time, VersionState, Versions, apply, update};

use crate::builtin::facts;
use crate::builtin::shape::complete;
use crate::cause::{Cause, Causes};
use crate::convert::relabelled;
use crate::object::text;
use crate::registry::Resource;
use crate::request::Call;
use crate::status::Failure;
use crate::world::World;

/// Who writes, and which part of the object.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Writer<'w> {
    /// The field manager.
    pub(crate) name: &'w str,
    /// Empty for the object itself.
    pub(crate) subresource: &'w str,
    pub(crate) force: bool,
}

/// The versions of the objects of a resource.
struct Served<'w> {
    world: &'w World,
    resource: &'w Resource,
}

impl Versions for Served<'_> {
    fn state(&self, api_version: &str) -> VersionState<'_> {
        if api_version == self.resource.api_version() {
            return VersionState::Served(self.resource.schema.root());
        }
        let mut versions = self.world.registry.versions(self.resource);
        // A server converts managers within a group: an Event loses those of its other group.
        let found =
            versions.find(|it| it.api_version() == api_version && it.group == self.resource.group);
        found.map_or(VersionState::Gone, |it| VersionState::Served(it.schema.root()))
    }

    fn convert<'d>(
        &self,
        object: Document<'d>,
        api_version: &str,
    ) -> Result<Document<'d>, smp_core::Error> {
        let value = object.into_value()?;
        let mut versions = self.world.registry.versions(self.resource);
        let found = versions.find(|it| it.api_version() == api_version);
        Ok(match found {
            Some(to) => relabelled(value, to),
            None => value,
        }
        .into())
    }
}

impl<'w> Writer<'w> {
    /// The writer of a request.
    pub(crate) fn of(call: &'w Call) -> Self {
        let force = call.params.is_true("force");
        Self { name: &call.manager, subresource: call.subresource(), force }
    }

    fn settings<'s>(
        &'s self,
        world: &World,
        resource: &Resource,
        served: &'s Served<'s>,
    ) -> Settings<'s> {
        let time = Time::from_unix_seconds(world.now().as_second());
        let mut settings =
            Settings::new(self.name, time).subresource(self.subresource).versions(served);
        if let Some(reset) = facts::reset_fields(resource, self.subresource) {
            // A write of a custom resource's status resets the same fields in each version that has a status.
            let in_all = resource.is_custom() && self.subresource == "status";
            for version in world.registry.versions(resource) {
                let resets = in_all && version.subresource("status").is_some();
                if resets || version.version == resource.version {
                    settings = settings.reset_fields(version.api_version(), reset.set());
                }
            }
        }
        settings.force(self.force)
    }
}

/// Records in an object who has written which fields, after any write but an apply. If that can't be
/// determined, the object is stored with its previous managers, as on a server.
pub(crate) fn track(
    world: &World,
    resource: &Resource,
    (old, new): (Option<&Value>, Value),
    writer: Writer<'_>,
) -> Value {
    let served = Served { world, resource };
    let settings = writer.settings(world, resource, &served);
    let old = old.map(Document::from);
    let blank = blank(resource);
    let settings = match &blank {
        Some(blank) => settings.blank(blank),
        None => settings,
    };
    let tracked = update(old.as_ref(), &Document::from(&new), resource.schema.root(), &settings);
    match tracked.ok().and_then(|it| it.object.into_value().ok()) {
        Some(tracked) => tracked,
        None => new,
    }
}

fn blank(resource: &Resource) -> Option<Document<'static>> {
    let object = || blank_object(&resource.api_version(), &resource.kind, resource.schema.root());
    (!resource.is_custom()).then(object)
}

/// An object of one of Kubernetes' kinds with nothing set, for `Settings::blank`.
#[doc(hidden)]
#[must_use]
pub fn blank_object(api_version: &str, kind: &str, ty: TypeRef<'_>) -> Document<'static> {
    let mut object = json!({"apiVersion": api_version, "kind": kind});
    complete(&mut object, ty, api_version);
    object.into()
}

/// Merges an applied configuration. The flag says whether it changes more than managers.
pub(crate) fn merge_applied(
    world: &World,
    resource: &Resource,
    old: Option<&Value>,
    config: &Value,
    writer: Writer<'_>,
) -> Result<(Value, bool), Failure> {
    let served = Served { world, resource };
    let settings = writer.settings(world, resource, &served);
    let blank = blank(resource);
    let settings = match &blank {
        Some(blank) => settings.blank(blank),
        None => settings,
    };
    let old = old.map(Document::from);
    let applied = apply(old.as_ref(), &Document::from(config), resource.schema.root(), &settings);
    let applied = applied.map_err(|error| failure(&error, resource, config))?;
    let object = applied.object.into_value();
    let object = object.map_err(|error| Failure::bad_request(error.to_string()))?;
    Ok((object, applied.changed))
}

fn failure(error: &Error, resource: &Resource, config: &Value) -> Failure {
    match error {
        Error::Conflicts(conflicts) => {
            let cause = |it: &smp_managed::Conflict| {
                let message = format!("conflict with {}", it.manager);
                Cause { reason: "FieldManagerConflict", message, field: it.path.to_string() }
            };
            let causes: Causes = conflicts.iter().map(cause).collect();
            Failure::apply_conflict(error.to_string(), causes.list())
        }
        other => Failure::internal(format!(
            "failed to create typed patch object (/{}; {}/{}, Kind={}): {other}",
            text(config, "/metadata/name"),
            resource.group,
            resource.version,
            resource.kind
        )),
    }
}
