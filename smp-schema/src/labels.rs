//! Label selectors, in the syntax of Kubernetes: `app=web,tier in (front,back),!canary`.

use core::fmt;
use core::str::FromStr;
use std::collections::{HashMap, HashSet};

/// A label selector: requirements on labels, or on annotations, that must all hold. Read from text
/// as `kubectl -l` and API servers do; the empty text matches all labels.
///
/// ```
/// use smp_schema::labels::LabelSelector;
/// let selector: LabelSelector = "app=web,tier in (front, back),!canary".parse()?;
/// assert!(selector.matches([("app", "web"), ("tier", "front")]));
/// assert!(!selector.matches([("app", "web"), ("tier", "front"), ("canary", "")]));
///
/// let error = "app=web tier".parse::<LabelSelector>().unwrap_err();
/// assert_eq!(error.to_string(), r#"a comma is expected before "tier""#);
/// # Ok::<(), smp_schema::labels::LabelSelectorError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct LabelSelector {
    /// The requirements on labels that an object must have, by their names.
    required: HashMap<String, Required>,
    /// The values that a label must not have; `None` refuses every value.
    refused: HashMap<String, Option<HashSet<String>>>,
}

/// All requirements on a label that an object must have.
#[derive(Debug, Clone)]
struct Required {
    /// The allowed values; `None` allows all.
    values: Option<HashSet<String>>,
    /// The bounds, both exclusive. Without bounds the label need not be a number.
    above: Option<i64>,
    below: Option<i64>,
}

/// A condition on the value of one label.
enum Test {
    Exists,
    Missing,
    In(HashSet<String>),
    /// A different value, or no such label.
    NotIn(HashSet<String>),
    GreaterThan(i64),
    LessThan(i64),
}

/// The characters that end a word, besides white space.
const SYMBOLS: [char; 7] = ['=', '!', '(', ')', ',', '<', '>'];

/// The operators between a key and its value. `==` comes before `=`, with which it begins.
const OPERATORS: [&str; 5] = ["==", "=", "!=", ">", "<"];

/// The largest length of a value, and of a key without its prefix.
const MAX_LENGTH: usize = 63;

/// The largest length of the prefix of a key.
const MAX_PREFIX_LENGTH: usize = 253;

/// The mistake in the text of a [`LabelSelector`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelSelectorError(String);

impl fmt::Display for LabelSelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for LabelSelectorError {}

impl FromStr for LabelSelector {
    type Err = LabelSelectorError;

    fn from_str(text: &str) -> Result<Self, LabelSelectorError> {
        Self::read(text).map_err(LabelSelectorError)
    }
}

impl LabelSelector {
    fn read(text: &str) -> Result<Self, String> {
        let mut parser = Parser(text.trim_start());
        let mut selector = Self::default();
        while !parser.0.is_empty() {
            let (label, requirement) = parser.requirement()?;
            selector.add(label, requirement);
            if parser.0.is_empty() {
                break;
            }
            if !parser.skip(",") {
                return Err(parser.expected("a comma"));
            }
            if parser.0.is_empty() {
                return Err(parser.expected("a label"));
            }
        }
        Ok(selector)
    }

    /// Adds a requirement to those on the same label.
    fn add(&mut self, key: String, test: Test) {
        match test {
            Test::Missing => drop(self.refused.insert(key, None)),
            Test::NotIn(values) => {
                if let Some(refused) = self.refused.entry(key).or_insert(Some(HashSet::new())) {
                    refused.extend(values);
                }
            }
            test => {
                let any = Required { values: None, above: None, below: None };
                self.required.entry(key).or_insert(any).add(test);
            }
        }
    }

    /// Whether labels fulfil every requirement. Each label must be given once. `O(n)` in the
    /// labels.
    pub fn matches<'l>(&self, labels: impl IntoIterator<Item = (&'l str, &'l str)>) -> bool {
        let mut missing = self.required.len();
        for (key, value) in labels {
            let is_refused = match self.refused.get(key) {
                None => false,
                Some(values) => values.as_ref().is_none_or(|values| values.contains(value)),
            };
            if is_refused {
                return false;
            }
            if let Some(required) = self.required.get(key) {
                if !required.holds(value) {
                    return false;
                }
                missing = missing.saturating_sub(1);
            }
        }
        missing == 0
    }

    /// A label key whose value must be one of a known set, if the selector has one: the key with
    /// the fewest values. It can be the key of an index.
    ///
    /// ```
    /// use smp_schema::labels::LabelSelector;
    /// let selector: LabelSelector = "app=web,tier in (front, back)".parse()?;
    /// let (label, values) = selector.required().unwrap();
    /// assert!(label == "app" && values.iter().eq(["web"]));
    /// # Ok::<(), smp_schema::labels::LabelSelectorError>(())
    /// ```
    #[must_use]
    pub fn required(&self) -> Option<(&str, &HashSet<String>)> {
        let stated = self.required.iter();
        let stated = stated.filter_map(|(key, test)| Some((key.as_str(), test.values.as_ref()?)));
        stated.min_by_key(|(key, values)| (values.len(), *key))
    }
}

