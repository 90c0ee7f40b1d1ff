//! Rust enums in three-way diffs, in composed patches and in conflicts of patches: they are
//! treated as unions, as in a merge.

#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{
    ErrorKind, FieldDef, ObjectDef, Options, Overwrite, Patch, PatchSchema, Schema, SchemaBuilder,
    StrategicMerge, ThreeWay, UnionDef, Unions, apply, compose, conflicts,
};

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Holder {
    source: Option<Source>,
    tagged: Option<Tagged>,
    content: Option<Content>,
}

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
enum Source {
    A { x: u8 },
    B { x: u8 },
    C { x: Option<u8> },
}

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(tag = "type")]
enum Tagged {
    A { a: u8 },
    B { b: Inner },
    C { c: Option<Inner> },
    None,
}

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
struct Inner {
    one: Option<u8>,
    two: Option<u8>,
}

#[derive(PatchSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(tag = "t", content = "v")]
enum Content {
    A(Inner),
    B,
}

fn holder(source: Option<Source>) -> Holder {
    Holder { source, tagged: None, content: None }
}

fn conflict(original: &Holder, modified: &Holder, current: &Holder) -> Vec<String> {
    let documents =
        ThreeWay::new(original, modified, current).overwrite(Overwrite::UnlessBothChanged);
    match Holder::strategic_three_way(documents) {
        Ok(_) => Vec::new(),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Conflict, "{error}");
            error.conflicts().iter().map(ToString::to_string).collect()
        }
    }
}

