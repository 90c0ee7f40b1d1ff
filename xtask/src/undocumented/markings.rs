//! The unions of Kubernetes' API, each with the reason for it: the comments of the Go
//! types and the validation of the API server. `unions.rs` reads them.
//!
//! Where comments and validation disagree, or nothing is validated, the weaker marking
//! is used: at most one rather than exactly one, no union rather than one that would
//! clear what Kubernetes accepts.

mod document;
mod practice;
mod proposals;

/// A union of the API.
pub(crate) struct Marking {
    /// The types that have it: `core/v1.Volume`.
    pub(crate) types: &'static [&'static str],
    pub(crate) discriminator: Option<&'static str>,
    /// `hostPath`, or `csi=CSI` where the value is not the JSON name in
    /// `PascalCase`; `value?` where an empty value counts as absent. Members with the
    /// same value may be set together.
    pub(crate) members: &'static [&'static str],
    /// The other fields of the type. A field of the document that is not listed is an
    /// error.
    pub(crate) beside: &'static [&'static str],
    pub(crate) exactly_one: bool,
    /// A member may stand beside a discriminator that names none.
    pub(crate) allow_inactive_member: bool,
    pub(crate) source: Source,
    pub(crate) reason: &'static str,
}

/// Where a marking comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The appendix of Retain Keys, or the text of Union Types, as `docs/semantics.md`
    /// calls them.
    Proposals,
    /// `x-kubernetes-unions` of the document. Its values are Go's names of the
    /// fields; the markings have the values of the API where those differ.
    Document,
    /// Neither of them: other types where people switch between members.
    Practice,
}

const NONE: Marking = Marking {
    types: &[],
    discriminator: None,
    members: &[],
    beside: &[],
    exactly_one: false,
    allow_inactive_member: false,
    source: Source::Proposals,
    reason: "",
};

/// All of them.
pub(crate) fn markings() -> impl Iterator<Item = &'static Marking> {
    [proposals::PROPOSALS, document::DOCUMENT, practice::PRACTICE].into_iter().flatten()
}

/// Types that the proposals name and that have no marking, each with the reason.
pub(crate) const UNMARKED: &[(&str, &str)] = &[
    ("`PodSignature`", "No API any more: a Go type for the value of an annotation, in no document"),
    (
        "`IngressRuleValue`, `VolumeSource`, `PersistentVolumeSource`, `ProbeHandler`",
        "No definitions of their own: the unions are on the types that inline them",
    ),
    (
        "`MetricTarget` (`autoscaling/v2`)",
        "Validation doesn't hold `type` and the values together, and accepts a type beside the \
         value of another",
    ),
];
