//! `FieldsV1`: a field set as JSON, read and written as an API server does.

use core::fmt;
use core::str::FromStr;
use std::borrow::Cow;

use serde_json::Value;
use smp_core::{Document, View};

use crate::element::{Element, FieldName, value_of};
use crate::json;
use crate::set::{FieldSet, Levels};

/// The error for a text that is not `FieldsV1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldsError {
    message: String,
}

impl FieldsError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl fmt::Display for FieldsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for FieldsError {}

/// Whether a name may belong to a later version of `FieldsV1`.
fn is_of_later_version(name: &str) -> bool {
    !name.starts_with(['f', 'k', 'v', 'i']) && name.as_bytes().get(1) == Some(&b':')
}

/// Reads an element as `FieldsV1` has it: `f:spec`, `k:{"name":"web"}`, `v:"a"` or `i:0`.
impl FromStr for Element {
    type Err = FieldsError;

    fn from_str(text: &str) -> Result<Self, FieldsError> {
        Ok(read_element(text)?.0)
    }
}

/// An element, and whether it is certain to be written as it was read.
fn read_element(text: &str) -> Result<(Element, bool), FieldsError> {
    let wrong = || {
        let expected = "expected a name after `f:`, keys after `k:`, or a value after `v:`";
        FieldsError::new(format!("{text:?} is no element of a path: {expected}"))
    };
    if let Some(name) = text.strip_prefix("f:") {
        return Ok((Element::field(name), true));
    }
    let (kind, rest) = text.split_once(':').ok_or_else(wrong)?;
    let view = || Document::from_json(rest).and_then(Document::into_view).map_err(|_| wrong());
    // Floats are read to their last digit, which `serde_json` does not do.
    let value = |view| value_of(view).map(read_number).map_err(|_| wrong());
    let element = match kind {
        "v" => match plain_value(rest) {
            Some((value, "")) => return Ok((Element::Value(value.into()), true)),
            _ => Element::Value(value(view()?)?.into()),
        },
        "k" => match plain_keys(rest) {
            Some(element) => return Ok((element, true)),
            None => match view()? {
                View::Object(keys) => {
                    let keys = keys.into_iter().map(|(name, key)| {
                        let key = key.into_view().map_err(|_| wrong())?;
                        Ok((name.into_owned(), value(key)?))
                    });
                    Element::key(keys.collect::<Result<Vec<_>, FieldsError>>()?)
                }
                View::Null => Element::key([] as [(FieldName, Value); 0]),
                _ => return Err(wrong()),
            },
        },
        "i" => Element::Index(rest.parse().map_err(|_| wrong())?),
        _ => return Err(wrong()),
    };
    Ok((element, false))
}

/// Reads keys as an API server writes nearly all of them: sorted, and without escapes.
fn plain_keys(text: &str) -> Option<Element> {
    let mut keys: Vec<(FieldName, Value)> = Vec::new();
    let mut rest = text.strip_prefix('{')?;
    loop {
        let (name, after) = plain_string(rest)?;
        if keys.last().is_some_and(|(last, _)| **last >= *name) {
            return None;
        }
        let (value, after) = plain_value(after.strip_prefix(':')?)?;
        let key = (name.into(), value);
        if after == "}" {
            return Some(Element::of_keys(keys, key));
        }
        keys.push(key);
        rest = after.strip_prefix(',')?;
    }
}

/// A scalar at the beginning of a text, and the text after it.
fn plain_value(text: &str) -> Option<(Value, &str)> {
    if text.starts_with('"') {
        let (text, after) = plain_string(text)?;
        return Some((text.into(), after));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, after) = text.split_at_checked(digits)?;
    // A float may not hold longer ones exactly.
    let is_plain = number.len() < 16 && (!number.starts_with('0') || number.len() == 1);
    Some((number.parse::<i64>().ok().filter(|_| is_plain)?.into(), after))
}

/// A string at the beginning of a text, if nothing in it is or would be escaped.
fn plain_string(text: &str) -> Option<(&str, &str)> {
    let (inside, after) = text.strip_prefix('"')?.split_once('"')?;
    // Line separators, which are escaped, begin with the byte `0xE2`.
    let is_plain = |byte: u8| byte >= 0x20 && !matches!(byte, b'\\' | b'<' | b'>' | b'&' | 0xE2);
    inside.bytes().all(is_plain).then_some((inside, after))
}

/// A number as an API server reads it here: as a float. A whole number stays an integer, which is written
/// the same way.
fn read_number(value: Value) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "the float is a whole number of 53 bits")]
    match &value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if float.fract() == 0.0 && float.abs() < 9e15 => (float as i64).into(),
            Some(float) => float.into(),
            None => value,
        },
        _ => value,
    }
}

