//! Names of the files for objects that no file has.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::args::FileArg;
use crate::identity::Identity;

/// The longest name, without its end: file systems take 255 bytes.
const LENGTH_MAX: usize = 200;

/// The files that are there, and those that have been named.
pub(super) struct NewFiles {
    directory: PathBuf,
    /// In small letters: some file systems take `A` and `a` for one name.
    taken: HashSet<String>,
}

impl NewFiles {
    /// Names for the directory of the objects, or for that of their file.
    pub(super) fn beside(from: &FileArg) -> Self {
        let name = from.name();
        let path = Path::new(&name);
        let directory = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let taken = entries.map(|it| it.file_name().to_string_lossy().to_lowercase()).collect();
        Self { directory: directory.to_owned(), taken }
    }

    /// A name that no file has: namespace, group, kind and name of the object, as kustomize names files.
    pub(super) fn name(&mut self, identity: &Identity) -> String {
        let parts = [
            identity.namespace.as_deref(),
            Some(identity.group()),
            identity.kind.as_deref(),
            identity.name.as_deref(),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().filter(|it| !it.is_empty()).collect();
        let name: String = parts.join("_").chars().map(plain).take(LENGTH_MAX).collect();
        let mut names = (1_u64..).map(|number| match number {
            1 => format!("{name}.yaml"),
            number => format!("{name}-{number}.yaml"),
        });
        let name = names.find(|it| self.taken.insert(it.clone())).unwrap_or_default();
        self.directory.join(name).to_string_lossy().into_owned()
    }
}

/// A letter that a file name may have everywhere.
fn plain(letter: char) -> char {
    match letter.to_ascii_lowercase() {
        letter @ ('a'..='z' | '0'..='9' | '-' | '_' | '.') => letter,
        _ => '-',
    }
}
