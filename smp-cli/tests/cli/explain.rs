//! `smp explain`: what it says of fields.

use snapbox::IntoData;
use snapbox::data::Inline;
use snapbox::str;

use crate::{printed, smp};

fn says(args: &[&str], stdout: Inline) {
    snapbox::assert_data_eq!(printed(smp(&[&["explain"], args].concat())), stdout.raw());
}

#[test]
fn a_list_of_objects() {
    says(
        &["Deployment.spec.template.spec.containers"],
        str![[r#"
KIND:          apps/v1/Deployment
FIELD:         spec.template.spec.containers
TYPE:          list of Container
STRATEGY:      merge
MERGE KEY:     name
LIST TYPE:     map
LIST MAP KEYS: name
LAYER:         Kubernetes 1.37

FIELD                     TYPE                           STRATEGY  MERGE KEY      LIST TYPE  LIST MAP KEYS
args                      list of string                                          atomic
command                   list of string                                          atomic
env                       list of EnvVar                 merge     name           map        name
envFrom                   list of EnvFromSource                                   atomic
image                     string
imagePullPolicy           string
lifecycle                 Lifecycle
livenessProbe             Probe
name                      string
ports                     list of ContainerPort          merge     containerPort  map        containerPort, protocol (default TCP)
readinessProbe            Probe
resizePolicy              list of ContainerResizePolicy                           atomic
resources                 ResourceRequirements
restartPolicy             string
restartPolicyRules        list of ContainerRestartRule                            atomic
securityContext           SecurityContext
startupProbe              Probe
stdin                     boolean
stdinOnce                 boolean
terminationMessagePath    string
terminationMessagePolicy  string
tty                       boolean
volumeDevices             list of VolumeDevice           merge     devicePath     map        devicePath
volumeMounts              list of VolumeMount            merge     mountPath      map        mountPath
workingDir                string

"#]],
    );
}

#[test]
fn a_field_with_retain_keys() {
    says(
        &["apps/v1/Deployment.spec.strategy"],
        str![[r#"
KIND:          apps/v1/Deployment
FIELD:         spec.strategy
TYPE:          DeploymentStrategy
STRATEGY:      retainKeys
UNION:         type: rollingUpdate=RollingUpdate
LAYER:         Kubernetes 1.37

FIELD          TYPE
rollingUpdate  RollingUpdateDeployment
type           string

"#]],
    );
}

#[test]
fn a_union_of_a_type_that_is_no_kind() {
    says(
        &["v1/SeccompProfile"],
        str![[r#"
KIND:          v1/SeccompProfile
TYPE:          SeccompProfile
UNION:         type: localhostProfile=Localhost
LAYER:         Kubernetes 1.37

FIELD             TYPE
localhostProfile  string
type              string

"#]],
    );
}

#[test]
fn a_field_with_two_keys_as_json() {
    says(
        &["v1/Service.spec.ports", "-o", "json"],
        str![[r#"
{
  "apiVersion": "v1",
  "kind": "Service",
  "path": "spec.ports",
  "type": "list of ServicePort",
  "strategy": "merge",
  "mergeKey": "port",
  "listType": "map",
  "listMapKeys": [
    {
      "name": "port"
    },
    {
      "name": "protocol",
      "default": "TCP"
    }
  ],
  "layer": "Kubernetes 1.37",
  "fields": [
    {
      "path": "spec.ports.appProtocol",
      "type": "string",
      "layer": "Kubernetes 1.37"
    },
    {
      "path": "spec.ports.name",
      "type": "string",
      "layer": "Kubernetes 1.37"
    },
    {
      "path": "spec.ports.nodePort",
      "type": "integer",
      "layer": "Kubernetes 1.37"
    },
    {
      "path": "spec.ports.port",
      "type": "integer",
      "layer": "Kubernetes 1.37"
    },
    {
      "path": "spec.ports.protocol",
      "type": "string",
      "layer": "Kubernetes 1.37"
    },
    {
      "path": "spec.ports.targetPort",
      "type": "string or number",
      "layer": "Kubernetes 1.37"
    }
  ]
}

"#]],
    );
}

#[test]
fn a_tree() {
    says(
        &["networking.k8s.io/v1/IngressClass", "--recursive"],
        str![[r#"
KIND:          networking.k8s.io/v1/IngressClass
TYPE:          IngressClass
LAYER:         Kubernetes 1.37

Fields below a field are indented. Those of lists and maps are of the elements.
FIELD                         TYPE                             STRATEGY  MERGE KEY  LIST TYPE  LIST MAP KEYS
apiVersion                    string
kind                          string
metadata                      ObjectMeta
  annotations                 map of string
  creationTimestamp           string
  deletionGracePeriodSeconds  integer
  deletionTimestamp           string
  finalizers                  list of string                   merge                set
  generateName                string
  generation                  integer
  labels                      map of string
  managedFields               list of ManagedFieldsEntry                            atomic
    apiVersion                string
    fieldsType                string
    fieldsV1                  free-form
    manager                   string
    operation                 string
    subresource               string
    time                      string
  name                        string
  namespace                   string
  ownerReferences             list of OwnerReference           merge     uid        map        uid
    apiVersion                string
    blockOwnerDeletion        boolean
    controller                boolean
    kind                      string
    name                      string
    uid                       string
  resourceVersion             string
  selfLink                    string
  uid                         string
spec                          IngressClassSpec
  controller                  string
  parameters                  IngressClassParametersReference
    apiGroup                  string
    kind                      string
    name                      string
    namespace                 string
    scope                     string

"#]],
    );
}

#[test]
fn a_tree_of_a_recursive_type_ends() {
    let tree = printed(smp(&["explain", "CustomResourceDefinition", "--recursive"]));
    let row = tree.lines().find(|line| line.trim().starts_with("not "));
    assert!(
        row.is_some_and(|row| row.contains("the same fields as spec.versions.schema")),
        "{tree}"
    );
}

#[test]
fn every_kind_has_a_tree() {
    for kind in ["v1/PodList", "v1/List", "apps/v1/DeleteOptions", "v1/Pod"] {
        printed(smp(&["explain", kind, "--recursive", "-o", "json"]));
    }
}

fn fails(field: &str, stderr: Inline) {
    smp(&["explain", field]).assert().code(2).stdout_eq("").stderr_eq(stderr.raw());
}

#[test]
fn what_is_not_there() {
    fails(
        "Deployment.spec.tempate",
        str![[r#"
error: spec has no field "tempate"
 |
 = note: the schema is that of Kubernetes 1.37
 = help: did you mean template?

"#]],
    );
    fails(
        "Deployment.spec.replicas.x",
        str![[r#"
error: spec.replicas has no field "x"
 |
 = note: the schema is that of Kubernetes 1.37
 = help: spec.replicas is of type integer, which has no fields

"#]],
    );
    fails(
        "Deploymet",
        str![[r#"
error: no schema for the kind "Deploymet"
 |
 = help: did you mean apps/v1/Deployment?
 = help: give a file that defines it with --schema

"#]],
    );
    fails(
        "DeleteOptions",
        str![[r#"
error: several kinds are called "DeleteOptions"
 |
 = help: write one of admission.k8s.io/v1/DeleteOptions, admission.k8s.io/v1beta1/DeleteOptions, admissionregistration.k8s.io/v1/DeleteOptions, admissionregistration.k8s.io/v1alpha1/DeleteOptions, admissionregistration.k8s.io/v1beta1/DeleteOptions, apiextensions.k8s.io/v1/DeleteOptions, apiextensions.k8s.io/v1beta1/DeleteOptions, apiregistration.k8s.io/v1/DeleteOptions, 54 more

"#]],
    );
}
