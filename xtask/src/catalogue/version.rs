//! A version of Kubernetes, and the catalogues of several versions.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::Result;
use super::entries::Entries;

/// A version of Kubernetes, ordered by its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version {
    major: u32,
    minor: u32,
}

impl FromStr for Version {
    type Err = Box<dyn Error + Send + Sync>;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        let numbers = text.split_once('.');
        let numbers = numbers.and_then(|(a, b)| a.parse().ok().zip(b.parse().ok()));
        let (major, minor) = numbers.ok_or(format!("`{text}` is no version such as 1.34"))?;
        Ok(Self { major, minor })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The catalogues of several versions.
pub(super) type Versions = BTreeMap<Version, Entries>;

/// The newest version.
pub(super) fn newest(versions: &Versions) -> Result<(Version, &Entries)> {
    let newest = versions.last_key_value().map(|(version, entries)| (*version, entries));
    newest.ok_or_else(|| "no version".into())
}
