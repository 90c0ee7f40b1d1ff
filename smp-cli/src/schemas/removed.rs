//! Kinds of API versions that the version of Kubernetes does not serve any more. They are read as in
//! the last version that had them, and the user is told.

use core::cmp::Reverse;

use smp_core::{Path, Segment};

use super::named::NamedSchema;
use super::registry::Schemas;
use super::resource::stability;
use crate::identity::Identity;
use crate::input::Input;
use crate::report::{Report, Rule};

impl NamedSchema {
    /// Whether the version of Kubernetes does not serve the kind any more.
    pub(crate) fn is_removed(&self) -> bool {
        self.removed.is_some()
    }

    /// The report about a kind that is removed, which `report` makes of its title: the version that
    /// removed it, and the API version to use now.
    pub(crate) fn removal(&self, report: impl FnOnce(String) -> Report) -> Option<Report> {
        let removed = self.removed?;
        let (api_version, kind) = (removed.api_version(), removed.kind());
        let title =
            format!("{api_version} {kind} was removed in Kubernetes {}", removed.removed_in());
        let mut served_by = removed.served_by();
        served_by.sort_by_key(|api_version| {
            Reverse(stability(api_version.rsplit('/').next().unwrap_or_default()))
        });
        let help = match served_by.first() {
            Some(api_version) => format!("use {api_version}"),
            None => "no API version has this kind any more".to_owned(),
        };
        Some(report(title).rule(Rule::RemovedKind).help(help))
    }
}

impl Schemas {
    /// The report about an object of a kind that is removed, at its apiVersion.
    pub(crate) fn removal(
        &self,
        object: &Identity,
        input: &Input<'_>,
        at: &[Segment],
    ) -> Result<Option<Report>, Report> {
        let named = self.named(object)?;
        let api_version = [Segment::Field("apiVersion".to_owned())];
        let place = || Path::from_segments(at.iter().cloned().chain(api_version));
        Ok(named.and_then(|named| named.removal(|title| input.report(&place(), title, ""))))
    }
}
