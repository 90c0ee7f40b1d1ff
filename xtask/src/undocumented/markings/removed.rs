//! The unions of types that only built-in older versions or removed kinds have.
//!
//! All API versions of a kind share their validation, so the types of betas have the unions of their
//! successors.

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
    Marking {
        types: &[
            "flowcontrol/v1beta1.LimitResponse",
            "flowcontrol/v1beta2.LimitResponse",
            "flowcontrol/v1beta3.LimitResponse",
        ],
        discriminator: Some("type"),
        members: &["queuing=Queue"],
        source: Source::Document,
        reason: "As in `flowcontrol/v1`",
        ..NONE
    },
    Marking {
        types: &[
            "flowcontrol/v1beta1.PriorityLevelConfigurationSpec",
            "flowcontrol/v1beta2.PriorityLevelConfigurationSpec",
            "flowcontrol/v1beta3.PriorityLevelConfigurationSpec",
        ],
        discriminator: Some("type"),
        members: &["exempt", "limited"],
        source: Source::Document,
        reason: "As in `flowcontrol/v1`",
        ..NONE
    },
    Marking {
        types: &[
            "flowcontrol/v1beta1.Subject",
            "flowcontrol/v1beta2.Subject",
            "flowcontrol/v1beta3.Subject",
        ],
        discriminator: Some("kind"),
        members: &["group", "serviceAccount", "user"],
        source: Source::Document,
        reason: "As in `flowcontrol/v1`",
        ..NONE
    },
    Marking {
        types: &[
            "apps/v1beta1.DeploymentStrategy",
            "apps/v1beta2.DeploymentStrategy",
            "extensions/v1beta1.DeploymentStrategy",
        ],
        discriminator: Some("type"),
        members: &["rollingUpdate"],
        reason: "As in `apps/v1`",
        ..NONE
    },
    Marking {
        types: &[
            "apps/v1beta1.StatefulSetUpdateStrategy",
            "apps/v1beta2.StatefulSetUpdateStrategy",
        ],
        discriminator: Some("type"),
        members: &["rollingUpdate"],
        reason: "As in `apps/v1`",
        ..NONE
    },
    Marking {
        types: &[
            "apps/v1beta2.DaemonSetUpdateStrategy",
            "extensions/v1beta1.DaemonSetUpdateStrategy",
        ],
        discriminator: Some("type"),
        members: &["rollingUpdate"],
        allow_inactive_member: true,
        reason: "As in `apps/v1`",
        ..NONE
    },
    Marking {
        types: &["extensions/v1beta1.NetworkPolicyPeer"],
        members: &["ipBlock=IPBlock", "namespaceSelector=Selectors", "podSelector=Selectors"],
        exactly_one: true,
        reason: "As in `networking/v1`",
        ..NONE
    },
    Marking {
        types: &["extensions/v1beta1.IngressBackend", "networking/v1beta1.IngressBackend"],
        members: &["resource", "serviceName=Service", "servicePort=Service"],
        exactly_one: true,
        reason: "As in `networking/v1`, where the fields of the service are an object",
        ..NONE
    },
    Marking {
        types: &["extensions/v1beta1.IngressRule", "networking/v1beta1.IngressRule"],
        members: &["http=HTTP"],
        beside: &["host"],
        reason: "As in `networking/v1`",
        ..NONE
    },
    Marking {
        types: &["autoscaling/v2beta1.MetricSpec", "autoscaling/v2beta2.MetricSpec"],
        discriminator: Some("type"),
        members: &["containerResource", "external", "object", "pods", "resource"],
        exactly_one: true,
        source: Source::Practice,
        reason: "As in `autoscaling/v2`",
        ..NONE
    },
    Marking {
        types: &["autoscaling/v2beta1.MetricStatus", "autoscaling/v2beta2.MetricStatus"],
        discriminator: Some("type"),
        members: &["containerResource", "external", "object", "pods", "resource"],
        source: Source::Practice,
        reason: "As in `autoscaling/v2`",
        ..NONE
    },
    Marking {
        types: &["policy/v1beta1.PodDisruptionBudgetSpec"],
        members: &["maxUnavailable", "minAvailable"],
        beside: &["selector"],
        source: Source::Practice,
        reason: "As in `policy/v1`",
        ..NONE
    },
    Marking {
        types: &[
            "admissionregistration/v1beta1.WebhookClientConfig",
            "apiextensions/v1beta1.WebhookClientConfig",
        ],
        members: &["service", "url=URL"],
        beside: &["caBundle"],
        exactly_one: true,
        source: Source::Practice,
        reason: "As in `v1` of their groups",
        ..NONE
    },
    Marking {
        types: &["apiextensions/v1beta1.CustomResourceConversion"],
        discriminator: Some("strategy"),
        members: &["webhookClientConfig=Webhook"],
        beside: &["conversionReviewVersions"],
        source: Source::Practice,
        reason: "As in `apiextensions/v1`: validation refuses `webhookClientConfig` beside `None`",
        ..NONE
    },
];
