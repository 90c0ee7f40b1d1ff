//! From YAML text to trees that know their places, and from those to JSON.
//!
//! What plain scalars mean is what Go's YAML 1.1 reader (`sigs.k8s.io/yaml`, thus
//! kubectl) says: `014` is the number 12, `1_000` is 1000, `0x1F` is 31. There
//! is one exception: `yes`, `no`, `on`, `off`, `y` and `n` stay strings, with a
//! warning, since hardly anybody means booleans by them.

use core::fmt;
use core::ops::Range;
use std::collections::HashSet;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{
    DuplicateKeyPolicy, Error, Location, NonFiniteFloatPolicy, Options, Spanned,
    UserMessageFormatter,
};

use crate::limits::{
    MAX_ALIASED_BYTES, MAX_ALIASED_PARTS, MAX_ANCHORED_PARTS, MAX_DEPTH, too_deep,
    too_long_aliased, too_many_aliased, too_many_anchored,
};

/// A value and where it stands.
pub(crate) type Node = Spanned<Value>;

/// What a node is. Numbers and booleans are settled only with the text of the
/// document at hand.
#[derive(Debug)]
pub(crate) enum Value {
    /// `null`, `~` or nothing.
    Null,
    /// A boolean of YAML 1.1.
    Bool(bool),
    /// A number in decimal, by value.
    Number(String),
    /// A string.
    String(String),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping, in order.
    Object(Vec<(Spanned<String>, Node)>),
}

/// A document.
#[derive(Debug)]
pub(crate) struct Document {
    root: Node,
}

/// Why text is no YAML, and where, in bytes.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) span: Option<Range<usize>>,
}

/// A scalar that other readers take for something else.
#[derive(Debug)]
pub(crate) struct Warning {
    pub(crate) scalar: String,
    pub(crate) reading: bool,
    pub(crate) span: Range<usize>,
}

/// Reads a document; `None` if it has no content. `O(n)`.
pub(crate) fn parse(text: &str) -> Result<Option<Document>, Fault> {
    let mut roots: Vec<Node> = serde_saphyr::from_multiple_with_options(text, options(text.len()))
        .map_err(|error| fault(&error, text))?;
    let Some(root) = roots.pop() else { return Ok(None) };
    if !roots.is_empty() {
        // The reader sees an end where smp sees none.
        return Err(Fault {
            message: "two documents without --- between them".to_owned(),
            span: span(&root, text),
        });
    }
    // The reader takes `1` and `"1"` for two keys, and so `a` and `!tag a`.
    match standing_twice(&root) {
        Some(key) => Err(Fault { message: stands_twice(&key.value), span: span(key, text) }),
        None => Ok(Some(Document { root })),
    }
}

/// The first key of a mapping that JSON would have twice. `O(n)`.
fn standing_twice(node: &Node) -> Option<&Spanned<String>> {
    match &node.value {
        Value::List(items) => items.iter().find_map(standing_twice),
        Value::Object(members) => {
            let mut seen = HashSet::with_capacity(members.len());
            members.iter().find_map(|(name, member)| {
                let new = seen.insert(&*name.value);
                if new { standing_twice(member) } else { Some(name) }
            })
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

fn stands_twice(key: &str) -> String {
    format!("the key {key:?} stands twice in one mapping; keep one of the two")
}

fn options(length: usize) -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: MAX_DEPTH,
            // One more, for the message to be the same in either style.
            flow_nesting_limit: MAX_DEPTH + 1,
            // What the text itself holds is its author's right; aliases aren't.
            max_events: usize::MAX,
            max_nodes: usize::MAX,
            max_documents: usize::MAX,
            max_aliases: usize::MAX,
            max_anchors: usize::MAX,
            max_merge_keys: usize::MAX,
            max_recorded_anchor_events: MAX_ANCHORED_PARTS,
            max_recorded_anchor_bytes: usize::MAX,
            max_total_scalar_bytes: length.saturating_add(MAX_ALIASED_BYTES),
            enforce_alias_anchor_ratio: false,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: MAX_ALIASED_PARTS,
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        legacy_octal_numbers: true,
        non_finite_float_policy: NonFiniteFloatPolicy::Reject,
        with_snippet: false,
    }
}

impl Document {
    /// The tree.
    pub(crate) fn root(&self) -> &Node {
        &self.root
    }

    /// The document as compact JSON, given the text it was read from. `O(n)`.
    pub(crate) fn to_json(&self, text: &str, warnings: &mut Vec<Warning>) -> String {
        let mut out = String::new();
        Writer { text, warnings, out: &mut out }.node(&self.root);
        out
    }
}

/// Where a node stands in the text, in bytes: the alias, if it came by one.
/// Collections may have no length.
pub(crate) fn span<T>(node: &Spanned<T>, text: &str) -> Option<Range<usize>> {
    bytes(node.referenced, text)
}

impl Value {
    /// The scalar as JSON, for comparison with the keys of a path.
    pub(crate) fn as_json_scalar(&self) -> Option<String> {
        match self {
            Self::Null => Some("null".to_owned()),
            Self::Bool(value) => Some(value.to_string()),
            Self::Number(text) => Some(text.clone()),
            Self::String(text) => Some(serde_json::Value::from(text.as_str()).to_string()),
            Self::List(_) | Self::Object(_) => None,
        }
    }
}

fn bytes(location: Location, text: &str) -> Option<Range<usize>> {
    let span = location.span();
    if let (Some(start), Some(length)) = (span.byte_offset(), span.byte_len()) {
        let start = usize::try_from(start).ok()?;
        let end = start.checked_add(usize::try_from(length).ok()?)?;
        return text.get(start..end).map(|_| start..end);
    }
    let line = usize::try_from(location.line()).ok()?.checked_sub(1)?;
    let column = usize::try_from(location.column()).ok()?.checked_sub(1)?;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = text.get(start..)?;
    let within = rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at);
    Some(start + within..start + within)
}

