//! Paths with wildcards, in the notation of messages and of `smp explain`.

use std::sync::atomic::{AtomicBool, Ordering};

use smp_core::{Document, Path, Segment, View};

use crate::report::Report;

/// Fields of objects: `spec.containers[name="web"].image`, `metadata.annotations.*`, `data["a.b"]`. A
/// name leads through a list, too: `spec.containers.image` is the image of each container.
#[derive(Debug)]
pub(crate) struct PathPattern {
    text: String,
    steps: Vec<Step>,
    matched: AtomicBool,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Field(String),
    AnyField,
    AnyElement,
    Index(usize),
    /// The members of an element, with their values as text.
    Keys(Vec<(String, String)>),
}

/// A pattern at a place in an object, with the steps that remain below it.
pub(crate) type Active<'p> = (&'p PathPattern, &'p [Step]);

/// Returns the new value of a field that matches a pattern; `None` to leave it out.
type Change<'c> =
    &'c mut dyn FnMut(&str, &Document<'_>) -> Result<Option<Document<'static>>, Report>;

impl PathPattern {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut steps = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix('[') {
                let (step, after) = element(after).ok_or_else(|| {
                    format!("expected [0], [*], [name=\"a\"] or [\"a.b\"] at {rest}")
                })?;
                steps.push(step);
                rest = after;
                continue;
            }
            let plain = if steps.is_empty() { Some(rest) } else { rest.strip_prefix('.') };
            let plain = plain.unwrap_or_default();
            let (name, after) = plain.split_at(plain.find(['.', '[']).unwrap_or(plain.len()));
            steps.push(match name {
                "" => return Err(format!("expected the name of a field at {rest:?}")),
                "*" => Step::AnyField,
                name if name.contains('*') => {
                    return Err(format!(
                        "* is a whole name; quote a name that has one: [{name:?}]"
                    ));
                }
                name => Step::Field(name.to_owned()),
            });
            rest = after;
        }
        if steps.is_empty() {
            return Err("the path is empty; name a field".to_owned());
        }
        Ok(Self { text: text.to_owned(), steps, matched: AtomicBool::new(false) })
    }

    /// The pattern that is the value of an option.
    pub(crate) fn of_option(option: &str, path: &str) -> Result<Self, Report> {
        Self::parse(path).map_err(|mistake| {
            Report::new(format!("{option} {path:?}: {mistake}")).help(
                "give a path such as spec.template.metadata.annotations.*, or as messages have it",
            )
        })
    }

    /// The text of the pattern, if no field has matched it.
    pub(crate) fn unmatched(&self) -> Option<&str> {
        (!self.matched.load(Ordering::Relaxed)).then_some(&self.text)
    }

    /// Whether a field that matches the pattern may be at a path, within the value there, or around it.
    pub(crate) fn touches(&self, path: &Path) -> bool {
        let mut steps = self.steps.as_slice();
        for segment in path.segments() {
            let Some((step, rest)) = steps.split_first() else { return true };
            match (step, segment) {
                (Step::Field(own), Segment::Field(name)) if own != name => return false,
                (Step::Index(own), Segment::Index(index)) if own != index => return false,
                (Step::AnyElement | Step::Index(_) | Step::Keys(_), Segment::Field(_)) => {
                    return false;
                }
                // A name leads through a list.
                (Step::Field(_) | Step::AnyField, Segment::Index(_) | Segment::Key(_)) => {}
                _ => steps = rest,
            }
        }
        true
    }

    /// The pattern at the root of an object.
    pub(crate) fn active(&self) -> Active<'_> {
        (self, self.steps.as_slice())
    }

    /// Changes each field of the document that matches one of the patterns. `change` gets the names on
    /// the way to the field.
    pub(crate) fn change<'p>(
        patterns: impl IntoIterator<Item = &'p Self>,
        document: &Document<'_>,
        change: Change<'_>,
    ) -> Result<Document<'static>, Report> {
        walked(patterns, document, true, change)
    }

    /// The document with only the fields that match one of the patterns.
    pub(crate) fn only(
        patterns: &[Self],
        document: &Document<'_>,
    ) -> Result<Document<'static>, Report> {
        walked(patterns, document, false, &mut |_, value| Ok(Some(value.clone().into_owned()?)))
    }
}

/// Reads a step in brackets.
fn element(text: &str) -> Option<(Step, &str)> {
    if let Some(after) = text.strip_prefix("*]").or_else(|| text.strip_prefix(']')) {
        return Some((Step::AnyElement, after));
    }
    if text.starts_with('"') {
        let (name, after) = value(text)?;
        return Some((Step::Field(name), after.strip_prefix(']')?));
    }
    let (inside, after) = text.split_once(']')?;
    if let Ok(index) = inside.parse() {
        return Some((Step::Index(index), after));
    }
    let (mut keys, mut rest) = (Vec::new(), text);
    loop {
        let (name, after) = rest.split_once('=')?;
        let (value, after) = value(after)?;
        keys.push((name.to_owned(), value));
        if let Some(after) = after.strip_prefix(']') {
            return Some((Step::Keys(keys), after));
        }
        rest = after.strip_prefix(',')?;
    }
}

/// Reads a string in quotes, or text up to the end of the key.
fn value(text: &str) -> Option<(String, &str)> {
    if text.starts_with('"') {
        let mut read = serde_json::Deserializer::from_str(text).into_iter::<String>();
        let value = read.next()?.ok()?;
        return Some((value, text.get(read.byte_offset()..)?));
    }
    let end = text.find([',', ']'])?;
    Some((text[..end].to_owned(), &text[end..]))
}

