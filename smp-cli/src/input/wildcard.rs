//! The files and directories that match a pattern of file names. Each directory is read once for each
//! part of the pattern, however many `**` and links lead there: the crate `glob`, which defines these
//! patterns, follows every path there.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use glob::{MatchOptions, Pattern, PatternError};

use super::links::Bounds;

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
    /// Whether it ends with a separator, so that it only matches directories.
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

    /// The directory in which the pattern looks for files: the parts before the first one that may
    /// match several names.
    pub(super) fn directory(&self) -> PathBuf {
        let path: PathBuf = self.first_names().collect();
        if path.as_os_str().is_empty() { ".".into() } else { path }
    }

    fn first_names(&self) -> impl Iterator<Item = &OsString> {
        self.parts.iter().map_while(|part| match part {
            Part::Name(name) => Some(name),
            Part::Pattern(_) | Part::Directories => None,
        })
    }

    /// The files within the bounds that match, in the order of their names. `O(n)` in the files of the
    /// directories where something could match, for each part of the pattern. The error has the
    /// directory that cannot be read.
    pub(super) fn matches(
        &self,
        bounds: &Bounds<'_>,
    ) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
        let mut found = Vec::new();
        let names = self.first_names().count();
        // The directories that were read, without links, each with a part that was looked for there.
        let mut read = HashSet::new();
        let mut next = vec![(PathBuf::new(), PathBuf::new(), BTreeSet::from([0]))];
        while let Some((path, parent, mut parts)) = next.pop() {
            if path.components().count() > names && path.is_symlink() && !bounds.hold(&path) {
                continue;
            }
            if parts.remove(&self.parts.len()) && (!self.only_directories || path.is_dir()) {
                found.push(path.clone());
            }
            for at in 0..self.parts.len() {
                if parts.contains(&at) && matches!(self.parts.get(at), Some(Part::Directories)) {
                    parts.insert(at + 1);
                }
            }
            parts.remove(&self.parts.len());
            let here = if path.as_os_str().is_empty() { Path::new(".") } else { &path };
            if parts.is_empty() || !here.is_dir() {
                continue;
            }
            let place = without_links(&path, here, &parent);
            parts.retain(|at| read.insert((place.clone(), *at)));
            let below = self.below(&path, here, &parts);
            let below = below.map_err(|error| (here.to_owned(), error))?.into_iter().rev();
            next.extend(below.map(|(child, parts)| (child, place.clone(), parts)));
        }
        Ok(found)
    }

    /// The children of a directory that match one of `parts`, each with the parts to match next below
    /// it.
    fn below(
        &self,
        path: &Path,
        here: &Path,
        parts: &BTreeSet<usize>,
    ) -> io::Result<Vec<(PathBuf, BTreeSet<usize>)>> {
        let mut names = BTreeMap::<OsString, BTreeSet<usize>>::new();
        // Children that a listing of the directory lacks, such as `..`.
        let mut children = Vec::new();
        if parts.iter().any(|at| !matches!(self.parts[*at], Part::Name(_))) {
            for entry in fs::read_dir(here)? {
                names.insert(entry?.file_name(), BTreeSet::new());
            }
        }
        for &at in parts {
            match &self.parts[at] {
                Part::Name(name) => {
                    if let Some(next) = names.get_mut(name) {
                        next.insert(at + 1);
                    } else if fs::symlink_metadata(path.join(name)).is_ok() {
                        children.push((path.join(name), BTreeSet::from([at + 1])));
                    }
                }
                Part::Pattern(pattern) => {
                    let fits = |name: &OsString| {
                        name.to_str().is_some_and(|name| pattern.matches_with(name, MATCHING))
                    };
                    for (_, next) in names.iter_mut().filter(|(name, _)| fits(name)) {
                        next.insert(at + 1);
                    }
                }
                Part::Directories => {
                    // A pattern that ends with `**` matches the directories themselves.
                    let end = (at + 1 == self.parts.len()).then_some(at + 1);
                    for (_, next) in names.iter_mut().filter(|(name, _)| path.join(name).is_dir()) {
                        next.extend([at].into_iter().chain(end));
                    }
                }
            }
        }
        let names = names.into_iter().filter(|(_, next)| !next.is_empty());
        children.extend(names.map(|(name, next)| (path.join(name), next)));
        Ok(children)
    }
}

/// The path of a directory without links. Asks the system only if there may be a link, since the system
/// looks at each part of a path, from the root on.
fn without_links(path: &Path, here: &Path, parent: &Path) -> PathBuf {
    match path.file_name() {
        Some(name) if !parent.as_os_str().is_empty() && !path.is_symlink() => parent.join(name),
        _ => fs::canonicalize(here).unwrap_or_else(|_| path.to_owned()),
    }
}
