//! JSON text from YAML trees.

use serde_saphyr::Spanned;

use super::plain;
use super::tree::{Node, YamlValue, byte_range};

/// The tree as compact JSON, given the text it was read from. `O(n)`.
pub(super) fn to_json(root: &Node, text: &str) -> String {
    let mut out = String::new();
    JsonWriter { text, out: &mut out }.node(root);
    out
}

struct JsonWriter<'w> {
    text: &'w str,
    out: &'w mut String,
}

impl<'w> JsonWriter<'w> {
    fn node(&mut self, node: &Node) {
        match &node.value {
            YamlValue::Null => match self.text_of(node) {
                // For the library `nUll` is null.
                Some((text, _)) if self.has_local_tag(node) => self.string(text),
                Some((text, _)) if !plain::is_null(text) && !self.has_tag(node, "!!null") => {
                    self.string(text);
                }
                _ => self.out.push_str("null"),
            },
            YamlValue::Bool(value) => self.boolean(*value, node),
            YamlValue::Number(decimal) => match self.text_of(node) {
                Some((text, _)) if self.has_local_tag(node) => self.string(text),
                // The original text if it is a number in JSON, too: so nothing is
                // rounded, and `1.0` stays `1.0`.
                Some((text, _)) if is_json_number(text) => self.out.push_str(text),
                _ => self.out.push_str(decimal),
            },
            YamlValue::String(value) => match self.text_of(node) {
                // The library reads `1e400` as infinite.
                Some((text, _)) if plain::is_non_finite(value) && is_json_number(text) => {
                    self.string(text);
                }
                _ => match self.underscored_number(node, value) {
                    Some(number) => self.out.push_str(&number),
                    None => self.string(value),
                },
            },
            YamlValue::List(items) => {
                self.out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        self.out.push(',');
                    }
                    self.node(item);
                }
                self.out.push(']');
            }
            YamlValue::Object(members) => {
                self.out.push('{');
                for (at, (name, member)) in members.iter().enumerate() {
                    if at > 0 {
                        self.out.push(',');
                    }
                    self.string(&name.value);
                    self.out.push(':');
                    self.node(member);
                }
                self.out.push('}');
            }
        }
    }

    /// The text of a scalar without its tag, and its place.
    fn text_of<T>(&self, node: &Spanned<T>) -> Option<(&'w str, core::ops::Range<usize>)> {
        let span = byte_range(node.defined, self.text)?;
        Some((self.text.get(span.clone())?, span))
    }

    fn has_tag(&self, node: &Node, tag: &str) -> bool {
        let start = self.text_of(node).map(|(_, span)| span.start);
        start.and_then(|start| plain::tag_before(self.text, start)) == Some(tag)
    }

    /// Whether the scalar has a tag that is not of YAML, such as `!foo`. Then it is a
    /// string.
    fn has_local_tag(&self, node: &Node) -> bool {
        let start = self.text_of(node).map(|(_, span)| span.start);
        let tag = start.and_then(|start| plain::tag_before(self.text, start));
        tag.is_some_and(|tag| tag.len() > 1 && !tag.starts_with("!!") && !tag.starts_with("!<"))
    }

    fn boolean(&mut self, value: bool, node: &Node) {
        if let Some((text, _)) = self.text_of(node)
            && !matches!(text, "true" | "True" | "TRUE" | "false" | "False" | "FALSE")
            && text.bytes().all(|byte| byte.is_ascii_alphabetic())
            && !self.has_tag(node, "!!bool")
        {
            self.string(text);
        } else if let Some((text, _)) = self.text_of(node)
            && self.has_local_tag(node)
        {
            self.string(text);
        } else {
            self.out.push_str(if value { "true" } else { "false" });
        }
    }

    /// A number with underscores that the library reads as a string, such as `1_`.
    fn underscored_number(&self, node: &Node, value: &str) -> Option<String> {
        if !value.contains('_') {
            return None;
        }
        let number = plain::number(value)?;
        let (text, span) = self.text_of(node)?;
        let plain = text == value && !plain::is_block_scalar(self.text, span.start);
        (plain && plain::tag_before(self.text, span.start).is_none()).then_some(number)
    }

    fn string(&mut self, text: &str) {
        self.out.push_str(&serde_json::Value::from(text).to_string());
    }
}

/// Whether the text is a number in JSON.
fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (text, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(m, e)| (m, Some(e)));
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(w, f)| (w, Some(f)));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|text| digits(text.strip_prefix(['+', '-']).unwrap_or(text)))
}
