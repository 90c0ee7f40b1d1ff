//! [`JsonPatch`]: a list of operations.

use smp_core::{Document, Severity, View};

use crate::error::{Error, Problem};
use crate::execute::execute;
use crate::limits::Limits;
use crate::node::Budget;
use crate::open::OpenDocument;
use crate::operation::{Operation, Reader};

/// A JSON patch (RFC 6902), with the results of an API server.
#[derive(Debug, Clone)]
pub struct JsonPatch {
    operations: Vec<Operation>,
    warnings: Vec<Problem>,
    limits: Limits,
}

impl JsonPatch {
    /// Reads the operations. `O(n·d)` in size and depth.
    ///
    /// # Errors
    ///
    /// [`NotAPatch`](Error::NotAPatch), [`TooManyOperations`](Error::TooManyOperations),
    /// [`InvalidOperations`](Error::InvalidOperations) with the problems of all operations, and
    /// [`Document`](Error::Document).
    pub fn new(document: Document<'_>) -> Result<Self, Error> {
        Self::new_within(document, Limits::default())
    }

    /// [`new`](Self::new) with different limits, which also apply when the operations are executed.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn new_within(document: Document<'_>, limits: Limits) -> Result<Self, Error> {
        let items = match document.into_owned()?.into_view()? {
            View::List(items) => items,
            // Go writes a nil list as null, and an API server reads null as a list without
            // elements.
            View::Null => Vec::new(),
            _ => return Err(Error::NotAPatch),
        };
        if items.len() > limits.operations {
            let (found, limit) = (items.len(), limits.operations);
            return Err(Error::TooManyOperations { found, limit });
        }
        let mut reader = Reader::default();
        for item in items {
            reader.read(item);
        }
        let Reader { operations, problems, .. } = reader;
        if problems.iter().any(|problem| problem.severity >= Severity::Error) {
            return Err(Error::InvalidOperations(problems));
        }
        Ok(Self { operations, warnings: problems, limits })
    }

    /// Problems that have no effect: unknown members, and missing values.
    #[must_use]
    pub fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    /// The document after the operations. Parts that they do not touch keep their text. `O(n)` in
    /// the document, the patch and the limits.
    ///
    /// # Errors
    ///
    /// [`Failed`](Error::Failed), for the first operation that cannot be executed or goes beyond a
    /// limit: of [`Limits`], or the depth of documents.
    pub fn apply<'d>(&self, document: Document<'d>) -> Result<Document<'d>, Error> {
        let mut open = OpenDocument::new(document);
        self.apply_to(&mut open)?;
        Ok(open.into_document())
    }

    /// As [`apply`](Self::apply), to a document that is held open for more patches: `O(n)` in the
    /// patch, the limits, and the objects and lists that no patch has changed before. A member that
    /// an earlier patch removed is added back at its old place.
    ///
    /// # Errors
    ///
    /// As [`apply`](Self::apply). The document may then have some of the changes.
    ///
    /// ```
    /// use smp_core::Document;
    /// use smp_json_patch::{JsonPatch, OpenDocument};
    /// let mut live = OpenDocument::new(Document::from_json(r#"{"a":[]}"#)?);
    /// let patch = r#"[{"op":"add","path":"/a/-","value":1}]"#;
    /// let patch = JsonPatch::new(Document::from_json(patch)?)?;
    /// patch.apply_to(&mut live)?;
    /// patch.apply_to(&mut live)?;
    /// assert_eq!(live.into_document().to_json(), r#"{"a":[1,1]}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_to(&self, document: &mut OpenDocument<'_>) -> Result<(), Error> {
        let mut budget = Budget::new(self.limits);
        for (number, operation) in self.operations.iter().enumerate() {
            if let Err((member, message)) = execute(&mut document.root, operation, &mut budget) {
                let limit = budget.exceeded;
                return Err(Error::Failed { operation: number, member, message, limit });
            }
        }
        Ok(())
    }
}
