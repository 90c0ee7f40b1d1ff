//! Members of objects and items of lists, paired from two sides.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use smp_core::{Document, View};

use crate::element::Element;
use crate::error::Error;
use crate::place::Place;

/// A member by name.
pub(crate) type Member<'d> = (Cow<'d, str>, Document<'d>);

/// The members of an object; empty for any other value. A document has each name once: the last value counts.
pub(crate) fn members(view: Option<View<'_>>) -> Vec<Member<'_>> {
    match view {
        Some(View::Object(members)) => members,
        _ => Vec::new(),
    }
}

/// Up to this many names are compared one by one.
const LINEAR_SEARCH_MAX: usize = 16;

/// A member with its values on two sides.
pub(crate) type Pair<'d> = (Cow<'d, str>, Option<Document<'d>>, Option<Document<'d>>);

/// The members of two objects: those of the left one in its order, then those that only the right
/// one has.
pub(crate) fn pairs<'d>(left: Option<View<'d>>, right: Option<View<'d>>) -> Vec<Pair<'d>> {
    let (left, right) = (members(left), members(right));
    let mut right: Vec<Option<Member<'d>>> = right.into_iter().map(Some).collect();
    let index: Option<HashMap<String, usize>> = (right.len() > LINEAR_SEARCH_MAX).then(|| {
        let names = right.iter().enumerate();
        names.filter_map(|(at, member)| Some((member.as_ref()?.0.to_string(), at))).collect()
    });
    let mut pairs = Vec::with_capacity(left.len().max(right.len()));
    for (name, value) in left {
        let at = match &index {
            Some(index) => index.get(&*name).copied(),
            None => right.iter().position(|it| it.as_ref().is_some_and(|it| it.0 == name)),
        };
        let other = at.and_then(|at| right.get_mut(at)?.take()).map(|(_, value)| value);
        pairs.push((name, Some(value), other));
    }
    pairs.extend(right.into_iter().flatten().map(|(name, value)| (name, None, Some(value))));
    pairs
}

/// The items of a list that is not atomic, each with its path element.
pub(crate) fn items<'d>(
    view: Option<View<'d>>,
    place: Place<'_>,
) -> Result<Vec<(Element, Document<'d>)>, Error> {
    let Some(View::List(items)) = view else { return Ok(Vec::new()) };
    let keyed = items.into_iter().map(|item| {
        let element = place.item(&item.view()?).map_err(Error::of_item)?;
        Ok((element, item))
    });
    keyed.collect()
}

/// The items by path element, in order.
pub(crate) fn by_element<'i, 'd>(
    items: &'i [(Element, Document<'d>)],
) -> BTreeMap<&'i Element, Vec<&'i Document<'d>>> {
    let mut found: BTreeMap<&Element, Vec<&Document<'d>>> = BTreeMap::new();
    for (element, item) in items {
        found.entry(element).or_default().push(item);
    }
    found
}
