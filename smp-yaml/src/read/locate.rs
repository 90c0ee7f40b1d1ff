//! The place in the text for the path of an error.

use core::ops::Range;

use smp_core::{Path, Segment};

use super::json::value_of;
use super::members::{Member, members};
use crate::tree::{Kind, NodeId, Tree};

/// The last step of a path that a document has.
struct Found {
    /// The name of the field, if the step is one.
    name: Option<Range<usize>>,
    place: Option<Range<usize>>,
}

impl Tree<'_> {
    /// The place of a path, in bytes. For a scalar it is the value, otherwise the key. If
    /// the document does not have the whole path, it is the place of the last step that it
    /// has. `O(n)`.
    #[must_use]
    pub fn locate(&self, path: &Path) -> Option<Range<usize>> {
        self.find(path).place
    }

    /// Like [`locate`](Self::locate), but if the path ends with a field, it is the place of its name, even
    /// for a scalar. `O(n)`.
    #[must_use]
    pub fn locate_name(&self, path: &Path) -> Option<Range<usize>> {
        let Found { name, place } = self.find(path);
        name.or(place)
    }

    fn find(&self, path: &Path) -> Found {
        let mut node = self.root;
        let mut found = Found { name: None, place: self.place(node) };
        for segment in path.segments() {
            let (key, next) = match (segment, &self.node(self.target(node)).kind) {
                (Segment::Field(name), Kind::Mapping { members, .. }) => {
                    let Some(member) = self.member(members, name) else { break };
                    (self.place(member.key), member.value)
                }
                (Segment::Index(index), Kind::List { items, .. }) => {
                    let Some(next) = items.get(*index) else { break };
                    (None, *next)
                }
                (Segment::Key(keys), Kind::List { items, .. }) => {
                    let Some(next) = items.iter().find(|item| self.has_keys(**item, keys)) else {
                        break;
                    };
                    (None, *next)
                }
                _ => break,
            };
            node = next;
            let own = self.place(node);
            let place = match self.node(self.target(node)).kind {
                Kind::List { .. } | Kind::Mapping { .. } => key.clone().or(own),
                _ => own.filter(|span| !span.is_empty()).or_else(|| key.clone()),
            };
            found = Found { name: key, place: place.or(found.place) };
        }
        found
    }

    /// The place of a node; for a block collection, its beginning only.
    fn place(&self, id: NodeId) -> Option<Range<usize>> {
        let node = self.node(id);
        let end = match node.kind {
            Kind::List { flow, .. } | Kind::Mapping { flow, .. } => node.start + usize::from(flow),
            _ => node.end,
        };
        self.text.get(node.start..end).map(|_| node.start..end)
    }

    fn member<'n>(&'n self, own: &[(NodeId, NodeId)], name: &str) -> Option<Member<'n>> {
        let members = members(self, own, &mut Vec::new()).ok()?;
        members.kept.into_iter().find(|member| member.name == name)
    }

    /// Whether an element has these keys with these values, which are JSON.
    fn has_keys(&self, item: NodeId, keys: &[(String, String)]) -> bool {
        let Kind::Mapping { members, .. } = &self.node(self.target(item)).kind else {
            return false;
        };
        keys.iter().all(|(name, value)| {
            let member = self.member(members, name);
            member
                .is_some_and(|member| value_of(self, member.value).is_ok_and(|json| json == *value))
        })
    }
}
