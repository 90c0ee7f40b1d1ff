//! Random values, and random changes of them.

use fastrand::Rng;

use crate::value::Value;

const STRINGS: &[&str] = &[
    "",
    "a",
    "web",
    "nginx:1.25",
    "yes",
    "1",
    "0x1F",
    "null",
    "~",
    "a b",
    "a: b",
    "a #b",
    "- a",
    "it's",
    "\"q\"",
    "x\\y",
    "é",
    "a\nb",
    "a\nb\n",
    "one line\n",
    " a",
    "a ",
    "[a]",
    "{a",
    "*a",
    "&a",
    "!a",
    "%a",
    "@a",
    "a,b",
    "key: [x]",
    "1e3",
    "2001-01-01",
    "on",
    ".inf",
    "a\tb",
    "long text of several words that is not quoted",
    "x\n\ny\n",
    " a\nb\n",
    "a\n\n",
    "#",
    "?",
    "-",
    "a:",
    ":a",
    "=",
    "<<",
    "\u{1}",
    "\u{85}x",
    "a\r\nb",
    "---",
    "...",
];

const KEYS: &[&str] = &[
    "a",
    "b",
    "name",
    "key",
    "image",
    "value",
    "spec",
    "x y",
    "on",
    "1",
    "app.kubernetes.io/name",
    "c:",
    "é",
    "d",
    "e",
    "null",
    "- f",
];

pub(crate) fn value(rng: &mut Rng, level: usize) -> Value {
    match rng.usize(..if level > 4 { 6 } else { 14 }) {
        0 => Value::Null,
        1 => Value::Bool(rng.bool()),
        2 => Value::Number(
            ["0", "1", "-3", "1.5", "1e3", "12345678901234567890123"][rng.usize(..6)].to_owned(),
        ),
        3..6 => Value::String(STRINGS[rng.usize(..STRINGS.len())].to_owned()),
        6..10 => list(rng, level),
        _ => object(rng, level),
    }
}

fn object(rng: &mut Rng, level: usize) -> Value {
    let mut members: Vec<(String, Value)> = Vec::new();
    for _ in 0..rng.usize(..5) {
        let key = KEYS[rng.usize(..KEYS.len())];
        if members.iter().all(|(other, _)| other != key) {
            members.push((key.to_owned(), value(rng, level + 1)));
        }
    }
    Value::Object(members)
}

fn list(rng: &mut Rng, level: usize) -> Value {
    let named = rng.bool();
    let items = (0..rng.usize(..5)).map(|at| {
        let item = value(rng, level + 1);
        match item {
            Value::Object(mut members) if named => {
                members.retain(|(name, _)| name != "name");
                members.insert(0, ("name".to_owned(), Value::String(format!("n{at}"))));
                Value::Object(members)
            }
            item => item,
        }
    });
    Value::List(items.collect())
}

/// A value that differs in some places.
pub(crate) fn change(old: &Value, rng: &mut Rng) -> Value {
    if rng.usize(..12) == 0 {
        return value(rng, 2);
    }
    match old {
        Value::List(items) => {
            let mut items: Vec<Value> = items
                .iter()
                .map(|item| if rng.usize(..3) == 0 { change(item, rng) } else { item.clone() })
                .collect();
            if rng.usize(..3) == 0 && !items.is_empty() {
                items.remove(rng.usize(..items.len()));
            }
            if rng.usize(..3) == 0 {
                items.insert(rng.usize(..=items.len()), value(rng, 3));
            }
            if rng.usize(..4) == 0 {
                rng.shuffle(&mut items);
            }
            Value::List(items)
        }
        Value::Object(members) => {
            let mut members: Vec<(String, Value)> = members
                .iter()
                .map(|(name, item)| {
                    (
                        name.clone(),
                        if rng.usize(..2) == 0 { change(item, rng) } else { item.clone() },
                    )
                })
                .collect();
            if rng.usize(..3) == 0 && !members.is_empty() {
                members.remove(rng.usize(..members.len()));
            }
            if rng.usize(..3) == 0 {
                let key = KEYS[rng.usize(..KEYS.len())].to_owned();
                if members.iter().all(|(name, _)| *name != key) {
                    members.insert(rng.usize(..=members.len()), (key, value(rng, 3)));
                }
            }
            Value::Object(members)
        }
        scalar => {
            if rng.bool() {
                value(rng, 4)
            } else {
                scalar.clone()
            }
        }
    }
}
