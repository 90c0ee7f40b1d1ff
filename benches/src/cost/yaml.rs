//! YAML texts that are made to be expensive to read. Each is a file for the command, with an
//! object that may have any members.

/// One kind of hostile text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text {
    /// The name in the tables.
    pub(super) name: &'static str,
    /// The first size for counting instructions.
    pub(super) size: usize,
    /// How many times larger the texts are for measuring memory.
    pub(super) larger: usize,
    below_data: fn(usize) -> String,
}

const fn text(name: &'static str, below_data: fn(usize) -> String) -> Text {
    Text { name, size: 250, larger: 16, below_data }
}

impl Text {
    const fn size(mut self, size: usize) -> Self {
        self.size = size;
        self
    }

    const fn larger(mut self, times: usize) -> Self {
        self.larger = times;
        self
    }

    /// All kinds of texts.
    pub(super) const ALL: &'static [Self] = &[
        text("a block mapping", |n| lines(n, |at| format!("  k{at}: v"))),
        text("a block sequence", |n| lines(n, |at| format!("  - v{at}"))),
        text("mappings in a sequence", |n| {
            lines(n, |at| format!("  - name: v{at}\n    value: {at}"))
        }),
        text("nothing but keys", |n| lines(n, |at| format!("  k{at}:"))),
        text("keys with question marks", |n| lines(n, |at| format!("  ? k{at}\n  : v"))),
        text("a flow sequence on one line", |n| {
            format!("  [{}]\n", joined(n, ", ", |at| at.to_string()))
        }),
        text("a flow sequence on many lines", |n| {
            format!("  [\n{}\n  ]\n", joined(n, ",\n", |at| format!("    v{at}")))
        }),
        text("a flow mapping", |n| {
            format!("  {{{}}}\n", joined(n, ", ", |at| format!("k{at}: v")))
        }),
        text("flow sequences, deep", |n| {
            lines(n / 50, |_| format!("  - {}{}", "[".repeat(100), "]".repeat(100)))
        }),
        text("block sequences, deep", |n| lines(n / 50, |_| format!("  {}v", "- ".repeat(100)))),
        text("block mappings, deep", |n| {
            lines(n / 50, |at| {
                let levels = (0..50).map(|level| format!("{}k{at}:", " ".repeat(level + 2)));
                levels.collect::<Vec<_>>().join("\n")
            })
        }),
        text("aliases of a scalar", |n| format!("  - &a v\n{}", lines(n, |_| "  - *a".to_owned()))),
        text("aliases of a boolean", |n| {
            format!("  - &a yes\n{}", lines(n, |_| "  - *a".to_owned()))
        }),
        text("aliases of a list", |n| {
            format!("  - &a [1, 2, 3]\n{}", lines(n / 4, |_| "  - *a".to_owned()))
        }),
        text("anchors, each used once", |n| {
            format!(
                "{}{}",
                lines(n, |at| format!("  - &a{at} v")),
                lines(n, |at| format!("  - *a{at}"))
            )
        }),
        text("one anchor, set anew", |n| lines(n, |at| format!("  - &a v{at}\n  - *a"))),
        text("anchors in anchors", |n| {
            lines(n / 20, |at| {
                let opened = joined(20, "", |level| format!("&a{at}-{level} ["));
                format!("  - {opened}{}", "]".repeat(20))
            })
        }),
        text("merge keys", |n| {
            format!("  - &a {{x: 1, y: 2}}\n{}", lines(n, |_| "  - {<<: *a, z: 3}".to_owned()))
        })
        // More merge keys would be refused.
        .larger(2),
        text("more aliases than are allowed", |n| {
            format!(
                "  - &a [{}]\n{}",
                joined(n, ",", |_| "1".to_owned()),
                lines(n, |_| "  - *a".to_owned())
            )
        })
        // At size 250 the number of aliases is still allowed.
        .size(500),
        text("a literal block", |n| format!("  k: |\n{}", lines(n, |at| format!("    v{at}")))),
        text("a folded block", |n| format!("  k: >\n{}", lines(n, |at| format!("    v{at}\n")))),
        text("literal blocks", |n| lines(n, |at| format!("  k{at}: |-\n    v\n     v"))),
        text("a plain scalar on many lines", |n| {
            format!("  k:\n{}", lines(n, |at| format!("    v{at}")))
        }),
        text("a quoted scalar on many lines", |n| {
            format!("  k: \"\n{}    \"\n", lines(n, |at| format!("    v{at}\\n\\x41")))
        }),
        text("a long line", |n| format!("  k: {}\n", "v".repeat(n * 20))),
        text("a long line of other letters", |n| {
            format!("  k: \u{e9}{}\n", "\u{1f600}".repeat(n * 5))
        }),
        text("a long key", |n| format!("  ? {}\n  : v\n", "k".repeat(n * 20))),
        text("lines of comments", |n| {
            format!("  k: v\n{}", lines(n, |at| format!("# {at}\n  # {at}")))
        }),
        text("comments behind values", |n| lines(n, |at| format!("  k{at}: v # {at}"))),
        text("lines that are empty", |n| format!("  k: v\n{}  l: v\n", "\n".repeat(n * 4))),
        text("lines that end in CRLF", |n| lines(n, |at| format!("  k{at}: v\r"))),
        text("words that may be booleans", |n| lines(n, |_| "  - yes".to_owned())),
        text("booleans and nulls", |n| lines(n, |_| "  - [true, False, ~, null]".to_owned())),
        text("numbers that JSON has not", |n| {
            lines(n, |at| format!("  - 0x{at}\n  - 1_0{at}\n  - 01{}", at % 8))
        }),
        text("a fraction of many digits", |n| format!("  - 0.{}\n", "7".repeat(n * 20))),
        // At every size, the number is larger than any number type can hold.
        text("a number of many digits", |n| format!("  - {}\n", "7".repeat(n * 20))),
        text("tags", |n| lines(n, |at| format!("  - !!str {at}"))),
        text("strings that must be quoted", |n| lines(n, |_| "  - \"no: #\\t\"".to_owned())),
        text("documents", |n| lines(n / 4, |at| format!("  k: v\n---\n{}  n: {at}", head()))),
        text("documents without content", |n| format!("  k: v\n{}", "---\n".repeat(n))),
        text("a key that stands twice", |n| lines(n, |at| format!("  k{}: v", at % (n - 1)))),
        text("keys that all stand twice", |n| lines(n, |at| format!("  k{}: v", at / 2))),
        text("a bracket that stays open", |n| {
            format!("  [\n{}", lines(n, |at| format!("    v{at},")))
        }),
        text("a quote that stays open", |n| {
            format!("  k: \"\n{}", lines(n, |at| format!("    v{at}")))
        }),
        text("a fault at the end of a long line", |n| format!("  [{}}}\n", "v, ".repeat(n * 4))),
        text("an anchor that is missing", |n| {
            format!("{}  - *a\n", lines(n, |at| format!("  - v{at}")))
        }),
        text("a tab at the end", |n| format!("{}\t- v\n", lines(n, |at| format!("  - v{at}")))),
    ];

    /// The text of this size: a number of lines, items or characters, depending on the kind.
    pub(super) fn make(&self, size: usize) -> String {
        Self::below(&(self.below_data)(size))
    }

    /// The text of an object with this text below its `data`.
    pub(super) fn below(data: &str) -> String {
        head() + data
    }
}

fn head() -> String {
    "apiVersion: apps/v1\nkind: ControllerRevision\nrevision: 1\nmetadata:\n  name: a\ndata:\n"
        .to_owned()
}

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    joined(n, "", |at| line(at) + "\n")
}

fn joined(n: usize, between: &str, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect::<Vec<_>>().join(between)
}
