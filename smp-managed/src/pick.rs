//! An object without the paths of a set, or with only these.

use smp_core::{Document, View};

use crate::error::Error;
use crate::members::{items, members};
use crate::place::{Form, Place};
use crate::set::{FieldSet, Node};

/// What to do with the paths of the set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pick {
    /// The paths are left out, with everything below them.
    Remove,
    /// Only the paths stay.
    Extract,
}

/// The object without the paths of the set, or with only these. An object or list that becomes empty is null.
pub(crate) fn pick<'d>(
    object: Document<'d>,
    set: &FieldSet,
    place: Place<'_>,
    what: Pick,
) -> Result<Document<'d>, Error> {
    let view = object.into_view()?;
    let form = place.form(&view);
    let extract = what == Pick::Extract;
    let is_whole = match form {
        Form::Scalar => return Ok(view.into()),
        Form::Map | Form::Any => place.is_atomic_map(),
        Form::List => place.is_atomic_list(),
    };
    let is_empty = match &view {
        View::Object(members) => members.is_empty(),
        View::List(items) => items.is_empty(),
        _ => return Ok(View::Null.into()),
    };
    if is_whole || is_empty {
        return Ok(if extract { view.into() } else { View::Null.into() });
    }
    let picked = if form == Form::List {
        View::List(list(view, set, place, extract, what)?)
    } else {
        View::Object(object_members(view, set, place, what)?)
    };
    let is_empty = match &picked {
        View::Object(members) => members.is_empty(),
        View::List(items) => items.is_empty(),
        _ => false,
    };
    Ok(if is_empty { View::Null } else { picked }.into())
}

fn list<'d>(
    view: View<'d>,
    set: &FieldSet,
    place: Place<'_>,
    extract: bool,
    what: Pick,
) -> Result<Vec<Document<'d>>, Error> {
    let mut kept = Vec::new();
    for (step, item) in items(Some(view), place)? {
        let (own, below) = (set.has(&step), set.below(&step));
        let stays = if extract { own || below.is_some() } else { !own };
        if stays {
            kept.push(match below {
                Some(below) => pick(item, below, place.element(), what)?,
                None => item,
            });
        }
    }
    Ok(kept)
}

fn object_members<'d>(
    view: View<'d>,
    set: &FieldSet,
    place: Place<'_>,
    what: Pick,
) -> Result<Vec<(std::borrow::Cow<'d, str>, Document<'d>)>, Error> {
    let mut kept = Vec::new();
    for (name, value) in members(Some(view)) {
        let place = place.member(&name);
        match set.field(&name) {
            Some(Node { member: true, .. }) => {
                if what == Pick::Extract {
                    // The set of this level, as an API server uses it: if the set has only leaves, it makes
                    // no difference.
                    kept.push((name, pick(value, set, place, what)?));
                }
            }
            Some(Node { below, .. }) => kept.push((name, pick(value, below, place, what)?)),
            None if what == Pick::Extract => {}
            None => kept.push((name, value)),
        }
    }
    Ok(kept)
}
