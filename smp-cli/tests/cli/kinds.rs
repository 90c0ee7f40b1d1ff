//! `smp kinds`, `smp version`, and kinds by the names that kubectl takes.

use snapbox::IntoData as _;
use snapbox::str;

use crate::{Files, printed, smp};

const DEFINITION: &str = r"
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: proxies.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {kind: Proxy, plural: proxies, singular: proxy, shortNames: [px], categories: [all]}
  versions:
  - name: v1beta1
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object}}
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        description: A proxy for the web.
        properties:
          spec:
            type: object
            description: |
              What is wanted.

              A second paragraph, which is so long that it takes more than one line of a terminal.
            properties:
              servers:
                type: array
                items:
                  type: object
                  properties:
                    name: {type: string, description: The name of a server.}
                    weight: {type: integer}
                    share: {type: number}
                    port: {x-kubernetes-int-or-string: true}
                    enabled: {type: boolean}
";

/// The kind that a name stands for.
fn kind_of(name: &str) -> String {
    let text = printed(smp(&["explain", name]));
    let line = text.lines().next().expect("a line");
    line.trim_start_matches("KIND:").trim().to_owned()
}

#[test]
fn names_that_kubectl_takes() {
    for (name, kind) in [
        ("deploy", "apps/v1/Deployment"),
        ("deployments", "apps/v1/Deployment"),
        ("deployment", "apps/v1/Deployment"),
        ("Deployment", "apps/v1/Deployment"),
        ("DEPLOY", "apps/v1/Deployment"),
        ("deployments.apps", "apps/v1/Deployment"),
        ("deployments.v1.apps", "apps/v1/Deployment"),
        ("deploy.apps.spec.strategy", "apps/v1/Deployment"),
        ("apps/v1/deployments.spec", "apps/v1/Deployment"),
        ("po.spec.containers", "v1/Pod"),
        ("pods.v1.spec", "v1/Pod"),
        ("hpa", "autoscaling/v2/HorizontalPodAutoscaler"),
        ("hpa.v1.autoscaling.spec", "autoscaling/v1/HorizontalPodAutoscaler"),
        ("events", "v1/Event"),
        ("events.events.k8s.io", "events.k8s.io/v1/Event"),
        ("crd.spec.names", "apiextensions.k8s.io/v1/CustomResourceDefinition"),
        ("ing", "networking.k8s.io/v1/Ingress"),
        ("podlist", "v1/PodList"),
        ("v1/PodSpec.containers", "v1/PodSpec"),
    ] {
        assert_eq!(kind_of(name), kind, "{name}");
    }
}

#[test]
fn other_kinds_with_the_name_are_listed() {
    let text = printed(smp(&["explain", "hpa.spec.maxReplicas"]));
    snapbox::assert_data_eq!(
        text,
        str![[r#"
KIND:          autoscaling/v2/HorizontalPodAutoscaler
OTHER KINDS:   autoscaling/v1/HorizontalPodAutoscaler
FIELD:         spec.maxReplicas
TYPE:          integer
LAYER:         Kubernetes 1.37

"#]]
        .raw()
    );
}

#[test]
fn a_name_that_is_none_has_suggestions() {
    smp(&["explain", "deploymnts.spec"]).assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error: no schema for the kind "deploymnts"
 |
 = help: did you mean deployment or deployments?

"#]]
        .raw(),
    );
    smp(&["explain", "Deploymnt.spec"]).assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error: no schema for the kind "Deploymnt"
 |
 = help: did you mean apps/v1/Deployment?
 = help: give a file that defines it with --schema

"#]]
        .raw(),
    );
    smp(&["explain", "zzzz"]).assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error: no schema for the kind "zzzz"
 |
 = help: give a file that defines it with --schema

"#]]
        .raw(),
    );
}

