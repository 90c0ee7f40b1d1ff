//! A scanner that checks JSON text and finds the positions of its parts, in one pass.
//!
//! `serde_json` decides what is JSON. `serde_json` accepts all text that this scanner accepts.
//! Text that the scanner refuses is given to `serde_json`, which accepts it or makes the error
//! message. `tests/tests/laws_json.rs` and a fuzz target compare both. The scanner gives the
//! positions of values, which `serde_json` does not, and takes about half of its time.

#![expect(clippy::inline_always, reason = "measured: calls cost a fifth of the time")]

/// A position in a text. Each method reads something, such as a value or a comma, and moves the
/// position behind it. `None` means that the text has something else there; the position is
/// undefined then, except where a method says that it stays.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

/// The name of a member.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MemberName<'a> {
    /// The position of the first quote, at which the member begins.
    pub(crate) start: usize,
    /// The text between the quotes.
    pub(crate) inner: &'a str,
    /// Whether the text has escapes.
    pub(crate) is_escaped: bool,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The position, in bytes.
    pub(crate) fn at(self) -> usize {
        self.at
    }

    /// The text from one position to another.
    pub(crate) fn part(self, start: usize, end: usize) -> Option<&'a str> {
        self.text.get(start..end)
    }

    /// The next byte that is not white space. The position stays before it.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        let (at, byte) = next(self.text.as_bytes(), self.at)?;
        self.at = at;
        Some(byte)
    }

    /// Reads this byte, after white space. Stays where it is if the next byte is another.
    pub(crate) fn accept(&mut self, byte: u8) -> Option<()> {
        self.at = past(self.text.as_bytes(), self.at, byte)?;
        Some(())
    }

    /// Whether the rest is white space.
    pub(crate) fn is_at_end(self) -> bool {
        next(self.text.as_bytes(), self.at).is_none()
    }

    /// Reads an object. `member` is called after each name, and must read the value.
    pub(crate) fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, MemberName<'a>) -> Option<()>,
    ) -> Option<()> {
        self.accept(b'{')?;
        if self.accept(b'}').is_some() {
            return Some(());
        }
        loop {
            let name = self.name()?;
            member(self, name)?;
            match self.peek()? {
                b',' => self.forward(1),
                b'}' => break,
                _ => return None,
            }
        }
        self.forward(1);
        Some(())
    }

    /// Reads a list. `item` must read one element.
    pub(crate) fn list(&mut self, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.accept(b'[')?;
        if self.accept(b']').is_some() {
            return Some(());
        }
        loop {
            item(self)?;
            match self.peek()? {
                b',' => self.forward(1),
                b']' => break,
                _ => return None,
            }
        }
        self.forward(1);
        Some(())
    }

    /// Reads a name and its colon.
    pub(crate) fn name(&mut self) -> Option<MemberName<'a>> {
        let bytes = self.text.as_bytes();
        let start = past(bytes, self.at, b'"')?;
        let first = plain(bytes, start);
        let is_escaped = *bytes.get(first)? != b'"';
        let end = if is_escaped { string(bytes, first)? } else { first.wrapping_add(1) };
        self.at = past(bytes, end, b':')?;
        let inner = self.part(start, end.wrapping_sub(1))?;
        Some(MemberName { start: start.wrapping_sub(1), inner, is_escaped })
    }

    /// Reads a value that has the same text as this one, which is known to be valid JSON. Stays
    /// where it is before any other value. `O(n)`, at the speed of comparing bytes.
    pub(crate) fn same(&mut self, value: &str) -> Option<&'a str> {
        let (start, _) = next(self.text.as_bytes(), self.at)?;
        let after = self.text.get(start..)?.strip_prefix(value)?;
        let ends_itself = matches!(value.as_bytes().last(), Some(b'"' | b'}' | b']'));
        let is_over = || {
            matches!(
                after.as_bytes().first(),
                None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\t' | b'\r')
            )
        };
        if !ends_itself && !is_over() {
            return None;
        }
        self.at = start.wrapping_add(value.len());
        self.part(start, self.at)
    }

    /// Reads a value of any depth. `O(n)`, without recursion.
    pub(crate) fn value(&mut self) -> Option<&'a str> {
        let (start, _) = next(self.text.as_bytes(), self.at)?;
        self.at = value(self.text.as_bytes(), start)?;
        self.part(start, self.at)
    }

    fn forward(&mut self, bytes: usize) {
        self.at = self.at.wrapping_add(bytes);
    }
}

// The functions below read what their names say, beginning at position `at`, and return the
// position behind it; `None` if the text has something else there. No position is greater than
// the length of the text, so that additions cannot overflow.

/// The next byte that is not white space, and its position.
#[inline(always)]
fn next(bytes: &[u8], at: usize) -> Option<(usize, u8)> {
    match *bytes.get(at)? {
        byte if byte > b' ' => Some((at, byte)),
        _ => next_after_space(bytes, at),
    }
}

/// Like [`next`], for a place with white space. Indented text has much of it, so that eight spaces
/// are compared at a time.
#[inline(never)]
fn next_after_space(bytes: &[u8], mut at: usize) -> Option<(usize, u8)> {
    loop {
        match *bytes.get(at)? {
            b' ' | b'\n' | b'\t' | b'\r' => at = at.wrapping_add(1),
            byte => return Some((at, byte)),
        }
        while bytes.get(at..).is_some_and(|rest| rest.starts_with(b"        ")) {
            at = at.wrapping_add(8);
        }
    }
}

#[inline(always)]
fn past(bytes: &[u8], at: usize, byte: u8) -> Option<usize> {
    let (at, found) = next(bytes, at)?;
    (found == byte).then_some(at.wrapping_add(1))
}

