//! Merge lists: keys that many elements share, keys that are expensive to compare, lists in
//! which every element has moved.

use smp_core::{MergeKeys, Options};

use super::text::{colliding, equal_when_unescaped, escaped, field, item, key, list, long, plain};
use super::{Documents, Generator, Inputs};
use crate::Result;

pub(super) const ALL: &[Generator] = &[
    Generator::new("elements of one key", 500, |n| keyed(n, |_| "same".to_owned())).larger(250),
    Generator::new("elements of two by two keys", 500, |n| keyed(n, |at| plain(at / 2))),
    Generator::new("elements, all reversed", 500, |n| moved(n, |n, at| n - 1 - at)),
    Generator::new("elements, all rotated", 500, |n| moved(n, |n, at| (at + n / 2) % n)),
    Generator::new("elements, all other keys", 500, |n| moved(n, |n, at| n + at)),
    Generator::new("colliding keys", 500, |n| keyed(n, colliding)),
    Generator::new("keys with a long prefix", 120, |n| keyed(n, long)),
    Generator::new("escaped keys", 500, |n| keyed(n, escaped)),
    Generator::new("keys equal when unescaped", 500, |n| keyed(n, equal_when_unescaped)),
    Generator::new("elements whose key comes last", 500, keys_last),
    Generator::new("scalars, all reversed", 500, |n| scalars(n, |n, at| n - 1 - at)),
    Generator::new("scalars, all rotated", 500, |n| scalars(n, |n, at| (at + n / 2) % n)),
    Generator::new("scalars, all others", 500, |n| scalars(n, |n, at| n + at)),
    Generator::new("scalars, ten of each", 500, |n| scalars(n, |n, at| at % (n / 10))),
    Generator::new("scalars, all the same", 500, |n| scalars(n, |_, _| 0)).larger(250),
    Generator::new("documented: elements, all reversed", 500, |n| {
        documented(moved(n, |n, at| n - 1 - at))
    }),
    Generator::new("documented: elements, all rotated", 500, |n| {
        documented(moved(n, |n, at| (at + n / 2) % n))
    }),
    Generator::new("documented: elements, all other keys", 500, |n| {
        documented(moved(n, |n, at| n + at))
    }),
    Generator::new("documented: scalars, all reversed", 500, |n| {
        documented(scalars(n, |n, at| n - 1 - at))
    }),
    Generator::new("documented: scalars, all others", 500, |n| {
        documented(scalars(n, |n, at| n + at))
    }),
    Generator::new("elements by two list map keys", 500, |n| pairs(n, |at| at)),
    Generator::new("list map keys, all reversed", 500, |n| pairs(n, |at| n - 1 - at)),
];

/// Elements with these keys. Each version has other values.
fn keyed(n: usize, name: impl Fn(usize) -> String) -> Result<Inputs> {
    let document = |word: &str| field("items", &list((0..n).map(|at| item(&name(at), word))));
    Documents::of(document, document).map(Inputs::Documents)
}

/// Elements that have another place in modified and in the patches.
fn moved(n: usize, place: impl Fn(usize, usize) -> usize) -> Result<Inputs> {
    let items = |word: &str, place: &dyn Fn(usize) -> usize| {
        list((0..n).map(|at| item(&plain(place(at)), word)))
    };
    let there = |at| place(n, at);
    let patch = |word: &str| {
        let order = list((0..n).map(|at| key(&plain(there(at)))));
        format!("{{\"$setElementOrder/items\":{order},\"items\":{}}}", items(word, &there))
    };
    let documents = Documents::of(|word| field("items", &items(word, &|at| at)), patch)?;
    Ok(Inputs::Documents(documents.modified(field("items", &items("new", &there)))))
}

/// The same inputs under `Options::documented`, by list map keys.
fn documented(inputs: Result<Inputs>) -> Result<Inputs> {
    let options = Options::documented().merge_keys(MergeKeys::ListMapKeys);
    inputs.map(|inputs| match inputs {
        Inputs::Documents(documents) => Inputs::Documents(documents.options(options)),
        other => other,
    })
}

/// Elements with two keys, the second of which mostly has its default.
fn pairs(n: usize, place: impl Fn(usize) -> usize) -> Result<Inputs> {
    let items = |word: &str, place: &dyn Fn(usize) -> usize| {
        let item = |at: usize| {
            let protocol = if at.is_multiple_of(3) { ",\"protocol\":\"UDP\"" } else { "" };
            format!("{{\"port\":{}{protocol},\"value\":\"{word}\"}}", at / 2)
        };
        field("pairs", &list((0..n).map(|at| item(place(at)))))
    };
    let documents = Documents::of(|word| items(word, &|at| at), |word| items(word, &place))?;
    let documents = documents.modified(items("new", &place));
    documented(Ok(Inputs::Documents(documents)))
}

/// Elements with long text before their keys.
fn keys_last(n: usize) -> Result<Inputs> {
    let document = |word: &str| {
        let map = "{\"a\":\"b\",\"c\":\"d\"}";
        let item =
            |at| format!("{{\"value\":\"{word}\",\"map\":{map},\"name\":\"{}\"}}", plain(at));
        field("items", &list((0..n).map(item)))
    };
    Documents::of(document, document).map(Inputs::Documents)
}

/// Scalars that have another place in modified and in the patches.
fn scalars(n: usize, place: impl Fn(usize, usize) -> usize) -> Result<Inputs> {
    let items =
        |place: &dyn Fn(usize) -> usize| list((0..n).map(|at| format!("\"{}\"", plain(place(at)))));
    let there = items(&|at| place(n, at));
    let patch = |_: &str| format!("{{\"$setElementOrder/set\":{there},\"set\":{there}}}");
    let documents = Documents::of(|_| field("set", &items(&|at| at)), patch)?;
    Ok(Inputs::Documents(documents.modified(field("set", &there))))
}
