//! Defaults of Kubernetes' own kinds, and the form in which a server writes their objects.

use serde_json::{Value, json};

use crate::ask::{DEPLOYMENTS, apply, deployment, post, server};

async fn created(path: &str, object: &Value) -> Value {
    let (code, mut created) = post(&server(), path, object).await;
    assert_eq!(code, 201, "{created}");
    for name in ["metadata", "apiVersion", "kind"] {
        created.as_object_mut().unwrap().remove(name);
    }
    created
}

#[tokio::test]
async fn a_deployment() {
    let wanted = json!({
        "spec": {
            "progressDeadlineSeconds": 600, "replicas": 1, "revisionHistoryLimit": 10,
            "selector": {"matchLabels": {"app": "web"}},
            "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": "25%"}},
            "template": {
                "metadata": {"labels": {"app": "web"}},
                "spec": {
                    "containers": [{
                        "image": "web:1", "imagePullPolicy": "IfNotPresent", "name": "web", "resources": {},
                        "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File",
                    }],
                    "dnsPolicy": "ClusterFirst", "restartPolicy": "Always", "schedulerName": "default-scheduler",
                    "securityContext": {}, "terminationGracePeriodSeconds": 30,
                },
            },
        },
        "status": {},
    });
    assert_eq!(created(DEPLOYMENTS, &deployment("web")).await, wanted);
}

