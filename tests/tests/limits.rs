//! Limits of nesting: a value that is too deep is an error, or is copied without being parsed.
//! The stack of a small thread is enough for the default limit, also in a debug build.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use serde::Deserialize as _;
use serde_json::{Value, json};
use smp_core::{
    Document, Error, ErrorKind, Limits, Options, Overwrite, Patch, PatchSchema, StrategicMerge,
    ThreeWay, TypeRef, Unions, View, lint_unions,
};

/// `{"a":{"a":…1…}}`.
fn nested(levels: usize, leaf: &str) -> String {
    nested_in("a", levels, leaf)
}

fn nested_in(name: &str, levels: usize, leaf: &str) -> String {
    format!("{}{leaf}{}", format!(r#"{{"{name}":"#).repeat(levels), "}".repeat(levels))
}

/// Runs `work` on a thread with 2 MiB of stack.
fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

/// A tree of lists that merge by key.
#[derive(PatchSchema, serde::Serialize, serde::Deserialize, Clone, Debug, PartialEq, Default)]
struct Tree {
    name: String,
    value: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[patch(strategy = "merge", merge_key = "name")]
    children: Vec<Tree>,
}

/// A chain of `trees` trees, each inside of the one before. Each is two levels: an object and a
/// list.
fn tree(trees: usize, leaf: &str) -> Tree {
    let tree = |value: &str, children| Tree { name: "a".into(), value: value.into(), children };
    (1..trees).fold(tree(leaf, Vec::new()), |inner, _| tree("", vec![inner]))
}

/// A chain of objects with unions.
#[derive(PatchSchema, serde::Serialize, serde::Deserialize)]
#[patch(union)]
#[allow(dead_code, reason = "only its schema is used")]
struct Branch {
    leaf: Option<String>,
    twig: Option<Box<Branch>>,
}

/// `{"twig":{"twig":…{"leaf":"x"}…}}` with this number of objects.
fn branch(objects: usize) -> String {
    nested_in("twig", objects - 1, r#"{"leaf":"x"}"#)
}

/// Every operation, called with two documents of the same form.
fn every_operation(
    old: &str,
    new: &str,
    ty: TypeRef<'_>,
) -> Vec<(&'static str, Result<(), Error>)> {
    let options = Options::default();
    let empty = "{}";
    vec![
        ("parse", Patch::from_json(new).map(drop)),
        ("apply", smp_core::apply(old, new, ty, &options).map(drop)),
        ("apply to nothing", smp_core::apply(empty, new, ty, &options).map(drop)),
        ("diff", smp_core::diff(old, new, ty, &options).map(drop)),
        ("diff from nothing", smp_core::diff(empty, new, ty, &options).map(drop)),
        (
            "three_way",
            ThreeWay::new(old, new, old)
                .overwrite(Overwrite::UnlessBothChanged)
                .diff(ty, &options)
                .map(drop),
        ),
        (
            "three_way with conflicts",
            match ThreeWay::new(old, new, empty)
                .overwrite(Overwrite::UnlessBothChanged)
                .diff(ty, &options)
            {
                Err(error) if error.kind() == ErrorKind::Conflict => Ok(()),
                other => other.map(drop),
            },
        ),
        ("compose", smp_core::compose(old, new, ty, &options).map(drop)),
        ("conflicts", smp_core::conflicts(old, new, ty, &options).map(drop)),
        ("pretty", Document::from_json(new).and_then(|it| it.to_json_pretty(2)).map(drop)),
        ("into_value", Document::from_json(new).and_then(Document::into_value).map(drop)),
        ("into_owned", Document::from_json(new).and_then(Document::into_owned).map(drop)),
    ]
}

/// The result of an operation on JSON as a value. The value may be deeper than any parser
/// allows, and so deep that dropping it would overflow the stack.
fn deep_value<R>(text: &str, operation: impl FnOnce(&Value) -> R) -> R {
    let depth = text.matches(':').count();
    let leaf = serde_json::from_str(text.trim_matches(|c| "{}\"a:".contains(c))).unwrap();
    let around = |inner| Value::Object([("a".to_owned(), inner)].into_iter().collect());
    let mut value = (0..depth).fold(leaf, |inner, _| around(inner));
    let result = operation(&value);
    while let Some(inner) = value.get_mut("a") {
        value = inner.take();
    }
    result
}

/// Some operations on values.
fn on_values(old: &str, new: &str) -> Vec<(&'static str, Result<(), Error>)> {
    let (ty, options) = (Value::schema().root(), Options::default());
    let apply = |live: &Value, patch: &Value| smp_core::apply(live, patch, ty, &options).map(drop);
    let diff = |old: &Value, new: &Value| smp_core::diff(old, new, ty, &options).map(drop);
    deep_value(old, |old| {
        deep_value(new, |new| {
            vec![
                ("apply", apply(old, new)),
                ("to nothing", apply(&json!({}), new)),
                ("diff", diff(old, new)),
            ]
        })
    })
}

fn assert_all_deep(outcomes: Vec<(&str, Result<(), Error>)>) {
    for (operation, outcome) in outcomes {
        let Err(error) = outcome else { panic!("{operation} accepts a document that is too deep") };
        assert_eq!(error.kind(), ErrorKind::Depth, "{operation}: {error}");
        for part in ["128 levels", "raise `Limits::max_depth`"] {
            assert!(error.to_string().contains(part), "{operation}: {error}");
        }
    }
}

#[test]
fn every_operation_at_the_limit_fits_the_stack() {
    on_small_stack(|| {
        let ty = Value::schema().root();
        for (operation, outcome) in every_operation(&nested(128, "1"), &nested(128, "2"), ty) {
            outcome.unwrap_or_else(|error| panic!("{operation}: {error}"));
        }
        for (operation, outcome) in on_values(&nested(128, "1"), &nested(128, "2")) {
            outcome.unwrap_or_else(|error| panic!("{operation} of values: {error}"));
        }
    });
}

#[test]
fn one_level_more_is_an_error_in_every_operation() {
    on_small_stack(|| {
        let ty = Value::schema().root();
        for levels in [129, 10_000] {
            assert_all_deep(every_operation(&nested(levels, "1"), &nested(levels, "2"), ty));
            assert_all_deep(on_values(&nested(levels, "1"), &nested(levels, "2")));
        }
    });
}

#[test]
fn lists_at_the_limit_fit_the_stack() {
    on_small_stack(|| {
        let ty = Tree::schema().root();
        let text = |trees, leaf| serde_json::to_string(&tree(trees, leaf)).unwrap();
        for (operation, outcome) in every_operation(&text(64, "b"), &text(64, "c"), ty) {
            outcome.unwrap_or_else(|error| panic!("{operation}: {error}"));
        }
    });
}

#[test]
fn unions_at_the_limit_fit_the_stack() {
    on_small_stack(|| {
        let ty = Branch::schema().root();
        let options = Options::default().unions(Unions::NormalizeAndValidate);
        let operations = |text: &str| {
            [
                smp_core::validate_unions(text, ty, &options),
                smp_core::normalize(None, text, ty, &options).map(drop),
                smp_core::normalize(Some(text), text, ty, &options).map(drop),
                smp_core::apply("{}", text, ty, &options).map(drop),
                Patch::from_json(text).and_then(|patch| lint_unions(&patch, ty, &options)),
            ]
        };
        for outcome in operations(&branch(128)) {
            outcome.unwrap();
        }
        for objects in [129, 10_000] {
            for outcome in operations(&branch(objects)) {
                assert_eq!(outcome.unwrap_err().kind(), ErrorKind::Depth);
            }
        }
    });
}

#[test]
fn rust_types_at_the_limit_fit_the_stack() {
    on_small_stack(|| {
        let (old, new) = (tree(63, "b"), tree(63, "c"));
        let patch = Tree::strategic_diff(&old, &new).unwrap();
        assert_eq!(Tree::strategic_merge(&old, &patch).unwrap(), new);
        let three = Tree::strategic_three_way(
            ThreeWay::new(&old, &new, &old).overwrite(Overwrite::UnlessBothChanged),
        )
        .unwrap();
        assert_eq!(three.to_json(), patch.to_json());
        let (ty, options) = (Tree::schema().root(), Options::default());
        assert_eq!(smp_core::typed::merge(&old, &patch, ty, &options).unwrap(), new);

        let (old, new) = (tree(200, "b"), tree(200, "c"));
        let error = Tree::strategic_diff(&old, &new).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Depth, "{error}");
        // A part that the patch doesn't name isn't walked.
        let touch = Patch::from_json(r#"{"value":"b"}"#).unwrap();
        assert_eq!(Tree::strategic_merge(&old, &touch).unwrap().children, old.children);
    });
}

#[test]
fn conversions_at_the_limit_fit_the_stack() {
    on_small_stack(|| {
        let text = nested(128, "1");
        let ty = Value::schema().root();
        let patch = Patch::from_json(&text).unwrap();
        assert_eq!(patch.to_value().unwrap().to_string(), text);
        assert_eq!(serde_json::to_string(&patch).unwrap(), text);
        assert_eq!(smp_core::conflicts(&patch, &patch, ty, &Options::default()).unwrap(), []);
        assert_eq!(patch, patch.clone());
        // serde_json's own readers stop a level earlier.
        let document = deep_value(&text, |value| Document::deserialize(value).unwrap());
        assert_eq!(document.to_json(), text);
        assert_eq!(serde_json::to_string(&document).unwrap(), text);
    });
}

#[test]
fn conversions_by_serde_above_the_limit_are_errors() {
    on_small_stack(|| {
        for levels in [129, 10_000] {
            let text = nested(levels, "1");
            let read = |value: &Value| Document::deserialize(value).map(drop);
            let error = deep_value(&text, read).unwrap_err().to_string();
            assert!(error.contains("nested deeper than 128 levels"), "{error}");
            let document = Document::from_json(&text).unwrap();
            let error = serde_json::to_string(&document).unwrap_err().to_string();
            assert!(error.contains("nested deeper than 128 levels"), "{error}");
        }
    });
}

#[test]
fn text_that_the_patch_does_not_touch_may_have_any_depth() {
    on_small_stack(|| {
        let live = format!(r#"{{"deep":{},"b":1}}"#, nested(100_000, "1"));
        let ty = Value::schema().root();
        let result = smp_core::apply(&live, r#"{"b":2}"#, ty, &Options::default()).unwrap();
        assert_eq!(result, live.replace(r#""b":1"#, r#""b":2"#));
    });
}

#[test]
fn a_value_of_any_depth_is_written_as_text() {
    on_small_stack(|| {
        let text = nested(100_000, "1");
        assert_eq!(deep_value(&text, |value| Document::from(value).to_json()), text);
        let value =
            json!({"a": [], "b": {}, "c": [1.5, "x\n", [null], {"d": true}], "e": {"f": [2]}});
        assert_eq!(Document::from(&value).to_json(), value.to_string());
        assert_eq!(Document::from(&json!("x")).to_json(), r#""x""#);
    });
}

#[test]
fn a_value_that_is_too_deep_to_be_copied_is_an_error() {
    on_small_stack(|| {
        let live = nested(100_000, "1");
        let ty = Value::schema().root();
        let apply =
            |live: &Value| smp_core::apply(live, r#"{"b":2}"#, ty, &Options::default()).map(drop);
        assert_all_deep(vec![("apply", deep_value(&live, apply))]);
        let convert = |value: &Value| Document::from(value).into_value().map(drop);
        assert_all_deep(vec![("into_value", deep_value(&live, convert))]);
        let lists = json!({"a": (0..200).fold(json!(1), |inner, _| json!([inner]))});
        assert_all_deep(vec![("apply to lists", apply(&lists))]);
    });
}

#[test]
fn documents_have_the_limits_of_the_caller() {
    let (ty, lenient) = (Value::schema().root(), Limits::default().max_depth(200));
    let text = nested(200, "1");
    let parse = || Document::from_json(&text).unwrap();
    let options = Options::default().limits(lenient);
    let patch = Patch::from_slice_within(nested(200, "2").as_bytes(), &lenient).unwrap();
    let patched = smp_core::apply_document(parse(), &patch, ty, &options).unwrap();
    assert_eq!(patched.clone().into_value().unwrap().to_string(), patch.to_json());
    assert_eq!(patch.to_value().unwrap().to_string(), patch.to_json());
    let larger = parse().limits(lenient);
    assert!(larger == parse() && patched != larger);
    assert!(larger.to_json_pretty(2).is_ok() && larger.get("a").unwrap().into_owned().is_ok());
    assert_eq!(serde_json::to_string(&larger).unwrap(), text);
    let within = Document::from(View::List(vec![larger.get("a").unwrap()]));
    assert!(within.into_value().is_ok());
    let error = larger.limits(Limits::default().max_depth(199)).into_value().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Depth);
    assert_eq!(error.message(), "nested deeper than 199 levels, which is the limit");
    assert!(parse().into_value().is_err());
}

#[test]
fn the_caller_sets_the_limit() {
    let ty = Value::schema().root();
    // The limit is above the default, also for values.
    let lenient = Options::default().limits(Limits::default().max_depth(180));
    let (old, new) = (nested(180, "1"), nested(180, "2"));
    assert_eq!(smp_core::apply(&old, &new, ty, &lenient).unwrap(), new);
    let merged = deep_value(&old, |old| smp_core::apply(old, &new, ty, &lenient)).unwrap();
    assert_eq!(merged.to_string(), new);
    let merged = smp_core::apply(&json!({}), &new, ty, &lenient).unwrap();
    assert_eq!(merged.to_string(), new);
    let patch = smp_core::diff(&old, &new, ty, &lenient).unwrap();
    assert_eq!(smp_core::apply(&old, &patch, ty, &lenient).unwrap(), new);
    let deeper = nested(181, "1");
    let error = smp_core::apply("{}", &deeper, ty, &lenient).unwrap_err();
    assert!(error.message().contains("deeper than 180 levels"), "{error}");
    // The message has only the first steps of the path; the error has all of them.
    assert!(error.to_string().starts_with("patch: a.a.a.a.a.a.a.a.…: nested"), "{error}");
    assert_eq!(error.path().segments().len(), 180);
    let patch = nested(8, "1");
    let strict = Options::default().limits(Limits::default().max_depth(7));
    assert_eq!(smp_core::apply("{}", &patch, ty, &strict).unwrap_err().kind(), ErrorKind::Depth);
    assert!(
        smp_core::apply(
            "{}",
            &patch,
            ty,
            &Options::default().limits(Limits::default().max_depth(8))
        )
        .is_ok()
    );
}

#[test]
fn text_may_be_as_long_as_the_limit_says() {
    let ty = Value::schema().root();
    let (short, long) = (r#"{"a":1}"#, r#"{"a":10}"#);
    let options = Options::default().limits(Limits::default().max_bytes(short.len()));
    let operations = |old: &str, new: &str, third: &str| {
        vec![
            smp_core::apply(old, new, ty, &options).map(drop),
            smp_core::apply(old.as_bytes(), new.as_bytes(), ty, &options).map(drop),
            smp_core::diff(old, new, ty, &options).map(drop),
            ThreeWay::new(old, new, third).diff(ty, &options).map(drop),
            smp_core::compose(old, new, ty, &options).map(drop),
            smp_core::conflicts(old, new, ty, &options).map(drop),
            smp_core::normalize(Some(old), new, ty, &options).map(drop),
            smp_core::validate_unions(new, ty, &options),
        ]
    };
    for outcome in operations(short, short, short) {
        outcome.unwrap();
    }
    for outcome in operations(short, long, short) {
        let error = outcome.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Size);
        for part in ["8 bytes", "the limit is 7", "raise `Limits::max_bytes`"] {
            assert!(error.message().contains(part), "{error}");
        }
        assert!(error.document().is_some(), "{error}");
    }
    let outcomes = operations(long, short, short);
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_err()).count(), outcomes.len() - 1);
    // The limit of the text does not apply to values in memory.
    let value = json!({"a": 10, "b": 20});
    smp_core::apply(&value, &value, ty, &options).unwrap();
}

#[test]
fn as_many_violations_are_listed_as_the_limit_says() {
    let ty = std::collections::BTreeMap::<String, Branch>::schema().root();
    let broken = |count: usize| {
        let one = |at| (format!("{at:03}"), json!({"leaf": "x", "twig": {}}));
        Value::from((0..count).map(one).collect::<serde_json::Map<_, _>>())
    };
    for (limit, count, listed, omitted) in
        [(3, 2, 2, 0), (3, 3, 3, 0), (3, 4, 3, 1), (0, 4, 1, 3), (100, 250, 100, 150)]
    {
        let options = Options::default().limits(Limits::default().max_errors(limit));
        let error = smp_core::validate_unions(broken(count), ty, &options).unwrap_err();
        assert_eq!((error.violations().len(), error.omitted()), (listed, omitted));
        let says = format!("and {omitted} more; to see more than {listed}, raise");
        assert_eq!(error.to_string().contains(&says), omitted > 0, "{error}");
    }
}

#[test]
fn as_many_conflicts_are_listed_as_the_limit_says() {
    let ty = Value::schema().root();
    let object = |count: usize, value: usize| {
        let members = (0..count).map(|at| (format!("f{at}"), value.into()));
        Value::from(members.collect::<serde_json::Map<_, _>>())
    };
    for (limit, count, listed, omitted) in [(3, 2, 2, 0), (3, 3, 3, 0), (3, 4, 3, 1), (0, 4, 1, 3)]
    {
        let options = Options::default().limits(Limits::default().max_errors(limit));
        let sides = [object(count, 1), object(count, 2), object(count, 3)];
        let [original, modified, current] = &sides;
        let error = ThreeWay::new(original, modified, current)
            .overwrite(Overwrite::UnlessBothChanged)
            .diff(ty, &options)
            .unwrap_err();
        assert_eq!((error.conflicts().len(), error.omitted()), (listed, omitted));
        let says = format!("and {omitted} more; to see more than {listed}, raise");
        assert_eq!(error.to_string().contains(&says), omitted > 0, "{error}");
        // `conflicts` has no limit.
        let ours = Patch::from_document(modified).unwrap();
        let theirs = Patch::from_document(current).unwrap();
        assert_eq!(smp_core::conflicts(&ours, &theirs, ty, &options).unwrap().len(), count);
    }
}

#[test]
fn an_element_may_be_named_as_often_as_the_limit_says() {
    let patch = |times: usize| {
        let changes = (0..times).map(|at| json!({"name": "a", "value": at.to_string()}));
        json!({"children": changes.collect::<Value>()})
    };
    let options = Options::default();
    for live in [
        json!({"children": [{"name": "b"}]}),
        json!({"children": [{"name": "b"}, {"name": "a", "value": ""}]}),
    ] {
        let result = smp_core::apply(&live, patch(1_000), Tree::schema(), &options).unwrap();
        let children = result["children"].as_array().unwrap();
        let last = children.iter().find(|child| child["name"] == "a").unwrap();
        assert_eq!(last["value"], "999");
        let error = smp_core::apply(&live, patch(1_001), Tree::schema(), &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Size);
        assert_eq!(
            error.to_string(),
            "patch: children[name=\"a\"]: the patch names this element more than 1000 times; merge \
             its changes into one; or raise `Limits::max_repeats`"
        );
        let mut more = options.clone();
        more.limits = Limits::default().max_repeats(1_001);
        assert!(smp_core::apply(&live, patch(1_001), Tree::schema(), &more).is_ok());
    }
}
