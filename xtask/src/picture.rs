//! `cargo xtask picture`: `docs/preview.svg`, the picture in README.md. It shows what the main
//! command of README.md prints in a terminal.

use std::error::Error;
use std::fs;
use std::process::Command;

use anstyle_svg::{Term, WIN10_CONSOLE};

use crate::openapi::workspace;

/// Draw `docs/preview.svg`, which shows what README's main command prints.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing, and fail if the picture would change.
    #[arg(long)]
    check: bool,
}

/// The text before the arguments of the command in README.md.
const PROGRAM: &str = "    cargo run -p smp-cli --bin smp -- ";

/// Draws the picture, or compares it with the existing one.
pub(crate) fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let readme = fs::read_to_string(workspace().join("README.md"))?;
    let command = readme.lines().find_map(|line| line.strip_prefix(PROGRAM));
    let command = command.ok_or_else(|| format!("README.md: no line begins with `{PROGRAM}`"))?;
    let picture = draw(command, &printed(command)?);
    let file = workspace().join("docs").join("preview.svg");
    if !args.check {
        return Ok(fs::write(file, picture)?);
    }
    if fs::read_to_string(&file)? == picture {
        return Ok(());
    }
    Err("docs/preview.svg is not what the command prints: run `cargo xtask picture`".into())
}

/// The output of the command, with colours.
fn printed(command: &str) -> Result<String, Box<dyn Error>> {
    let output = Command::new("cargo")
        .args(PROGRAM.split_whitespace().skip(1))
        .args(command.split_whitespace())
        .env("CARGO_TERM_QUIET", "true")
        .current_dir(workspace())
        .env("CLICOLOR_FORCE", "1")
        .env_remove("NO_COLOR")
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Draws a terminal that has run the command.
fn draw(command: &str, printed: &str) -> String {
    // The bright colours, which are easier to read than the others.
    let mut palette = WIN10_CONSOLE;
    palette.0.copy_within(9..15, 1);
    let terminal = Term::new().palette(palette);
    let text = format!("$ smp {command}\n{}", printed.trim_end());
    terminal.render_svg(&text)
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn a_picture_has_the_command_the_text_and_its_colours() {
        let picture = draw("patch -f a.yaml", "\u{1b}[31m- a: <1>\u{1b}[0m\n");
        assert!(picture.starts_with("<svg"), "{picture}");
        for part in ["$ smp patch -f a.yaml", "- a: &lt;1&gt;", "fg-red"] {
            assert!(picture.contains(part), "{part} is not in {picture}");
        }
    }
}
