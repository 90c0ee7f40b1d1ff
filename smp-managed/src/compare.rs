//! The comparison of two objects: the paths that are removed, modified and added.

use std::collections::BTreeSet;

use smp_core::{Document, View};

use crate::element::{Element, Number};
use crate::error::Error;
use crate::members::{by_element, items, pairs};
use crate::place::{Form, Place};
use crate::set::{FieldSet, Levels};

/// The paths where two objects differ.
#[derive(Debug, Clone, Default)]
pub(crate) struct Comparison {
    pub(crate) removed: FieldSet,
    pub(crate) modified: FieldSet,
    pub(crate) added: FieldSet,
}

/// The change of the value itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Own {
    Same,
    Removed,
    Modified,
    Added,
}

/// The difference of two values, one of which may be absent: of the value itself, and of everything below it.
struct Difference {
    own: Own,
    below: Comparison,
}

/// The comparison of two objects.
pub(crate) fn compare(
    before: Document<'_>,
    after: Document<'_>,
    place: Place<'_>,
) -> Result<Comparison, Error> {
    Ok(value(Some(before), Some(after), place)?.below)
}

impl Comparison {
    pub(crate) fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.modified.is_empty() && self.added.is_empty()
    }

    /// Passes each of the three sets through a filter.
    pub(crate) fn filtered(self, filter: impl Fn(FieldSet) -> FieldSet) -> Self {
        Self {
            removed: filter(self.removed),
            modified: filter(self.modified),
            added: filter(self.added),
        }
    }

    fn union(&self, other: &Self) -> Self {
        Self {
            removed: self.removed.union(&other.removed),
            modified: self.modified.union(&other.modified),
            added: self.added.union(&other.added),
        }
    }
}

/// The comparisons of the members of an object, or of the items of a list.
#[derive(Default)]
struct Parts {
    removed: Levels,
    modified: Levels,
    added: Levels,
}

impl Parts {
    /// Adds the difference of the values at an element.
    fn push(&mut self, element: impl Fn() -> Element, difference: Difference) {
        let Difference { own, below } = difference;
        let parts = [
            (&mut self.removed, own == Own::Removed, below.removed),
            (&mut self.modified, own == Own::Modified, below.modified),
            (&mut self.added, own == Own::Added, below.added),
        ];
        for (levels, own, below) in parts {
            if own || !below.is_empty() {
                levels.push(element(), own, below);
            }
        }
    }

    fn together(self) -> Comparison {
        Comparison {
            removed: self.removed.all(),
            modified: self.modified.all(),
            added: self.added.all(),
        }
    }
}

fn value(
    before: Option<Document<'_>>,
    after: Option<Document<'_>>,
    place: Place<'_>,
) -> Result<Difference, Error> {
    if let (Some(before), Some(after)) = (&before, &after)
        && before.has_text_of(after)
    {
        return Ok(Difference { own: Own::Same, below: Comparison::default() });
    }
    let before = before.map(Document::into_view).transpose()?;
    let after = after.map(Document::into_view).transpose()?;
    let (old, new) =
        (before.as_ref().map(|it| place.form(it)), after.as_ref().map(|it| place.form(it)));
    match (old, new) {
        (Some(form), None) | (None, Some(form)) => of_form(form, before, after, place),
        (Some(old), Some(new)) if old == new => of_form(new, before, after, place),
        // Where any type is possible, the value is walked in its old form and in its new one.
        (Some(old), Some(new)) => {
            let first = of_form(old, before.clone(), after.clone(), place)?;
            let second = of_form(new, before, after, place)?;
            let own = if second.own == Own::Same { first.own } else { second.own };
            Ok(Difference { own, below: first.below.union(&second.below) })
        }
        (None, None) => Ok(Difference { own: Own::Same, below: Comparison::default() }),
    }
}