/// The patterns that continue in a member of an object.
pub(crate) fn in_member<'p>(active: &[Active<'p>], name: &str) -> Vec<Active<'p>> {
    let below = active.iter().filter_map(|(pattern, steps)| match steps.split_first()? {
        (Step::Field(own), rest) if own == name => Some((*pattern, rest)),
        (Step::AnyField, rest) => Some((*pattern, rest)),
        _ => None,
    });
    below.collect()
}

/// The patterns that continue in an element of a list.
pub(crate) fn in_element<'p>(
    active: &[Active<'p>],
    index: usize,
    item: &Document<'_>,
) -> Vec<Active<'p>> {
    let below = active.iter().filter_map(|&(pattern, steps)| match steps.split_first()? {
        (Step::AnyElement, rest) => Some((pattern, rest)),
        (Step::Index(own), rest) if *own == index => Some((pattern, rest)),
        (Step::Keys(keys), rest) if keys.iter().all(|key| has_key(item, key)) => {
            Some((pattern, rest))
        }
        (Step::Field(_) | Step::AnyField, _) => Some((pattern, steps)),
        _ => None,
    });
    below.collect()
}

fn has_key(item: &Document<'_>, (name, wanted): &(String, String)) -> bool {
    item.get(name).is_some_and(|value| match value.as_str() {
        Some(text) => text == *wanted,
        None => value.to_json() == *wanted,
    })
}

/// Whether a pattern ends here. Each one that does is marked as matched.
pub(crate) fn ends(active: &[Active<'_>]) -> bool {
    let ended = active.iter().filter(|(_, steps)| steps.is_empty());
    ended.map(|(pattern, _)| pattern.matched.store(true, Ordering::Relaxed)).count() > 0
}

/// The document with changes where a pattern ends, and with its other fields if `others`.
fn walked<'p>(
    patterns: impl IntoIterator<Item = &'p PathPattern>,
    document: &Document<'_>,
    others: bool,
    change: Change<'_>,
) -> Result<Document<'static>, Report> {
    let active: Vec<_> = patterns.into_iter().map(PathPattern::active).collect();
    let kept = walk(document, &active, "", others, change)?;
    Ok(kept.unwrap_or_else(|| Document::from(View::Object(Vec::new()))))
}

fn walk(
    document: &Document<'_>,
    active: &[Active<'_>],
    at: &str,
    others: bool,
    change: Change<'_>,
) -> Result<Option<Document<'static>>, Report> {
    if ends(active) {
        return change(at, document);
    }
    // A value into which no pattern leads is not opened.
    let view = if active.is_empty() { View::Null } else { document.view()? };
    let (kept, is_empty) = match view {
        View::Object(members) => {
            let mut kept = Vec::new();
            for (name, value) in members {
                let below = in_member(active, &name);
                let value = walk(&value, &below, &format!("{at}.{name}"), others, change)?;
                kept.extend(value.map(|value| (name.into_owned().into(), value)));
            }
            let is_empty = kept.is_empty();
            (Document::from(View::Object(kept)), is_empty)
        }
        View::List(items) => {
            let mut kept = Vec::new();
            for (index, item) in items.iter().enumerate() {
                kept.extend(walk(item, &in_element(active, index, item), at, others, change)?);
            }
            let is_empty = kept.is_empty();
            (Document::from(View::List(kept)), is_empty)
        }
        _ if others => (document.clone().into_owned()?, false),
        _ => return Ok(None),
    };
    Ok((others || !is_empty).then_some(kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_as_they_are_printed_and_wildcards() {
        let object =
            r#"{"a":{"b.c":1,"d":[{"name":"x","e":1},{"name":"y","e":2}]},"f":{"g":1,"h":2}}"#;
        let object = Document::from_json(object).expect("JSON");
        let without = |path: &str| {
            let pattern = [PathPattern::parse(path).expect("a path")];
            let kept = PathPattern::change(&pattern, &object, &mut |_, _| Ok(None));
            assert_eq!(pattern[0].unmatched().is_some(), path.contains("none"));
            kept.unwrap_or_else(|_| panic!("a document")).to_json()
        };
        let d = r#"[{"name":"x","e":1},{"name":"y","e":2}]"#;
        let (x, y) = (d.replace(",\"e\":1", ""), d.replace(",\"e\":2", ""));
        let f = r#""f":{"g":1,"h":2}"#;
        let of = |d: &str| format!(r#"{{"a":{{"b.c":1,"d":{d}}},{f}}}"#);
        assert_eq!(without(r#"a["b.c"]"#), format!(r#"{{"a":{{"d":{d}}},{f}}}"#));
        assert_eq!(without(r#"a.d[name="x"].e"#), of(&x));
        assert_eq!(without("a.d[name=y].e"), of(&y));
        assert_eq!(without("a.d[1].e"), of(&y));
        for every in ["a.d.e", "a.d[].e", "a.d[*].e", "*.d.e"] {
            assert_eq!(without(every), of(&x.replace(",\"e\":2", "")));
        }
        assert_eq!(without("f.*"), format!(r#"{{"a":{{"b.c":1,"d":{d}}},"f":{{}}}}"#));
        assert_eq!(without("f.none"), of(d));
        let only = [PathPattern::parse("a.d[0].e").expect("a path")];
        let only = PathPattern::only(&only, &object).unwrap_or_else(|_| panic!("a document"));
        assert_eq!(only.to_json(), r#"{"a":{"d":[{"e":1}]}}"#);
        for wrong in ["", ".", "a.", "a..b", "a.b*", "a[", "a[x]", "a[\"b\"", "a]b."] {
            assert!(PathPattern::parse(wrong).is_err() || wrong == "a]b.", "{wrong}");
        }
    }
}
