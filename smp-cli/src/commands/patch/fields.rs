//! The reader of a configuration's fields, which collects all mistakes before it fails.

use std::borrow::Cow;

use smp_core::{Document, Path, Segment, View, nearest};

use crate::input::Input;
use crate::locate::Aspect;
use crate::report::{CappedReports, Report};

/// Reads fields of a document, and collects the mistakes in them.
pub(super) struct Fields<'i> {
    pub(super) input: &'i Input<'i>,
    mistakes: CappedReports,
}

/// A value at a path of the document.
pub(super) struct Field<'d> {
    pub(super) at: Vec<Segment>,
    pub(super) value: Document<'d>,
}

/// The members of an object.
pub(super) struct Members<'d>(Vec<(String, Field<'d>)>);

impl<'i> Fields<'i> {
    pub(super) fn new(input: &'i Input<'i>) -> Self {
        Self { input, mistakes: CappedReports::default() }
    }

    /// Adds a mistake at a path.
    pub(super) fn wrong(&mut self, at: &[Segment], title: impl Into<String>, help: &str) {
        self.add(Aspect::Value, at, title.into(), vec![help.to_owned()]);
    }

    /// Adds a mistake about the name of the member at a path.
    pub(super) fn wrong_name(&mut self, at: &[Segment], title: impl Into<String>, help: &str) {
        self.add(Aspect::Name, at, title.into(), vec![help.to_owned()]);
    }

    /// Adds a mistake with the title and the help of another report.
    pub(super) fn wrong_because(&mut self, at: &[Segment], reason: Report) {
        let (title, helps) = reason.into_title_and_helps();
        self.add(Aspect::Value, at, title, helps);
    }

    fn add(&mut self, aspect: Aspect, at: &[Segment], title: String, helps: Vec<String>) {
        let input = self.input;
        self.mistakes.push(|| {
            let report = report_about(input, aspect, at, title);
            helps.into_iter().filter(|help| !help.is_empty()).fold(report, Report::help)
        });
    }

    /// A report about the value at a path.
    pub(super) fn report(&self, at: &[Segment], title: impl Into<String>) -> Report {
        report_about(self.input, Aspect::Value, at, title)
    }

    /// The name of the value at a path, in messages.
    pub(super) fn name(&self, at: &[Segment]) -> String {
        let path = Path::from_segments(at.iter().cloned());
        format!("{path} of {}", self.input.source().name())
    }

    /// An error with all mistakes, if there are any.
    pub(super) fn finish(self) -> Result<(), Report> {
        Report::all(self.mistakes.into_reports())
    }

    /// The members of an object. Those that are null count as absent.
    pub(super) fn members<'d>(&mut self, field: &'d Field<'_>, help: &str) -> Option<Members<'d>> {
        let Ok(View::Object(members)) = field.value.view() else {
            self.wrong(&field.at, "expected an object", help);
            return None;
        };
        let members =
            members.into_iter().filter(|(_, value)| !matches!(value.view(), Ok(View::Null)));
        let members = members.map(|(name, value)| {
            let mut at = field.at.clone();
            at.push(Segment::Field(name.to_string()));
            (name.into_owned(), Field { at, value })
        });
        Some(Members(members.collect()))
    }

    /// Like [`members`](Self::members); members with other names are mistakes.
    pub(super) fn known_members<'d>(
        &mut self,
        field: &'d Field<'_>,
        known: &[&str],
        help: &str,
    ) -> Option<Members<'d>> {
        let members = self.members(field, help)?;
        for (name, member) in &members.0 {
            if known.contains(&name.as_str()) {
                continue;
            }
            let near = nearest(name, known.iter().copied(), |name| *name);
            let help = match near.as_slice() {
                [] => format!("its fields are {}", known.join(", ")),
                near => format!("did you mean {}?", near.join(" or ")),
            };
            self.wrong_name(&member.at, format!("unknown field {name:?}"), &help);
        }
        Some(members)
    }

    /// The items of a list.
    pub(super) fn items<'d>(&mut self, field: &'d Field<'_>) -> Vec<Field<'d>> {
        let Ok(View::List(items)) = field.value.view() else {
            self.wrong(&field.at, "expected a list", "");
            return Vec::new();
        };
        let items = items.into_iter().enumerate().map(|(index, value)| {
            let mut at = field.at.clone();
            at.push(Segment::Index(index));
            Field { at, value }
        });
        items.collect()
    }

    pub(super) fn text(&mut self, field: &Field<'_>) -> Option<String> {
        let text = field.value.as_str().map(Cow::into_owned);
        if text.is_none() {
            self.wrong(&field.at, "expected a string", "");
        }
        text
    }

    pub(super) fn boolean(&mut self, field: &Field<'_>) -> bool {
        if let Ok(View::Bool(value)) = field.value.view() {
            return value;
        }
        self.wrong(&field.at, "expected true or false", "");
        false
    }
}

fn report_about(
    input: &Input<'_>,
    aspect: Aspect,
    at: &[Segment],
    title: impl Into<String>,
) -> Report {
    let path = Path::from_segments(at.iter().cloned());
    let label = if at.is_empty() { String::new() } else { path.to_string() };
    input.report_about(aspect, &path, title, label)
}

impl<'d> Members<'d> {
    pub(super) fn get(&self, name: &str) -> Option<&Field<'d>> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, field)| field)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }
}
