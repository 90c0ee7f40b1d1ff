//! [`MergePatch`]: JSON merge patches.

use smp_core::{Document, View};

use crate::error::Error;
use crate::node::{Members, Node};
use crate::open::OpenDocument;

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

    /// The patch without the null members of objects inside of lists, which set nothing.
    #[must_use]
    pub fn into_document(self) -> Document<'static> {
        self.document
    }

    /// The document after the patch. Members keep their order; new ones follow in the order of the
    /// patch. Parts that the patch does not touch keep their text. `O(n)`.
    ///
    /// # Errors
    ///
    /// [`Document`](Error::Document), if a part of the document that the patch changes cannot be
    /// read.
    pub fn apply<'d>(&self, document: Document<'d>) -> Result<Document<'d>, Error> {
        let mut open = OpenDocument::new(document);
        self.apply_to(&mut open)?;
        Ok(open.into_document())
    }

    /// As [`apply`](Self::apply), to a document that is held open for more patches: `O(p)` in the
    /// patch, and in the objects that no patch has changed before. A member that an earlier patch
    /// removed is added back at its old place.
    ///
    /// # Errors
    ///
    /// As [`apply`](Self::apply). The document may then have some of the changes.
    ///
    /// ```
    /// use smp_core::Document;
    /// use smp_json_patch::{MergePatch, OpenDocument};
    /// let mut live = OpenDocument::new(Document::from_json(r#"{"a":1,"b":2}"#)?);
    /// for patch in [r#"{"a":null}"#, r#"{"b":3}"#] {
    ///     MergePatch::new(Document::from_json(patch)?)?.apply_to(&mut live)?;
    /// }
    /// assert_eq!(live.into_document().to_json(), r#"{"b":3}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_to(&self, document: &mut OpenDocument<'_>) -> Result<(), Error> {
        Ok(merge(&mut document.root, self.document.clone())?)
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

/// Changes a value by a patch. Recurses through the levels of the patch, whose number is limited.
fn merge(target: &mut Node<'_>, patch: Document<'static>) -> Result<(), smp_core::Error> {
    let changes = match patch.into_view()? {
        View::Object(changes) => changes,
        other => {
            *target = Node::Closed(Document::from(other));
            return Ok(());
        }
    };
    target.open()?;
    if !matches!(target, Node::Object(_)) {
        *target = Node::Object(Members::default());
    }
    let Node::Object(members) = target else { return Ok(()) };
    for (name, change) in changes {
        if !is_null(&change) {
            merge(members.entry(name).or_default().get_or_insert_with(Node::null), change)?;
        } else if let Some(member) = members.get_mut(&name) {
            *member = None;
        }
    }
    Ok(())
}

pub(crate) fn is_null(value: &Document<'_>) -> bool {
    matches!(value.view(), Ok(View::Null))
}
