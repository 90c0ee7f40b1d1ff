//! What derived code calls: to describe the types of fields, and to assert
//! while compiling what the derive can't see, by the constants of
//! [`PatchSchema`](crate::PatchSchema).
//!
//! The assertions panic at the place of their caller, in a constant: the
//! message is a compile error on the attribute that is wrong. The rules are
//! those of `check.rs`; nothing of them runs in a program.
//!
//! Everything takes constants, not type parameters: a field whose type has no
//! patch schema is then reported once, not for each use of the type.

#![expect(clippy::panic, reason = "a panic in a constant is a compile error: the point of it")]

use core::any::TypeId as RustType;

use crate::builder::SchemaBuilder;
use crate::definition::ObjectDef;
use crate::fields::{FieldNames, Kind, same};
use crate::model::TypeId;
use crate::strategy::Strategy;

/// Adds the type of a field, as [`SchemaBuilder::add`] does.
pub fn add(
    types: &mut SchemaBuilder,
    key: RustType,
    describe: fn(&mut SchemaBuilder) -> TypeId,
) -> TypeId {
    types.add_described(key, describe)
}

/// The names that a flattened type adds to an object.
#[must_use]
pub const fn flattened(kind: Kind, names: FieldNames) -> FieldNames {
    FieldNames { open: names.open || matches!(kind, Kind::Map | Kind::Any), ..names }
}

/// Adds the fields of a flattened type to an object.
#[must_use]
pub fn flattened_into(object: ObjectDef, ty: TypeId, optional: bool) -> ObjectDef {
    if optional { object.flatten_optional(ty) } else { object.flatten(ty) }
}

/// What is known of the type of a field.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// The type as written.
    pub text: &'static str,
    /// `PatchSchema::KIND`.
    pub kind: Kind,
    /// `PatchSchema::OPTIONAL`.
    pub optional: bool,
    /// `PatchSchema::ELEMENT`.
    pub element: Option<Kind>,
    /// `PatchSchema::ELEMENT_FIELDS`.
    pub element_fields: FieldNames,
}

/// A strategy must suit the type of its field.
#[track_caller]
pub const fn strategy(of: Facts, strategy: Strategy, keyed: bool) {
    let (merge, retain_keys) = (strategy.is_merge(), strategy.retain_keys());
    let reason = match (of.kind, of.element) {
        (Kind::Scalar, _) if merge => "` is a scalar, which cannot merge; leave `strategy` out",
        (Kind::Scalar, _) if retain_keys => {
            "` is a scalar and has no keys to retain; leave `strategy` out"
        }
        (Kind::List, _) if retain_keys && !merge => {
            "` is a list, where `retainKeys` needs `merge` beside it: an atomic list is replaced \
             as a whole; write `merge|retainKeys`"
        }
        (Kind::List, Some(Kind::Scalar)) if retain_keys => {
            "` is a list of scalars, which have no keys to retain; write `merge`"
        }
        (Kind::List, Some(Kind::List)) if merge => {
            "` is a list of lists, which cannot merge; leave `strategy` out"
        }
        (Kind::List, Some(Kind::Object | Kind::Map)) if merge && !keyed => {
            "` is a list of objects: to merge it needs a merge key; add `merge_key = \"…\"`"
        }
        _ => return,
    };
    fail(&["`", of.text, reason])
}

/// A merge key must be a scalar field of the list's elements.
#[track_caller]
pub const fn merge_key(of: Facts, key: &str) {
    list_key(of, key, "merge key");
}

/// A list map key must be a scalar field of the list's elements.
#[track_caller]
pub const fn list_map_key(of: Facts, key: &str) {
    list_key(of, key, "list map key");
}

#[track_caller]
const fn list_key(of: Facts, key: &str, role: &str) {
    match (of.kind, of.element) {
        (Kind::List, Some(Kind::Scalar)) => {
            fail(&["`", of.text, "` is a list of scalars, which have no ", role, "; remove it"])
        }
        (Kind::List, Some(Kind::Object)) => {}
        (Kind::List, _) => return,
        _ => fail(&["`", of.text, "` is not a list: only a list has a ", role, "; remove it"]),
    }
    let names = of.element_fields;
    match names.kind_of(key) {
        Some(Kind::Scalar | Kind::Any) => {}
        Some(_) => fail(&[
            "the field `",
            key,
            "` of the elements of `",
            of.text,
            "` is not a scalar, so it cannot be their ",
            role,
        ]),
        None if names.is_open() => {}
        None => {
            let message = Message::new()
                .with(&["the elements of `", of.text, "` have no field `", key])
                .with(&["` to be their ", role])
                .with_names(&names, key);
            panic!("{}", message.as_str())
        }
    }
}

/// A list type belongs on a list.
#[track_caller]
pub const fn list_type(of: Facts) {
    if !matches!(of.kind, Kind::List) {
        fail(&["`", of.text, "` is not a list: `list_type` belongs on a list; remove it"])
    }
}

/// Only what is an object in JSON can be flattened.
#[track_caller]
pub const fn flatten(of: Facts) {
    if matches!(of.kind, Kind::Scalar | Kind::List) {
        fail(&["`", of.text, "` is not an object in JSON, so it cannot be flattened"])
    }
}

/// No two fields of an object may share a JSON name.
#[track_caller]
pub const fn distinct_names(text: &str, fields: FieldNames) {
    if let Some(name) = fields.duplicate() {
        fail(&["`", text, "` has two fields `", name, "`, one of them flattened; rename one"])
    }
}

