//! The unions of Kubernetes' API, each with the reason for it: what the Go types
//! say in comments and the API server's validation holds to. Facts only; what is
//! made of them is for `unions.rs`.
//!
//! Where the two disagree, or nothing is checked, the weaker marking stands: at
//! most one rather than exactly one, no union rather than one that would clear
//! what Kubernetes accepts.

mod document;
mod practice;
mod proposals;

/// A union of the API.
pub(crate) struct Marking {
    /// The types that have it: `core/v1.Volume`.
    pub(crate) types: &'static [&'static str],
    pub(crate) discriminator: Option<&'static str>,
    /// `hostPath`, or `csi=CSI` where Go's name of the field is not the JSON name
    /// in `PascalCase`; `value?` where empty counts as absent. Members of one
    /// value may be set together.
    pub(crate) members: &'static [&'static str],
    /// The other fields of the type: a field that is new must be either.
    pub(crate) beside: &'static [&'static str],
    pub(crate) exactly_one: bool,
    /// A member may stand beside a discriminator that names none.
    pub(crate) idle_allowed: bool,
    /// Where it comes from.
    pub(crate) from: From,
    pub(crate) reason: &'static str,
}

/// Who says so.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    /// The appendix of Retain Keys, or the text of Union Types, as `docs/semantics.md`
    /// calls them.
    Proposals,
    /// `x-kubernetes-unions` of the document. Its values are Go's names of the
    /// fields: where the API's are others, those stand here.
    Document,
    /// Neither: a type where people switch between members as well.
    Practice,
}

const NONE: Marking = Marking {
    types: &[],
    discriminator: None,
    members: &[],
    beside: &[],
    exactly_one: false,
    idle_allowed: false,
    from: From::Proposals,
    reason: "",
};

/// All of them.
pub(crate) fn markings() -> impl Iterator<Item = &'static Marking> {
    [proposals::PROPOSALS, document::DOCUMENT, practice::PRACTICE].into_iter().flatten()
}

/// What the proposals name and has no union: name and reason.
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
