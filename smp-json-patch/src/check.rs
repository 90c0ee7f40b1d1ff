//! Checks a JSON patch against the schema: each operation as a document with its value at its path.

use smp_core::schema::{TypeKind, TypeRef};
use smp_core::{
    Document, Error, Finding, Options, Path, Schema, Segment, Site, View, check_document,
};

use crate::pointer::Pointer;

/// The findings about operations of a JSON patch that do not fit the schema: paths with unknown
/// fields, and values of the wrong type. The path of a finding is that of the operation's member
/// `path` or `value`, or of a part of the value. The same check for a JSON merge patch is
/// [`check_document`]. `O(n)` in the patch.
///
/// # Errors
///
/// The same as `check_document`.
///
/// ```
/// use smp_core::{Document, Options};
/// let patch = r#"[{"op":"replace","path":"/spec/replcas","value":3}]"#;
/// let schema = smp_types::schema("apps/v1", "Deployment").ok_or("no such kind")?;
/// let patch = Document::from_json(patch)?;
/// let findings = smp_json_patch::check_operations(&patch, schema, &Options::default())?;
/// assert_eq!(findings[0].path.to_string(), "[0].path");
/// assert_eq!(findings[0].suggestion.as_deref(), Some("replicas"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_operations(
    patch: &Document<'_>,
    schema: &Schema,
    options: &Options,
) -> Result<Vec<Finding>, Error> {
    let View::List(operations) = patch.view()? else { return Ok(Vec::new()) };
    let mut findings = Vec::new();
    for (number, operation) in operations.into_iter().enumerate() {
        let text = |name: &str| match operation.get(name)?.view() {
            Ok(View::String(text)) => Some(text.into_owned()),
            _ => None,
        };
        let Some(pointer) = text("path").and_then(|path| Pointer::parse(&path)) else { continue };
        let Some((steps, is_known)) = steps(&pointer, schema.root(), options) else { continue };
        let null = Document::from(View::Null);
        let value = operation.get("value").filter(|_| is_known).unwrap_or(null);
        let document = steps.iter().rev().fold(value, |value, step| {
            Document::from(match step {
                Segment::Field(name) => View::Object(vec![(name.as_str().into(), value)]),
                _ => View::List(vec![value]),
            })
        });
        for mut found in check_document(&document, schema, options)? {
            let inside: Vec<_> = found.path.segments().skip(steps.len()).cloned().collect();
            let member = if inside.is_empty() && !is_value(&found) { "path" } else { "value" };
            let place = [Segment::Index(number), Segment::Field(member.to_owned())];
            found.path = Path::from_segments(place.into_iter().chain(inside));
            findings.push(found);
        }
    }
    Ok(findings)
}

/// Whether a finding is about the value, not about the name of a field.
fn is_value(found: &Finding) -> bool {
    use smp_core::FindingKind::{ContainerReplaced, ScalarReplaced, WrongScalar};
    matches!(found.kind, ContainerReplaced | ScalarReplaced | WrongScalar)
}

/// The steps of a path up to the first field that the schema lacks, and whether the schema has all
/// of them. `None` if the path leads into a value without a type, or out of the object.
fn steps(pointer: &Pointer, root: TypeRef<'_>, options: &Options) -> Option<(Vec<Segment>, bool)> {
    let (mut site, mut steps) = (Site::of(Some(root), options), Vec::new());
    for name in pointer.steps() {
        match site.ty?.kind() {
            TypeKind::List(_) => {
                steps.push(Segment::Index(0));
                site = site.element(options);
            }
            TypeKind::Map(_) | TypeKind::Object => {
                steps.push(Segment::Field(name.clone()));
                site = Site::member(site.ty, name, options);
                if site.ty.is_none() {
                    return Some((steps, false));
                }
            }
            TypeKind::Any | TypeKind::Scalar => return None,
        }
    }
    Some((steps, true))
}