#[test]
fn names_and_descriptions_of_a_definition() {
    let files = Files::new("kinds_definition", &[("crd.yaml", DEFINITION)]);
    let text = printed(files.smp(&["explain", "px.spec", "--schema", "crd.yaml"]));
    snapbox::assert_data_eq!(
        text,
        str![[r#"
KIND:          example.com/v1/Proxy
OTHER KINDS:   example.com/v1beta1/Proxy
FIELD:         spec
TYPE:          Proxy.spec
LAYER:         crd.yaml

DESCRIPTION:
  What is wanted.

  A second paragraph, which is so long that it takes more than one line of a
  terminal.

FIELD    TYPE
servers  list of Proxy.spec.servers

"#]]
        .raw()
    );
    let text = printed(files.smp(&[
        "explain",
        "proxies.example.com.spec.servers",
        "--schema",
        "crd.yaml",
        "-o",
        "json",
    ]));
    snapbox::assert_data_eq!(
        text,
        str![[r#"
{
  "apiVersion": "example.com/v1",
  "kind": "Proxy",
  "others": [
    "example.com/v1beta1/Proxy"
  ],
  "path": "spec.servers",
  "type": "list of Proxy.spec.servers",
  "layer": "crd.yaml",
  "fields": [
    {
      "path": "spec.servers.enabled",
      "type": "boolean",
      "layer": "crd.yaml"
    },
    {
      "path": "spec.servers.name",
      "type": "string",
      "description": "The name of a server.",
      "layer": "crd.yaml"
    },
    {
      "path": "spec.servers.port",
      "type": "string or number",
      "layer": "crd.yaml"
    },
    {
      "path": "spec.servers.share",
      "type": "number",
      "layer": "crd.yaml"
    },
    {
      "path": "spec.servers.weight",
      "type": "integer",
      "layer": "crd.yaml"
    }
  ]
}

"#]]
        .raw()
    );
    let text =
        printed(files.smp(&["explain", "proxies.v1beta1.example.com", "--schema", "crd.yaml"]));
    assert!(text.starts_with("KIND:          example.com/v1beta1/Proxy\n"), "{text}");
}

#[test]
fn descriptions_of_an_open_api_document() {
    let document = r##"{"openapi": "3.0.0", "components": {"schemas": {
        "com.example.v1.Part": {
            "type": "object", "description": "A part.",
            "properties": {"size": {"type": "integer", "description": "Its size."}}
        },
        "com.example.v1.Widget": {
            "type": "object", "description": "A widget.",
            "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Widget"}],
            "properties": {
                "parts": {"type": "array", "items": {"allOf": [{"$ref": "#/components/schemas/com.example.v1.Part"}]}},
                "main": {"allOf": [{"$ref": "#/components/schemas/com.example.v1.Part"}], "description": "The main part."},
                "spare": {"allOf": [{"$ref": "#/components/schemas/com.example.v1.Part"}]}
            }
        }
    }}}"##;
    let files = Files::new("kinds_open_api", &[("api.json", document)]);
    let described = |field: &str| {
        let text = printed(files.smp(&["explain", field, "--schema", "api.json"]));
        let (_, text) = text.split_once("DESCRIPTION:\n").expect("a description");
        text.lines().next().unwrap_or_default().trim().to_owned()
    };
    assert_eq!(described("widgets"), "A widget.");
    assert_eq!(described("widgets.main"), "The main part.");
    assert_eq!(described("widgets.spare"), "A part.");
    assert_eq!(described("widgets.parts.size"), "Its size.");
}

