//! Walks over one object: checks that it fits the schema, and makes its field set.

use std::collections::BTreeSet;

use smp_core::schema::__support::JsonKind;
use smp_core::schema::TypeKind;
use smp_core::{Document, Limits, ScalarType, View};

use crate::element::{Element, FieldPath};
use crate::error::{Error, Input, Problem};
use crate::members::members;
use crate::place::Place;
use crate::set::{FieldSet, Levels};

/// The field set of an object: leaves, items of lists, entries of maps, and atomic lists and maps.
///
/// # Errors
///
/// [`Error::Invalid`] with everything that does not fit the schema. Repeated items of lists are a mistake
/// in a configuration, and in an object that was converted.
pub(crate) fn describe(
    object: Document<'_>,
    place: Place<'_>,
    input: Input,
) -> Result<FieldSet, Error> {
    walk(object, place, input, true)
}

/// Checks an object as [`describe`] does, without its field set.
pub(crate) fn check(object: Document<'_>, place: Place<'_>, input: Input) -> Result<(), Error> {
    walk(object, place, input, false).map(drop)
}

fn walk(
    object: Document<'_>,
    place: Place<'_>,
    input: Input,
    wanted: bool,
) -> Result<FieldSet, Error> {
    let limits = Limits::new();
    let (problems, levels) = (Vec::new(), Levels::default());
    let mut walk = Walk { input, problems, most: limits.max_errors, levels };
    let at = At { above: None, step: Step::Root };
    let (_, set) = walk.value(object.into_view()?, place, wanted, &at, limits.max_depth)?;
    // Only the set of a result is needed: items that are about to be removed may lack keys.
    if walk.problems.is_empty() || input == Input::Result {
        return Ok(set);
    }
    Err(Error::Invalid { document: input, problems: walk.problems })
}

struct Walk {
    input: Input,
    problems: Vec<Problem>,
    most: usize,
    levels: Levels,
}

/// A place in the walk, from which a path is made if there is a mistake.
struct At<'p> {
    above: Option<&'p At<'p>>,
    step: Step<'p>,
}

#[derive(Clone, Copy)]
enum Step<'p> {
    Root,
    Member(&'p str),
    Item(&'p Element),
    Index(usize),
}

impl<'p> At<'p> {
    fn below(&'p self, step: Step<'p>) -> Self {
        Self { above: Some(self), step }
    }

    fn path(&self) -> FieldPath {
        let steps = core::iter::successors(Some(self), |at| at.above);
        let mut path: Vec<Element> = steps.filter_map(|at| at.step.element()).collect();
        path.reverse();
        FieldPath(path)
    }
}

impl Step<'_> {
    fn element(self) -> Option<Element> {
        Some(match self {
            Self::Root => return None,
            Self::Member(name) => Element::field(name),
            Self::Item(element) => element.clone(),
            Self::Index(at) => Element::Index(i64::try_from(at).unwrap_or(i64::MAX)),
        })
    }
}

