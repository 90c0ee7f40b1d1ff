//! The JSON syntax: `smp-core` has its own scanner, which must accept exactly the texts that
//! `serde_json` accepts.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test fails where it panics")]

use proptest::prelude::*;
use serde_json::Value;
use smp_core::{Options, apply, diff};
use smp_tests::generate::Style;
use smp_tests::generate::cases::ONE;
use smp_tests::laws::forms::of_json_are_serde_jsons;
use smp_tests::property::Documents;
use smp_tests::schema::everything;

/// Asserts that both parsers accept the text and read the same value, or that both refuse it.
fn agree(text: &[u8]) {
    if let Err(broken) = of_json_are_serde_jsons(text) {
        panic!("{broken}");
    }
}

/// Parts of JSON text, and text that is not valid in JSON.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    " ",
    "\n",
    "\t",
    "\r",
    "0",
    "1",
    "9",
    "-",
    "+",
    ".",
    "e",
    "E",
    "true",
    "false",
    "null",
    "t",
    "n",
    "\"a\"",
    "\"\\n\"",
    "\\u00e9",
    "\\ud800",
    "\\x",
    "é",
    "\u{1}",
    "\u{7f}",
    "\u{2028}",
    "        ",
    "\"a\":",
    "{}",
    "[]",
    "1.5e-7",
    "-0",
    "01",
    "\"0123456\"",
    "\"01234567\"",
    "\"012345678\"",
    "\u{feff}",
    "/",
    "'",
];

fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..14).prop_map(|pieces| pieces.concat())
}

/// A document with one piece replaced, removed or inserted.
fn nearly_json() -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<prop::sample::Index>(), 0..3, prop::sample::select(PIECES));
    let documents = Documents { ty: everything().root(), style: Style::MIXED, make: ONE };
    (documents, any::<bool>(), change).prop_map(|([value], pretty, (at, how, piece))| {
        let text =
            if pretty { serde_json::to_vec_pretty(&value) } else { serde_json::to_vec(&value) };
        let mut text = text.unwrap();
        let at = at.index(text.len());
        match how {
            0 => drop(text.remove(at)),
            1 => text[at] = piece.as_bytes()[0],
            _ => drop(text.splice(at..at, piece.bytes())),
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn of_pieces(text in pieces()) {
        agree(text.as_bytes());
    }

    #[test]
    fn in_a_list_of_pieces(text in pieces()) {
        agree(format!("[{text}]").as_bytes());
        agree(format!("{{\"a\":{text}}}").as_bytes());
        agree(format!("{{\"a\":\"{text}\"}}").as_bytes());
    }

    #[test]
    fn of_damaged_documents(text in nearly_json()) {
        agree(&text);
    }

    #[test]
    fn of_bytes(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
        agree(&bytes);
        agree(&[b"\"", bytes.as_slice(), b"\""].concat());
    }
}

/// The scanner looks at eight bytes at once. The test has every byte at each place of such a
/// word, also after the byte `!`, whose value is one less than that of a quote.
#[test]
fn every_byte_at_every_place_of_a_string() {
    for length in 0..20 {
        for at in 0..length {
            for byte in 0..=255 {
                let mut inner = vec![b'x'; length];
                inner[at] = byte;
                let text = [b"{\"a\":\"", inner.as_slice(), b"\"}"].concat();
                agree(&text);
                if at > 0 {
                    inner[at - 1] = b'!';
                    agree(&[b"\"", inner.as_slice(), b"\" "].concat());
                }
            }
        }
    }
}

#[test]
fn brackets_deeper_than_the_bits_of_a_word() {
    for depth in [1, 63, 64, 65, 127, 128, 129, 200] {
        for pair in [("[", "]"), ("{\"a\":", "}")] {
            let middle = "1";
            let text = format!("{}{middle}{}", pair.0.repeat(depth), pair.1.repeat(depth));
            agree(text.as_bytes());
            agree(text.strip_suffix(pair.1).unwrap().as_bytes());
            agree(format!("{text}{}", pair.1).as_bytes());
        }
        let mixed = format!("{}{}", "[{\"a\":".repeat(depth), "}]".repeat(depth));
        agree(mixed.as_bytes());
        let mixed = format!("{}0{}", "[{\"a\":".repeat(depth), "}]".repeat(depth));
        agree(mixed.as_bytes());
        agree(mixed.replacen("}]", "]}", 1).as_bytes());
    }
}

/// The last of several members with the same name counts, in every object that is read.
#[test]
fn the_last_of_equal_names_counts() {
    let ty = everything().root();
    let options = Options::default();
    let live = r#"{"labels":{"a":"1","b":"1","a":"2","c":"1","c":"2"},"labels":{"b":"1","a":"2","a":"3"}}"#;
    let meant: Value = serde_json::from_str(live).unwrap();
    for patch in [
        "{}",
        r#"{"labels":{"b":"2"}}"#,
        r#"{"labels":{"a":"4"}}"#,
        r#"{"labels":{"a":null}}"#,
        r#"{"labels":{"$retainKeys":["a"]}}"#,
        r#"{"labels":null}"#,
        r#"{"labels":{"new":"1"},"labels":{"newer":"1"}}"#,
    ] {
        let by_text = apply(live, patch, ty, &options).unwrap();
        let by_text: Value = serde_json::from_str(&by_text).unwrap();
        let patch_meant: Value = serde_json::from_str(patch).unwrap();
        let by_value = apply(&meant, &patch_meant, ty, &options).unwrap();
        assert_eq!(by_text, by_value, "{patch}");
    }
    let patch = diff(live, r#"{"labels":{"a":"3"}}"#, ty, &options).unwrap();
    assert_eq!(patch.to_json(), r#"{"labels":{"b":null}}"#);

    // An object that the patch changes has each of its names once. What the patch does not change
    // keeps its text.
    let live = r#"{"labels":{"a":"1","a":"2", "b":"1"},"other": {"a": 1, "a": 2}}"#;
    let of = |patch| apply(live, patch, ty, &options).unwrap();
    let changed = |labels: &str| format!(r#"{{"labels":{labels},"other":{{"a": 1, "a": 2}}}}"#);
    assert_eq!(of(r#"{"labels":{"c":"1"}}"#), changed(r#"{"a":"2","b":"1","c":"1"}"#));
    assert_eq!(of(r#"{"labels":{"a":"3"}}"#), changed(r#"{"a":"3","b":"1"}"#));
    assert_eq!(of("{}"), live);
}

/// An element of a merge list in which the merge key is there twice: the last one counts.
#[test]
fn an_element_with_its_merge_key_twice() {
    let ty = everything().root();
    let options = Options::default();
    let live = r#"{"items":[{"name":"a","v":"1","name":"b"},{"v":"2","name":"a"}]}"#;
    let meant: Value = serde_json::from_str(live).unwrap();
    for patch in [
        r#"{"items":[{"name":"a","v":"9"}]}"#,
        r#"{"items":[{"name":"b","v":"9"}]}"#,
        r#"{"items":[{"name":"b","$patch":"delete"}]}"#,
        r#"{"items":[{"n\u0061me":"b","v":"9"}]}"#,
    ] {
        let by_text = apply(live, patch, ty, &options).unwrap();
        let by_text: Value = serde_json::from_str(&by_text).unwrap();
        let patch: Value = serde_json::from_str(patch).unwrap();
        assert_eq!(by_text, apply(&meant, &patch, ty, &options).unwrap(), "{patch}");
    }
}
