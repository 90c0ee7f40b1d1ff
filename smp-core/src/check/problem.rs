//! A mistake at a place of a patch, and the finding about it.

use super::data::fate_of_directive;
use super::fit::Misfit;
use crate::directive::{PatchMember, directive_names};
use crate::document::{JsonKind, Node};
use crate::finding::{Finding, FindingKind};
use crate::path::Trail;
use smp_schema::__support::nearest;
use smp_schema::{FieldRef, TypeKind, TypeRef, Union};

/// The meaning of names such as `$patch`: a directive in a patch, a field in data.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    Patch,
    Data,
}

/// A part of the patch that does not fit the schema.
pub(super) enum Problem<'p> {
    /// The type has no such field.
    Unknown { name: &'p str, ty: TypeRef<'p> },
    /// A name in a map or free-form value that is spelled nearly like a directive.
    NearDirective { name: &'p str },
    /// `$retainKeys` lists a field that the type lacks.
    Retained { name: &'p str, ty: TypeRef<'p> },
    /// A value of the wrong type.
    Type { ty: TypeRef<'p>, found: JsonKind },
    /// A scalar that does not fit its type.
    Scalar { ty: TypeRef<'p>, node: &'p Node<'p>, misfit: Misfit },
    /// A directive of an object of this type, in a value that is taken as a whole.
    Ineffective { ty: TypeRef<'p> },
    /// A discriminator that names no member.
    Discriminator { union: &'p Union, value: &'p str },
}

impl Problem<'_> {
    /// The finding; `suggests` says whether it may have a suggestion.
    pub(super) fn finding(self, path: &Trail<'_>, names: Names, suggests: bool) -> Finding {
        let near_field = |name, ty| if suggests { near_field(name, ty) } else { None };
        let (kind, message, suggestion) = match self {
            Self::Unknown { name, .. } | Self::NearDirective { name }
                if names == Names::Data && PatchMember::of(name).is_directive() =>
            {
                let message = "this is the name of a directive, but it is read as data here";
                (FindingKind::DirectiveAsData, message.to_owned(), None)
            }
            Self::Unknown { name, .. } | Self::NearDirective { name }
                if names == Names::Patch && name.starts_with('$') =>
            {
                let near = near_directive(name);
                let message = "there is no such directive; it is read as data".to_owned();
                (FindingKind::UnknownDirective, message, near)
            }
            Self::Unknown { name, ty } => {
                (FindingKind::UnknownField, no_field(ty), near_field(name, ty))
            }
            Self::NearDirective { .. } => {
                // In a map of a document, such as `$patchh` among the labels.
                (FindingKind::UnknownDirective, "there is no such directive".to_owned(), None)
            }
            Self::Retained { name, ty } => {
                let message = format!("{}: `{name}`", no_field(ty));
                (FindingKind::UnknownRetainedKey, message, near_field(name, ty))
            }
            Self::Scalar { ty, node, misfit } => {
                let expected = ty.scalar_type().unwrap_or_default().expected();
                let (message, suggestion) = wrong_scalar(expected, node, &misfit);
                (FindingKind::WrongScalar, message, suggestion)
            }
            Self::Type { ty, found } => {
                let (kind, expected) = match ty.kind() {
                    TypeKind::List(_) => (FindingKind::ContainerReplaced, JsonKind::List.name()),
                    TypeKind::Object | TypeKind::Map(_) => {
                        (FindingKind::ContainerReplaced, JsonKind::Object.name())
                    }
                    TypeKind::Scalar | TypeKind::Any => {
                        let scalar = ty.scalar_type().unwrap_or_default();
                        let kind = if found.is_scalar() {
                            FindingKind::WrongScalar
                        } else {
                            FindingKind::ScalarReplaced
                        };
                        (kind, scalar.expected())
                    }
                };
                (kind, format!("expected {expected}, found {}", found.name()), None)
            }
            Self::Ineffective { ty } => {
                let message = format!(
                    "the directive has no effect here, where the patch's value is taken as a \
                     whole; an API server {}",
                    fate_of_directive(ty)
                );
                (FindingKind::IneffectiveDirective, message, None)
            }
            Self::Discriminator { union, value } => {
                let message = format!("{value:?} does not name a member of the union");
                (FindingKind::UnknownDiscriminator, message, near_value(union, value))
            }
        };
        Finding { path: path.path(), kind, message, suggestion }
    }
}

/// The message about a scalar that does not fit its type, and the value that is probably meant.
fn wrong_scalar(expected: &str, node: &Node<'_>, misfit: &Misfit) -> (String, Option<String>) {
    let number = || match node {
        Node::Number(text) if text.len() <= LONGEST_SHOWN => text.to_string(),
        _ => "a longer number".to_owned(),
    };
    match misfit {
        Misfit::Kind => (format!("expected {expected}, found {}", node.kind().name()), None),
        Misfit::Fraction => (format!("expected {expected}, found a number with a fraction"), None),
        Misfit::Spelling { integer } => {
            let message =
                format!("expected {expected} without fraction and exponent, found {}", number());
            (message, Some(integer.clone()))
        }
        Misfit::Range { smallest, largest } => {
            let found = number();
            (format!("expected {expected} from {smallest} to {largest}, found {found}"), None)
        }
    }
}

/// Longer numbers are not shown in messages.
const LONGEST_SHOWN: usize = 40;

fn no_field(ty: TypeRef<'_>) -> String {
    format!("`{}` has no such field", ty.name().unwrap_or("the type"))
}

fn near_field(name: &str, ty: TypeRef<'_>) -> Option<String> {
    first(&nearest(name, ty.fields().map(FieldRef::name), |name| name))
}

pub(super) fn near_value(union: &Union, value: &str) -> Option<String> {
    first(&nearest(value, union.members().map(|(_, value)| value), |value| value))
}

/// The directive with a similar spelling, with the field after the slash if the name has one.
pub(super) fn near_directive(name: &str) -> Option<String> {
    let (directive, field) = name.split_once('/').unwrap_or((name, ""));
    let near = first(&nearest(directive, directive_names(), |name| name))?;
    Some(if field.is_empty() { near } else { format!("{near}/{field}") })
}

fn first(near: &[&str]) -> Option<String> {
    near.first().map(|&name| name.to_owned())
}
