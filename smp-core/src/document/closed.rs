//! [`ClosedText`]: checked JSON text, opened one level at a time.

#![expect(clippy::inline_always, reason = "measured: calls cost a tenth of an opened level")]

use std::borrow::Cow;
use std::sync::Arc;

use smp_schema::__support::JsonKind;

use super::node::Node;
use super::object::Object;
use super::read;
use super::scan::{self, Part, closing, next, past};
use crate::error::Error;
use crate::ordered::{LINEAR_SEARCH_MAX, bit};

/// JSON text that has been checked, without white space around it.
///
/// The text of a document is read once, when it is checked; the ends of all objects and lists in it are
/// recorded. Opening a level costs as much as its names, scalars and brackets have bytes, and so does a
/// search for a member: the contents of objects and lists are skipped.
#[derive(Debug, Clone)]
pub(crate) struct ClosedText<'a> {
    text: &'a str,
    /// `None` if the text contains no objects or lists that aren't empty.
    parts: Option<Parts>,
}

/// The initial capacity for the members of an opened object. Most objects have fewer, and allocators are
/// slower above a kilobyte.
const MEMBERS: usize = 10;

/// Members of an object, each name once.
type Named<'a, T> = Vec<(Cow<'a, str>, T)>;

/// The parts inside of a text: a section of the parts of the whole document.
#[derive(Debug, Clone)]
struct Parts {
    all: Arc<Vec<Part>>,
    first: usize,
}

impl<'a> ClosedText<'a> {
    /// Checks text; `None` if it is not JSON, or not shorter than 4 GiB. `O(n)`, without recursion.
    pub(super) fn check(text: &'a str) -> Option<Self> {
        u32::try_from(text.len()).ok()?;
        let bytes = text.as_bytes();
        let (start, _) = next(bytes, 0)?;
        let mut parts = Vec::with_capacity(Part::expected(text));
        let end = scan::value(bytes, start, &mut parts)?;
        if next(bytes, end).is_some() {
            return None;
        }
        let parts = (parts.len() > 1).then(|| Parts { all: Arc::new(parts), first: 1 });
        Some(Self { text: text.get(start..end)?, parts })
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// The type of the value, by its first byte. `O(1)`.
    pub(super) fn kind(&self) -> JsonKind {
        read::kind(self.text)
    }

    /// The value with one level open. `O(n)` in the names, scalars and brackets of the level.
    pub(super) fn open(&self) -> Result<Node<'a>, Error> {
        let mut level = Level::of(self);
        match self.kind() {
            JsonKind::Object => {
                let mut object = Object::with_capacity(MEMBERS);
                while let Some(name) = level.name() {
                    let Some(value) = level.value() else { break };
                    // If several members have the same name, the last one counts: semantics value-4.
                    object.insert(level.unescaped(&name)?, Node::Raw(level.closed(&value)));
                }
                Ok(Node::Object(object))
            }
            JsonKind::List => {
                let mut items = Vec::new();
                while let Some(value) = level.value() {
                    items.push(Node::Raw(level.closed(&value)));
                }
                Ok(Node::List(items))
            }
            _ => read::scalar(self.text),
        }
    }

    /// The members of an object, each made from its text. `None` if two have the same name, if there are
    /// too many, or if the value is not an object: use [`open`](Self::open) then.
    pub(super) fn members<T>(
        &self,
        make: impl Fn(Self) -> T,
    ) -> Result<Option<Named<'a, T>>, Error> {
        if self.kind() != JsonKind::Object {
            return Ok(None);
        }
        let (mut level, mut bits) = (Level::of(self), 0_u64);
        let mut members: Named<'a, T> = Vec::with_capacity(MEMBERS);
        while let Some(span) = level.name() {
            let name = level.unescaped(&span)?;
            let Some(value) = level.value() else { break };
            let is_repeated =
                bits & bit(&name) != 0 && members.iter().any(|(other, _)| *other == name);
            if is_repeated || members.len() == LINEAR_SEARCH_MAX {
                return Ok(None);
            }
            bits |= bit(&name);
            members.push((name, make(level.closed(&value))));
        }
        Ok(Some(members))
    }

    /// The member of an object with this name; the last one if there are several. `O(n)` in the names,
    /// scalars and brackets of the level.
    pub(super) fn member(&self, name: &str) -> Option<Self> {
        if self.kind() != JsonKind::Object {
            return None;
        }
        let mut level = Level::of(self);
        let mut found = None;
        while let Some(other) = level.name() {
            let value = level.value()?;
            if level.is_name(&other, name) {
                found = Some(value);
            }
        }
        found.map(|value| level.closed(&value))
    }
}

