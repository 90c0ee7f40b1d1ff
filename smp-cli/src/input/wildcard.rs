//! The files and directories that fit a pattern of file names. Each directory is read once for each
//! part of the pattern, however many `**` and links lead there: the crate `glob`, whose patterns these
//! are, follows each of the ways.

use std::collections::{BTreeSet, HashSet};
use std::ffi::{OsStr, OsString};
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

    /// The files that fit, in the order of their names. `O(n)` in the files of the directories where something
    /// could fit, for each part of the pattern. The error has the directory that cannot be read.
    pub(super) fn matches(&self) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
        let mut found = Vec::new();
        // The directories that were read, without links, each with a part that was looked for there.
        let mut read = HashSet::new();
        let mut next = vec![(PathBuf::new(), PathBuf::new(), BTreeSet::from([0]))];
        while let Some((path, parent, mut parts)) = next.pop() {
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

    /// The children of a directory, each with the parts that may fit it or what is in it.
    fn below(
        &self,
        path: &Path,
        here: &Path,
        parts: &BTreeSet<usize>,
    ) -> io::Result<Vec<(PathBuf, BTreeSet<usize>)>> {
        let mut children = Vec::new();
        let mut reads = false;
        for at in parts {
            match self.parts.get(*at) {
                Some(Part::Name(name)) => {
                    let child = path.join(name);
                    if fs::symlink_metadata(&child).is_ok() {
                        children.push((child, BTreeSet::from([at + 1])));
                    }
                }
                Some(_) => reads = true,
                None => {}
            }
        }
        if !reads {
            return Ok(children);
        }
        let names = fs::read_dir(here)?.map(|entry| Ok((entry?.file_name(), BTreeSet::new())));
        let mut names = names.collect::<io::Result<Vec<(OsString, BTreeSet<usize>)>>>()?;
        names.sort();
        for (name, fits) in &mut names {
            for at in parts {
                self.step(*at, name, || path.join(&*name).is_dir(), fits);
            }
        }
        // A name of the pattern is among them, unless it is `..` or such.
        let listed = names.iter().map(|(name, _)| name.clone()).collect::<HashSet<_>>();
        children.retain(|(child, _)| !child.file_name().is_some_and(|name| listed.contains(name)));
        let names = names.into_iter().filter(|(_, fits)| !fits.is_empty());
        children.extend(names.map(|(name, fits)| (path.join(name), fits)));
        Ok(children)
    }

    /// Adds the parts that come after a part, if a name in a directory fits it.
    fn step(
        &self,
        at: usize,
        name: &OsStr,
        is_directory: impl Fn() -> bool,
        fits: &mut BTreeSet<usize>,
    ) {
        let fits_it = match self.parts.get(at) {
            Some(Part::Directories) => {
                if is_directory() {
                    fits.insert(at);
                    // A pattern that ends with `**` is for the directories.
                    if at + 1 == self.parts.len() {
                        fits.insert(at + 1);
                    }
                }
                false
            }
            Some(Part::Pattern(pattern)) => {
                name.to_str().is_some_and(|name| pattern.matches_with(name, MATCHING))
            }
            Some(Part::Name(wanted)) => wanted == name,
            None => false,
        };
        if fits_it {
            fits.insert(at + 1);
        }
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
