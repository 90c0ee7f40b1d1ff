//! Fields that are left out of a comparison.

use smp_core::Document;

use crate::objects::{SetObject, owned};
use crate::path_pattern::PathPattern;
use crate::report::Report;

/// The word for [`SERVER`].
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

/// The fields that a comparison is about.
pub(super) struct ComparedFields {
    /// The fields that it ignores: those of the user, and of [`SERVER`].
    ignored: Vec<PathPattern>,
    server: Vec<PathPattern>,
    /// The only fields that are compared, if there are any.
    only: Vec<PathPattern>,
}

impl ComparedFields {
    /// Parses the arguments of `--ignore` and of `--path`: each is a path, or `server` for the fields
    /// that servers set.
    pub(super) fn of(ignored: &[String], only: &[String]) -> Result<Self, Report> {
        let parse = |option: &str, paths: &mut dyn Iterator<Item = &str>| {
            paths.map(|path| PathPattern::of_option(option, path)).collect::<Result<Vec<_>, _>>()
        };
        let is_server = |path: &&str| *path == SERVER_FIELDS;
        let mut paths = ignored.iter().map(String::as_str);
        let server = if paths.any(|it| is_server(&it)) { SERVER.as_slice() } else { &[] };
        let mut ignored = ignored.iter().map(String::as_str).filter(|it| !is_server(it));
        Ok(Self {
            ignored: parse("--ignore", &mut ignored)?,
            server: parse("--ignore", &mut server.iter().copied())?,
            only: parse("--path", &mut only.iter().map(String::as_str))?,
        })
    }

    /// The fields compared when looking for renamed objects: not those that identify an object, and
    /// those that servers set.
    pub(super) fn for_similarity() -> Result<Self, Report> {
        let own = ["apiVersion", "kind", "metadata.name", "metadata.namespace", SERVER_FIELDS];
        Self::of(&own.map(str::to_owned), &[])
    }

    /// The object with these fields only. `O(n)` in the objects and lists along the paths.
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
