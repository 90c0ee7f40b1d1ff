//! The controller with other clients that change the same objects: against the test server, and with
//! `cargo xtask cluster test` against a real kube-apiserver.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod deployment;

use std::pin::Pin;
use std::sync::{Arc, Mutex};

use http::{Method, Request};
use k8s_openapi::api::apps::v1::{Deployment, DeploymentStatus};
use k8s_openapi::api::core::v1::{Container, Namespace};
use kube::api::{Api, DeleteParams, Patch, PatchParams, PostParams};
use kube::client::Body;
use kube::{Client, Config};
use kube_controller::{LAST_APPLIED, reconcile};
use serde_json::{Value, from_value, json};
use smp_kube::{Error, Outcome, Settings};
use smp_testserver::TestServer;

/// The namespace of these tests. A server without other components can't delete one.
const NAMESPACE: &str = "kube-controller";

/// One Deployment of the server, and the requests of the controller for it.
struct Cluster {
    client: Client,
    name: String,
    requests: Arc<Mutex<Vec<Method>>>,
}

impl Cluster {
    /// A Deployment that is not there yet. Its name is that of the test, and differs between runs.
    async fn with(test: &str) -> Self {
        let client = match std::env::var("SMP_CLUSTER_URL") {
            Ok(url) => {
                let url = url.parse().expect("an address such as http://127.0.0.1:8001");
                Client::try_from(Config::new(url)).expect("a client")
            }
            Err(_) => Client::new(TestServer::new(), "default"),
        };
        let namespace: Namespace =
            from_value(json!({"metadata": {"name": NAMESPACE}})).expect("a Namespace");
        let created = Api::all(client.clone()).create(&PostParams::default(), &namespace).await;
        match created {
            Err(kube::Error::Api(status)) if status.code == 409 => {}
            created => drop(created.expect("a namespace")),
        }
        let name = format!("{test}-{}", std::process::id());
        Self { client, name, requests: Arc::default() }
    }

    /// The wanted object.
    fn wanted(&self, containers: &Value) -> Deployment {
        deployment::deployment(&self.name, NAMESPACE, containers)
    }

    /// The wanted object: one container with this image.
    fn web(&self, image: &str) -> Deployment {
        self.wanted(&json!([{"name": "web", "image": image}]))
    }

    /// The same with replicas.
    fn scaled(&self, image: &str, replicas: i32) -> Deployment {
        let mut wanted = self.web(image);
        wanted.spec.replicas = Some(replicas);
        wanted
    }

    async fn reconcile(&self, wanted: &Deployment) -> Result<Outcome, Error> {
        self.reconcile_while(wanted, async {}).await
    }

    /// Lets the controller work, and another client act after it has read and before it writes.
    async fn reconcile_while(
        &self,
        wanted: &Deployment,
        other: impl Future<Output = ()> + Send + 'static,
    ) -> Result<Outcome, Error> {
        let (client, requests) = (self.client.clone(), Arc::clone(&self.requests));
        let other: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(other);
        let other = Arc::new(Mutex::new(Some(other)));
        requests.lock().expect("no thread has panicked").clear();
        let service = tower::service_fn(move |request: Request<Body>| {
            requests.lock().expect("no thread has panicked").push(request.method().clone());
            let is_write = request.method() != Method::GET;
            let other = other.lock().expect("no thread has panicked").take_if(|_| is_write);
            let client = client.clone();
            async move {
                if let Some(other) = other {
                    other.await;
                }
                client.send(request).await
            }
        });
        reconcile(Client::new(service, NAMESPACE), wanted).await
    }

    /// The methods of the requests that the last call of the controller sent.
    fn requests(&self) -> Vec<Method> {
        self.requests.lock().expect("no thread has panicked").clone()
    }

    /// The access of other clients to the object.
    fn others(&self) -> Api<Deployment> {
        Api::namespaced(self.client.clone(), NAMESPACE)
    }

