//! The files that arguments stand for: directories and patterns, as in `kubectl -f`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::directory::{LEFT_OUT, excluded, manifests_in, no_manifest};
use super::files::check_stdin_used_once;
use super::links::Bounds;
use super::stream::unreadable;
use super::wildcard::Wildcard;
use crate::args::{DirectoryArgs, FileArg};
use crate::report::Report;

/// The files that arguments stand for, in the order of the arguments. A directory stands for its files
/// that end with `.yaml`, `.yml` or `.json`, by name; if `directories` says so, also for those in its
/// subdirectories. An argument that is not the name of a file is a pattern if it has one of the
/// characters `*?[`. A file that is found twice is listed once. All listed files exist. `O(n log n)` in
/// the files.
pub(crate) fn expand(
    arguments: &[FileArg],
    directories: &DirectoryArgs,
) -> Result<Vec<FileArg>, Report> {
    check_stdin_used_once(arguments)?;
    let mut files = Files { directories, list: Vec::new(), known: HashMap::new() };
    for argument in arguments {
        if argument.is_stdin() {
            files.list.push(argument.clone());
            continue;
        }
        match fs::metadata(argument.path()) {
            Ok(metadata) if metadata.is_dir() => files.add_directory(argument)?,
            Ok(_) => files.add(argument.clone()),
            Err(error) => match pattern(argument).filter(|_| is_missing(&error)) {
                Some(pattern) => files.add_matches(argument, pattern)?,
                None => return Err(unreadable(argument, &error)),
            },
        }
    }
    Ok(files.list)
}

fn is_missing(error: &io::Error) -> bool {
    // On Windows, file names cannot have the characters of patterns.
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename)
}

/// The text of an argument that may be a pattern.
fn pattern(argument: &FileArg) -> Option<&str> {
    argument.path().to_str().filter(|text| text.contains(['*', '?', '[']))
}

struct Files<'d> {
    directories: &'d DirectoryArgs,
    list: Vec<FileArg>,
    /// The numbers of the files by their paths without links.
    known: HashMap<PathBuf, usize>,
}

impl Files<'_> {
    /// Adds a file. If the same file was named by the user and also found, only the named one is
    /// listed.
    fn add(&mut self, file: FileArg) {
        let path = fs::canonicalize(file.path()).unwrap_or_else(|_| file.path().to_owned());
        match self.known.get(&path) {
            Some(_) if file.is_found() => {}
            Some(&number) if self.list[number].is_found() => self.list[number] = file,
            _ => {
                self.known.insert(path, self.list.len());
                self.list.push(file);
            }
        }
    }

    fn add_directory(&mut self, directory: &FileArg) -> Result<(), Report> {
        if self.add_files_in(directory.path())? > 0 {
            return Ok(());
        }
        let report = no_manifest(directory).help(LEFT_OUT);
        Err(if self.directories.recursive {
            report
        } else {
            report.help("to read its subdirectories, use -R")
        })
    }

    /// Adds the manifests of a directory, and returns their number.
    fn add_files_in(&mut self, directory: &Path) -> Result<usize, Report> {
        let paths = manifests_in(directory, self.directories)?;
        let count = paths.len();
        for path in paths {
            self.add(FileArg::found(path));
        }
        Ok(count)
    }

    fn add_matches(&mut self, argument: &FileArg, pattern: &str) -> Result<(), Report> {
        let pattern = Wildcard::parse(pattern).map_err(|error| {
            Report::new(format!(
                "{} is neither a file nor a pattern: {}",
                argument.name(),
                error.msg
            ))
            .help("in a pattern, * is any text, ? any character, ** any directories")
        })?;
        let directory = pattern.directory();
        let bounds = Bounds::new(&directory, self.directories);
        let matches = pattern.matches(&bounds.map_err(|error| unreadable(argument, &error))?);
        let matches = matches.map_err(|(path, error)| unreadable(&FileArg::found(path), &error))?;
        let excluded = excluded(Path::new("."), self.directories)?;
        let mut count = 0;
        for path in matches {
            let is_dir = path.is_dir();
            count += if excluded.matched(&path, is_dir).is_ignore() {
                1
            } else if is_dir {
                self.add_files_in(&path)?
            } else {
                self.add(FileArg::found(path));
                1
            };
        }
        if count > 0 { Ok(()) } else { Err(unreadable(argument, &io::ErrorKind::NotFound.into())) }
    }
}
