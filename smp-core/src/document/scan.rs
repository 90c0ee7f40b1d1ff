//! The check of JSON text: one pass that also notes where objects and lists end, so that they can be
//! skipped later without reading them.
//!
//! `serde_json` decides what is JSON. `serde_json` accepts all text that this scanner accepts.
//! Text that the scanner refuses is given to `serde_json` for its error message.
//! `tests/tests/laws_json.rs` and a fuzz target compare both.

#![expect(clippy::inline_always, reason = "measured: calls cost a fifth of the time")]

/// An object or list in a text that isn't empty. The parts of a text are in the order in which they
/// begin, so that those inside of a part follow it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    /// The length of its text.
    pub(super) len: u32,
    /// The number of parts in it, including itself.
    pub(super) count: u32,
}

impl Part {
    /// A typical number of parts for a text of this length.
    pub(super) fn expected(text: &str) -> usize {
        (text.len() / 48).min(1 << 10)
    }
}

// The functions below read what their names say, beginning at position `at`, and return the
// position after it; `None` if the text has something else there. No position is greater than
// the length of the text, so that additions cannot overflow.

/// The next byte that is not white space, and its position.
#[inline(always)]
pub(super) fn next(bytes: &[u8], at: usize) -> Option<(usize, u8)> {
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
pub(super) fn past(bytes: &[u8], at: usize, byte: u8) -> Option<usize> {
    let (at, found) = next(bytes, at)?;
    (found == byte).then_some(at.wrapping_add(1))
}

/// A value of any depth, after white space, in a text of less than 4 GiB. Its parts are added to
/// `parts`, which must be empty. `O(n)`, without recursion.
pub(super) fn value(bytes: &[u8], mut at: usize, parts: &mut Vec<Part>) -> Option<usize> {
    /// The index of the part around the outermost one.
    const NONE: u32 = u32::MAX;
    // The innermost open part, and the bracket that closes it. While a part is open, `len` is the
    // position where it begins, and `count` is the index of the part around it.
    let (mut inside, mut bracket) = (NONE, 0);
    loop {
        let (here, first) = next(bytes, at)?;
        at = here.wrapping_add(1);
        match first {
            b'"' => at = string(bytes, at)?,
            b'{' | b'[' => {
                let Some(end) = past(bytes, at, closing(first)) else {
                    let part = Part { len: short(here), count: inside };
                    (inside, bracket) = (short(parts.len()), closing(first));
                    parts.push(part);
                    if first == b'{' {
                        at = name(bytes, at)?;
                    }
                    continue;
                };
                at = end;
            }
            _ => at = literal(bytes, here, first)?,
        }
        // Read the brackets that close after this value, up to the comma before the next one.
        loop {
            if inside == NONE {
                return Some(at);
            }
            let (here, byte) = next(bytes, at)?;
            at = here.wrapping_add(1);
            if byte == b',' {
                if bracket == b'}' {
                    at = name(bytes, at)?;
                }
                break;
            }
            if byte != bracket {
                return None;
            }
            let count = short(parts.len()).wrapping_sub(inside);
            let part = parts.get_mut(inside as usize)?;
            let len = short(at).wrapping_sub(part.len);
            inside = core::mem::replace(part, Part { len, count }).count;
            if let Some(around) = parts.get(inside as usize) {
                bracket = closing(*bytes.get(around.len as usize)?);
            }
        }
    }
}

/// A position in a text of less than 4 GiB, or a number of parts of it.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the text is shorter")]
const fn short(position: usize) -> u32 {
    position as u32
}

/// The bracket that closes this one.
#[inline(always)]
pub(super) const fn closing(bracket: u8) -> u8 {
    // In ASCII, the two brackets of a pair are two apart.
    bracket.wrapping_add(2)
}

/// A name and its colon.
#[inline(always)]
fn name(bytes: &[u8], at: usize) -> Option<usize> {
    let at = past(bytes, at, b'"')?;
    past(bytes, string(bytes, at)?, b':')
}

/// The rest of a string, after its first quote.
#[inline(always)]
pub(super) fn string(bytes: &[u8], mut at: usize) -> Option<usize> {
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

/// A number or a word, with its first byte.
#[inline(always)]
pub(super) fn literal(bytes: &[u8], at: usize, first: u8) -> Option<usize> {
    match first {
        b't' => word(bytes, at, b"true"),
        b'f' => word(bytes, at, b"false"),
        b'n' => word(bytes, at, b"null"),
        b'-' => number(bytes, at.wrapping_add(1)),
        b'0'..=b'9' => number(bytes, at),
        _ => None,
    }
}

#[inline(never)]
fn word(bytes: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    bytes.get(at..)?.starts_with(word).then_some(at.wrapping_add(word.len()))
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
pub(super) fn plain(bytes: &[u8], at: usize) -> usize {
    let Some(mut rest) = bytes.get(at..) else { return at };
    let at = |rest: &[u8]| bytes.len().wrapping_sub(rest.len());
    while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
        let found = special(u64::from_le_bytes(*chunk));
        if found != 0 {
            return at(rest).wrapping_add((found.trailing_zeros() / 8) as usize);
        }
        rest = after;
    }
    while let Some((_, after)) = rest.split_first().filter(|(byte, _)| is_plain_byte(**byte)) {
        rest = after;
    }
    at(rest)
}

/// Whether a text needs no escapes in a string.
pub(super) fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(last) = bytes.last_chunk::<8>() else {
        return bytes.iter().copied().all(is_plain_byte);
    };
    let (chunks, _) = bytes.as_chunks::<8>();
    chunks.iter().chain([last]).all(|chunk| special(u64::from_le_bytes(*chunk)) == 0)
}

fn is_plain_byte(byte: u8) -> bool {
    byte >= 0x20 && byte != b'"' && byte != b'\\'
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
