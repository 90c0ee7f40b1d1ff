//! [`JsonPatch`]: a list of operations.

use smp_core::{Document, Severity, View};

use crate::error::{Error, Problem};
use crate::execute::execute;
use crate::limits::MAX_OPERATIONS;
use crate::node::{Budget, Node};
use crate::operation::{Operation, Reader};

/// A JSON patch (RFC 6902), with the results of an API server.
#[derive(Debug, Clone)]
pub struct JsonPatch {
    operations: Vec<Operation>,
    warnings: Vec<Problem>,
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
        let View::List(items) = document.into_owned()?.into_view()? else {
            return Err(Error::NotAPatch);
        };
        if items.len() > MAX_OPERATIONS {
            return Err(Error::TooManyOperations { found: items.len() });
        }
        let mut reader = Reader::default();
        for item in items {
            reader.read(item);
        }
        let Reader { operations, problems, .. } = reader;
        if problems.iter().any(|problem| problem.severity >= Severity::Error) {
            return Err(Error::InvalidOperations(problems));
        }
        Ok(Self { operations, warnings: problems })
    }

    /// Problems that have no effect: members that no operation has, and values that are left out.
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
    /// limit: [`MAX_COPIED_BYTES`](crate::MAX_COPIED_BYTES),
    /// [`MAX_MOVED_VALUES`](crate::MAX_MOVED_VALUES), or the depth of documents.
    pub fn apply<'d>(&self, document: Document<'d>) -> Result<Document<'d>, Error> {
        let mut root = Node::Closed(document);
        let mut budget = Budget::new();
        for (number, operation) in self.operations.iter().enumerate() {
            execute(&mut root, operation, &mut budget).map_err(|(member, message)| {
                Error::Failed { operation: number, member, message }
            })?;
        }
        Ok(root.into_document())
    }
}
