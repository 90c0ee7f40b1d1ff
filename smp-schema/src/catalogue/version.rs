//! [`Catalogue`]: the kinds and types of one version of Kubernetes.

use core::fmt;
use std::collections::HashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

use super::lines::Lines;
use super::older::OLDER;
use super::open;
use super::text::{Entry, EntryKind};
#[cfg(feature = "k8s-openapi")]
use crate::builder::SchemaBuilder;
use crate::model::Schema;
#[cfg(feature = "k8s-openapi")]
use crate::type_def::TypeId;

/// The kinds and types of one version of Kubernetes.
///
/// ```
/// use smp_schema::catalogue::Catalogue;
///
/// let older = Catalogue::of("1.34")?;
/// let pod = older.schema("v1", "Pod").expect("a known kind");
/// let spec = pod.root().field("spec").expect("a field of pods").ty();
/// assert!(spec.field("schedulingGroup").is_none(), "it is of 1.36");
///
/// // Kinds that later versions do not serve any more.
/// let class = ("storage.k8s.io/v1alpha1", "VolumeAttributesClass");
/// assert!(older.schema(class.0, class.1).is_some());
/// assert!(Catalogue::NEWEST.schema(class.0, class.1).is_none());
/// # Ok::<(), smp_schema::catalogue::UnknownVersion>(())
/// ```
#[derive(Clone, Copy)]
pub struct Catalogue {
    pub(super) version: &'static str,
    pub(super) lines: Lines,
}

impl Catalogue {
    /// The catalogue of [`KUBERNETES_VERSION`](super::KUBERNETES_VERSION).
    pub const NEWEST: Self = Self { version: super::KUBERNETES_VERSION, lines: Lines::NEWEST };

    /// The catalogue of a version. Anything after the second number is ignored, so that versions
    /// can be written as clusters report them.
    ///
    /// ```
    /// # use smp_schema::catalogue::Catalogue;
    /// for text in ["1.34", "v1.34", "v1.34.2", "v1.34.1-gke.1234000"] {
    ///     assert_eq!(Catalogue::of(text)?.version(), "1.34");
    /// }
    /// # Ok::<(), smp_schema::catalogue::UnknownVersion>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the version is not built in, or the text is not a version.
    pub fn of(version: &str) -> Result<Self, UnknownVersion> {
        let wanted = major_and_minor(version);
        Self::all()
            .find(|catalogue| wanted == Some(catalogue.version))
            .ok_or_else(|| UnknownVersion { version: version.to_owned() })
    }

    /// The catalogues of all versions that are built in, the oldest first.
    ///
    /// ```
    /// # use smp_schema::catalogue::{Catalogue, KUBERNETES_VERSION};
    /// assert!(Catalogue::all().any(|catalogue| catalogue.version() == "1.34"));
    /// assert_eq!(Catalogue::all().last().map(Catalogue::version), Some(KUBERNETES_VERSION));
    /// ```
    #[must_use]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        let older = OLDER.iter().map(|&(version, difference)| {
            let lines = Lines::new(difference);
            Self { version, lines }
        });
        older.chain([Self::NEWEST])
    }

    /// The version of Kubernetes, such as `1.34`.
    #[must_use]
    pub const fn version(self) -> &'static str {
        self.version
    }

    /// Whether [`schema`](Self::schema) finds this kind. `O(log n)`.
    ///
    /// ```
    /// # use smp_schema::catalogue::Catalogue;
    /// assert!(Catalogue::NEWEST.has_kind("v1", "Pod"));
    /// assert!(!Catalogue::NEWEST.has_kind("v1", "PodSpec"), "it is a type, no kind");
    /// ```
    #[must_use]
    pub fn has_kind(self, api_version: &str, kind: &str) -> bool {
        let entry = self.lines.find(api_version, kind);
        entry.is_some_and(|entry| !matches!(entry.kind(), EntryKind::Part))
    }

    /// As [`schema`](super::schema), for this version.
    #[must_use]
    pub fn schema(self, api_version: &str, kind: &str) -> Option<&'static Schema> {
        let entry = self.lines.find(api_version, kind)?;
        match entry.kind() {
            EntryKind::Kind => self.kept(entry),
            EntryKind::Same { api_version, name } => self.kept(self.lines.find(api_version, name)?),
            EntryKind::Part | EntryKind::Gone => None,
        }
    }

    /// As [`type_schema`](super::type_schema), for this version.
    #[must_use]
    pub fn type_schema(self, api_version: &str, name: &str) -> Option<&'static Schema> {
        let api_version = if api_version == "meta/v1" { "v1" } else { api_version };
        let entry = self.lines.find(api_version, name)?;
        match entry.kind() {
            EntryKind::Kind | EntryKind::Part => self.kept(entry),
            EntryKind::Same { api_version, name } => self.kept(self.lines.find(api_version, name)?),
            EntryKind::Gone => None,
        }
    }

    /// As [`kinds`](super::kinds), for this version.
    pub fn kinds(self) -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
        let kinds = self.lines.entries().filter(|entry| !matches!(entry.kind(), EntryKind::Part));
        kinds.map(Entry::key)
    }

    /// As [`types`](super::types), for this version.
    pub fn types(self) -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
        self.lines.entries().map(Entry::key)
    }

    /// Adds a type to a schema, with all types that it uses. `None` if the version does not have
    /// it.
    #[cfg(feature = "k8s-openapi")]
    pub(super) fn add(
        self,
        types: &mut SchemaBuilder,
        api_version: &str,
        name: &str,
    ) -> Option<TypeId> {
        open::add(types, self.lines, self.lines.find(api_version, name)?)
    }

    /// The schema of a type, built at the first call for the type. It is leaked on purpose: there
    /// is at most one for each type of each version.
    pub(super) fn kept(self, entry: Entry<'static>) -> Option<&'static Schema> {
        type Key = (&'static str, (&'static str, &'static str));
        static SCHEMAS: OnceLock<RwLock<HashMap<Key, &'static Schema>>> = OnceLock::new();
        let schemas = SCHEMAS.get_or_init(RwLock::default);
        let key = (self.version, entry.key());
        if let Some(schema) = schemas.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Some(schema);
        }
        // Built outside of the lock: if two threads build the same schema, one of them is kept.
        let schema = open::open(self.lines, entry)?;
        let mut schemas = schemas.write().unwrap_or_else(PoisonError::into_inner);
        Some(schemas.entry(key).or_insert_with(|| Box::leak(Box::new(schema))))
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Catalogue").field(&self.version).finish()
    }
}

