//! A controller that owns a part of an object and leaves the rest to others: [`smp_kube::apply`] reads the
//! object, compares what it wrote last, what it wants now and what is there, and sends the
//! difference as a strategic merge patch.
//!
//! An object that needs no change gets no request, also where the server returns another spelling of
//! what is wanted: `cpu: "1"` for `cpu: 1000m`.

use k8s_openapi::api::apps::v1::Deployment;
use kube::{Api, Client};
use smp_kube::{Outcome, Settings, apply};

/// The annotation with what the controller wrote last, as `kubectl apply` has one.
pub const LAST_APPLIED: &str = "controller.example.com/last-applied";

/// Brings an object to what is wanted, once.
///
/// # Errors
///
/// If the server refuses, or there is a conflict: see [`smp_kube::apply`].
pub async fn reconcile(client: Client, wanted: &Deployment) -> Result<Outcome, smp_kube::Error> {
    let api: Api<Deployment> = match wanted.metadata.namespace.as_deref() {
        Some(namespace) => Api::namespaced(client, namespace),
        None => Api::default_namespaced(client),
    };
    let settings = Settings::new(LAST_APPLIED);
    Ok(apply(&api, wanted, &settings).await?.outcome)
}
