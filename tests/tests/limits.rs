//! Nesting: what is deep is an error or goes through closed; the stack of a
//! small thread holds the default limit in a debug build.

#![allow(clippy::unwrap_used, missing_docs)]

use smp_core::{ErrorKind, Options, Patch, PatchSchema, ThreeWay};

/// `{"a":{"a":…1…}}`.
fn nested(levels: usize, leaf: &str) -> String {
    format!("{}{leaf}{}", r#"{"a":"#.repeat(levels), "}".repeat(levels))
}

/// Runs `work` on a thread with 2 MiB of stack.
fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn the_stack_holds_the_limit() {
    on_small_stack(|| {
        let ty = serde_json::Value::schema().root();
        let options = Options::default();
        let (old, new) = (nested(120, "1"), nested(120, "2"));
        let patch = smp_core::diff(&old, &new, ty, &options).unwrap();
        assert_eq!(smp_core::apply(&old, &patch, ty, &options).unwrap(), new);
        let settings = ThreeWay::default();
        let three = smp_core::three_way(&old, &new, &old, ty, &settings, &options).unwrap();
        assert_eq!(three.to_json(), patch.to_json());
        let both = smp_core::compose(&patch, &patch, ty, &options).unwrap();
        assert_eq!(both.to_json(), patch.to_json());
        assert!(smp_core::conflicts(&patch, &patch, ty, &options).unwrap().is_empty());
        assert!(smp_core::Document::from_json(&new).unwrap().to_json_pretty(2).is_ok());
    });
}

#[test]
fn deeper_is_an_error_that_says_so() {
    on_small_stack(|| {
        let ty = serde_json::Value::schema().root();
        let options = Options::default();
        let (deep, other) = (nested(3_000, "1"), nested(3_000, "2"));
        assert_eq!(Patch::from_json(&deep).unwrap_err().kind(), ErrorKind::Depth);
        assert_eq!(
            smp_core::apply("{}", &deep, ty, &options).unwrap_err().kind(),
            ErrorKind::Depth
        );
        let error = smp_core::diff(&deep, &other, ty, &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Depth);
        assert!(error.message().contains("max_depth"), "{error}");
        let deep = smp_core::Document::from_json(&deep).unwrap();
        assert_eq!(deep.to_json_pretty(2).unwrap_err().kind(), ErrorKind::Depth);
        assert_eq!(deep.into_value().unwrap_err().kind(), ErrorKind::Depth);
    });
}

#[test]
fn what_the_patch_does_not_touch_may_be_as_deep_as_it_likes() {
    on_small_stack(|| {
        let live = format!(r#"{{"deep":{},"b":1}}"#, nested(100_000, "1"));
        let ty = serde_json::Value::schema().root();
        let result = smp_core::apply(&live, r#"{"b":2}"#, ty, &Options::default()).unwrap();
        assert_eq!(result, live.replace(r#""b":1"#, r#""b":2"#));
    });
}

#[test]
fn the_limit_is_the_callers() {
    let ty = serde_json::Value::schema().root();
    let patch = nested(8, "1");
    let strict = Options::default().max_depth(7);
    assert_eq!(smp_core::apply("{}", &patch, ty, &strict).unwrap_err().kind(), ErrorKind::Depth);
    assert!(smp_core::apply("{}", &patch, ty, &Options::default().max_depth(8)).is_ok());
}
