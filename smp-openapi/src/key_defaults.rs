//! Defaults of list map keys that Kubernetes' v2 documents leave out.

/// The type of the elements, the key and its default. The API server sets `protocol` to its
/// default before it compares the keys of ports.
const KEY_DEFAULTS: &[(&str, &str, &str)] = &[
    ("io.k8s.api.core.v1.ContainerPort", "protocol", "TCP"),
    ("io.k8s.api.core.v1.ServicePort", "protocol", "TCP"),
];

/// The default of a key, for elements whose type is this definition.
#[must_use]
pub fn key_default(definition: &str, key: &str) -> Option<&'static str> {
    let known = KEY_DEFAULTS.iter().find(|(ty, of, _)| *ty == definition && *of == key);
    known.map(|(.., default)| *default)
}
