//! [`ManagedFields`]: the entries of `metadata.managedFields`.

use core::fmt;
use core::str::FromStr;

use jiff::Timestamp;
use smp_core::{Document, View};

use crate::error::Error;
use crate::fields_v1::FieldsError;
use crate::json;
use crate::set::FieldSet;

/// A time in seconds, as entries have it.
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
        // A time before 1970 is rounded towards it.
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
    /// The word in entries.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Apply => "Apply",
            Self::Update => "Update",
        }
    }
}

/// The identity of an entry: the entries of an object have different ones.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// The identity for a request. A name that is empty is `unknown`.
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

/// The words of an API server: `"kubectl" with subresource "status" using apps/v1`.
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

/// One entry: the fields of a manager.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The identity.
    pub manager: Manager,
    /// The version of the fields.
    pub api_version: String,
    /// When the manager last changed something.
    pub time: Option<Time>,
    /// The fields that it owns.
    pub fields: FieldSet,
}

/// The entries of `metadata.managedFields`.
///
/// ```
/// use smp_core::Document;
/// use smp_managed::ManagedFields;
/// let object = Document::from_json(
///     r#"{"metadata":{"managedFields":[{"manager":"a","operation":"Apply","apiVersion":"v1",
///         "fieldsType":"FieldsV1","fieldsV1":{"f:data":{}}}]}}"#,
/// )?;
/// let managed = ManagedFields::of(&object)?;
/// assert_eq!(managed.entries()[0].manager.name, "a");
/// # Ok::<(), smp_managed::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ManagedFields {
    pub(crate) entries: Vec<Entry>,
}

impl ManagedFields {
    /// The entries of an object; none if it has no `metadata.managedFields`. `O(n)`.
    ///
    /// # Errors
    ///
    /// [`Error::ManagedFields`] for an entry that an API server could not read.
    pub fn of(object: &Document<'_>) -> Result<Self, Error> {
        let metadata = object.get("metadata");
        let Some(fields) = metadata.as_ref().and_then(|it| it.get("managedFields")) else {
            return Ok(Self::default());
        };
        Self::read(&fields)
    }

    /// The entries of a list.
    pub(crate) fn read(list: &Document<'_>) -> Result<Self, Error> {
        let mut managed = Self::default();
        let entries = match list.view()? {
            View::List(entries) => entries,
            View::Null => return Ok(managed),
            _ => return Err(Error::ManagedFields("expected a list".to_owned())),
        };
        for (at, entry) in entries.into_iter().enumerate() {
            let wrong = |message: String| Error::ManagedFields(format!("entry {at}: {message}"));
            managed.set(read_entry(&entry).map_err(wrong)?);
        }
        Ok(managed)
    }

    /// The entries, in no particular order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn get(&self, manager: &Manager) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.manager == *manager)
    }

    pub(crate) fn remove(&mut self, manager: &Manager) -> Option<Entry> {
        self.entries.extract_if(.., |entry| entry.manager == *manager).next()
    }

    /// Adds an entry, or replaces the one of the same manager.
    pub(crate) fn set(&mut self, entry: Entry) {
        match self.entries.iter_mut().find(|other| other.manager == entry.manager) {
            Some(other) => *other = entry,
            None => self.entries.push(entry),
        }
    }

    /// Sorts the entries as an API server writes them.
    pub(crate) fn sort(&mut self) {
        self.entries.sort_by(|a, b| {
            let key =
                |entry: &Entry| (entry.manager.operation, entry.time.map_or(0, |it| it.seconds));
            key(a)
                .cmp(&key(b))
                .then_with(|| a.manager.name.cmp(&b.manager.name))
                .then_with(|| a.api_version.cmp(&b.api_version))
                .then_with(|| a.manager.subresource.cmp(&b.manager.subresource))
        });
    }

    /// The list as JSON. Call [`sort`](Self::sort) before.
    pub(crate) fn to_json(&self) -> String {
        let mut out = String::from("[");
        for (at, entry) in self.entries.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            out.push('{');
            let time = entry.time.map(|time| time.to_string()).unwrap_or_default();
            let members = [
                ("manager", entry.manager.name.as_str()),
                ("operation", entry.manager.operation.as_str()),
                ("apiVersion", &entry.api_version),
                ("time", &time),
                ("fieldsType", "FieldsV1"),
            ];
            for (name, value) in members.into_iter().filter(|(_, value)| !value.is_empty()) {
                json::string(name, false, &mut out);
                out.push(':');
                json::string(value, false, &mut out);
                out.push(',');
            }
            out.push_str("\"fieldsV1\":");
            out.push_str(&entry.fields.to_fields_v1());
            if !entry.manager.subresource.is_empty() {
                out.push_str(",\"subresource\":");
                json::string(&entry.manager.subresource, false, &mut out);
            }
            out.push('}');
        }
        out.push(']');
        out
    }
}

fn read_entry(entry: &Document<'_>) -> Result<Entry, String> {
    if !matches!(entry.view(), Ok(View::Object(_))) {
        return Err("expected an object".to_owned());
    }
    let text = |name: &str| match entry.get(name) {
        None => Ok(String::new()),
        Some(value) => match value.view() {
            Ok(View::Null) => Ok(String::new()),
            Ok(View::String(text)) => Ok(text.into_owned()),
            _ => Err(format!("`{name}` is no string")),
        },
    };
    let operation = match text("operation")?.as_str() {
        "Apply" => Operation::Apply,
        "Update" => Operation::Update,
        other => return Err(format!("the operation {other:?} is neither `Apply` nor `Update`")),
    };
    let api_version = text("apiVersion")?;
    if api_version.is_empty() {
        return Err("it has no `apiVersion`".to_owned());
    }
    match text("fieldsType")?.as_str() {
        "FieldsV1" => {}
        other => return Err(format!("the fieldsType {other:?} is not `FieldsV1`")),
    }
    let time = match text("time")? {
        time if time.is_empty() => None,
        time => Some(time.parse::<Time>().map_err(|error| error.to_string())?),
    };
    let fields = match entry.get("fieldsV1") {
        Some(fields) => FieldSet::read(fields).map_err(|error| format!("fieldsV1: {error}"))?,
        None => FieldSet::default(),
    };
    let (name, subresource) = (text("manager")?, text("subresource")?);
    let of_request = (operation == Operation::Update).then(|| api_version.clone());
    let manager = Manager { name, operation, api_version: of_request, subresource };
    Ok(Entry { manager, api_version, time, fields })
}
