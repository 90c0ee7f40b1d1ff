//! [`Pattern`]: a regular expression of a schema, as Go reads it.

use regex::Regex;
use regex_syntax::hir::{Class, Hir, HirKind};
use serde_json::Value;

/// The maximum number of states of all patterns of a definition; compiling that many takes half a second.
const STATES_MAX: usize = 500_000;

/// A `pattern`.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) text: String,
    compiled: Regex,
}

impl Pattern {
    /// Compiles a pattern; `None` if the regex crate can't read it. It is then not checked.
    pub(super) fn of(text: &str) -> Option<Self> {
        let compiled = Regex::new(&ascii(text)).ok()?;
        Some(Self { text: text.to_owned(), compiled })
    }

    pub(super) fn fits(&self, text: &str) -> bool {
        self.compiled.is_match(text)
    }
}

/// The pattern with Go's character classes, which are ASCII.
fn ascii(pattern: &str) -> String {
    let mut text = String::with_capacity(pattern.len());
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next() {
            Some('d') => text.push_str("[0-9]"),
            Some('D') => text.push_str("[^0-9]"),
            Some('w') => text.push_str("[0-9A-Za-z_]"),
            Some('W') => text.push_str("[^0-9A-Za-z_]"),
            Some('s') => text.push_str("[\\t\\n\\f\\r ]"),
            Some('S') => text.push_str("[^\\t\\n\\f\\r ]"),
            Some('b') => text.push_str("(?-u:\\b)"),
            Some(other) => text.extend(['\\', other]),
            None => text.push('\\'),
        }
    }
    text
}

/// The first pattern of a schema that exceeds the limit on states together with those before it.
pub(super) fn beyond_limit(schema: &Value) -> Option<&str> {
    let mut states = 0_usize;
    find(schema, &mut |pattern| {
        let hir = regex_syntax::parse(&ascii(pattern));
        states = states.saturating_add(hir.map_or(0, |it| states_of(&it)));
        states > STATES_MAX
    })
}

/// The first pattern in a schema that passes a test.
fn find<'s>(schema: &'s Value, test: &mut dyn FnMut(&str) -> bool) -> Option<&'s str> {
    let members = schema.as_object()?;
    if let Some(pattern) = members.get("pattern").and_then(Value::as_str)
        && test(pattern)
    {
        return Some(pattern);
    }
    let lists =
        ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|it| members.get(it)?.as_array());
    let single = ["items", "additionalProperties", "not"];
    let properties = members.get("properties").and_then(Value::as_object);
    let below = properties.into_iter().flat_map(serde_json::Map::values);
    let below = below.chain(single.into_iter().filter_map(|it| members.get(it)));
    below.chain(lists.flatten()).find_map(|it| find(it, test))
}

/// The states of a compiled pattern, roughly.
fn states_of(hir: &Hir) -> usize {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => 1,
        HirKind::Literal(literal) => literal.0.len(),
        // A range of letters becomes several ranges of bytes.
        HirKind::Class(Class::Unicode(class)) => class.ranges().len().saturating_mul(3),
        HirKind::Class(Class::Bytes(class)) => class.ranges().len(),
        HirKind::Repetition(repetition) => {
            let times = repetition.max.unwrap_or(repetition.min.saturating_add(1)).max(1);
            let times = usize::try_from(times).unwrap_or(usize::MAX);
            states_of(&repetition.sub).saturating_mul(times)
        }
        HirKind::Capture(capture) => states_of(&capture.sub).saturating_add(2),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().map(states_of).fold(1, usize::saturating_add)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn classes_are_those_of_go() {
        for (pattern, fits, fails) in [
            (r"^\w+$", "a_1", "é"),
            (r"^[\w.-]+$", "a.b-c", "é.b"),
            (r"^\d$", "7", "٧"),
            (r"^\S\s\W$", "a -", "a\u{a0}-"),
            (r"^\\w$", r"\w", "a"),
            (r"^[^\d]$", "a", "1"),
        ] {
            let pattern = Pattern::of(pattern).expect(pattern);
            assert!(pattern.fits(fits), "{} {fits}", pattern.text);
            assert!(!pattern.fits(fails), "{} {fails}", pattern.text);
        }
    }

    #[test]
    fn patterns_have_a_limit_together() {
        let large = json!({"type": "string", "pattern": "(\\w{900}){900}"});
        assert_eq!(beyond_limit(&json!({"items": large})), Some("(\\w{900}){900}"));
        let small = json!({"type": "string", "pattern": "(\\w{30}){30}"});
        assert_eq!(beyond_limit(&json!({"properties": {"a": small}})), None);
        let many: Vec<_> = (0..1000).map(|_| small.clone()).collect();
        assert!(beyond_limit(&json!({"anyOf": many})).is_some());
        // A property may have the name of a keyword.
        assert_eq!(beyond_limit(&json!({"properties": {"pattern": {"type": "string"}}})), None);
    }
}
