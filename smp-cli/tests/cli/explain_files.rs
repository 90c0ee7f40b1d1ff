//! `smp explain` with schemas from files: types that contain themselves, and the
//! layer that each field comes from.

use snapbox::{IntoData as _, str};

use crate::{Files, printed};

/// `loop.json`: the kind `W` has a field of type `A`, and `A` is a list of `A`.
fn list_of_itself(test: &str) -> Files {
    let document = r##"{"swagger": "2.0", "definitions": {
        "W": {
            "type": "object",
            "properties": {"a": {"$ref": "#/definitions/A"}, "b": {"$ref": "#/definitions/B"}},
            "x-kubernetes-group-version-kind": [{"group": "example.com", "kind": "W", "version": "v1"}]
        },
        "A": {"type": "array", "items": {"$ref": "#/definitions/A"}},
        "B": {"type": "array", "items": {"additionalProperties": {"$ref": "#/definitions/B"}}}
    }}"##;
    Files::new(test, &[("loop.json", document)])
}

#[test]
fn a_list_type_that_contains_itself_as_a_table() {
    let files = list_of_itself("explain_loop_table");
    let table = printed(files.smp(&["explain", "W", "--schema", "loop.json"]));
    snapbox::assert_data_eq!(
        &table,
        str![[r#"
KIND:          example.com/v1/W
TYPE:          W
LAYER:         loop.json

FIELD  TYPE
a      list of itself
b      list of map of itself

"#]]
        .raw()
    );
    let field = printed(files.smp(&["explain", "W.a", "--schema", "loop.json"]));
    assert!(field.contains("TYPE:          list of itself\n"), "{field}");
    let tree = printed(files.smp(&["explain", "W", "--recursive", "--schema", "loop.json"]));
    assert!(tree.contains("\na      list of itself\n"), "{tree}");
}

#[test]
fn a_list_type_that_contains_itself_as_json() {
    let files = list_of_itself("explain_loop_json");
    let args = ["explain", "W", "--recursive", "-o", "json", "--schema", "loop.json"];
    let json = printed(files.smp(&args));
    assert!(json.contains(r#""type": "list of itself""#), "{json}");
}

#[test]
fn a_field_below_a_list_that_contains_itself_is_unknown() {
    let files = list_of_itself("explain_loop_unknown");
    let run = files.smp(&["explain", "W.a.name", "--schema", "loop.json"]);
    run.assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error: a has no field "name"
 |
 = help: a is of type list of itself, which has no fields

"#]]
        .raw(),
    );
}

#[test]
fn a_quoted_name_with_an_escaped_quote_has_the_layer_of_its_overlay() {
    let document = r##"{"swagger": "2.0", "definitions": {
        "W": {
            "type": "object",
            "properties": {"a\"]b": {"type": "string"}, "a": {"type": "string"}, "\u00e9": {"type": "string"}},
            "x-kubernetes-group-version-kind": [{"group": "example.com", "kind": "W", "version": "v1"}]
        }
    }}"##;
    let overlay = r#"
apiVersion: example.com/v1
kind: W
fields:
  '["a\"]b"]': {type: any}
  '["\u00e9"]': {type: any}
"#;
    let files = Files::new("explain_quoted", &[("api.json", document), ("overlay.yaml", overlay)]);
    let args = ["explain", "W", "--schema", "api.json", "--schema", "overlay.yaml"];
    snapbox::assert_data_eq!(
        printed(files.smp(&args)),
        str![[r#"
KIND:          example.com/v1/W
TYPE:          W
LAYER:         api.json

FIELD  TYPE       LAYER
a"]b   free-form  overlay.yaml
a      string     api.json
é      free-form  overlay.yaml

"#]]
        .raw()
    );
}

#[test]
fn the_path_of_a_field_may_have_quoted_names_and_steps_into_lists() {
    let document = r##"{"swagger": "2.0", "definitions": {
        "W": {
            "type": "object",
            "properties": {"a.b": {"type": "array", "items": {"properties": {"c": {"type": "string"}}}}},
            "x-kubernetes-group-version-kind": [{"group": "example.com", "kind": "W", "version": "v1"}]
        }
    }}"##;
    let files = Files::new("explain_paths", &[("api.json", document)]);
    for field in [r#"W["a.b"]"#, r#"example.com/v1/W["a.b"]"#, r#"W["a.b"][]"#] {
        let table = printed(files.smp(&["explain", field, "--schema", "api.json"]));
        assert!(table.contains("FIELD:         a.b\n"), "{table}");
        assert!(table.contains("\nc      string"), "{table}");
    }
    for field in [r#"W["a.b"].c"#, r#"W["a.b"][].c"#] {
        let table = printed(files.smp(&["explain", field, "--schema", "api.json"]));
        assert!(table.contains("FIELD:         a.b.c\n"), "{table}");
    }
    let run = files.smp(&["explain", "W.a[0]", "--schema", "api.json"]);
    run.assert().code(2).stderr_eq(
        str![[r#"
error: expected `[]` or a quoted name in brackets at `[0]`; write data["a.b"]

"#]]
        .raw(),
    );
}
