//! The apply of one object, with what a server knows of its kind: other versions, and the fields that
//! a request cannot change.

use std::collections::BTreeSet;
use std::time::{SystemTime, UNIX_EPOCH};

use smp_core::{Document, Schema, View};
use smp_managed::{
    Applied, Element, FieldPath, FieldSet, ManagedFields, SameShape, Settings, Time, apply,
};
use smp_openapi::Definition;

use super::errors::Failed;
use crate::args::{DialectArgs, ManagerArgs, UnionsSetting};
use crate::identity::Identity;
use crate::objects::{SetObject, view};
use crate::place::ObjectPlace;
use crate::report::{Report, Rule};
use crate::schemas::Schemas;

/// The subresource of most kinds.
const STATUS: &str = "status";

/// A manager that applies.
pub(crate) struct Applier<'r> {
    pub(crate) schemas: &'r Schemas,
    manager: &'r ManagerArgs,
    force: bool,
    time: Time,
    normalizes: bool,
    max_errors: usize,
}

impl<'r> Applier<'r> {
    /// An error for a subresource whose requests are not like those of the object.
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

    /// The lines about what an apply took from others.
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
        let stated = if has_status { sent(config, of_status)? } else { document.clone() };
        let api_version = identity.api_version.as_deref().unwrap_or_default();
        let versions = self.versions(live, identity, &schema)?;
        let reset = if of_status { "spec" } else { STATUS };
        let reset = FieldSet::from_paths([FieldPath(vec![Element::field(reset)])]);
        let mut settings = Settings::new(&self.manager.field_manager, self.time)
            .subresource(self.subresource())
            .versions(&versions)
            .force(self.force)
            .normalize_unions(self.normalizes);
        if has_status {
            settings = settings.reset_fields(api_version, reset);
        }
        apply(live.map(|(_, live)| live), &stated, &schema, &settings).map_err(|error| {
            let max_errors = self.max_errors;
            Failed { config, live, schema: &schema, schemas: self.schemas, max_errors }
                .report(&error)
        })
    }

    /// The other versions in which managers have fields of the object: those whose schema is the same,
    /// and those that are gone.
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

/// The part of a configuration that counts: a server keeps the status in a request for the object, and all but
/// the status in one for the status.
fn sent<'d>(config: &'d SetObject<'_>, of_status: bool) -> Result<Document<'d>, Report> {
    let View::Object(mut members) = view(&config.document, config.input)? else {
        return Ok(config.document.clone());
    };
    members.retain(|(name, _)| match &**name {
        "apiVersion" | "kind" | "metadata" => true,
        STATUS => of_status,
        _ => !of_status,
    });
    for (_, metadata) in members.iter_mut().filter(|(name, _)| of_status && name == "metadata") {
        // The fields that identify the object stay.
        if let Ok(View::Object(mut names)) = metadata.clone().into_view() {
            names.retain(|(name, _)| name == "name" || name == "namespace");
            *metadata = Document::from(View::Object(names));
        }
    }
    Ok(Document::from(View::Object(members)))
}
