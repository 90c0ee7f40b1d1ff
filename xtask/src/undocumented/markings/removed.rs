//! The unions of types that the newest version does not have any more, and an older one that is
//! built in has.

use super::{Marking, NONE, Source};

pub(super) const REMOVED: &[Marking] = &[
    Marking {
        types: &["scheduling/v1alpha2.PodGroupSchedulingPolicy"],
        members: &["basic", "gang"],
        exactly_one: true,
        source: Source::Document,
        reason: "By the document; the Go type has both tagged `+k8s:unionMember`, which wants \
                 exactly one",
        ..NONE
    },
    Marking {
        types: &["scheduling/v1alpha2.PodGroupTemplateReference"],
        members: &["workload"],
        exactly_one: true,
        source: Source::Document,
        reason: "By the document; tagged `+k8s:unionMember`, which wants exactly one",
        ..NONE
    },
];
