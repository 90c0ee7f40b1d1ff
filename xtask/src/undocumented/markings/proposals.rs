//! The unions that the appendix of Retain Keys names, and those that only Union Types names:
//! two of the sources of `docs/semantics.md`.

use super::{Marking, NONE};

pub(super) const PROPOSALS: &[Marking] = &[
    Marking {
        types: &["core/v1.Volume"],
        members: &[
            "awsElasticBlockStore=AWSElasticBlockStore",
            "azureDisk",
            "azureFile",
            "cephfs=CephFS",
            "cinder",
            "configMap",
            "csi=CSI",
            "downwardAPI",
            "emptyDir",
            "ephemeral",
            "fc=FC",
            "flexVolume",
            "flocker",
            "gcePersistentDisk=GCEPersistentDisk",
            "gitRepo",
            "glusterfs",
            "hostPath",
            "image",
            "iscsi=ISCSI",
            "nfs=NFS",
            "persistentVolumeClaim",
            "photonPersistentDisk",
            "portworxVolume",
            "projected",
            "quobyte",
            "rbd=RBD",
            "scaleIO",
            "secret",
            "storageos=StorageOS",
            "vsphereVolume",
        ],
        beside: &["name"],
        reason: "`VolumeSource`, inlined. More than one is refused; a volume without any is an \
                 `emptyDir` by default, so none is legal",
        ..NONE
    },
    Marking {
        types: &["core/v1.PersistentVolumeSpec"],
        members: &[
            "awsElasticBlockStore=AWSElasticBlockStore",
            "azureDisk",
            "azureFile",
            "cephfs=CephFS",
            "cinder",
            "csi=CSI",
            "fc=FC",
            "flexVolume",
            "flocker",
            "gcePersistentDisk=GCEPersistentDisk",
            "glusterfs",
            "hostPath",
            "iscsi=ISCSI",
            "local",
            "nfs=NFS",
            "photonPersistentDisk",
            "portworxVolume",
            "quobyte",
            "rbd=RBD",
            "scaleIO",
            "storageos=StorageOS",
            "vsphereVolume",
        ],
        beside: &[
            "accessModes",
            "capacity",
            "claimRef",
            "mountOptions",
            "nodeAffinity",
            "persistentVolumeReclaimPolicy",
            "storageClassName",
            "volumeAttributesClassName",
            "volumeMode",
        ],
        exactly_one: true,
        reason: "`PersistentVolumeSource`, inlined among fields that go with any of its members. \
                 Validation wants a volume type and refuses a second",
        ..NONE
    },
    Marking {
        types: &["core/v1.Probe"],
        members: &["exec", "grpc=GRPC", "httpGet=HTTPGet", "tcpSocket=TCPSocket"],
        beside: &[
            "failureThreshold",
            "initialDelaySeconds",
            "periodSeconds",
            "successThreshold",
            "terminationGracePeriodSeconds",
            "timeoutSeconds",
        ],
        exactly_one: true,
        reason: "`ProbeHandler` (`Handler` in the appendix), inlined beside the thresholds. \
                 Validation wants a handler and refuses a second",
        ..NONE
    },
    Marking {
        types: &["core/v1.LifecycleHandler"],
        members: &["exec", "httpGet=HTTPGet", "sleep", "tcpSocket=TCPSocket"],
        exactly_one: true,
        reason: "`Handler` in the appendix. Validation wants a handler and refuses a second; \
                 `tcpSocket`, which no kubelet runs, counts as well",
        ..NONE
    },
    Marking {
        types: &["core/v1.ContainerState"],
        members: &["running", "terminated", "waiting"],
        reason: "A status: nothing validates it. None of them means waiting, and `lastState` is \
                 empty until there is one",
        ..NONE
    },
    Marking {
        types: &["core/v1.EnvVar"],
        members: &["value?", "valueFrom"],
        beside: &["name"],
        reason: "`valueFrom` is refused where `value` is not empty. An empty `value` beside it is \
                 legal and says nothing, and a variable with neither is empty",
        ..NONE
    },
    Marking {
        types: &["core/v1.EnvVarSource"],
        members: &["configMapKeyRef", "fieldRef", "fileKeyRef", "resourceFieldRef", "secretKeyRef"],
        exactly_one: true,
        reason: "Validation wants a source and refuses a second",
        ..NONE
    },
    Marking {
        types: &["authorization/v1.SubjectAccessReviewSpec"],
        members: &["nonResourceAttributes", "resourceAttributes"],
        beside: &["extra", "groups", "uid", "user"],
        exactly_one: true,
        reason: "Validation wants exactly one of the two; who asks stands beside it",
        ..NONE
    },
    Marking {
        types: &["authorization/v1.SelfSubjectAccessReviewSpec"],
        members: &["nonResourceAttributes", "resourceAttributes"],
        exactly_one: true,
        reason: "Validation wants exactly one of the two",
        ..NONE
    },
    Marking {
        types: &["apps/v1.DeploymentStrategy"],
        discriminator: Some("type"),
        members: &["rollingUpdate"],
        reason: "`Recreate` names no member, and validation refuses `rollingUpdate` beside it. \
                 `RollingUpdate` without one gets defaults",
        ..NONE
    },
    Marking {
        types: &["apps/v1.StatefulSetUpdateStrategy"],
        discriminator: Some("type"),
        members: &["rollingUpdate"],
        reason: "`OnDelete` names no member, and validation refuses `rollingUpdate` beside it. \
                 `RollingUpdate` without one is legal",
        ..NONE
    },
    Marking {
        types: &["apps/v1.DaemonSetUpdateStrategy"],
        discriminator: Some("type"),
        members: &["rollingUpdate"],
        allow_inactive_member: true,
        reason: "`OnDelete` names no member, but validation accepts `rollingUpdate` beside it: an \
                 inactive one is left alone, and goes when `type` changes to `OnDelete`",
        ..NONE
    },
    Marking {
        types: &["networking/v1.NetworkPolicyPeer"],
        members: &["ipBlock=IPBlock", "namespaceSelector=Selectors", "podSelector=Selectors"],
        exactly_one: true,
        reason: "Validation wants a peer and refuses `ipBlock` beside another. Both selectors \
                 together are legal: pods of those namespaces",
        ..NONE
    },
    Marking {
        types: &["networking/v1.IngressBackend"],
        members: &["resource", "service"],
        exactly_one: true,
        reason: "Validation wants a resource or service backend, not both",
        ..NONE
    },
    Marking {
        types: &["networking/v1.IngressRule"],
        members: &["http=HTTP"],
        beside: &["host"],
        reason: "`IngressRuleValue`, inlined, is to get more members one day. Its comment wants \
                 exactly one; a rule without is accepted and sends all to the default backend",
        ..NONE
    },
];