/// A value, after white space.
fn value(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut open = Brackets::default();
    loop {
        let (here, first) = next(bytes, at)?;
        at = here.wrapping_add(1);
        match first {
            b'"' => at = string(bytes, at)?,
            b'{' => {
                let Some(end) = past(bytes, at, b'}') else {
                    open.push(Bracket::Brace);
                    at = name(bytes, at)?;
                    continue;
                };
                at = end;
            }
            b'[' => {
                let Some(end) = past(bytes, at, b']') else {
                    open.push(Bracket::Square);
                    continue;
                };
                at = end;
            }
            b't' => at = literal(bytes, at, b"rue")?,
            b'f' => at = literal(bytes, at, b"alse")?,
            b'n' => at = literal(bytes, at, b"ull")?,
            b'-' => at = number(bytes, at)?,
            b'0'..=b'9' => at = number(bytes, here)?,
            _ => return None,
        }
        // Read the brackets that close behind this value, up to the comma before the next one.
        loop {
            let Some(bracket) = open.last() else { return Some(at) };
            let (here, byte) = next(bytes, at)?;
            at = here.wrapping_add(1);
            match (byte, bracket) {
                (b',', Bracket::Square) => break,
                (b',', Bracket::Brace) => {
                    at = name(bytes, at)?;
                    break;
                }
                (b'}', Bracket::Brace) | (b']', Bracket::Square) => open.pop(),
                _ => return None,
            }
        }
    }
}

/// A name and its colon.
#[inline(always)]
fn name(bytes: &[u8], at: usize) -> Option<usize> {
    let at = past(bytes, at, b'"')?;
    past(bytes, string(bytes, at)?, b':')
}

/// The rest of a string, after its first quote.
#[inline(always)]
fn string(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = plain(bytes, at);
        match bytes.get(at)? {
            b'"' => return Some(at.wrapping_add(1)),
            b'\\' => at = escape(bytes, at.wrapping_add(1))?,
            // A control character, which JSON does not allow in strings.
            _ => return None,
        }
    }
}

/// The rest of an escape, after its backslash.
#[inline(never)]
fn escape(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(at.wrapping_add(1)),
        b'u' => {
            let digits = bytes.get(at.wrapping_add(1)..)?.first_chunk::<4>()?;
            digits.iter().all(u8::is_ascii_hexdigit).then_some(at.wrapping_add(5))
        }
        _ => None,
    }
}

#[inline(never)]
fn literal(bytes: &[u8], at: usize, rest: &[u8]) -> Option<usize> {
    bytes.get(at..)?.starts_with(rest).then_some(at.wrapping_add(rest.len()))
}

/// A number, after its sign.
fn number(bytes: &[u8], mut at: usize) -> Option<usize> {
    at = if bytes.get(at) == Some(&b'0') { at.wrapping_add(1) } else { digits(bytes, at)? };
    if bytes.get(at) == Some(&b'.') {
        at = digits(bytes, at.wrapping_add(1))?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at = at.wrapping_add(1);
        if let Some(b'+' | b'-') = bytes.get(at) {
            at = at.wrapping_add(1);
        }
        at = digits(bytes, at)?;
    }
    Some(at)
}

/// One or more digits.
fn digits(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at = at.wrapping_add(1);
    }
    (at != start).then_some(at)
}

/// The bytes of a string up to the first quote, backslash, or control character. Eight bytes
/// are compared at a time.
#[inline(always)]
fn plain(bytes: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let found = special(u64::from_le_bytes(*chunk));
        if found != 0 {
            return at.wrapping_add((found.trailing_zeros() / 8) as usize);
        }
        at = at.wrapping_add(8);
    }
    while bytes.get(at).is_some_and(|byte| *byte >= 0x20 && *byte != b'"' && *byte != b'\\') {
        at = at.wrapping_add(1);
    }
    at
}

/// The highest bit of each of the eight bytes that is a quote, a backslash, or a control
/// character. Bits above the lowest one that is set may be wrong, since a subtraction borrows
/// from the higher bytes; only the lowest is used.
#[inline(always)]
fn special(word: u64) -> u64 {
    const fn all(byte: u8) -> u64 {
        u64::from_ne_bytes([byte; 8])
    }
    // With bit 1 flipped, the bytes below 0x21 are the control characters and the quote.
    let control_or_quote = (word ^ all(0x02)).wrapping_sub(all(0x21));
    let backslash = (word ^ all(b'\\')).wrapping_sub(all(0x01));
    (control_or_quote | backslash) & !word & all(0x80)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Brace,
    Square,
}

/// The stack of open brackets, one bit each.
#[derive(Debug, Default)]
struct Brackets {
    /// The last up to 64 brackets; the last one is the lowest bit.
    bits: u64,
    count: usize,
    /// The brackets before, 64 in each number.
    full: Vec<u64>,
}

impl Brackets {
    fn push(&mut self, bracket: Bracket) {
        if self.count > 0 && self.count.is_multiple_of(64) {
            self.full.push(self.bits);
        }
        self.bits = self.bits << 1 | u64::from(bracket == Bracket::Brace);
        self.count = self.count.wrapping_add(1);
    }

    fn pop(&mut self) {
        self.bits >>= 1;
        self.count = self.count.saturating_sub(1);
        if self.count > 0 && self.count.is_multiple_of(64) {
            self.bits = self.full.pop().unwrap_or_default();
        }
    }

    fn last(&self) -> Option<Bracket> {
        let bracket = if self.bits & 1 == 1 { Bracket::Brace } else { Bracket::Square };
        (self.count > 0).then_some(bracket)
    }
}
