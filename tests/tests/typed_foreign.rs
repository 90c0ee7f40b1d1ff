//! Leaves of types of other crates: addresses, identifiers, times, and one with `remote` and `getter`.
//! A merge in place, one of the whole value and one of the JSON have the same result, and a value that
//! the type refuses is an error with its path.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{ErrorKind, Options, Patch, PatchSchema, StrategicMerge, apply, diff, typed};

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Foreign {
    #[serde(skip)]
    hidden: u8,
    #[patch(leaf)]
    url: url::Url,
    #[patch(leaf)]
    id: Option<uuid::Uuid>,
    #[patch(leaf)]
    #[serde(default)]
    day: Option<chrono::NaiveDate>,
    #[patch(leaf)]
    at: chrono::DateTime<chrono::Utc>,
    #[patch(leaf)]
    since: jiff::Timestamp,
    #[patch(leaf)]
    every: jiff::SignedDuration,
    #[patch(leaf)]
    mirrors: Vec<url::Url>,
    #[patch(leaf)]
    by_id: BTreeMap<uuid::Uuid, jiff::civil::Date>,
    #[patch(leaf)]
    #[serde(with = "chrono::serde::ts_seconds")]
    seconds: chrono::DateTime<chrono::Utc>,
    #[patch(leaf)]
    #[serde(with = "LengthDef")]
    length: elsewhere::Length,
    #[patch(strategy = "merge", merge_key = "name")]
    parts: Vec<Part>,
}

/// A type of another crate, described for serde with `remote` and `getter`.
mod elsewhere {
    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Length {
        metres: u32,
    }

    impl Length {
        pub(super) fn of(metres: u32) -> Self {
            Self { metres }
        }

        pub(super) fn metres(&self) -> u32 {
            self.metres
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "elsewhere::Length")]
struct LengthDef {
    #[serde(getter = "elsewhere::Length::metres")]
    metres: u32,
}

impl From<LengthDef> for elsewhere::Length {
    fn from(length: LengthDef) -> Self {
        Self::of(length.metres)
    }
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Part {
    #[serde(skip)]
    hidden: u8,
    name: String,
    #[patch(leaf)]
    url: Option<url::Url>,
}

fn live() -> Value {
    json!({
        "url": "https://example.com/",
        "id": "67e55044-10b1-426f-9247-bb680e5fe0c8",
        "day": "2026-11-25",
        "at": "2026-11-25T12:00:00Z",
        "since": "2026-11-25T12:00:00Z",
        "every": "PT26H",
        "mirrors": ["https://a.example.com/"],
        "by_id": {"67e55044-10b1-426f-9247-bb680e5fe0c8": "2026-11-25"},
        "seconds": 1_700_000_000,
        "length": {"metres": 5},
        "parts": [{"name": "a", "url": "https://a.example.com/"}, {"name": "b", "url": null}],
    })
}

fn value() -> Foreign {
    let mut value: Foreign = serde_json::from_value(live()).unwrap();
    value.hidden = 1;
    value.parts.iter_mut().zip(2..).for_each(|(part, at)| part.hidden = at);
    value
}

#[test]
fn merges_agree() {
    let (value, ty, options) = (value(), Foreign::schema(), Options::default());
    for patch in [
        json!({"url": "https://example.org/x?y=z#w"}),
        json!({"id": "00000000-0000-0000-0000-000000000001"}),
        json!({"id": null, "day": null}),
        json!({"day": "2024-02-29", "at": "2024-02-29T23:59:59.5+02:00"}),
        json!({"since": "2024-02-29T23:59:59.123456789Z", "every": "PT1.5S"}),
        json!({"mirrors": []}),
        json!({"mirrors": ["https://b.example.com/", "file:///x"]}),
        json!({"by_id": {"00000000-0000-0000-0000-000000000001": "2000-01-01"}}),
        json!({"seconds": 1}),
        json!({"length": {"metres": 7}}),
        json!({"parts": [{"name": "b", "url": "https://b.example.com/"}, {"name": "c"}]}),
        json!({"parts": [{"name": "a", "$patch": "delete"}, {"name": "b", "url": "x:y"}]}),
    ] {
        let patch = Patch::from_document(&patch).unwrap();
        let by_value = apply(live(), &patch, ty, &options).unwrap();
        let by_value: Foreign = serde_json::from_value(by_value).unwrap();
        let merged = value.strategic_merge(&patch).unwrap();
        let whole = typed::merge(&value, &patch, ty, &options).unwrap();
        let json = |value: &Foreign| serde_json::to_value(value).unwrap();
        assert_eq!(json(&merged), json(&by_value), "{}", patch.to_json());
        assert_eq!(json(&whole), json(&by_value), "{}", patch.to_json());
        assert_eq!(merged.hidden, 1);
        assert_eq!(merged.parts.iter().find(|part| part.name == "b").unwrap().hidden, 3);

        let forth = value.strategic_diff(&merged).unwrap();
        assert_eq!(value.strategic_merge(&forth).unwrap(), merged);
        let by_value = diff(json(&value), json(&merged), ty, &options).unwrap();
        assert_eq!(forth.to_value().unwrap(), by_value.to_value().unwrap());
    }
}

#[test]
fn a_value_that_the_type_refuses_is_an_error_with_its_path() {
    for (patch, path) in [
        (json!({"url": "no url"}), "url"),
        (json!({"id": "67e55044"}), "id"),
        (json!({"day": "2026-02-30"}), "day"),
        (json!({"at": "yesterday"}), "at"),
        (json!({"since": 5}), "since"),
        (json!({"every": "soon"}), "every"),
        (json!({"mirrors": ["https://b.example.com/", "b"]}), "mirrors[1]"),
        (json!({"by_id": {"x": "2000-01-01"}}), "by_id.x"),
        (json!({"seconds": "1"}), "seconds"),
        (json!({"length": {"metres": "7"}}), "length"),
        (json!({"length": {"metres": 7, "feet": 23}}), "length.feet"),
        (json!({"parts": [{"name": "b", "url": ""}]}), "parts[1].url"),
    ] {
        let parsed = Patch::from_document(&patch).unwrap();
        let mut live = value();
        let error = live.strategic_merge_into(&parsed).unwrap_err();
        assert_eq!((error.kind(), &*error.path().to_string()), (ErrorKind::Typed, path), "{patch}");
        assert_eq!(live, value());
    }
}
