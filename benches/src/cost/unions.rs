//! Unions with many members, and many unions that are violated.

use super::text::{field, object, plain};
use super::{Documents, Generator, Inputs, schema};
use crate::Result;

pub(super) const ALL: &[Generator] = &[
    Generator::new("a union with all members set", 500, |n| all_members(n, "")),
    Generator::new("a union that says another", 500, |n| all_members(n, "\"type\":\"none\",")),
    Generator::new("a union of which one is set", 500, one_member),
    Generator::new("broken unions", 500, |n| broken(n, "a")),
    Generator::new("broken unions below a long name", 500, |n| broken(n, &"n".repeat(100 * n))),
];

/// An object with all members of a union.
fn all_members(n: usize, says: &str) -> Result<Inputs> {
    let document = |word: &str| {
        let members = object((0..n).map(|at| format!("\"{}\":\"{word}\"", plain(at))));
        let members = members.replacen('{', &format!("{{{says}"), 1);
        field("choices", &field("a", &members))
    };
    let documents = Documents::of(document, document)?;
    Ok(Inputs::Documents(documents.schema(schema::union(n)?)))
}

/// A union with one of many members in live, and another one in the patch.
fn one_member(n: usize) -> Result<Inputs> {
    let document = |word: &str| {
        let member = plain(if word == "old" { n - 1 } else { n / 2 });
        field("choices", &field("a", &field(&member, &format!("\"{word}\""))))
    };
    let documents = Documents::of(document, document)?;
    Ok(Inputs::Documents(documents.schema(schema::union(n)?)))
}

/// Many objects with two members each.
fn broken(n: usize, name: &str) -> Result<Inputs> {
    let document = |word: &str| {
        let thing = |at| format!("\"{}\":{{\"one\":\"{word}\",\"two\":\"{word}\"}}", plain(at));
        let things = object((0..n).map(thing));
        field("things", &field(name, &format!("{{\"things\":{things}}}")))
    };
    Documents::of(document, document).map(Inputs::Documents)
}
