//! Changes by path, each with the old and the new value.
//!
//! The first column says what became of a value: `+` it is new, `-` it is removed, `~` it is
//! changed, `>` it has another place in its list.

use anstyle::Style;
use similar::{ChangeTag, TextDiff};
use smp_core::{Document, FieldChange, FieldChangeKind, MergeRule, Path, Segment, View};

use super::paint::{ADDED, CHANGED, MOVED, Paint, REMARK, REMOVED, TITLE};
use super::tree::TreeNode;
use crate::report::escape;

/// Lines around a change in text of several lines.
const CONTEXT: usize = 3;
/// The number of moved elements of a list that get a line each; more are named on one line.
const MOVES_SHOWN: usize = 3;
/// The number of elements that this one line names.
const MOVES_NAMED: usize = 10;

/// Why values change as they do, if that was asked for.
pub(crate) enum Reason<'r> {
    /// It was not asked for.
    Hidden,
    /// The same for all changes.
    Fixed(&'r str),
    /// The rule of the schema; the function gives the layer that defines the field.
    Schema(&'r dyn Fn(&Path) -> Option<String>),
}

/// How changes are shown.
pub(crate) struct FieldsView<'v> {
    pub(crate) paint: Paint,
    pub(crate) reason: Reason<'v>,
}

impl FieldsView<'_> {
    /// The changes of an object; empty if there is none. `O(n·d)` in their values and depth.
    pub(crate) fn changes(&self, object: &str, changes: &[FieldChange]) -> String {
        if changes.is_empty() {
            return String::new();
        }
        let tree = TreeNode::of(changes, matches!(self.reason, Reason::Schema(_)));
        let mut sheet = Sheet { view: self, out: String::new() };
        sheet.title(None, object, "", &self.remark(&tree));
        if tree.changes.is_empty() {
            tree.below.iter().for_each(|node| sheet.node(node, 0));
        } else {
            // Two values of which one is no object.
            tree.changes.iter().for_each(|change| sheet.change("", &change.kind, 0, ""));
        }
        sheet.out
    }

    /// An object that is new.
    pub(crate) fn added(&self, object: &str, json: &str) -> String {
        self.whole('+', object, "added", json)
    }

    /// An object that is removed.
    pub(crate) fn removed(&self, object: &str, json: &str) -> String {
        self.whole('-', object, "removed", json)
    }

    fn whole(&self, sign: char, object: &str, what: &str, json: &str) -> String {
        let mut sheet = Sheet { view: self, out: String::new() };
        sheet.title(Some(sign), object, what, "");
        sheet.lines(sign, 0, Shown::of(json).text());
        sheet.out
    }

    /// The reason for the change at a node, in words.
    fn remark(&self, node: &TreeNode<'_>) -> String {
        match (&self.reason, node.rule) {
            (Reason::Fixed(text), _) => (*text).to_owned(),
            (Reason::Schema(layer), Some((rule, path))) => match layer(path) {
                Some(layer) => format!("{}, from {layer}", in_words(rule)),
                None => in_words(rule),
            },
            (Reason::Hidden | Reason::Schema(_), _) => String::new(),
        }
    }
}

/// A rule in words.
fn in_words(rule: &MergeRule) -> String {
    match rule {
        MergeRule::Fields => "merged field by field".to_owned(),
        MergeRule::Keys(keys) => format!("merged by {}", keys.join(" and ")),
        MergeRule::Scalars => "merged as a set".to_owned(),
        MergeRule::Replace => "replaced as a whole".to_owned(),
        _ => "not in the schema".to_owned(),
    }
}

/// The text that is being written.
struct Sheet<'s> {
    view: &'s FieldsView<'s>,
    out: String,
}

