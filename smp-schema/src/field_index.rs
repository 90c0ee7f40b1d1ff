//! The indices of a struct's fields, flattened ones included. The indices of
//! [`ObjectShape::fields`] come first. After them, each flattened field has a block with the
//! indices of its type. Example: `a`, a flattened type with `x` and `y`, then `b` have the indices
//! 0, 3, 4 and 2; the flattened value itself has 1.

use core::iter::Zip;
use core::ops::RangeFrom;
use core::slice;

use smp_rules::Kind;

use crate::shape::{FieldShape, ObjectShape, Place};

/// Whether serde reads each member into only one flattened value. A flattened map also takes the
/// members of structs that are flattened after it, or that flatten others themselves. `O(n)`.
#[must_use]
pub const fn are_flattened_apart(shape: &ObjectShape) -> bool {
    !has_map(shape) || is_map_last(shape)
}

/// Whether a map is flattened, at any level. `O(n)`.
const fn has_map(shape: &ObjectShape) -> bool {
    let mut fields = shape.fields;
    while let [field, rest @ ..] = fields {
        if let Place::Flattened(inner) = field.place
            && (matches!(field.shape.kind(), Kind::Map) || has_map(inner))
        {
            return true;
        }
        fields = rest;
    }
    false
}

/// Whether one map is flattened last, and the other flattened types flatten nothing themselves.
/// `O(n)`.
const fn is_map_last(shape: &ObjectShape) -> bool {
    let mut fields = shape.fields;
    let mut map = false;
    while let [field, rest @ ..] = fields {
        if let Place::Flattened(inner) = field.place {
            if map || flattens(inner) {
                return false;
            }
            map = matches!(field.shape.kind(), Kind::Map);
        }
        fields = rest;
    }
    map
}

const fn flattens(shape: &ObjectShape) -> bool {
    let mut fields = shape.fields;
    while let [field, rest @ ..] = fields {
        if matches!(field.place, Place::Flattened(_)) {
            return true;
        }
        fields = rest;
    }
    false
}

/// The number of indices. `O(n)`.
fn count(shape: &ObjectShape) -> usize {
    let blocks = shape.fields.iter().map(|field| match field.place {
        Place::Flattened(inner) => count(inner),
        Place::Named(_) | Place::OneWay(_) => 0,
    });
    blocks.fold(shape.fields.len(), usize::saturating_add)
}

/// The flattened fields, each with its index, that of its block, and its type. `O(n)`.
fn flattened(
    shape: &'static ObjectShape,
) -> impl Iterator<Item = (usize, usize, &'static ObjectShape)> {
    let mut block = shape.fields.len();
    shape.fields.iter().enumerate().filter_map(move |(at, field)| {
        let Place::Flattened(inner) = field.place else { return None };
        let start = block;
        block = start.saturating_add(count(inner));
        Some((at, start, inner))
    })
}

/// The index of the flattened field whose block has an index, and the index within its type.
/// `O(n)`.
pub(crate) fn within(shape: &'static ObjectShape, at: usize) -> Option<(usize, usize)> {
    let (own, start, _) = flattened(shape).filter(|(_, start, _)| *start <= at).last()?;
    Some((own, at.checked_sub(start)?))
}

/// The indices and names of all fields; those of a flattened type are in its place.
#[inline]
pub fn names(shape: &'static ObjectShape) -> impl Iterator<Item = (usize, &'static str)> {
    Names { level: Level::new(shape, 0), outer: Vec::new() }
}

struct Names {
    level: Level,
    /// The enclosing levels, each with the fields that follow.
    outer: Vec<Level>,
}

struct Level {
    /// The fields that are left, with their indices.
    fields: Zip<slice::Iter<'static, FieldShape>, RangeFrom<usize>>,
    /// The index of the block of the next flattened field.
    block: usize,
}

impl Level {
    /// The fields of a type, numbered from `start`.
    #[inline]
    fn new(shape: &'static ObjectShape, start: usize) -> Self {
        let fields = shape.fields.iter().zip(start..);
        Self { fields, block: start.saturating_add(shape.fields.len()) }
    }
}

impl Names {
    /// The next name at the edge of a level: the first name of a flattened type, or after the last
    /// field of a type, the name that follows the type.
    #[cold]
    fn beyond(&mut self, flattened: Option<&'static ObjectShape>) -> Option<(usize, &'static str)> {
        match flattened {
            Some(inner) => {
                let start = self.level.block;
                self.level.block = start.saturating_add(count(inner));
                let level = core::mem::replace(&mut self.level, Level::new(inner, start));
                self.outer.push(level);
            }
            None => self.level = self.outer.pop()?,
        }
        self.next()
    }
}

impl Iterator for Names {
    type Item = (usize, &'static str);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self.level.fields.next() {
            Some((field, at)) => match field.place {
                Place::Named(name) | Place::OneWay(name) => Some((at, name)),
                Place::Flattened(inner) => self.beyond(Some(inner)),
            },
            None => self.beyond(None),
        }
    }
}

/// The index and the name of the struct's own field with this name. `O(n)` in the fields.
pub(crate) fn own_field_at(
    shape: &'static ObjectShape,
    name: &str,
) -> Option<(usize, &'static str)> {
    // Most names of equal length differ in the first byte, which is faster to compare.
    let first = name.as_bytes().first();
    shape.fields.iter().enumerate().find_map(|(at, field)| match field.place {
        Place::Named(own) | Place::OneWay(own) => {
            (own.as_bytes().first() == first && own == name).then_some((at, own))
        }
        Place::Flattened(_) => None,
    })
}

/// The index and the name of the field with this name. `O(n)` in the fields.
#[must_use]
pub fn field_at(shape: &'static ObjectShape, name: &str) -> Option<(usize, &'static str)> {
    own_field_at(shape, name).or_else(|| {
        flattened(shape).find_map(|(_, start, inner)| {
            let (at, name) = field_at(inner, name)?;
            Some((start.saturating_add(at), name))
        })
    })
}

/// As [`field_at`], for a field that is probably the one at `position`. `O(1)` if it is.
#[must_use]
pub fn field_near(
    shape: &'static ObjectShape,
    position: Option<usize>,
    name: &str,
) -> Option<(usize, &'static str)> {
    if let Some(at) = position
        && let Some(field) = shape.fields.get(at)
        && let Place::Named(own) | Place::OneWay(own) = field.place
        && own == name
    {
        return Some((at, own));
    }
    field_at(shape, name)
}