impl Required {
    fn add(&mut self, test: Test) {
        match test {
            Test::In(values) => match &mut self.values {
                Some(known) => known.retain(|value| values.contains(value)),
                None => self.values = Some(values),
            },
            Test::GreaterThan(bound) => {
                self.above = Some(self.above.map_or(bound, |known| known.max(bound)));
            }
            Test::LessThan(bound) => {
                self.below = Some(self.below.map_or(bound, |known| known.min(bound)));
            }
            Test::Exists | Test::Missing | Test::NotIn(_) => {}
        }
    }

    fn holds(&self, value: &str) -> bool {
        let is_within = |number: i64| {
            self.above.is_none_or(|bound| number > bound)
                && self.below.is_none_or(|bound| number < bound)
        };
        self.values.as_ref().is_none_or(|values| values.contains(value))
            && (self.above.is_none() && self.below.is_none() || value.parse().is_ok_and(is_within))
    }
}

/// The text that is left to read, without white space before it.
struct Parser<'t>(&'t str);

impl<'t> Parser<'t> {
    /// Skips a symbol, if it comes next.
    fn skip(&mut self, symbol: &str) -> bool {
        let Some(rest) = self.0.strip_prefix(symbol) else { return false };
        self.0 = rest.trim_start();
        true
    }

    /// Takes the next word, which may be empty.
    fn word(&mut self) -> &'t str {
        let ends = |character: char| character.is_whitespace() || SYMBOLS.contains(&character);
        let end = self.0.find(ends).unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at_checked(end).unwrap_or_default();
        self.0 = rest.trim_start();
        word
    }

    fn expected(&self, what: &str) -> String {
        match self.0 {
            "" => format!("{what} is expected at the end"),
            rest => format!("{what} is expected before \"{rest}\""),
        }
    }

    fn requirement(&mut self) -> Result<(String, Test), String> {
        let negated = self.skip("!");
        let key = match self.word() {
            "" => return Err(self.expected("a label")),
            key => key.to_owned(),
        };
        check_key(&key)?;
        let ends = self.0.is_empty() || self.0.starts_with(',');
        let test = match (ends, negated) {
            (true, false) => Test::Exists,
            (true, true) => Test::Missing,
            (false, true) => return Err(self.expected("a comma")),
            (false, false) => self.test()?,
        };
        Ok((key, test))
    }

    /// Reads the operator and its operands.
    fn test(&mut self) -> Result<Test, String> {
        if let Some(operator) = OPERATORS.into_iter().find(|operator| self.skip(operator)) {
            let value = self.word();
            check_value(value)?;
            return Ok(match operator {
                ">" => Test::GreaterThan(number(value)?),
                "<" => Test::LessThan(number(value)?),
                "!=" => Test::NotIn([value.to_owned()].into()),
                _ => Test::In([value.to_owned()].into()),
            });
        }
        let before = self.0;
        match self.word() {
            "in" => Ok(Test::In(self.values()?)),
            "notin" => Ok(Test::NotIn(self.values()?)),
            _ => {
                self.0 = before;
                Err(self.expected("one of =, ==, !=, in, notin, < and >"))
            }
        }
    }

    /// Reads values in brackets: `(a, b)`.
    fn values(&mut self) -> Result<HashSet<String>, String> {
        if !self.skip("(") {
            return Err(self.expected("("));
        }
        let mut values = HashSet::new();
        loop {
            let value = self.word();
            check_value(value)?;
            values.insert(value.to_owned());
            if self.skip(")") {
                return Ok(values);
            }
            if !self.skip(",") {
                return Err(self.expected("a comma or )"));
            }
        }
    }
}

fn number(value: &str) -> Result<i64, String> {
    value.parse().map_err(|_| format!("\"{value}\" is no whole number, which < and > need"))
}

