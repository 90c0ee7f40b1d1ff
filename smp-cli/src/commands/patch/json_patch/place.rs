//! Places in a value, and access to the values there, by the rules of the library with which API
//! servers execute JSON patches (evanphx/json-patch v4).

use serde_json::{Map, Value};

/// A path of an operation (RFC 6901).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pointer {
    text: String,
    tokens: Vec<String>,
}

impl Pointer {
    /// `None` if it does not begin with a slash. A `~` before other characters than `0` and
    /// `1` stands for itself.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let tokens = match text.strip_prefix('/') {
            Some(rest) => rest.split('/').map(unescaped).collect(),
            None if text.is_empty() => Vec::new(),
            None => return None,
        };
        Some(Self { text: text.to_owned(), tokens })
    }

    /// The number of levels above the place.
    pub(super) fn depth(&self) -> usize {
        self.tokens.len()
    }

    /// The object or list that has the place, and the last step to it. The error names the missing
    /// part.
    pub(super) fn container<'v>(
        &self,
        value: &'v mut Value,
    ) -> Result<(Container<'v>, &str), String> {
        let Some((last, steps)) = self.tokens.split_last() else {
            return Err("the path is that of the whole object".to_owned());
        };
        let missing = |up_to: usize| {
            let shown: Vec<_> = self.text.split('/').take(up_to + 1).collect();
            format!("there is no object or list at {:?}", shown.join("/"))
        };
        let mut at = value;
        for (number, step) in steps.iter().enumerate() {
            let below = match at {
                Value::Object(members) => members.get_mut(step),
                Value::Array(items) => {
                    let index = index(step, items.len());
                    index.and_then(|index| items.get_mut(index))
                }
                _ => None,
            };
            at = below.ok_or_else(|| missing(number + 1))?;
        }
        match at {
            Value::Object(members) => Ok((Container::Object(members), last)),
            Value::Array(items) => Ok((Container::List(items), last)),
            _ => Err(missing(steps.len())),
        }
    }
}

/// `~1` is a slash and `~0` a tilde.
fn unescaped(token: &str) -> String {
    let mut text = String::with_capacity(token.len());
    let mut rest = token;
    while let Some((before, after)) = rest.split_once('~') {
        text.push_str(before);
        rest = match after.as_bytes().first() {
            Some(b'0') => {
                text.push('~');
                &after[1..]
            }
            Some(b'1') => {
                text.push('/');
                &after[1..]
            }
            _ => {
                text.push('~');
                after
            }
        };
    }
    text.push_str(rest);
    text
}

/// An index as Go's `strconv.Atoi` reads it: with a sign, and with zeros in front. Below zero
/// it counts from `end`.
fn number(token: &str, end: usize) -> Option<usize> {
    let index: isize = token.parse().ok()?;
    if index < 0 { end.checked_sub(index.unsigned_abs()) } else { Some(index.unsigned_abs()) }
}

/// The index of an element that is there; -1 is the last one.
fn index(token: &str, len: usize) -> Option<usize> {
    number(token, len).filter(|&index| index < len)
}

/// An object or list in which an operation is executed.
pub(super) enum Container<'v> {
    Object(&'v mut Map<String, Value>),
    List(&'v mut Vec<Value>),
}

impl Container<'_> {
    /// The value at a step: a member (a missing one is null), or an element, which has to exist.
    pub(super) fn get(&self, step: &str) -> Result<&Value, String> {
        match self {
            Self::Object(members) => Ok(members.get(step).unwrap_or(&Value::Null)),
            Self::List(items) => {
                let found = index(step, items.len()).and_then(|index| items.get(index));
                found.ok_or_else(|| no_element(step, items.len()))
            }
        }
    }

    /// Sets a member, whether it is there or not, or an element that is there.
    pub(super) fn set(&mut self, step: &str, value: Value) -> Result<(), String> {
        match self {
            Self::Object(members) => {
                members.insert(step.to_owned(), value);
            }
            Self::List(items) => {
                let len = items.len();
                let found = index(step, len).and_then(|index| items.get_mut(index));
                *found.ok_or_else(|| no_element(step, len))? = value;
            }
        }
        Ok(())
    }

    /// The number of elements that move when one is inserted or removed here.
    pub(super) fn elements_after(&self, step: &str) -> usize {
        match self {
            Self::Object(_) => 0,
            Self::List(items) => {
                let index = number(step, items.len()).unwrap_or(items.len());
                items.len().saturating_sub(index)
            }
        }
    }

    /// Sets a member, or inserts an element: `-` and -1 are the end of the list.
    pub(super) fn add(&mut self, step: &str, value: Value) -> Result<(), String> {
        match self {
            Self::Object(members) => {
                members.insert(step.to_owned(), value);
            }
            Self::List(items) => {
                let len = items.len();
                let index = if step == "-" { Some(len) } else { number(step, len + 1) };
                let index = index.filter(|&index| index <= len);
                items.insert(index.ok_or_else(|| no_element(step, len))?, value);
            }
        }
        Ok(())
    }

    pub(super) fn remove(&mut self, step: &str) -> Result<Value, String> {
        match self {
            Self::Object(members) => {
                members.remove(step).ok_or_else(|| format!("there is no member {step:?} to remove"))
            }
            Self::List(items) => {
                let len = items.len();
                let index = index(step, len).ok_or_else(|| no_element(step, len))?;
                Ok(items.remove(index))
            }
        }
    }
}

fn no_element(step: &str, len: usize) -> String {
    match step.parse::<isize>() {
        Ok(_) => format!("a list of {len} has no index {step}"),
        Err(_) => format!("{step:?} is not an index of a list"),
    }
}
