//! The unions of Kubernetes' API, each with the reason for it: the comments of the Go
//! types and the validation of the API server. `unions.rs` reads them.
//!
//! Where comments and validation disagree, or nothing is validated, the weaker marking
//! is used: at most one rather than exactly one, no union rather than one that would
//! clear what Kubernetes accepts.

mod document;
mod practice;
mod proposals;
mod removed;

/// A union of the API.
pub(crate) struct Marking {
    /// The types that have it: `core/v1.Volume`.
    pub(crate) types: &'static [&'static str],
    pub(crate) discriminator: Option<&'static str>,
    /// The members: `hostPath`, or `csi=CSI` if the value is not the JSON name in `PascalCase`;
    /// `value?` if an empty value counts as absent. Members with the same value may be set
    /// together.
    pub(crate) members: &'static [&'static str],
    /// The other fields of the type. A field of the document that is in neither list is an
    /// error.
    pub(crate) beside: &'static [&'static str],
    pub(crate) exactly_one: bool,
    /// Whether a member may be set while the discriminator names no member.
    pub(crate) allow_inactive_member: bool,
    /// Whether the API server accepts the members together, and beside any value of the
    /// discriminator.
    pub(crate) unenforced: bool,
    pub(crate) source: Source,
    pub(crate) reason: &'static str,
}

/// The source of a marking.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The appendix of Retain Keys, or the text of Union Types, as `docs/semantics.md`
    /// calls them.
    Proposals,
    /// `x-kubernetes-unions` of the document. Its values are Go's names of the
    /// fields; the markings have the values of the API where those differ.
    Document,
    /// Neither: other types in which users switch between members.
    Practice,
}

const NONE: Marking = Marking {
    types: &[],
    discriminator: None,
    members: &[],
    beside: &[],
    exactly_one: false,
    allow_inactive_member: false,
    unenforced: false,
    source: Source::Proposals,
    reason: "",
};

/// The markings of the types that the newest version has.
pub(crate) fn markings() -> impl Iterator<Item = &'static Marking> {
    [proposals::PROPOSALS, document::DOCUMENT, practice::PRACTICE].into_iter().flatten()
}

/// The markings of types that only older versions or removed kinds have.
pub(crate) fn removed() -> impl Iterator<Item = &'static Marking> {
    removed::REMOVED.iter()
}

/// Types that the proposals name and that have no marking, with the reason.
pub(crate) const UNMARKED: &[(&str, &str)] = &[
    ("`PodSignature`", "No API any more: a Go type for the value of an annotation, in no document"),
    (
        "`IngressRuleValue`, `VolumeSource`, `PersistentVolumeSource`, `ProbeHandler`",
        "No definitions of their own: the unions are on the types that inline them",
    ),
    (
        "`DeviceConstraint` (`resource`)",
        "Its comment wants one of `matchAttribute` and `distinctAttribute`; validation does not \
         refuse both",
    ),
    (
        "`DeviceAttribute`, `Device`, `ResourceSliceSpec` and others that drivers write",
        "People do not switch between the members",
    ),
    (
        "`PersistentVolumeClaimSpec` (`dataSource`, `dataSourceRef`)",
        "No union: the API server sets both, and wants them equal",
    ),
];
