//! The overlays for kinds of Kubernetes with the strategy `retainKeys` that the proposal of that
//! strategy asks for, and Kubernetes lacks.

use crate::overlay::Overlay;

const TEXT: &str = include_str!("../../overlays/retain-keys.json");

/// The overlay with the `retainKeys` of "Retain Keys", a design proposal of Kubernetes, for a kind
/// of Kubernetes: `None` if the kind has none besides those that Kubernetes has itself.
///
/// The appendix of the proposal lists the types; the fields here are those with such a type for
/// which the proposal supports the strategy. `smp --dialect documented` uses the overlay.
/// `O(n)` in the overlays, which are parsed here.
///
/// ```
/// use smp_openapi::overlays;
/// use smp_schema::Schema;
/// # fn documented(pod: &Schema) -> Result<Schema, Box<dyn std::error::Error>> {
/// let overlay = overlays::retain_keys("v1", "Pod").expect("an overlay");
/// let schema = overlay.fill(pod, &|_: &str, _: &str| None::<Schema>, &[])?.schema;
/// # Ok(schema)
/// # }
/// assert!(overlays::retain_keys("v1", "ConfigMap").is_none());
/// ```
#[must_use]
pub fn retain_keys(api_version: &str, kind: &str) -> Option<Overlay> {
    let all: Vec<Overlay> = serde_json::from_str(TEXT).ok()?;
    all.into_iter().find(|overlay| overlay.is_for(api_version, kind))
}
