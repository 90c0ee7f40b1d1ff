//! Patch strategies: their meanings and their spellings.

use core::fmt;

/// How a patch changes one field: a base (`merge`, `replace` or none), with or without
/// `retainKeys`.
///
/// Source: `patchStrategy` of the Go struct tags, `x-kubernetes-patch-strategy` in `OpenAPI`.
/// The combinations of parts that are valid: semantics schema-2.
///
/// ```
/// use smp_rules::{Base, Strategy};
/// let volumes: Strategy = "merge|retainKeys".parse()?;
/// assert_eq!(volumes, "merge,retainKeys".parse()?);
/// assert_eq!(volumes.base(), Base::Merge);
/// assert!(volumes.retain_keys());
/// assert!("merge|replace".parse::<Strategy>().is_err());
/// # Ok::<(), smp_rules::StrategyError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Strategy {
    base: Base,
    retain_keys: bool,
}

/// The part of a [`Strategy`] that says how the values of live and patch are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Base {
    /// No base: objects merge, lists and scalars are replaced.
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

    /// The same strategy with `retainKeys`.
    #[must_use]
    pub const fn with_retain_keys(self) -> Self {
        Self { base: self.base, retain_keys: true }
    }

    /// How the values of live and patch are combined.
    #[must_use]
    pub const fn base(self) -> Base {
        self.base
    }

    /// Whether a diff of this field writes `$retainKeys`.
    #[must_use]
    pub const fn retain_keys(self) -> bool {
        self.retain_keys
    }

    /// Whether lists of this field merge.
    #[must_use]
    pub const fn is_merge(self) -> bool {
        matches!(self.base, Base::Merge)
    }
}

/// Writes the parts joined by `|`; nothing for [`Strategy::NONE`].
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

/// The error for a text that is not a patch strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrategyError {
    text: String,
    reason: Reason,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Reason {
    Unknown(String),
    Repeated(String),
    Exclusive,
}

impl StrategyError {
    /// The part that is neither `merge` nor `replace` nor `retainKeys`, for suggestions.
    #[must_use]
    pub fn unknown_part(&self) -> Option<&str> {
        match &self.reason {
            Reason::Unknown(part) => Some(part),
            Reason::Repeated(_) | Reason::Exclusive => None,
        }
    }
}

impl fmt::Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a patch strategy", self.text)?;
        match &self.reason {
            Reason::Unknown(part) if *part == self.text => {}
            Reason::Unknown(part) => write!(f, ": `{part}` is unknown")?,
            Reason::Repeated(part) => write!(f, ": `{part}` is repeated")?,
            Reason::Exclusive => f.write_str(": `merge` and `replace` exclude each other")?,
        }
        f.write_str(
            "; write merge, replace or retainKeys, or merge|retainKeys or replace|retainKeys",
        )
    }
}

impl core::error::Error for StrategyError {}

/// Parses `merge`, `replace`, `retainKeys`, and pairs with `retainKeys` joined by `|` or `,` (Go tags and
/// `OpenAPI` use the comma). `O(n)`.
impl core::str::FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Self, StrategyError> {
        let error = |reason| StrategyError { text: text.to_owned(), reason };
        let repeated = |part: &str| error(Reason::Repeated(part.to_owned()));
        if text.is_empty() {
            return Ok(Self::NONE);
        }
        let mut strategy = Self::NONE;
        for part in text.split(['|', ',']) {
            let base = match part.trim() {
                "merge" => Base::Merge,
                "replace" => Base::Replace,
                "retainKeys" if strategy.retain_keys => return Err(repeated(part.trim())),
                "retainKeys" => {
                    strategy.retain_keys = true;
                    continue;
                }
                other => return Err(error(Reason::Unknown(other.to_owned()))),
            };
            strategy.base = match strategy.base {
                Base::Unspecified => base,
                earlier if earlier == base => return Err(repeated(part.trim())),
                _ => return Err(error(Reason::Exclusive)),
            };
        }
        Ok(strategy)
    }
}
