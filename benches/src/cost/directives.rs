//! Many directives: deletions, order lists, retained names.

use super::text::{field, item, key, list, object, plain};
use super::{Documents, Generator, Inputs};
use crate::Result;

pub(super) const ALL: &[Generator] = &[
    Generator::new("order of unknown elements", 500, order_of_unknown),
    Generator::new("order that names all twice", 500, order_with_duplicates),
    Generator::new("deletions", 500, |n| deletions(n, plain)),
    Generator::new("deletions of one key", 500, |n| deletions(n, |_| plain(1))),
    Generator::new("deletions of scalars", 500, scalar_deletions),
    Generator::new("retained keys", 500, retained_keys),
    Generator::new("one directive many times", 500, repeated),
    Generator::new("directives for many lists", 500, many_lists),
];

fn things(n: usize, word: &str) -> String {
    field("items", &list((0..n).map(|at| item(&plain(at), word))))
}

/// A patch that orders many elements, of which live has only the last one.
fn order_of_unknown(n: usize) -> Result<Inputs> {
    let patch = |word: &str| {
        let order = list((n..2 * n).map(|at| key(&plain(at))).chain([key(&plain(7))]));
        let items = list([item(&plain(7), word)]);
        format!("{{\"$setElementOrder/items\":{order},\"items\":{items}}}")
    };
    Documents::of(|word| things(n, word), patch).map(Inputs::Documents)
}

fn order_with_duplicates(n: usize) -> Result<Inputs> {
    let patch = |word: &str| {
        let order = list((0..2 * n).map(|at| key(&plain(at % n))));
        let items = list([item(&plain(7), word)]);
        format!("{{\"$setElementOrder/items\":{order},\"items\":{items}}}")
    };
    Documents::of(|word| things(n, word), patch).map(Inputs::Documents)
}

/// Elements with `$patch: delete`.
fn deletions(n: usize, name: impl Fn(usize) -> String) -> Result<Inputs> {
    let patch = |_: &str| {
        let gone = |at| format!("{{\"$patch\":\"delete\",\"name\":\"{}\"}}", name(at));
        field("items", &list((0..n).map(gone)))
    };
    let documents = Documents::of(|word| things(n, word), patch)?;
    let changed = things(n, "other");
    Ok(Inputs::Documents(documents.modified("{\"items\":[]}".to_owned()).other(changed)))
}

/// A deletion list for a list that has each of its values twice.
fn scalar_deletions(n: usize) -> Result<Inputs> {
    let items = |count: usize| list((0..count).map(|at| format!("\"{}\"", plain(at % n))));
    let patch = |_: &str| field("$deleteFromPrimitiveList/set", &items(n));
    let documents = Documents::of(|_| field("set", &items(2 * n)), patch)?;
    let added = field("set", &items(n));
    Ok(Inputs::Documents(documents.modified("{\"set\":[]}".to_owned()).other(added)))
}

/// An object whose patch retains only names that it doesn't have.
fn retained_keys(n: usize) -> Result<Inputs> {
    let map = |word: &str, from: usize| {
        object((from..from + n).map(|at| format!("\"{}\":{{\"value\":\"{word}\"}}", plain(at))))
    };
    let patch = |_: &str| {
        let names = list((n..2 * n).map(|at| format!("\"{}\"", plain(at))));
        field("things", &format!("{{\"$retainKeys\":{names}}}"))
    };
    let documents = Documents::of(|word| field("things", &map(word, 0)), patch)?;
    Ok(Inputs::Documents(documents.other(field("things", &map("other", 0)))))
}

/// Members with the same name; the last one counts.
fn repeated(n: usize) -> Result<Inputs> {
    let patch = |word: &str| {
        let order = list((0..3).map(|at| key(&plain(at))));
        let one = format!("\"$setElementOrder/items\":{order}");
        let items = format!("\"items\":{}", list([item(&plain(1), word)]));
        object(std::iter::repeat_n(one, n).chain([items]))
    };
    Documents::of(|word| things(n, word), patch).map(Inputs::Documents)
}

/// Many objects, each with a list that the patch orders and from which it deletes.
fn many_lists(n: usize) -> Result<Inputs> {
    let document = |_: &str| {
        let thing = |at| format!("\"{}\":{{\"set\":[\"a\",\"b\",\"c\",\"d\"]}}", plain(at));
        field("things", &object((0..n).map(thing)))
    };
    let patch = |_: &str| {
        let thing = |at| {
            format!(
                "\"{}\":{{\"$setElementOrder/set\":[\"d\",\"c\"],\
                 \"$deleteFromPrimitiveList/set\":[\"a\",\"x\"]}}",
                plain(at)
            )
        };
        field("things", &object((0..n).map(thing)))
    };
    Documents::of(document, patch).map(Inputs::Documents)
}
