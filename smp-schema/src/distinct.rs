//! Finds two fields of an object with the same name, including the fields of flattened types.
//! Called in constants.

use crate::shape::{ObjectShape, Place, same};

/// A name that occurs twice among the fields, including those of flattened types. `O(n)`, and
/// `O(n)` for each pair of names with the same hash.
#[expect(clippy::large_stack_arrays, reason = "runs in constants, which have no stack")]
pub(crate) const fn duplicate(object: &ObjectShape) -> Option<&'static str> {
    let mut seen = Hashes([0; Hashes::WORDS]);
    first_duplicate(object, object, &mut seen)
}

const fn first_duplicate(
    within: &ObjectShape,
    whole: &ObjectShape,
    seen: &mut Hashes,
) -> Option<&'static str> {
    let mut fields = within.fields;
    while let [field, rest @ ..] = fields {
        match field.place {
            Place::Named(name) | Place::OneWay(name) => {
                if seen.has_or_insert(name) && count(whole, name) > 1 {
                    return Some(name);
                }
            }
            Place::Flattened(inner) => {
                if let Some(name) = first_duplicate(inner, whole, seen) {
                    return Some(name);
                }
            }
        }
        fields = rest;
    }
    None
}

/// The number of times that the name occurs.
const fn count(object: &ObjectShape, name: &str) -> usize {
    let mut count = 0_usize;
    let mut fields = object.fields;
    while let [field, rest @ ..] = fields {
        count = count.saturating_add(match field.place {
            Place::Named(other) | Place::OneWay(other) => same(other, name) as usize,
            Place::Flattened(inner) => self::count(inner, name),
        });
        fields = rest;
    }
    count
}

/// A set of hashes, one bit for each: constants have no hash maps.
struct Hashes([u64; Hashes::WORDS]);

impl Hashes {
    /// 2^20 bits: among a thousand names, usually no two share a bit. Each pair that does costs a
    /// comparison with all names.
    const WORDS: usize = 1 << 14;

    /// Inserts the hash of a name. Returns whether the set had it before.
    const fn has_or_insert(&mut self, name: &str) -> bool {
        let hash = hash(name);
        let bit = 1_u64 << (hash % 64);
        let word = hash as usize / 64 % Self::WORDS;
        let Some((_, [word, ..])) = self.0.split_at_mut_checked(word) else { return true };
        let found = *word & bit != 0;
        *word |= bit;
        found
    }
}

/// The FNV-1a hash, with the higher bits folded into the lower ones.
const fn hash(name: &str) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    let mut bytes = name.as_bytes();
    while let [byte, rest @ ..] = bytes {
        hash = (hash ^ *byte as u32).wrapping_mul(0x0100_0193);
        bytes = rest;
    }
    hash ^ (hash >> 16)
}

#[cfg(test)]
mod tests {
    use super::duplicate;
    use crate::shape::{FieldShape, ObjectShape, TypeShape};

    const fn field(name: &'static str) -> FieldShape {
        FieldShape::leaf(name)
    }

    const fn flattened(object: &'static ObjectShape) -> FieldShape {
        FieldShape::flattened(TypeShape::ANY, object)
    }

    const INNER: &ObjectShape = &ObjectShape::new("Inner", &[field("name")]);
    const MIDDLE: &ObjectShape =
        &ObjectShape::new("Middle", &[field("other"), flattened(INNER), field("Name")]);

    #[test]
    fn a_name_twice_is_found_however_deep() {
        let of = |fields: &'static [FieldShape]| duplicate(&ObjectShape::new("Outer", fields));
        assert_eq!(duplicate(MIDDLE), None);
        assert_eq!(of(const { &[flattened(MIDDLE), flattened(INNER)] }), Some("name"));
        assert_eq!(of(const { &[field("other"), flattened(MIDDLE)] }), Some("other"));
        assert_eq!(of(const { &[field("others"), flattened(MIDDLE)] }), None);
    }

    #[test]
    fn names_with_the_same_hash_are_distinguished() {
        // Enough names for some to share a bit.
        let fields: Vec<_> = (0..5_000).map(|at| field(format!("field{at}").leak())).collect();
        let object: &'static ObjectShape =
            Box::leak(Box::new(ObjectShape::new("Large", fields.leak())));
        assert_eq!(duplicate(object), None);
    }
}
