//! From YAML trees to JSON text.

use core::ops::Range;

use super::tree::{Node, YamlValue, byte_range};

/// A scalar that is read as a string and that kubectl reads as a boolean.
#[derive(Debug)]
pub(crate) struct YamlWarning {
    pub(crate) scalar: String,
    pub(crate) in_kubectl: bool,
    pub(crate) span: Range<usize>,
}

/// The tree as compact JSON, given the text it was read from. `O(n)`.
pub(crate) fn to_json(root: &Node, text: &str, warnings: &mut Vec<YamlWarning>) -> String {
    let mut out = String::new();
    JsonWriter { text, warnings, out: &mut out }.node(root);
    out
}

struct JsonWriter<'w> {
    text: &'w str,
    warnings: &'w mut Vec<YamlWarning>,
    out: &'w mut String,
}

impl JsonWriter<'_> {
    fn node(&mut self, node: &Node) {
        match &node.value {
            YamlValue::Null => self.out.push_str("null"),
            YamlValue::Bool(value) => self.boolean(*value, node),
            YamlValue::Number(decimal) => {
                // The original text if it is a number in JSON, too: so nothing is
                // rounded, and `1.0` stays `1.0`.
                match byte_range(node.defined, self.text).and_then(|span| self.text.get(span)) {
                    Some(text) if is_json_number(text) => self.out.push_str(text),
                    _ => self.out.push_str(decimal),
                }
            }
            YamlValue::String(text) => self.string(text),
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

    fn boolean(&mut self, value: bool, node: &Node) {
        if let Some(span) = byte_range(node.defined, self.text)
            && let Some(text) = self.text.get(span.clone())
            && !matches!(text, "true" | "True" | "TRUE" | "false" | "False" | "FALSE")
            && text.bytes().all(|byte| byte.is_ascii_alphabetic())
        {
            self.string(text);
            self.warnings.push(YamlWarning { scalar: text.to_owned(), in_kubectl: value, span });
        } else {
            self.out.push_str(if value { "true" } else { "false" });
        }
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