/// Whether a text begins and ends with a letter or digit, and has nothing but these, `-`, `_` and
/// `.` between them.
fn is_name(text: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let outer = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    text.len() <= MAX_LENGTH
        && text.bytes().all(inner)
        && outer(text.bytes().next())
        && outer(text.bytes().last())
}

/// Whether a text is the name of a domain.
fn is_domain(text: &str) -> bool {
    let is_part = |part: &str| {
        is_name(part) && part.bytes().all(|byte| !byte.is_ascii_uppercase() && byte != b'_')
    };
    text.len() <= MAX_PREFIX_LENGTH && text.split('.').all(is_part)
}

fn check_key(key: &str) -> Result<(), String> {
    let (prefix, name) = match key.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    if prefix.is_none_or(is_domain) && is_name(name) {
        return Ok(());
    }
    Err(format!("\"{key}\" cannot be the name of a label"))
}

fn check_value(value: &str) -> Result<(), String> {
    if value.is_empty() || is_name(value) {
        return Ok(());
    }
    Err(format!("\"{value}\" cannot be the value of a label"))
}

#[cfg(test)]
mod tests {
    use super::LabelSelector;

    const LABELS: [(&str, &str); 5] =
        [("app", "web"), ("tier", ""), ("example.com/size", "12"), ("in", "notin"), ("b", "c")];

    fn matches(selector: &str) -> bool {
        selector.parse::<LabelSelector>().expect("a selector").matches(LABELS)
    }

    #[test]
    fn selectors() {
        for selector in [
            "",
            " ",
            "app",
            "app=web",
            "app==web",
            " app = web , tier = ",
            "app=web,tier",
            "app!=db",
            "other!=db",
            "!other",
            "! other,app",
            "app in (db, web)",
            "app in (web)",
            "app notin (db)",
            "other notin (db,web)",
            "tier in ()",
            "tier in (,a)",
            "tier=,app=web",
            "tier==",
            "in=notin",
            "in in (in, notin)",
            "example.com/size>11",
            "example.com/size<13,example.com/size",
            "app in (web,db),app=web,app!=db,app!=x",
            "example.com/size>11,example.com/size<13,example.com/size>10",
            "!z1,!z2,!z3,!z4,!z5,!z6,z7!=a",
        ] {
            assert!(matches(selector), "{selector}");
        }
        for selector in [
            "other",
            "app=db",
            "app=",
            "app!=web",
            "!app",
            "app in (db)",
            "app notin (db,web)",
            "other in (a)",
            "other in ()",
            "app=web,tier=a",
            "app in (web,db),app=db",
            "app!=db,app!=web",
            "app,!app",
            "example.com/size>11,example.com/size>12",
            "example.com/size<14,example.com/size<12",
            "a,c,d,e,f,g",
            "app>1",
            "other<1",
            "example.com/size>12",
        ] {
            assert!(!matches(selector), "{selector}");
        }
    }

    #[test]
    fn mistakes() {
        let mistake = |selector| LabelSelector::read(selector).expect_err(selector);
        assert_eq!(mistake("=a"), "a label is expected before \"=a\"");
        assert_eq!(mistake("app=web,"), "a label is expected at the end");
        assert_eq!(mistake("app=web,,"), "a label is expected before \",\"");
        assert_eq!(mistake("app=web tier"), "a comma is expected before \"tier\"");
        assert_eq!(mistake("app=web=db"), "a comma is expected before \"=db\"");
        assert_eq!(mistake("!app=web"), "a comma is expected before \"=web\"");
        let operators = "one of =, ==, !=, in, notin, < and >";
        assert_eq!(mistake("app web"), format!("{operators} is expected before \"web\""));
        assert_eq!(mistake("app ("), format!("{operators} is expected before \"(\""));
        assert_eq!(mistake("app in web"), "( is expected before \"web\"");
        assert_eq!(mistake("app in (web"), "a comma or ) is expected at the end");
        assert_eq!(mistake("app in (web db)"), "a comma or ) is expected before \"db)\"");
        assert_eq!(mistake("app=web:2"), "\"web:2\" cannot be the value of a label");
        assert_eq!(mistake("app=.a"), "\".a\" cannot be the value of a label");
        assert_eq!(mistake("a/b/c"), "\"a/b/c\" cannot be the name of a label");
        assert_eq!(mistake("Example.com/a"), "\"Example.com/a\" cannot be the name of a label");
        assert_eq!(mistake("a>b"), "\"b\" is no whole number, which < and > need");
        assert!(LabelSelector::read(&"a".repeat(64)).is_err());
    }
}
