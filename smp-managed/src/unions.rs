//! Normalization of unions by the specification of union types, if a request
//! [asks](crate::Settings::normalize_unions) for it.

use smp_core::{Document, Options, Segment, TypeRef, UnionProblem, validate_unions};

use crate::element::{Element, FieldPath};
use crate::error::{Error, Input, Problem};

/// The configuration with the discriminators of the members that it states, so that its manager owns
/// them.
///
/// # Errors
///
/// [`Error::Invalid`] for two members of one union, and for a discriminator that names a different member.
pub(crate) fn of_config<'d>(config: Document<'d>, ty: TypeRef<'_>) -> Result<Document<'d>, Error> {
    let options = Options::default();
    if let Err(error) = validate_unions(&config, ty, &options) {
        let stated = error.violations().iter().filter(|it| it.problem != UnionProblem::Missing);
        let problems: Vec<Problem> = stated
            .map(|violation| {
                let (text, path) = (violation.to_string(), format!("{}: ", violation.path));
                let message = text.strip_prefix(&path).unwrap_or(&text).to_owned();
                Problem { path: field_path(violation.path.segments()), message }
            })
            .collect();
        if !problems.is_empty() {
            return Err(Error::Invalid { document: Input::Config, problems });
        }
        // If the walk could not read a part, the error has no violations.
        if error.violations().is_empty() {
            return Err(error.into());
        }
    }
    normalized(None, config, ty)
}

/// The object after a write, with only one member of each union where the write says which.
pub(crate) fn normalized<'d>(
    before: Option<&Document<'_>>,
    after: Document<'d>,
    ty: TypeRef<'_>,
) -> Result<Document<'d>, Error> {
    Ok(smp_core::normalize_document(before, after, ty, &Options::default())?)
}

fn field_path<'p>(segments: impl Iterator<Item = &'p Segment>) -> FieldPath {
    let element =
        |segment: &Segment| match segment {
            Segment::Field(name) => Element::field(name.as_str()),
            Segment::Index(at) => Element::Index(i64::try_from(*at).unwrap_or(i64::MAX)),
            Segment::Key(keys) => Element::key(keys.iter().map(|(name, value)| {
                (name.as_str(), serde_json::from_str(value).unwrap_or_default())
            })),
        };
    FieldPath(segments.map(element).collect())
}
