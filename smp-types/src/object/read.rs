//! Reads objects: each member into the field with its name.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Unexpected, Visitor,
};

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
        while let Some(member) = map.next_key_seed(Name::<T>(PhantomData))? {
            let place = match member {
                Member::Field(place) => place,
                Member::Unknown(name) => {
                    let Some(unknown) = object.unknown_fields_mut() else {
                        return Err(A::Error::unknown_field(&name, T::NAMES));
                    };
                    if cfg!(not(feature = "unknown_fields")) {
                        map.next_value::<IgnoredAny>()?;
                        continue;
                    }
                    if unknown.get(&name).is_some() {
                        return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
                    }
                    unknown.insert(name, map.next_value()?);
                    continue;
                }
            };
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

/// Reads null, or a string that has this value.
pub(super) struct Constant<'c>(pub(super) &'c str);

impl<'de> DeserializeSeed<'de> for Constant<'_> {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<String>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        match text.as_deref() {
            Some(other) if other != self.0 => {
                Err(D::Error::invalid_value(Unexpected::Str(other), &self.0))
            }
            _ => Ok(text),
        }
    }
}

/// The name of a member.
enum Member {
    /// That of the field with this index in [`Object::NAMES`].
    Field(usize),
    Unknown(String),
}

/// Reads the name of a member.
struct Name<T>(PhantomData<T>);

impl<'de, T: Object> DeserializeSeed<'de> for Name<T> {
    type Value = Member;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Member, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl<T: Object> Visitor<'_> for Name<T> {
    type Value = Member;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("field identifier")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Member, E> {
        let place = T::NAMES.iter().position(|known| *known == name);
        Ok(place.map_or_else(|| Member::Unknown(name.to_owned()), Member::Field))
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Member, E> {
        match core::str::from_utf8(name) {
            Ok(name) => self.visit_str(name),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(name), &self)),
        }
    }
}