    /// Lets another client patch the object.
    async fn change(&self, patch: &Value) {
        patched(self.others(), self.name.clone(), patch.clone()).await;
    }

    async fn live(&self) -> Deployment {
        self.others().get(&self.name).await.expect("the object")
    }

    async fn remove(self) {
        let removed = self.others().delete(&self.name, &DeleteParams::default()).await;
        removed.expect("the object is removed");
    }
}

async fn patched(api: Api<Deployment>, name: String, patch: Value) {
    let patched = api.patch(&name, &PatchParams::default(), &Patch::Strategic(patch)).await;
    patched.expect("it is patched");
}

fn image(image: &str) -> Value {
    let containers = json!([{"name": "web", "image": image}]);
    json!({"spec": {"template": {"spec": {"containers": containers}}}})
}

fn containers(live: &Deployment) -> &[Container] {
    &live.spec.template.spec.as_ref().expect("a pod").containers
}

/// The names and images of the containers, in their order.
fn images(live: &Deployment) -> Vec<(&str, &str)> {
    containers(live).iter().map(|it| (&*it.name, it.image.as_deref().expect("one"))).collect()
}

fn replicas(live: &Deployment) -> Option<i32> {
    live.spec.replicas
}

#[tokio::test]
async fn an_object_is_created_and_a_settled_one_gets_no_request() {
    let cluster = Cluster::with("created").await;
    let wanted = cluster.web("web:1");
    assert_eq!(cluster.reconcile(&wanted).await.expect("it is created"), Outcome::Created);
    assert_eq!(cluster.requests(), [Method::GET, Method::POST]);
    let created = cluster.live().await;
    assert_eq!(images(&created), [("web", "web:1")]);
    // Filled in by the cluster.
    assert_eq!(replicas(&created), Some(1));
    assert_eq!(containers(&created)[0].image_pull_policy.as_deref(), Some("IfNotPresent"));

    assert_eq!(cluster.reconcile(&wanted).await.expect("nothing is to do"), Outcome::Unchanged);
    assert_eq!(cluster.requests(), [Method::GET]);
    assert_eq!(cluster.live().await, created);
    cluster.remove().await;
}

#[tokio::test]
async fn what_others_added_stays_and_what_is_not_wanted_any_more_goes() {
    let cluster = Cluster::with("others").await;
    let first = json!([
        {"name": "web", "image": "web:1", "env": [{"name": "OLD", "value": "1"}]},
        {"name": "log", "image": "log:1"}
    ]);
    cluster.reconcile(&cluster.wanted(&first)).await.expect("it is created");
    // A webhook and an autoscaler.
    cluster
        .change(&json!({"spec": {"template": {"spec": {
            "$setElementOrder/containers": [{"name": "web"}, {"name": "mesh"}, {"name": "log"}],
            "containers": [{"name": "mesh", "image": "mesh:7"}]
        }}}}))
        .await;
    let scale = Patch::Merge(json!({"spec": {"replicas": 5}}));
    let scaled = cluster.others().patch_scale(&cluster.name, &PatchParams::default(), &scale).await;
    scaled.expect("it is scaled");
    let outcome = cluster.reconcile(&cluster.wanted(&first)).await.expect("nothing is to do");
    assert_eq!((outcome, cluster.requests()), (Outcome::Unchanged, vec![Method::GET]));

    let second = json!([{"name": "web", "image": "web:2"}, {"name": "log", "image": "log:1"}]);
    let outcome = cluster.reconcile(&cluster.wanted(&second)).await.expect("it is patched");
    assert!(matches!(outcome, Outcome::Patched(_)), "{outcome:?}");
    let live = cluster.live().await;
    assert_eq!(images(&live), [("web", "web:2"), ("mesh", "mesh:7"), ("log", "log:1")]);
    assert_eq!(containers(&live)[0].env, None);
    assert_eq!(replicas(&live), Some(5));

    let third = cluster.web("web:2");
    cluster.reconcile(&third).await.expect("it is patched");
    assert_eq!(images(&cluster.live().await), [("web", "web:2"), ("mesh", "mesh:7")]);
    assert_eq!(cluster.reconcile(&third).await.expect("nothing is to do"), Outcome::Unchanged);
    assert_eq!(cluster.requests(), [Method::GET]);
    cluster.remove().await;
}

