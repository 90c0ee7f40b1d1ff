//! Where in a document something is: `spec.containers[name="web"].ports[1]`.

use core::fmt;

/// A place in a document, read from the root.
///
/// Displays as people write it; the root is `.`. Fields whose names are not
/// plain are quoted: `data["a.b"]`.
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
    segments: Vec<Segment>,
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
    /// The document itself. `O(1)`.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// The path of these steps. `O(n)`.
    #[must_use]
    pub fn from_segments(segments: impl IntoIterator<Item = Segment>) -> Self {
        Self { segments: segments.into_iter().collect() }
    }

    /// The steps from the root. `O(1)`.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }
}

/// The way to a place while somebody walks it: links from step to step, which
/// cost nothing until there is something to report.
#[derive(Clone, Copy, Default)]
pub(crate) struct Trail<'t>(Option<(&'t Trail<'t>, &'t dyn Fn() -> Segment)>);

impl<'t> Trail<'t> {
    /// One step further in.
    pub(crate) fn below(&'t self, step: &'t dyn Fn() -> Segment) -> Self {
        Self(Some((self, step)))
    }

    /// The path to here. `O(n)` in its length.
    pub(crate) fn path(&self) -> Path {
        let mut segments = Vec::new();
        let mut here = self;
        while let Some((around, step)) = here.0 {
            segments.push(step());
            here = around;
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
        for (at, segment) in self.segments.iter().enumerate() {
            match segment {
                Segment::Field(name) if is_plain(name) => {
                    write!(f, "{}{name}", if at == 0 { "" } else { "." })?;
                }
                Segment::Field(name) => write!(f, "[{name:?}]")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Key(keys) => {
                    f.write_str("[")?;
                    for (at, (name, value)) in keys.iter().enumerate() {
                        write!(f, "{}{name}={value}", if at == 0 { "" } else { "," })?;
                    }
                    f.write_str("]")?;
                }
            }
        }
        Ok(())
    }
}

/// Whether a name reads well without quotes. Directives do.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '/'))
}
