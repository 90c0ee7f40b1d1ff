//! Values that are large.

use super::text::{field, list, object};
use super::{Documents, Generator, Inputs};
use crate::Result;

pub(super) const ALL: &[Generator] = &[
    Generator::new("a long string", 25_000, |n| value(n, |n, word| quoted(&(word.repeat(n / 4))))),
    Generator::new("a string of escapes", 10_000, |n| {
        value(n, |n, word| quoted(&("\\u0000\\\"\\ud83d\\ude00".repeat(n / 20) + word)))
    }),
    Generator::new("a number of many digits", 25_000, |n| {
        value(n, |n, word| format!("{}{}", word.len(), "7".repeat(n)))
    }),
    Generator::new("a fraction of many digits", 10_000, |n| {
        value(n, |n, word| format!("{}.{}e-{}", word.len(), "70".repeat(n / 2), "9".repeat(n)))
    }),
    Generator::new("much space", 25_000, |n| {
        value(n, |n, word| format!("{}\"{word}\"{}", " \n\t".repeat(n / 6), " ".repeat(n / 2)))
    }),
    Generator::new("large keys", 25_000, large_keys),
    Generator::new("numbers written in many ways", 500, numbers),
    Generator::new("empty lists and objects", 500, empties),
];

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// A value in several places: as a field, in a map, in a set and in a free-form list.
fn value(n: usize, value: impl Fn(usize, &str) -> String) -> Result<Inputs> {
    let document = |word: &str| {
        let value = value(n, word);
        object([
            format!("\"value\":{value}"),
            format!("\"map\":{{\"a\":{value}}}"),
            format!("\"set\":[{value}]"),
            format!("\"atomic\":[{value}]"),
        ])
    };
    Documents::of(document, document).map(Inputs::Documents)
}

/// A few merge keys that are as long as the rest of the document.
fn large_keys(n: usize) -> Result<Inputs> {
    let document = |word: &str| {
        let items = (0..4)
            .map(|at| format!("{{\"name\":\"{}{at}\",\"value\":\"{word}\"}}", "k".repeat(n / 4)));
        field("items", &list(items))
    };
    Documents::of(document, document).map(Inputs::Documents)
}

/// Numbers such as `1.5`, `15e-1` and `1.500`, which are equal.
fn numbers(n: usize) -> Result<Inputs> {
    let spelled = |at: usize| match at % 3 {
        0 => format!("1.5{}", "0".repeat(at % 50)),
        1 => format!("15{}e-{}", "0".repeat(at % 50), at % 50 + 1),
        _ => format!("{at}.5"),
    };
    let document = |word: &str| {
        let items = (0..n).map(|at| format!("{{\"name\":{},\"value\":\"{word}\"}}", spelled(at)));
        let set = list((0..n).map(|at| spelled(at + word.len())));
        format!("{{\"items\":{},\"set\":{set}}}", list(items))
    };
    Documents::of(document, document).map(Inputs::Documents)
}

fn empties(n: usize) -> Result<Inputs> {
    let document = |word: &str| {
        let atomic = list((0..n).map(|at| ["[]", "{}", "[[]]", "\"\""][at % 4].to_owned()));
        format!("{{\"atomic\":{atomic},\"value\":\"{word}\",\"any\":[{}]}}", "{},".repeat(n) + "[]")
    };
    Documents::of(document, document).map(Inputs::Documents)
}
