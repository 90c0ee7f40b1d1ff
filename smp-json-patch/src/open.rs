//! [`OpenDocument`]: a document that is held open between patches.

use smp_core::Document;

use crate::node::Node;

/// A document that is held open, so that the cost of each of many patches depends on what it
/// changes, not on the size of the document. [`MergePatch::apply_to`](crate::MergePatch::apply_to)
/// and [`JsonPatch::apply_to`](crate::JsonPatch::apply_to) change it.
#[derive(Debug, Clone)]
pub struct OpenDocument<'d> {
    pub(crate) root: Node<'d>,
}

impl<'d> OpenDocument<'d> {
    /// Opens nothing yet: the first patch opens what it changes.
    #[must_use]
    pub fn new(document: Document<'d>) -> Self {
        Self { root: Node::Closed(document) }
    }

    /// The document as it is now. `O(n)` in the parts that patches have opened.
    #[must_use]
    pub fn into_document(self) -> Document<'d> {
        self.root.into_document()
    }

    /// A copy of the value at these names, each the name of a member of the object before it.
    /// `O(m)` in the open parts of the value.
    ///
    /// ```
    /// use smp_core::Document;
    /// use smp_json_patch::OpenDocument;
    /// let open = OpenDocument::new(Document::from_json(r#"{"metadata": {"name": "web"}}"#)?);
    /// assert_eq!(open.get_in(&["metadata", "name"]).unwrap().to_json(), r#""web""#);
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    #[must_use]
    pub fn get_in(&self, names: &[&str]) -> Option<Document<'_>> {
        let mut node = &self.root;
        let mut names = names;
        loop {
            node = match (node, names) {
                (Node::Closed(document), names) => return document.get_in(names),
                (Node::Object(members), [name, rest @ ..]) => {
                    names = rest;
                    members.get(*name)?.as_ref()?
                }
                (node, []) => return Some(node.clone().into_document()),
                (Node::List(_), _) => return None,
            };
        }
    }
}
