//! Changes by path, each with the old and the new value, as lines of a tree.

mod tree;

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{ChangeTag, group_diff_ops};
use smp_core::{Document, FieldChange, FieldChangeKind, MergeRule, Path, Segment, View};

use tree::TreeNode;

/// Lines around a change in text of several lines.
const CONTEXT: usize = 3;
/// The number of moved elements of a list that get a line each; more are named on one line.
const MOVES_SHOWN: usize = 3;
/// The number of elements that this line names.
const MOVES_NAMED: usize = 10;

/// A function that describes a rule in words. It also gets the path of the rule's object or list.
pub type RuleWords<'f> = &'f dyn Fn(&MergeRule, &Path) -> String;

/// A line of an [`outline`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutlineLine {
    /// The change of the value: `+` for a new one, `-` for a removed one, `~` for a changed one, `>` for
    /// one that has moved in its list. A space for a place with changes below it.
    pub sign: char,
    /// The level of indentation.
    pub level: usize,
    /// The path from the line above, and the values as YAML. It may contain any character of the documents.
    pub text: String,
    /// A remark about the line; mostly empty.
    pub remark: String,
}

impl OutlineLine {
    /// The sign, two spaces for each level, and the text.
    #[must_use]
    pub fn indented(&self) -> String {
        format!("{}{:indent$}{}", self.sign, "", self.text, indent = 2 * self.level + 1)
    }
}

/// The changes between two documents, which [`smp_core::changes`] finds, as lines of a tree: as
/// `smp diff --type fields` shows them. With `rule`, the lines of objects and lists say how these merge, in
/// the words that the function returns for the rule and its path. `O(n·d)` in the values of the changes and
/// their depth.
///
/// ```
/// use smp_core::{Options, changes};
/// let schema = smp_types::schema("v1", "ConfigMap").ok_or("no such kind")?;
/// let (before, after) = (r#"{"data":{"a":"1","b":"2"}}"#, r#"{"data":{"a":"3"}}"#);
/// let found = changes(before, after, schema, &Options::default())?;
/// let lines: Vec<_> = smp_yaml::outline(&found, None).iter().map(|it| it.indented()).collect();
/// assert_eq!(lines, ["  data", r#"-   b: "2""#, r#"~   a: "1" → "3""#]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn outline(changes: &[FieldChange], rule: Option<RuleWords<'_>>) -> Vec<OutlineLine> {
    let tree = TreeNode::of(changes, rule.is_some());
    let mut sheet = Sheet { rule, lines: Vec::new() };
    if tree.changes.is_empty() {
        tree.below.iter().for_each(|node| sheet.node(node, 0));
    } else {
        // One of the two values is not an object.
        tree.changes.iter().for_each(|change| sheet.change("", &change.kind, 0, ""));
    }
    sheet.lines
}

/// The rule of the object or list at the root of some changes. [`outline`] has the rules of those below it.
#[doc(hidden)]
#[must_use]
pub fn __root_rule(changes: &[FieldChange]) -> Option<(&MergeRule, &Path)> {
    TreeNode::of(changes, true).rule
}

/// A rule in words, for example `merged by name`.
#[must_use]
pub fn rule_in_words(rule: &MergeRule) -> String {
    match rule {
        MergeRule::Fields => "merged field by field".to_owned(),
        MergeRule::Keys(keys) => format!("merged by {}", keys.join(" and ")),
        MergeRule::Scalars => "merged as a set".to_owned(),
        MergeRule::Replace => "replaced as a whole".to_owned(),
        _ => "not in the schema".to_owned(),
    }
}

/// The lines that are being collected.
struct Sheet<'s> {
    rule: Option<RuleWords<'s>>,
    lines: Vec<OutlineLine>,
}

impl Sheet<'_> {
    fn line(&mut self, sign: char, level: usize, text: &str, remark: &str) {
        let (text, remark) = (text.to_owned(), remark.to_owned());
        self.lines.push(OutlineLine { sign, level, text, remark });
    }

    /// Lines of a text, each with the sign.
    fn lines(&mut self, sign: char, level: usize, text: &str) {
        text.lines().for_each(|line| self.line(sign, level, line, ""));
    }

    fn node(&mut self, node: &TreeNode<'_>, level: usize) {
        let label = node.label();
        let remark = match (self.rule, node.rule) {
            (Some(in_words), Some((rule, path))) => in_words(rule, path),
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
        // Only this algorithm: all of them would make up a third of a program for browsers.
        let mut found = Compact::new(Replace::new(Capture::new()), &old, &new);
        let ranges = (0..old.len(), 0..new.len());
        let Ok(()) = myers::diff(&mut found, &old, ranges.0, &new, ranges.1);
        let ops = found.into_inner().into_inner().into_ops();
        for (at, group) in group_diff_ops(ops, CONTEXT).iter().enumerate() {
            let begins = group.first().is_some_and(|op| op.old_range().start == 0);
            if at > 0 || !begins {
                self.line(' ', level, "…", "");
            }
            for change in group.iter().flat_map(|op| op.iter_changes(&old, &new)) {
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
    /// The YAML of a value. JSON text that cannot be written as YAML stays unchanged.
    fn of(json: &str) -> Self {
        let Ok(document) = Document::from_json(json) else { return Self::Line(json.to_owned()) };
        let mut yaml = String::new();
        if crate::write(&document, &mut yaml).is_err() {
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
