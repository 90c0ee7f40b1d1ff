//! Checks an edit by the lines that it has changed, without reading all others again.
//!
//! A line such as `image: web:2  # pinned` is a whole entry of a mapping, since its value is a scalar on
//! that line before and after the edit. So the lines above and below are read as before, and the value of
//! the text is the old one with the new scalars in place of the old ones. Anchors could carry a scalar to
//! other places, so the text must have none.

use core::ops::Range;

use crate::read::{Json, parse_within, value_of};
use crate::tree::{Kind, NodeId, Tree};

/// Whether each changed line of the text is an entry with a scalar, and the text has this value. `false` if
/// that is not known. `O(n)`.
pub(super) fn have_value(tree: &Tree<'_>, json: &Json, text: &str, wanted: &str) -> bool {
    tree.anchors.is_empty() && value_after(tree, json, text).is_some_and(|found| found == wanted)
}

/// A line of the tree's text, and its new text.
struct Line<'n> {
    old: Range<usize>,
    new: &'n str,
}

/// The value of the text, as JSON.
fn value_after(tree: &Tree<'_>, json: &Json, text: &str) -> Option<String> {
    let lines = changed_lines(tree.text, text)?;
    let mut value = String::with_capacity(json.as_str().len());
    let mut copied = 0;
    for (line, entry) in lines.iter().zip(entries(tree, &lines)) {
        let (key, old_value) = entry?;
        let start = tree.node(key).start;
        if !tree.is_entry(key, old_value) || tree.node(old_value).end > line.old.end {
            return None;
        }
        let entry = line.new.strip_prefix(tree.slice(line.old.start..start))?;
        let entry = parse_within(entry, tree.limits).ok()??;
        let Kind::Mapping { members, flow: false } = &entry.node(entry.root).kind else {
            return None;
        };
        let [(new_key, new_value)] = members[..] else { return None };
        let is_at_start = entry.node(new_key).start == 0;
        let is_same_key = entry.raw(new_key) == tree.raw(key);
        if !entry.is_entry(new_key, new_value) || !is_at_start || !is_same_key {
            return None;
        }
        let place = json.place(old_value)?;
        value.push_str(json.as_str().get(copied..place.start)?);
        value.push_str(&value_of(&entry, new_value).ok()?);
        copied = place.end;
    }
    value.push_str(json.as_str().get(copied..)?);
    Some(value)
}

/// The lines that differ. `None` if the texts have different numbers of lines.
fn changed_lines<'n>(old: &str, new: &'n str) -> Option<Vec<Line<'n>>> {
    let mut lines = Vec::new();
    let (mut old_at, mut new_at) = (0, 0);
    loop {
        let (old_rest, new_rest) = (old.get(old_at..)?, new.get(new_at..)?);
        let same = same_bytes(old_rest.as_bytes(), new_rest.as_bytes());
        if same == old_rest.len() && same == new_rest.len() {
            return Some(lines);
        }
        let before = old_rest.as_bytes().get(..same)?;
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let (old_line, new_line) =
            (first_line(old_rest.get(start..)?)?, first_line(new_rest.get(start..)?)?);
        let from = old_at + start;
        (old_at, new_at) = (from + old_line.len(), new_at + start + new_line.len());
        lines.push(Line { old: from..old_at, new: new_line });
    }
}

/// The first line of a text; `None` if the text is empty.
fn first_line(text: &str) -> Option<&str> {
    text.split_inclusive('\n').next()
}

/// The length in bytes of the common prefix.
fn same_bytes(one: &[u8], other: &[u8]) -> usize {
    const BLOCK: usize = 64;
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK));
    let same = blocks.take_while(|(one, other)| one == other).count() * BLOCK;
    let rest = one.iter().zip(other).skip(same);
    same + rest.take_while(|(one, other)| one == other).count()
}

