//! [`RemovedKind`]: a kind of an API version that Kubernetes does not serve any more, such as
//! `batch/v1beta1` `CronJob`, which files still use.

use super::text::{Entry, EntryKind, Text, catalogue_text};
use super::version::Catalogue;
use crate::api_version::group_of;
use crate::model::Schema;

/// The kinds that no built-in version serves, each with the last version that served it, and those
/// of their types that the newest version lacks. `cargo xtask removed` makes it.
static REMOVED: Text<'static> = catalogue_text!("removed");

/// A kind that an earlier version of Kubernetes served and a later one does not: clusters of the
/// later version reject its objects. [`Catalogue::removed_kind`] finds it, and
/// [`Catalogue::removed_schema`] returns its schema.
#[derive(Debug, Clone, Copy)]
pub struct RemovedKind {
    api_version: &'static str,
    kind: &'static str,
    last_version: &'static str,
    /// The version that no longer serves it.
    catalogue: Catalogue,
}

impl RemovedKind {
    /// The `apiVersion` that was removed.
    #[must_use]
    pub const fn api_version(self) -> &'static str {
        self.api_version
    }

    /// The `kind`.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        self.kind
    }

    /// The last version of Kubernetes that had the kind, such as `1.24`.
    #[must_use]
    pub const fn last_version(self) -> &'static str {
        self.last_version
    }

    /// The version of Kubernetes that removed the kind, such as `1.25`.
    #[must_use]
    pub fn removed_in(self) -> String {
        let (major, minor) = self.last_version.split_once('.').unwrap_or((self.last_version, ""));
        let next = minor.parse::<u32>().unwrap_or_default().saturating_add(1);
        format!("{major}.{next}")
    }

    /// The API versions that serve the kind now, sorted by name: those of its group, or those of
    /// other groups if its whole group was removed. Empty if the kind no longer exists. `O(n)` in
    /// the number of kinds.
    #[must_use]
    pub fn served_by(self) -> Vec<&'static str> {
        let entries = || self.catalogue.lines.entries();
        let is_of_group =
            |entry: &Entry<'_>| group_of(entry.api_version) == group_of(self.api_version);
        let mut same: Vec<_> = entries().filter(|it| it.name == self.kind && is_kind(it)).collect();
        if same.iter().any(is_of_group) || entries().any(|it| is_of_group(&it) && is_kind(&it)) {
            same.retain(is_of_group);
        }
        same.into_iter().map(|entry| entry.api_version).collect()
    }
}

/// Whether an entry is a kind, but not one that every group-version has, such as `DeleteOptions`.
fn is_kind(entry: &Entry<'_>) -> bool {
    matches!(entry.kind(), EntryKind::Kind)
}

impl Catalogue {
    /// A kind that an earlier version served and this one does not. `None` for kinds that this
    /// version serves, that later versions added, or that never existed. Kinds removed before the
    /// oldest built-in version are known only if they were beta or stable and clusters stored their
    /// objects. `O(v log n)` for `v` versions.
    ///
    /// ```
    /// use smp_schema::catalogue::Catalogue;
    ///
    /// let removed = Catalogue::NEWEST.removed_kind("batch/v1beta1", "CronJob").expect("one of old");
    /// assert_eq!((removed.last_version(), &*removed.removed_in()), ("1.24", "1.25"));
    /// assert_eq!(removed.served_by(), ["batch/v1"]);
    ///
    /// let policy = Catalogue::NEWEST.removed_kind("policy/v1beta1", "PodSecurityPolicy");
    /// assert!(policy.expect("one of old").served_by().is_empty());
    /// assert!(Catalogue::NEWEST.removed_kind("batch/v1", "CronJob").is_none(), "it is served");
    /// ```
    #[must_use]
    pub fn removed_kind(self, api_version: &str, kind: &str) -> Option<RemovedKind> {
        let (_, entry, last_version) = self.removed_entry(api_version, kind)?;
        let (api_version, kind) = entry.key();
        Some(RemovedKind { api_version, kind, last_version, catalogue: self })
    }

