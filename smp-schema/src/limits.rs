//! [`Limits`]: how large and deep an input may be, and how many mistakes are reported.
//! Rules: semantics limit-1 to limit-3.

/// How deep documents may be by default, and where no limit can be set.
pub const MAX_DEPTH: usize = 128;

/// How large an input may be. An input beyond a limit is an error that names the limit.
///
/// The defaults accept every object that a cluster can hold: the API server
/// accepts requests of 3 MiB, and etcd stores half of that. A program that reads
/// documents from strangers, such as a webhook, should set a limit of that size.
///
/// ```
/// use smp_schema::Limits;
/// let limits = Limits::default().max_bytes(3 << 20).max_depth(64);
/// assert_eq!(limits.max_errors, 100);
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
    /// The error also says how many more there are.
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

    /// The message for a text that is longer than [`max_bytes`](Self::max_bytes);
    /// `None` for any other. `O(1)`.
    #[doc(hidden)]
    #[must_use]
    pub fn too_long(&self, text: &[u8]) -> Option<String> {
        (text.len() > self.max_bytes).then(|| {
            format!(
                "the text has {} bytes, the limit is {}; if it is meant to be that long, raise \
                 `Limits::max_bytes`",
                text.len(),
                self.max_bytes
            )
        })
    }

    /// The sentence about mistakes that were left out; `None` if none were. `O(1)`.
    #[doc(hidden)]
    #[must_use]
    pub fn more(&self, omitted: usize) -> Option<String> {
        (omitted > 0).then(|| {
            format!(
                "and {omitted} more; to see more than {}, raise `Limits::max_errors`",
                self.max_errors.max(1)
            )
        })
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}
