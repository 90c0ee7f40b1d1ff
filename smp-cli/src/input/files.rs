//! Reading the files on the command line.

use super::source::Source;
use super::stream::read_file;
use crate::args::{FileArg, Validation};

use crate::report::Report;

/// Reads a fixed number of files. Only one of them may be standard input.
pub(crate) fn read_files<const N: usize>(
    files: [&FileArg; N],
    validation: Validation,
) -> Result<[Source; N], Report> {
    let sources = read_all(files, validation)?;
    // There is one source for each path, so this never fails.
    sources.try_into().map_err(|_| Report::new("cannot read the files"))
}

/// Reads files. Only one of them may be standard input.
pub(crate) fn read_all<'p>(
    files: impl IntoIterator<Item = &'p FileArg> + Clone,
    validation: Validation,
) -> Result<Vec<Source>, Report> {
    check_stdin_used_once(files.clone())?;
    files.into_iter().map(|file| read_file(file, validation)).collect()
}

/// Checks that at most one of the files is `-`.
pub(crate) fn check_stdin_used_once<'p>(
    files: impl IntoIterator<Item = &'p FileArg>,
) -> Result<(), Report> {
    if files.into_iter().filter(|file| file.is_stdin()).count() > 1 {
        return Err(Report::new("standard input can be read only once")
            .help("- is standard input; give a file instead of the other -"));
    }
    Ok(())
}
