//! Regular expressions for whole names.

use regex::Regex;

/// A regular expression that a name has to match from its first to its last character.
#[derive(Debug, Clone)]
pub(super) struct Pattern(Regex);

impl Pattern {
    /// Reads an expression. The error says what is wrong with it.
    pub(super) fn new(text: &str) -> Result<Self, String> {
        // By itself first: `a)(b` is an expression between other brackets only.
        Regex::new(text)
            .and_then(|_| Regex::new(&format!("^(?:{text})$")))
            .map(Self)
            .map_err(|error| reason(&error))
    }

    /// Whether the whole name matches. `O(m·n)` for an expression of `m` and a name of `n`
    /// characters.
    pub(super) fn matches(&self, name: &str) -> bool {
        self.0.is_match(name)
    }
}

/// The error in a few words: the crate draws the expression, and ends with the reason.
fn reason(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn the_whole_name() {
        let matches = |pattern, name| Pattern::new(pattern).expect("a pattern").matches(name);
        assert!(matches("web", "web"));
        assert!(!matches("web", "web-2"));
        assert!(!matches("web", "my-web"));
        assert!(matches("web|db", "db"));
        assert!(!matches("web|db", "my-db"));
        assert!(matches("web.*", "web-2"));
        assert!(matches("(?i)WEB", "web"));
        assert!(matches("^web$", "web"));
        assert!(!matches("web", "web\n"));
    }

    #[test]
    fn mistakes() {
        let mistake = |pattern| Pattern::new(pattern).expect_err("a mistake");
        assert_eq!(mistake("("), "unclosed group");
        assert_eq!(mistake("a)(b"), "unopened group");
        assert_eq!(mistake("*"), "repetition operator missing expression");
        assert_eq!(mistake("(?x)a #"), "unclosed group");
    }
}