#[tokio::test]
async fn a_pod_and_a_job() {
    let limits = json!({"limits": {"cpu": "1000m"}});
    let pod = json!({"metadata": {"name": "a"}, "spec": {"containers": [{"name": "a", "image": "a", "resources": limits,
        "livenessProbe": {"httpGet": {"port": 80}}}], "volumes": [{"name": "v"}]}});
    let it = created("/api/v1/namespaces/default/pods", &pod).await;
    assert_eq!(it["status"], json!({"phase": "Pending", "qosClass": "Burstable"}));
    let container = &it["spec"]["containers"][0];
    assert_eq!(container["resources"], json!({"limits": {"cpu": "1"}, "requests": {"cpu": "1"}}));
    assert_eq!(container["imagePullPolicy"], "Always");
    assert_eq!(
        container["livenessProbe"]["httpGet"],
        json!({"path": "/", "port": 80, "scheme": "HTTP"})
    );
    assert_eq!(container["livenessProbe"]["failureThreshold"], 3);
    assert_eq!(it["spec"]["enableServiceLinks"], true);
    assert_eq!(it["spec"]["volumes"], json!([{"name": "v", "emptyDir": {}}]));

    let job = json!({"metadata": {"name": "j"}, "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "a", "image": "a"}]}}}});
    let it = created("/apis/batch/v1/namespaces/default/jobs", &job).await;
    let spec = &it["spec"];
    assert_eq!(
        (&spec["completions"], &spec["backoffLimit"], &spec["suspend"]),
        (&json!(1), &json!(6), &json!(false))
    );
    let uid = &spec["selector"]["matchLabels"]["batch.kubernetes.io/controller-uid"];
    assert_eq!(&spec["template"]["metadata"]["labels"]["controller-uid"], uid);
}

#[tokio::test]
async fn a_template_of_a_job_has_no_defaults_of_jobs() {
    let pod = json!({"restartPolicy": "Never", "containers": [{"name": "a", "image": "a"}]});
    let spec =
        json!({"schedule": "* * * * *", "jobTemplate": {"spec": {"template": {"spec": pod}}}});
    let cron = json!({"metadata": {"name": "c"}, "spec": spec});
    let it = created("/apis/batch/v1/namespaces/default/cronjobs", &cron).await;
    assert_eq!(it["spec"]["concurrencyPolicy"], "Allow");
    assert_eq!(
        (&it["spec"]["suspend"], &it["spec"]["failedJobsHistoryLimit"]),
        (&json!(false), &json!(1))
    );
    let members: Vec<_> = it["spec"]["jobTemplate"]["spec"].as_object().unwrap().keys().collect();
    assert_eq!(members, ["template"]);
}

#[tokio::test]
async fn other_kinds() {
    let stateful = json!({"metadata": {"name": "s"}, "spec": {"serviceName": "s", "selector": {"matchLabels": {"a": "b"}},
        "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "a", "image": "a"}]}}}});
    let it = created("/apis/apps/v1/namespaces/default/statefulsets", &stateful).await;
    assert_eq!(it["spec"]["updateStrategy"]["type"], "RollingUpdate");
    assert_eq!(it["spec"]["updateStrategy"]["rollingUpdate"]["partition"], 0);
    assert_eq!(
        it["spec"]["persistentVolumeClaimRetentionPolicy"],
        json!({"whenDeleted": "Retain", "whenScaled": "Retain"})
    );
    assert_eq!(it["status"], json!({"availableReplicas": 0, "replicas": 0}));

    let policy = json!({"metadata": {"name": "n"}, "spec": {"podSelector": {}, "egress": [{"ports": [{"port": 53}]}]}});
    let it =
        created("/apis/networking.k8s.io/v1/namespaces/default/networkpolicies", &policy).await;
    assert_eq!(it["spec"]["policyTypes"], json!(["Ingress", "Egress"]));
    assert_eq!(it["spec"]["egress"][0]["ports"][0]["protocol"], "TCP");

    let empty = json!({"metadata": {"name": "n"}});
    let it = created("/apis/networking.k8s.io/v1/namespaces/default/networkpolicies", &empty).await;
    assert_eq!(it["spec"]["policyTypes"], json!(["Ingress"]));

    let binding = json!({"metadata": {"name": "r"}, "roleRef": {"kind": "Role", "name": "r"}, "subjects": [{"kind": "User", "name": "u"}]});
    let it =
        created("/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings", &binding)
            .await;
    assert_eq!(it["roleRef"]["apiGroup"], "rbac.authorization.k8s.io");
    assert_eq!(it["subjects"][0]["apiGroup"], "rbac.authorization.k8s.io");

    let role = json!({"metadata": {"name": "r"}});
    let it = created("/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles", &role).await;
    assert_eq!(it, json!({"rules": null}));

    let claim = json!({"metadata": {"name": "p"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1024Mi"}}}});
    let it = created("/api/v1/namespaces/default/persistentvolumeclaims", &claim).await;
    assert_eq!(it["spec"]["resources"]["requests"]["storage"], "1Gi");
    assert_eq!(
        (&it["spec"]["volumeMode"], &it["status"]["phase"]),
        (&json!("Filesystem"), &json!("Pending"))
    );
}

#[tokio::test]
async fn nobody_owns_the_selector_that_the_server_gives_a_job() {
    let server = server();
    let job = json!({
        "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "a"},
        "spec": {"template": {"metadata": {"labels": {"app": "a"}}, "spec": {
            "restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}},
    });
    let (code, it) = post(&server, "/apis/batch/v1/namespaces/default/jobs", &job).await;
    assert_eq!(code, 201, "{it}");
    let uid = &it["metadata"]["uid"];
    assert_eq!(&it["spec"]["selector"]["matchLabels"]["batch.kubernetes.io/controller-uid"], uid);
    assert_eq!(it["spec"]["template"]["metadata"]["labels"]["job-name"], "a");
    let owned = it["metadata"]["managedFields"][0]["fieldsV1"].to_string();
    assert!(owned.contains("f:app"), "{owned}");
    assert!(!owned.contains("f:selector") && !owned.contains("controller-uid"), "{owned}");
}

#[tokio::test]
async fn defaults_of_services() {
    let server = server();
    let service = |name: &str, spec: Value| json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": name}, "spec": spec});
    let path = "/api/v1/namespaces/default/services";
    let ports = json!([{"port": 80}]);
    let spec = json!({"ports": ports, "sessionAffinity": "ClientIP", "sessionAffinityConfig": {"clientIP": {}}, "externalIPs": ["192.0.2.1"]});
    let (code, it) = post(&server, path, &service("a", spec)).await;
    assert_eq!(code, 201, "{it}");
    assert_eq!(it["spec"]["sessionAffinityConfig"], json!({"clientIP": {"timeoutSeconds": 10800}}));
    assert_eq!(it["spec"]["externalTrafficPolicy"], "Cluster");
    let (_, it) =
        post(&server, path, &service("b", json!({"ports": ports, "clusterIP": "None"}))).await;
    assert_eq!(
        (&it["spec"]["ipFamilies"], &it["spec"]["ipFamilyPolicy"]),
        (&json!(["IPv4", "IPv6"]), &json!("RequireDualStack"))
    );
    let spec = json!({"ports": ports, "clusterIP": "None", "selector": {"app": "a"}});
    let (_, it) = post(&server, path, &service("c", spec)).await;
    assert_eq!(it["spec"]["ipFamilies"], json!(["IPv4"]));
}

#[tokio::test]
async fn values_are_stored_as_go_writes_them() {
    let server = server();
    let secret = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}, "data": {"a": "aGVs\nbG8=\n"}});
    let (code, it) = post(&server, "/api/v1/namespaces/default/secrets", &secret).await;
    assert_eq!((code, &it["data"]["a"]), (201, &json!("aGVsbG8=")), "{it}");
    let mut object = deployment("a");
    object["spec"]["template"]["spec"]["containers"][0]["resources"] =
        json!({"limits": {"cpu": null, "memory": " 1Gi"}});
    let (code, it) = post(&server, DEPLOYMENTS, &object).await;
    assert_eq!(code, 201, "{it}");
    assert_eq!(
        it["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"],
        json!({"cpu": "0", "memory": "1Gi"})
    );
    let mut config = deployment("b");
    config["spec"]["replicas"] = json!(3.0);
    let path = format!("{DEPLOYMENTS}/b");
    let (code, it) = apply(&server, &path, "fieldManager=a", &config.to_string()).await;
    assert_eq!((code, &it["spec"]["replicas"]), (201, &json!(3)), "{it}");
}
