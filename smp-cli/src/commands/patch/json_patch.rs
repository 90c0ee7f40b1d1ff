//! JSON patches (RFC 6902), with the results of an API server: patches that the RFC refuses and a
//! server accepts are accepted here, too (docs/deviations.md, "JSON patches").
//!
//! The `json-patch` crate follows the RFC to the letter, so operations are executed here.

mod budget;
mod execute;
mod operation;
mod place;

use smp_core::{Document, Path, Segment, View};

use self::operation::Operation;
use super::schemaless::{decoded, encode};
use crate::args::Validation;
use crate::commands::documents::{view, wrong_type};
use crate::input::Input;
use crate::limits::MAX_JSON_PATCH_OPERATIONS;
use crate::locate::Aspect;
use crate::report::{CappedReports, Report};

/// A JSON patch.
pub(super) struct JsonPatch<'i> {
    input: &'i Input<'i>,
    operations: Vec<Operation>,
}

impl<'i> JsonPatch<'i> {
    /// Reads the operations. The error has all mistakes in them.
    ///
    /// Mistakes of which an API server only warns are warnings, or errors if the validation is
    /// strict.
    pub(super) fn new(input: &'i Input<'i>, validation: Validation) -> Result<Self, Report> {
        let document = input.document()?;
        let items = match view(&document, input)? {
            View::List(items) => items,
            other => {
                let expected = "a JSON patch, which is a list of operations";
                return Err(wrong_type(expected, &other, input)
                    .help("use --type merge or --type strategic for a patch that is an object"));
            }
        };
        if items.len() > MAX_JSON_PATCH_OPERATIONS {
            let title = format!(
                "the JSON patch has {} operations; the limit is {MAX_JSON_PATCH_OPERATIONS}",
                items.len()
            );
            return Err(input.report(&Path::root(), title, ""));
        }
        let mut operations = Vec::new();
        let mut mistakes = CappedReports::default();
        for (index, item) in items.iter().enumerate() {
            let value = encode(item, input, &[Segment::Index(index)])?;
            let report = |aspect: Aspect, member: Option<&str>, title: String| {
                let member = member.map(|name| Segment::Field(name.to_owned()));
                let path = Path::from_segments([Segment::Index(index)].into_iter().chain(member));
                input.report_about(aspect, &path, title, path.to_string())
            };
            match Operation::read(&value) {
                Ok(operation) => operations.push(operation),
                Err(mistake) => mistakes.push(|| {
                    let title = format!("invalid operation: {}", mistake.message);
                    report(Aspect::Value, mistake.member, title).help(
                        "an operation has op and path, and depending on op, from or value (RFC 6902)",
                    )
                }),
            }
            for (member, title) in operation::warnings(&value) {
                match validation {
                    Validation::Strict => mistakes.push(|| report(Aspect::Name, member, title)),
                    Validation::Warn => report(Aspect::Name, member, title).print_warning(),
                    Validation::Ignore => {}
                }
            }
        }
        Report::all(mistakes.into_reports())?;
        Ok(Self { input, operations })
    }

    pub(super) fn apply(&self, object: &Document<'_>, input: &Input<'_>) -> Result<String, Report> {
        let mut value = encode(object, input, &[])?;
        execute::execute(&mut value, &self.operations).map_err(|failed| {
            let member = Segment::Field(failed.member.to_owned());
            let path = Path::from_segments([Segment::Index(failed.index), member]);
            self.input
                .report(&path, format!("the JSON patch cannot be applied: {}", failed.message), "")
                .note(format!("to the object in {}", input.source().name()))
        })?;
        decoded(&value, object, None, input)
    }
}
