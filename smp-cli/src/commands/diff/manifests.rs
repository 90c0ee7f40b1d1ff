//! Files and directories with manifests.

use std::ffi::OsStr;

use crate::args::FileArg;
use crate::identity::Identity;
use crate::input::{
    Input, ReadOptions, Source, check_stdin_used_once, files_in, has_manifest_ending, read_file,
};
use crate::report::{Report, left_out};

/// The text of a file, or of the files of a directory.
pub(super) struct Manifests {
    sources: Vec<Manifest>,
    pub(super) is_directory: bool,
}

struct Manifest {
    source: Source,
    /// Whether the file is a manifest by its name.
    is_sure: bool,
}

impl Manifests {
    /// Reads two files or directories.
    pub(super) fn read(files: [&FileArg; 2], options: ReadOptions) -> Result<[Self; 2], Report> {
        check_stdin_used_once(files)?;
        let [first, second] = files.map(|file| Self::of(file, options));
        Ok([first?, second?])
    }

    fn of(file: &FileArg, options: ReadOptions) -> Result<Self, Report> {
        if file.is_stdin() || !file.path().is_dir() {
            let manifest = Manifest { source: read_file(file, options)?, is_sure: true };
            return Ok(Self { sources: vec![manifest], is_directory: false });
        }
        let mut paths = files_in(file)?;
        paths.retain(|path| !path.file_name().and_then(OsStr::to_str).is_some_and(is_hidden));
        let mut sources = Vec::new();
        for path in paths {
            let is_sure = has_manifest_ending(&path);
            let file = FileArg::from(path.into_os_string());
            match read_file(&file, options) {
                Ok(source) => sources.push(Manifest { source, is_sure }),
                Err(report) if is_sure => return Err(report),
                Err(_) => left_out(&file.name()),
            }
        }
        Ok(Self { sources, is_directory: true })
    }

    /// The text that comes first.
    pub(super) fn first(&self) -> Option<&Source> {
        self.sources.first().map(|manifest| &manifest.source)
    }

    /// The documents. A directory may have none, and files in it that are no manifests are left
    /// out, which a message says. kubectl writes manifests without an extension, and an empty
    /// file for an object that does not exist.
    pub(super) fn documents(&self) -> Result<Vec<Input<'_>>, Report> {
        if !self.is_directory {
            let [only] = self.sources.as_slice() else { return Ok(Vec::new()) };
            return only.source.documents();
        }
        let mut documents = Vec::new();
        for Manifest { source, is_sure } in &self.sources {
            match source.any_documents() {
                Ok(found) if *is_sure || found.iter().all(is_object) => documents.extend(found),
                Err(report) if *is_sure => return Err(report),
                Ok(_) | Err(_) => left_out(source.name()),
            }
        }
        Ok(documents)
    }
}

/// Whether the document is a Kubernetes object.
fn is_object(input: &Input<'_>) -> bool {
    input.document().is_ok_and(|document| Identity::of(&document).is_object())
}

fn is_hidden(name: &str) -> bool {
    name.starts_with('.')
}
