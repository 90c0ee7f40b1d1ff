//! [`MergePatch`]: JSON merge patches.

use std::borrow::Cow;

use indexmap::IndexMap;
use smp_core::{Document, View};

use crate::error::Error;

/// A JSON merge patch (RFC 7396), with the results of an API server.
#[derive(Debug, Clone)]
pub struct MergePatch {
    document: Document<'static>,
}

impl MergePatch {
    /// Reads the patch. `O(n·d)` in size and depth.
    ///
    /// # Errors
    ///
    /// [`NotAPatch`](Error::NotAPatch) and [`Document`](Error::Document).
    pub fn new(document: Document<'_>) -> Result<Self, Error> {
        match document.into_owned()?.into_view()? {
            object @ View::Object(_) => {
                Ok(Self { document: without_nulls_in_lists(Document::from(object), false)? })
            }
            _ => Err(Error::NotAPatch),
        }
    }

    /// The document after the patch. Members keep their order; new ones follow in the order of the
    /// patch. Parts that the patch does not touch keep their text. `O(n)`.
    ///
    /// # Errors
    ///
    /// [`Document`](Error::Document), if a part of the document that the patch changes cannot be
    /// read.
    pub fn apply<'d>(&self, document: Document<'d>) -> Result<Document<'d>, Error> {
        Ok(merged(Some(document), self.document.clone())?)
    }
}

/// Removes the null members of objects inside lists, as an API server does. RFC 7396 keeps them: it
/// takes lists as they are.
fn without_nulls_in_lists(
    value: Document<'static>,
    in_list: bool,
) -> Result<Document<'static>, smp_core::Error> {
    Ok(Document::from(match value.into_view()? {
        View::List(items) => {
            let items = items.into_iter().map(|item| without_nulls_in_lists(item, true));
            View::List(items.collect::<Result<_, _>>()?)
        }
        View::Object(members) => {
            let kept = members.into_iter().filter(|(_, value)| !(in_list && is_null(value)));
            let kept =
                kept.map(|(name, value)| Ok((name, without_nulls_in_lists(value, in_list)?)));
            View::Object(kept.collect::<Result<_, _>>()?)
        }
        scalar => scalar,
    }))
}

/// The value after the patch. The levels are those of the patch, which are limited.
fn merged<'d>(
    target: Option<Document<'d>>,
    patch: Document<'static>,
) -> Result<Document<'d>, smp_core::Error> {
    let changes = match patch.into_view()? {
        View::Object(changes) => changes,
        other => return Ok(Document::from(other)),
    };
    let members = match target.map(Document::into_view).transpose()? {
        Some(View::Object(members)) => members,
        _ => Vec::new(),
    };
    let members = members.into_iter().map(|(name, value)| (name, Some(value)));
    let mut members: IndexMap<Cow<'d, str>, Option<Document<'d>>> = members.collect();
    for (name, change) in changes {
        let is_removed = is_null(&change);
        let member = members.entry(name).or_default();
        *member = if is_removed { None } else { Some(merged(member.take(), change)?) };
    }
    let left = members.into_iter().filter_map(|(name, value)| Some((name, value?)));
    Ok(Document::from(View::Object(left.collect())))
}

pub(crate) fn is_null(value: &Document<'_>) -> bool {
    matches!(value.view(), Ok(View::Null))
}
