//! The file of results: replaces the sections that were measured, and keeps the others.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::table::Section;
use super::{Result, Which, builds, documents, instructions, lists, memory, streams, structs};

const HEAD: &str = "# Results\n\n\
    Written by `cargo xtask bench`; [README.md](README.md) says what each row means. A\n\
    section is one session: date, machine and versions stand below its title.\n";

/// The text before the title of a section.
const SECTION: &str = "\n## ";

impl Which {
    const fn title(self) -> &'static str {
        match self {
            Self::Documents => documents::TITLE,
            Self::Structs => structs::TITLE,
            Self::Lists => lists::TITLE,
            Self::Memory => memory::TITLE,
            Self::Streams => streams::TITLE,
            Self::Builds => builds::TITLE,
            Self::Instructions => instructions::TITLE,
        }
    }
}

/// Writes the sections. Sections of the file that were not measured are kept.
pub(super) fn write(file: &Path, session: &str, sections: &[Section]) -> Result<()> {
    let old = match fs::read_to_string(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        old => old?,
    };
    Ok(fs::write(file, text(&old, session, sections))?)
}

/// The text with these sections in place of the old ones. Sections that others have written stay.
fn text(old: &str, session: &str, sections: &[Section]) -> String {
    let measured = |title: &str| {
        let section = sections.iter().find(|section| section.title == title)?;
        Some(format!("\n{session}.\n\n{}", section.body))
    };
    let mut parts = old.split(SECTION);
    let head = parts.next().filter(|head| !head.is_empty()).unwrap_or(HEAD);
    let mut text = head.trim_end().to_owned() + "\n";
    let mut written = Vec::new();
    for part in parts {
        let (title, body) = part.split_once('\n').unwrap_or((part, ""));
        let body = measured(title).unwrap_or_else(|| body.to_owned());
        let _ = write!(text, "{SECTION}{title}\n{}\n", body.trim_end());
        written.push(title);
    }
    for which in <Which as clap::ValueEnum>::value_variants() {
        let title = which.title();
        if let Some(body) = measured(title).filter(|_| !written.contains(&title)) {
            let _ = write!(text, "{SECTION}{title}\n{}\n", body.trim_end());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_that_were_not_measured_are_kept() {
        let section =
            |title, body: &str| Section { title, body: body.to_owned(), held: 0, missed: 0 };
        let first = [section(builds::TITLE, "old builds\n"), section(lists::TITLE, "lists\n")];
        let first = text("", "Monday", &first);
        let second = text(&first, "Tuesday", &[section(builds::TITLE, "new builds\n")]);
        assert_eq!(
            second.strip_prefix(HEAD).unwrap(),
            format!(
                "\n## {}\n\nMonday.\n\nlists\n\n## {}\n\nTuesday.\n\nnew builds\n",
                lists::TITLE,
                builds::TITLE
            )
        );
        assert_eq!(text(&second, "Wednesday", &[]), second);
        let by_hand = second.replace("\n## Builds", "\n## By hand\n\nfigures\n\n## Builds");
        assert!(by_hand.contains("By hand"), "{by_hand}");
        assert_eq!(text(&by_hand, "Thursday", &[]), by_hand);
    }
}
