//! What a controller does that owns a part of an object and leaves the rest to
//! others: read the object, compare what it wrote last, what it wants now and
//! what is there, and send the difference as a strategic merge patch.
//!
//! Sidecars that a webhook injected, fields that a cluster defaulted, replicas
//! that an autoscaler set: all stay, and an object that needs no change gets no
//! request.

use k8s_openapi::api::apps::v1::Deployment;
use kube::api::{Patch, PatchParams, PostParams};
use kube::{Api, Client};
use smp_core::{StrategicMerge, ThreeWay};

/// Where the controller keeps what it wrote last, as `kubectl apply` does.
pub const LAST_APPLIED: &str = "controller.example.com/last-applied";

/// What every step may fail with.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// What was done.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// There was no such object.
    Created,
    /// This patch was sent.
    Patched(String),
    /// Nothing differs from what is wanted.
    Settled,
}

/// Brings an object to what is wanted, once.
///
/// # Errors
///
/// If the server refuses, or someone else has changed a field that the
/// controller wants otherwise.
pub async fn reconcile(client: Client, wanted: &Deployment) -> Result<Outcome, Error> {
    let name = wanted.metadata.name.as_deref().ok_or("the wanted object has no name")?;
    let api: Api<Deployment> = match wanted.metadata.namespace.as_deref() {
        Some(namespace) => Api::namespaced(client, namespace),
        None => Api::default_namespaced(client),
    };
    let modified = with_last_applied(wanted)?;
    let Some(current) = api.get_opt(name).await? else {
        api.create(&PostParams::default(), &modified).await?;
        return Ok(Outcome::Created);
    };
    let original = last_applied(&current)?.unwrap_or_else(|| wanted.clone());
    let patch = Deployment::strategic_three_way(ThreeWay::new(&original, &modified, &current))?;
    if patch.is_empty() {
        return Ok(Outcome::Settled);
    }
    api.patch(name, &PatchParams::default(), &Patch::Strategic(&patch)).await?;
    Ok(Outcome::Patched(patch.to_json()))
}

/// The object with itself in an annotation.
fn with_last_applied(wanted: &Deployment) -> Result<Deployment, Error> {
    let mut object = wanted.clone();
    let annotations = object.metadata.annotations.get_or_insert_default();
    annotations.insert(LAST_APPLIED.to_owned(), serde_json::to_string(wanted)?);
    Ok(object)
}

fn last_applied(current: &Deployment) -> Result<Option<Deployment>, Error> {
    let annotations = current.metadata.annotations.as_ref();
    let Some(text) = annotations.and_then(|all| all.get(LAST_APPLIED)) else { return Ok(None) };
    Ok(Some(serde_json::from_str(text)?))
}
