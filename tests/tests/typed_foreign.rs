//! Leaves of types of other crates: addresses, identifiers, times, and one with `remote` and `getter`.
//! A merge in place, one of the whole value and one of the JSON have the same result, and a value that
//! the type refuses is an error with its path.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{
    ErrorKind, Options, Patch, PatchSchema, StrategicMerge, Unions, apply, diff, typed,
};
use smp_tests::property::config;

use crate::typed_enums;

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

const IDS: [&str; 2] =
    ["67e55044-10b1-426f-9247-bb680e5fe0c8", "{00000000-0000-0000-0000-000000000001}"];
/// Times with an offset, a fraction or a leap second, and one of a day that isn't there.
const TIMES: [&str; 5] = [
    "2026-11-25T12:00:00Z",
    "2024-02-29T23:59:59.5+02:00",
    "2016-12-31T23:59:60Z",
    "1969-12-31T23:59:59.000000001-00:00",
    "2026-02-30T00:00:00Z",
];

/// Values of the fields, of which the types refuse some.
fn fields() -> BoxedStrategy<Vec<(&'static str, Value)>> {
    let one_of = |values: &[Value]| select(values.to_vec()).boxed();
    let urls = || {
        one_of(
            &["https://example.com", "HTTP://EXAMPLE.com:80/%7e?q#f", "mailto:a@b", "b"]
                .map(Value::from),
        )
    };
    let ids = one_of(&IDS.map(Value::from));
    let times = || one_of(&TIMES.map(Value::from));
    let dates = || one_of(&["2026-11-25", "2024-02-29", "2025-02-29"].map(Value::from));
    let by_id = (select(&IDS[..]), dates()).prop_map(|(id, date)| json!({ id: date }));
    let strategies = [
        ("url", urls()),
        ("id", ids),
        ("day", dates()),
        ("at", times()),
        ("since", times()),
        (
            "every",
            one_of(&["PT26H", "PT1.5S", "-PT0.000000001S", "1h 30m", "P1D"].map(Value::from)),
        ),
        ("mirrors", prop::collection::vec(urls(), 0..3).prop_map(Value::from).boxed()),
        ("by_id", by_id.boxed()),
        ("seconds", one_of(&[json!(1), json!(-1), json!(1.5), json!(u64::MAX)])),
        (
            "length",
            one_of(&[json!({"metres": 7}), json!({"metres": -7}), json!({"metres": 7, "feet": 1})]),
        ),
    ];
    let fields =
        strategies.map(|(name, values)| values.prop_map(move |value| (name, value)).boxed());
    fields.to_vec().boxed()
}

/// Members of an object: of each field one of its values, null, or none.
fn members() -> impl Strategy<Value = Value> {
    (fields(), prop::collection::vec(0_u8..8, 10)).prop_map(|(fields, choices)| {
        let members = fields.into_iter().zip(choices).filter(|(_, choice)| *choice < 4);
        members
            .map(|((name, value), choice)| (name, if choice == 0 { Value::Null } else { value }))
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    })
}

/// Parts, of which a patch deletes some.
fn parts(deletes: bool) -> impl Strategy<Value = Value> {
    let urls = select(vec![json!("https://a.example.com"), json!("x:y"), json!("z"), Value::Null]);
    prop::collection::btree_map(select(&["a", "b", "c"][..]), (urls, any::<bool>()), 0..3).prop_map(
        move |parts| {
            let part = |(name, (url, delete)): (&str, (Value, bool))| {
                if delete && deletes {
                    json!({"name": name, "$patch": "delete"})
                } else {
                    json!({"name": name, "url": url})
                }
            };
            parts.into_iter().map(part).collect()
        },
    )
}

/// The value that `live` becomes if these members are set, where they fit.
fn with(members: &Value, parts: Value) -> Value {
    let mut document = live();
    for (name, value) in members.as_object().unwrap() {
        let mut changed = document.clone();
        changed[name] = value.clone();
        if serde_json::from_value::<Foreign>(changed.clone()).is_ok() {
            document = changed;
        }
    }
    document["parts"] = parts;
    document
}

proptest! {
    // More cases than usual, since many patches are refused.
    #![proptest_config(ProptestConfig { cases: 2 * config().cases, ..config() })]

    #[test]
    fn random_merges_agree(
        [before, mut change] in [members(), members()],
        (old, new) in (parts(false), parts(true)),
    ) {
        change["parts"] = new;
        typed_enums::merge::<Foreign>(with(&before, old), &change, Unions::Ignore)?;
    }

    #[test]
    fn random_diffs_lead_to_modified(
        [before, after] in [members(), members()],
        [old, new] in [parts(false), parts(false)],
    ) {
        let read = |document| serde_json::from_value::<Foreign>(document);
        let (Ok(mut original), Ok(modified)) = (read(with(&before, old)), read(with(&after, new))) else {
            return Err(TestCaseError::reject("does not fit"));
        };
        let patch = original.strategic_diff(&modified).unwrap();
        let whole = typed::diff(&original, &modified, Foreign::schema(), &Options::default()).unwrap();
        prop_assert_eq!(patch.to_value().unwrap(), whole.to_value().unwrap());
        original.hidden = 1;
        let result = original.strategic_merge(&patch).unwrap();
        prop_assert_eq!(result, Foreign { hidden: 1, ..modified });
    }
}
