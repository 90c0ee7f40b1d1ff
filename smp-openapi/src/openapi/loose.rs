//! Reads JSON whose values may have any type: what isn't of the type wanted is
//! skipped and named, so that one bad keyword neither fails a whole document
//! nor is taken for something else.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A value of the type wanted, nothing (`null` counts as absent), or what was
/// there instead.
pub(crate) struct Loose<T>(pub(crate) Result<Option<T>, &'static str>);

/// A type that can be read from some kinds of JSON. Every method answers
/// `None` for a kind of JSON that doesn't fit.
pub(crate) trait Shape<'de>: Sized {
    /// In words, for messages: `a string`.
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

    /// What stands for a value that doesn't fit, for types that can say so.
    fn misfit(found: &'static str) -> Result<Option<Self>, &'static str> {
        Err(found)
    }
}

impl<'de, T: Shape<'de>> Deserialize<'de> for Loose<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LooseVisitor(PhantomData))
    }
}

struct LooseVisitor<T>(PhantomData<T>);

fn fitting<'de, T: Shape<'de>>(value: Option<T>, found: &'static str) -> Loose<T> {
    Loose(match value {
        Some(value) => Ok(Some(value)),
        None => T::misfit(found),
    })
}

impl<'de, T: Shape<'de>> Visitor<'de> for LooseVisitor<T> {
    type Value = Loose<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E>(self, text: &str) -> Result<Loose<T>, E> {
        Ok(fitting(T::string(text), "a string"))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Loose<T>, E> {
        Ok(fitting(T::boolean(value), "a boolean"))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Loose<T>, E> {
        Ok(fitting(None, "a number"))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Loose<T>, E> {
        Ok(fitting(None, "a number"))
    }

    fn visit_i128<E>(self, _: i128) -> Result<Loose<T>, E> {
        Ok(fitting(None, "a number"))
    }

    fn visit_u128<E>(self, _: u128) -> Result<Loose<T>, E> {
        Ok(fitting(None, "a number"))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Loose<T>, E> {
        Ok(fitting(None, "a number"))
    }

    fn visit_unit<E>(self) -> Result<Loose<T>, E> {
        Ok(Loose(Ok(None)))
    }

    fn visit_none<E>(self) -> Result<Loose<T>, E> {
        Ok(Loose(Ok(None)))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Loose<T>, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Loose<T>, A::Error> {
        Ok(fitting(T::list(&mut list)?, "a list"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Loose<T>, A::Error> {
        Ok(fitting(T::object(&mut object)?, "an object"))
    }
}

impl Shape<'_> for Box<str> {
    const EXPECTED: &'static str = "a string";

    fn string(text: &str) -> Option<Self> {
        Some(text.into())
    }
}

impl Shape<'_> for bool {
    const EXPECTED: &'static str = "a boolean";

    fn boolean(value: bool) -> Option<Self> {
        Some(value)
    }
}

/// A list of strings.
impl<'de> Shape<'de> for Vec<Box<str>> {
    const EXPECTED: &'static str = "a list of strings";

    fn list<A: SeqAccess<'de>>(list: &mut A) -> Result<Option<Self>, A::Error> {
        let mut all = Some(Self::new());
        while let Some(Loose(item)) = list.next_element::<Loose<Box<str>>>()? {
            match (item, &mut all) {
                (Ok(Some(item)), Some(items)) => items.push(item),
                _ => all = None,
            }
        }
        Ok(all)
    }
}
