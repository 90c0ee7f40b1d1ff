//! Fields that are left out of a comparison.

use smp_core::{Document, View};
use smp_openapi::{Diagnostic, field_names};

use crate::input::Input;
use crate::objects::{SetObject, owned, view};
use crate::report::Report;

/// The word for [`SERVER`].
const SERVER_FIELDS: &str = "server";

/// Fields that API servers and controllers set.
const SERVER: [&[&str]; 7] = [
    &["metadata", "managedFields"],
    &["metadata", "uid"],
    &["metadata", "resourceVersion"],
    &["metadata", "creationTimestamp"],
    &["metadata", "generation"],
    &["metadata", "selfLink"],
    &["status"],
];

/// The paths of fields that a comparison ignores, in the notation of `smp explain`: a path leads
/// through lists and maps without naming their elements.
pub(super) struct IgnoredFields(Vec<Vec<String>>);

impl IgnoredFields {
    /// Parses the arguments of `--ignore`: each is a path, or `server` for the fields that servers
    /// set.
    pub(super) fn of(arguments: &[String]) -> Result<Self, Report> {
        let mut paths = Vec::new();
        for argument in arguments {
            if argument == SERVER_FIELDS {
                let owned = |path: &[&str]| path.iter().map(|&name| name.to_owned()).collect();
                paths.extend(SERVER.map(owned));
                continue;
            }
            let path = field_names(argument).map_err(|error| {
                let mistake = error.mistakes().first().map_or("", Diagnostic::message);
                Report::new(format!("--ignore {argument:?}: {mistake}"))
                    .help("give a path such as spec.template.metadata.annotations, or server")
            })?;
            paths.push(path);
        }
        Ok(Self(paths))
    }

    /// The fields ignored when looking for renamed objects: those that identify an object, and
    /// those that servers set.
    pub(super) fn for_similarity() -> Result<Self, Report> {
        let own = ["apiVersion", "kind", "metadata.name", "metadata.namespace"];
        Self::of(&own.into_iter().chain([SERVER_FIELDS]).map(str::to_owned).collect::<Vec<_>>())
    }

    /// The object without these fields. `O(n)` in the objects and lists along the paths.
    pub(super) fn without(&self, object: &SetObject<'_>) -> Result<Document<'static>, Report> {
        let paths: Vec<&[String]> = self.0.iter().map(Vec::as_slice).collect();
        without(&object.document, &paths, object.input)
    }
}

fn without(
    document: &Document<'_>,
    paths: &[&[String]],
    input: &Input<'_>,
) -> Result<Document<'static>, Report> {
    if paths.is_empty() {
        return owned(document.clone());
    }
    Ok(match view(document, input)? {
        View::Object(members) => {
            let mut kept = Vec::with_capacity(members.len());
            for (name, value) in members {
                let below = paths.iter().filter_map(|path| match path.split_first() {
                    Some((first, rest)) if *first == name => Some(rest),
                    _ => None,
                });
                let below: Vec<&[String]> = below.collect();
                if below.iter().any(|rest| rest.is_empty()) {
                    continue;
                }
                kept.push((name.into_owned().into(), without(&value, &below, input)?));
            }
            Document::from(View::Object(kept))
        }
        View::List(items) => {
            let items = items.iter().map(|item| without(item, paths, input));
            Document::from(View::List(items.collect::<Result<_, Report>>()?))
        }
        _ => owned(document.clone())?,
    })
}
