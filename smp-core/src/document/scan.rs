//! A scanner of JSON text that checks it and tells where its parts stand: the
//! one look at every byte that a merge begins with.
//!
//! Whether a text is JSON is for `serde_json` to say: what this scanner accepts
//! it accepts, too, and what this one refuses is given to it for its opinion and
//! its error message. `tests/tests/laws_json.rs` and a fuzz target hold both side
//! by side. What is gained is the place of each part, which `serde_json` doesn't
//! tell, and about half of the time that it needs to look at the same text.

#![expect(clippy::inline_always, reason = "measured: calls cost a fifth of the time")]

/// Stands at a place in a text. All methods move on, over what they have read;
/// `None` says that it isn't there, and where the scanner stands then is no
/// matter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

/// The name of a member.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MemberName<'a> {
    /// Where its member begins: at its first quote.
    pub(crate) start: usize,
    /// What stands between its quotes.
    pub(crate) inner: &'a str,
    /// Whether that is spelled with escapes.
    pub(crate) is_escaped: bool,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Where it stands. `O(1)`.
    pub(crate) fn at(self) -> usize {
        self.at
    }

    /// The text from one place to another.
    pub(crate) fn part(self, start: usize, end: usize) -> Option<&'a str> {
        self.text.get(start..end)
    }

    /// The next byte that isn't white space. Stays before it.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        let (at, byte) = next(self.text.as_bytes(), self.at)?;
        self.at = at;
        Some(byte)
    }

    /// Past this byte, if it is the next that isn't white space.
    pub(crate) fn accept(&mut self, byte: u8) -> Option<()> {
        self.at = past(self.text.as_bytes(), self.at, byte)?;
        Some(())
    }

    /// Whether only white space is left.
    pub(crate) fn is_at_end(self) -> bool {
        next(self.text.as_bytes(), self.at).is_none()
    }

    /// The members of an object, from brace to brace: `member` is called after
    /// each name and has to read the value.
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

    /// The elements of a list, from bracket to bracket: `item` has to read one.
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

    /// A name and its colon.
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

    /// The same value as this one, which has been checked: what is equal to it
    /// byte by byte is JSON, too. Stays where it is before any other. `O(n)`, at
    /// the speed of comparing bytes.
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

    /// A whole value, however deep. `O(n)`, without recursion.
    pub(crate) fn value(&mut self) -> Option<&'a str> {
        let (start, _) = next(self.text.as_bytes(), self.at)?;
        self.at = value(self.text.as_bytes(), start)?;
        self.part(start, self.at)
    }

    fn forward(&mut self, bytes: usize) {
        self.at = self.at.wrapping_add(bytes);
    }
}

// From here on: functions from a place in the text to the place behind what they
// name. None goes on behind the end of the text, so that no place can overflow.

/// The next byte that isn't white space, and its place.
#[inline(always)]
fn next(bytes: &[u8], at: usize) -> Option<(usize, u8)> {
    match *bytes.get(at)? {
        byte if byte > b' ' => Some((at, byte)),
        _ => next_after_space(bytes, at),
    }
}

/// Past white space. Indented text has much of it, so that eight spaces at a time
/// are worth a look.
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

/// A whole value that begins right here.
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
        // Past the brackets that end with this value, to the next one.
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

/// What is left of a string after its first quote.
#[inline(always)]
fn string(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = plain(bytes, at);
        match bytes.get(at)? {
            b'"' => return Some(at.wrapping_add(1)),
            b'\\' => at = escape(bytes, at.wrapping_add(1))?,
            // A control character.
            _ => return None,
        }
    }
}

/// What is left of an escape after its backslash.
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

/// A number behind its sign.
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

/// One digit or more.
fn digits(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at = at.wrapping_add(1);
    }
    (at != start).then_some(at)
}

/// The place from `at` on of the first byte that doesn't merely stand for itself
/// in a string: a quote, a backslash, a control character. Looks at eight bytes
/// at a time.
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

/// Marks with its highest bit each of eight bytes that is special in a string,
/// and perhaps others above the lowest of those: a subtraction borrows upwards.
#[inline(always)]
fn special(word: u64) -> u64 {
    const fn all(byte: u8) -> u64 {
        u64::from_ne_bytes([byte; 8])
    }
    // With bit 1 flipped, control characters and the quote are what is below
    // 0x21.
    let control_or_quote = (word ^ all(0x02)).wrapping_sub(all(0x21));
    let backslash = (word ^ all(b'\\')).wrapping_sub(all(0x01));
    (control_or_quote | backslash) & !word & all(0x80)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Brace,
    Square,
}

/// The brackets that are open, a bit each.
#[derive(Debug, Default)]
struct Brackets {
    /// The last up to 64 of them, the last one lowest.
    bits: u64,
    count: usize,
    /// Those before, 64 each.
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
