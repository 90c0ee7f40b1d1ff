//! Writes objects: what is required always, all else where it is there.

use core::convert::Infallible;

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::Object;

/// What a struct tells of its fields.
pub(crate) trait Members {
    /// Why it wants to hear of no more.
    type Error;

    /// A field that is always written.
    fn required<T: Serialize>(&mut self, name: &'static str, value: &T) -> Result<(), Self::Error>;

    /// A field that is written unless it is absent. It is written as an `Option`,
    /// for there are formats that mark one.
    #[expect(clippy::ref_option, reason = "the field is written as it is, by reference")]
    fn optional<T: Serialize>(
        &mut self,
        name: &'static str,
        value: &Option<T>,
    ) -> Result<(), Self::Error>;
}

/// Writes a struct. `O(n)` in what it holds.
pub(crate) fn write<T: Object, S: Serializer>(object: &T, to: S) -> Result<S::Ok, S::Error> {
    let mut writing = Writing(to.serialize_struct(T::TYPE.1, count(object))?);
    object.write(&mut writing)?;
    writing.0.end()
}

/// The number of members that will be written: formats may want to know before
/// the first one. `O(n)` in the fields.
fn count<T: Object>(object: &T) -> usize {
    let mut count = Count(0);
    let Ok(()) = object.write(&mut count);
    count.0
}

struct Count(usize);

impl Members for Count {
    type Error = Infallible;

    fn required<T: Serialize>(&mut self, _: &'static str, _: &T) -> Result<(), Infallible> {
        self.0 = self.0.wrapping_add(1);
        Ok(())
    }

    fn optional<T: Serialize>(
        &mut self,
        _: &'static str,
        value: &Option<T>,
    ) -> Result<(), Infallible> {
        self.0 = self.0.wrapping_add(usize::from(value.is_some()));
        Ok(())
    }
}

struct Writing<S>(S);

impl<S: SerializeStruct> Members for Writing<S> {
    type Error = S::Error;

    fn required<T: Serialize>(&mut self, name: &'static str, value: &T) -> Result<(), S::Error> {
        self.0.serialize_field(name, value)
    }

    fn optional<T: Serialize>(
        &mut self,
        name: &'static str,
        value: &Option<T>,
    ) -> Result<(), S::Error> {
        match value {
            Some(_) => self.0.serialize_field(name, value),
            None => self.0.skip_field(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core_v1::Service;

    #[test]
    fn as_many_members_are_announced_as_are_written() {
        for text in ["{}", r#"{"kind": "Service", "metadata": {}, "status": {}}"#] {
            let service: Service = serde_json::from_str(text).unwrap();
            let written = serde_json::to_value(&service).unwrap();
            assert_eq!(Some(count(&service)), written.as_object().map(serde_json::Map::len));
        }
    }
}