fn of_form(
    form: Form,
    before: Option<View<'_>>,
    after: Option<View<'_>>,
    place: Place<'_>,
) -> Result<Difference, Error> {
    let own = match (&before, &after) {
        (None, _) => Own::Added,
        (_, None) => Own::Removed,
        _ => Own::Same,
    };
    let is_empty = |view: &Option<View<'_>>| match (form, view) {
        (Form::Map | Form::Any, Some(View::Object(members))) => members.is_empty(),
        (Form::List, Some(View::List(items))) => items.is_empty(),
        _ => true,
    };
    let atomic = match form {
        Form::Scalar => true,
        Form::Map | Form::Any => place.is_atomic_map(),
        Form::List => place.is_atomic_list(),
    };
    if atomic || is_empty(&before) && is_empty(&after) {
        let own = match (before, after) {
            (Some(before), Some(after)) => {
                if equal(before, after)? {
                    Own::Same
                } else {
                    Own::Modified
                }
            }
            _ => own,
        };
        return Ok(Difference { own, below: Comparison::default() });
    }
    let mut below = Parts::default();
    if form == Form::List {
        list(&items(before, place)?, &items(after, place)?, place.element(), &mut below)?;
    } else {
        for (name, before, after) in pairs(before, after) {
            let difference = value(before, after, place.member(&name))?;
            below.push(|| Element::field(&*name), difference);
        }
    }
    Ok(Difference { own, below: below.together() })
}

fn list(
    before: &[(Element, Document<'_>)],
    after: &[(Element, Document<'_>)],
    element: Place<'_>,
    below: &mut Parts,
) -> Result<(), Error> {
    let (old, new) = (by_element(before), by_element(after));
    let steps: BTreeSet<&Element> = old.keys().chain(new.keys()).copied().collect();
    for step in steps {
        let old = old.get(step).map_or(&[][..], Vec::as_slice);
        let new = new.get(step).map_or(&[][..], Vec::as_slice);
        let at = || step.clone();
        let marker = |own| Difference { own, below: Comparison::default() };
        match (old.len() > 1, new.len() > 1) {
            (false, false) => below.push(at, value(first(old), first(new), element)?),
            // Repeated items are compared as a whole.
            (true, true) => {
                let same = equal(list_of(old), list_of(new))?;
                below.push(at, marker(if same { Own::Same } else { Own::Modified }));
            }
            (true, false) => {
                if !new.is_empty() {
                    below.push(at, value(None, first(new), element)?);
                }
                below.push(at, marker(Own::Removed));
            }
            (false, true) => {
                if !old.is_empty() {
                    below.push(at, value(first(old), None, element)?);
                }
                below.push(at, marker(Own::Added));
            }
        }
    }
    Ok(())
}

fn first<'d>(items: &[&Document<'d>]) -> Option<Document<'d>> {
    items.first().map(|item| (*item).clone())
}

fn list_of<'d>(items: &[&Document<'d>]) -> View<'d> {
    View::List(items.iter().map(|item| (*item).clone()).collect())
}

/// Raw equality, as an API server compares values here: null is not absent, `1000m` is not `1`, and only
/// numbers may be equal in different notations. The order of members does not matter.
pub(crate) fn equal(left: View<'_>, right: View<'_>) -> Result<bool, Error> {
    Ok(match (left, right) {
        (View::Null, View::Null) => true,
        (View::Bool(left), View::Bool(right)) => left == right,
        (View::String(left), View::String(right)) => left == right,
        (View::Number(left), View::Number(right)) => {
            left == right || Number::of(&left).order(Number::of(&right)).is_eq()
        }
        (View::List(left), View::List(right)) => {
            if left.len() != right.len() {
                return Ok(false);
            }
            for (left, right) in left.into_iter().zip(right) {
                if !equal_parts(left, right)? {
                    return Ok(false);
                }
            }
            true
        }
        (left @ View::Object(_), right @ View::Object(_)) => {
            for (_, left, right) in pairs(Some(left), Some(right)) {
                let (Some(left), Some(right)) = (left, right) else { return Ok(false) };
                if !equal_parts(left, right)? {
                    return Ok(false);
                }
            }
            true
        }
        _ => false,
    })
}

fn equal_parts(left: Document<'_>, right: Document<'_>) -> Result<bool, Error> {
    Ok(left.has_text_of(&right) || equal(left.into_view()?, right.into_view()?)?)
}