/// For each of the lines, the key and the value of the member of a block mapping that begins on it.
fn entries(tree: &Tree<'_>, lines: &[Line<'_>]) -> Vec<Option<(NodeId, NodeId)>> {
    let mut entries = vec![None; lines.len()];
    let members = tree.nodes.iter().filter_map(|node| match &node.kind {
        Kind::Mapping { members, flow: false } => Some(members),
        _ => None,
    });
    for (key, value) in members.flatten() {
        let start = tree.node(*key).start;
        let at = lines.partition_point(|line| line.old.end <= start);
        if let Some((line, entry)) = lines.get(at).zip(entries.get_mut(at))
            && line.old.start <= start
        {
            *entry = Some((*key, *value));
        }
    }
    entries
}

impl Tree<'_> {
    /// Whether a key and its value are scalars without tags and anchors, neither of them a block scalar.
    fn is_entry(&self, key: NodeId, value: NodeId) -> bool {
        [key, value].into_iter().all(|id| {
            let node = self.node(id);
            matches!(node.kind, Kind::Scalar { .. })
                && !node.is_block_scalar()
                && node.tag_text.is_empty()
                && !node.anchored
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::parse;

    /// The value of a new text, by its changed lines.
    fn value(old: &str, new: &str) -> Option<String> {
        let tree = parse(old).expect("YAML").expect("content");
        let json = tree.to_json(&mut Vec::new()).expect("a value");
        let found = value_after(&tree, &json, new).filter(|_| tree.anchors.is_empty());
        if let Some(found) = &found {
            let tree = parse(new).expect("YAML").expect("content");
            assert_eq!(tree.to_json(&mut Vec::new()).expect("a value").as_str(), found, "{new}");
        }
        found
    }

    #[test]
    fn entries_with_a_scalar_are_known_by_their_lines() {
        let old = "a:\n- b: 1  # one\n  c:\n    d: 'x'\ne: f";
        let with = |from: &str, to: &str| value(old, &old.replace(from, to));
        assert_eq!(
            with("1  #", "22  #").as_deref(),
            Some(r#"{"a":[{"b":22,"c":{"d":"x"}}],"e":"f"}"#)
        );
        assert_eq!(with("'x'", "y").as_deref(), Some(r#"{"a":[{"b":1,"c":{"d":"y"}}],"e":"f"}"#));
        let both = old.replace("'x'", "\"\\u0079\"").replace('f', "g\n");
        assert_eq!(value(old, &both).as_deref(), Some(r#"{"a":[{"b":1,"c":{"d":"y"}}],"e":"g"}"#));
    }

    #[test]
    fn all_else_is_not_known() {
        for (old, new) in [
            ("a: 1\n", "b: 1\n"),
            ("a: 1\n", "a: 1\nb: 2\n"),
            ("a: 1\n", "a: {b: 1}\n"),
            ("a: 1\n", "a: |\n"),
            ("a: 1\n", "a: !!str 1\n"),
            ("a: !!str 1\n", "a: 1\n"),
            ("a: 1\n", "a: 'b\n"),
            ("a: 1\nb: 2\n", " a: 1\nb: 2\n"),
            ("a: 1\n", "? a\n"),
            ("a: {b: 1,\n  c: 2}\n", "a: {b: 1,\n  c: 3}\n"),
            ("a: b\n  c\n", "a: d\n  c\n"),
            ("a: b\n  c: d\n  e\n", "a: b\n  c: f\n  e\n"),
            ("a: |\n  b: 1\n", "a: |\n  b: 2\n"),
            ("- 1\n", "- 2\n"),
            ("a: 1\na: 2\n", "a: 3\na: 2\n"),
            ("a: &x 1\nb: *x\n", "a: &x 2\nb: *x\n"),
            ("a: &x\n  b: 1\nc: *x\n", "a: &x\n  b: 2\nc: *x\n"),
        ] {
            if parse(old).is_ok() {
                assert_eq!(value(old, new), None, "{old}{new}");
            }
        }
    }
}
