//! Objects with many members, and nesting.

use super::text::{
    colliding, equal_when_unescaped, escaped, field, item, list, long, object, plain,
};
use super::{Documents, Generator, Inputs};
use crate::Result;

pub(super) const ALL: &[Generator] = &[
    Generator::new("members of one name", 500, |n| members(n, |_| "same".to_owned())).larger(250),
    Generator::new("colliding names", 500, |n| members(n, colliding)),
    Generator::new("names with a long prefix", 120, |n| members(n, long)),
    Generator::new("escaped names", 500, |n| members(n, escaped)),
    Generator::new("names equal when unescaped", 500, |n| members(n, equal_when_unescaped)),
    Generator::new("members, all removed", 500, removed),
    Generator::new("members below a long name", 500, below_a_long_name),
    Generator::new("elements below a long key", 500, below_a_long_key),
    Generator::new("wide at 100 levels", 16, |n| deep(n, 100, "child")),
    Generator::new("lists of lists, 60 deep", 500, nested_lists),
    Generator::new("lists nested beyond the limit", 500, beyond_the_limit),
];

fn members(n: usize, name: impl Fn(usize) -> String) -> Result<Inputs> {
    let document =
        |word: &str| field("map", &object((0..n).map(|at| format!("\"{}\":\"{word}\"", name(at)))));
    Documents::of(document, document).map(Inputs::Documents)
}

fn removed(n: usize) -> Result<Inputs> {
    let map =
        |value: &str| field("map", &object((0..n).map(|at| format!("\"{}\":{value}", plain(at)))));
    let documents = Documents::of(|word| map(&format!("\"{word}\"")), |_| map("null"))?;
    Ok(Inputs::Documents(documents.modified("{\"map\":{}}".to_owned()).other(map("1"))))
}

/// Many members below a long name. Code that copies the path for each member copies the name.
fn below_a_long_name(n: usize) -> Result<Inputs> {
    let document = |word: &str| {
        let below = object((0..n).map(|at| format!("\"{}\":\"{word}\"", plain(at))));
        let long = "n".repeat(100 * n);
        field("things", &format!("{{\"{long}\":{{\"map\":{below}}}}}"))
    };
    Documents::of(document, document).map(Inputs::Documents)
}

fn below_a_long_key(n: usize) -> Result<Inputs> {
    let document = |word: &str| {
        let below = list((0..n).map(|at| item(&plain(at), word)));
        let long = "k".repeat(100 * n);
        field("items", &list([format!("{{\"name\":\"{long}\",\"items\":{below}}}")]))
    };
    Documents::of(document, document).map(Inputs::Documents)
}

/// `levels` levels, each with `n` members in addition to the one that contains the next level.
fn deep(n: usize, levels: usize, way: &str) -> Result<Inputs> {
    let document = |word: &str| {
        let map = object((0..n).map(|at| format!("\"{}\":\"{word}\"", plain(at))));
        let level = format!("{{\"map\":{map},\"{way}\":");
        level.repeat(levels) + "{}" + &"}".repeat(levels)
    };
    Documents::of(document, document).map(Inputs::Documents)
}

/// Nested merge lists, whose keys come last, around one large map.
fn nested_lists(n: usize) -> Result<Inputs> {
    let document = |word: &str| {
        let map = object((0..n).map(|at| format!("\"{}\":\"{word}\"", plain(at))));
        let inner = format!("{{\"map\":{map},\"name\":\"a\"}}");
        (0..60).fold(inner, |inner, _| format!("{{\"items\":[{inner}],\"name\":\"a\"}}"))
    };
    Documents::of(document, document).map(Inputs::Documents)
}

fn beyond_the_limit(n: usize) -> Result<Inputs> {
    let document =
        |word: &str| field("any", &("[".repeat(n) + "\"" + word + "\"" + &"]".repeat(n)));
    Documents::of(document, document).map(Inputs::Documents)
}
