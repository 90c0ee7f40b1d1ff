//! Values that a program has made, 100,000 levels deep: every operation that reads one gives the
//! error of the limit, on a thread with 2 MiB of stack. (What `serde_json` does with such a value,
//! such as to drop or clone it, overflows the stack; the tests don't.)

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use core::mem::ManuallyDrop;

use serde_json::{Value, json};
use smp_core::{
    Document, Error, ErrorKind, Options, Overwrite, Patch, PatchSchema, StrategicMerge, ThreeWay,
    Unions, check_document, typed,
};

const LEVELS: usize = 100_000;

/// `{"x": …}` with so many levels of objects, or of objects and lists by turns, and more members.
fn deep(lists: bool, more: &str) -> ManuallyDrop<Value> {
    let around = |inner, at: usize| {
        if lists && at.is_multiple_of(2) {
            return Value::Array(vec![inner]);
        }
        Value::Object([("a".to_owned(), inner)].into_iter().collect())
    };
    let inner = (0..LEVELS).fold(json!(1), around);
    let members = [("x".to_owned(), inner), ("y".to_owned(), Value::from(more))];
    ManuallyDrop::new(Value::Object(members.into_iter().collect()))
}

fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

fn assert_all_deep(outcomes: Vec<(&str, Result<(), Error>)>) {
    for (operation, outcome) in outcomes {
        let Err(error) = outcome else { panic!("{operation} of what is too deep") };
        assert_eq!(error.kind(), ErrorKind::Depth, "{operation}: {error}");
        assert!(error.message().contains("128 levels"), "{operation}: {error}");
    }
}

#[test]
fn operations_on_values() {
    for lists in [false, true] {
        on_small_stack(move || {
            let (one, other) = (deep(lists, "one"), deep(lists, "other"));
            let (one, other): (&Value, &Value) = (&one, &other);
            let (ty, empty) = (Value::schema().root(), json!({}));
            for options in [
                Options::default(),
                Options::documented(),
                Options::default().unions(Unions::NormalizeAndValidate),
            ] {
                let apply = |live, patch| smp_core::apply(live, patch, ty, &options).map(drop);
                let diff = |old, new| smp_core::diff(old, new, ty, &options).map(drop);
                let three_way = |original, modified, current| {
                    let documents: ThreeWay<&Value> = ThreeWay::new(original, modified, current);
                    documents.overwrite(Overwrite::UnlessBothChanged).diff(ty, &options).map(drop)
                };
                let inside = json!({"x": {"b": 1}});
                assert_all_deep(vec![
                    ("patch", Patch::from_document(one).map(drop)),
                    ("apply", apply(one, other)),
                    ("apply a small patch", apply(one, &inside)),
                    ("apply to nothing", apply(&empty, one)),
                    ("diff", diff(one, other)),
                    ("diff of equals", diff(one, one)),
                    ("diff from nothing", diff(&empty, one)),
                    ("three_way", three_way(one, other, one)),
                    ("three_way from nothing", three_way(&empty, other, one)),
                    ("compose", smp_core::compose(one, other, ty, &options).map(drop)),
                    ("conflicts", smp_core::conflicts(one, other, ty, &options).map(drop)),
                    ("normalize", smp_core::normalize(Some(one), other, ty, &options).map(drop)),
                    ("check_document", check_document(Document::from(one), ty, &options).map(drop)),
                    ("pretty", Document::from(one).to_json_pretty(2).map(drop)),
                    ("into_owned", Document::from(one).into_owned().map(drop)),
                    ("into_value", Document::from(one).into_value().map(drop)),
                ]);
                // A part that is not read, or is written as text.
                diff(one, &empty).unwrap();
                smp_core::validate_unions(one, ty, &options).unwrap();
                assert!(Document::from(one).to_json().len() > LEVELS);
                assert!(Document::from(one) != Document::from(other));
            }
        });
    }
}

#[derive(PatchSchema, serde::Serialize, serde::Deserialize, Debug, Clone)]
struct Holder {
    name: String,
    any: Value,
}

#[test]
fn operations_on_rust_values() {
    on_small_stack(|| {
        let holder = |name: &str| {
            let any = ManuallyDrop::into_inner(deep(false, name));
            ManuallyDrop::new(Holder { name: name.to_owned(), any })
        };
        let (one, other, mut live) = (holder("one"), holder("other"), holder("live"));
        let (one, other): (&Holder, &Holder) = (&one, &other);
        let (ty, options) = (Holder::schema(), Options::default());
        let name = Patch::from_json(r#"{"name":"b"}"#).unwrap();
        let any = Patch::from_json(r#"{"any":{"b":1}}"#).unwrap();
        let documents = || ThreeWay::new(one, other, one);
        assert_all_deep(vec![
            ("strategic_diff", Holder::strategic_diff(one, other).map(drop)),
            ("strategic_three_way", Holder::strategic_three_way(documents()).map(drop)),
            ("strategic_normalize", other.strategic_normalize(Some(one)).map(drop)),
            ("strategic_validate_unions", Holder::strategic_validate_unions(one)),
            ("strategic_merge_into", Holder::strategic_merge_into(&mut live, &any)),
            ("typed::merge", typed::merge(one, &name, ty, &options).map(drop)),
            ("typed::diff", typed::diff(one, other, ty, &options).map(drop)),
            ("typed::three_way", typed::three_way(documents(), ty, &options).map(drop)),
            ("typed::normalize", typed::normalize(None, one, ty, &options).map(drop)),
            ("typed::validate_unions", typed::validate_unions(one, ty, &options)),
        ]);
        Holder::strategic_merge_into(&mut live, &name).unwrap();
        assert_eq!(live.name, "b");
    });
}
