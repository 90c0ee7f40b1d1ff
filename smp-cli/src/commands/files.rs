//! Reading the files on the command line.

use std::{fs, io};

use crate::args::LimitArgs;
use crate::input::{Source, read_file, unreadable};
use crate::report::Report;

/// Reads a fixed number of files, of which one may be standard input.
pub(super) fn read<const N: usize>(
    paths: [&str; N],
    limits: LimitArgs,
) -> Result<[Source; N], Report> {
    let sources = read_all(paths, limits)?;
    // There is one source for each path, so this never fails.
    sources.try_into().map_err(|_| Report::new("cannot read the files"))
}

/// Reads files, of which one may be standard input.
pub(super) fn read_all<'p>(
    paths: impl IntoIterator<Item = &'p str> + Clone,
    limits: LimitArgs,
) -> Result<Vec<Source>, Report> {
    check_stdin_used_once(paths.clone())?;
    paths.into_iter().map(|path| read_file(path, limits)).collect()
}

/// Checks that at most one of the paths is `-`.
pub(super) fn check_stdin_used_once<'p>(
    paths: impl IntoIterator<Item = &'p str>,
) -> Result<(), Report> {
    if paths.into_iter().filter(|path| *path == "-").count() > 1 {
        return Err(Report::new("standard input can be read only once")
            .help("- is standard input; give a file instead of the other -"));
    }
    Ok(())
}

/// Checks that files exist, before the first of them is processed.
pub(super) fn check_files_exist(paths: &[String]) -> Result<(), Report> {
    for path in paths.iter().filter(|path| *path != "-") {
        let file = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        if file.is_dir() {
            return Err(unreadable(path, &io::ErrorKind::IsADirectory.into()));
        }
    }
    Ok(())
}
