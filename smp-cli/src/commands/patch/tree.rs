//! A kustomization, with the kustomizations in its resources and components: the files with objects,
//! and all patches in the order in which kustomize applies them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::directory::Directory;
use super::kustomization::{self, OtherFields};
use super::source::PatchSources;
use crate::args::{FileArg, KustomizationArgs, Validation};
use crate::report::Report;

/// The most kustomizations that are read; components may be read several times.
const MAX_KUSTOMIZATIONS: usize = 1000;

pub(super) struct Tree<'a> {
    args: &'a KustomizationArgs,
    validation: Validation,
    /// Whether resources are read.
    follows: bool,
    pub(super) patches: PatchSources,
    /// The files with objects, in the order of kustomize.
    pub(super) files: Vec<FileArg>,
    /// The directories that are being read, outer ones first.
    open: Vec<PathBuf>,
    /// The paths of the resources so far, without links.
    seen: HashSet<PathBuf>,
    read: usize,
}

impl<'a> Tree<'a> {
    /// Reads the kustomization of a directory. If resources are not followed, its patches and those of
    /// its components are for the objects of all files.
    pub(super) fn read(
        path: &Path,
        args: &'a KustomizationArgs,
        validation: Validation,
        follows: bool,
    ) -> Result<Self, Report> {
        let mut tree = Self {
            args,
            validation,
            follows,
            patches: PatchSources::default(),
            files: Vec::new(),
            open: Vec::new(),
            seen: HashSet::new(),
            read: 0,
        };
        tree.add(path, None)?;
        if tree.patches.uses.is_empty() {
            return Err(Report::new(format!("{} has no patches", path.display())).help(
                "they are in the fields patches, patchesStrategicMerge and patchesJson6902",
            ));
        }
        for (number, file) in tree.files.iter().enumerate() {
            tree.patches.files.insert(file.name(), number);
        }
        Ok(tree)
    }

    /// Adds a kustomization. A component changes the objects in the files from number `start` on; any
    /// other kustomization has objects of its own.
    fn add(&mut self, path: &Path, start: Option<usize>) -> Result<(), Report> {
        let directory = Directory::open(path, self.args.load_restrictor, self.validation)?;
        let name = path.display();
        if self.open.contains(&directory.root) {
            return Err(Report::new(format!("the kustomization in {name} is part of itself")));
        }
        self.read += 1;
        if self.read > MAX_KUSTOMIZATIONS {
            let title = format!("there are more than {MAX_KUSTOMIZATIONS} kustomizations to read");
            return Err(Report::new(title));
        }
        self.open.push(directory.root.clone());
        let others = OtherFields::of(self.args);
        let text = directory.kustomization()?;
        let found = kustomization::read(&text, &directory, others, self.follows)?;
        if self.open.len() > 1 && found.is_component != start.is_some() {
            let (is, field) = if found.is_component {
                ("a Component", "components")
            } else {
                ("no Component", "resources")
            };
            return Err(Report::new(format!("{} is {is}", text.name()))
                .help(format!("name its directory under {field}")));
        }
        let start = start.unwrap_or(self.files.len());
        for (file, place) in found.resources {
            let is_directory = place.is_dir();
            if !self.seen.insert(place) {
                return Err(Report::new(format!("{} is a resource twice", file.name())));
            }
            if is_directory {
                self.add(file.path(), None)
                    .map_err(|error| error.note(format!("it is a resource of {}", text.name())))?;
            } else {
                self.files.push(file);
            }
        }
        for (file, place) in found.components {
            if !place.is_dir() {
                let title = format!("{} is a file, and no component", file.name());
                return Err(Report::new(title).help("name the directory of a component"));
            }
            self.add(file.path(), Some(start))
                .map_err(|error| error.note(format!("it is a component of {}", text.name())))?;
        }
        self.open.pop();
        let scope = self.follows.then_some(start..self.files.len());
        self.patches.append(found.patches, scope.as_ref());
        Ok(())
    }
}