#[test]
fn three_way_reports_two_variants() {
    let (a, b) = (Some(Source::A { x: 1 }), Some(Source::B { x: 2 }));
    let c = Some(Source::C { x: Some(3) });
    let found = conflict(&holder(a.clone()), &holder(b.clone()), &holder(c.clone()));
    assert_eq!(
        found,
        [r#"source: original {"A":{"x":1}}, modified {"B":{"x":2}}, current {"C":{"x":3}}"#]
    );
    let found = conflict(&holder(None), &holder(b.clone()), &holder(c));
    assert_eq!(
        found,
        [r#"source: original absent, modified {"B":{"x":2}}, current {"C":{"x":3}}"#]
    );
    // Only one side changed, or both made the same change.
    for (original, modified, current) in [(&a, &b, &a), (&a, &a, &b), (&a, &b, &b)] {
        let holders = [original, modified, current].map(|it| holder(it.clone()));
        assert_eq!(conflict(&holders[0], &holders[1], &holders[2]), [""; 0]);
    }
}

#[test]
fn three_way_reports_a_tag_once() {
    let tagged = |tagged| Holder { tagged: Some(tagged), ..holder(None) };
    let original = tagged(Tagged::A { a: 1 });
    let modified = tagged(Tagged::B { b: Inner::default() });
    let current = tagged(Tagged::C { c: Some(Inner::default()) });
    let found = conflict(&original, &modified, &current);
    assert_eq!(found, [r#"tagged.type: original "A", modified "B", current "C""#]);
}

#[test]
fn three_way_reports_unions_that_are_normalized() {
    let mut types = SchemaBuilder::new();
    let any = types.any();
    let fields = ["a", "b", "c", "d"];
    let object = fields
        .iter()
        .fold(ObjectDef::new("Volume"), |object, name| object.field(*name, FieldDef::new(any)));
    let root = types.object(object.union(UnionDef::new().members(["a", "b", "c"])));
    let schema = types.build(root).unwrap();
    let diff = |unions| {
        ThreeWay::new(r#"{"a":1,"d":1}"#, r#"{"b":1,"d":1}"#, r#"{"c":1,"d":1}"#)
            .overwrite(Overwrite::UnlessBothChanged)
            .diff(&schema, &Options::default().unions(unions))
    };
    assert!(diff(Unions::Ignore).is_ok());
    let error = diff(Unions::Normalize).unwrap_err();
    let found: Vec<_> = error.conflicts().iter().map(ToString::to_string).collect();
    assert_eq!(found, [r#".: original {"a":1}, modified {"b":1}, current {"c":1}"#]);
}

fn schema() -> &'static Schema {
    Holder::schema()
}

#[test]
fn patches_of_two_variants_conflict() {
    let found = |first: Value, second: Value| {
        let found = conflicts(&first, &second, schema(), &Options::default()).unwrap();
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        found(json!({"source": {"A": {"x": 1}}}), json!({"source": {"B": {"x": 1}}})),
        [r#"source: first {"A":{"x":1}}, second {"B":{"x":1}}"#]
    );
    assert_eq!(
        found(json!({"tagged": {"type": "None"}}), json!({"tagged": {"a": 1}})),
        [r#"tagged: first {"type":"None"}, second {"a":1}"#]
    );
    assert_eq!(
        found(json!({"tagged": {"type": "A", "a": 1}}), json!({"tagged": {"type": "B"}})),
        [r#"tagged.type: first "A", second "B""#]
    );
    let nothing: [&str; 0] = [];
    assert_eq!(
        found(json!({"source": {"A": {"x": 1}}}), json!({"source": {"A": {"x": 1}, "B": null}})),
        nothing
    );
}

/// Switching from one variant to another with two patches, in many combinations.
#[test]
fn composed_patches_switch_variants() {
    let lives = [
        json!({"source": null}),
        json!({"source": {"A": {"x": 1}}}),
        json!({"source": {"C": {"x": 1}}}),
        json!({"tagged": {"type": "A", "a": 1}}),
        json!({"tagged": {"type": "C", "c": {"one": 1}}}),
        json!({"tagged": {"type": "B", "b": {"one": 1, "two": 2}}}),
        json!({"tagged": {"type": "None"}}),
        json!({"content": {"t": "A", "v": {"one": 1}}}),
        json!({"content": {"t": "B"}}),
    ];
    let patches = [
        json!({"source": {"A": {"x": 5}}}),
        json!({"source": {"B": {"x": 2}}}),
        json!({"source": {"C": {}, "B": null}}),
        json!({"source": {"C": {"x": 7}}}),
        json!({"source": {"$retainKeys": ["A"], "A": {"x": 4}}}),
        json!({"source": {"$patch": "replace", "B": {"x": 3}}}),
        json!({"source": null}),
        json!({"tagged": {"type": "None"}}),
        json!({"tagged": {"a": 3}}),
        json!({"tagged": {"b": {"two": 3}}}),
        json!({"tagged": {"type": "B", "b": {"one": 9}}}),
        json!({"tagged": {"type": "C", "c": {"two": 3}}}),
        json!({"tagged": {"type": "C", "c": null}}),
        json!({"tagged": {"c": null}}),
        json!({"tagged": {"type": null, "b": {"one": 4}}}),
        json!({"content": {"t": "B"}}),
        json!({"content": {"t": "A", "v": {"two": 2}}}),
        json!({"content": {"v": {"two": 7}}}),
    ];
    let (mut composed, mut refused) = (0, 0);
    let options = Options::default();
    for (live, first, second) in triples(&lives, &patches) {
        let in_turn = apply(live, first, schema(), &options)
            .and_then(|between| apply(&between, second, schema(), &options));
        let Ok(wanted) = in_turn else { continue };
        match compose(first, second, schema(), &options) {
            Ok(both) => {
                let result = apply(live, &both, schema(), &options);
                let shown = format!("{first} and {second} compose to {both}; live: {live}");
                assert_eq!(result.expect(&shown), wanted, "{shown}");
                composed += 1;
            }
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::IncompatiblePatches, "{error}");
                refused += 1;
            }
        }
    }
    assert!(composed > 10 * refused, "{composed} composed, {refused} refused");
}

fn triples<'v>(
    lives: &'v [Value],
    patches: &'v [Value],
) -> impl Iterator<Item = (&'v Value, &'v Value, &'v Value)> {
    lives.iter().flat_map(move |live| {
        let pairs = patches.iter().flat_map(move |p| patches.iter().map(move |q| (p, q)));
        pairs.map(move |(first, second)| (live, first, second))
    })
}

#[test]
fn a_composed_patch_deletes_only_variants_that_a_patch_sets() {
    let both = |first: Value, second: Value| {
        compose(&first, &second, schema(), &Options::default()).unwrap().to_json()
    };
    assert_eq!(
        both(json!({"source": {"A": {"x": 1}}}), json!({"source": {"B": {"x": 1}}})),
        r#"{"source":{"A":null,"B":{"$retainKeys":["x"],"x":1}}}"#
    );
    assert_eq!(
        both(json!({"tagged": {"b": {"one": 1}}}), json!({"tagged": {"b": {"two": 1}}})),
        r#"{"tagged":{"b":{"one":1,"two":1}}}"#
    );
}

/// JSON with the schema of a Rust type merges like a value of the type.
#[test]
fn json_merges_like_the_type() {
    let live = holder(Some(Source::A { x: 1 }));
    let patch = Patch::from_json(r#"{"source":{"B":{"x":2}}}"#).unwrap();
    let typed = Holder::strategic_merge(&live, &patch).unwrap();
    assert_eq!(typed, holder(Some(Source::B { x: 2 })));
    let live = serde_json::to_value(&live).unwrap();
    let untyped = apply(live, &patch, schema(), &Options::default()).unwrap();
    assert_eq!(untyped, serde_json::to_value(&typed).unwrap());
}
