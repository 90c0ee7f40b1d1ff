//! Reports for programs.

use std::path::PathBuf;

use crate::report::machine::Format;

/// `--report`: a format, and a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportArg {
    pub(crate) format: Format,
    /// Without one, standard error.
    pub(crate) file: Option<PathBuf>,
}

/// Reads `FORMAT` or `FORMAT=FILE`.
pub(super) fn parse_report(text: &str) -> Result<ReportArg, String> {
    let (format, file) = match text.split_once('=') {
        Some((format, file)) => (format, Some(file)),
        None => (text, None),
    };
    let format = match format {
        "github" => Format::Github,
        "junit" => Format::Junit,
        "sarif" => Format::Sarif,
        "json" => Format::Json,
        _ => return Err("the formats are github, junit, sarif and json".to_owned()),
    };
    match file {
        Some("" | "-") => Err("give a file after =, or leave = out for standard error".to_owned()),
        file => Ok(ReportArg { format, file: file.map(PathBuf::from) }),
    }
}
