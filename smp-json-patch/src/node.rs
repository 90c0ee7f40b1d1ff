//! The value in which operations are executed: a document that is opened where pointers lead.

use std::borrow::Cow;

use indexmap::IndexMap;
use smp_core::{Document, View};

use crate::limits::Limits;

/// The members of an object. A removed member keeps its place, so that removal costs the same in a
/// large object, and a member that is added again returns to its place.
pub(crate) type Members<'d> = IndexMap<Cow<'d, str>, Option<Node<'d>>>;

/// A value in a document that is changed.
#[derive(Debug, Clone)]
pub(crate) enum Node<'d> {
    /// A scalar, or a part that no operation has looked into.
    Closed(Document<'d>),
    List(Vec<Node<'d>>),
    Object(Members<'d>),
}

/// The work that the rest of a patch may still cause: a short patch can make a large result, since
/// each copy of an object into itself doubles its size and its depth.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    limits: Limits,
    /// Bytes that copies may add.
    pub(crate) bytes: usize,
    /// Values that may be moved.
    pub(crate) values: usize,
    /// The limit that was exceeded, by its name in [`Limits`].
    pub(crate) exceeded: Option<&'static str>,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        let Limits { copied_bytes: bytes, moved_values: values, .. } = limits;
        Self { limits, bytes, values, exceeded: None }
    }

    /// The budget for values from the patch itself, whose size is already limited.
    pub(crate) fn unlimited() -> Self {
        let (bytes, values) = (usize::MAX, usize::MAX);
        Self { limits: Limits::default(), bytes, values, exceeded: None }
    }

    /// Counts values that are moved.
    pub(crate) fn moved(&mut self, values: usize) -> Result<(), String> {
        let Some(left) = self.values.checked_sub(values) else {
            self.exceeded = Some("moved_values");
            let limit = self.limits.moved_values;
            return Err(format!(
                "the patch moves more than {limit} list elements, which is the limit"
            ));
        };
        self.values = left;
        Ok(())
    }

    fn copied(&mut self, bytes: usize) -> Result<(), String> {
        let Some(left) = self.bytes.checked_sub(bytes) else {
            self.exceeded = Some("copied_bytes");
            let limit = self.limits.copied_bytes;
            return Err(format!("the patch copies more than {limit} bytes, which is the limit"));
        };
        self.bytes = left;
        Ok(())
    }
}

impl<'d> Node<'d> {
    pub(crate) fn null() -> Self {
        Self::Closed(Document::from(View::Null))
    }

    /// Opens one level in place. `O(c)` in the children, and `O(n)` in unparsed text.
    pub(crate) fn open(&mut self) -> Result<(), smp_core::Error> {
        let Self::Closed(document) = self else { return Ok(()) };
        let document = core::mem::replace(document, Document::from(View::Null));
        *self = match document.into_view()? {
            View::List(items) => Self::List(items.into_iter().map(Self::Closed).collect()),
            View::Object(members) => Self::Object(
                members.into_iter().map(|(name, it)| (name, Some(Self::Closed(it)))).collect(),
            ),
            scalar => Self::Closed(Document::from(scalar)),
        };
        Ok(())
    }

    /// The value as a document. `O(n)` in the open parts.
    pub(crate) fn into_document(self) -> Document<'d> {
        match self {
            Self::Closed(document) => document,
            Self::List(items) => {
                Document::from(View::List(items.into_iter().map(Self::into_document).collect()))
            }
            Self::Object(members) => {
                let members = members.into_iter();
                let members = members.filter_map(|(name, it)| Some((name, it?.into_document())));
                Document::from(View::Object(members.collect()))
            }
        }
    }

    /// Checks depth and charges the value's size to the budget. Opens all of the value; each part
    /// takes some of the budget, so this ends at the limit.
    pub(crate) fn charge(&mut self, above: usize, budget: &mut Budget) -> Result<(), String> {
        self.open().map_err(|error| error.to_string())?;
        let below = || {
            let limit = smp_core::Limits::new().max_depth;
            let too_deep = || format!("nested deeper than {limit} levels, which is the limit");
            let below = above.checked_add(1).filter(|below| *below <= limit);
            below.ok_or_else(too_deep)
        };
        budget.moved(1)?;
        match self {
            Self::Closed(scalar) => budget.copied(scalar.to_json().len()),
            Self::List(items) => {
                budget.copied(items.len())?;
                let below = below()?;
                items.iter_mut().try_for_each(|item| item.charge(below, budget))
            }
            Self::Object(members) => {
                let below = below()?;
                for (name, member) in members {
                    // A name has two quotes, a colon and a comma.
                    budget.copied(name.len().saturating_add(4))?;
                    member.iter_mut().try_for_each(|member| member.charge(below, budget))?;
                }
                Ok(())
            }
        }
    }
}
