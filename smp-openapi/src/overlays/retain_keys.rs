//! Overlays that add the strategy `retainKeys` to kinds of Kubernetes, where the proposal of that
//! strategy asks for it and Kubernetes lacks it.

use crate::overlay::Overlay;

const TEXT: &str = include_str!("../../overlays/retain-keys.json");

/// The overlay that adds the `retainKeys` of "Retain Keys", a design proposal of Kubernetes, to a
/// kind of Kubernetes. `None` if Kubernetes itself has all of the kind's.
///
/// The appendix of the proposal lists the types. The overlay covers the fields of these types, as far
/// as the proposal supports the strategy for them. `smp --dialect documented` uses the overlay.
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
