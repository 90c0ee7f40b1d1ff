//! Texts of values in random styles.

use fastrand::Rng;

use crate::value::Value;

/// A text of a value: comments, blank lines, indentation and quotes at random.
pub(crate) fn text_of(value: &Value, rng: &mut Rng) -> String {
    let mut out = String::new();
    if rng.usize(..4) == 0 {
        out.push_str("# head\n");
    }
    let marker = rng.usize(..4) == 0;
    if marker {
        out.push_str("---");
        if rng.usize(..3) == 0 {
            out.push_str(" # first");
        }
        out.push('\n');
    }
    let style = Style {
        step: rng.usize(1..5),
        dash: rng.usize(..3),
        gap: rng.usize(2..5),
        comments: rng.bool(),
        flow: rng.usize(..10),
    };
    let mut writer = Writer { style, out, rng, ended_block: false, after_block: false };
    match value {
        Value::Object(members) if !members.is_empty() && !writer.in_flow() => {
            writer.members(members, 0, false);
        }
        Value::List(items) if !items.is_empty() && !writer.in_flow() => {
            writer.items(items, 0, false);
        }
        other => {
            writer.inline(other, 0, 2);
            writer.end_line();
        }
    }
    let mut out = writer.out;
    let rng = writer.rng;
    match rng.usize(..8) {
        0 => out.push_str("# tail\n"),
        1 => out.push_str("...\n"),
        2 if !out.ends_with("\n\n") => out.truncate(out.trim_end_matches('\n').len()),
        _ => {}
    }
    match rng.usize(..6) {
        0 if !out.contains('|') && !out.contains('>') => out.replace('\n', "\r\n"),
        1 => out.replace('\n', "\r"),
        _ => out,
    }
}

#[derive(Clone, Copy)]
struct Style {
    step: usize,
    dash: usize,
    gap: usize,
    comments: bool,
    flow: usize,
}

struct Writer<'r> {
    style: Style,
    out: String,
    rng: &'r mut Rng,
    /// Whether the last line is of a block scalar, and has its line break.
    ended_block: bool,
    /// Whether the line before is of a block scalar.
    after_block: bool,
}