#[test]
fn kinds_of_a_group() {
    snapbox::assert_data_eq!(
        printed(smp(&["kinds", "--api-group", "apps"])),
        str![[r#"
NAME                 SHORTNAMES  APIVERSION  NAMESPACED  KIND                SOURCE
controllerrevisions              apps/v1     true        ControllerRevision  Kubernetes 1.37
daemonsets           ds          apps/v1     true        DaemonSet           Kubernetes 1.37
deployments          deploy      apps/v1     true        Deployment          Kubernetes 1.37
replicasets          rs          apps/v1     true        ReplicaSet          Kubernetes 1.37
statefulsets         sts         apps/v1     true        StatefulSet         Kubernetes 1.37

"#]]
        .raw()
    );
    snapbox::assert_data_eq!(
        printed(smp(&["kinds", "--api-group", "", "--namespaced=false", "-o", "wide"])),
        str![[r#"
NAME               SHORTNAMES  APIVERSION  NAMESPACED  KIND              SOURCE
componentstatuses  cs          v1          false       ComponentStatus   Kubernetes 1.37
namespaces         ns          v1          false       Namespace         Kubernetes 1.37
nodes              no          v1          false       Node              Kubernetes 1.37
persistentvolumes  pv          v1          false       PersistentVolume  Kubernetes 1.37

"#]]
        .raw()
    );
    snapbox::assert_data_eq!(
        printed(smp(&["kinds", "--api-group", "autoscaling", "-o", "name"])),
        str![[r#"
horizontalpodautoscalers.autoscaling

"#]]
        .raw()
    );
}

#[test]
fn kinds_of_a_file_and_of_overlays() {
    let files = Files::new("kinds_file", &[("crd.yaml", DEFINITION)]);
    let of =
        |args: &[&str]| printed(files.smp(&[&["kinds", "--schema", "crd.yaml"], args].concat()));
    snapbox::assert_data_eq!(
        of(&["--api-group", "example.com"]),
        str![[r#"
NAME     SHORTNAMES  APIVERSION           NAMESPACED  KIND   SOURCE
proxies  px          example.com/v1       false       Proxy  crd.yaml
proxies  px          example.com/v1beta1  false       Proxy  crd.yaml

"#]]
        .raw()
    );
    snapbox::assert_data_eq!(
        of(&["--api-group", "example.com", "-o", "json"]),
        str![[r#"
[
  {
    "name": "proxies",
    "singular": "proxy",
    "shortNames": [
      "px"
    ],
    "apiVersion": "example.com/v1",
    "kind": "Proxy",
    "namespaced": false,
    "categories": [
      "all"
    ],
    "served": true,
    "source": "crd.yaml"
  },
  {
    "name": "proxies",
    "singular": "proxy",
    "shortNames": [
      "px"
    ],
    "apiVersion": "example.com/v1beta1",
    "kind": "Proxy",
    "namespaced": false,
    "categories": [
      "all"
    ],
    "served": true,
    "source": "crd.yaml"
  }
]

"#]]
        .raw()
    );
    let all = of(&["--all"]);
    for kind in ["PodList", "DeleteOptions", "VirtualService", "Proxy"] {
        assert!(all.contains(&format!("  {kind}  ")), "{kind}: {all}");
    }
    let without = of(&["--no-default-overlays", "--no-headers"]);
    assert!(!without.contains("VirtualService") && !without.contains("PodList"), "{without}");
    assert!(!without.starts_with("NAME"), "{without}");
}

#[test]
fn the_version_says_what_is_built_in() {
    let text = printed(smp(&["version"]));
    assert!(
        text.starts_with(concat!("smp ", env!("CARGO_PKG_VERSION"), "\nKubernetes 1.")),
        "{text}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&printed(smp(&["version", "-o", "json"]))).expect("JSON");
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json["kubernetes"], smp_types::KUBERNETES_VERSION);
    let listed = printed(smp(&["kinds", "--no-headers"]));
    let built_in = listed.lines().filter(|line| line.contains("  Kubernetes 1.")).count();
    assert_eq!(json["servedKinds"], built_in);
    assert!(json["overlays"]["istio"].as_u64() > Some(0), "{json}");
    let yaml = printed(smp(&["version", "-o", "yaml"]));
    let same: serde_json::Value = serde_saphyr::from_str(&yaml).expect("YAML");
    assert_eq!(json, same);
}
