//! Reads objects: each member into the field with its name.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Unexpected, Visitor,
};

use super::Object;
use crate::UnknownFields;

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
        match read_members(&mut object, T::NAMES, &mut map) {
            Ok(()) => Ok(object),
            Err(error) => Err(error),
        }
    }
}

/// A struct whose fields are read from `A`.
trait Fields<'de, A: MapAccess<'de>> {
    /// See [`Object::read`].
    fn read(&mut self, place: usize, from: &mut A) -> Result<(), A::Error>;

    /// See [`Object::unknown_fields_mut`].
    fn unknown_fields(&mut self) -> Option<&mut UnknownFields>;
}

impl<'de, T: Object, A: MapAccess<'de>> Fields<'de, A> for T {
    fn read(&mut self, place: usize, from: &mut A) -> Result<(), A::Error> {
        Object::read(self, place, from)
    }

    fn unknown_fields(&mut self) -> Option<&mut UnknownFields> {
        self.unknown_fields_mut()
    }
}

/// Reads each member into its field. Compiled once for each format, not for each struct.
fn read_members<'de, A: MapAccess<'de>>(
    object: &mut dyn Fields<'de, A>,
    names: &'static [&'static str],
    map: &mut A,
) -> Result<(), A::Error> {
    let mut seen = 0_u64;
    while let Some(member) = map.next_key_seed(Name(names))? {
        let place = match member {
            Member::Field(place) => place,
            Member::Unknown(name) => {
                let Some(unknown) = object.unknown_fields() else {
                    return Err(A::Error::unknown_field(&name, names));
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
            return Err(A::Error::duplicate_field(names.get(place).copied().unwrap_or_default()));
        }
        seen |= bit;
        object.read(place, map)?;
    }
    Ok(())
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
    /// The name of the field with this index in [`Object::NAMES`].
    Field(usize),
    Unknown(String),
}

/// Reads the name of a member of the struct whose fields have these names.
struct Name(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Member;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Member, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = Member;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("field identifier")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Member, E> {
        let place = self.0.iter().position(|known| *known == name);
        Ok(place.map_or_else(|| Member::Unknown(name.to_owned()), Member::Field))
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Member, E> {
        match core::str::from_utf8(name) {
            Ok(name) => self.visit_str(name),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(name), &self)),
        }
    }
}