impl Sheet<'_> {
    /// A line: its sign, `level` steps of indentation, a label, the rest and a remark.
    fn line(&mut self, sign: char, level: usize, text: &str, remark: &str) {
        let indent = " ".repeat(2 * level + 1);
        self.paint(style(sign), &format!("{sign}{indent}{}", escape(text)));
        self.remark(remark);
    }

    fn paint(&mut self, style: Style, text: &str) {
        self.view.paint.push(&mut self.out, style, text.trim_end());
    }

    fn remark(&mut self, remark: &str) {
        if !remark.is_empty() {
            self.out.push_str("  ");
            self.paint(REMARK, &format!("# {}", escape(remark)));
        }
        self.out.push('\n');
    }

    fn title(&mut self, sign: Option<char>, object: &str, what: &str, remark: &str) {
        let colon = if what.is_empty() { "" } else { ": " };
        let style = sign.map_or(TITLE, |sign| style(sign).bold());
        self.paint(style, &format!("{}{colon}{what}", escape(object)));
        self.remark(remark);
    }

    /// Lines of a text, each with the sign.
    fn lines(&mut self, sign: char, level: usize, text: &str) {
        text.lines().for_each(|line| self.line(sign, level, line, ""));
    }

    fn node(&mut self, node: &TreeNode<'_>, level: usize) {
        let label = node.label();
        let remark = match self.view.reason {
            Reason::Schema(_) => self.view.remark(node),
            _ => String::new(),
        };
        if node.changes.is_empty() {
            self.line(' ', level, &label, &remark);
        }
        for change in &node.changes {
            self.change(&label, &change.kind, level, &remark);
        }
        let below = level + 1;
        let moved: Vec<_> = node.below.iter().filter(|node| is_moved(node)).collect();
        if moved.len() > MOVES_SHOWN {
            self.order(&moved, below);
            for node in &node.below {
                self.node_without_move(node, below);
            }
        } else {
            node.below.iter().for_each(|node| self.node(node, below));
        }
    }

    /// The line for a list in which many elements have moved.
    fn order(&mut self, moved: &[&TreeNode<'_>], level: usize) {
        let names = moved.iter().take(MOVES_NAMED).map(|node| node.label());
        let names = names.collect::<Vec<_>>().join(", ");
        let more = match moved.len().saturating_sub(MOVES_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        self.line('>', level, &format!("order changed; moved: {names}{more}"), "");
    }

    /// A node whose move is shown already.
    fn node_without_move(&mut self, node: &TreeNode<'_>, level: usize) {
        let changes = node.changes.iter().copied().filter(|it| !is_move(it)).collect::<Vec<_>>();
        if changes.is_empty() && node.below.is_empty() {
            return;
        }
        for change in &changes {
            self.change(&node.label(), &change.kind, level, "");
        }
        if changes.is_empty() {
            self.line(' ', level, &node.label(), "");
        }
        node.below.iter().for_each(|node| self.node(node, level + 1));
    }

    fn change(&mut self, label: &str, kind: &FieldChangeKind, level: usize, remark: &str) {
        match kind {
            FieldChangeKind::Added { after } => self.whole('+', label, after, level, remark),
            FieldChangeKind::Removed { before } => self.whole('-', label, before, level, remark),
            FieldChangeKind::Changed { before, after } => {
                self.changed(label, (Shown::of(before), Shown::of(after)), level, remark);
            }
            FieldChangeKind::Moved { from, to, follows, item } => {
                let item = item.as_deref().map(Shown::of);
                let item = match &item {
                    Some(Shown::Line(item)) => format!(" {item}"),
                    _ => String::new(),
                };
                let place = place(*from, *to, follows.as_ref());
                self.line('>', level, &format!("{label}:{item} {place}"), remark);
            }
            _ => {}
        }
    }

    /// A value that is new or removed.
    fn whole(&mut self, sign: char, label: &str, json: &str, level: usize, remark: &str) {
        match Shown::of(json) {
            Shown::Line(value) => self.line(sign, level, &format!("{label}: {value}"), remark),
            Shown::Text(text) => {
                self.line(sign, level, &format!("{label}: |"), remark);
                self.lines(sign, level + 1, &text);
            }
            Shown::Block(block) => {
                self.line(sign, level, &format!("{label}:"), remark);
                self.lines(sign, level + 1, &block);
            }
        }
    }

    fn changed(&mut self, label: &str, values: (Shown, Shown), level: usize, remark: &str) {
        match values {
            (Shown::Line(before), Shown::Line(after)) => {
                self.line('~', level, &format!("{label}: {before} → {after}"), remark);
            }
            (Shown::Text(before), Shown::Text(after)) => {
                self.line('~', level, &format!("{label}: |"), remark);
                self.text((&before, &after), level + 1);
            }
            (before, after) => {
                self.line('~', level, &format!("{label}:"), remark);
                self.lines('-', level + 1, before.text());
                self.lines('+', level + 1, after.text());
            }
        }
    }

    /// The lines that differ in two texts, with some around them.
    fn text(&mut self, (before, after): (&str, &str), level: usize) {
        let old: Vec<&str> = before.split_inclusive('\n').collect();
        let new: Vec<&str> = after.split_inclusive('\n').collect();
        let diff = TextDiff::configure().diff_slices(&old, &new);
        for (at, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
            let begins = group.first().is_some_and(|op| op.old_range().start == 0);
            if at > 0 || !begins {
                self.line(' ', level, "…", "");
            }
            for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
                let sign = match change.tag() {
                    ChangeTag::Equal => ' ',
                    ChangeTag::Delete => '-',
                    ChangeTag::Insert => '+',
                };
                let line = change.value();
                let text = line.strip_suffix('\n').unwrap_or(line);
                let end = if line.ends_with('\n') { "" } else { "no line break at the end" };
                self.line(sign, level, text, end);
            }
        }
    }
}

