//! How much an operation takes on, and how much it reports: the limits, and the
//! collection that keeps to the last of them. Rules: semantics limit-1 to limit-3.

use crate::error::{Error, ErrorKind};

/// How deep documents may be by default, and where no limit can be set.
pub(crate) const MAX_DEPTH: usize = 128;

/// How much the library takes on. Beyond a limit is an error that names it.
///
/// The defaults let every object through that a cluster can hold: the API
/// server takes requests of 3 MiB, and etcd keeps half of that. Who takes
/// documents from strangers, a webhook perhaps, does well to set that limit
/// here, too.
///
/// ```
/// use smp_core::{ErrorKind, Limits, Options, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let options = Options::default().limits(Limits::default().max_bytes(8));
/// assert!(smp_core::apply("{}", r#"{"a":1}"#, schema.root(), &options).is_ok());
/// let error = smp_core::apply("{}", r#"{"a":123}"#, schema.root(), &options).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Size);
/// assert_eq!(
///     error.to_string(),
///     "patch: the text has 9 bytes, the limit is 8; if it is meant to be that long, raise \
///      `Limits::max_bytes`",
/// );
/// # Ok::<(), smp_core::SchemaError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limits {
    /// How many levels of objects and lists the engine looks into, 128: in
    /// documents, patches and Rust values. What the patch doesn't touch isn't
    /// looked into, and may be of any depth. The stack of the calling thread
    /// must hold it: the default does in 2 MiB, unoptimized.
    ///
    /// Documents that describe schemas have a limit of their own, which is that
    /// of the JSON reader: 127 levels.
    pub max_depth: usize,
    /// How many bytes the text of each document, patch or schema document may
    /// have, 1 GiB. What is in memory as a value has no text and no such limit.
    ///
    /// Any operation is linear in its text, so this limit is no defence that the
    /// engine needs; it bounds what one call may cost. A finite default stops
    /// what is a mistake (no export of a cluster comes near it), and lets pass
    /// what is merely large.
    pub max_bytes: usize,
    /// How many mistakes are reported where all of them are, 100; one at least.
    /// The last entry says how many more there are.
    pub max_errors: usize,
}

impl Limits {
    /// The defaults. `O(1)`.
    #[must_use]
    pub const fn new() -> Self {
        Self { max_depth: MAX_DEPTH, max_bytes: 1 << 30, max_errors: 100 }
    }

    /// The same limits with another [depth](Self::max_depth). `O(1)`.
    #[must_use]
    pub const fn max_depth(mut self, levels: usize) -> Self {
        self.max_depth = levels;
        self
    }

    /// The same limits with another [length of text](Self::max_bytes). `O(1)`.
    #[must_use]
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// The same limits with another [number of mistakes](Self::max_errors).
    /// `O(1)`.
    #[must_use]
    pub const fn max_errors(mut self, mistakes: usize) -> Self {
        self.max_errors = mistakes;
        self
    }

    /// As many levels as may be opened.
    pub(crate) fn levels(&self) -> Levels {
        let most = u32::try_from(self.max_depth).unwrap_or(u32::MAX);
        Levels { left: most, most }
    }

    /// Refuses text that is too long, before anybody reads it.
    pub(crate) fn admit(&self, text: &[u8]) -> Result<(), Error> {
        match self.too_long(text) {
            Some(message) => Err(Error::new(ErrorKind::Size, message)),
            None => Ok(()),
        }
    }

    /// What is to be said of text that is too long.
    pub(crate) fn too_long(&self, text: &[u8]) -> Option<String> {
        (text.len() > self.max_bytes).then(|| {
            format!(
                "the text has {} bytes, the limit is {}; if it is meant to be that long, raise \
                 `Limits::max_bytes`",
                text.len(),
                self.max_bytes
            )
        })
    }

    /// The last entry of a list of which so many were left out, if any.
    pub(crate) fn more(&self, omitted: usize) -> Option<String> {
        (omitted > 0).then(|| {
            format!(
                "and {omitted} more; to see more than {}, raise `Limits::max_errors`",
                self.max_errors.max(1)
            )
        })
    }
}

/// [`Limits::new`].
impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

/// How many levels may still be opened, of how many.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Levels {
    left: u32,
    most: u32,
}

impl Levels {
    /// One level less; `None` if there is none left.
    pub(crate) fn below(self) -> Option<Self> {
        Some(Self { left: self.left.checked_sub(1)?, ..self })
    }

    /// One level less, or the error that says there is none left.
    pub(crate) fn deeper(self) -> Result<Self, Error> {
        self.below().ok_or_else(|| {
            let message = format!(
                "nested deeper than {} levels, which is the limit; if it is meant to be that \
                 deep, raise `Limits::max_depth`",
                self.most
            );
            Error::new(ErrorKind::Depth, message)
        })
    }
}

/// Mistakes as they are found: what is beyond the limit is counted, not kept.
#[derive(Debug)]
pub(crate) struct Kept<T> {
    items: Vec<T>,
    limit: usize,
    omitted: usize,
}

impl<T> Kept<T> {
    pub(crate) fn within(limits: &Limits) -> Self {
        Self { items: Vec::new(), limit: limits.max_errors.max(1), omitted: 0 }
    }

    /// Keeps one, which is made only if there is room for it.
    pub(crate) fn add(&mut self, item: impl FnOnce() -> T) {
        if self.items.len() < self.limit {
            self.items.push(item());
        } else {
            self.omit(1);
        }
    }

    /// Counts some that somebody else has left out.
    pub(crate) fn omit(&mut self, count: usize) {
        self.omitted = self.omitted.saturating_add(count);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Those that were kept, and the number of the others.
    pub(crate) fn into_parts(self) -> (Vec<T>, usize) {
        (self.items, self.omitted)
    }
}
