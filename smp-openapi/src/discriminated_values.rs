//! Values of discriminators that Kubernetes' documents state wrongly: they have the name of the Go
//! field instead of the API's value.

use serde_json::Value;

use crate::unions::FIELDS;

/// The definition, the member, its value in the documents, and its value in the API.
const MISTAKEN: &[(&str, &str, &str, &str)] = &[
    ("io.k8s.api.core.v1.AppArmorProfile", "localhostProfile", "LocalhostProfile", "Localhost"),
    ("io.k8s.api.core.v1.SeccompProfile", "localhostProfile", "LocalhostProfile", "Localhost"),
    ("io.k8s.api.flowcontrol.v1.LimitResponse", "queuing", "Queuing", "Queue"),
    ("io.k8s.api.flowcontrol.v1beta1.LimitResponse", "queuing", "Queuing", "Queue"),
    ("io.k8s.api.flowcontrol.v1beta2.LimitResponse", "queuing", "Queuing", "Queue"),
    ("io.k8s.api.flowcontrol.v1beta3.LimitResponse", "queuing", "Queuing", "Queue"),
];

/// The API's value for a member, if the documents state a wrong one.
#[must_use]
pub fn discriminated_value(definition: &str, member: &str, stated: &str) -> Option<&'static str> {
    let mut known = MISTAKEN.iter();
    let found = known
        .find(|(ty, field, wrong, _)| *ty == definition && *field == member && *wrong == stated);
    found.map(|(.., value)| *value)
}

/// Corrects the values in `x-kubernetes-unions` of a definition. `O(n)`.
pub(crate) fn correct(definition: &str, unions: &mut Value) {
    for union in unions.as_array_mut().into_iter().flatten() {
        let members = union.get_mut(FIELDS).and_then(Value::as_object_mut);
        for (member, value) in members.into_iter().flatten() {
            let stated = value.as_str().unwrap_or_default();
            if let Some(correct) = discriminated_value(definition, member, stated) {
                *value = correct.into();
            }
        }
    }
}
