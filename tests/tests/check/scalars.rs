//! Scalars that the schema does not have: of another type, and integers that an API server reads
//! otherwise than they are written.

use serde::{Deserialize, Serialize};
use serde_json::json;
use smp_core::{Options, Patch, PatchSchema};
use smp_openapi::CustomResources;

use super::{check, check_of};

#[derive(Serialize, Deserialize, PatchSchema)]
struct Sizes {
    size: u64,
}

#[test]
fn scalars_of_another_type() {
    for (value, found) in [
        ("3", ""),
        ("null", ""),
        (r#""3""#, "spec.replicas: expected an integer, found a string"),
        ("true", "spec.replicas: expected an integer, found a boolean"),
        ("3.5", "spec.replicas: expected an integer, found a number with a fraction"),
        // The nearest number of 64 bits is an integer.
        (
            "12345678901234567.5",
            "spec.replicas: expected an integer, found a number with a fraction",
        ),
        ("[3]", "spec.replicas: expected an integer, found a list"),
    ] {
        assert_eq!(check(&format!(r#"{{"spec": {{"replicas": {value}}}}}"#)), found);
    }
    assert_eq!(
        check_of("v1", "ConfigMap", r#"{"data": {"a": 1, "b": "1", "c": true}}"#),
        "data.a: expected a string, found a number\ndata.c: expected a string, found a boolean"
    );
    // Quantities may be strings or numbers, values of type int-or-string strings or integers.
    let container = r#"{"name": "a", "resources": {"limits": {"cpu": 1, "memory": "1Gi"}},
        "livenessProbe": {"httpGet": {"port": "http"}}}"#;
    let patch = format!(r#"{{"spec": {{"containers": [{container}]}}}}"#);
    assert_eq!(check_of("v1", "Pod", &patch), "");
    let patch = |port: &str| {
        let probe =
            format!(r#"{{"name": "a", "livenessProbe": {{"httpGet": {{"port": {port}}}}}}}"#);
        format!(r#"{{"spec": {{"containers": [{probe}]}}}}"#)
    };
    assert_eq!(
        check_of("v1", "Pod", &patch("80.0")),
        "spec.containers[0].livenessProbe.httpGet.port: expected a string or an integer without \
         fraction and exponent, found 80.0; did you mean `80`?"
    );
    assert_eq!(
        check_of("v1", "Pod", &patch("true")),
        "spec.containers[0].livenessProbe.httpGet.port: expected a string or an integer, found a \
         boolean"
    );
}

/// An API server refuses them in an object, and stores another number of some in a patch.
#[test]
fn integers_that_a_server_reads_otherwise() {
    let of_32_bits =
        |found: &str| format!("expected an integer from -2147483648 to 2147483647, found {found}");
    let spelled = |found: &str, integer: &str| {
        format!(
            "expected an integer without fraction and exponent, found {found}; did you mean \
             `{integer}`?"
        )
    };
    for (value, found) in [
        ("2147483647", String::new()),
        ("-2147483648", String::new()),
        ("-0", String::new()),
        ("3.0", spelled("3.0", "3")),
        ("3e0", spelled("3e0", "3")),
        ("30e-1", spelled("30e-1", "3")),
        ("-0.0", spelled("-0.0", "0")),
        ("2147483648", of_32_bits("2147483648")),
        ("-2147483649", of_32_bits("-2147483649")),
        ("99999999999.0", of_32_bits("99999999999.0")),
        ("1e30", of_32_bits("1e30")),
        ("1e99999999999999999999999999999999999999999", of_32_bits("a longer number")),
    ] {
        let found = if found.is_empty() { found } else { format!("spec.replicas: {found}") };
        assert_eq!(check(&format!(r#"{{"spec": {{"replicas": {value}}}}}"#)), found);
    }
    let grace = |seconds: &str| {
        let patch = format!(r#"{{"spec": {{"terminationGracePeriodSeconds": {seconds}}}}}"#);
        check_of("v1", "Pod", &patch)
    };
    assert_eq!(grace("9223372036854775807"), "");
    assert_eq!(
        grace("9223372036854775808"),
        "spec.terminationGracePeriodSeconds: expected an integer from -9223372036854775808 to \
         9223372036854775807, found 9223372036854775808"
    );
}

/// Integers of a definition have 64 bits unless its format says 32; those of a Rust type have any
/// size, since serde refuses what does not fit.
#[test]
fn integers_of_definitions_and_rust_types() {
    let definition = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "spec": {
            "group": "example.com",
            "names": {"kind": "Widget"},
            "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {
                "type": "object",
                "properties": {"spec": {"type": "object", "properties": {
                    "size": {"type": "integer", "format": "int32"},
                    "total": {"type": "integer"},
                    "port": {"x-kubernetes-int-or-string": true},
                }}},
            }}}],
        },
    });
    let resources = CustomResources::from_value(&definition).expect("a definition");
    let types = |api_version: &str, name: &str| smp_types::type_schema(api_version, name).cloned();
    let schema = resources.schema_of("example.com/v1", "Widget", &types).expect("no mistake");
    let schema = schema.expect("the kind").schema;
    let patch = r#"{"spec": {"size": 99999999999, "total": 99999999999, "port": 8e1}}"#;
    let found = Patch::from_json(patch).expect("a patch").check(&schema, &Options::default());
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "spec.size: expected an integer from -2147483648 to 2147483647, found 99999999999",
            "spec.port: expected a string or an integer without fraction and exponent, found 8e1; \
             did you mean `80`?",
        ]
    );

    let check = |patch: &str| {
        let found =
            Patch::from_json(patch).expect("a patch").check(Sizes::schema(), &Options::default());
        found.iter().map(ToString::to_string).collect::<String>()
    };
    assert_eq!(check(r#"{"size": 18446744073709551615}"#), "");
    assert_eq!(
        check(r#"{"size": 1.0}"#),
        "size: expected an integer without fraction and exponent, found 1.0; did you mean `1`?"
    );
}
