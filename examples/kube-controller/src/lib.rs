//! A controller that owns a part of an object and leaves the rest to others: it reads the
//! object, compares what it wrote last, what it wants now and what is there, and sends the
//! difference as a strategic merge patch.
//!
//! | a field | what the controller does |
//! |---|---|
//! | that it does not state: a sidecar of a webhook, a default, replicas of an autoscaler | leaves it alone |
//! | that it states, and others changed | sets it back |
//! | that it wrote, and does not state any more | removes it |
//! | that it wrote, others changed since, and it wants to change or remove | fails, and changes nothing |
//!
//! An object that needs no change gets no request, if what is wanted is stated in the form in
//! which the server writes it: `cpu: "1"`, not `cpu: 1000m`.

use k8s_openapi::api::apps::v1::Deployment;
use kube::api::{Patch, PatchParams, PostParams};
use kube::{Api, Client};
use serde_json::json;
use smp_core::{Overwrite, StrategicMerge, ThreeWay};

/// The annotation with what the controller wrote last, as `kubectl apply` has one.
pub const LAST_APPLIED: &str = "controller.example.com/last-applied";

/// The error of a step. A conflict is a [`smp_core::Error`].
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// The work that was done.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// There was no such object.
    Created,
    /// This patch was sent.
    Patched(String),
    /// Nothing differs from what is wanted, and nothing was sent.
    Settled,
    /// Somebody else created or changed the object after it was read. The server has refused
    /// the request: reconcile again.
    Outdated,
}

/// Brings an object to what is wanted, once.
///
/// # Errors
///
/// If the server refuses, or there is a conflict: see [`update`].
pub async fn reconcile(client: Client, wanted: &Deployment) -> Result<Outcome, Error> {
    let name = wanted.metadata.name.as_deref().ok_or("the wanted object has no name")?;
    let api: Api<Deployment> = match wanted.metadata.namespace.as_deref() {
        Some(namespace) => Api::namespaced(client, namespace),
        None => Api::default_namespaced(client),
    };
    let Some(current) = api.get_opt(name).await? else {
        let created = api.create(&PostParams::default(), &with_last_applied(wanted)?).await;
        return unless_outdated(created, Outcome::Created);
    };
    let patch = update(wanted, &current)?;
    if patch.is_empty() {
        return Ok(Outcome::Settled);
    }
    let mut patch = patch.to_value()?;
    // The server refuses the patch if the object is not the one that was compared.
    patch["metadata"]["resourceVersion"] = json!(current.metadata.resource_version);
    let patched = api.patch(name, &PatchParams::default(), &Patch::Strategic(&patch)).await;
    unless_outdated(patched, Outcome::Patched(patch.to_string()))
}

/// The patch that makes of `current` what is wanted, and leaves the rest. It is empty if there
/// is nothing to do.
///
/// # Errors
///
/// If others have changed a field that the controller wrote and now changes, too, to another
/// value. Every such field is in [`smp_core::Error::conflicts`]. In an object that the
/// controller has never written, that is every field with another value than it wants.
pub fn update(wanted: &Deployment, current: &Deployment) -> Result<smp_core::Patch, Error> {
    let modified = with_last_applied(wanted)?;
    let annotations = current.metadata.annotations.as_ref();
    let (original, written) = match annotations.and_then(|all| all.get(LAST_APPLIED)) {
        Some(text) => {
            let original: Deployment =
                serde_json::from_str(text).map_err(|error| format!("{LAST_APPLIED}: {error}"))?;
            // With defaults of the cluster, which are no change of what the controller wrote.
            let written = current.strategic_merge(&smp_core::Patch::from_json(text)?)?;
            (original, written)
        }
        None => Default::default(),
    };
    let conflicts =
        ThreeWay::new(&written, &modified, current).overwrite(Overwrite::UnlessBothChanged);
    Deployment::strategic_three_way(conflicts)?;
    Ok(Deployment::strategic_three_way(ThreeWay::new(&original, &modified, current))?)
}

/// The object with itself in the annotation.
fn with_last_applied(wanted: &Deployment) -> Result<Deployment, Error> {
    let mut object = wanted.clone();
    let annotations = object.metadata.annotations.get_or_insert_default();
    annotations.insert(LAST_APPLIED.to_owned(), serde_json::to_string(wanted)?);
    Ok(object)
}

/// The outcome of a request, if the server has taken it.
fn unless_outdated(answer: kube::Result<Deployment>, outcome: Outcome) -> Result<Outcome, Error> {
    match answer {
        Ok(_) => Ok(outcome),
        Err(kube::Error::Api(status)) if status.code == 409 => Ok(Outcome::Outdated),
        Err(error) => Err(error.into()),
    }
}
