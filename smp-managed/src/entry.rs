//! [`ManagedFields`]: the entries of `metadata.managedFields`.

use std::borrow::Cow;
use std::collections::HashMap;

use smp_core::{Document, View};

use crate::error::Error;
use crate::fields_v1;
use crate::manager::{Manager, Operation, Time};
use crate::object::with_managed_fields;
use crate::set::FieldSet;

/// One entry: the fields of a manager.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The identity of the manager.
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
    /// The entries of an object; empty if it has no `metadata.managedFields`. `O(n)`.
    ///
    /// # Errors
    ///
    /// [`Error::ManagedFields`] for an entry that an API server could not read.
    pub fn of(object: &Document<'_>) -> Result<Self, Error> {
        let list = object.get_in(&["metadata", "managedFields"]);
        list.map_or_else(|| Ok(Self::default()), |list| Ok(Self::read(list)?.0))
    }

    /// Makes a set of entries. Of two with the same [manager](Entry::manager) the later one counts.
    ///
    /// ```
    /// use smp_core::Document;
    /// use smp_managed::ManagedFields;
    /// let text = r#"{"metadata":{"name":"a","managedFields":[{"manager":"a","operation":"Apply",
    ///     "apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{}}}]}}"#;
    /// let object = Document::from_json(text)?;
    /// let entries = ManagedFields::of(&object)?.entries().to_vec();
    /// let others = entries.into_iter().filter(|entry| entry.manager.name != "a");
    /// let left = ManagedFields::from_entries(others).put_into(object)?;
    /// assert_eq!(left.to_json(), r#"{"metadata":{"name":"a"}}"#);
    /// # Ok::<(), smp_managed::Error>(())
    /// ```
    pub fn from_entries(entries: impl IntoIterator<Item = Entry>) -> Self {
        let mut kept: Vec<Entry> = Vec::new();
        let mut at: HashMap<Manager, usize> = HashMap::new();
        for entry in entries {
            if let Some(earlier) = at.get(&entry.manager).and_then(|at| kept.get_mut(*at)) {
                *earlier = entry;
            } else {
                at.insert(entry.manager.clone(), kept.len());
                kept.push(entry);
            }
        }
        Self { entries: kept }
    }

    /// The object with its entries replaced by these, sorted and written as by an API server. If there are
    /// no entries, `metadata.managedFields` is removed. `O(n log n)`.
    ///
    /// # Errors
    ///
    /// If the document is not an object.
    pub fn put_into<'d>(&self, object: Document<'d>) -> Result<Document<'d>, Error> {
        self.put_with(object, &Texts::default())
    }

    /// [`put_into`](Self::put_into), reusing the texts of sets that were read.
    pub(crate) fn put_with<'d>(
        &self,
        object: Document<'d>,
        texts: &Texts<'d>,
    ) -> Result<Document<'d>, Error> {
        if self.is_empty() {
            return with_managed_fields(object, None);
        }
        let entries = self.sorted().into_iter().map(|entry| entry.document(texts));
        with_managed_fields(object, Some(View::List(entries.collect()).into()))
    }

    /// The entries of a list, and the texts of their sets.
    pub(crate) fn read(list: Document<'_>) -> Result<(Self, Texts<'_>), Error> {
        let mut texts = Texts::default();
        let entries = match list.into_view()? {
            View::List(entries) => entries,
            View::Null => return Ok((Self::default(), texts)),
            _ => {
                let message = "expected a list".to_owned();
                return Err(Error::ManagedFields { entry: None, message });
            }
        };
        let read = entries.into_iter().enumerate().map(|(at, entry)| {
            let wrong = |message| Error::ManagedFields { entry: Some(at), message };
            read_entry(entry, &mut texts).map_err(wrong)
        });
        let read = read.collect::<Result<Vec<_>, _>>()?;
        Ok((Self::from_entries(read), texts))
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

    /// The entries in the order in which an API server writes them.
    fn sorted(&self) -> Vec<&Entry> {
        let mut entries: Vec<&Entry> = self.entries.iter().collect();
        entries.sort_by(|a, b| {
            let key =
                |entry: &Entry| (entry.manager.operation, entry.time.map_or(0, Time::unix_seconds));
            key(a)
                .cmp(&key(b))
                .then_with(|| a.manager.name.cmp(&b.manager.name))
                .then_with(|| a.api_version.cmp(&b.api_version))
                .then_with(|| a.manager.subresource.cmp(&b.manager.subresource))
        });
        entries
    }
}

/// The sets of managers as they were read, with their texts, so that unchanged sets need not be written again.
#[derive(Debug, Default)]
pub(crate) struct Texts<'d> {
    by_manager: HashMap<Manager, (FieldSet, Document<'d>)>,
}

impl<'d> Texts<'d> {
    /// The fields of an entry as a document.
    fn of(&self, entry: &Entry) -> Document<'d> {
        match self.by_manager.get(&entry.manager) {
            Some((set, text)) if set.is_same(&entry.fields) => text.clone(),
            Some((set, text)) => fields_v1::document(&entry.fields, Some((set, text.clone()))),
            None => fields_v1::document(&entry.fields, None),
        }
    }
}

impl Entry {
    /// The entry as an API server writes it.
    fn document<'d>(&self, texts: &Texts<'d>) -> Document<'d> {
        let time = self.time.map(|time| time.to_string()).unwrap_or_default();
        let text = |name: &'static str, value: &str| {
            let document = || Document::from(View::String(value.to_owned().into()));
            (!value.is_empty()).then(|| (name.into(), document()))
        };
        let members = [
            text("manager", &self.manager.name),
            text("operation", self.manager.operation.as_str()),
            text("apiVersion", &self.api_version),
            text("time", &time),
            text("fieldsType", "FieldsV1"),
            Some(("fieldsV1".into(), texts.of(self))),
            text("subresource", &self.manager.subresource),
        ];
        View::Object(members.into_iter().flatten().collect()).into()
    }
}

fn read_entry<'d>(entry: Document<'d>, texts: &mut Texts<'d>) -> Result<Entry, String> {
    let Ok(View::Object(members)) = entry.into_view() else {
        return Err("expected an object".to_owned());
    };
    let member = |name: &str| members.iter().find(|(member, _)| member == name).map(|it| &it.1);
    let text = |name: &str| match member(name) {
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
    let (name, subresource) = (text("manager")?, text("subresource")?);
    let of_request = (operation == Operation::Update).then(|| api_version.clone());
    let manager = Manager { name, operation, api_version: of_request, subresource };
    let fields = match member("fieldsV1") {
        Some(fields) => {
            let (set, is_as_written) =
                FieldSet::read(fields).map_err(|error| format!("fieldsV1: {error}"))?;
            if is_as_written && matches!(fields.json(), Cow::Borrowed(_)) {
                texts.by_manager.insert(manager.clone(), (set.clone(), fields.clone()));
            }
            set
        }
        None => FieldSet::default(),
    };
    Ok(Entry { manager, api_version, time, fields })
}