impl FieldSet {
    /// Reads `FieldsV1`. Members may be in any order; names that may belong to a later version are left
    /// out. `O(n log n)`.
    ///
    /// # Errors
    ///
    /// A text that is not JSON; a name without a known prefix; a value that is not an object.
    ///
    /// ```
    /// use smp_managed::FieldSet;
    /// let set = FieldSet::from_fields_v1(r#"{"x:later":{},"f:data":{"f:b":{},".":{},"f:a":{}}}"#)?;
    /// assert_eq!(set.to_fields_v1(), r#"{"f:data":{".":{},"f:a":{},"f:b":{}}}"#);
    /// assert!(FieldSet::from_fields_v1(r#"{"spec":{}}"#).is_err());
    /// # Ok::<(), smp_managed::FieldsError>(())
    /// ```
    pub fn from_fields_v1(text: &str) -> Result<Self, FieldsError> {
        let document = Document::from_json(text);
        let document = document.map_err(|error| FieldsError::new(error.to_string()))?;
        Ok(Self::read(&document)?.0)
    }

    /// Reads `FieldsV1`, like [`from_fields_v1`](Self::from_fields_v1). Also returns whether the text of
    /// the document is certainly what [`to_fields_v1`](Self::to_fields_v1) writes.
    pub(crate) fn read(document: &Document<'_>) -> Result<(Self, bool), FieldsError> {
        let text = document.json();
        let levels = Levels::default();
        let name = String::new();
        let mut reader = Reader { text: &text, at: 0, levels, name, is_as_written: true };
        let (own, set) = reader.value(MAX_LEVELS)?;
        let is_as_written = reader.is_as_written && own == set.is_empty();
        Ok((set, is_as_written))
    }

    /// Writes `FieldsV1`, byte for byte as an API server does. `O(n)`.
    #[must_use]
    pub fn to_fields_v1(&self) -> String {
        let (mut out, mut name) = (String::from("{"), String::new());
        write(self, false, &mut name, &mut out);
        out.push('}');
        out
    }
}

/// The most levels of a set that is read: four times those of an object.
const MAX_LEVELS: usize = 512;

/// Reads `FieldsV1` from a text that is JSON.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    levels: Levels,
    /// A buffer for names with escapes.
    name: String,
    /// Whether everything so far would be written as it was read.
    is_as_written: bool,
}

impl<'t> Reader<'t> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Consumes this text if it is next, and returns whether it was.
    fn has_text(&mut self, text: &str) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let found = rest.starts_with(text.as_bytes());
        self.at = self.at.saturating_add(if found { text.len() } else { 0 });
        found
    }

    fn pass_space(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.is_as_written = false;
            self.at = self.at.saturating_add(1);
        }
    }

    /// Skips white space, consumes this byte if it is next, and returns whether it was.
    fn has(&mut self, byte: u8) -> bool {
        self.pass_space();
        let found = self.byte() == Some(byte);
        self.at = self.at.saturating_add(found.into());
        found
    }

    /// Returns whether the path to a value is in the set, and the set below it.
    fn value(&mut self, depth: usize) -> Result<(bool, FieldSet), FieldsError> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(FieldsError::new(format!("a path has more than {MAX_LEVELS} levels")));
        };
        if self.has_text("{}") {
            return Ok((true, FieldSet::default()));
        }
        if !self.has(b'{') {
            self.is_as_written = false;
            return match self.skip() {
                "null" => Ok((true, FieldSet::default())),
                other => Err(FieldsError::new(format!(
                    "expected an object at the end of each path, found {other}"
                ))),
            };
        }
        let level = self.levels.open();
        let mut member = self.has_text(r#"".":{}"#);
        let mut is_first = !member;
        while !self.has(b'}') {
            if !is_first && !self.has(b',') {
                return Err(FieldsError::new("expected the end of an object"));
            }
            let mut unescaped = core::mem::take(&mut self.name);
            let name = self.name(&mut unescaped)?;
            self.has(b':');
            match name {
                "." => {
                    self.is_as_written = false;
                    self.skip();
                    member = true;
                }
                name if is_of_later_version(name) => {
                    self.is_as_written = false;
                    self.skip();
                }
                name => {
                    let (element, is_as_written) = read_element(name)?;
                    self.name = unescaped;
                    self.is_as_written &= is_as_written;
                    let (member, below) = self.value(depth)?;
                    self.levels.push(element, member, below);
                }
            }
            is_first = false;
        }
        let (set, is_sorted) = self.levels.close(level);
        self.is_as_written &= is_sorted;
        // A path without paths below it has no `.`.
        self.is_as_written &= !(member && set.is_empty());
        Ok((member || set.is_empty(), set))
    }

    /// The name of a member. `unescaped` is a buffer for a name with escapes.
    fn name<'n>(&mut self, unescaped: &'n mut String) -> Result<&'n str, FieldsError>
    where
        't: 'n,
    {
        self.pass_space();
        let (text, start) = (self.text, self.at.saturating_add(1));
        let (mut from, mut at) = (start, start);
        unescaped.clear();
        while let Some(byte) = text.as_bytes().get(at) {
            match byte {
                b'"' => {
                    self.at = at.saturating_add(1);
                    let rest = text.get(from..at).unwrap_or_default();
                    if from == start {
                        return Ok(rest);
                    }
                    unescaped.push_str(rest);
                    return Ok(unescaped);
                }
                // Most escapes are quotes. The quote is copied with the text after it.
                b'\\' if text.as_bytes().get(at.saturating_add(1)) == Some(&b'"') => {
                    unescaped.push_str(text.get(from..at).unwrap_or_default());
                    from = at.saturating_add(1);
                    at = at.saturating_add(2);
                }
                b'\\' => break,
                _ => at = at.saturating_add(1),
            }
        }
        self.is_as_written = false;
        let read = serde_json::from_str::<String>(self.skip());
        *unescaped = read.map_err(|error| FieldsError::new(error.to_string()))?;
        Ok(unescaped)
    }

    /// Skips a value, and returns its text.
    fn skip(&mut self) -> &'t str {
        self.pass_space();
        let (start, bytes) = (self.at, self.text.as_bytes());
        let (mut depth, mut quoted) = (0_usize, false);
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'\\' if quoted => self.at = self.at.saturating_add(1),
                b'"' => quoted = !quoted,
                _ if quoted => {}
                b'{' | b'[' => depth = depth.saturating_add(1),
                b'}' | b']' | b',' | b':' if depth == 0 => break,
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at = self.at.saturating_add(1);
            if depth == 0 && !quoted && matches!(byte, b'"' | b'}' | b']') {
                break;
            }
        }
        self.text.get(start..self.at).unwrap_or_default().trim_ascii_end()
    }
}

