//! The namespace that counts for an object.

use crate::identity::Identity;

/// The namespace of objects without `metadata.namespace`.
const DEFAULT: &str = "default";

/// The namespace that kustomize assumes for objects outside of any namespace.
const NONE: &str = "_non_namespaceable_";

/// The kinds of Kubernetes that are in no namespace, by API group.
const CLUSTER_SCOPED: [(&str, &[&str]); 15] = [
    ("", &["ComponentStatus", "Namespace", "Node", "PersistentVolume"]),
    (
        "admissionregistration.k8s.io",
        &[
            "MutatingAdmissionPolicy",
            "MutatingAdmissionPolicyBinding",
            "MutatingWebhookConfiguration",
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionPolicyBinding",
            "ValidatingWebhookConfiguration",
        ],
    ),
    ("apiextensions.k8s.io", &["CustomResourceDefinition"]),
    ("apiregistration.k8s.io", &["APIService"]),
    ("certificates.k8s.io", &["CertificateSigningRequest", "ClusterTrustBundle"]),
    ("flowcontrol.apiserver.k8s.io", &["FlowSchema", "PriorityLevelConfiguration"]),
    ("internal.apiserver.k8s.io", &["StorageVersion"]),
    ("networking.k8s.io", &["IPAddress", "IngressClass", "ServiceCIDR"]),
    ("node.k8s.io", &["RuntimeClass"]),
    ("policy", &["PodSecurityPolicy"]),
    ("rbac.authorization.k8s.io", &["ClusterRole", "ClusterRoleBinding"]),
    ("resource.k8s.io", &["DeviceClass", "DeviceTaintRule", "ResourceSlice"]),
    ("scheduling.k8s.io", &["PriorityClass"]),
    (
        "storage.k8s.io",
        &["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment", "VolumeAttributesClass"],
    ),
    ("storagemigration.k8s.io", &["StorageVersionMigration"]),
];

/// The namespace of an object: `default` if it names none. Objects of the kinds of Kubernetes
/// that are in no namespace have one that no other object is in, whatever they name.
pub(crate) fn effective_namespace(object: &Identity) -> &str {
    let kind = object.kind.as_deref().unwrap_or_default();
    let scoped = CLUSTER_SCOPED.iter().find(|(group, _)| *group == object.group());
    if scoped.is_some_and(|(_, kinds)| kinds.contains(&kind)) {
        return NONE;
    }
    object.namespace.as_deref().filter(|name| !name.is_empty()).unwrap_or(DEFAULT)
}

#[cfg(test)]
mod tests {
    use super::{CLUSTER_SCOPED, effective_namespace};
    use crate::identity::Identity;

    fn object(api_version: &str, kind: &str, namespace: Option<&str>) -> Identity {
        Identity {
            api_version: Some(api_version.to_owned()),
            kind: Some(kind.to_owned()),
            namespace: namespace.map(str::to_owned),
            name: None,
        }
    }

    #[test]
    fn namespaces() {
        assert_eq!(effective_namespace(&object("v1", "Pod", Some("web"))), "web");
        assert_eq!(effective_namespace(&object("v1", "Pod", Some(""))), "default");
        assert_eq!(effective_namespace(&object("v1", "Pod", None)), "default");
        assert_eq!(effective_namespace(&object("example.com/v1", "Node", None)), "default");
        for namespace in [Some("web"), None] {
            let found = object("rbac.authorization.k8s.io/v1", "ClusterRole", namespace);
            assert_eq!(effective_namespace(&found), "_non_namespaceable_");
        }
    }

    #[test]
    fn every_kind_is_one_of_kubernetes() {
        // Removed from Kubernetes, and still in manifests.
        let removed = [("policy", "PodSecurityPolicy")];
        for (group, kinds) in CLUSTER_SCOPED {
            for kind in kinds {
                let known = smp_types::kinds().any(|(api_version, known)| {
                    known == *kind && object(api_version, kind, None).group() == group
                });
                assert!(known || removed.contains(&(group, kind)), "{group} {kind}");
            }
        }
    }
}
