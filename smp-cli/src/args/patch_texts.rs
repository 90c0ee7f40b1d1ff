//! The patches on the command line, in their order.

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};

use super::shared::FileArg;

const PATCH: &str = "patch";
const PATCH_FILE: &str = "patch_file";

/// Patches, in the order in which they stand on the command line.
#[derive(Debug, Clone, Default)]
pub(crate) struct PatchTexts(Vec<PatchText>);

#[derive(Debug, Clone)]
pub(crate) enum PatchText {
    Inline(String),
    File(FileArg),
}

impl PatchTexts {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &PatchText> {
        self.0.iter()
    }

    /// The patches that are given as files, not as text of the command line.
    pub(crate) fn files(&self) -> impl Iterator<Item = &FileArg> + Clone {
        self.0.iter().filter_map(|text| match text {
            PatchText::Inline(_) => None,
            PatchText::File(file) => Some(file),
        })
    }
}

impl Args for PatchTexts {
    fn augment_args(command: Command) -> Command {
        let arg = |id: &'static str, parser: ValueParser| {
            Arg::new(id).action(ArgAction::Append).value_parser(parser).group("the_patch")
        };
        command
            .arg(
                arg(PATCH, value_parser!(String))
                    .short('p')
                    .long("patch")
                    .value_name("PATCH")
                    .allow_hyphen_values(true)
                    .help("The patch, such as 'spec: {replicas: 3}'; may be repeated"),
            )
            .arg(
                arg(PATCH_FILE, value_parser!(FileArg).into())
                    .long("patch-file")
                    .value_name("FILE")
                    .help("File with one or more patches; - is standard input")
                    .long_help(
                        "File with one or more patches; - is standard input; may be repeated. The \
                         patches of -p and --patch-file are applied in the order of the command line",
                    ),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PatchTexts {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut texts = Vec::new();
        let place = |id| matches.indices_of(id).into_iter().flatten();
        let inline = matches.get_many::<String>(PATCH).into_iter().flatten();
        texts.extend(place(PATCH).zip(inline.map(|text| PatchText::Inline(text.clone()))));
        let files = matches.get_many::<FileArg>(PATCH_FILE).into_iter().flatten();
        texts.extend(place(PATCH_FILE).zip(files.map(|file| PatchText::File(file.clone()))));
        texts.sort_by_key(|(place, _)| *place);
        Ok(Self(texts.into_iter().map(|(_, text)| text).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
