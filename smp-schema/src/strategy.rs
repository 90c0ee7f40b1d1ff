//! Patch strategies: what a field's metadata may say, and how it is spelled.

use core::fmt;

/// How a patch treats one field: a base (`merge`, `replace` or none) and
/// whether `retainKeys` is asked for beside it.
///
/// Source: `patchStrategy` of the Go struct tags, `x-kubernetes-patch-strategy`
/// in `OpenAPI`. Which parts go together: semantics schema-2.
///
/// ```
/// use smp_schema::{Base, Strategy};
/// let volumes: Strategy = "merge|retainKeys".parse()?;
/// assert_eq!(volumes, "merge,retainKeys".parse()?);
/// assert_eq!(volumes.base(), Base::Merge);
/// assert!(volumes.retain_keys());
/// assert!("merge|replace".parse::<Strategy>().is_err());
/// # Ok::<(), smp_schema::StrategyError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Strategy {
    base: Base,
    retain_keys: bool,
}

/// The part of a [`Strategy`] that says what becomes of the two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Base {
    /// Nothing is said: objects merge, lists and scalars are replaced.
    #[default]
    Unspecified,
    /// Lists merge by key (objects) or as ordered sets (scalars).
    Merge,
    /// Objects are replaced too.
    Replace,
}

impl Strategy {
    /// No strategy: objects merge, lists are atomic.
    pub const NONE: Self = Self { base: Base::Unspecified, retain_keys: false };
    /// `merge`.
    pub const MERGE: Self = Self { base: Base::Merge, retain_keys: false };
    /// `replace`.
    pub const REPLACE: Self = Self { base: Base::Replace, retain_keys: false };
    /// `retainKeys`.
    pub const RETAIN_KEYS: Self = Self { base: Base::Unspecified, retain_keys: true };

    /// `merge|retainKeys`.
    pub const MERGE_RETAIN_KEYS: Self = Self::MERGE.with_retain_keys();
    /// `replace|retainKeys`.
    pub const REPLACE_RETAIN_KEYS: Self = Self::REPLACE.with_retain_keys();

    /// The same strategy with `retainKeys` beside it. `O(1)`.
    #[must_use]
    pub const fn with_retain_keys(self) -> Self {
        Self { base: self.base, retain_keys: true }
    }

    /// What becomes of the two values. `O(1)`.
    #[must_use]
    pub const fn base(self) -> Base {
        self.base
    }

    /// Whether a diff of this field writes `$retainKeys`. `O(1)`.
    #[must_use]
    pub const fn retain_keys(self) -> bool {
        self.retain_keys
    }

    /// Whether lists of this field merge. `O(1)`.
    #[must_use]
    pub const fn is_merge(self) -> bool {
        matches!(self.base, Base::Merge)
    }
}

/// Joined by `|`; empty for [`Strategy::NONE`].
impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.base, self.retain_keys) {
            (Base::Unspecified, false) => "",
            (Base::Unspecified, true) => "retainKeys",
            (Base::Merge, false) => "merge",
            (Base::Merge, true) => "merge|retainKeys",
            (Base::Replace, false) => "replace",
            (Base::Replace, true) => "replace|retainKeys",
        })
    }
}

/// A text that is no patch strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrategyError {
    text: String,
    reason: &'static str,
}

impl fmt::Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no patch strategy: {}; write merge, replace or retainKeys, \
             or merge|retainKeys or replace|retainKeys",
            self.text, self.reason
        )
    }
}

impl core::error::Error for StrategyError {}

/// Parses `merge`, `replace`, `retainKeys`, and pairs with `retainKeys` joined
/// by `|` or `,` (Go tags and `OpenAPI` have the comma). `O(n)`.
impl core::str::FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Self, StrategyError> {
        let error = |reason| StrategyError { text: text.to_owned(), reason };
        if text.is_empty() {
            return Ok(Self::NONE);
        }
        let mut strategy = Self::NONE;
        for part in text.split(['|', ',']) {
            let base = match part.trim() {
                "merge" => Base::Merge,
                "replace" => Base::Replace,
                "retainKeys" if strategy.retain_keys => return Err(error("a part is repeated")),
                "retainKeys" => {
                    strategy.retain_keys = true;
                    continue;
                }
                _ => return Err(error("a part is unknown")),
            };
            strategy.base = match strategy.base {
                Base::Unspecified => base,
                earlier if earlier == base => return Err(error("a part is repeated")),
                _ => return Err(error("merge and replace exclude each other")),
            };
        }
        Ok(strategy)
    }
}
