//! Deserializes JSON that may have values of unexpected types. Such a value is skipped, and its
//! type is reported, so that one wrong keyword does not make a whole document unreadable.
//! Example: `{"type": "array", "items": 5}` gives a schema without `items`, and the note that
//! `items` is a number.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use smp_schema::__support::JsonKind;

/// The value; `None` for `null`, which counts as absent; or the type, in words, of a value that
/// does not fit `T`.
pub(crate) struct Lenient<T>(pub(crate) Result<Option<T>, &'static str>);

/// A type that can be read from some types of JSON values: each method reads one of them, and
/// returns `None` if the value does not fit.
pub(crate) trait FromJson<'de>: Sized {
    /// The expected value in words, for messages: `a string`.
    const EXPECTED: &'static str;

    fn string(_: &str) -> Option<Self> {
        None
    }

    fn boolean(_: bool) -> Option<Self> {
        None
    }

    fn list<A: SeqAccess<'de>>(list: &mut A) -> Result<Option<Self>, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn object<A: MapAccess<'de>>(object: &mut A) -> Result<Option<Self>, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    /// The result for a value of the wrong type `found`. A type that can record the mistake returns a
    /// value with it.
    fn misfit(found: &'static str) -> Result<Option<Self>, &'static str> {
        Err(found)
    }
}

impl<'de, T: FromJson<'de>> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LenientVisitor(PhantomData))
    }
}

struct LenientVisitor<T>(PhantomData<T>);

fn fitting<'de, T: FromJson<'de>>(value: Option<T>, found: &'static str) -> Lenient<T> {
    Lenient(match value {
        Some(value) => Ok(Some(value)),
        None => T::misfit(found),
    })
}

impl<'de, T: FromJson<'de>> Visitor<'de> for LenientVisitor<T> {
    type Value = Lenient<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E>(self, text: &str) -> Result<Lenient<T>, E> {
        Ok(fitting(T::string(text), JsonKind::String.name()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Lenient<T>, E> {
        Ok(fitting(T::boolean(value), JsonKind::Bool.name()))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Lenient<T>, E> {
        Ok(fitting(None, JsonKind::Number.name()))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Lenient<T>, E> {
        Ok(fitting(None, JsonKind::Number.name()))
    }

    fn visit_i128<E>(self, _: i128) -> Result<Lenient<T>, E> {
        Ok(fitting(None, JsonKind::Number.name()))
    }

    fn visit_u128<E>(self, _: u128) -> Result<Lenient<T>, E> {
        Ok(fitting(None, JsonKind::Number.name()))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Lenient<T>, E> {
        Ok(fitting(None, JsonKind::Number.name()))
    }

    fn visit_unit<E>(self) -> Result<Lenient<T>, E> {
        Ok(Lenient(Ok(None)))
    }

    fn visit_none<E>(self) -> Result<Lenient<T>, E> {
        Ok(Lenient(Ok(None)))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Lenient<T>, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Lenient<T>, A::Error> {
        Ok(fitting(T::list(&mut list)?, JsonKind::List.name()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Lenient<T>, A::Error> {
        Ok(fitting(T::object(&mut object)?, JsonKind::Object.name()))
    }
}

impl FromJson<'_> for Box<str> {
    const EXPECTED: &'static str = JsonKind::String.name();

    fn string(text: &str) -> Option<Self> {
        Some(text.into())
    }
}

impl FromJson<'_> for bool {
    const EXPECTED: &'static str = JsonKind::Bool.name();

    fn boolean(value: bool) -> Option<Self> {
        Some(value)
    }
}

/// A list of strings.
impl<'de> FromJson<'de> for Vec<Box<str>> {
    const EXPECTED: &'static str = "a list of strings";

    fn list<A: SeqAccess<'de>>(list: &mut A) -> Result<Option<Self>, A::Error> {
        let mut all = Some(Self::new());
        while let Some(Lenient(item)) = list.next_element::<Lenient<Box<str>>>()? {
            match (item, &mut all) {
                (Ok(Some(item)), Some(items)) => items.push(item),
                _ => all = None,
            }
        }
        Ok(all)
    }
}
