//! Whether two texts spell the same value of a class of scalars. Rule: semantics value-12.

mod bytes;
mod duration;
mod quantity;
mod time;

pub use bytes::is_base64;
pub use time::is_time;

use crate::type_def::ScalarType;

impl ScalarType {
    /// Whether two texts are the same value of this class. They are the content of strings, or the
    /// text of numbers. A text that API servers can't read equals only itself. `O(n)`.
    ///
    /// ```
    /// use smp_schema::ScalarType;
    /// assert!(ScalarType::Quantity.is_same("1000m", "1"));
    /// assert!(ScalarType::Time.is_same("2024-01-01T01:00:00+01:00", "2024-01-01T00:00:00Z"));
    /// assert!(ScalarType::Duration.is_same("90m", "1h30m0s"));
    /// assert!(ScalarType::Bytes.is_same("YQ==\n", "YQ=="));
    /// assert!(!ScalarType::String.is_same("1000m", "1"));
    /// ```
    #[must_use]
    pub fn is_same(self, left: &str, right: &str) -> bool {
        fn read<'t, T: PartialEq>(
            read: fn(&'t str) -> Option<T>,
            left: &'t str,
            right: &'t str,
        ) -> bool {
            read(left).is_some_and(|left| read(right).is_some_and(|right| left == right))
        }
        left == right
            || match self {
                Self::Quantity => read(quantity::value, left, right),
                Self::Time => read(time::instant, left, right),
                Self::Duration => read(duration::nanoseconds, left, right),
                Self::Bytes => read(bytes::decoded, left, right),
                _ => false,
            }
    }
}
