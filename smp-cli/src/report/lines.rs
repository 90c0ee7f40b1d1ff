//! An index of the lines of a text, built once, so that finding a place costs the same everywhere.

/// Bytes between two marks.
const STEP: usize = 1 << 10;

/// The lines of a text: a mark at every [`STEP`].
#[derive(Debug)]
pub(crate) struct Lines(Vec<Position>);

/// The position of a byte. Line and column begin with 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Position {
    pub(crate) line: usize,
    /// The characters before it on its line.
    pub(crate) column: usize,
    /// The first byte of its line.
    pub(crate) line_start: usize,
}

impl Lines {
    /// Builds the index. `O(n)`.
    pub(crate) fn of(text: &str) -> Self {
        let mut at = Position::default();
        let mut marks = Vec::with_capacity(text.len() / STEP + 1);
        for (number, bytes) in text.as_bytes().chunks(STEP).enumerate() {
            marks.push(at);
            at = at.after(number * STEP, bytes);
        }
        Self(marks)
    }

    /// The position of a byte of the text that was given to [`of`](Self::of). `O(1)`.
    pub(crate) fn position(&self, text: &str, at: usize) -> Position {
        let number = (at / STEP).min(self.0.len().saturating_sub(1));
        let mark = self.0.get(number).copied().unwrap_or_default();
        mark.after(number * STEP, text.as_bytes().get(number * STEP..at).unwrap_or_default())
    }
}

impl Position {
    /// The position after some bytes, the first of which is at `offset`.
    fn after(self, offset: usize, bytes: &[u8]) -> Self {
        let mut position = self;
        for (at, byte) in (offset..).zip(bytes) {
            match byte {
                b'\n' => {
                    let line = position.line + 1;
                    position = Self { line, column: 0, line_start: at + 1 };
                }
                // Continuation bytes of a character.
                0x80..=0xbf => {}
                _ => position.column += 1,
            }
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, Position};

    #[test]
    fn each_position_is_that_of_a_search_from_the_beginning() {
        let lines = ["a\n", "\n", "äöü€ ", &"x".repeat(1023), "\n", &"ö".repeat(900), "\n", "b"];
        let text = lines.concat().repeat(3);
        let found = Lines::of(&text);
        for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            let line_start = text[..at].rfind('\n').map_or(0, |at| at + 1);
            let column = text[line_start..at].chars().count();
            let line = text[..at].matches('\n').count();
            assert_eq!(found.position(&text, at), Position { line, column, line_start }, "{at}");
        }
        assert_eq!(Lines::of("").position("", 0), Position::default());
    }
}
