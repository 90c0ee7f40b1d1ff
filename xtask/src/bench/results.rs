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

fn text(old: &str, session: &str, sections: &[Section]) -> String {
    let mut text = HEAD.to_owned();
    for which in <Which as clap::ValueEnum>::value_variants() {
        let title = which.title();
        if let Some(section) = sections.iter().find(|section| section.title == title) {
            let _ = write!(text, "\n## {title}\n\n{session}.\n\n{}", section.body);
        } else if let Some(body) = body_in(old, title) {
            let _ = write!(text, "\n## {title}\n{body}");
        }
    }
    text
}

/// The text below a title, up to the next title.
fn body_in<'t>(text: &'t str, title: &str) -> Option<&'t str> {
    let (_, after) = text.split_once(&format!("\n## {title}\n"))?;
    Some(after.split_once("\n## ").map_or(after, |(body, _)| body))
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
    }
}
