//! The overlays, by API group and kind. A new file of `overlays/` gets a line here.

use super::OverlayFile;

/// A line of the table: API group, version, project, kind.
macro_rules! files {
    ($($group:literal $version:literal $project:literal $kind:literal)*) => {
        &[$(OverlayFile {
            group: $group,
            api_version: concat!($group, "/", $version),
            kind: $kind,
            name: concat!($project, "/", $kind),
            text: include_str!(concat!("../../overlays/", $project, "/", $kind, ".json")),
        }),*]
    };
}

/// Sorted by group and kind, for a binary search.
pub(super) const FILES: &[OverlayFile] = files! {
    "apps.kruise.io" "v1alpha1" "openkruise" "CloneSet"
    "argoproj.io" "v1alpha1" "argo-rollouts" "AnalysisTemplate"
    "argoproj.io" "v1alpha1" "argo-cd" "AppProject"
    "argoproj.io" "v1alpha1" "argo-cd" "Application"
    "argoproj.io" "v1alpha1" "argo-cd" "ApplicationSet"
    "argoproj.io" "v1alpha1" "argo-rollouts" "ClusterAnalysisTemplate"
    "argoproj.io" "v1alpha1" "argo-workflows" "ClusterWorkflowTemplate"
    "argoproj.io" "v1alpha1" "argo-workflows" "CronWorkflow"
    "argoproj.io" "v1alpha1" "argo-rollouts" "Experiment"
    "argoproj.io" "v1alpha1" "argo-rollouts" "Rollout"
    "argoproj.io" "v1alpha1" "argo-workflows" "Workflow"
    "argoproj.io" "v1alpha1" "argo-workflows" "WorkflowTemplate"
    "elasticsearch.k8s.elastic.co" "v1" "eck" "Elasticsearch"
    "external-secrets.io" "v1" "external-secrets" "ClusterExternalSecret"
    "external-secrets.io" "v1" "external-secrets" "ExternalSecret"
    "flagger.app" "v1beta1" "flagger" "Canary"
    "gateway.networking.k8s.io" "v1" "gateway-api" "GRPCRoute"
    "gateway.networking.k8s.io" "v1" "gateway-api" "Gateway"
    "gateway.networking.k8s.io" "v1" "gateway-api" "HTTPRoute"
    "kafka.strimzi.io" "v1beta2" "strimzi" "Kafka"
    "keda.sh" "v1alpha1" "keda" "ClusterTriggerAuthentication"
    "keda.sh" "v1alpha1" "keda" "ScaledJob"
    "keda.sh" "v1alpha1" "keda" "ScaledObject"
    "keda.sh" "v1alpha1" "keda" "TriggerAuthentication"
    "kibana.k8s.elastic.co" "v1" "eck" "Kibana"
    "kubevirt.io" "v1" "kubevirt" "VirtualMachine"
    "kubevirt.io" "v1" "kubevirt" "VirtualMachineInstance"
    "kustomize.toolkit.fluxcd.io" "v1" "flux" "Kustomization"
    "kyverno.io" "v1" "kyverno" "ClusterPolicy"
    "kyverno.io" "v1" "kyverno" "Policy"
    "monitoring.coreos.com" "v1" "prometheus-operator" "Alertmanager"
    "monitoring.coreos.com" "v1alpha1" "prometheus-operator" "AlertmanagerConfig"
    "monitoring.coreos.com" "v1" "prometheus-operator" "Prometheus"
    "monitoring.coreos.com" "v1" "prometheus-operator" "PrometheusRule"
    "monitoring.coreos.com" "v1" "prometheus-operator" "ThanosRuler"
    "networking.istio.io" "v1" "istio" "DestinationRule"
    "networking.istio.io" "v1" "istio" "Gateway"
    "networking.istio.io" "v1" "istio" "ServiceEntry"
    "networking.istio.io" "v1" "istio" "VirtualService"
    "postgresql.cnpg.io" "v1" "cloudnative-pg" "Cluster"
    "postgresql.cnpg.io" "v1" "cloudnative-pg" "Pooler"
    "ray.io" "v1" "kuberay" "RayCluster"
    "ray.io" "v1" "kuberay" "RayJob"
    "ray.io" "v1" "kuberay" "RayService"
    "serving.knative.dev" "v1" "knative" "Configuration"
    "serving.knative.dev" "v1" "knative" "Revision"
    "serving.knative.dev" "v1" "knative" "Service"
};