#[tokio::test]
async fn a_field_that_only_others_changed_is_set_back() {
    let cluster = Cluster::with("drift").await;
    let wanted = cluster.web("web:1");
    cluster.reconcile(&wanted).await.expect("it is created");
    cluster.change(&image("web:9")).await;
    let outcome = cluster.reconcile(&wanted).await.expect("it is set back");
    assert!(matches!(outcome, Outcome::Patched(_)), "{outcome:?}");
    assert_eq!(images(&cluster.live().await), [("web", "web:1")]);
    cluster.remove().await;
}

#[tokio::test]
async fn a_field_that_the_cluster_has_filled_in_is_no_conflict() {
    let cluster = Cluster::with("defaults").await;
    cluster.reconcile(&cluster.web("web:1")).await.expect("it is created");
    let scaled = cluster.scaled("web:1", 3);
    cluster.reconcile(&scaled).await.expect("it is patched");
    assert_eq!(replicas(&cluster.live().await), Some(3));

    // Given up, and not changed by others: the cluster fills in its default again.
    cluster.reconcile(&cluster.web("web:1")).await.expect("it is patched");
    assert_eq!(replicas(&cluster.live().await), Some(1));

    // Given up, and changed by an autoscaler.
    cluster.reconcile(&scaled).await.expect("it is patched");
    cluster.change(&json!({"spec": {"replicas": 5}})).await;
    assert_eq!(
        conflicts(cluster.reconcile(&cluster.web("web:1")).await),
        ["spec.replicas: original 3, modified absent, current 5"]
    );
    let note = serde_json::to_string(&cluster.web("web:1")).expect("text");
    cluster.change(&json!({"metadata": {"annotations": {LAST_APPLIED: note}}})).await;
    let outcome = cluster.reconcile(&cluster.web("web:1")).await.expect("nothing is to do");
    assert_eq!(outcome, Outcome::Unchanged);
    assert_eq!(replicas(&cluster.live().await), Some(5));
    cluster.remove().await;
}

