//! Refusals of this engine where the reference has a result. The error names a place, where the
//! document has what the section of `docs/deviations.md` describes.

use serde_json::Value;
use smp_core::schema::{FieldRef, TypeKind};
use smp_core::{Error, ErrorKind, Patch, Role, Segment, TypeRef};
use smp_tests::generate::below;
use smp_tests::prune::is_directive;

use super::case::{Case, Op};
use super::walk::{DELETE, ORDER, item, list_of};

/// The section that explains why this engine refuses the documents.
pub(super) fn cause(case: &Case, error: &Error) -> Option<&'static str> {
    let place = place(case, error)?;
    match error.kind() {
        ErrorKind::MergeKeyMissing if place.has_no_scalar_as_key() => Some("merge-key-no-scalar"),
        ErrorKind::TypeMismatch | ErrorKind::IncompatiblePatches
            if place.has_list_for_another_type() =>
        {
            Some("list-for-another-type")
        }
        ErrorKind::DirectiveAsData
            if (is_directive(place.name) || place.has_directive())
                && place.is_to_be_written(case) =>
        {
            Some("directives-in-documents")
        }
        _ if place.is_malformed_directive() && is_refused_when_parsed(case, error) => {
            Some("directives-checked-when-parsed")
        }
        _ => None,
    }
}

/// Whether the error is about a list of live that has elements other than objects.
pub(super) fn is_mixed_list(case: &Case, error: &Error) -> bool {
    error.kind() == ErrorKind::MixedElements
        && place(case, error).is_some_and(|place| {
            let is_keyed = place.field.is_some_and(|field| field.merge_key().is_some());
            let element = |value: &Value| !value.is_object();
            is_keyed && (place.around.as_array().is_some_and(|items| items.iter().any(element)))
        })
}

/// Whether the error is about a list that both patches name.
pub(super) fn is_list_of_both(case: &Case, error: &Error) -> bool {
    let names = |patch| {
        let place = follow(patch, case.ty.root(), error.path().segments());
        place.is_some_and(|place| {
            let list = list_of(place.name);
            let names = [list.to_owned(), format!("{ORDER}{list}"), format!("{DELETE}{list}")];
            let is_list = matches!(place.ty.map(TypeRef::kind), Some(TypeKind::List(_)));
            is_list && names.iter().any(|name| place.around.get(name).is_some())
        })
    };
    [case.doc(0), case.doc(1)].into_iter().all(names)
}

fn is_refused_when_parsed(case: &Case, error: &Error) -> bool {
    let roles = case.op.roles().iter().zip(&case.docs);
    let patches = roles.filter(|(role, _)| ["patch", "p1", "p2"].contains(role));
    let errors = patches.filter_map(|(_, doc)| Patch::from_document(doc).err());
    errors.into_iter().any(|one| one.kind() == error.kind() && one.path() == error.path())
}

/// The place that an error names.
struct Place<'d> {
    /// The name of the first member of the path.
    first: &'d str,
    /// The name of the last member of the path.
    name: &'d str,
    value: &'d Value,
    /// The object or list that has the value.
    around: &'d Value,
    field: Option<FieldRef<'d>>,
    ty: Option<TypeRef<'d>>,
}

fn place<'c>(case: &'c Case, error: &'c Error) -> Option<Place<'c>> {
    let role = match (error.document()?, case.op) {
        (Role::Live, _) => "live",
        (Role::Patch, _) => "patch",
        (Role::FirstPatch, _) => "p1",
        (Role::SecondPatch, _) => "p2",
        (Role::Modified, _) => "modified",
        (Role::Original, _) | (Role::Current, Op::Diff) => "original",
        (Role::Current, _) => "current",
        _ => return None,
    };
    let doc = case.doc(case.op.roles().iter().position(|one| *one == role)?);
    follow(doc, case.ty.root(), error.path().segments())
}

/// The place in a document that these steps lead to; a member that the document lacks is null.
fn follow<'d>(
    doc: &'d Value,
    root: TypeRef<'d>,
    segments: impl Iterator<Item = &'d Segment>,
) -> Option<Place<'d>> {
    let ty = Some(root);
    let mut place = Place { first: "", name: "", value: doc, around: doc, field: None, ty };
    for segment in segments {
        place.around = place.value;
        match segment {
            Segment::Field(name) => {
                let list = list_of(name);
                place.field = place.ty.and_then(|ty| ty.field(list));
                place.ty = place.ty.and_then(|ty| below(ty, list));
                place.name = name;
                place.first = if place.first.is_empty() { name } else { place.first };
                place.value = place.value.get(name).unwrap_or(&Value::Null);
            }
            Segment::Index(at) => {
                place.ty = item(place.ty);
                place.value = place.value.get(*at)?;
            }
            Segment::Key(keys) => {
                place.ty = item(place.ty);
                let has = |item: &Value| {
                    keys.iter().all(|(name, text)| {
                        item.get(name).map(Value::to_string).as_ref() == Some(text)
                    })
                };
                place.value = place.value.as_array()?.iter().find(|item| has(item))?;
            }
        }
    }
    Some(place)
}

impl Place<'_> {
    /// Whether the value is an object with a member that is named like a directive.
    fn has_directive(&self) -> bool {
        self.value.as_object().is_some_and(|members| members.keys().any(|name| is_directive(name)))
    }

    fn has_no_scalar_as_key(&self) -> bool {
        let key = self.field.and_then(FieldRef::merge_key);
        let value = key.and_then(|key| self.value.get(key));
        value.is_some_and(|key| key.is_null() || key.is_array() || key.is_object())
    }

    fn has_list_for_another_type(&self) -> bool {
        let is_list = |ty: TypeRef<'_>| matches!(ty.kind(), TypeKind::List(_) | TypeKind::Any);
        self.value.is_array() && self.ty.is_some_and(|ty| !is_list(ty))
    }

    /// Whether a diff has to write the value around the place, since its target has a different one.
    fn is_to_be_written(&self, case: &Case) -> bool {
        case.doc(1).get(self.first) != case.target().get(self.first)
    }

    /// Whether the place is a directive or in one, or a member that is set, but not retained.
    fn is_malformed_directive(&self) -> bool {
        let retained = self.around.get("$retainKeys").and_then(Value::as_array);
        let is_retained = |names: &Vec<Value>| names.iter().any(|name| *name == *self.name);
        is_directive(self.name) || retained.is_some_and(|names| !is_retained(names))
    }
}