impl Writer<'_> {
    fn in_flow(&mut self) -> bool {
        self.rng.usize(..10) < self.style.flow / 3
    }

    fn comment(&mut self, indent: usize) {
        if !self.style.comments {
            return;
        }
        let blank = " ".repeat(indent);
        // Blank lines, and lines that are indented more, would be part of the scalar.
        match self.rng.usize(..if self.after_block { 1 } else { 8 }) {
            0 => self.out.push_str(&[&blank, "# above\n"].concat()),
            1 => self.out.push('\n'),
            2 => self.out.push_str(&["\n", &blank, "# free\n\n", &blank, "# above\n"].concat()),
            3 => self.out.push_str(&[&blank, "   # deeper\n"].concat()),
            _ => {}
        }
    }

    fn end_line(&mut self) {
        self.after_block = core::mem::take(&mut self.ended_block);
        if self.after_block {
            return;
        }
        if self.style.comments && self.rng.usize(..4) == 0 {
            self.out.push_str("  # right");
        }
        self.out.push('\n');
    }

    fn members(&mut self, members: &[(String, Value)], indent: usize, mut inline: bool) {
        for (name, value) in members {
            if !core::mem::take(&mut inline) {
                self.comment(indent);
                self.out.push_str(&" ".repeat(indent));
            }
            let key = self.quoted(name);
            self.out.push_str(&key);
            self.out.push(':');
            self.after(value, indent, indent + self.style.step, indent + self.style.dash);
        }
    }

    fn items(&mut self, items: &[Value], indent: usize, mut inline: bool) {
        for item in items {
            if !core::mem::take(&mut inline) {
                self.comment(indent);
                self.out.push_str(&" ".repeat(indent));
            }
            self.out.push('-');
            let child = indent + self.style.gap;
            match item {
                Value::Object(members) if !members.is_empty() && !self.in_flow() => {
                    self.out.push_str(&" ".repeat(self.style.gap - 1));
                    self.members(members, child, true);
                }
                Value::List(items) if !items.is_empty() && !self.in_flow() => {
                    self.out.push_str(&" ".repeat(self.style.gap - 1));
                    self.items(items, child, true);
                }
                other => {
                    self.scalar_after(other, indent, child);
                    self.end_line();
                }
            }
        }
    }

    fn after(&mut self, value: &Value, column: usize, keys: usize, dashes: usize) {
        match value {
            Value::Object(members) if !members.is_empty() && !self.in_flow() => {
                self.end_line();
                self.members(members, keys, false);
            }
            Value::List(items) if !items.is_empty() && !self.in_flow() => {
                self.end_line();
                self.items(items, dashes, false);
            }
            other => {
                self.scalar_after(other, column, keys);
                self.end_line();
            }
        }
    }

    fn scalar_after(&mut self, value: &Value, column: usize, child: usize) {
        if value.is_null() && self.rng.bool() {
            return;
        }
        self.out.push_str(&" ".repeat(self.rng.usize(1..3)));
        self.inline(value, column, child);
    }

    fn inline(&mut self, value: &Value, column: usize, child: usize) {
        match value {
            Value::String(text)
                if text.ends_with('\n')
                    && Self::fits_block(text)
                    && child > column
                    && self.rng.bool() =>
            {
                let keep = text.ends_with("\n\n");
                self.out.push_str(if keep { "|+\n" } else { "|\n" });
                let body = text.trim_end_matches('\n');
                for line in body.split('\n') {
                    if !line.is_empty() {
                        self.out.push_str(&" ".repeat(child));
                    }
                    self.out.push_str(line);
                    self.out.push('\n');
                }
                for _ in 1..text.len() - body.len() {
                    self.out.push('\n');
                }
                self.ended_block = true;
            }
            other => {
                let text = self.flow(other, child);
                self.out.push_str(&text);
            }
        }
    }

    fn fits_block(text: &str) -> bool {
        !text.starts_with([' ', '\n']) && !text.contains(['\r', '\t', '\u{1}', '\u{85}'])
    }

    fn flow(&mut self, value: &Value, indent: usize) -> String {
        let lines = self.rng.usize(..4) == 0;
        let open = if lines { format!("\n{}", " ".repeat(indent + 1)) } else { String::new() };
        let comma = if lines {
            let comment = if self.style.comments && self.rng.bool() { " # item" } else { "" };
            format!(",{comment}\n{}", " ".repeat(indent + 1))
        } else if self.rng.bool() {
            ", ".to_owned()
        } else {
            " , ".to_owned()
        };
        let trail = if self.rng.usize(..6) == 0 { "," } else { "" };
        let close =
            if lines { format!("{trail}\n{}", " ".repeat(indent)) } else { trail.to_owned() };
        match value {
            Value::Null => ["null", "~"][self.rng.usize(..2)].to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Number(number) => number.clone(),
            Value::String(text) => self.quoted(text),
            Value::List(items) if items.is_empty() => "[]".to_owned(),
            Value::Object(members) if members.is_empty() => "{}".to_owned(),
            Value::List(items) => {
                let items: Vec<String> =
                    items.iter().map(|item| self.flow(item, indent + 1)).collect();
                format!("[{open}{}{close}]", items.join(&comma))
            }
            Value::Object(members) => {
                let members: Vec<String> = members
                    .iter()
                    .map(|(name, value)| {
                        format!("{}: {}", self.quoted(name), self.flow(value, indent + 1))
                    })
                    .collect();
                format!("{{{open}{}{close}}}", members.join(&comma))
            }
        }
    }

    /// The string in one of the styles that it can have on one line.
    fn quoted(&mut self, text: &str) -> String {
        let plain = text.len() > 1
            && text.bytes().all(|byte| byte.is_ascii_alphabetic())
            && !matches!(text, "on" | "yes" | "null");
        let single = !text.contains(['\n', '\r', '\t', '\u{1}', '\u{85}']);
        match self.rng.usize(..3) {
            0 | 1 if plain || matches!(text, "a" | "b" | "d" | "e" | "nginx:1.25") => {
                text.to_owned()
            }
            1 if single => format!("'{}'", text.replace('\'', "''")),
            _ => serde_json::Value::from(text).to_string().replace('\u{85}', "\\u0085"),
        }
    }
}
