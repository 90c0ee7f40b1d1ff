//! `validate_unions(new)`: reports every violation of a union, and changes nothing.
//! Rule: semantics union-13.

use super::{Scope, open_object, reported_discriminator, set};
use crate::depth::DepthBudget;
use crate::document::Node;
use crate::error::{Error, Role};
use crate::input::DocumentInput;
use crate::member::{ListMode, Member};
use crate::options::Options;
use crate::path::{Path, Segment};
use crate::violation::{UnionViolation, problem, violation};
use smp_schema::__support::Capped;
use smp_schema::{TypeKind, TypeRef};

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
    new.to_document(&options.limits)
        .and_then(|new| validate_node(&new.node, ty.into(), options, Scope::all(options)))
        .map_err(|error| error.about(Role::New))
}

/// Validates a whole document.
pub(crate) fn validate_node(
    node: &Node<'_>,
    ty: TypeRef<'_>,
    options: &Options,
    scope: Scope,
) -> Result<(), Error> {
    let mut validator = UnionValidator {
        options,
        scope,
        here: Path::root(),
        found: Capped::within(&options.limits),
    };
    validator.member(node, &Member::element(Some(ty)), DepthBudget::of(&options.limits))?;
    if validator.found.is_empty() {
        return Ok(());
    }
    let message = "only one of these fields can be set at a time:";
    Err(Error::violated(message, validator.found.into_parts()))
}

struct UnionValidator<'o> {
    options: &'o Options,
    scope: Scope,
    /// The path to the current value.
    here: Path,
    found: Capped<UnionViolation>,
}

impl UnionValidator<'_> {
    /// Whether values of this type can contain something to validate.
    fn is_within(&self, ty: TypeRef<'_>) -> bool {
        match self.scope {
            Scope::All | Scope::Documented => ty.union_presence().validated,
            Scope::RustEnums => self.scope.is_within(ty),
        }
    }

    fn member(
        &mut self,
        node: &Node<'_>,
        member: &Member<'_>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        // A Rust enum has exactly one variant.
        if self.scope == Scope::RustEnums && node.is_unchanged() {
            return Ok(());
        }
        match member.ty.filter(|ty| self.is_within(*ty)).map(|ty| (ty, ty.kind())) {
            Some((ty, TypeKind::Object | TypeKind::Map(_))) => self.object(node, ty, limit),
            Some((_, TypeKind::List(element))) => self.list(node, member, element, limit),
            _ => Ok(()),
        }
    }

    fn object(
        &mut self,
        node: &Node<'_>,
        ty: TypeRef<'_>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        if self.scope == Scope::RustEnums
            && self.scope.of(ty).next().is_none()
            && let Some(object) = node.as_rust_object()
        {
            let limit = limit.enter()?;
            return object
                .changed()
                .try_for_each(|(name, value)| self.field(name, value, ty, limit));
        }
        let Some(members) = open_object(node)? else { return Ok(()) };
        let limit = limit.enter()?;
        // Those that are only validated are no Rust enums.
        let validated = ty.validated_unions().iter().filter(|_| self.scope != Scope::RustEnums);
        for union in self.scope.of(ty).chain(validated) {
            let (found, value) = (set(union, &members), reported_discriminator(union, &members));
            if let Some(problem) = problem(union, &found, value.as_ref()) {
                let here = || self.here.clone();
                self.found.push(|| violation(problem, union, &found, value, here()));
            }
        }
        members.iter().try_for_each(|(name, value)| self.field(name, value, ty, limit))
    }

    /// A member of an object of type `ty`.
    fn field(
        &mut self,
        name: &str,
        value: &Node<'_>,
        ty: TypeRef<'_>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        let below = Member::of(Some(ty), name, self.options);
        if below.ty.is_some_and(|ty| self.is_within(ty)) {
            self.here.push(Segment::Field(name.to_owned()));
            self.member(value, &below, limit).map_err(|error| error.within_field(name))?;
            self.here.pop();
        }
        Ok(())
    }

    fn list(
        &mut self,
        node: &Node<'_>,
        member: &Member<'_>,
        element: TypeRef<'_>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        let limit = limit.enter()?;
        let keyed = matches!(member.list_mode(self.options), Ok(ListMode::Objects(_)));
        let list = node.opened()?;
        let Node::List(items) = list.as_ref() else { return Ok(()) };
        for (at, item) in items.iter().enumerate() {
            if self.scope == Scope::RustEnums && item.is_unchanged() {
                continue;
            }
            let key = member.readable_key(item, None).filter(|_| keyed);
            let step = key.map(|key| member.segment(&key));
            self.here.push(step.unwrap_or(Segment::Index(at)));
            self.member(item, &Member::element(Some(element)), limit)
                .map_err(|error| error.within(Segment::Index(at)))?;
            self.here.pop();
        }
        Ok(())
    }
}
