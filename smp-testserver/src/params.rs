//! [`Params`]: the parameters of a request.

use crate::status::Failure;

/// The parameters of a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Params(Vec<(String, String)>);

/// Treatment of members that the type of the object lacks, in a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldValidation {
    Ignore,
    Warn,
    Strict,
}

impl Params {
    /// Reads the query of an address.
    pub(crate) fn parse(query: &str) -> Self {
        let pairs = form_urlencoded::parse(query.as_bytes());
        Self(pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
    }

    /// A parameter; `None` if it is absent or empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str()).filter(|it| !it.is_empty())
    }

    /// Whether a parameter is true.
    pub(crate) fn is_true(&self, name: &str) -> bool {
        matches!(self.get(name), Some("true" | "1"))
    }

    /// A parameter that is a number.
    pub(crate) fn number(&self, name: &str) -> Result<Option<u64>, Failure> {
        let read = |text: &str| {
            let message = format!("invalid value of the parameter {name}: {text:?} is no number");
            text.parse().map_err(|_| Failure::bad_request(message))
        };
        self.get(name).map(read).transpose()
    }

    /// Whether the request must store nothing.
    pub(crate) fn dry_run(&self) -> bool {
        self.get("dryRun") == Some("All")
    }

    pub(crate) fn field_validation(&self) -> FieldValidation {
        match self.get("fieldValidation") {
            Some("Ignore") => FieldValidation::Ignore,
            Some("Strict") => FieldValidation::Strict,
            _ => FieldValidation::Warn,
        }
    }
}
