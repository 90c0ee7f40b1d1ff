//! The unions in `x-kubernetes-unions` of the document.

use super::{Marking, NONE, Source};

pub(super) const DOCUMENT: &[Marking] = &[
    Marking {
        types: &["core/v1.AppArmorProfile", "core/v1.SeccompProfile"],
        discriminator: Some("type"),
        members: &["localhostProfile=Localhost"],
        source: Source::Document,
        reason: "Validation refuses `localhostProfile` unless `type` is `Localhost`. The document \
                 has Go's name of the field for its value, `LocalhostProfile`, by which every \
                 legal profile would be cleared",
        ..NONE
    },
    Marking {
        types: &["core/v1.PodSchedulingGroup"],
        members: &["podGroupName"],
        source: Source::Document,
        reason: "One member so far. Exactly one by its comment; the document says no more than \
                 that it is a union",
        ..NONE
    },
    Marking {
        types: &["flowcontrol/v1.LimitResponse"],
        discriminator: Some("type"),
        members: &["queuing=Queue"],
        source: Source::Document,
        reason: "`Reject` names no member, and validation refuses `queuing` beside it; `Queue` \
                 may have it. The document has Go's name of the field for its value, `Queuing`",
        ..NONE
    },
    Marking {
        types: &["flowcontrol/v1.PriorityLevelConfigurationSpec"],
        discriminator: Some("type"),
        members: &["exempt", "limited"],
        source: Source::Document,
        reason: "By the document. `Exempt` without `exempt` gets defaults, so none is legal",
        ..NONE
    },
    Marking {
        types: &["flowcontrol/v1.Subject"],
        discriminator: Some("kind"),
        members: &["group", "serviceAccount", "user"],
        source: Source::Document,
        reason: "By the document; validation holds `kind` and member together",
        ..NONE
    },
    Marking {
        types: &["lifecycle/v1alpha1.EvictionRequestTarget", "lifecycle/v1alpha1.EvictionTarget"],
        members: &["pod"],
        exactly_one: true,
        source: Source::Document,
        reason: "One member so far. By the document; tagged `+k8s:unionMember`, which wants \
                 exactly one",
        ..NONE
    },
    Marking {
        types: &[
            "scheduling/v1alpha3.CompositePodGroupSchedulingPolicy",
            "scheduling/v1alpha3.PodGroupSchedulingPolicy",
            "scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy",
            "scheduling/v1beta1.CompositePodGroupSchedulingPolicy",
            "scheduling/v1beta1.PodGroupSchedulingPolicy",
        ],
        members: &["basic", "gang"],
        exactly_one: true,
        source: Source::Document,
        reason: "By the document; the Go types have both tagged `+k8s:unionMember`, which wants \
                 exactly one",
        ..NONE
    },
    Marking {
        types: &[
            "scheduling/v1alpha3.CompositeDisruptionMode",
            "scheduling/v1alpha3.DisruptionMode",
            "scheduling/v1alpha3.WorkloadPodGroupDisruptionMode",
            "scheduling/v1beta1.CompositeDisruptionMode",
            "scheduling/v1beta1.DisruptionMode",
        ],
        members: &["all", "single"],
        exactly_one: true,
        source: Source::Document,
        reason: "By the document; the Go types have both tagged `+k8s:unionMember`, which wants \
                 exactly one",
        ..NONE
    },
];