fn style(sign: char) -> Style {
    match sign {
        '+' => ADDED,
        '-' => REMOVED,
        '~' => CHANGED,
        '>' => MOVED,
        _ => Style::new(),
    }
}

fn is_move(change: &FieldChange) -> bool {
    matches!(change.kind, FieldChangeKind::Moved { .. })
}

fn is_moved(node: &TreeNode<'_>) -> bool {
    node.changes.iter().any(|change| is_move(change))
}

/// A move in words. Places are counted from 1.
fn place(from: usize, to: usize, follows: Option<&Segment>) -> String {
    let to_text = match (to, follows) {
        (0, _) => ", the first".to_owned(),
        (_, Some(before)) => format!(", after {}", Path::from_segments([before.clone()])),
        (_, None) => String::new(),
    };
    format!("moved from place {} to {}{to_text}", from + 1, to + 1)
}

/// A value as YAML.
#[derive(Debug)]
enum Shown {
    /// A value on one line: a scalar, `{}` or `[]`.
    Line(String),
    /// Text of several lines.
    Text(String),
    /// An object or a list.
    Block(String),
}

impl Shown {
    /// The YAML of a value. JSON text that cannot be written as YAML stays as it is.
    fn of(json: &str) -> Self {
        let Ok(document) = Document::from_json(json) else { return Self::Line(json.to_owned()) };
        let mut yaml = String::new();
        if smp_yaml::write(&document, &mut yaml).is_err() {
            return Self::Line(json.to_owned());
        }
        match document.view() {
            Ok(View::String(text)) if text.trim_end_matches('\n').contains('\n') => {
                Self::Text(text.into_owned())
            }
            Ok(View::List(_) | View::Object(_)) if yaml.len() > "{}\n".len() => Self::Block(yaml),
            Ok(View::String(text)) if text.ends_with('\n') => {
                Self::Line(serde_json::Value::from(text).to_string())
            }
            _ => Self::Line(yaml.trim_end_matches('\n').to_owned()),
        }
    }

    /// The lines of the value.
    fn text(&self) -> &str {
        let (Self::Line(text) | Self::Text(text) | Self::Block(text)) = self;
        text
    }
}
