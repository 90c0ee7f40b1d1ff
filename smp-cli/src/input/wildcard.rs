//! The files and directories that fit a pattern of file names. Each directory is read once for each
//! part of the pattern, however many `**` and links lead there: the crate `glob`, whose patterns these
//! are, follows each of the ways.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use glob::{MatchOptions, Pattern, PatternError};

/// The rules of a shell for patterns of file names, except that `*` also matches names that begin
/// with a dot, as in kubectl.
const MATCHING: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

/// A pattern of file names.
pub(super) struct Wildcard {
    parts: Vec<Part>,
    /// Whether it ends with a separator, so that it is for directories.
    only_directories: bool,
}

/// A part between two separators.
enum Part {
    /// A name, or `..`, or the root of a file system.
    Name(OsString),
    Pattern(Pattern),
    /// `**`: any directories, or none.
    Directories,
}

/// A path, and that of the directory around it without links.
type Found = (PathBuf, PathBuf);

impl Wildcard {
    pub(super) fn parse(text: &str) -> Result<Self, PatternError> {
        Pattern::new(text)?;
        let part = |component: Component<'_>| {
            let name = component.as_os_str();
            Ok(match name.to_str().filter(|name| name.contains(['*', '?', '['])) {
                Some("**") => Part::Directories,
                Some(pattern) => Part::Pattern(Pattern::new(pattern)?),
                None => Part::Name(name.to_owned()),
            })
        };
        let parts = Path::new(text).components().map(part).collect::<Result<_, _>>()?;
        Ok(Self { parts, only_directories: text.ends_with(std::path::is_separator) })
    }

    /// The files that fit, in the order of their names. `O(n log n)` in the files of the directories where
    /// something could fit, for each part of the pattern. The error has the directory that cannot be read.
    pub(super) fn matches(&self) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
        let mut found = vec![Found::default()];
        for (number, part) in self.parts.iter().enumerate() {
            let mut read = HashSet::new();
            let mut next = match part {
                // `**` at the end stands for the directories below alone.
                Part::Directories if number + 1 < self.parts.len() => found.clone(),
                _ => Vec::new(),
            };
            found.reverse();
            while let Some((path, parent)) = found.pop() {
                let here = if path.as_os_str().is_empty() { Path::new(".") } else { &path };
                if !here.is_dir() {
                    continue;
                }
                let place = without_links(&path, here, &parent);
                if !read.insert(place.clone()) {
                    continue;
                }
                let below = part.below(&path, here).map_err(|error| (here.to_owned(), error))?;
                let below = below.into_iter().map(|child| (child, place.clone()));
                if matches!(part, Part::Directories) {
                    found.extend(below.clone().rev());
                }
                next.extend(below);
            }
            next.sort();
            found = next;
        }
        let found = found.into_iter().map(|(path, _)| path);
        Ok(found.filter(|path| !self.only_directories || path.is_dir()).collect())
    }
}

impl Part {
    /// The children of a directory that fit, by name.
    fn below(&self, path: &Path, here: &Path) -> io::Result<Vec<PathBuf>> {
        if let Self::Name(name) = self {
            let child = path.join(name);
            return Ok(if fs::symlink_metadata(&child).is_ok() { vec![child] } else { Vec::new() });
        }
        let mut below = Vec::new();
        for entry in fs::read_dir(here)? {
            let entry = entry?;
            let child = path.join(entry.file_name());
            let fits = match self {
                Self::Pattern(pattern) => {
                    let name = entry.file_name();
                    name.to_str().is_some_and(|name| pattern.matches_with(name, MATCHING))
                }
                // A link counts as what it leads to.
                _ => entry
                    .file_type()
                    .is_ok_and(|it| it.is_dir() || it.is_symlink() && child.is_dir()),
            };
            if fits {
                below.push(child);
            }
        }
        below.sort();
        Ok(below)
    }
}

/// The path of a directory without links. The system is asked only where there may be a link: it looks at
/// each part of a path, from the root on.
fn without_links(path: &Path, here: &Path, parent: &Path) -> PathBuf {
    match path.file_name() {
        Some(name) if !parent.as_os_str().is_empty() && !path.is_symlink() => parent.join(name),
        _ => fs::canonicalize(here).unwrap_or_else(|_| path.to_owned()),
    }
}
