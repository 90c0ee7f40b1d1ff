//! Places in a value, and access to the values there.

use std::borrow::Cow;

use crate::node::{Members, Node};

/// A path of an operation (RFC 6901).
#[derive(Debug, Clone)]
pub(crate) struct Pointer {
    text: String,
    steps: Vec<String>,
}

impl Pointer {
    /// `None` if the text begins with anything but a slash. A `~` that is not followed by `0` or
    /// `1` is literal.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let steps = match text.strip_prefix('/') {
            // `~01` becomes `~1`, because `~1` is decoded before `~0`.
            Some(rest) => rest.split('/').map(unescaped).collect(),
            None if text.is_empty() => Vec::new(),
            None => return None,
        };
        Some(Self { text: text.to_owned(), steps })
    }

    /// The names and indices that lead to the place.
    pub(crate) fn steps(&self) -> &[String] {
        &self.steps
    }

    /// The number of levels above the place.
    pub(crate) fn depth(&self) -> usize {
        self.steps.len()
    }

    /// The object or list that contains the place, and the last step to it. The error names the
    /// missing part.
    pub(crate) fn container<'v, 'd>(
        &self,
        root: &'v mut Node<'d>,
    ) -> Result<(Container<'v, 'd>, &str), String> {
        let Some((last, steps)) = self.steps.split_last() else {
            return Err("the path is that of the whole object".to_owned());
        };
        let missing = |level: usize| {
            let shown: Vec<_> = self.text.split('/').take(level.saturating_add(1)).collect();
            format!("there is no object or list at {:?}", shown.join("/"))
        };
        let mut container = Container::of(root)?.ok_or_else(|| missing(0))?;
        for (level, step) in (1..).zip(steps) {
            let below = container.into_existing(step).ok_or_else(|| missing(level))?;
            container = Container::of(below)?.ok_or_else(|| missing(level))?;
        }
        Ok((container, last))
    }
}

/// Decodes `~1` to a slash and `~0` to a tilde.
fn unescaped(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// An index as Go's `strconv.Atoi` reads it: it may have a sign, and zeros in front. A negative
/// index counts from `end`.
fn number(step: &str, end: usize) -> Option<usize> {
    let index: isize = step.parse().ok()?;
    if index < 0 { end.checked_sub(index.unsigned_abs()) } else { Some(index.unsigned_abs()) }
}

/// The index of an existing element; -1 is the last one.
fn existing(step: &str, len: usize) -> Result<usize, String> {
    number(step, len).filter(|index| *index < len).ok_or_else(|| no_element(step, len))
}

fn no_element(step: &str, len: usize) -> String {
    match step.parse::<isize>() {
        Ok(_) => format!("a list of {len} has no index {step}"),
        Err(_) => format!("{step:?} is not an index of a list"),
    }
}

/// An object or list in which an operation is executed.
pub(crate) enum Container<'v, 'd> {
    Object(&'v mut Members<'d>),
    List(&'v mut Vec<Node<'d>>),
}

impl<'v, 'd> Container<'v, 'd> {
    /// `None` for a scalar.
    fn of(node: &'v mut Node<'d>) -> Result<Option<Self>, String> {
        node.open().map_err(|error| error.to_string())?;
        Ok(match node {
            Node::Object(members) => Some(Self::Object(members)),
            Node::List(items) => Some(Self::List(items)),
            Node::Closed(_) => None,
        })
    }

    fn into_existing(self, step: &str) -> Option<&'v mut Node<'d>> {
        match self {
            Self::Object(members) => members.get_mut(step)?.as_mut(),
            Self::List(items) => {
                let index = existing(step, items.len()).ok()?;
                items.get_mut(index)
            }
        }
    }

    /// The value at a step: a member, which may be missing, or an element, which has to exist.
    pub(crate) fn get(self, step: &str) -> Result<Option<&'v mut Node<'d>>, String> {
        match &self {
            Self::Object(_) => {}
            Self::List(items) => drop(existing(step, items.len())?),
        }
        Ok(self.into_existing(step))
    }

    /// Sets a member, present or not, or an existing element.
    pub(crate) fn set(self, step: &str, value: Node<'d>) -> Result<(), String> {
        match self {
            Self::Object(members) => {
                members.insert(Cow::Owned(step.to_owned()), Some(value));
            }
            list @ Self::List(_) => {
                if let Some(element) = list.get(step)? {
                    *element = value;
                }
            }
        }
        Ok(())
    }

    /// The number of elements that move when one is inserted or removed here.
    pub(crate) fn elements_after(&self, step: &str) -> usize {
        match self {
            Self::Object(_) => 0,
            Self::List(items) => {
                let index = number(step, items.len()).unwrap_or(items.len());
                items.len().saturating_sub(index)
            }
        }
    }

    /// Sets a member, or inserts an element: `-` and -1 are the end of the list.
    pub(crate) fn add(self, step: &str, value: Node<'d>) -> Result<(), String> {
        let Self::List(items) = self else { return self.set(step, value) };
        let len = items.len();
        let index = if step == "-" { Some(len) } else { number(step, len.saturating_add(1)) };
        let index = index.filter(|index| *index <= len).ok_or_else(|| no_element(step, len))?;
        #[expect(clippy::disallowed_methods, reason = "at its end at most")]
        items.insert(index, value);
        Ok(())
    }

    pub(crate) fn remove(self, step: &str) -> Result<Node<'d>, String> {
        match self {
            Self::Object(members) => members
                .get_mut(step)
                .and_then(Option::take)
                .ok_or_else(|| format!("there is no member {step:?} to remove")),
            Self::List(items) => {
                let index = existing(step, items.len())?;
                #[expect(clippy::disallowed_methods, reason = "it exists")]
                Ok(items.remove(index))
            }
        }
    }
}
