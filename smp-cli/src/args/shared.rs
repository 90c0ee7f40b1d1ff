//! Arguments that several commands have.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use smp_yaml::Format;

use crate::report::machine;

#[derive(Debug, Args)]
pub(crate) struct KindArgs {
    /// Kind that the patches are for, such as apps/v1/Deployment
    ///
    /// By default it is that of the first patch with apiVersion and kind.
    #[arg(long, value_name = "APIVERSION/KIND")]
    pub(crate) kind: Option<String>,
}

// No doc comment: it would become the description of each command that has these options.
#[derive(Debug, Default, Args)]
pub(crate) struct DirectoryArgs {
    /// Also read the subdirectories of a directory
    #[arg(short = 'R', long)]
    pub(crate) recursive: bool,

    /// Leave out files and directories with this name, or that fit this pattern of .gitignore, such as
    /// templates or '*-test.yaml'; may be repeated
    #[arg(long, hide_short_help = true, value_name = "PATTERN")]
    pub(crate) exclude: Vec<String>,

    /// Also read files outside of a directory to which links in it lead
    #[arg(long, hide_short_help = true)]
    pub(crate) follow_links: bool,
}

#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct StyleArgs {
    /// Write YAML in the style of kubectl, without comments. By default only the lines that
    /// differ are changed
    #[arg(long, hide_short_help = true)]
    pub(crate) reformat: bool,
}

/// The parser of a format by its name.
pub(super) fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["yaml", "json"])
        .map(|name| if name == "json" { Format::Json } else { Format::Yaml })
}

/// A file; `-` is standard input. Its name need not be UTF-8.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct FileArg {
    path: OsString,
    /// Whether the file was found in a directory or by a pattern, not named by the user.
    is_found: bool,
}

impl FileArg {
    /// A file that nobody has named: one of a directory, or one that fits a pattern.
    pub(crate) fn found(path: PathBuf) -> Self {
        Self { path: path.into_os_string(), is_found: true }
    }

    /// Whether the file was found, not named by the user: then its documents may be no objects.
    pub(crate) fn is_found(&self) -> bool {
        self.is_found
    }

    pub(crate) fn is_stdin(&self) -> bool {
        !self.is_found && self.path == "-"
    }

    pub(crate) fn path(&self) -> &Path {
        Path::new(&self.path)
    }

    /// The name in messages. Bytes that are not UTF-8 are replaced.
    pub(crate) fn name(&self) -> String {
        if self.is_stdin() {
            "<stdin>".to_owned()
        } else {
            self.path.to_string_lossy().into_owned()
        }
    }
}

impl From<OsString> for FileArg {
    fn from(path: OsString) -> Self {
        Self { path, is_found: false }
    }
}

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct ValidateArgs {
    /// What to do about fields that the schema does not have, and values of another type
    #[arg(
        long,
        hide_short_help = true,
        value_enum,
        value_name = "MODE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "strict",
        default_value_t = Validation::Warn
    )]
    validate: Validation,

    /// Make warnings about the patch errors: short for --validate=strict
    #[arg(long, conflicts_with = "validate")]
    strict: bool,
}

impl ValidateArgs {
    pub(crate) fn validation(self) -> Validation {
        if self.strict { Validation::Strict } else { self.validate }
    }
}

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct CreateArgs {
    /// Fail if a patch would add an element to a list that the object has
    #[arg(long)]
    pub(crate) no_create: bool,
}

/// The modes of field validation, with the names that kubectl gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Validation {
    /// They are errors, and so are repeated keys
    #[value(alias = "true")]
    Strict,
    /// They are warnings; a value of another type in place of a list or an object is an error
    Warn,
    /// They are not looked for
    #[value(alias = "false")]
    Ignore,
}

#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct PreviewArgs {
    /// Show what would change, and write nothing
    #[arg(
        long,
        value_name = "STYLE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text",
        conflicts_with = "output"
    )]
    pub(crate) diff: Option<DiffStyle>,

    /// With --diff=fields, also show the rule for each object and list, and where it is defined
    #[arg(long, hide_short_help = true, requires = "diff")]
    pub(crate) explain: bool,

    /// With --diff, exit with status 1 if something would change
    #[arg(long, requires = "diff")]
    pub(crate) exit_code: bool,
}

/// The style in which changes are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffStyle {
    /// The lines that differ, as diff -u does
    Text,
    /// A tree of the fields, with old and new values
    Fields,
    /// The lines that differ, as git and patch apply them
    #[value(skip)]
    Patch,
}

/// `--report`: a format, and a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportArg {
    pub(crate) format: machine::Format,
    /// Without one, standard error.
    pub(crate) file: Option<PathBuf>,
}

/// Reads `FORMAT` or `FORMAT=FILE`.
pub(super) fn parse_report(text: &str) -> Result<ReportArg, String> {
    let (format, file) = match text.split_once('=') {
        Some((format, file)) => (format, Some(file)),
        None => (text, None),
    };
    let format = machine::Format::from_str(format, false)
        .map_err(|_| "the formats are github, junit, sarif and json".to_owned())?;
    match file {
        Some("" | "-") => Err("give a file after =, or leave = out for standard error".to_owned()),
        file => Ok(ReportArg { format, file: file.map(PathBuf::from) }),
    }
}
