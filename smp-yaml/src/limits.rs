//! Limits of reading, and the errors about them.

use core::ops::Range;

use crate::error::Error;

/// The most levels of nesting in a document that is read completely: the default limit of [`smp_core::Limits`].
pub const MAX_DEPTH: usize = 128;

/// Limits of anchors and aliases, with which a short text can have a long value. Parts are scalars, and the
/// beginnings and ends of lists and mappings.
///
/// ```
/// let mut limits = smp_yaml::Limits::default();
/// assert_eq!(limits.aliased_parts, 100_000);
/// limits.aliased_parts = 1;
/// let error = smp_yaml::parse_within("a: &x [1, 2]\nb: *x\n", limits).unwrap_err();
/// assert_eq!(error.limit(), Some("aliased_parts"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Parts that aliases may add to a document: 100,000.
    pub aliased_parts: usize,
    /// Bytes of scalars that aliases may add to a document: 16 MiB.
    pub aliased_bytes: usize,
    /// Parts that are in the anchored nodes of a document: 1,000,000. A part inside two nested
    /// anchors counts twice.
    pub anchored_parts: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { aliased_parts: 100_000, aliased_bytes: 16 << 20, anchored_parts: 1_000_000 }
    }
}

impl Limits {
    /// The error about aliases that add too many parts.
    pub(crate) fn too_many_aliased(self, place: Range<usize>) -> Error {
        let what = format!("aliases add more than {} parts", self.aliased_parts);
        Error::beyond("aliased_parts", &what, place)
    }

    /// The error about anchors that hold too many parts.
    pub(crate) fn too_many_anchored(self, place: Range<usize>) -> Error {
        let what = format!("anchors hold more than {} parts", self.anchored_parts);
        Error::beyond("anchored_parts", &what, place)
    }

    /// The error about aliases that add too much text.
    pub(crate) fn too_long_aliased(self, place: Range<usize>) -> Error {
        let what = match self.aliased_bytes {
            bytes if bytes % (1 << 20) == 0 => format!("{} MiB", bytes >> 20),
            bytes => format!("{bytes} bytes"),
        };
        let what = format!("aliases add more than {what} of text");
        Error::beyond("aliased_bytes", &what, place)
    }
}

/// The message about a document beyond [`MAX_DEPTH`].
#[must_use]
pub fn too_deep() -> String {
    format!("nested deeper than {MAX_DEPTH} levels, which is the limit")
}