impl Walk {
    /// Returns whether the path of the value is in the set, and the set below it. In atomic lists and maps
    /// nothing is `wanted`.
    fn value(
        &mut self,
        view: View<'_>,
        place: Place<'_>,
        wanted: bool,
        at: &At<'_>,
        depth: usize,
    ) -> Result<(bool, FieldSet), Error> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(Error::Refused(format!("{}: the object is too deep", at.path())));
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
            ) => self.object(object, place, wanted, at, depth),
            (Some(TypeKind::List(_) | TypeKind::Any), View::List(items)) => {
                self.list(items, place, wanted, at, depth)
            }
            (Some(TypeKind::Scalar | TypeKind::Any), scalar)
                if !matches!(scalar, View::Object(_) | View::List(_)) =>
            {
                if let Some(expected) = misfit(&scalar, place.scalar_type()) {
                    self.problem(
                        at,
                        format!("expected {expected}, found {}", scalar.kind().name()),
                    );
                }
                Ok((true, FieldSet::default()))
            }
            (kind, other) => {
                let expected = match kind {
                    Some(TypeKind::Scalar) => place.scalar_type().unwrap_or_default().expected(),
                    Some(TypeKind::List(_)) => JsonKind::List.name(),
                    _ => JsonKind::Object.name(),
                };
                self.problem(at, format!("expected {expected}, found {}", other.kind().name()));
                Ok((false, FieldSet::default()))
            }
        }
    }

    fn object(
        &mut self,
        object: View<'_>,
        place: Place<'_>,
        wanted: bool,
        at: &At<'_>,
        depth: usize,
    ) -> Result<(bool, FieldSet), Error> {
        let atomic = place.is_atomic_map();
        let wanted = wanted && !atomic;
        let level = self.levels.open();
        for (name, value) in members(Some(object)) {
            let below = place.member(&name);
            let is_field = below.is_field();
            let at = at.below(Step::Member(&name));
            if !below.is_known() {
                self.problem(
                    &at,
                    "the schema has no such field; correct the name or remove it".to_owned(),
                );
                continue;
            }
            let view = value.into_view()?;
            let empty = match &view {
                View::Null => true,
                View::Object(members) => members.is_empty(),
                _ => false,
            };
            let (own, below) = self.value(view, below, wanted, &at, depth)?;
            if wanted {
                self.levels.push(Element::field(&*name), own || empty || !is_field, below);
            }
        }
        Ok((atomic, self.levels.close(level).0))
    }

    fn list(
        &mut self,
        items: Vec<Document<'_>>,
        place: Place<'_>,
        wanted: bool,
        at: &At<'_>,
        depth: usize,
    ) -> Result<(bool, FieldSet), Error> {
        let atomic = place.is_atomic_list();
        let element = place.element();
        if atomic {
            for (index, item) in items.into_iter().enumerate() {
                let at = at.below(Step::Index(index));
                self.value(item.into_view()?, element, false, &at, depth)?;
            }
            return Ok((true, FieldSet::default()));
        }
        let mut opened = Vec::with_capacity(items.len());
        for item in items {
            let view = item.into_view()?;
            opened.push((place.item(&view), view));
        }
        let repeated = repeated(opened.iter().filter_map(|(step, _)| step.as_ref().ok()));
        let mut found: Vec<(Element, FieldSet)> = Vec::with_capacity(opened.len());
        let mut seen = BTreeSet::new();
        for (index, (step, view)) in opened.into_iter().enumerate() {
            let step = match step {
                Ok(step) => step,
                Err(message) => {
                    self.problem(&at.below(Step::Index(index)), message);
                    if self.input == Input::Result {
                        continue;
                    }
                    break;
                }
            };
            let at = at.below(Step::Item(&step));
            if repeated.contains(&step)
                && !seen.insert(step.clone())
                && matches!(self.input, Input::Config | Input::Converted)
            {
                self.problem(
                    &at,
                    "the list has several items with these keys; leave one".to_owned(),
                );
            }
            let (_, below) = self.value(view, element, wanted, &at, depth)?;
            if wanted {
                found.push((step, below));
            }
        }
        let level = self.levels.open();
        for (step, below) in found {
            let below = if repeated.contains(&step) { FieldSet::default() } else { below };
            self.levels.push(step, true, below);
        }
        Ok((false, self.levels.close(level).0))
    }

    fn problem(&mut self, at: &At<'_>, message: String) {
        if self.problems.len() < self.most {
            self.problems.push(Problem { path: at.path(), message });
        }
    }
}

/// The elements that occur more than once.
fn repeated<'e>(elements: impl Iterator<Item = &'e Element>) -> BTreeSet<Element> {
    let mut elements: Vec<&Element> = elements.collect();
    elements.sort_unstable();
    let pairs = elements.iter().zip(elements.iter().skip(1));
    pairs.filter(|(one, next)| one == next).map(|(one, _)| (*one).clone()).collect()
}

/// The values that a scalar type allows, if this scalar is not one of them. Whether a number is whole and
/// in range is not checked. Quantities, times and int-or-string may be scalars of any kind, as in the
/// reference.
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
