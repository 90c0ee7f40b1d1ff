//! The regular expressions of targets, as kustomize reads them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use regex::{Regex, RegexBuilder};

use crate::limits::{PATTERN_BYTES, PATTERNS};
use crate::report::Report;

/// A regular expression that a name has to match from its first to its last character.
#[derive(Debug, Clone)]
pub(super) enum Pattern {
    /// Some words, as in `web|db`.
    Words(Arc<HashSet<String>>),
    Regex(Regex),
}

/// The patterns of a run, each compiled once.
#[derive(Debug, Default)]
pub(crate) struct Patterns(HashMap<String, Pattern>);

/// The remedy for a mistake in a regular expression.
const HELP: &str =
    "it has to match the whole name, as web-.* does; [(] stands for a bracket itself";

impl Patterns {
    pub(super) fn get(&mut self, text: &str) -> Result<Pattern, Report> {
        if let Some(words) = words(text) {
            return Ok(Pattern::Words(Arc::new(words.map(str::to_owned).collect())));
        }
        if let Some(known) = self.0.get(text) {
            return Ok(known.clone());
        }
        if self.0.len() >= PATTERNS.get() {
            return Err(invalid(text, &PATTERNS.message(), PATTERNS.help()));
        }
        let pattern = Pattern::Regex(regex(text)?);
        self.0.insert(text.to_owned(), pattern.clone());
        Ok(pattern)
    }
}

/// The words of a pattern that consists only of words.
fn words(text: &str) -> Option<impl Iterator<Item = &str>> {
    (!text.contains(|sign| r"\.+*?()[]{}^$".contains(sign))).then(|| text.split('|'))
}

fn regex(text: &str) -> Result<Regex, Report> {
    // Parsed by itself first: `a)(b` is valid only inside other brackets. It is not compiled yet, since
    // its classes are those of Unicode.
    regex_syntax::parse(text).map_err(|error| invalid(text, &reason(&error), HELP))?;
    let whole = format!("^(?:{})$", with_ascii_classes(text));
    let built = RegexBuilder::new(&whole).size_limit(PATTERN_BYTES.get()).build();
    built.map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => {
            invalid(text, &PATTERN_BYTES.message(), PATTERN_BYTES.help())
        }
        error => invalid(text, &reason(&error), HELP),
    })
}

/// The error about a text that is not a valid pattern.
fn invalid(text: &str, reason: &str, help: impl Into<String>) -> Report {
    Report::new(format!("invalid regular expression \"{text}\": {reason}")).help(help)
}

/// The expression with the classes of Go: `\w`, `\d` and `\s` are letters, digits and spaces of ASCII.
/// The classes of Unicode would also be large.
fn with_ascii_classes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        match characters.next() {
            Some('w') => out.push_str("[0-9A-Za-z_]"),
            Some('W') => out.push_str("[^0-9A-Za-z_]"),
            Some('d') => out.push_str("[0-9]"),
            Some('D') => out.push_str("[^0-9]"),
            Some('s') => out.push_str(r"[\t\n\f\r ]"),
            Some('S') => out.push_str(r"[^\t\n\f\r ]"),
            Some('b') => out.push_str(r"(?-u:\b)"),
            Some('B') => out.push_str(r"(?-u:\B)"),
            other => {
                out.push('\\');
                out.extend(other);
            }
        }
    }
    out
}

impl Pattern {
    /// Whether the whole name matches. `O(m·n)` for an expression of `m` and a name of `n`
    /// characters.
    pub(super) fn matches(&self, name: &str) -> bool {
        match self {
            Self::Words(words) => words.contains(name),
            Self::Regex(regex) => regex.is_match(name),
        }
    }

    /// Whether one of the names matches.
    pub(super) fn matches_any(&self, names: &HashSet<String>) -> bool {
        match self {
            Self::Words(words) => !words.is_disjoint(names),
            Self::Regex(_) => names.iter().any(|name| self.matches(name)),
        }
    }

    /// The words that match, if the pattern consists only of words.
    pub(super) fn words(&self) -> Option<&HashSet<String>> {
        match self {
            Self::Words(words) => Some(words),
            Self::Regex(_) => None,
        }
    }
}

/// The error in a few words: the crate draws the expression, and ends with the reason.
fn reason(error: &impl ToString) -> String {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}

#[cfg(test)]
mod tests {
    use super::Patterns;

    fn matches(pattern: &str, name: &str) -> bool {
        Patterns::default().get(pattern).expect("a pattern").matches(name)
    }

    #[test]
    fn the_whole_name() {
        assert!(matches("web", "web"));
        assert!(!matches("web", "web-2"));
        assert!(!matches("web", "my-web"));
        assert!(matches("web|db", "db"));
        assert!(matches("web|", ""));
        assert!(!matches("web|db", "my-db"));
        assert!(matches("web.*", "web-2"));
        assert!(matches("(?i)WEB", "web"));
        assert!(matches("^web$", "web"));
        assert!(!matches("web", "web\n"));
        assert!(!matches("web.?", "web\n"));
    }

    #[test]
    fn classes_of_ascii() {
        assert!(matches(r"web-\d+", "web-12"));
        assert!(!matches(r"\w+", "wéb"));
        assert!(matches(r"\W\D\S", "é  ".trim_end_matches(' ').repeat(3).as_str()));
        assert!(matches(r"[\w-]+\.\w+", "my-web.shop"));
        assert!(matches(r"\bweb\b.*", "web-2"));
        assert!(matches(r"\\w", r"\w"));
        assert!(matches(r"\p{Greek}", "λ"));
    }

    #[test]
    fn mistakes() {
        let mistake = |pattern| {
            let report = Patterns::default().get(pattern).expect_err("a mistake");
            let (title, _) = report.into_title_and_helps();
            title.rsplit_once(": ").expect("a reason").1.to_owned()
        };
        assert_eq!(mistake("("), "unclosed group");
        assert_eq!(mistake("a)(b"), "unopened group");
        assert_eq!(mistake("*"), "repetition operator missing expression");
        assert_eq!(mistake("(?x)a #"), "unclosed group");
        assert!(mistake(r"(\p{L}{30}){30}").contains("which is the limit"));
    }

    #[test]
    fn each_is_compiled_once_and_their_number_is_limited() {
        let mut patterns = Patterns::default();
        for _ in 0..3 {
            for at in 0..1000 {
                assert!(patterns.get(&format!("a{at}.*")).is_ok());
            }
        }
        assert!(patterns.get("b").is_ok());
        let (title, _) = patterns.get("b.*").expect_err("too many").into_title_and_helps();
        assert!(title.contains("1000"));
    }
}
