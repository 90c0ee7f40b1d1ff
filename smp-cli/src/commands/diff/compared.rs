//! Fields that are left out of a comparison.

use smp_core::Document;

use crate::objects::{SetObject, owned};
use crate::path_pattern::PathPattern;
use crate::report::Report;

/// The argument of `--ignore` that means all fields in [`SERVER`].
const SERVER_FIELDS: &str = "server";

/// Fields that API servers and controllers set.
const SERVER: [&str; 7] = [
    "metadata.managedFields",
    "metadata.uid",
    "metadata.resourceVersion",
    "metadata.creationTimestamp",
    "metadata.generation",
    "metadata.selfLink",
    "status",
];

/// The fields to compare.
pub(super) struct ComparedFields {
    /// The fields that the user wants to ignore; `server` has those of [`SERVER`].
    ignored: Vec<PathPattern>,
    server: Vec<PathPattern>,
    /// If not empty, only these fields are compared.
    only: Vec<PathPattern>,
}

impl ComparedFields {
    /// Parses the arguments of `--ignore` and of `--path`: each is a path, or `server` for the fields
    /// that servers set.
    pub(super) fn of(ignored: &[impl AsRef<str>], only: &[String]) -> Result<Self, Report> {
        let parse = |option: &str, paths: &[&str]| {
            let paths = paths.iter().map(|path| PathPattern::of_option(option, path));
            paths.collect::<Result<Vec<_>, Report>>()
        };
        let ignored = ignored.iter().map(AsRef::as_ref);
        let (server, ignored): (Vec<_>, Vec<_>) = ignored.partition(|it| *it == SERVER_FIELDS);
        let server = if server.is_empty() { Vec::new() } else { parse("--ignore", &SERVER)? };
        let only = only.iter().map(String::as_str).collect::<Vec<_>>();
        Ok(Self { ignored: parse("--ignore", &ignored)?, server, only: parse("--path", &only)? })
    }

    /// The fields compared when looking for renamed objects: all except those that identify an object
    /// and those that servers set.
    pub(super) fn for_similarity() -> Result<Self, Report> {
        let own = ["apiVersion", "kind", "metadata.name", "metadata.namespace", SERVER_FIELDS];
        Self::of(&own, &[])
    }

    /// The object with only these fields. `O(n)` in the objects and lists along the paths.
    pub(super) fn of_object(&self, object: &SetObject<'_>) -> Result<Document<'static>, Report> {
        let mut kept = match self.only.as_slice() {
            [] => owned(object.document.clone())?,
            only => PathPattern::only(only, &object.document)?,
        };
        for ignored in [&self.ignored, &self.server] {
            if !ignored.is_empty() {
                kept = PathPattern::change(ignored, &kept, &mut |_, _| Ok(None))?;
            }
        }
        Ok(kept)
    }

    /// Warns about paths that no object has.
    pub(super) fn warn_of_unmatched(&self) {
        for (option, patterns) in [("--ignore", &self.ignored), ("--path", &self.only)] {
            for path in patterns.iter().filter_map(PathPattern::unmatched) {
                Report::new(format!("{option} {path}: no object has such a field")).print_warning();
            }
        }
    }
}
