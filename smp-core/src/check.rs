//! The check of a patch against the schema, in one walk over the patch. [`Patch::check`] uses it to list
//! everything that does not fit, and the operations on Rust types to refuse what serde would lose. Rules:
//! semantics check-1 to check-7. [`Patch::check_live`] also looks at a live object.

mod complete;
mod data;
mod fit;
mod live;
mod live_keys;
mod named;
mod names;
mod new_element;
mod problem;
mod walk;

use self::problem::{Names, Problem};
use self::walk::{PatchCheck, Treatment};
use crate::depth::DepthBudget;
use crate::directive::{PatchObject, plain_object};
use crate::error::{Error, ErrorKind, Role};
use crate::finding::Finding;
use crate::input::DocumentInput;
use crate::options::Options;
use crate::patch::Patch;
use crate::patch_visitor::{PatchPlace, visit};
use crate::path::Trail;
use smp_schema::TypeRef;

impl Patch {
    /// Everything in the patch that does not fit objects of type `ty`, in the order of the patch: unknown
    /// fields and directives, and values whose type differs from the schema's. Looks only at the patch, not at
    /// a live object. Only the first 100 findings have a suggestion. `O(p)` in the patch, and `O(f)` in
    /// the fields of the type for each suggestion.
    ///
    /// ```
    /// use smp_core::{FieldDef, FindingKind, ObjectDef, Options, Patch, SchemaBuilder, Severity};
    /// let mut types = SchemaBuilder::new();
    /// let text = types.scalar();
    /// let list = types.list(text);
    /// let root = types.object(ObjectDef::new("Pod").field("args", FieldDef::new(list)));
    /// let schema = types.build(root)?;
    /// let options = Options::default();
    /// let check = |patch| Patch::from_json(patch).map(|patch| patch.check(&schema, &options));
    /// assert!(check(r#"{"args": ["-v"]}"#)?.is_empty());
    /// let found = check(r#"{"args": {"$patchh": "delete"}}"#)?;
    /// assert_eq!(found[0].kind, FindingKind::ContainerReplaced);
    /// assert_eq!(found[0].severity(), Severity::Error);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn check<'s>(&self, ty: impl Into<TypeRef<'s>>, options: &Options) -> Vec<Finding> {
        findings(&self.root, ty.into(), Names::Patch, options)
    }
}

/// Like [`Patch::check`], for a document or a JSON merge patch, in which directives are data.
/// `O(n)`.
///
/// # Errors
///
/// [`InvalidJson`](ErrorKind::InvalidJson), [`NotAnObject`](ErrorKind::NotAnObject), and
/// [`Depth`](ErrorKind::Depth).
///
/// ```
/// use smp_core::{FindingKind, ObjectDef, Options, SchemaBuilder, check_document};
/// let mut types = SchemaBuilder::new();
/// let root = types.object(ObjectDef::new("Pod"));
/// let schema = types.build(root)?;
/// let found = check_document(r#"{"$patch": "delete"}"#, &schema, &Options::default())?;
/// assert_eq!(found[0].kind, FindingKind::DirectiveAsData);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_document<'d, 's>(
    document: impl DocumentInput<'d>,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Vec<Finding>, Error> {
    let limits = &options.limits;
    let about = |error: Error| error.about(Role::Modified);
    let document = document.to_document(limits).map_err(about)?;
    let root = plain_object(document.node.clone(), DepthBudget::of(limits)).map_err(about)?;
    Ok(findings(&root, ty.into(), Names::Data, options))
}

/// The number of findings that may have a suggestion: finding one takes time in the number of fields.
const SUGGESTIONS: usize = 100;

fn findings(root: &PatchObject, ty: TypeRef<'_>, names: Names, options: &Options) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut report = |problem: Problem<'_>, path: &Trail<'_>| {
        found.push(problem.finding(path, names, found.len() < SUGGESTIONS));
    };
    visit_all(PatchCheck::<true> { report: &mut report, options }, root, ty);
    found
}

/// An error if a typed call would lose a part of the patch: a field that the type lacks, which serde
/// drops; a name in `$retainKeys` that the type lacks, since a misspelled field would be cleared; or a
/// list where the type is an object: where serde buffers (`flatten`, tags), it reads the list as the
/// fields in their order. `O(p)`.
pub(crate) fn refuse_lossy(patch: &PatchObject, ty: TypeRef<'_>) -> Result<(), Error> {
    let mut first = Ok(());
    let mut report = |problem: Problem<'_>, path: &Trail<'_>| {
        if first.is_err() {
            return;
        }
        let kind = match problem {
            Problem::Type { .. } => ErrorKind::Typed,
            Problem::Unknown { .. } | Problem::Retained { .. } => ErrorKind::UnknownField,
            _ => return,
        };
        let Finding { path, message, suggestion, .. } = problem.finding(path, Names::Patch, true);
        let text = match (kind, suggestion) {
            (ErrorKind::Typed, _) => message,
            (_, Some(name)) => format!("{message}; did you mean `{name}`?"),
            (_, None) => format!("{message}; correct the name"),
        };
        first = Err(Error::new(kind, text).at(&path));
    };
    let options = &Options::default();
    visit_all(PatchCheck::<false> { report: &mut report, options }, patch, ty);
    first
}

/// Checks a patch from its root.
fn visit_all<const EVERYTHING: bool>(
    mut check: PatchCheck<'_, EVERYTHING>,
    patch: &PatchObject,
    ty: TypeRef<'_>,
) {
    let trail = Trail::default();
    let at = PatchPlace { ty: Some(ty), state: Treatment::Merged, trail: &trail };
    let options = check.options;
    visit(&mut check, patch, at, options);
}
