//! The walk over one object: whether it fits the schema, and its field set.

use std::collections::BTreeSet;

use smp_core::schema::TypeKind;
use smp_core::{Document, Limits, ScalarType, View};

use crate::element::{Element, FieldPath};
use crate::error::{Error, Input, Problem};
use crate::members::members;
use crate::place::Place;
use crate::set::FieldSet;

/// The field set of an object: leaves, items of lists, entries of maps, and atomic lists and maps.
///
/// # Errors
///
/// [`Error::Invalid`] with all that does not fit the schema. Repeated items of lists are a mistake in
/// a configuration, and in an object that was converted.
pub(crate) fn describe(
    object: Document<'_>,
    place: Place<'_>,
    input: Input,
) -> Result<FieldSet, Error> {
    let limits = Limits::new();
    let (path, problems) = (Vec::new(), Vec::new());
    let mut walk = Walk { input, path, problems, most: limits.max_errors };
    let (_, set) = walk.value(object.into_view()?, place, true, limits.max_depth)?;
    // Only the set of a result is asked for: it may lack keys of items that are about to go.
    if walk.problems.is_empty() || input == Input::Result {
        return Ok(set);
    }
    Err(Error::Invalid { document: input, problems: walk.problems })
}

struct Walk {
    input: Input,
    path: Vec<Element>,
    problems: Vec<Problem>,
    most: usize,
}

impl Walk {
    /// Whether the path of the value is in the set, and what is below it. In atomic lists and maps
    /// nothing is `wanted`.
    fn value(
        &mut self,
        view: View<'_>,
        place: Place<'_>,
        wanted: bool,
        depth: usize,
    ) -> Result<(bool, FieldSet), Error> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(Error::Refused(format!("{}: the object is too deep", self.at())));
        };
        match (place.kind(), view) {
            // Null fits every type, and is walked as an object where any type is possible.
            (Some(TypeKind::Scalar), View::Null) => Ok((true, FieldSet::default())),
            (Some(TypeKind::List(_)), View::Null) => {
                Ok((place.is_atomic_list(), FieldSet::default()))
            }
            (_, View::Null) => Ok((place.is_atomic_map(), FieldSet::default())),
            (
                Some(TypeKind::Object | TypeKind::Map(_) | TypeKind::Any),
                object @ View::Object(_),
            ) => self.object(object, place, wanted, depth),
            (Some(TypeKind::List(_) | TypeKind::Any), View::List(items)) => {
                self.list(items, place, wanted, depth)
            }
            (Some(TypeKind::Scalar | TypeKind::Any), scalar)
                if !matches!(scalar, View::Object(_) | View::List(_)) =>
            {
                if let Some(expected) = misfit(&scalar, place.scalar_type()) {
                    self.problem(format!("expected {expected}, found {}", words(&scalar)));
                }
                Ok((true, FieldSet::default()))
            }
            (kind, other) => {
                let expected = match kind {
                    Some(TypeKind::Scalar) => place.scalar_type().unwrap_or_default().expected(),
                    Some(TypeKind::List(_)) => "a list",
                    _ => "an object",
                };
                self.problem(format!("expected {expected}, found {}", words(&other)));
                Ok((false, FieldSet::default()))
            }
        }
    }

    fn object(
        &mut self,
        object: View<'_>,
        place: Place<'_>,
        wanted: bool,
        depth: usize,
    ) -> Result<(bool, FieldSet), Error> {
        let atomic = place.is_atomic_map();
        let wanted = wanted && !atomic;
        let mut set = FieldSet::default();
        for (name, value) in members(Some(object)) {
            let below = place.member(&name);
            self.path.push(Element::field(&*name));
            if below.is_known() {
                let view = value.into_view()?;
                let empty = match &view {
                    View::Null => true,
                    View::Object(members) => members.is_empty(),
                    _ => false,
                };
                let (own, below) = self.value(view, below, wanted, depth)?;
                if wanted {
                    let own = own || empty || !place.has_field(&name);
                    if let Some(element) = self.path.last() {
                        set.push(element, own, below);
                    }
                }
            } else {
                self.problem(
                    "the schema has no such field; correct the name or remove it".to_owned(),
                );
            }
            self.path.pop();
        }
        set.sort();
        Ok((atomic, set))
    }

    fn list(
        &mut self,
        items: Vec<Document<'_>>,
        place: Place<'_>,
        wanted: bool,
        depth: usize,
    ) -> Result<(bool, FieldSet), Error> {
        let atomic = place.is_atomic_list();
        // In a list of any type, any value fits.
        let element =
            if matches!(place.kind(), Some(TypeKind::Any)) { place } else { place.element() };
        let mut set = FieldSet::default();
        let mut found: Vec<(Element, bool, FieldSet)> = Vec::new();
        let (mut seen, mut repeated) = (BTreeSet::new(), BTreeSet::new());
        for (at, item) in items.into_iter().enumerate() {
            let view = item.into_view()?;
            let step = if atomic {
                Element::Index(i64::try_from(at).unwrap_or(i64::MAX))
            } else {
                match place.item(&view) {
                    Ok(step) => step,
                    Err(message) => {
                        self.path.push(Element::Index(i64::try_from(at).unwrap_or(i64::MAX)));
                        self.problem(message);
                        self.path.pop();
                        if self.input == Input::Result {
                            continue;
                        }
                        break;
                    }
                }
            };
            self.path.push(step.clone());
            if !atomic && !seen.insert(step.clone()) {
                if matches!(self.input, Input::Config | Input::Converted) {
                    self.problem(
                        "the list has several items with these keys; leave one".to_owned(),
                    );
                }
                repeated.insert(step.clone());
            }
            let (_, below) = self.value(view, element, wanted && !atomic, depth)?;
            self.path.pop();
            if wanted && !atomic {
                found.push((step, true, below));
            }
        }
        for (step, own, below) in found {
            let below = if repeated.contains(&step) { FieldSet::default() } else { below };
            set.push(&step, own, below);
        }
        set.sort();
        Ok((atomic, set))
    }

    fn problem(&mut self, message: String) {
        if self.problems.len() < self.most {
            self.problems.push(Problem { path: self.at(), message });
        }
    }

    fn at(&self) -> FieldPath {
        FieldPath(self.path.clone())
    }
}

/// The values that a scalar type has, if this scalar is not one of them. Whether a number has a
/// fraction and fits into its size is not looked at. Quantities, times and int-or-string are
/// scalars of any kind, as in the reference.
fn misfit(scalar: &View<'_>, ty: Option<ScalarType>) -> Option<&'static str> {
    let ty = ty?;
    let fits = match ty {
        ScalarType::String | ScalarType::Duration | ScalarType::Bytes => {
            matches!(scalar, View::String(_))
        }
        ScalarType::Boolean => matches!(scalar, View::Bool(_)),
        ScalarType::Integer | ScalarType::Int32 | ScalarType::Int64 | ScalarType::Number => {
            matches!(scalar, View::Number(_))
        }
        _ => true,
    };
    (!fits).then(|| ty.expected())
}

fn words(view: &View<'_>) -> &'static str {
    match view {
        View::Null => "null",
        View::Bool(_) => "a boolean",
        View::Number(_) => "a number",
        View::String(_) => "a string",
        View::List(_) => "a list",
        _ => "an object",
    }
}
