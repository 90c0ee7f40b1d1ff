//! Unions of other types in which users switch between members.

use super::{Marking, NONE, Source};

pub(super) const PRACTICE: &[Marking] = &[
    Marking {
        types: &["core/v1.EnvFromSource"],
        members: &["configMapRef", "secretRef"],
        beside: &["prefix"],
        exactly_one: true,
        source: Source::Practice,
        reason: "Validation wants a source and refuses a second",
        ..NONE
    },
    Marking {
        types: &["core/v1.VolumeProjection"],
        members: &[
            "clusterTrustBundle",
            "configMap",
            "downwardAPI",
            "podCertificate",
            "secret",
            "serviceAccountToken",
        ],
        source: Source::Practice,
        reason: "Validation refuses a second source; whether it wants one has varied",
        ..NONE
    },
    Marking {
        types: &["core/v1.PodResourceClaim"],
        members: &["resourceClaimName", "resourceClaimTemplateName"],
        beside: &["name"],
        exactly_one: true,
        source: Source::Practice,
        reason: "Validation wants exactly one of the two",
        ..NONE
    },
    Marking {
        types: &[
            "scheduling/v1alpha3.PodGroupResourceClaim",
            "scheduling/v1alpha3.WorkloadPodGroupResourceClaim",
            "scheduling/v1beta1.PodGroupResourceClaim",
        ],
        members: &["resourceClaimName", "resourceClaimTemplateName"],
        beside: &["name"],
        exactly_one: true,
        source: Source::Practice,
        reason: "As `PodResourceClaim`: tagged `+k8s:unionMember`, which wants exactly one",
        ..NONE
    },
    Marking {
        types: &["scheduling/v1alpha3.WorkloadSpec", "scheduling/v1beta1.WorkloadSpec"],
        members: &["compositePodGroupTemplates?", "podGroupTemplates?"],
        beside: &["controllerRef"],
        exactly_one: true,
        source: Source::Practice,
        reason: "Tagged `+k8s:unionMember`, which wants exactly one; an empty list counts as \
                 absent",
        ..NONE
    },
    Marking {
        types: &["core/v1.VolumeMount"],
        members: &["subPath?", "subPathExpr?"],
        beside: &[
            "bindMountOptions",
            "mountPath",
            "mountPropagation",
            "name",
            "readOnly",
            "recursiveReadOnly",
        ],
        source: Source::Practice,
        reason: "Validation refuses both where neither is empty; none is usual",
        ..NONE
    },
    Marking {
        types: &["networking/v1.ServiceBackendPort"],
        members: &["name?", "number?"],
        exactly_one: true,
        source: Source::Practice,
        reason: "Validation refuses both and wants one; an empty name and 0 count as absent",
        ..NONE
    },
    Marking {
        types: &["autoscaling/v2.MetricSpec"],
        discriminator: Some("type"),
        members: &["containerResource", "external", "object", "pods", "resource"],
        exactly_one: true,
        source: Source::Practice,
        reason: "Validation wants the source that `type` names, and refuses others",
        ..NONE
    },
    Marking {
        types: &["autoscaling/v2.MetricStatus"],
        discriminator: Some("type"),
        members: &["containerResource", "external", "object", "pods", "resource"],
        source: Source::Practice,
        reason: "As `MetricSpec`, but a status: nothing validates it",
        ..NONE
    },
    Marking {
        types: &["autoscaling/v2.MetricTarget"],
        discriminator: Some("type"),
        members: &["averageUtilization=Utilization", "averageValue", "value"],
        unenforced: true,
        source: Source::Practice,
        reason: "Validation doesn't hold `type` and the values together: it accepts a type beside \
                 the value of another, and for an object metric two values",
        ..NONE
    },
    Marking {
        types: &["storage/v1.VolumeAttachmentSource"],
        members: &["inlineVolumeSpec", "persistentVolumeName"],
        exactly_one: true,
        source: Source::Practice,
        reason: "Validation wants exactly one of the two",
        ..NONE
    },
    Marking {
        types: &[
            "admissionregistration/v1.ParamRef",
            "admissionregistration/v1alpha1.ParamRef",
            "admissionregistration/v1beta1.ParamRef",
        ],
        members: &["name?", "selector"],
        beside: &["namespace", "parameterNotFoundAction"],
        exactly_one: true,
        source: Source::Practice,
        reason: "Validation refuses both and wants one; an empty name counts as absent",
        ..NONE
    },
    Marking {
        types: &["resource/v1.DeviceRequest", "resource/v1beta2.DeviceRequest"],
        members: &["exactly", "firstAvailable?"],
        beside: &["name"],
        exactly_one: true,
        source: Source::Practice,
        reason: "Validation refuses both and wants one; an empty `firstAvailable` counts as absent",
        ..NONE
    },
    Marking {
        types: &["resource/v1beta1.DeviceRequest"],
        members: &[
            "adminAccess=Exactly",
            "allocationMode=Exactly?",
            "capacity=Exactly",
            "count=Exactly?",
            "derivedAttributes=Exactly",
            "deviceClassName=Exactly?",
            "firstAvailable?",
            "selectors=Exactly",
            "tolerations=Exactly",
        ],
        beside: &["name"],
        exactly_one: true,
        source: Source::Practice,
        reason: "As in `resource/v1`, where the fields beside `firstAvailable` are an object of \
                 their own, `exactly`",
        ..NONE
    },
    Marking {
        types: &["core/v1.ClusterTrustBundleProjection"],
        members: &["labelSelector=Signer", "name", "signerName=Signer"],
        beside: &["optional", "path", "user"],
        exactly_one: true,
        source: Source::Practice,
        reason: "Validation refuses `signerName` or `labelSelector` beside `name`, and wants a \
                 name or a signer; the selector selects among the bundles of the signer",
        ..NONE
    },
    Marking {
        types: &[
            "authorization/v1.FieldSelectorAttributes",
            "authorization/v1.LabelSelectorAttributes",
        ],
        members: &["rawSelector?", "requirements?"],
        exactly_one: true,
        source: Source::Practice,
        reason: "Validation refuses both and wants one; empty ones count as absent",
        ..NONE
    },
    Marking {
        types: &["batch/v1.PodFailurePolicyRule"],
        members: &["onExitCodes", "onPodConditions?"],
        beside: &["action"],
        exactly_one: true,
        source: Source::Practice,
        reason: "Validation refuses both and wants one; an empty `onPodConditions` counts as \
                 absent",
        ..NONE
    },
    Marking {
        types: &["policy/v1.PodDisruptionBudgetSpec"],
        members: &["maxUnavailable", "minAvailable"],
        beside: &["selector", "unhealthyPodEvictionPolicy"],
        source: Source::Practice,
        reason: "Validation refuses both; none is legal",
        ..NONE
    },
    Marking {
        types: &[
            "admissionregistration/v1.WebhookClientConfig",
            "apiextensions/v1.WebhookClientConfig",
        ],
        members: &["service", "url=URL"],
        beside: &["caBundle"],
        exactly_one: true,
        source: Source::Practice,
        reason: "Validation wants exactly one of the two",
        ..NONE
    },
    Marking {
        types: &["apiextensions/v1.CustomResourceConversion"],
        discriminator: Some("strategy"),
        members: &["webhook"],
        source: Source::Practice,
        reason: "`None` names no member, and validation refuses `webhook` beside it",
        ..NONE
    },
    Marking {
        types: &[
            "admissionregistration/v1.Mutation",
            "admissionregistration/v1alpha1.Mutation",
            "admissionregistration/v1beta1.Mutation",
        ],
        discriminator: Some("patchType"),
        members: &["applyConfiguration", "jsonPatch=JSONPatch"],
        source: Source::Practice,
        reason: "The Go type has `patchType` tagged `+unionDiscriminator`",
        ..NONE
    },
];
