//! The directory of a kustomization, and the files in it.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::args::{FileArg, LoadRestrictor, Validation};
use crate::input::{Source, read_file, unreadable};
use crate::report::Report;

/// The file names that a kustomization may have.
pub(super) const NAMES: [&str; 3] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/// The directory of a kustomization.
pub(super) struct Directory<'d> {
    path: &'d Path,
    /// The path without links.
    pub(super) root: PathBuf,
    restrictor: LoadRestrictor,
    validation: Validation,
}

/// The path without `..`, if that leads to the same file.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(tidy.components().next_back(), Some(Component::Normal(_))) =>
            {
                tidy.pop();
            }
            part => tidy.push(part),
        }
    }
    if tidy.as_os_str().is_empty() {
        tidy.push(".");
    }
    let is_same =
        matches!((tidy.canonicalize(), path.canonicalize()), (Ok(one), Ok(other)) if one == other);
    if is_same { tidy } else { path.to_owned() }
}

impl<'d> Directory<'d> {
    pub(super) fn open(
        path: &'d Path,
        restrictor: LoadRestrictor,
        validation: Validation,
    ) -> Result<Self, Report> {
        let argument = FileArg::found(path.to_owned());
        let root = path.canonicalize().map_err(|error| unreadable(&argument, &error))?;
        if !root.is_dir() {
            return Err(Report::new(format!("{} is not a directory", argument.name()))
                .help("give the directory with kustomization.yaml"));
        }
        Ok(Self { path, root, restrictor, validation })
    }

    /// Reads the kustomization. There must be exactly one.
    pub(super) fn kustomization(&self) -> Result<Source, Report> {
        let found = NAMES.map(|name| self.path.join(name)).into_iter().filter(|it| it.exists());
        let found: Vec<_> = found.map(FileArg::found).collect();
        match found.as_slice() {
            [only] => {
                let (file, _) = self.within(only.clone())?;
                self.read(&file)
            }
            [] => {
                Err(Report::new(format!("{} has no {}", self.path.display(), NAMES.join(" or ")))
                    .help("give the directory with the kustomization"))
            }
            several => {
                let names = several.iter().map(FileArg::name).collect::<Vec<_>>().join(" and ");
                Err(Report::new(format!("there are several kustomizations: {names}"))
                    .help("keep one of them"))
            }
        }
    }

    /// Finds a file with patches by its path relative to the directory, and its path without links. The
    /// error does not say where the path was given.
    pub(super) fn find(&self, path: &str) -> Result<(FileArg, PathBuf), Report> {
        if path.contains("://") {
            return Err(Report::new(format!("{path} is a URL, and only files are read"))
                .help("save it to a file, and give its path"));
        }
        self.within(FileArg::found(self.path.join(path)))
    }

    /// Like [`find`](Self::find), but for a resource or a component: a file, or the directory of
    /// another kustomization, which may be anywhere.
    pub(super) fn resource(&self, path: &str) -> Result<(FileArg, PathBuf), Report> {
        let is_remote = path.contains("://") || path.contains("?ref=");
        if is_remote || path.starts_with("github.com/") || path.starts_with("git@") {
            return Err(Report::new(format!(
                "{path} is not on this machine, and nothing is fetched"
            ))
            .help("save it to a file or directory; or give the files with objects with -f"));
        }
        let file = FileArg::found(tidy(&self.path.join(path)));
        let found = file.path().canonicalize().map_err(|error| unreadable(&file, &error))?;
        if found.is_dir() { Ok((file, found)) } else { self.within(file) }
    }

    /// The file, if it may be read, and its path without links.
    fn within(&self, file: FileArg) -> Result<(FileArg, PathBuf), Report> {
        let found = file.path().canonicalize().map_err(|error| unreadable(&file, &error))?;
        if found.is_dir() {
            return Err(unreadable(&file, &io::ErrorKind::IsADirectory.into()));
        }
        if self.restrictor == LoadRestrictor::RootOnly && !found.starts_with(&self.root) {
            return Err(Report::new(format!("{} is not in {}", file.name(), self.path.display()))
                .help(
                    "kustomize refuses it, too; --load-restrictor LoadRestrictionsNone allows it",
                ));
        }
        Ok((file, found))
    }

    pub(super) fn read(&self, file: &FileArg) -> Result<Source, Report> {
        read_file(file, self.validation)
    }
}
