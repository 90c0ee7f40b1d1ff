//! `validate_unions(new)`: reports every violation of a union, and changes nothing.
//! Rule: semantics union-13.

use super::walk::{Decision, Visitor, walk};
use super::{UnionSet, reported_discriminator, set};
use crate::document::{Node, Object};
use crate::error::{Error, Role};
use crate::input::DocumentInput;
use crate::options::Options;
use crate::path::Path;
use crate::violation::{DiscriminatorValue, UnionProblem, UnionViolation, problem, violation};
use smp_schema::__support::Capped;
use smp_schema::{Limits, TypeRef, Union};

/// Checks every union in a document of type `ty`: at most one member may be set (exactly
/// one if the schema requires that), and the discriminator must name it.
///
/// A discriminator may have a value that names no member if no member is set. A
/// discriminator that is absent or empty is valid with any member.
///
/// `O(n·d)` in the size of the document and the depth of the unions; `O(1)` for a type
/// without unions.
///
/// # Errors
///
/// [`Union`](crate::ErrorKind::Union) with all
/// [`violations`](Error::violations), up to
/// [`Limits::max_errors`](crate::Limits::max_errors); otherwise as
/// [`normalize`](crate::normalize).
///
/// ```
/// use smp_core::{FieldDef, ObjectDef, Options, SchemaBuilder, UnionDef};
/// let mut types = SchemaBuilder::new();
/// let (text, any) = (types.scalar(), types.any());
/// let root = types.object(
///     ObjectDef::new("DeploymentStrategy")
///         .field("type", FieldDef::new(text))
///         .field("rollingUpdate", FieldDef::new(any))
///         .union(UnionDef::new().discriminator("type").members(["rollingUpdate"])),
/// );
/// let schema = types.build(root)?;
/// let document = r#"{"type":"Recreate","rollingUpdate":{}}"#;
/// let error = smp_core::validate_unions(document, &schema, &Options::default()).unwrap_err();
/// assert_eq!(
///     error.violations()[0].to_string(),
///     ".: `type` is \"Recreate\", which names no member, found `rollingUpdate`; \
///      remove it, or correct the discriminator",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn validate_unions<'n, 's>(
    new: impl DocumentInput<'n>,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<(), Error> {
    let new = new.to_document(&options.limits);
    new.and_then(|new| {
        let mut node = new.node.borrowed().into_owned();
        validate_node(&mut node, ty.into(), options, UnionSet::all(options))
    })
    .map_err(|error| error.about(Role::New))
}

/// Validates a whole document.
pub(crate) fn validate_node(
    node: &mut Node<'_>,
    ty: TypeRef<'_>,
    options: &Options,
    scope: UnionSet,
) -> Result<(), Error> {
    let mut validation = Validation(Violations::within(&options.limits));
    walk(&mut validation, node, [], ty, (options, scope))?;
    validation.0.into_result(SET_AT_A_TIME)
}

/// The mistake that all violations of a document or patch share.
pub(super) const SET_AT_A_TIME: &str = "only one of these fields can be set at a time:";

struct Validation(Violations);

impl Visitor<0> for Validation {
    const ROLES: [Role; 0] = [];
    const BY_INDEX: [bool; 0] = [];
    const OUTER_FIRST: bool = true;
    const VALIDATES: bool = true;

    fn union<'u>(
        &mut self,
        union: &'u Union,
        object: &Object<'_>,
        []: [Option<&Object<'_>>; 0],
    ) -> Result<Decision<'u>, Error> {
        let found = set(union, object);
        if problem(union, &found, reported_discriminator(union, object).as_ref()).is_some() {
            self.0.add(union, &found, object);
        }
        Ok(Decision::Leave)
    }

    fn here(&mut self) -> Option<&mut Path> {
        Some(&mut self.0.here)
    }
}

/// The violations that a walk has found, and its current place.
pub(super) struct Violations {
    pub(super) here: Path,
    found: Capped<UnionViolation>,
}

impl Violations {
    pub(super) fn within(limits: &Limits) -> Self {
        Self { here: Path::root(), found: Capped::within(limits) }
    }

    /// Adds the violation of a union in which these members are set, with the discriminator of the
    /// object.
    pub(super) fn add(&mut self, union: &Union, found: &[&str], named_in: &Object<'_>) {
        let value = reported_discriminator(union, named_in);
        let problem = problem(union, found, value.as_ref()).unwrap_or(UnionProblem::Discriminator);
        let here = self.here.clone();
        self.push(problem, union, (found, value), || here);
    }

    /// Adds a problem of a union at a place.
    pub(super) fn push(
        &mut self,
        problem: UnionProblem,
        union: &Union,
        (found, value): (&[&str], Option<DiscriminatorValue>),
        path: impl FnOnce() -> Path,
    ) {
        self.found.push(|| violation(problem, union, found, value, path()));
    }

    pub(super) fn into_result(self, mistake: &str) -> Result<(), Error> {
        if self.found.is_empty() {
            return Ok(());
        }
        Err(Error::violated(mistake, self.found.into_parts()))
    }
}
