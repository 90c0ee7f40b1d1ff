//! `lint_unions(patch)`: finds patches that contradict themselves: semantics union-14.
//! Normalizing would clear a member that such a patch sets, or change the discriminator
//! that it sets.

use super::UnionSet;
use super::patched::{discriminator_value, set, touches};
use super::validate::{SET_AT_A_TIME, Violations};
use crate::directive::{Marker, PatchObject};
use crate::error::{Error, Role};
use crate::options::Options;
use crate::patch::Patch;
use crate::patch_visitor::{PatchPlace, PatchVisitor, visit};
use crate::path::Trail;
use crate::violation::{UnionProblem, problem};
use smp_schema::TypeRef;

/// Checks the unions of a patch for objects of type `ty`: it must not set two members of a union,
/// or a member and a discriminator that doesn't name it. It looks only at the patch, not at the
/// live object.
///
/// `O(p)` in the patch; `O(1)` for a type without unions.
///
/// # Errors
///
/// [`Union`](crate::ErrorKind::Union) with all [`violations`](Error::violations), up to
/// [`Limits::max_errors`](crate::Limits::max_errors).
///
/// ```
/// use smp_core::{FieldDef, ObjectDef, Options, Patch, SchemaBuilder, UnionDef, lint_unions};
/// let mut types = SchemaBuilder::new();
/// let any = types.any();
/// let root = types.object(
///     ObjectDef::new("VolumeSource")
///         .field("emptyDir", FieldDef::new(any))
///         .field("hostPath", FieldDef::new(any))
///         .union(UnionDef::new().members(["emptyDir", "hostPath"])),
/// );
/// let schema = types.build(root)?;
/// let options = Options::default();
/// let lint = |patch| lint_unions(&Patch::from_json(patch)?, &schema, &options);
/// assert!(lint(r#"{"emptyDir":null,"hostPath":{"path":"/data"}}"#).is_ok());
/// let error = lint(r#"{"emptyDir":{},"hostPath":{"path":"/data"}}"#).unwrap_err();
/// assert_eq!(
///     error.violations()[0].to_string(),
///     ".: found `emptyDir` and `hostPath`, expected at most one of `emptyDir` or `hostPath`; \
///      remove all but one",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lint_unions<'s>(
    patch: &Patch,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<(), Error> {
    lint_within(&patch.root, ty.into(), options, UnionSet::all(options))
        .map_err(|error| error.about(Role::Patch))
}

/// [`lint_unions`] for the unions of `scope`.
pub(crate) fn lint_within(
    patch: &PatchObject,
    ty: TypeRef<'_>,
    options: &Options,
    scope: UnionSet,
) -> Result<(), Error> {
    let mut lint = PatchLint { scope, violations: Violations::within(&options.limits) };
    let at = PatchPlace { ty: Some(ty), state: (), trail: &Trail::default() };
    visit(&mut lint, patch, at, options);
    lint.violations.into_result(SET_AT_A_TIME)
}

struct PatchLint {
    scope: UnionSet,
    violations: Violations,
}

impl PatchVisitor for PatchLint {
    type State = ();
    const STEPS_BY_KEY: bool = true;

    fn object(&mut self, patch: &PatchObject, at: PatchPlace<'_>) -> Option<()> {
        let ty = at.ty.filter(|ty| self.scope.is_within(*ty))?;
        // A patch object that deletes sets no member.
        if patch.marker == Some(Marker::Delete) {
            return None;
        }
        for union in self.scope.of(ty) {
            let (found, value) = (set(union, patch), discriminator_value(union, patch));
            let Some(problem) = problem(union, &found, value.as_ref()) else { continue };
            // A patch need not set a member.
            if problem != UnionProblem::Missing {
                self.violations.push(problem, union, (&found, value), || at.trail.path());
            }
        }
        Some(())
    }
}

impl Patch {
    /// Whether the patch sets or removes a member or a discriminator of a union, in an object
    /// of type `ty`. `O(p)` in the patch; `O(1)` for a type without unions.
    ///
    /// ```
    /// # use smp_core::{FieldDef, ObjectDef, Patch, SchemaBuilder, UnionDef};
    /// let mut types = SchemaBuilder::new();
    /// let any = types.any();
    /// let root = types.object(
    ///     ObjectDef::new("Volume")
    ///         .field("name", FieldDef::new(any))
    ///         .field("emptyDir", FieldDef::new(any))
    ///         .union(UnionDef::new().members(["emptyDir"])),
    /// );
    /// let schema = types.build(root)?;
    /// assert!(Patch::from_json(r#"{"emptyDir": {}}"#)?.changes_unions(&schema));
    /// assert!(!Patch::from_json(r#"{"name": "a"}"#)?.changes_unions(&schema));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn changes_unions<'s>(&self, ty: impl Into<TypeRef<'s>>) -> bool {
        let at = PatchPlace { ty: Some(ty.into()), state: (), trail: &Trail::default() };
        let mut search = UnionSearch { found: false };
        visit(&mut search, &self.root, at, &Options::default());
        search.found
    }
}

/// The search for a change of a union: of a member, or of a discriminator.
struct UnionSearch {
    found: bool,
}

impl PatchVisitor for UnionSearch {
    type State = ();
    const STEPS_BY_KEY: bool = false;

    fn object(&mut self, patch: &PatchObject, at: PatchPlace<'_>) -> Option<()> {
        let ty = at.ty.filter(|ty| UnionSet::All.is_within(*ty))?;
        // Replacing or deleting the object changes its unions, too.
        let all = patch.marker.is_some() || patch.retain_keys.is_some();
        let mut unions = ty.unions().iter();
        self.found |= unions.any(|union| all || touches(union, patch));
        (!self.found).then_some(())
    }
}
