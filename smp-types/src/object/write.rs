//! Writes objects: every field that isn't absent.

use core::convert::Infallible;
use core::slice::Iter;

use serde::ser::{SerializeStruct, Serializer};

use super::{Field, Object};

/// Takes the fields of a struct, in order.
pub(crate) trait Members {
    /// Why a field could not be taken.
    type Error;

    /// Takes the next field.
    fn member<T: Field>(&mut self, value: &T) -> Result<(), Self::Error>;
}

/// Writes a struct. `O(n)` in what it holds.
pub(crate) fn write<T: Object, S: Serializer>(object: &T, to: S) -> Result<S::Ok, S::Error> {
    let to = to.serialize_struct(T::NAME, count(object))?;
    let mut writing = Writing { to, names: T::NAMES.iter() };
    object.write(&mut writing)?;
    writing.to.end()
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

    fn member<T: Field>(&mut self, value: &T) -> Result<(), Infallible> {
        self.0 = self.0.wrapping_add(usize::from(!value.is_absent()));
        Ok(())
    }
}

struct Writing<S> {
    to: S,
    /// Of the fields that come next.
    names: Iter<'static, &'static str>,
}

impl<S: SerializeStruct> Members for Writing<S> {
    type Error = S::Error;

    fn member<T: Field>(&mut self, value: &T) -> Result<(), S::Error> {
        // There is a name for each field.
        let name = self.names.next().copied().unwrap_or_default();
        if value.is_absent() {
            self.to.skip_field(name)
        } else {
            self.to.serialize_field(name, value)
        }
    }
}

#[cfg(all(test, feature = "core"))]
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
