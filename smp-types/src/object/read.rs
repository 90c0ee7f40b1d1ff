//! Reads objects: each member into the field with its name.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Unexpected, Visitor};

use super::Object;

/// Reads a struct.
pub struct Reading<T>(PhantomData<T>);

impl<T: Object> Reading<T> {
    /// Reads the struct. `O(n)` in the size of the input.
    pub fn of<'de, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        from.deserialize_struct(T::NAME, T::NAMES, Self(PhantomData))
    }
}

impl<'de, T: Object> Visitor<'de> for Reading<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "struct {}", T::NAME)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        const { assert!(T::NAMES.len() <= 64, "a bit of `seen` for each field") }
        let mut object = T::empty();
        let mut seen = 0_u64;
        while let Some(place) = map.next_key_seed(Name::<T>(PhantomData))? {
            let bit = 1_u64.unbounded_shl(u32::try_from(place).unwrap_or(u32::MAX));
            if seen & bit != 0 {
                let name = T::NAMES.get(place).copied().unwrap_or_default();
                return Err(A::Error::duplicate_field(name));
            }
            seen |= bit;
            object.read(place, &mut map)?;
        }
        Ok(object)
    }
}

/// Reads the name of a member and returns its index in [`Object::NAMES`].
struct Name<T>(PhantomData<T>);

impl<'de, T: Object> DeserializeSeed<'de> for Name<T> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<usize, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl<T: Object> Visitor<'_> for Name<T> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("field identifier")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        let place = T::NAMES.iter().position(|known| *known == name);
        place.ok_or_else(|| E::unknown_field(name, T::NAMES))
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<usize, E> {
        match core::str::from_utf8(name) {
            Ok(name) => self.visit_str(name),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(name), &self)),
        }
    }
}
