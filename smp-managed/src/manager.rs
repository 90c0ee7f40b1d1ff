//! [`Manager`]: who an entry belongs to; its operation and time.

use core::fmt;
use core::str::FromStr;

use jiff::Timestamp;

use crate::fields_v1::FieldsError;
use crate::json;

/// The manager of the fields that an object had before the first apply.
pub(crate) const BEFORE_FIRST_APPLY: &str = "before-first-apply";

/// A time in whole seconds, as entries state it.
///
/// ```
/// use smp_managed::Time;
/// let time: Time = "2024-02-29T12:00:00.5+01:00".parse()?;
/// assert_eq!(time.to_string(), "2024-02-29T11:00:00Z");
/// # Ok::<(), smp_managed::FieldsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    seconds: i64,
}

impl Time {
    /// A time in seconds since 1970.
    #[must_use]
    pub fn from_unix_seconds(seconds: i64) -> Self {
        Self { seconds }
    }

    /// The time of this machine's clock.
    #[must_use]
    pub fn now() -> Self {
        Self { seconds: Timestamp::now().as_second() }
    }

    /// The time in seconds since 1970.
    #[must_use]
    pub fn unix_seconds(self) -> i64 {
        self.seconds
    }
}

impl FromStr for Time {
    type Err = FieldsError;

    fn from_str(text: &str) -> Result<Self, FieldsError> {
        let time = text.parse::<Timestamp>();
        let time = time.map_err(|_| {
            FieldsError::new(format!("{text:?} is no time; write it as 2024-02-29T12:00:00Z"))
        })?;
        let seconds = time.as_second();
        // jiff rounds a time before 1970 up to the next second.
        let before = time.subsec_nanosecond() < 0;
        Ok(Self { seconds: if before { seconds.saturating_sub(1) } else { seconds } })
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Timestamp::from_second(self.seconds).unwrap_or(Timestamp::MAX).fmt(f)
    }
}

/// The operation of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// Server-side apply.
    Apply,
    /// Every other write.
    Update,
}

impl Operation {
    /// The word for the operation in entries.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Apply => "Apply",
            Self::Update => "Update",
        }
    }
}

/// The identity of an entry, which is unique in an object.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Manager {
    /// The name.
    pub name: String,
    /// The operation.
    pub operation: Operation,
    /// The version of the object in the request. A manager that applies is the same in all versions.
    pub api_version: Option<String>,
    /// The subresource; empty for the object itself.
    pub subresource: String,
}

impl Manager {
    /// The identity for a request. An empty name becomes `unknown`.
    pub(crate) fn of_request(
        name: &str,
        operation: Operation,
        api_version: &str,
        subresource: &str,
    ) -> Self {
        let name = if name.is_empty() { "unknown" } else { name };
        let api_version = (operation == Operation::Update).then(|| api_version.to_owned());
        Self { name: name.to_owned(), operation, api_version, subresource: subresource.to_owned() }
    }

    /// The text by which managers are sorted.
    pub(crate) fn sort_text(&self) -> String {
        let mut text = String::from("{");
        let members = [
            ("manager", self.name.as_str()),
            ("operation", self.operation.as_str()),
            ("apiVersion", self.api_version.as_deref().unwrap_or_default()),
            ("subresource", &self.subresource),
        ];
        for (name, value) in members.into_iter().filter(|(_, value)| !value.is_empty()) {
            if text.len() > 1 {
                text.push(',');
            }
            json::string(name, true, &mut text);
            text.push(':');
            json::string(value, true, &mut text);
        }
        text.push('}');
        text
    }
}

/// The wording of an API server: `"kubectl" with subresource "status" using apps/v1`.
impl fmt::Display for Manager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.name)?;
        if !self.subresource.is_empty() {
            write!(f, " with subresource {:?}", self.subresource)?;
        }
        match &self.api_version {
            Some(version) => write!(f, " using {version}"),
            None => Ok(()),
        }
    }
}
