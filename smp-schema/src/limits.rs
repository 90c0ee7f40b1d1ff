//! [`Limits`]: the maximum size and depth of an input, the number of times that a patch may name
//! one element, and the number of reported mistakes. Rules: semantics limit-1 to limit-3.

/// The default depth limit, which also applies to serde's traits, as they take no [`Limits`].
pub const MAX_DEPTH: usize = 128;

/// Limits of the size of inputs. An input beyond a limit is an error that names the limit.
///
/// The defaults accept every object that a cluster can hold: the API server accepts requests of
/// 3 MiB, and etcd stores half of that. A program that reads documents from untrusted sources,
/// such as a webhook, should set a limit of that size.
///
/// ```
/// use smp_schema::Limits;
/// let limits = Limits::default().max_bytes(3 << 20).max_depth(64);
/// assert_eq!(limits.max_errors, 100);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limits {
    /// The number of levels of objects and lists that the engine reads in documents, patches and
    /// Rust values. Default: 128. Parts that the patch doesn't touch are not read, and
    /// may have any depth. The engine is recursive, so a higher limit needs a larger
    /// stack: the default needs less than 2 MiB in a debug build.
    ///
    /// Documents that describe schemas have the limit of the JSON reader instead: 127
    /// levels.
    pub max_depth: usize,
    /// The maximum number of bytes in the text of each document, patch or schema document. Default:
    /// 1 GiB. Does not apply to values in memory, which have no text.
    ///
    /// Every operation reads its text in linear time, so the engine itself does not need
    /// this limit; it bounds the cost of one call. The default is far above any export of
    /// a cluster, so a longer text is most likely a mistake.
    pub max_bytes: usize,
    /// The number of times that a patch may name one element of a merge list. Default: 1,000. The
    /// patch's changes to the element are merged one after another, each at a cost that grows with
    /// the element.
    pub max_repeats: usize,
    /// The number of mistakes that an error lists, if it reports every mistake of a kind. Default:
    /// 100. At least one is listed. The error also has the number of omitted mistakes.
    pub max_errors: usize,
}

impl Limits {
    /// The defaults.
    #[must_use]
    pub const fn new() -> Self {
        Self { max_depth: MAX_DEPTH, max_bytes: 1 << 30, max_repeats: 1_000, max_errors: 100 }
    }

    /// The same limits with another [depth](Self::max_depth).
    #[must_use]
    pub const fn max_depth(mut self, levels: usize) -> Self {
        self.max_depth = levels;
        self
    }

    /// The same limits with another [length of text](Self::max_bytes).
    #[must_use]
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// The same limits with another [number of changes of one element](Self::max_repeats).
    #[must_use]
    pub const fn max_repeats(mut self, times: usize) -> Self {
        self.max_repeats = times;
        self
    }

    /// The same limits with another [number of mistakes](Self::max_errors).
    #[must_use]
    pub const fn max_errors(mut self, mistakes: usize) -> Self {
        self.max_errors = mistakes;
        self
    }

    /// The error message for a text that is longer than [`max_bytes`](Self::max_bytes);
    /// `None` for a shorter one.
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

    /// The last line of an error that left out mistakes; `None` if none were left out.
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