fn write(set: &FieldSet, own: bool, name: &mut String, out: &mut String) {
    let mut first = true;
    if own {
        out.push_str("\".\":{}");
        first = false;
    }
    for node in set.nodes() {
        if !first {
            out.push(',');
        }
        first = false;
        name.clear();
        element(&node.element, name);
        json::string(name, false, out);
        out.push_str(":{");
        write(&node.below, node.member && !node.below.is_empty(), name, out);
        out.push('}');
    }
}

/// The set as a document, written as [`FieldSet::to_fields_v1`] writes it. `before` is an earlier set with
/// its text: the parts that both share are reused.
pub(crate) fn document<'d>(
    set: &FieldSet,
    before: Option<(&FieldSet, Document<'d>)>,
) -> Document<'d> {
    below(set, false, before)
}

fn below<'d>(set: &FieldSet, own: bool, before: Option<(&FieldSet, Document<'d>)>) -> Document<'d> {
    // The text has the members of the set in the same order, after a `.` for the path to the value.
    let (nodes, texts) = match before.map(|(before, text)| (before, text.into_view())) {
        Some((before, Ok(View::Object(texts)))) => (before.nodes(), texts),
        _ => (&[][..], Vec::new()),
    };
    let texts = texts.into_iter().skip_while(|(name, _)| name == ".");
    let mut before = nodes.iter().zip(texts).peekable();
    let empty = || Document::from(View::Object(Vec::new()));
    let mut written = Vec::with_capacity(set.nodes().len().saturating_add(own.into()));
    if own {
        written.push((Cow::Borrowed("."), empty()));
    }
    for node in set.nodes() {
        while before.next_if(|(other, _)| other.element < node.element).is_some() {}
        let own = node.member && !node.below.is_empty();
        written.push(match before.next_if(|(other, _)| other.element == node.element) {
            Some((other, text))
                if other.member == node.member && other.below.is_same(&node.below) =>
            {
                text
            }
            Some((other, (name, text))) => {
                (name, below(&node.below, own, Some((&other.below, text))))
            }
            None => {
                let mut name = String::new();
                element(&node.element, &mut name);
                (Cow::Owned(name), below(&node.below, own, None))
            }
        });
    }
    View::Object(written).into()
}

fn element(element: &Element, out: &mut String) {
    match element {
        Element::Field(name) => {
            out.push_str("f:");
            out.push_str(name);
        }
        Element::Key(keys) => {
            out.push_str("k:{");
            for (at, (name, value)) in keys.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                json::string(name, false, out);
                out.push(':');
                json::value(value, out);
            }
            out.push('}');
        }
        Element::Value(value) => {
            out.push_str("v:");
            json::value(value, out);
        }
        Element::Index(at) => {
            out.push_str("i:");
            out.push_str(&at.to_string());
        }
    }
}