/// The conflicts that an error has, as text.
fn conflicts(outcome: Result<Outcome, Error>) -> Vec<String> {
    let Err(Error::Conflict(error)) = outcome else { panic!("no conflict: {outcome:?}") };
    error.conflicts().iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn a_conflict_is_told_and_nothing_is_changed_until_it_is_resolved() {
    let cluster = Cluster::with("conflict").await;
    cluster.reconcile(&cluster.web("web:1")).await.expect("it is created");
    cluster.change(&image("web:9")).await;
    let before = cluster.live().await;
    let outcome = cluster.reconcile(&cluster.web("web:2")).await;
    assert_eq!(
        conflicts(outcome),
        [
            r#"spec.template.spec.containers[name="web"].image: original "web:1", modified "web:2", current "web:9""#
        ]
    );
    assert_eq!(cluster.requests(), [Method::GET]);
    assert_eq!(cluster.live().await, before);

    // The controller takes the value of the other client: only its note is written.
    let theirs = cluster.web("web:9");
    let outcome = cluster.reconcile(&theirs).await.expect("it is resolved");
    assert!(matches!(outcome, Outcome::Patched(_)), "{outcome:?}");
    assert_eq!(cluster.reconcile(&theirs).await.expect("nothing is to do"), Outcome::Unchanged);
    assert_eq!(cluster.live().await.spec, before.spec);

    // Or the other client gives in.
    cluster.change(&image("web:10")).await;
    conflicts(cluster.reconcile(&cluster.web("web:2")).await);
    cluster.change(&image("web:9")).await;
    cluster.reconcile(&cluster.web("web:2")).await.expect("it is resolved");
    assert_eq!(images(&cluster.live().await), [("web", "web:2")]);
    assert_eq!(
        cluster.reconcile(&cluster.web("web:2")).await.expect("nothing is to do"),
        Outcome::Unchanged
    );
    cluster.remove().await;
}

#[tokio::test]
async fn an_object_of_somebody_else_is_taken_over_if_it_has_what_is_wanted() {
    let cluster = Cluster::with("adopted").await;
    let theirs = json!([{"name": "web", "image": "web:9"}, {"name": "mesh", "image": "mesh:7"}]);
    let theirs = cluster.wanted(&theirs);
    cluster.others().create(&PostParams::default(), &theirs).await.expect("it is created");
    let before = cluster.live().await;
    assert_eq!(
        conflicts(cluster.reconcile(&cluster.web("web:1")).await),
        [
            r#"spec.template.spec.containers[name="web"].image: original absent, modified "web:1", current "web:9""#
        ]
    );
    assert_eq!(cluster.live().await, before);

    cluster.reconcile(&cluster.web("web:9")).await.expect("it is taken over");
    let live = cluster.live().await;
    assert_eq!(images(&live), [("web", "web:9"), ("mesh", "mesh:7")]);
    assert!(live.metadata.annotations.is_some_and(|it| it.contains_key(LAST_APPLIED)));
    assert_eq!(
        cluster.reconcile(&cluster.web("web:9")).await.expect("nothing is to do"),
        Outcome::Unchanged
    );
    cluster.remove().await;
}

#[tokio::test]
async fn what_others_do_between_reading_and_writing_is_not_overwritten() {
    let cluster = Cluster::with("race").await;
    let (api, theirs) = (cluster.others(), cluster.web("web:9"));
    let create = async move {
        api.create(&PostParams::default(), &theirs).await.expect("it is created");
    };
    let outcome = cluster.reconcile_while(&cluster.web("web:9"), create).await;
    let outcome = outcome.expect("it is taken over");
    assert!(matches!(outcome, Outcome::Patched(_)), "{outcome:?}");
    assert_eq!(cluster.requests(), [Method::GET, Method::POST, Method::GET, Method::PATCH]);

    let change = patched(cluster.others(), cluster.name.clone(), image("web:10"));
    let outcome = cluster.reconcile_while(&cluster.web("web:2"), change).await;
    assert_eq!(conflicts(outcome).len(), 1);
    assert_eq!(cluster.requests(), [Method::GET, Method::PATCH, Method::GET]);
    assert_eq!(images(&cluster.live().await), [("web", "web:10")]);
    cluster.remove().await;
}

#[tokio::test]
async fn a_value_in_another_form_than_the_server_s_is_no_difference() {
    let cluster = Cluster::with("form").await;
    let limit = |cpu: &str| {
        let resources = json!({"limits": {"cpu": cpu}});
        cluster.wanted(&json!([{"name": "web", "image": "web:1", "resources": resources}]))
    };
    cluster.reconcile(&limit("1000m")).await.expect("it is created");
    let outcome = cluster.reconcile(&limit("1000m")).await.expect("nothing is to do");
    assert_eq!(outcome, Outcome::Unchanged);
    // A change of the field is no conflict with the server's spelling.
    cluster.reconcile(&limit("2")).await.expect("it is patched");
    assert_eq!(cluster.reconcile(&limit("2")).await.expect("nothing is to do"), Outcome::Unchanged);
    cluster.remove().await;
}

#[tokio::test]
async fn what_others_have_in_a_field_that_is_dropped_stays() {
    let cluster = Cluster::with("dropped").await;
    let ours = json!([{
        "name": "web", "image": "web:1", "env": [{"name": "OURS", "value": "1"}],
        "resources": {"limits": {"cpu": "1"}},
        "livenessProbe": {"httpGet": {"port": 80}},
    }]);
    let mut wanted = cluster.wanted(&ours);
    wanted.metadata.labels = Some([("ours".to_owned(), "1".to_owned())].into());
    wanted.metadata.finalizers = Some(vec!["example.com/ours".to_owned()]);
    let pod = wanted.spec.template.spec.as_mut().expect("a pod");
    pod.volumes =
        Some(vec![from_value(json!({"name": "ours", "emptyDir": {}})).expect("a volume")]);
    cluster.reconcile(&wanted).await.expect("it is created");
    let theirs = json!({
        "metadata": {"labels": {"theirs": "1"}, "finalizers": ["example.com/theirs"]},
        "spec": {"template": {"spec": {
            "volumes": [{"name": "theirs", "emptyDir": {}}],
            "containers": [{
                "name": "web", "env": [{"name": "THEIRS", "value": "1"}],
                "resources": {"limits": {"memory": "1Gi"}},
            }],
        }}}
    });
    cluster.change(&theirs).await;
    let outcome = cluster.reconcile(&wanted).await.expect("nothing is to do");
    assert_eq!(outcome, Outcome::Unchanged);

    cluster.reconcile(&cluster.web("web:1")).await.expect("it is patched");
    let live = serde_json::to_value(cluster.live().await).expect("a value");
    assert_eq!(live["metadata"]["labels"], json!({"theirs": "1"}));
    assert_eq!(live["metadata"]["finalizers"], json!(["example.com/theirs"]));
    let pod = &live["spec"]["template"]["spec"];
    assert_eq!(pod["volumes"], json!([{"name": "theirs", "emptyDir": {}}]));
    let container = &pod["containers"][0];
    assert_eq!(container["env"], json!([{"name": "THEIRS", "value": "1"}]));
    assert_eq!(container["resources"]["limits"], json!({"memory": "1Gi"}));
    assert_eq!(container.get("livenessProbe"), None);
    let outcome = cluster.reconcile(&cluster.web("web:1")).await.expect("nothing is to do");
    assert_eq!(outcome, Outcome::Unchanged);
    cluster
        .change(
            &json!({"metadata": {"$deleteFromPrimitiveList/finalizers": ["example.com/theirs"]}}),
        )
        .await;
    cluster.remove().await;
}

#[tokio::test]
async fn an_object_that_was_read_and_changed_can_be_applied_again_and_again() {
    let cluster = Cluster::with("read").await;
    cluster.reconcile(&cluster.web("web:1")).await.expect("it is created");
    for replicas in 2..5 {
        let mut wanted = cluster.live().await;
        wanted.spec.replicas = Some(replicas);
        wanted.status = Some(DeploymentStatus { replicas: Some(7), ..Default::default() });
        let outcome = cluster.reconcile(&wanted).await.expect("it is patched");
        let Outcome::Patched(patch) = outcome else { panic!("{outcome:?}") };
        assert_eq!(patch.get("status"), None);
        let note = patch["metadata"]["annotations"][LAST_APPLIED].as_str().expect("a note");
        assert!(!note.contains("managedFields") && !note.contains("status"), "{note}");
        let outcome = cluster.reconcile(&wanted).await.expect("nothing is to do");
        assert_eq!(outcome, Outcome::Unchanged);
    }
    assert_eq!(replicas(&cluster.live().await), Some(4));
    cluster.remove().await;
}

#[tokio::test]
async fn the_reason_of_the_server_is_kept_where_nothing_can_be_created() {
    let cluster = Cluster::with("nowhere").await;
    let mut wanted = cluster.web("web:1");
    wanted.metadata.namespace = None;
    let api: Api<Deployment> = Api::namespaced(cluster.client.clone(), "nosuch");
    let settings = Settings::new(LAST_APPLIED);
    let error = smp_kube::apply(&api, &wanted, &settings).await.expect_err("no such namespace");
    let Error::Kube(kube::Error::Api(status)) = &error else { panic!("{error:?}") };
    assert_eq!(status.code, 404);
    assert!(status.message.contains("nosuch"), "{status:?}");
}
