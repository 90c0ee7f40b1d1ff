//! Scalars on one line.

use std::borrow::Cow;

use granit_parser::ScalarStyle;

use super::{MAX_KEY, Scanner};

impl<'t> Scanner<'t> {
    /// Reads a scalar that is plain or in quotes, up to its end.
    pub(super) fn token(&mut self, in_flow: bool) -> Option<(Cow<'t, str>, ScalarStyle)> {
        match self.peek()? {
            b'\'' => Some((self.single_quoted()?, ScalarStyle::SingleQuoted)),
            b'"' => Some((self.double_quoted()?, ScalarStyle::DoubleQuoted)),
            _ => Some((Cow::Borrowed(self.plain(in_flow)?), ScalarStyle::Plain)),
        }
    }

    /// The colon after a key in block style that began at `start`; `Some(None)` if it is not a key. `None`
    /// if it is too long for the parser.
    #[expect(clippy::option_option, reason = "no key is no failure")]
    pub(super) fn colon(&mut self, start: usize) -> Option<Option<usize>> {
        let end = self.at;
        self.skip_spaces();
        let colon = self.at;
        let is_colon =
            self.peek() == Some(b':') && matches!(self.byte(colon + 1), None | Some(b' ' | b'\n'));
        if !is_colon {
            self.at = end;
            return Some(None);
        }
        (colon - start <= MAX_KEY).then_some(Some(colon))
    }

    fn plain(&mut self, in_flow: bool) -> Option<&'t str> {
        let start = self.at;
        let is_bracket_or_comma = |byte: u8| matches!(byte, b',' | b'[' | b']' | b'{' | b'}');
        let may_end =
            |byte: u8| matches!(byte, b'\n' | b'\t' | b' ' | b':') || is_bracket_or_comma(byte);
        let second = self.byte(start + 1);
        match self.peek()? {
            b'-' if matches!(second, None | Some(b' ' | b'\t' | b'\n')) => return None,
            b'-' if in_flow && second.is_some_and(is_bracket_or_comma) => return None,
            b'?' | b':' | b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|'
            | b'>' | b'\'' | b'"' | b'%' | b'@' | b'`' | b'\t' => return None,
            _ => {}
        }
        // The place after the last character that is not a space.
        let mut end = start;
        let mut at = start;
        loop {
            // Bytes that do not end the scalar are skipped together.
            let rest = self.text.as_bytes().get(at..).unwrap_or_default();
            let ordinary = rest.iter().take_while(|byte| !may_end(**byte)).count();
            if ordinary > 0 {
                at += ordinary;
                end = at;
            }
            match self.byte(at) {
                None | Some(b'\n') if in_flow => return None,
                None | Some(b'\n') => break,
                Some(b'\t') => return None,
                Some(b' ') => {
                    at += 1;
                    if self.byte(at) == Some(b'#') {
                        break;
                    }
                    continue;
                }
                Some(b':') => match self.byte(at + 1) {
                    Some(b'\t') => return None,
                    None | Some(b' ' | b'\n') => break,
                    Some(byte) if in_flow && is_bracket_or_comma(byte) => return None,
                    Some(_) => {}
                },
                Some(byte) if in_flow && is_bracket_or_comma(byte) => break,
                Some(_) => {}
            }
            at += 1;
            end = at;
        }
        self.at = end;
        self.text.get(start..end)
    }

    fn single_quoted(&mut self) -> Option<Cow<'t, str>> {
        let start = self.at + 1;
        let (mut at, mut escapes) = (start, false);
        loop {
            match self.byte(at)? {
                b'\n' | b'\t' => return None,
                b'\'' if self.byte(at + 1) == Some(b'\'') => {
                    escapes = true;
                    at += 2;
                }
                b'\'' => break,
                _ => at += 1,
            }
        }
        self.at = at + 1;
        let text = self.text.get(start..at)?;
        Some(if escapes { text.replace("''", "'").into() } else { text.into() })
    }

    fn double_quoted(&mut self) -> Option<Cow<'t, str>> {
        let start = self.at + 1;
        let (mut at, mut escapes) = (start, false);
        loop {
            match self.byte(at)? {
                b'\n' | b'\t' => return None,
                b'\\' => {
                    escapes = true;
                    at += 2;
                }
                b'"' => break,
                _ => at += 1,
            }
        }
        self.at = at + 1;
        let text = self.text.get(start..at)?;
        if escapes { Some(unescaped(text)?.into()) } else { Some(text.into()) }
    }
}

/// Unescapes text in double quotes. Only knows escapes that JSON has, too, except for `\u`.
fn unescaped(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        out.push(match chars.next()? {
            c @ ('"' | '\\' | '/') => c,
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            _ => return None,
        });
    }
    Some(out)
}
