//! Null where a list or map is required: what Go writes for an empty one.

use serde::{Deserialize, Deserializer};

/// Reads null as the empty value.
pub(crate) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
