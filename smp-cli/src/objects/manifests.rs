//! Files and directories with manifests.

use crate::args::{DirectoryArgs, FileArg, Validation};
use crate::identity::Identity;
use crate::input::{
    Input, Source, check_stdin_used_once, files_in, has_manifest_ending, read_file,
};
use crate::report::{LeftOut, Report};

/// The text of a file, or of the files of a directory.
pub(crate) struct Manifests {
    sources: Vec<Manifest>,
    pub(crate) is_directory: bool,
}

struct Manifest {
    source: Source,
    /// Whether the user named the file, so that all of its documents must be objects.
    is_named: bool,
    /// Whether the file is a manifest by its name.
    is_sure: bool,
}

impl Manifests {
    /// Reads two files or directories.
    pub(crate) fn read(
        files: [&FileArg; 2],
        directories: &DirectoryArgs,
        validation: Validation,
    ) -> Result<[Self; 2], Report> {
        check_stdin_used_once(files)?;
        let [first, second] = files.map(|file| Self::of(file, directories, validation));
        Ok([first?, second?])
    }

    /// Reads the files that `expand` has found.
    pub(crate) fn of_files(files: &[FileArg], validation: Validation) -> Result<Self, Report> {
        let sources = files.iter().map(|file| {
            let source = read_file(file, validation)?;
            Ok(Manifest { source, is_named: !file.is_found(), is_sure: true })
        });
        Ok(Self { sources: sources.collect::<Result<_, Report>>()?, is_directory: false })
    }

    fn of(
        file: &FileArg,
        directories: &DirectoryArgs,
        validation: Validation,
    ) -> Result<Self, Report> {
        if file.is_stdin() || !file.path().is_dir() {
            return Self::of_files(std::slice::from_ref(file), validation);
        }
        let mut sources = Vec::new();
        for path in files_in(file.path(), directories)? {
            let is_sure = has_manifest_ending(&path);
            let file = FileArg::from(path.into_os_string());
            match read_file(&file, validation) {
                Ok(source) => sources.push(Manifest { source, is_named: false, is_sure }),
                Err(report) if is_sure => return Err(report),
                Err(_) => LeftOut::NoObject.print(&file.name()),
            }
        }
        Ok(Self { sources, is_directory: true })
    }

    /// The text of the first file.
    pub(crate) fn first(&self) -> Option<&Source> {
        self.sources.first().map(|manifest| &manifest.source)
    }

    /// The documents. A directory may have none, and files in it that are not manifests are left out,
    /// with a message. kubectl writes manifests without an extension, and an empty file for an object
    /// that does not exist.
    pub(crate) fn documents(&self) -> Result<Vec<Input<'_>>, Report> {
        let mut documents = Vec::new();
        for manifest in &self.sources {
            let found = manifest.documents()?;
            match self.sources.len() {
                1 => documents.extend(found),
                // Trees take many times the memory of the texts.
                _ => documents.extend(found.into_iter().map(Input::without_tree)),
            }
        }
        Ok(documents)
    }
}

impl Manifest {
    /// The documents of the file for [`Manifests::documents`].
    fn documents(&self) -> Result<Vec<Input<'_>>, Report> {
        let Self { source, is_named, is_sure } = self;
        if *is_named {
            return source.documents();
        }
        let left_out = match source.any_documents() {
            Ok(found) if *is_sure => {
                let (objects, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|input| {
                    input.document().map_or(true, |it| Identity::of(&it).is_object())
                });
                if !others.is_empty() {
                    LeftOut::NoObject.print(source.name());
                }
                return Ok(objects);
            }
            Ok(found) if found.iter().all(is_object) => return Ok(found),
            Err(report) if *is_sure => report.left_out(source.text(), source.is_strict())?,
            Ok(_) | Err(_) => LeftOut::NoObject,
        };
        left_out.print(source.name());
        Ok(Vec::new())
    }
}

/// Whether the document is a Kubernetes object.
fn is_object(input: &Input<'_>) -> bool {
    input.document().is_ok_and(|document| Identity::of(&document).is_object())
}
