//! [`Settings`] of a request.

use std::collections::BTreeMap;

use crate::manager::Time;
use crate::set::FieldSet;
use crate::versions::Versions;

/// Who makes a request, and what the server knows of its kind.
///
/// ```
/// use smp_managed::Settings;
/// let settings = Settings::new("deployer", "2024-02-29T12:00:00Z".parse()?).force();
/// # Ok::<(), smp_managed::FieldsError>(())
/// ```
#[derive(Clone)]
pub struct Settings<'s> {
    pub(crate) manager: &'s str,
    pub(crate) time: Time,
    pub(crate) force: bool,
    pub(crate) subresource: &'s str,
    pub(crate) reset: BTreeMap<String, FieldSet>,
    pub(crate) versions: Option<&'s dyn Versions>,
}

impl<'s> Settings<'s> {
    /// A request of a manager at a time.
    #[must_use]
    pub fn new(manager: &'s str, time: Time) -> Self {
        let reset = BTreeMap::new();
        Self { manager, time, force: false, subresource: "", reset, versions: None }
    }

    /// Takes fields from other managers instead of a conflict.
    #[must_use]
    pub fn force(mut self) -> Self {
        self.force = true;
        self
    }

    /// The subresource of the request, such as `status`.
    #[must_use]
    pub fn subresource(mut self, name: &'s str) -> Self {
        self.subresource = name;
        self
    }

    /// Fields of a version that the request cannot change, with all below them: a server resets
    /// them, so that nobody comes to own them. `status` is such a field of requests without a
    /// subresource.
    #[must_use]
    pub fn reset_fields(mut self, api_version: impl Into<String>, fields: FieldSet) -> Self {
        self.reset.insert(api_version.into(), fields);
        self
    }

    /// The other versions of the kind.
    #[must_use]
    pub fn versions(mut self, versions: &'s dyn Versions) -> Self {
        self.versions = Some(versions);
        self
    }

    /// The set without fields that the request cannot change.
    pub(crate) fn filtered(&self, set: FieldSet, api_version: &str) -> FieldSet {
        match self.reset.get(api_version) {
            Some(reset) => set.outside(reset),
            None => set,
        }
    }
}