    /// The schema of a kind that [`removed_kind`](Self::removed_kind) finds, as the last version
    /// had it, so that files with it can be patched and compared as before. Types that the kind
    /// shares with current kinds, such as that of pods, may be those of this version. Cost as
    /// [`schema`](Self::schema).
    ///
    /// ```
    /// use smp_schema::catalogue::Catalogue;
    /// let schema = Catalogue::NEWEST.removed_schema("batch/v1beta1", "CronJob");
    /// assert!(schema.expect("one of old").root().field("spec").is_some());
    /// ```
    #[must_use]
    pub fn removed_schema(self, api_version: &str, kind: &str) -> Option<&'static Schema> {
        let (catalogue, entry, _) = self.removed_entry(api_version, kind)?;
        catalogue.kept(entry)
    }

    /// Every kind that [`removed_kind`](Self::removed_kind) finds, sorted by `apiVersion` and kind.
    /// `O(n log n)` in the kinds of all versions.
    ///
    /// ```
    /// use smp_schema::catalogue::Catalogue;
    /// let removed = Catalogue::NEWEST.removed_kinds();
    /// assert!(removed.iter().any(|removed| removed.api_version() == "extensions/v1beta1"));
    /// ```
    #[must_use]
    pub fn removed_kinds(self) -> Vec<RemovedKind> {
        let earlier = self.earlier().into_iter().flat_map(|earlier| earlier.lines.entries());
        let kinds = earlier.chain(REMOVED.entries()).filter(is_kind);
        let mut kinds: Vec<_> = kinds.map(Entry::key).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.into_iter().filter_map(|kind| self.removed_kind(kind.0, kind.1)).collect()
    }

    /// The entry of a removed kind, with the catalogue that has its types, and the last version.
    fn removed_entry(
        self,
        api_version: &str,
        kind: &str,
    ) -> Option<(Self, Entry<'static>, &'static str)> {
        if self.has_kind(api_version, kind) {
            return None;
        }
        let mut earlier = self.earlier().into_iter().rev();
        let found = earlier.find_map(|earlier| {
            let entry = earlier.lines.find(api_version, kind).filter(is_kind)?;
            Some((earlier, entry, earlier.version()))
        });
        found.or_else(|| {
            let entry = REMOVED.find(api_version, kind)?;
            Some((self.with_removed(), entry, entry.last_version()?))
        })
    }

    /// This version with the types of removed kinds.
    fn with_removed(self) -> Self {
        Self { lines: self.lines.with_removed(REMOVED), ..self }
    }

    /// The versions before this one, the oldest first.
    fn earlier(self) -> Vec<Self> {
        Self::all().take_while(|other| *other != self).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_removed_kind_opens() {
        for catalogue in Catalogue::all() {
            for removed in catalogue.removed_kinds() {
                let (api_version, kind) = (removed.api_version(), removed.kind());
                let schema = catalogue.removed_schema(api_version, kind);
                let schema = schema.unwrap_or_else(|| panic!("{api_version} {kind}"));
                assert!(schema.root().field("metadata").is_some(), "{api_version} {kind}");
                assert!(catalogue.schema(api_version, kind).is_none());
            }
        }
        for entry in REMOVED.entries() {
            let (api_version, name) = entry.key();
            assert!(
                Catalogue::NEWEST.type_schema(api_version, name).is_none(),
                "{api_version} {name}"
            );
            assert!(Catalogue::NEWEST.with_removed().kept(entry).is_some(), "{api_version} {name}");
        }
    }

    #[test]
    fn the_last_version_and_the_api_versions_of_today() {
        for (api_version, kind, last, served_by) in [
            ("apps/v1beta1", "StatefulSet", "1.15", &["apps/v1"][..]),
            (
                "autoscaling/v2beta2",
                "HorizontalPodAutoscaler",
                "1.25",
                &["autoscaling/v1", "autoscaling/v2"],
            ),
            ("batch/v1beta1", "CronJobList", "1.24", &["batch/v1"]),
            ("events.k8s.io/v1beta1", "Event", "1.24", &["events.k8s.io/v1"]),
            ("extensions/v1beta1", "Ingress", "1.21", &["networking.k8s.io/v1"]),
            ("extensions/v1beta1", "PodSecurityPolicy", "1.15", &[]),
            ("policy/v1beta1", "PodSecurityPolicy", "1.24", &[]),
            ("networking.k8s.io/v1beta1", "IPAddress", "1.36", &["networking.k8s.io/v1"]),
        ] {
            let removed =
                Catalogue::NEWEST.removed_kind(api_version, kind).expect("a removed kind");
            assert_eq!((removed.last_version(), removed.served_by()), (last, served_by.to_vec()));
        }
    }

    #[test]
    fn kinds_that_the_version_has_or_that_came_later_are_not_removed() {
        let address = ("networking.k8s.io/v1beta1", "IPAddress");
        for catalogue in Catalogue::all() {
            assert!(catalogue.removed_kind("v1", "Pod").is_none());
            assert!(catalogue.removed_kind("v1", "Nothing").is_none());
            assert!(catalogue.removed_kind("batch/v1beta1", "CronJobSpec").is_none());
            let removed = catalogue.removed_kind(address.0, address.1);
            assert_eq!(removed.is_some(), catalogue == Catalogue::NEWEST);
        }
        let older = Catalogue::of("1.34").expect("it is built in");
        assert!(older.removed_kind("scheduling.k8s.io/v1beta1", "Workload").is_none());
        assert!(older.removed_kind("batch/v1beta1", "CronJob").is_some());
    }

    /// The jobs of a removed `CronJob` have the types and merge keys of the version in use.
    #[test]
    fn shared_types_are_those_of_the_version() {
        for (version, has_field) in [("1.36", false), ("1.37", true)] {
            let catalogue = Catalogue::of(version).expect("it is built in");
            let schema = catalogue.removed_schema("batch/v1beta1", "CronJob").expect("removed");
            let mut ty = schema.root();
            for name in ["spec", "jobTemplate", "spec", "template", "spec"] {
                ty = ty.field(name).expect("a field").ty();
            }
            let containers = ty.field("containers").expect("a field");
            assert_eq!(containers.merge_key(), Some("name"));
            assert_eq!(ty.field("evictionResponders").is_some(), has_field, "{version}");
        }
    }
}
