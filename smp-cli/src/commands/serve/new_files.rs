//! File names for objects that are in no file.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::args::FileArg;
use crate::identity::Identity;

/// The longest name, without its extension: file systems allow 255 bytes.
const LENGTH_MAX: usize = 200;

/// The names of existing files, and those that were given to new ones.
pub(super) struct NewFiles {
    directory: PathBuf,
    /// In lower case: some file systems treat `A` and `a` as the same name.
    taken: HashSet<String>,
}

impl NewFiles {
    /// Names for files in the directory `from`, or in the directory of the file `from`.
    pub(super) fn beside(from: &FileArg) -> Self {
        let name = from.name();
        let path = Path::new(&name);
        let directory = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let taken = entries.map(|it| it.file_name().to_string_lossy().to_lowercase()).collect();
        Self { directory: directory.to_owned(), taken }
    }

    /// An unused file name, made of the object's namespace, group, kind and name, as in kustomize.
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

/// Maps a letter to one that file names may have on every system.
fn plain(letter: char) -> char {
    match letter.to_ascii_lowercase() {
        letter @ ('a'..='z' | '0'..='9' | '-' | '_' | '.') => letter,
        _ => '-',
    }
}
