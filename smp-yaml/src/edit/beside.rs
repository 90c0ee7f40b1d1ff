//! The style of new values: in brackets beside values in brackets.

use smp_core::{Document, View};

use super::Trouble;
use super::editor::Editor;
use crate::tree::{Kind, NodeId};
use crate::write::flow;

impl Editor<'_, '_> {
    /// A new list or mapping in brackets, if the values beside it that are of its kind and not
    /// empty are all in brackets. With spaces inside the brackets and quotes as the last of
    /// them has. `O(n)` in the values beside it and the new one.
    pub(super) fn in_brackets_beside(
        &self,
        siblings: impl Iterator<Item = NodeId>,
        new: &Document<'_>,
    ) -> Result<Option<String>, Trouble> {
        let is_list = match new.view()? {
            View::List(items) if !items.is_empty() => true,
            View::Object(members) if !members.is_empty() => false,
            _ => return Ok(None),
        };
        let tree = self.tree;
        let mut model = None;
        for id in siblings {
            let (flow, first) = match &tree.node(id).kind {
                Kind::List { items, flow } if is_list => (*flow, items.first()),
                Kind::Mapping { members, flow } if !is_list => {
                    (*flow, members.first().map(|(key, _)| key))
                }
                _ => continue,
            };
            let Some(first) = first else { continue };
            if !flow {
                return Ok(None);
            }
            model = Some((tree.raw(id), tree.raw(*first).starts_with('"')));
        }
        let Some((raw, quotes)) = model else { return Ok(None) };
        let mut text = String::new();
        flow(new, quotes, 0, &mut text).map_err(Trouble::Depth)?;
        if raw.starts_with("{ ") || raw.starts_with("[ ") {
            let inside = text.get(1..text.len() - 1).unwrap_or_default();
            let brackets = if is_list { ("[", "]") } else { ("{", "}") };
            text = format!("{} {inside} {}", brackets.0, brackets.1);
        }
        Ok(Some(text))
    }
}
