//! Equality by type. A null is a value where the schema says so: in a field that is nullable, and in
//! members that are kept without a field; everywhere else a null member counts as absent. With
//! [`Equality::Canonical`] different spellings of a value are equal. Rules: semantics value-3, value-10
//! and value-12.

use crate::depth::DepthBudget;
use crate::document::{Document, EqualityRule, JsonKind, Node, Scalar, equal, equal_by};
use crate::error::Error;
use crate::options::{Equality, Options};
use crate::site::Site;
use smp_schema::{TypeKind, TypeRef};

/// The equality of values of a type.
#[derive(Clone, Copy)]
pub(crate) struct ByType<'s, 'o> {
    ty: Option<TypeRef<'s>>,
    options: &'o Options,
    /// Whether a null may be a value.
    nulls: bool,
}

impl<'s, 'o> ByType<'s, 'o> {
    pub(crate) fn new(ty: Option<TypeRef<'s>>, options: &'o Options, nulls: bool) -> Self {
        Self { ty, options, nulls }
    }

    fn is_canonical(self) -> bool {
        self.options.equality == Equality::Canonical
    }
}

impl EqualityRule for ByType<'_, '_> {
    fn is_present(self, name: &str, node: &Node<'_>) -> bool {
        let ty = || self.member(name).ty.map(TypeRef::kind);
        match node.kind() {
            JsonKind::Null => {
                let ty = self.ty.filter(|ty| self.nulls && ty.has_nulls());
                Site::member(ty, name, self.options).nullable
            }
            JsonKind::List | JsonKind::Object
                if self.is_canonical() && self.ty.is_some_and(TypeRef::drops_empty) =>
            {
                // Text that cannot be read is reported by the comparison.
                match node.opened().as_deref() {
                    Ok(Node::List(items)) if items.is_empty() => {
                        !matches!(ty(), Some(TypeKind::List(_)))
                    }
                    Ok(Node::Object(members)) if members.iter().all(|(_, node)| node.is_null()) => {
                        !matches!(ty(), Some(TypeKind::Map(_)))
                    }
                    _ => true,
                }
            }
            _ => true,
        }
    }

    fn member(self, name: &str) -> Self {
        let ty = self.ty.filter(|ty| self.is_canonical() || ty.has_nulls());
        Self { ty: Site::member(ty, name, self.options).ty, ..self }
    }

    fn element(self) -> Self {
        Self { ty: Site::of(self.ty, self.options).element_type(), ..self }
    }

    fn are_same(self, left: &Scalar<'_>, right: &Scalar<'_>) -> bool {
        match self.ty.and_then(TypeRef::scalar_type) {
            Some(class) if self.is_canonical() => left.is_same(right, class),
            _ => left == right,
        }
    }
}

/// Whether two values of type `ty` are equal, where a null may be a value. `O(n·d)`.
pub(crate) fn equal_by_schema(
    left: &Node<'_>,
    right: &Node<'_>,
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    equal_by(ByType::new(ty, options, true), left, right, limit)
}

/// The same for documents, which are compared exactly. `O(n·d)`.
///
/// # Errors
///
/// [`Depth`](crate::ErrorKind::Depth), beyond the larger of the two [limits](Document::limits).
pub fn equal_documents(
    left: &Document<'_>,
    right: &Document<'_>,
    ty: Option<TypeRef<'_>>,
) -> Result<bool, Error> {
    let limit = left.depth.max(right.depth);
    equal_by_schema(&left.node, &right.node, ty, &Options::default(), limit)
}

/// Whether two values of type `ty` are equal, where every null counts as absent. `O(n·d)`.
pub(crate) fn equal_without_nulls(
    left: &Node<'_>,
    right: &Node<'_>,
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    match options.equality {
        Equality::Exact => equal(left, right, limit),
        Equality::Canonical => equal_by(ByType::new(ty, options, false), left, right, limit),
    }
}
