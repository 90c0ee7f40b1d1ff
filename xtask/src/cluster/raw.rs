//! JSON as text in forms that serde does not write: numbers such as `1e0` and `-0`, escapes, and
//! repeated members.

use fastrand::Rng;
use serde_json::{Number, Value};
use smp_tests::choices::Choices;

use super::client::Media;

/// The value as text, with some numbers, texts and members in an unusual form.
///
/// A configuration of server-side apply is read as YAML, which has no `\/`.
pub(super) fn text(value: &Value, form: Form, choices: &mut Choices<'_>) -> String {
    let odds = choices.pick(&[3, 10, 30]);
    let mut text = String::new();
    Writer { form, odds, choices, text: &mut text }.write(value);
    text
}

/// The unusual forms that a text may have.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that a reader takes or not")]
pub(super) struct Form {
    /// Slashes as escapes.
    pub(super) slashes: bool,
    /// Repeated members with the same value.
    pub(super) repeats: bool,
    /// Escapes in texts that are values.
    pub(super) escapes: bool,
    /// Numbers such as `1e0`.
    pub(super) numbers: bool,
}

impl Form {
    /// The forms that a body of this media type may have, so that a server reads the same object.
    pub(super) fn of(media: &str, is_custom: bool) -> Self {
        let is_yaml = media == Media::APPLY;
        let is_strategic = media == Media::Strategic.name();
        Self {
            slashes: !is_yaml,
            repeats: !is_yaml,
            // A server reads the text of a quantity, escapes included, unless it writes the body anew.
            escapes: is_yaml || is_strategic || is_custom,
            // A server's strategic merge takes two spellings of a list key for two keys. A number of a
            // custom resource has the type of its spelling until it is stored.
            numbers: !is_strategic && !is_custom,
        }
    }
}

struct Writer<'w, 'c> {
    form: Form,
    odds: usize,
    choices: &'w mut Choices<'c>,
    text: &'w mut String,
}

impl Writer<'_, '_> {
    fn write(&mut self, value: &Value) {
        match value {
            Value::Object(members) => {
                let mut separator = "{";
                for (name, member) in members {
                    let repeats = self.form.repeats && self.choices.one_in(self.odds * 4);
                    self.text.push_str(separator);
                    let start = self.text.len();
                    self.write_text(name, true);
                    self.text.push(':');
                    self.write(member);
                    if repeats {
                        let again = self.text.get(start..).unwrap_or_default().to_owned();
                        self.text.push(',');
                        self.text.push_str(&again);
                    }
                    separator = ",";
                }
                self.text.push_str(if members.is_empty() { "{}" } else { "}" });
            }
            Value::Array(items) => {
                self.text.push('[');
                for (at, item) in items.iter().enumerate() {
                    self.text.push_str(if at > 0 { "," } else { "" });
                    self.write(item);
                }
                self.text.push(']');
            }
            Value::Number(number) if self.form.numbers && self.choices.one_in(self.odds) => {
                let form = form(number, self.choices);
                self.text.push_str(&form);
            }
            Value::String(string) => self.write_text(string, self.form.escapes),
            _ => self.text.push_str(&value.to_string()),
        }
    }

    fn write_text(&mut self, string: &str, escapes: bool) {
        // Only one choice, so that the length of a text does not affect the choices after it.
        let mut rng = Rng::with_seed(self.choices.below(1 << 20) as u64);
        let mut one_in = |odds: usize| rng.usize(..odds) == 0;
        self.text.push('"');
        for letter in string.chars() {
            let code = u32::from(letter);
            if letter == '/' && escapes && self.form.slashes && one_in(self.odds) {
                self.text.push_str("\\/");
            } else if escapes && code < 0x10000 && one_in(self.odds * 20) {
                self.text.extend(["\\u", &format!("{code:04x}")]);
            } else {
                let quoted = Value::String(letter.to_string()).to_string();
                self.text.push_str(quoted.get(1..quoted.len() - 1).unwrap_or_default());
            }
        }
        self.text.push('"');
    }
}

/// An integer beyond 64 bits.
pub(super) const BEYOND: &str = "9223372036854775808";

/// A number as text that Go reads as another type, or refuses.
fn form(number: &Number, choices: &mut Choices<'_>) -> String {
    match choices.below(5) {
        0 if !number.is_f64() => format!("{number}.0"),
        1 => format!("{number}e0"),
        2 if number.as_i64().is_some_and(|it| it != 0) => format!("{number}0E-1"),
        3 if number.as_u64() == Some(0) => "-0".to_owned(),
        4 => choices.pick(&[BEYOND, "1e3", "-1", "0.5", "-0"]).to_owned(),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_the_form_changes() {
        let value = json!({"a/b": [1, "x\"\n/ä", {"c": 0, "d": {}}], "e": null, "f": "\u{1f600}"});
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let mut below = |n| rng.u32(..n);
            let form = Form { slashes: true, repeats: true, escapes: true, numbers: true };
            let written = text(&value, form, &mut Choices::new(&mut below));
            let mut read: Value = serde_json::from_str(&written).expect(&written);
            assert!(read["a/b"][0].is_number(), "{written}");
            read["a/b"][0] = json!(1);
            read["a/b"][2]["c"] = json!(0);
            assert_eq!(read, value, "{written}");
        }
    }
}
