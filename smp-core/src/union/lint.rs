//! `lint_unions(patch)`: finds patches that contradict themselves: semantics union-14.
//! Normalizing would clear a member that such a patch sets, or change the discriminator
//! that it sets.

use super::Scope;
use super::patched::{discriminator_value, set, value};
use crate::directive::{Change, Marker, PatchObject};
use crate::member::{ListMode, Member};
use crate::options::Options;
use crate::patch::Patch;
use crate::path::{Path, Segment};
use crate::violation::{UnionProblem, UnionViolation, problem, violation};
use smp_schema::__support::Capped;
use smp_schema::{FieldRef, TypeKind, TypeRef};

/// Finds every union in which a patch, for objects of type `ty`, sets two members, or a member
/// and a discriminator that doesn't name it, up to
/// [`Limits::max_errors`](crate::Limits::max_errors). It looks only at the patch, not at the live
/// object.
///
/// `O(p)` in the patch; `O(1)` for a type without unions.
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
/// let lint = |patch| Patch::from_json(patch).map(|patch| lint_unions(&patch, &schema, &options));
/// assert!(lint(r#"{"emptyDir":null,"hostPath":{"path":"/data"}}"#)?.is_empty());
/// assert_eq!(
///     lint(r#"{"emptyDir":{},"hostPath":{"path":"/data"}}"#)?[0].to_string(),
///     ".: found `emptyDir` and `hostPath`, expected at most one of `emptyDir` or `hostPath`; \
///      remove all but one",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn lint_unions<'s>(
    patch: &Patch,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Vec<UnionViolation> {
    lint_within(&patch.root, ty.into(), options, Scope::all(options))
}

/// [`lint_unions`] for the unions of `scope`.
pub(crate) fn lint_within(
    patch: &PatchObject,
    ty: TypeRef<'_>,
    options: &Options,
    scope: Scope,
) -> Vec<UnionViolation> {
    let found = Capped::within(&options.limits);
    let mut linter = PatchLinter { options, scope, here: Path::root(), found };
    linter.object(patch, ty);
    linter.found.into_parts().0
}

struct PatchLinter<'o> {
    options: &'o Options,
    scope: Scope,
    /// The path to the current value.
    here: Path,
    found: Capped<UnionViolation>,
}

impl PatchLinter<'_> {
    fn change(&mut self, change: &Change, member: &Member<'_>) {
        let Some(ty) = member.ty.filter(|ty| self.scope.is_within(*ty)) else { return };
        match (change, ty.kind()) {
            (Change::Object(object), TypeKind::Object | TypeKind::Map(_)) => {
                self.object(object, ty);
            }
            (Change::List(items), TypeKind::List(element)) => self.list(items, member, element),
            _ => {}
        }
    }

    fn object(&mut self, patch: &PatchObject, ty: TypeRef<'_>) {
        // A patch object that deletes sets no member.
        if patch.marker == Some(Marker::Delete) || !self.scope.is_within(ty) {
            return;
        }
        for union in self.scope.of(ty) {
            let (found, value) = (set(union, patch), discriminator_value(union, patch));
            let Some(problem) = problem(union, &found, value.as_ref()) else { continue };
            // A patch need not set a member.
            if problem != UnionProblem::Missing {
                let here = || self.here.clone();
                self.found.push(|| violation(problem, union, &found, value, here()));
            }
        }
        for (name, field) in patch.fields.iter() {
            if let Some(change) = value(field) {
                self.here.push(Segment::Field(name.clone()));
                self.change(change, &Member::of(Some(ty), name, self.options));
                self.here.pop();
            }
        }
    }

    fn list(&mut self, items: &[Change], member: &Member<'_>, element: TypeRef<'_>) {
        let keyed = matches!(member.list_mode(self.options), Ok(ListMode::Objects(_)));
        for (at, item) in items.iter().enumerate() {
            let step = match item {
                Change::Object(object) if keyed => {
                    member.key_of_change(object).ok().map(|key| member.segment(&key))
                }
                _ => None,
            };
            self.here.push(step.unwrap_or(Segment::Index(at)));
            self.change(item, &Member::element(Some(element)));
            self.here.pop();
        }
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
        changes_unions(&self.root, ty.into())
    }
}

/// Whether a patch of an object sets or removes a member or a discriminator of a union.
fn changes_unions(patch: &PatchObject, ty: TypeRef<'_>) -> bool {
    if !Scope::All.is_within(ty) {
        return false;
    }
    // Replacing or deleting the object changes its unions, too.
    let own = ty.unions().iter().any(|union| {
        let of_union =
            |name: &str| union.member(name).is_some() || union.discriminator() == Some(name);
        patch.marker.is_some()
            || patch.retain_keys.is_some()
            || patch.fields.iter().any(|(name, _)| of_union(name))
    });
    own || patch.fields.iter().any(|(name, field)| {
        let below = match ty.kind() {
            TypeKind::Object => ty.field(name).map(FieldRef::ty).or(ty.other_members()),
            TypeKind::Map(value) => Some(value),
            _ => None,
        };
        let change = field.value.as_ref();
        below.zip(change).is_some_and(|(ty, change)| change_changes_unions(change, ty))
    })
}

fn change_changes_unions(change: &Change, ty: TypeRef<'_>) -> bool {
    match (change, ty.kind()) {
        (Change::Object(object), _) => changes_unions(object, ty),
        (Change::List(items), TypeKind::List(element)) => {
            items.iter().any(|item| change_changes_unions(item, element))
        }
        _ => false,
    }
}
