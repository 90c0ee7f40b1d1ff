//! The merge of a configuration into the live object. It removes nothing.

use std::collections::BTreeSet;

use smp_core::{Document, View};

use crate::element::Element;
use crate::error::Error;
use crate::members::{by_element, items, pairs};
use crate::place::{Form, Place};

/// The merged value; `None` if nothing is left. The configuration wins where a value is a leaf.
pub(crate) fn merge<'d>(
    live: Option<Document<'d>>,
    config: Option<Document<'d>>,
    place: Place<'_>,
) -> Result<Option<Document<'d>>, Error> {
    // A value that only one side has is taken as it is, and so is one with the same text on both sides.
    let (live, config) = match (live, config) {
        (Some(live), Some(config)) if !live.has_text_of(&config) => (live, config),
        (live, config) => return Ok(live.or(config)),
    };
    let (live, config) = (Some(live.into_view()?), Some(config.into_view()?));
    // Where any type is possible, the configuration's type decides.
    let Some(form) = config.as_ref().or(live.as_ref()).map(|view| place.form(view)) else {
        return Ok(None);
    };
    match form {
        Form::Scalar => Ok(config.or(live).map(Document::from)),
        Form::Map | Form::Any => {
            let is_empty = |view: &Option<View<'_>>| !matches!(view, Some(View::Object(members)) if !members.is_empty());
            if place.is_atomic_map() || is_empty(&live) && is_empty(&config) {
                return Ok(config.or(live).map(Document::from));
            }
            let mut members = Vec::new();
            for (name, live, config) in pairs(live, config) {
                let below = place.member(&name);
                if let Some(value) = merge(live, config, below)? {
                    members.push((name, value));
                }
            }
            Ok((!members.is_empty()).then(|| View::Object(members).into()))
        }
        Form::List => {
            let is_empty = |view: &Option<View<'_>>| !matches!(view, Some(View::List(items)) if !items.is_empty());
            if place.is_atomic_list() || is_empty(&live) && is_empty(&config) {
                return Ok(config.or(live).map(Document::from));
            }
            let items = list(&items(live, place)?, &items(config, place)?, place.element())?;
            Ok((!items.is_empty()).then(|| View::List(items).into()))
        }
    }
}

/// Merges the items of both lists with two pointers: shared items take the configuration's order, and items
/// that only the live list has keep their place between them.
fn list<'d>(
    live: &[(Element, Document<'d>)],
    config: &[(Element, Document<'d>)],
    element: Place<'_>,
) -> Result<Vec<Document<'d>>, Error> {
    let mut merged = Vec::with_capacity(live.len().max(config.len()));
    let (live_by, config_by) = (by_element(live), by_element(config));
    let of_config = |at: &Element| config_by.get(at).and_then(|items| items.last()).copied();
    // Repeated live items count as null: the configuration's item takes their place.
    let of_live = |at: &Element| match live_by.get(at).map(Vec::as_slice) {
        None => None,
        Some([only]) => Some((*only).clone()),
        Some(_) => Some(Document::from(View::Null)),
    };
    let mut shared = config.iter().map(|(at, _)| at).filter(|at| live_by.contains_key(at));
    let mut next_shared = shared.next();
    let mut done: BTreeSet<&Element> = BTreeSet::new();
    let (mut l, mut c) = (0_usize, 0_usize);
    while l < live.len() || c < config.len() {
        if let (Some((at, _)), Some((other, _))) = (live.get(l), config.get(c)) {
            if at == other {
                done.insert(at);
                merged.extend(merge(of_live(at), of_config(at).cloned(), element)?);
                l = l.saturating_add(1);
                c = c.saturating_add(1);
                next_shared = shared.next();
                continue;
            }
            if config_by.contains_key(at) && next_shared.is_some_and(|next| next != at) {
                l = l.saturating_add(1);
                continue;
            }
        }
        if let Some((at, item)) = live.get(l) {
            if !config_by.contains_key(at) {
                merged.extend(merge(Some(item.clone()), None, element)?);
                l = l.saturating_add(1);
                continue;
            }
            if done.contains(at) {
                l = l.saturating_add(1);
            }
        }
        if let Some((at, _)) = config.get(c) {
            done.insert(at);
            merged.extend(merge(of_live(at), of_config(at).cloned(), element)?);
            c = c.saturating_add(1);
            if next_shared == Some(at) {
                next_shared = shared.next();
            }
        }
    }
    Ok(merged)
}
