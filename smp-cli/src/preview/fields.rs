//! Changes by path, each with the old and the new value, with colours.
//!
//! The first column says what became of a value: `+` it is new, `-` it is removed, `~` it is
//! changed, `>` it has another place in its list.

use anstyle::Style;
use smp_core::{Document, FieldChange, MergeRule, Path};
use smp_yaml::{outline, rule_in_words};

use super::paint::{ADDED, CHANGED, MOVED, Paint, REMARK, REMOVED, TITLE};
use crate::report::escape;

/// Why values change as they do, if that was asked for.
pub(crate) enum Reason<'r> {
    /// It was not asked for.
    Hidden,
    /// The same for all changes.
    Fixed(&'r str),
    /// The rule of the schema; the function gives the layer that defines the field.
    Schema(&'r dyn Fn(&Path) -> Option<String>),
}

/// The view of changes: its colours, and its remarks.
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
        let mut out = String::new();
        let (title, lines) = match &self.reason {
            Reason::Hidden => (String::new(), outline(changes, None)),
            Reason::Fixed(text) => ((*text).to_owned(), outline(changes, None)),
            Reason::Schema(layer) => {
                let in_words = |rule: &MergeRule, path: &Path| in_words(rule, layer(path));
                let root = smp_yaml::__root_rule(changes);
                let title = root.map(|(rule, path)| in_words(rule, path)).unwrap_or_default();
                (title, outline(changes, Some(&in_words)))
            }
        };
        self.title(&mut out, None, object, "", &title);
        for line in lines {
            self.paint(&mut out, style(line.sign), &escape(&line.indented()));
            self.remark(&mut out, &line.remark);
        }
        out
    }

    /// An object that is new or, with the sign `-`, removed.
    pub(crate) fn one_sided(&self, sign: char, object: &str, json: &str) -> String {
        let what = if sign == '-' { "removed" } else { "added" };
        let mut out = String::new();
        self.title(&mut out, Some(sign), object, what, "");
        for line in yaml(json).lines() {
            self.paint(&mut out, style(sign), &format!("{sign} {}", escape(line)));
            out.push('\n');
        }
        out
    }

    fn paint(&self, out: &mut String, style: Style, text: &str) {
        self.paint.push(out, style, text.trim_end());
    }

    fn remark(&self, out: &mut String, remark: &str) {
        if !remark.is_empty() {
            out.push_str("  ");
            self.paint(out, REMARK, &format!("# {}", escape(remark)));
        }
        out.push('\n');
    }

    fn title(&self, out: &mut String, sign: Option<char>, object: &str, what: &str, remark: &str) {
        let colon = if what.is_empty() { "" } else { ": " };
        let style = sign.map_or(TITLE, |sign| style(sign).bold());
        self.paint(out, style, &format!("{}{colon}{what}", escape(object)));
        self.remark(out, remark);
    }
}

/// A rule in words, and the layer that has it.
fn in_words(rule: &MergeRule, layer: Option<String>) -> String {
    let words = rule_in_words(rule);
    match layer {
        Some(layer) => format!("{words}, from {layer}"),
        None => words,
    }
}

/// The value as YAML. JSON text that cannot be written as YAML stays as it is.
fn yaml(json: &str) -> String {
    let mut yaml = String::new();
    match Document::from_json(json) {
        Ok(document) if smp_yaml::write(&document, &mut yaml).is_ok() => yaml,
        _ => json.to_owned(),
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