/// Two catalogues are equal if they are of the same version.
impl PartialEq for Catalogue {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version
    }
}

impl Eq for Catalogue {}

/// The major and minor numbers of a version: `1.34` of `v1.34.2`.
fn major_and_minor(text: &str) -> Option<&str> {
    let text = text.strip_prefix('v').unwrap_or(text);
    let (major, rest) = text.split_once('.')?;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let minor = digits(rest);
    if major.is_empty() || digits(major) != major.len() || minor == 0 {
        return None;
    }
    let end = rest.get(minor..)?;
    if !end.is_empty() && !end.starts_with(['.', '-', '+']) {
        return None;
    }
    text.get(..major.len().checked_add(1)?.checked_add(minor)?)
}

/// A version of Kubernetes that is not built in. `Display` lists the versions that are:
///
/// ```
/// let error = smp_schema::catalogue::Catalogue::of("1.20").unwrap_err().to_string();
/// assert!(error.starts_with("the schemas of Kubernetes \"1.20\" are not built in"), "{error}");
/// assert!(error.contains(" 1.34,"), "{error}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownVersion {
    version: String,
}

impl fmt::Display for UnknownVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the schemas of Kubernetes {:?} are not built in; those of", self.version)?;
        for (at, catalogue) in Catalogue::all().enumerate() {
            write!(f, "{} {}", if at == 0 { "" } else { "," }, catalogue.version)?;
        }
        f.write_str(" are")
    }
}

impl core::error::Error for UnknownVersion {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_as_clusters_state_them() {
        for (text, wanted) in [
            ("1.34", Some("1.34")),
            ("v1.34.0-rc.1+build", Some("1.34")),
            ("1.34+", Some("1.34")),
            ("1.340", Some("1.340")),
            ("1", None),
            ("1.", None),
            (".34", None),
            ("1.34a", None),
            ("x1.34", None),
            ("１.34", None),
            ("", None),
        ] {
            assert_eq!(major_and_minor(text), wanted, "{text}");
        }
        assert!(Catalogue::of("1.340").is_err());
    }

    #[test]
    fn versions_are_in_order_and_each_has_its_own_types() {
        let minors: Vec<u32> = Catalogue::all()
            .map(|catalogue| catalogue.version.split('.').nth(1).unwrap().parse().unwrap())
            .collect();
        assert!(minors.is_sorted_by(|one, other| one < other), "{minors:?}");
        for catalogue in Catalogue::all() {
            assert!(
                catalogue.lines.entries().map(Entry::key).is_sorted_by(|one, other| one < other)
            );
            for (api_version, name) in catalogue.types() {
                assert!(catalogue.lines.find(api_version, name).is_some());
            }
        }
    }

    /// Facts from the documents of the versions: the number of kinds besides `v1` `List`, and a
    /// kind that only this version has or lacks.
    #[test]
    fn the_kinds_of_each_version() {
        let facts = [
            ("1.34", 305, ("certificates.k8s.io/v1alpha1", "PodCertificateRequest"), true),
            ("1.35", 305, ("scheduling.k8s.io/v1alpha1", "Workload"), true),
            ("1.36", 311, ("scheduling.k8s.io/v1alpha2", "Workload"), true),
            ("1.37", 325, ("storage.k8s.io/v1beta1", "VolumeAttributesClass"), false),
        ];
        assert!(facts.iter().map(|fact| fact.0).eq(Catalogue::all().map(Catalogue::version)));
        for (version, count, (api_version, kind), has) in facts {
            let catalogue = Catalogue::of(version).unwrap();
            let kinds = catalogue.kinds().filter(|kind| *kind != ("v1", "List"));
            assert_eq!(kinds.count(), count, "{version}");
            assert_eq!(catalogue.schema(api_version, kind).is_some(), has, "{version}");
        }
    }

    #[test]
    fn a_type_that_the_version_does_not_have() {
        let workload = ("scheduling.k8s.io/v1beta1", "Workload");
        assert!(Catalogue::NEWEST.schema(workload.0, workload.1).is_some());
        let older = Catalogue::of("1.36").unwrap();
        assert!(older.schema(workload.0, workload.1).is_none());
        assert!(older.type_schema(workload.0, workload.1).is_none());
        assert!(older.kinds().chain(older.types()).all(|ty| ty != workload));
    }
}