fn fault(error: &Error, text: &str) -> Fault {
    let error = error.without_snippet();
    let location = error.location();
    let rendered = match cause(error) {
        Error::Budget { breach: BudgetBreach::Depth { .. }, .. } => too_deep(),
        Error::AliasReplayLimitExceeded { .. } => too_many_aliased(),
        Error::Budget { breach: BudgetBreach::RecordedAnchorEvents { .. }, .. } => {
            too_many_anchored()
        }
        Error::Budget { breach: BudgetBreach::ScalarBytes { .. }, .. } => too_long_aliased(),
        Error::DuplicateMappingKey { key: Some(key), .. } => stands_twice(key),
        Error::NonFiniteFloat { .. } => {
            "JSON, and so Kubernetes, has no infinite numbers and no NaN; quote it to mean a string"
                .to_owned()
        }
        _ => match error.render_with_formatter(&UserMessageFormatter) {
            // So the scanner says it of brackets.
            text if text.contains("recursion limit") => too_deep(),
            text => text,
        },
    };
    // The position is told apart from the message.
    let message = location
        .and_then(|at| {
            rendered.strip_suffix(&format!(" at line {}, column {}", at.line(), at.column()))
        })
        .unwrap_or(&rendered);
    Fault { message: message.to_owned(), span: location.and_then(|location| bytes(location, text)) }
}

/// The error itself, which aliases wrap.
fn cause(error: &Error) -> &Error {
    match error {
        Error::AliasError { error, .. } => cause(error),
        error => error,
    }
}

struct Writer<'w> {
    text: &'w str,
    warnings: &'w mut Vec<Warning>,
    out: &'w mut String,
}

impl Writer<'_> {
    fn node(&mut self, node: &Node) {
        match &node.value {
            Value::Null => self.out.push_str("null"),
            Value::Bool(value) => self.boolean(*value, node),
            Value::Number(by_value) => {
                // The text itself where JSON spells the number likewise, so that
                // nothing is rounded and `1.0` stays `1.0`.
                match bytes(node.defined, self.text).and_then(|span| self.text.get(span)) {
                    Some(text) if is_json_number(text) => self.out.push_str(text),
                    _ => self.out.push_str(by_value),
                }
            }
            Value::String(text) => self.string(text),
            Value::List(items) => {
                self.out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        self.out.push(',');
                    }
                    self.node(item);
                }
                self.out.push(']');
            }
            Value::Object(members) => {
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
        if let Some(span) = bytes(node.defined, self.text)
            && let Some(text) = self.text.get(span.clone())
            && !matches!(text, "true" | "True" | "TRUE" | "false" | "False" | "FALSE")
            && text.bytes().all(|byte| byte.is_ascii_alphabetic())
        {
            self.string(text);
            self.warnings.push(Warning { scalar: text.to_owned(), reading: value, span });
        } else {
            self.out.push_str(if value { "true" } else { "false" });
        }
    }

    fn string(&mut self, text: &str) {
        self.out.push_str(&serde_json::Value::from(text).to_string());
    }
}

/// Whether JSON spells a number so.
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

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a scalar, a sequence, or a mapping with scalar keys")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.to_string()))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Value, E> {
        Ok(Value::Number(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.to_string()))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Value, E> {
        Ok(Value::Number(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        // `08` and `1.` come this way; Rust writes them as `8` and `1`.
        Ok(Value::Number(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Value::Object(members))
    }
}
