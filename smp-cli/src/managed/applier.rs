//! Applies one object, using what a server knows about its kind: other versions, and the fields that a
//! request cannot change.

use std::collections::BTreeSet;
use std::time::{SystemTime, UNIX_EPOCH};

use smp_core::{Document, Schema};
use smp_managed::{
    Applied, ManagedFields, ResetFields, SameShape, Settings, Time, keep_times, kubectl_apply,
};
use smp_openapi::Definition;

use super::errors::Failed;
use crate::args::{DialectArgs, ManagerArgs, UnionsSetting};
use crate::identity::Identity;
use crate::objects::{SetObject, with_members};
use crate::place::ObjectPlace;
use crate::report::{Report, Rule};
use crate::schemas::{Schemas, is_custom};

/// The subresource that most kinds have.
const STATUS: &str = "status";

/// A manager that applies configurations.
pub(crate) struct Applier<'r> {
    pub(crate) schemas: &'r Schemas,
    manager: &'r ManagerArgs,
    force: bool,
    time: Time,
    normalizes: bool,
    max_errors: usize,
}

impl<'r> Applier<'r> {
    /// An error for a subresource other than `status`: its requests are not like those of the object.
    pub(crate) fn new(
        schemas: &'r Schemas,
        (manager, force): (&'r ManagerArgs, bool),
        dialect: &DialectArgs,
    ) -> Result<Self, Report> {
        if let Some(name) = manager.subresource.as_deref().filter(|name| *name != STATUS) {
            let title = format!("--subresource {name:?} cannot be applied without a server");
            return Err(Report::new(title).help("status is the one that can"));
        }
        let time = manager.time.unwrap_or_else(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            Time::from_unix_seconds(i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
        });
        let normalizes = match dialect.unions {
            None | Some(UnionsSetting::Ignore) => false,
            Some(UnionsSetting::Normalize) => true,
            Some(UnionsSetting::Validate) => {
                return Err(Report::new("--unions validate is not for --server-side").help(
                    "normalize refuses a manifest that sets several fields of a union, too",
                ));
            }
        };
        let max_errors = dialect.options().limits.max_errors;
        Ok(Self { schemas, manager, force, time, normalizes, max_errors })
    }

    /// A line for each field that an apply took from another manager.
    pub(crate) fn losses(&self, applied: &Applied<Document<'_>>) -> Vec<String> {
        let lines = applied.taken.iter().map(|taken| {
            let time = taken.since.map(|time| format!(" (last change: {time})"));
            let (manager, time) = (&taken.manager, time.unwrap_or_default());
            format!("{manager}{time} loses {} to {:?}", taken.path, self.manager.field_manager)
        });
        lines.collect()
    }

    fn subresource(&self) -> &str {
        self.manager.subresource.as_deref().unwrap_or_default()
    }

    /// The object after the apply.
    pub(crate) fn apply<'d>(
        &self,
        live: Option<(ObjectPlace<'_>, &Document<'d>)>,
        config: &'d SetObject<'_>,
    ) -> Result<Applied<Document<'d>>, Report> {
        let SetObject { identity, document, .. } = config;
        let documents: Vec<_> = [document].into_iter().chain(live.map(|(_, live)| live)).collect();
        let schema = self.schemas.of_object(config.place(), &documents)?;
        let of_status = !self.subresource().is_empty();
        let has_status = schema.root().field(STATUS).is_some();
        if of_status && live.is_none() {
            let title =
                format!("{identity} is not in LIVE; a status is one of an object that exists");
            return Err(config.report(title).help("apply the object itself first"));
        }
        if of_status && !has_status {
            return Err(config
                .report(format!("{identity} has no status"))
                .rule(Rule::UnknownField));
        }
        let api_version = identity.api_version.as_deref().unwrap_or_default();
        let versions = self.versions(live, identity, &schema)?;
        let kind = identity.kind.as_deref().unwrap_or_default();
        let is_custom = is_custom(identity);
        let reset = has_status.then(|| {
            if is_custom {
                ResetFields::of_custom_resource(self.subresource())
            } else {
                ResetFields::of_kind(api_version, kind, self.subresource())
            }
        });
        let blank = (live.is_some() && !is_custom)
            .then(|| smp_testserver::blank_object(api_version, kind, schema.root()));
        let mut settings = Settings::new(&self.manager.field_manager, self.time)
            .subresource(self.subresource())
            .versions(&versions)
            .force(self.force)
            .normalize_unions(self.normalizes);
        if let Some(reset) = &reset {
            settings = settings.reset_fields(api_version, reset.set());
        }
        if let Some(blank) = &blank {
            settings = settings.blank(blank);
        }
        let before = live.map(|(_, live)| live);
        let placed = in_namespace_of(before, config)?;
        let stated = placed.as_ref().unwrap_or(document);
        let applied = kubectl_apply(before, stated, &schema, &settings).and_then(|mut applied| {
            if let Some(reset) = reset {
                applied.object = reset.put_back(before, applied.object)?;
            }
            if let Some(before) = before {
                applied.object = keep_times(before, applied.object)?;
            }
            Ok(applied)
        });
        applied.map_err(|error| {
            let max_errors = self.max_errors;
            Failed { config, live, schema: &schema, schemas: self.schemas, max_errors }
                .report(&error)
        })
    }

    /// The other versions in which managers have fields of the object: those with the same schema, and
    /// those that no longer exist.
    fn versions(
        &self,
        live: Option<(ObjectPlace<'_>, &Document<'_>)>,
        identity: &Identity,
        schema: &Schema,
    ) -> Result<SameShape, Report> {
        let Some((place, live)) = live else { return Ok(SameShape::new()) };
        let managed = ManagedFields::of(live).unwrap_or_default();
        let used = managed.entries().iter().map(|it| it.api_version.clone());
        let mut others: BTreeSet<_> = used.chain(place.identity.api_version.clone()).collect();
        others.retain(|version| Some(version) != identity.api_version.as_ref());
        let mut versions = SameShape::new();
        for version in others {
            let other = Identity { api_version: Some(version.clone()), ..identity.clone() };
            let found = self.schemas.layered(&other)?;
            let is_removed =
                found.as_ref().is_some_and(|it| matches!(it.definition, Definition::Removed(_)));
            if is_removed || self.manager.gone_version.contains(&version) {
                versions = versions.gone(version);
            } else if let Some(found) = found.filter(|it| it.schema.is_equivalent(schema)) {
                versions = versions.served(version, found.schema.clone());
            }
        }
        Ok(versions)
    }
}

/// The configuration with the namespace of the live object, as kubectl sends it; `None` if it already
/// has one, or the live object has none.
fn in_namespace_of(
    live: Option<&Document<'_>>,
    config: &SetObject<'_>,
) -> Result<Option<Document<'static>>, Report> {
    let SetObject { document, input, .. } = config;
    let path = ["metadata", "namespace"];
    let Some(namespace) = live.and_then(|live| live.get_in(&path)) else { return Ok(None) };
    if document.get_in(&path).is_some() {
        return Ok(None);
    }
    let metadata = document.get("metadata");
    let metadata = with_members(metadata.as_ref(), [("namespace", Some(namespace))], input)?;
    with_members(Some(document), [("metadata", Some(metadata))], input).map(Some)
}
