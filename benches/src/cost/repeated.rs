//! A patch that names one large element many times: in each row, what it does there.

use super::text::{field, item, key, list, object, plain};
use super::{Documents, Generator, Inputs};
use crate::Result;

pub(super) const ALL: &[Generator] = &[
    Generator::new("one key: removals in a map", 500, |n| {
        repeated(n, |at, _| field("map", &field(&plain(at), "null")))
    }),
    Generator::new("one key: changes of a map", 500, |n| {
        repeated(n, |at, word| field("map", &field(&plain(at), &string(word))))
    }),
    Generator::new("one key: removals in the element", 500, |n| {
        repeated(n, |at, word| match at % 2 {
            0 => field("value", "null"),
            _ => field("value", &string(word)),
        })
    }),
    Generator::new("one key: merges in a list", 500, |n| repeated(n, merge)),
    Generator::new("one key: additions to a list", 500, |n| repeated(n, addition)),
    Generator::new("one key: replacements of a list", 500, |n| {
        repeated(n, |_, word| field("atomic", &list([string(word)])))
    }),
    Generator::new("one key: additions to a set", 500, |n| {
        repeated(n, |at, _| field("set", &list([string(&plain(n + at))])))
    }),
    Generator::new("one key: additions to a new element", 500, |n| {
        repeated_in("new", n, 0, |at, word| field("items", &list([item(&plain(at), word)])))
    }),
    Generator::new("one key: deletions in a list", 500, |n| repeated(n, deletion)),
    Generator::new("one key: orders of a list", 500, |n| repeated(n, |at, _| order(n, at))),
    Generator::new("one key: orders of a list with repeated keys", 500, |n| {
        repeated_in("same", n, n / 2, |at, _| order(n, at))
    }),
    Generator::new("one key: orders, deletions and additions", 500, |n| {
        repeated(n, |at, word| match at % 4 {
            0 => order(n, at),
            1 => deletion(at, word),
            2 => addition(n + at, word),
            _ => merge(at, word),
        })
    }),
    Generator::new("one key: orders of a set", 500, |n| {
        repeated(n, |at, _| {
            field("$setElementOrder/set", &list([at + 1, at].map(|at| string(&plain(at % n)))))
        })
    }),
    Generator::new("one key: orders of an atomic list", 500, |n| {
        repeated(n, |at, _| field("$setElementOrder/atomic", &list([string(&plain(at))])))
    }),
    Generator::new("one key: deletions from a set", 500, |n| {
        repeated(n, |at, _| field("$deleteFromPrimitiveList/set", &list([string(&plain(at))])))
    }),
    Generator::new("one key: retained keys and a list", 500, |n| {
        repeated(n, |at, word| retaining(&merge(at, word)))
    }),
    Generator::new("one key: retained keys and a map", 500, |n| {
        repeated(n, |at, _| retaining(&field("map", &field(&plain(at), "null"))))
    }),
    Generator::new("one key: removals and deletion lists of a map", 500, |n| {
        repeated(n, |at, _| match at % 2 {
            0 => field("map", &field(&plain(at), "null")),
            _ => field("$deleteFromPrimitiveList/map", "[]"),
        })
    }),
];

fn string(text: &str) -> String {
    format!("\"{text}\"")
}

fn merge(at: usize, word: &str) -> String {
    field("items", &list([item(&plain(at), word)]))
}

/// Names that live does not have, as long as there are as many as in live.
fn addition(at: usize, word: &str) -> String {
    field("items", &list([item(&format!("new{at}"), word)]))
}

fn deletion(at: usize, _: &str) -> String {
    let gone = format!("{{\"$patch\":\"delete\",\"name\":\"{}\"}}", plain(at));
    field("items", &list([gone]))
}

fn order(n: usize, at: usize) -> String {
    field("$setElementOrder/items", &list([at + 1, at].map(|at| key(&plain(at % n)))))
}

/// The same change, and `$retainKeys` with the fields of the element.
fn retaining(change: &str) -> String {
    let names = list(["name", "value", "map", "items", "set", "atomic"].map(string));
    change.replacen('{', &format!("{{\"$retainKeys\":{names},"), 1)
}

/// So many changes of one element, which is large.
fn repeated(n: usize, change: impl Fn(usize, &str) -> String) -> Result<Inputs> {
    repeated_in("same", n, 0, change)
}

/// As [`repeated`], for the element of this name; live has `same`. So many elements in its list
/// are of one key.
fn repeated_in(
    name: &str,
    n: usize,
    of_one_key: usize,
    change: impl Fn(usize, &str) -> String,
) -> Result<Inputs> {
    let live = |word: &str| {
        let scalars = || list((0..n).map(|at| string(&plain(at))));
        let map = object((0..n).map(|at| format!("\"{}\":\"{word}\"", plain(at))));
        let items = (0..n).map(|at| item(&plain(at), word));
        let more = (0..of_one_key).map(|_| item(&plain(0), word));
        field(
            "items",
            &list([format!(
                "{{\"name\":\"same\",\"value\":\"{word}\",\"map\":{map},\"items\":{},\
                 \"set\":{},\"atomic\":{}}}",
                list(items.chain(more)),
                scalars(),
                scalars()
            )]),
        )
    };
    let patch = |word: &str| {
        let entry = |at| change(at, word).replacen('{', &format!("{{\"name\":\"{name}\","), 1);
        field("items", &list((0..n).map(entry)))
    };
    Documents::of(live, patch).map(Inputs::Documents)
}
