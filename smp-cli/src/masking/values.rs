//! The masks of values, which show whether the values of two versions differ.

use std::collections::HashMap;

use crate::secret::MASK;

/// The values that are masked, by the names on the way to them.
#[derive(Default)]
pub(super) struct Values(HashMap<String, Field>);

/// The values of a field in both versions.
#[derive(Default)]
struct Field {
    /// The number of values of each version.
    counts: [usize; 2],
    /// A number for each distinct value.
    numbers: HashMap<String, usize>,
}

impl Values {
    pub(super) fn add(&mut self, side: usize, at: &str, text: String) {
        let field = self.0.entry(at.to_owned()).or_default();
        field.counts[side] += 1;
        let next = field.numbers.len() + 1;
        field.numbers.entry(text).or_insert(next);
    }

    /// The text in place of a value.
    pub(super) fn mask(&self, side: usize, at: &str, text: &str) -> String {
        let Some(Field { counts, numbers }) = self.0.get(at) else { return MASK.to_owned() };
        match counts {
            [1, 1] if numbers.len() == 2 => {
                format!("{MASK} ({})", if side == 0 { "before" } else { "after" })
            }
            [0 | 1, 0 | 1] => MASK.to_owned(),
            // Several values, in a list: equal values have the same number.
            _ => format!("{MASK} ({})", numbers.get(text).copied().unwrap_or_default()),
        }
    }
}
