//! Nulls that are values, because the schema says so: a field that is nullable, and members that are
//! kept without a field. Everywhere else a null member counts as absent. Rules: semantics value-3
//! and value-10.

use crate::apply::{Taken, adopt};
use crate::depth::DepthBudget;
use crate::directive::data;
use crate::document::{Node, NullRule, equal_by};
use crate::error::Error;
use crate::member::Member;
use crate::options::Options;
use smp_schema::TypeRef;

/// The nulls that are values inside of a member.
#[derive(Clone, Copy)]
struct SchemaNulls<'s, 'o> {
    ty: Option<TypeRef<'s>>,
    options: &'o Options,
}

impl NullRule for SchemaNulls<'_, '_> {
    fn member(self, name: &str) -> (bool, Self) {
        let member = Member::of(self.ty.filter(|ty| ty.has_nulls()), name, self.options);
        (member.nullable, Self { ty: member.ty, ..self })
    }

    fn element(self) -> Self {
        Self { ty: Member::element(self.ty).element_type(), ..self }
    }
}

/// Whether two values of type `ty` are equal. `O(n·d)`.
pub(crate) fn equal_by_schema(
    left: &Node<'_>,
    right: &Node<'_>,
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    equal_by(SchemaNulls { ty, options }, left, right, limit)
}

/// Whether a value of type `ty` has a null that is a value, and that is lost where the value is
/// taken without nulls (semantics adopt-1). `O(n·d)`.
pub(crate) fn loses_null(
    value: &Node<'_>,
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    let change = data(value.clone(), limit)?;
    let adopted = adopt(&change, Taken::Absent, &Member::element(ty), options);
    Ok(!equal_by_schema(value, &adopted.unwrap_or(Node::Null), ty, options, limit)?)
}
