//! The patches on the command line, in their order.

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::shared::FileArg;

// The options, each with its values. No doc comment: it would become the description of the command.
#[derive(Debug, Args)]
struct PatchOptions {
    /// The patch, such as 'spec: {replicas: 3}'; may be repeated
    #[arg(short, long, value_name = "PATCH", allow_hyphen_values = true, group = "the_patch")]
    patch: Vec<String>,

    #[arg(
        long,
        value_name = "FILE",
        group = "the_patch",
        help = "File with one or more patches; - is standard input",
        long_help = "File with one or more patches; - is standard input; may be repeated. The patches of \
                     -p and --patch-file are applied in the order of the command line"
    )]
    patch_file: Vec<FileArg>,
}

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
        PatchOptions::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PatchTexts {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let PatchOptions { patch, patch_file } = PatchOptions::from_arg_matches(matches)?;
        let places = |id| matches.indices_of(id).into_iter().flatten();
        let inline = places("patch").zip(patch.into_iter().map(PatchText::Inline));
        let files = places("patch_file").zip(patch_file.into_iter().map(PatchText::File));
        let mut texts: Vec<_> = inline.chain(files).collect();
        texts.sort_by_key(|(place, _)| *place);
        Ok(Self(texts.into_iter().map(|(_, text)| text).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
