//! [`Path`]: a path in a document, such as `spec.containers[name="web"].ports[1]`.

use core::cell::OnceCell;
use core::fmt;
use std::sync::Arc;

use smp_schema::__support::shortened;

/// A path from the root of a document to one of its values.
///
/// `Display` writes the root as `.`, and quotes names with special characters:
/// `data["a.b"]`. It shortens names and keys of more than 512 bytes to their first and
/// last characters; [`segments`](Self::segments) has the full names.
///
/// Paths of one report share the memory of their common steps.
///
/// ```
/// use smp_core::{Path, Segment};
/// let path = Path::from_segments([
///     Segment::Field("spec".into()),
///     Segment::Field("containers".into()),
///     Segment::Key(vec![("name".into(), "\"web\"".into())]),
///     Segment::Index(1),
///     Segment::Field("app.kubernetes.io/name".into()),
/// ]);
/// assert_eq!(path.to_string(), r#"spec.containers[name="web"][1]["app.kubernetes.io/name"]"#);
/// assert_eq!(Path::root().to_string(), ".");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Path {
    segments: Vec<Arc<Segment>>,
}

/// One step of a [`Path`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Segment {
    /// The member of an object.
    Field(String),
    /// The element of a list, counted from 0.
    Index(usize),
    /// The element of a merge list with these keys: names, and values as JSON.
    Key(Vec<(String, String)>),
}

impl Path {
    /// The document itself.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// A path with these steps. `O(n)`.
    #[must_use]
    pub fn from_segments(segments: impl IntoIterator<Item = Segment>) -> Self {
        Self { segments: segments.into_iter().map(Arc::new).collect() }
    }

    /// A path with these steps, which it may share with other paths. `O(n)`.
    pub(crate) fn from_shared(segments: impl IntoIterator<Item = Arc<Segment>>) -> Self {
        Self { segments: segments.into_iter().collect() }
    }

    /// The steps from the root. `O(1)`, and `O(1)` a step.
    ///
    /// ```
    /// use smp_core::{Path, Segment};
    /// let path = Path::from_segments([Segment::Field("ports".into()), Segment::Index(1)]);
    /// assert_eq!(path.segments().next_back(), Some(&Segment::Index(1)));
    /// ```
    pub fn segments(
        &self,
    ) -> impl DoubleEndedIterator<Item = &Segment> + ExactSizeIterator + Clone {
        self.segments.iter().map(AsRef::as_ref)
    }

    /// Appends a step.
    pub(crate) fn push(&mut self, segment: Segment) {
        self.segments.push(Arc::new(segment));
    }

    /// Removes the last step.
    pub(crate) fn pop(&mut self) {
        self.segments.pop();
    }
}

/// The path to the current value of a recursive function: a linked list of steps on the
/// stack. A step is made only when [`path`](Self::path) is called. All paths made from one
/// trail share its segments.
#[derive(Default)]
pub(crate) struct Trail<'t>(Option<TrailStep<'t>>);

struct TrailStep<'t> {
    around: &'t Trail<'t>,
    make: &'t dyn Fn() -> Segment,
    made: OnceCell<Arc<Segment>>,
}

impl<'t> Trail<'t> {
    /// The trail with one more step.
    pub(crate) fn below(&'t self, make: &'t dyn Fn() -> Segment) -> Self {
        Self(Some(TrailStep { around: self, make, made: OnceCell::new() }))
    }

    /// The path of this trail. `O(n)` in its length.
    pub(crate) fn path(&self) -> Path {
        let mut segments = Vec::new();
        let mut here = self;
        while let Some(step) = &here.0 {
            segments.push(Arc::clone(step.made.get_or_init(|| Arc::new((step.make)()))));
            here = step.around;
        }
        segments.reverse();
        Path { segments }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.segments.is_empty() {
            return f.write_str(".");
        }
        for (at, segment) in self.segments().enumerate() {
            match segment {
                Segment::Field(name) => {
                    let name = shortened(name);
                    if is_plain(&name) {
                        write!(f, "{}{name}", if at == 0 { "" } else { "." })?;
                    } else {
                        write!(f, "[{name:?}]")?;
                    }
                }
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Key(keys) => {
                    f.write_str("[")?;
                    for (at, (name, value)) in keys.iter().enumerate() {
                        let comma = if at == 0 { "" } else { "," };
                        write!(f, "{comma}{}={}", shortened(name), shortened(value))?;
                    }
                    f.write_str("]")?;
                }
            }
        }
        Ok(())
    }
}

/// Whether a name is shown without quotes, as are the names of directives.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '/'))
}

#[cfg(test)]
mod tests {
    use smp_schema::__support::LONG;

    use super::*;

    #[test]
    fn long_names_are_shortened_to_both_ends() {
        let name = format!("begin{}end", "ä".repeat(1_000_000));
        let key = vec![("name".to_owned(), format!("\"{name}\""))];
        let path = Path::from_segments([Segment::Field(name.clone()), Segment::Key(key)]);
        let text = path.to_string();
        assert!(text.starts_with("[\"beginä") && text.ends_with("äend\"]"), "{text}");
        assert!(text.contains("ä…ä") && text.len() < 1_000, "{text}");
        assert_eq!(path.segments().next(), Some(&Segment::Field(name)));
        let long = "n".repeat(LONG);
        assert_eq!(Path::from_segments([Segment::Field(long.clone())]).to_string(), long);
    }

    #[test]
    fn paths_share_their_common_steps() {
        let mut a = Path::from_segments([Segment::Field("spec".to_owned())]);
        let mut b = a.clone();
        a.push(Segment::Index(0));
        b.push(Segment::Index(1));
        let (Some(a), Some(b)) = (a.segments().next(), b.segments().next()) else { panic!() };
        assert!(core::ptr::eq(a, b));
    }
}