/// A member of a union can be absent.
#[track_caller]
pub const fn union_member(of: Facts) {
    if !of.optional {
        fail(&[
            "a member of a union can be absent, `",
            of.text,
            "` cannot; write `Option<",
            of.text,
            ">`",
        ])
    }
}

/// What a variant holds is there whenever the variant is.
#[track_caller]
pub const fn union_variant(of: Facts) {
    if of.optional {
        fail(&[
            "`",
            of.text,
            "` can be null in JSON, which in a patch is no variant at all; leave the `Option` in \
             it out, and write a variant of its own for nothing",
        ])
    }
}

/// A discriminator is a string.
#[track_caller]
pub const fn discriminator(of: Facts) {
    if !matches!(of.kind, Kind::Scalar) {
        fail(&[
            "a discriminator is a string, not `",
            of.text,
            "`; write `String`, `Option<String>`, or an enum whose variants carry no data",
        ])
    }
}

#[track_caller]
const fn fail(parts: &[&str]) -> ! {
    panic!("{}", Message::new().with(parts).as_str())
}

/// A text put together in a constant, where nothing can be allocated.
struct Message {
    bytes: [u8; Message::ROOM],
    len: usize,
}

impl Message {
    const ROOM: usize = 1024;

    const fn new() -> Self {
        Self { bytes: [0; Self::ROOM], len: 0 }
    }

    /// Appends the parts. A part that has no room left is cut off with `…`.
    const fn with(mut self, mut parts: &[&str]) -> Self {
        while let [part, rest @ ..] = parts {
            if part.len() > Self::ROOM.saturating_sub(self.len).saturating_sub("…".len()) {
                return self.push("…");
            }
            self = self.push(part);
            parts = rest;
        }
        self
    }

    /// Appends a text, whole or not at all.
    #[expect(clippy::disallowed_methods, reason = "the room is as long as the text")]
    const fn push(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if let Some((_, free)) = self.bytes.split_at_mut_checked(self.len)
            && let Some((room, _)) = free.split_at_mut_checked(text.len())
        {
            room.copy_from_slice(text);
            self.len = self.len.saturating_add(text.len());
        }
        self
    }

    /// Says what could have been meant, and what there is.
    const fn with_names(mut self, names: &FieldNames, meant: &str) -> Self {
        const SHOWN: usize = 12;
        if let Some(name) = nearest(names, meant) {
            self = self.with(&[" (did you mean `", name, "`?)"]);
        }
        self = self.with(&[if names.count() == 0 { "; they have none" } else { "; theirs are " }]);
        let mut at = 0_usize;
        while let Some(name) = names.name_at(at) {
            if at == SHOWN {
                return self.with(&[", …"]);
            }
            self = self.with(&[if at == 0 { "`" } else { ", `" }, name, "`"]);
            at = at.saturating_add(1);
        }
        self
    }

    const fn as_str(&self) -> &str {
        // Only whole strings are pushed.
        if let Some((text, _)) = self.bytes.split_at_checked(self.len)
            && let Ok(text) = core::str::from_utf8(text)
        {
            return text;
        }
        "the patch attributes do not suit the type"
    }
}

/// The name closest to the one that was written, if any is close.
const fn nearest(names: &FieldNames, meant: &str) -> Option<&'static str> {
    let mut best = None;
    let mut least = usize::MAX;
    let mut at = 0_usize;
    while let Some(name) = names.name_at(at) {
        let far = distance(name, meant);
        if far < least && far <= close_enough(meant.len()) {
            least = far;
            best = Some(name);
        }
        at = at.saturating_add(1);
    }
    best
}

/// A third of the letters may differ.
const fn close_enough(len: usize) -> usize {
    if len < 3 { 1 } else { len / 3 }
}

/// The number of single-letter changes, or swaps of neighbours, between two
/// names; the case of letters doesn't count.
#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "runs in constants only, where a wrong index does not compile; both words are \
              shorter than the rows"
)]
const fn distance(left: &str, right: &str) -> usize {
    const ROOM: usize = 64;
    if same(left, right) {
        return 0;
    }
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() >= ROOM || right.len() >= ROOM {
        return usize::MAX;
    }
    // Rows of the usual table: two back, one back, current.
    let mut older = [0; ROOM];
    let mut old = [0; ROOM];
    let mut column = 0;
    while column <= right.len() {
        old[column] = column;
        column += 1;
    }
    let mut row = 1;
    while row <= left.len() {
        let mut new = [0; ROOM];
        new[0] = row;
        let mut column = 1;
        while column <= right.len() {
            let equal = alike(left[row - 1], right[column - 1]);
            let mut least = old[column - 1] + !equal as usize;
            least = min(least, min(old[column], new[column - 1]) + 1);
            if row > 1
                && column > 1
                && alike(left[row - 1], right[column - 2])
                && alike(left[row - 2], right[column - 1])
            {
                least = min(least, older[column - 2] + 1);
            }
            new[column] = least;
            column += 1;
        }
        older = old;
        old = new;
        row += 1;
    }
    old[right.len()]
}

const fn alike(left: u8, right: u8) -> bool {
    left.eq_ignore_ascii_case(&right)
}

const fn min(left: usize, right: usize) -> usize {
    if left < right { left } else { right }
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn a_swap_is_one_change_and_case_is_none() {
        assert_eq!(distance("name", "nmae"), 1);
        assert_eq!(distance("containerPort", "containerport"), 0);
        assert_eq!(distance("key", "topologyKey"), 8);
        assert_eq!(distance("", "abc"), 3);
    }
}
