//! The fields by which objects are selected. Source: `pkg/apis` of Kubernetes 1.37.

use crate::registry::Resource;

/// Whether objects of the resource can be selected by a field.
pub(crate) fn is_selectable(resource: &Resource, path: &str) -> bool {
    path == "metadata.name"
        || (path == "metadata.namespace" && has_namespace(resource))
        || selectable(resource).contains(&path)
        || resource.structure.as_ref().is_some_and(|it| it.selectable.iter().any(|it| it == path))
}

/// Whether objects can be selected by namespace. Most kinds without namespaces allow it too, with an empty one.
fn has_namespace(resource: &Resource) -> bool {
    if resource.is_custom() {
        return resource.namespaced;
    }
    !matches!(
        (resource.group.as_str(), resource.kind.as_str()),
        ("", "Namespace" | "Node")
            | (
                "certificates.k8s.io",
                "CertificateSigningRequest" | "ClusterTrustBundle" | "PodCertificateRequest"
            )
            | ("resource.k8s.io", "ResourceSlice")
    )
}

/// The fields by which objects of Kubernetes' kinds can be selected, apart from name and namespace.
fn selectable(resource: &Resource) -> &'static [&'static str] {
    match (resource.group.as_str(), resource.kind.as_str()) {
        ("", "Pod") => &[
            "spec.nodeName",
            "spec.restartPolicy",
            "spec.schedulerName",
            "spec.serviceAccountName",
            "spec.hostNetwork",
            "status.phase",
            "status.podIP",
            "status.podIPs",
            "status.nominatedNodeName",
        ],
        ("", "Event") => &[
            "involvedObject.kind",
            "involvedObject.namespace",
            "involvedObject.name",
            "involvedObject.uid",
            "involvedObject.apiVersion",
            "involvedObject.resourceVersion",
            "involvedObject.fieldPath",
            "reason",
            "reportingComponent",
            "source",
            "type",
        ],
        ("events.k8s.io", "Event") => &[
            "regarding.kind",
            "regarding.namespace",
            "regarding.name",
            "regarding.uid",
            "regarding.apiVersion",
            "regarding.resourceVersion",
            "regarding.fieldPath",
            "reason",
            "reportingController",
            "type",
        ],
        ("", "Secret") => &["type"],
        ("", "Namespace") => &["status.phase"],
        ("", "Node") => &["spec.unschedulable"],
        ("", "Service") => &["spec.clusterIP", "spec.type"],
        ("", "ReplicationController") | ("apps", "ReplicaSet") => &["status.replicas"],
        ("batch", "Job") => &["status.successful"],
        ("certificates.k8s.io", "CertificateSigningRequest") => &["spec.signerName"],
        _ => &[],
    }
}
