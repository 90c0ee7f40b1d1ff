//! The inputs that a generator makes, and the operations on them.

use std::error::Error;

use smp_core::{Options, Overwrite, Patch, Schema, ThreeWay};

use super::{import, schema};
use crate::Result;

/// Inputs of one size.
#[derive(Debug)]
pub enum Inputs {
    /// Documents and patches.
    Documents(Documents),
    /// An OpenAPI document with the definition `Root`.
    OpenApi(String),
    /// A manifest that defines the kind `Root`.
    CustomResource(String),
    /// A schema, and an overlay for it.
    Overlay(Schema, String),
}

/// Versions of an object, and two patches for it, as JSON text.
#[derive(Debug)]
pub struct Documents {
    pub(super) live: String,
    pub(super) modified: String,
    pub(super) current: String,
    pub(super) patch: String,
    pub(super) other: String,
    pub(super) schema: Schema,
    pub(super) options: Options,
}

impl Documents {
    /// Three versions of an object and two patches for it, of the type [`schema::thing`]. Each
    /// has a word in it that the others don't have.
    pub(super) fn of(
        document: impl Fn(&str) -> String,
        patch: impl Fn(&str) -> String,
    ) -> Result<Self> {
        Ok(Self {
            live: document("old"),
            modified: document("new"),
            current: document("now"),
            patch: patch("new"),
            other: patch("other"),
            schema: schema::thing()?,
            options: Options::default(),
        })
    }

    /// The same with another `modified`.
    pub(super) fn modified(mut self, text: String) -> Self {
        self.modified = text;
        self
    }

    /// The same with another schema.
    pub(super) fn schema(mut self, schema: Schema) -> Self {
        self.schema = schema;
        self
    }

    /// The same under other options.
    pub(super) fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// The same with another second patch.
    pub(super) fn other(mut self, text: String) -> Self {
        self.other = text;
        self
    }
}

/// An operation on inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Reads the patch and writes it.
    Parse,
    /// Applies the patch to live.
    Apply,
    /// Compares live and modified.
    Diff,
    /// Compares original, modified and current; conflicts are errors.
    ThreeWay,
    /// Composes the patches.
    Compose,
    /// Finds where the patches disagree.
    Conflicts,
    /// Normalizes the unions of modified, with live as the old object, and validates them.
    Unions,
    /// Makes a schema.
    Import,
}

impl Operation {
    /// The name in the tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Apply => "apply",
            Self::Diff => "diff",
            Self::ThreeWay => "three_way",
            Self::Compose => "compose",
            Self::Conflicts => "conflicts",
            Self::Unions => "unions",
            Self::Import => "import",
        }
    }
}

/// The outcome of an operation, with all data that a caller would keep.
#[derive(Debug)]
pub enum Outcome {
    /// A result as text.
    Done(String),
    /// An error and its message.
    Refused(Box<dyn Error>, String),
}

impl Outcome {
    fn of(result: Result<String>) -> Self {
        result.map_or_else(
            |error| {
                let message = error.to_string();
                Self::Refused(error, message)
            },
            Self::Done,
        )
    }

    /// The name in the tables.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Done(_) => "done",
            Self::Refused(..) => "refused",
        }
    }

    /// The result, or the message.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Done(text) | Self::Refused(_, text) => text,
        }
    }
}

impl Inputs {
    /// The operations on inputs of this kind.
    #[must_use]
    pub fn operations(&self) -> &'static [Operation] {
        match self {
            Self::Documents(_) => &[
                Operation::Parse,
                Operation::Apply,
                Operation::Diff,
                Operation::ThreeWay,
                Operation::Compose,
                Operation::Conflicts,
                Operation::Unions,
            ],
            Self::OpenApi(_) | Self::CustomResource(_) | Self::Overlay(..) => &[Operation::Import],
        }
    }

    /// Runs an operation, from text to text.
    #[must_use]
    pub fn run(&self, operation: Operation) -> Outcome {
        Outcome::of(match self {
            Self::Documents(documents) => documents.run(operation),
            Self::OpenApi(text) => import::open_api_schema(text),
            Self::CustomResource(text) => import::custom_schema(text),
            Self::Overlay(schema, text) => import::overlaid(schema, text),
        })
    }
}

impl Documents {
    fn run(&self, operation: Operation) -> Result<String> {
        let (ty, options) = (self.schema.root(), &self.options);
        Ok(match operation {
            Operation::Parse => Patch::from_json(&self.patch)?.to_json(),
            Operation::Apply => smp_core::apply(&self.live, &self.patch, ty, options)?,
            Operation::Diff => smp_core::diff(&self.live, &self.modified, ty, options)?.to_json(),
            Operation::ThreeWay => {
                let (live, modified, current) = (&self.live, &self.modified, &self.current);
                ThreeWay::new(live, modified, current)
                    .overwrite(Overwrite::UnlessBothChanged)
                    .same_object()
                    .diff(ty, options)?
                    .to_json()
            }
            Operation::Compose => {
                smp_core::compose(&self.patch, &self.other, ty, options)?.to_json()
            }
            Operation::Conflicts => {
                let disputes = smp_core::conflicts(&self.patch, &self.other, ty, options)?;
                disputes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
            }
            Operation::Unions => {
                let new = smp_core::normalize(Some(&self.live), &self.modified, ty, options)?;
                smp_core::validate_unions(&new, ty, options)?;
                new
            }
            Operation::Import => return Err("documents are not imported".into()),
        })
    }
}