/// Reads one level of a text.
struct Level<'t, 'a> {
    closed: &'t ClosedText<'a>,
    /// The parts of the document, and the index of the next one.
    parts: &'t [Part],
    next: usize,
    /// The position in the text.
    at: usize,
}

/// The text between the quotes of a name.
struct NameSpan {
    start: usize,
    end: usize,
    is_escaped: bool,
}

/// The text of a value.
struct ValueSpan {
    start: usize,
    end: usize,
    /// The index of the first part inside of it, if it has any.
    parts: Option<usize>,
}

impl<'t, 'a> Level<'t, 'a> {
    fn of(closed: &'t ClosedText<'a>) -> Self {
        let (parts, next) = match &closed.parts {
            Some(parts) => (parts.all.as_slice(), parts.first),
            None => ([].as_slice(), 0),
        };
        Self { closed, parts, next, at: 1 }
    }

    fn bytes(&self) -> &'a [u8] {
        self.closed.text.as_bytes()
    }

    /// The current position, or the position after the comma if one is here.
    #[inline(always)]
    fn behind_comma(&self) -> usize {
        past(self.bytes(), self.at, b',').unwrap_or(self.at)
    }

    /// Reads the name of the next member, with its colon; `None` at the end.
    #[inline(always)]
    fn name(&mut self) -> Option<NameSpan> {
        let bytes = self.bytes();
        let start = past(bytes, self.behind_comma(), b'"')?;
        let plain = scan::plain(bytes, start);
        let is_escaped = *bytes.get(plain)? != b'"';
        let behind = if is_escaped { scan::string(bytes, plain)? } else { plain.wrapping_add(1) };
        self.at = past(bytes, behind, b':')?;
        Some(NameSpan { start, end: behind.wrapping_sub(1), is_escaped })
    }

    /// Reads the next value; `None` at the end of a list.
    #[inline(always)]
    fn value(&mut self) -> Option<ValueSpan> {
        let bytes = self.bytes();
        let (start, first) = next(bytes, self.behind_comma())?;
        let inside = start.wrapping_add(1);
        let mut parts = None;
        let end = match first {
            b'"' => scan::string(bytes, inside)?,
            b'{' | b'[' => {
                if let Some(end) = past(bytes, inside, closing(first)) {
                    end
                } else {
                    let part = self.parts.get(self.next)?;
                    parts = (part.count > 1).then_some(self.next.wrapping_add(1));
                    self.next = self.next.wrapping_add(part.count as usize);
                    start.wrapping_add(part.len as usize)
                }
            }
            b']' => return None,
            _ => scan::literal(bytes, start, first)?,
        };
        self.at = end;
        Some(ValueSpan { start, end, parts })
    }

    #[inline(always)]
    fn is_name(&self, span: &NameSpan, name: &str) -> bool {
        if span.is_escaped {
            self.unescaped(span).is_ok_and(|own| own == name)
        } else {
            self.bytes().get(span.start..span.end) == Some(name.as_bytes())
        }
    }

    /// The name, borrowed if nothing in it is escaped.
    #[inline(always)]
    fn unescaped(&self, span: &NameSpan) -> Result<Cow<'a, str>, Error> {
        let name = self.closed.text.get(span.start..span.end).unwrap_or_default();
        if span.is_escaped {
            read::escaped_name(name).map(Cow::Owned)
        } else {
            Ok(Cow::Borrowed(name))
        }
    }

    #[inline(always)]
    fn closed(&self, span: &ValueSpan) -> ClosedText<'a> {
        let text = self.closed.text.get(span.start..span.end).unwrap_or_default();
        let of = |first| Some(Parts { all: Arc::clone(&self.closed.parts.as_ref()?.all), first });
        ClosedText { text, parts: span.parts.and_then(of) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows the open parts of a node; closed text is in `<>`.
    fn shape(node: &Node<'_>) -> String {
        match node {
            Node::Raw(closed) => format!("<{}>", closed.text()),
            Node::List(items) => items.iter().map(shape).collect::<Vec<_>>().join(" "),
            Node::Object(members) => {
                let member = |(name, node): (_, &Node<'_>)| format!("{name}={}", shape(node));
                members.iter().map(member).collect::<Vec<_>>().join(" ")
            }
            scalar => format!("{scalar:?}"),
        }
    }

    fn closed(text: &str) -> ClosedText<'_> {
        ClosedText::check(text).expect("JSON")
    }

    #[test]
    fn a_level_is_opened_and_what_is_inside_stays_as_it_is_written() {
        let text = r#" {"a" : [1, {"b": [ ]}, [[2], 3]] , "c":{}, "d": "x]}", "e":-1.5e3 } "#;
        let root = closed(text).open().expect("an object");
        assert_eq!(shape(&root), r#"a=<[1, {"b": [ ]}, [[2], 3]]> c=<{}> d=<"x]}"> e=<-1.5e3>"#);
        let Node::Object(members) = root else { panic!("an object") };
        let list = members.get("a").expect("a member").opened().expect("a list").into_owned();
        assert_eq!(shape(&list), r#"<1> <{"b": [ ]}> <[[2], 3]>"#);
        let Node::List(items) = list else { panic!("a list") };
        let levels: Vec<_> = items.iter().map(|it| shape(&it.opened().expect("a level"))).collect();
        assert_eq!(levels, [r#"Number("1")"#, "b=<[ ]>", "<[2]> <3>"]);
    }

    #[test]
    fn the_parts_behind_a_part_are_found() {
        // The parts of each member are skipped to get to the next one.
        let text = r#"{"a":{"x":[{"y":{}},{"y":[0]}]},"b":[[[]]],"c":{"z":{"y":1}}}"#;
        let at = |names: &[&str]| {
            let mut value = closed(text);
            for name in names {
                value = value.member(name).expect("a member");
            }
            value.text()
        };
        assert_eq!(at(&["c"]), r#"{"z":{"y":1}}"#);
        assert_eq!(at(&["c", "z", "y"]), "1");
        assert_eq!(at(&["b"]), "[[[]]]");
        assert_eq!(at(&["a", "x"]), r#"[{"y":{}},{"y":[0]}]"#);
        assert!(closed(text).member("y").is_none() && closed("[1]").member("y").is_none());
    }

    #[test]
    fn the_last_member_of_a_name_counts_however_it_is_written() {
        let text = closed(r#"{"a":1,"\u0061":{"b":2},"\ud800":3}"#);
        assert_eq!(text.member("a").map(|value| value.text()), Some(r#"{"b":2}"#));
        assert!(text.open().is_err(), "a name that is no text");
        let open = closed(r#"{"a":1,"b":2,"\u0061":3}"#).open().expect("an object");
        assert_eq!(shape(&open), "a=<3> b=<2>");
    }

    #[test]
    fn text_that_is_not_json_is_refused() {
        for text in
            ["", " ", "[1", "[1}", "{\"a\" 1}", "[[]", "[]]", "1 2", "{\"a\":[}", "tru", "01"]
        {
            assert!(ClosedText::check(text).is_none(), "{text}");
        }
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert!(ClosedText::check(&deep).is_some());
    }
}
