//! Colours of standard output, and the escapes of characters that act on a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::report::escape_except;

pub(super) const MOVED: Style = AnsiColor::Cyan.on_default();
pub(super) const TITLE: Style = Style::new().bold();
pub(super) const REMARK: Style = Style::new().dimmed();

/// The style of a line that begins with this sign.
pub(super) fn style(sign: char) -> Style {
    match sign {
        '+' => AnsiColor::Green.on_default(),
        '-' => AnsiColor::Red.on_default(),
        '~' => AnsiColor::Yellow.on_default(),
        '>' => MOVED,
        _ => Style::new(),
    }
}

/// How text is written to standard output: with or without colours and escapes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    colours: bool,
    /// Whether the output is for people, so that nothing in the input may act on a terminal. Other
    /// programs get the text as it is.
    is_seen: bool,
}

impl Paint {
    /// The paint for standard output: with colours on a terminal that supports them, unless `NO_COLOR`
    /// is set; without a terminal only if `CLICOLOR_FORCE` is set.
    pub(crate) fn of_stdout() -> Self {
        let stdout = io::stdout();
        let colours = AutoStream::choice(&stdout) != ColorChoice::Never;
        Self { colours, is_seen: colours || stdout.is_terminal() }
    }

    /// Appends text in a style.
    pub(super) fn push(self, out: &mut String, style: Style, text: &str) {
        if self.colours && !text.is_empty() {
            // Writing to a string does not fail.
            let _ = write!(out, "{style}{text}{style:#}");
        } else {
            out.push_str(text);
        }
    }

    /// A line of a file, to be shown.
    pub(crate) fn line(self, text: &str) -> Cow<'_, str> {
        if self.is_seen { escape_except(text, &['\t']) } else { Cow::Borrowed(text) }
    }
}
