//! The results of an API server, where the RFCs say otherwise or nothing.

use serde_json::Value;
use smp_core::Document;
use smp_json_patch::{Error, JsonPatch, MergePatch};

const OBJECT: &str = r#"{"apiVersion":"v1","kind":"ConfigMap","x":{"a":1,"b":{"c":2},"l":[10,20,30],"n":null,"s":"t"}}"#;

/// Operations, and `x` after them; `None` for an error. The results are those of
/// gopkg.in/evanphx/json-patch.v4 v4.13.0, with which API servers execute JSON patches. An API
/// server then drops members that are null.
const CASES: [(&str, &str, Option<&str>); 54] = [
    (
        "replace of a missing member",
        r#"{"op":"replace","path":"/x/new","value":1}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,20,30],"n":null,"new":1,"s":"t"}"#),
    ),
    ("replace in a missing object", r#"{"op":"replace","path":"/x/new/a","value":1}"#, None),
    ("replace in null", r#"{"op":"replace","path":"/x/n/a","value":1}"#, None),
    (
        "replace without value",
        r#"{"op":"replace","path":"/x/a"}"#,
        Some(r#"{"a":null,"b":{"c":2},"l":[10,20,30],"n":null,"s":"t"}"#),
    ),
    ("replace of a missing element", r#"{"op":"replace","path":"/x/l/3","value":1}"#, None),
    ("replace at -", r#"{"op":"replace","path":"/x/l/-","value":1}"#, None),
    (
        "replace at -1",
        r#"{"op":"replace","path":"/x/l/-1","value":1}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,20,1],"n":null,"s":"t"}"#),
    ),
    ("replace at -4", r#"{"op":"replace","path":"/x/l/-4","value":1}"#, None),
    (
        "replace at 01",
        r#"{"op":"replace","path":"/x/l/01","value":1}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,1,30],"n":null,"s":"t"}"#),
    ),
    (
        "replace at +1",
        r#"{"op":"replace","path":"/x/l/+1","value":1}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,1,30],"n":null,"s":"t"}"#),
    ),
    (
        "test of a missing member",
        r#"{"op":"test","path":"/x/new"}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,20,30],"n":null,"s":"t"}"#),
    ),
    (
        "test of a missing member for null",
        r#"{"op":"test","path":"/x/new","value":null}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,20,30],"n":null,"s":"t"}"#),
    ),
    ("test of a missing member for 1", r#"{"op":"test","path":"/x/new","value":1}"#, None),
    (
        "test of a null member",
        r#"{"op":"test","path":"/x/n","value":null}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,20,30],"n":null,"s":"t"}"#),
    ),
    ("test of a member without value", r#"{"op":"test","path":"/x/a"}"#, None),
    ("test of a member for null", r#"{"op":"test","path":"/x/a","value":null}"#, None),
    ("test in a missing object", r#"{"op":"test","path":"/x/new/a","value":null}"#, None),
    (
        "test of an object",
        r#"{"op":"test","path":"/x/b","value":{"c":2}}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,20,30],"n":null,"s":"t"}"#),
    ),
    (
        "test of an object with a null member",
        r#"{"op":"test","path":"/x/b","value":{"c":2,"d":null}}"#,
        None,
    ),
    (
        "test of a list",
        r#"{"op":"test","path":"/x/l","value":[10,20,30]}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,20,30],"n":null,"s":"t"}"#),
    ),
    ("test 1 against 1.0", r#"{"op":"test","path":"/x/a","value":1.0}"#, None),
    ("test of a missing element", r#"{"op":"test","path":"/x/l/3","value":null}"#, None),
    ("test of the whole object", r#"{"op":"test","path":"","value":{}}"#, None),
    (
        "copy from a missing member",
        r#"{"op":"copy","from":"/x/new","path":"/x/d"}"#,
        Some(r#"{"a":1,"b":{"c":2},"d":null,"l":[10,20,30],"n":null,"s":"t"}"#),
    ),
    ("copy from a missing object", r#"{"op":"copy","from":"/x/new/a","path":"/x/d"}"#, None),
    ("copy from a missing element", r#"{"op":"copy","from":"/x/l/3","path":"/x/d"}"#, None),
    (
        "copy from -1",
        r#"{"op":"copy","from":"/x/l/-1","path":"/x/l/0"}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[30,10,20,30],"n":null,"s":"t"}"#),
    ),
    (
        "copy to -",
        r#"{"op":"copy","from":"/x/l/0","path":"/x/l/-"}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,20,30,10],"n":null,"s":"t"}"#),
    ),
    ("move from a missing member", r#"{"op":"move","from":"/x/new","path":"/x/d"}"#, None),
    (
        "move of null",
        r#"{"op":"move","from":"/x/n","path":"/x/d"}"#,
        Some(r#"{"a":1,"b":{"c":2},"d":null,"l":[10,20,30],"s":"t"}"#),
    ),
    ("move into itself", r#"{"op":"move","from":"/x/b","path":"/x/b/d"}"#, None),
    (
        "move from -1",
        r#"{"op":"move","from":"/x/l/-1","path":"/x/l/0"}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[30,10,20],"n":null,"s":"t"}"#),
    ),
    (
        "add without value",
        r#"{"op":"add","path":"/x/d"}"#,
        Some(r#"{"a":1,"b":{"c":2},"d":null,"l":[10,20,30],"n":null,"s":"t"}"#),
    ),
    (
        "add to -1",
        r#"{"op":"add","path":"/x/l/-1","value":1}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,20,30,1],"n":null,"s":"t"}"#),
    ),
    (
        "add at -4",
        r#"{"op":"add","path":"/x/l/-4","value":1}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[1,10,20,30],"n":null,"s":"t"}"#),
    ),
    ("add at -5", r#"{"op":"add","path":"/x/l/-5","value":1}"#, None),
    (
        "add at 01",
        r#"{"op":"add","path":"/x/l/01","value":1}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,1,20,30],"n":null,"s":"t"}"#),
    ),
    (
        "add at 3",
        r#"{"op":"add","path":"/x/l/3","value":1}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,20,30,1],"n":null,"s":"t"}"#),
    ),
    ("add at 4", r#"{"op":"add","path":"/x/l/4","value":1}"#, None),
    ("add at a name", r#"{"op":"add","path":"/x/l/a","value":1}"#, None),
    ("add in a scalar", r#"{"op":"add","path":"/x/a/b","value":1}"#, None),
    ("add of the whole object", r#"{"op":"add","path":"","value":{}}"#, None),
    (
        "add through -1",
        r#"{"op":"add","path":"/x/l/-","value":{}},{"op":"add","path":"/x/l/-1/z","value":1}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,20,30,{"z":1}],"n":null,"s":"t"}"#),
    ),
    ("remove of a missing member", r#"{"op":"remove","path":"/x/new"}"#, None),
    (
        "remove of null",
        r#"{"op":"remove","path":"/x/n"}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,20,30],"s":"t"}"#),
    ),
    ("remove of a missing element", r#"{"op":"remove","path":"/x/l/3"}"#, None),
    (
        "remove at -1",
        r#"{"op":"remove","path":"/x/l/-1"}"#,
        Some(r#"{"a":1,"b":{"c":2},"l":[10,20],"n":null,"s":"t"}"#),
    ),
    ("remove at -", r#"{"op":"remove","path":"/x/l/-"}"#, None),
    ("remove of the whole object", r#"{"op":"remove","path":""}"#, None),
    (
        "a name with a lone tilde",
        r#"{"op":"add","path":"/x/a~b~01~10","value":1}"#,
        Some(r#"{"a":1,"a~b~1/0":1,"b":{"c":2},"l":[10,20,30],"n":null,"s":"t"}"#),
    ),
    (
        "an unknown member",
        r#"{"op":"add","path":"/x/d","value":1,"valeu":2}"#,
        Some(r#"{"a":1,"b":{"c":2},"d":1,"l":[10,20,30],"n":null,"s":"t"}"#),
    ),
    ("an unknown op", r#"{"op":"ad","path":"/x/d","value":1}"#, None),
    ("no op", r#"{"path":"/x/d","value":1}"#, None),
    (
        "an empty step",
        r#"{"op":"add","path":"/x/","value":1}"#,
        Some(r#"{"":1,"a":1,"b":{"c":2},"l":[10,20,30],"n":null,"s":"t"}"#),
    ),
];

/// The result of a JSON patch of these operations.
fn patched(operations: &str) -> Result<Document<'static>, Error> {
    let patch = format!("[{operations}]");
    JsonPatch::new(Document::from_json(&patch)?)?.apply(Document::from_json(OBJECT)?)
}

#[test]
fn the_results_are_those_of_a_server() {
    for (name, operations, wanted) in CASES {
        let found = patched(operations).ok().map(|result| {
            let value: Value = serde_json::from_str(&result.to_json()).unwrap();
            value["x"].clone()
        });
        let wanted = wanted.map(|text| serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(found, wanted, "{name}");
    }
}

/// Merge patches, and `x` after them. The results are those of an API server for free-form fields.
const MERGE_CASES: [(&str, &str); 4] = [
    (r#"{"l":[{"n":null,"a":1}]}"#, r#"{"a":1,"b":{"c":2},"l":[{"a":1}],"n":null,"s":"t"}"#),
    (
        r#"{"l":[null,[{"n":null}],{"a":{"n":null}}]}"#,
        r#"{"a":1,"b":{"c":2},"l":[null,[{}],{"a":{}}],"n":null,"s":"t"}"#,
    ),
    (
        r#"{"new":{"n":null,"l":[{"n":null}]}}"#,
        r#"{"a":1,"b":{"c":2},"l":[10,20,30],"n":null,"s":"t","new":{"l":[{}]}}"#,
    ),
    (r#"{"n":null,"l":null,"b":{"c":null}}"#, r#"{"a":1,"b":{},"s":"t"}"#),
];

#[test]
fn merge_patches_have_the_results_of_an_api_server() {
    for (patch, x) in MERGE_CASES {
        let patch = format!(r#"{{"x":{patch}}}"#);
        let patch = MergePatch::new(Document::from_json(&patch).unwrap()).unwrap();
        let result = patch.apply(Document::from_json(OBJECT).unwrap()).unwrap();
        let wanted = format!(r#"{{"apiVersion":"v1","kind":"ConfigMap","x":{x}}}"#);
        assert_eq!(result.to_json(), wanted, "{patch:?}");
    }
}
