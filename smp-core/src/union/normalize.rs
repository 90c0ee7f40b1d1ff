//! `normalize(old, new)`: applies three rules to every union of every object,
//! children first. Rules: semantics union-5 to union-12.

use std::collections::HashSet;

use super::walk::{Decision, Visitor, walk};
use super::{UnionSet, discriminator_value, set};
use crate::document::{Document, Node, Object};
use crate::error::{Error, Role};
use crate::input::DocumentFormat;
use crate::options::Options;
use crate::violation::alternatives;
use smp_schema::{TypeRef, Union};

/// Clears the members of unions that a change replaced, and writes discriminators:
/// [`normalize_document`] for JSON text or a [`Value`](serde_json::Value), with the same
/// errors. `O(n)` to read and write text.
///
/// ```
/// use smp_core::{FieldDef, ObjectDef, Options, SchemaBuilder, UnionDef};
/// let mut types = SchemaBuilder::new();
/// let any = types.any();
/// let root = types.object(
///     ObjectDef::new("VolumeSource")
///         .field("emptyDir", FieldDef::new(any))
///         .field("hostPath", FieldDef::new(any))
///         .union(UnionDef::new().members(["emptyDir", "hostPath"])),
/// );
/// let schema = types.build(root)?;
/// let result = smp_core::normalize(
///     Some(r#"{"emptyDir":{}}"#),
///     r#"{"emptyDir":{},"hostPath":{"path":"/data"}}"#,
///     &schema,
///     &Options::default(),
/// )?;
/// assert_eq!(result, r#"{"hostPath":{"path":"/data"}}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn normalize<'a, 's, J: DocumentFormat<'a>>(
    old: Option<J>,
    new: J,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<J::Output, Error> {
    let read =
        |input: J, role| input.to_document(&options.limits).map_err(|error| error.about(role));
    let old = old.map(|old| read(old, Role::Old)).transpose()?;
    let new = read(new, Role::New)?.into_owned();
    let result = normalize_document(old.as_deref(), new, ty, options)?;
    J::output(result, &options.limits).map_err(|error| error.about(Role::Result))
}

/// Clears the members of unions that a change replaced, and writes discriminators. `old`
/// is the object before the change, `None` for a new object; `new` is the object after it.
/// Parts of `new` are moved into the result, not copied.
///
/// For example, if `old` has `emptyDir` and `new` has both `emptyDir` and `hostPath`, the
/// user has added `hostPath`, and `emptyDir` is cleared.
///
/// For each union of each object, children first:
///
/// 1. If the discriminator is set and its value is not the one in `old`, every
///    member except the one that it names is cleared. If it names none, all are
///    cleared.
/// 2. Otherwise, if exactly one member is set, the discriminator gets its
///    value.
/// 3. Otherwise, if exactly one member is set that wasn't in `old`, the
///    discriminator gets its value and the others are cleared.
///
/// Members with the same discriminated value count as one. A union that
/// [allows an inactive member](crate::UnionDef::allow_inactive_member) is not changed if
/// its discriminator names no member and is the same as in `old`.
///
/// [`validate_unions`](crate::validate_unions) reports unions that are still violated. A member
/// is *set* if it is present, not null, and not an empty value that [counts as
/// absent](crate::UnionDef::empty_is_unset). A discriminator is set if it is a string that
/// isn't empty. So removing a discriminator clears no member.
///
/// Each object of `new` is compared with the object of `old` at the same path. Elements
/// of merge lists are matched by merge key, or by all list map keys with
/// [`MergeKeys::ListMapKeys`](crate::MergeKeys::ListMapKeys); if several elements have the
/// same key, the first is matched with the first, and so on. The elements of atomic lists
/// are not matched: each counts as new.
///
/// `O(n·d)` in the size of both documents and the depth of the unions; `O(1)` for a type
/// without unions.
///
/// # Errors
///
/// An object that violates its schema is not an error. [`Depth`](crate::ErrorKind::Depth) for
/// nesting beyond [`Limits::max_depth`](crate::Limits::max_depth), and
/// [`InvalidJson`](crate::ErrorKind::InvalidJson) for a string with unpaired surrogates.
///
/// ```
/// use smp_core::{
///     Document, FieldDef, ObjectDef, Options, SchemaBuilder, UnionDef, normalize_document,
/// };
/// let mut types = SchemaBuilder::new();
/// let (text, any) = (types.scalar(), types.any());
/// let root = types.object(
///     ObjectDef::new("DeploymentStrategy")
///         .field("type", FieldDef::new(text))
///         .field("rollingUpdate", FieldDef::new(any))
///         .union(UnionDef::new().discriminator("type").members(["rollingUpdate"])),
/// );
/// let schema = types.build(root)?;
/// let old = Document::from_json(r#"{"type":"RollingUpdate","rollingUpdate":{}}"#)?;
/// let new = Document::from_json(r#"{"type":"Recreate","rollingUpdate":{}}"#)?;
/// let result = normalize_document(Some(&old), new, &schema, &Options::default())?;
/// assert_eq!(result.to_json(), r#"{"type":"Recreate"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn normalize_document<'a, 's>(
    old: Option<&Document<'_>>,
    mut new: Document<'a>,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Document<'a>, Error> {
    let old = old.map(|old| &old.node);
    normalize_node(&mut new.node, old, ty.into(), options, UnionSet::all(options))
        .map_err(|error| error.about(Role::New))?;
    Ok(new.allowing(&options.limits))
}

/// Normalizes a whole document in place.
pub(crate) fn normalize_node(
    new: &mut Node<'_>,
    old: Option<&Node<'_>>,
    ty: TypeRef<'_>,
    options: &Options,
    scope: UnionSet,
) -> Result<(), Error> {
    walk(&mut Normalizer, new, [old], ty, (options, scope))
}

struct Normalizer;

impl Visitor<1> for Normalizer {
    const ROLES: [Role; 1] = [Role::Old];
    const BY_INDEX: [bool; 1] = [false];
    const OUTER_FIRST: bool = false;

    fn union<'u>(
        &mut self,
        union: &'u Union,
        new: &Object<'_>,
        [old]: [Option<&Object<'_>>; 1],
    ) -> Result<Decision<'u>, Error> {
        Ok(decide(union, new, old))
    }
}

/// The rules of normalizing: semantics union-5 to union-9.
pub(super) fn decide<'u>(
    union: &'u Union,
    new: &Object<'_>,
    old: Option<&Object<'_>>,
) -> Decision<'u> {
    if let Some(value) = discriminator_value(union, new) {
        let changed = old.and_then(|old| discriminator_value(union, old)).as_ref() != Some(&value);
        let inactive = union.allows_inactive_member() && union.named_by(&value).next().is_none();
        if inactive && (!changed || old.is_none()) {
            return Decision::Leave;
        }
        if changed {
            return Decision::Clear { keep: value.into_owned().into() };
        }
    }
    let now = set(union, new);
    if let [only] = alternatives(union, &now)[..] {
        return Decision::Choose(only);
    }
    let before = old.map(|old| set(union, old)).unwrap_or_default();
    let before: HashSet<&str> = before.into_iter().collect();
    let added: Vec<_> = now.into_iter().filter(|field| !before.contains(field)).collect();
    match alternatives(union, &added)[..] {
        [only] => Decision::Choose(only),
        _ => Decision::Leave,
    }
}
