//! Runs of the command on files that are made to be expensive.

use super::Text;
use super::text::plain;

/// A run of the command.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// The name in the tables.
    pub name: &'static str,
    /// The first size for counting instructions.
    pub size: usize,
    /// How many times larger the files are for measuring memory.
    pub larger: usize,
    files: Files,
    /// The arguments of the command; one that is the name of a file stands for the file.
    pub args: &'static [&'static str],
}

/// A file: its name and its text.
pub type File = (&'static str, String);

#[derive(Debug, Clone, Copy)]
enum Files {
    Text(Text),
    Made(fn(usize) -> Vec<File>),
}

impl Run {
    const fn new(
        name: &'static str,
        args: &'static [&'static str],
        files: fn(usize) -> Vec<File>,
    ) -> Self {
        Self { name, size: 250, larger: 16, files: Files::Made(files), args }
    }

    const fn of_text(text: Text) -> Self {
        let args = &["patch", "-f", "in.yaml", "-p", "{\"revision\":2}"];
        let Text { name, size, larger, .. } = text;
        Self { name, size, larger, files: Files::Text(text), args }
    }

    const fn size(mut self, size: usize) -> Self {
        self.size = size;
        self
    }

    const fn larger(mut self, times: usize) -> Self {
        self.larger = times;
        self
    }

    /// All runs.
    #[must_use]
    pub fn all() -> Vec<Self> {
        Text::ALL.iter().copied().map(Self::of_text).chain(RUNS.iter().copied()).collect()
    }

    /// The files of this size: a number of objects, patches, operations or types.
    #[must_use]
    pub fn files(&self, size: usize) -> Vec<File> {
        match self.files {
            Files::Text(text) => vec![("in.yaml", text.make(size))],
            Files::Made(make) => make(size),
        }
    }
}

const PATCH: &[&str] = &["patch", "-f", "in.json", "--patch-file", "patch.json"];
const YAML: &[&str] = &["patch", "-f", "in.yaml", "--patch-file", "patch.json"];
const JSON_PATCH: &[&str] =
    &["patch", "-f", "in.json", "--type", "json", "--patch-file", "patch.json"];
const WITH_SCHEMA: &[&str] =
    &["patch", "-f", "in.json", "--patch-file", "patch.json", "--schema", "schema.json"];

const RUNS: &[Run] = &[
    Run::new("objects, a patch for each", PATCH, |n| {
        vec![("in.json", objects(n, "ConfigMap")), ("patch.json", objects(n, "ConfigMap"))]
    }),
    Run::new("one object, many patches", PATCH, |n| {
        let patch = |at| object("v1", "ConfigMap", 0, &format!("{{\"data\":{{\"k{at}\":\"v\"}}}}"));
        vec![("in.json", objects(1, "ConfigMap")), ("patch.json", documents(n, patch))]
    }),
    Run::new("a change under 90 levels of YAML", YAML, |n| {
        let level = |level: usize| format!("{}k:\n", " ".repeat(level + 2));
        let member = |at| format!("{}k{at}: v\n", " ".repeat(92));
        let data: String = (0..90).map(level).chain((0..n).map(member)).collect();
        let patch = format!("{}{{\"k0\":\"w\"}}{}", "{\"k\":".repeat(90), "}".repeat(90));
        vec![("in.yaml", Text::below(&data)), ("patch.json", format!("{{\"data\":{patch}}}"))]
    }),
    Run::new("a change under many levels of YAML", YAML, |n| {
        let members = join((0..150 * n).map(|at| format!("k{at}: v")));
        let data = format!("  {}{{{members}}}{}\n", "{k: ".repeat(n), "}".repeat(n));
        let patch = format!("{}{{\"k0\":\"w\"}}{}", "{\"k\":".repeat(n), "}".repeat(n));
        vec![("in.yaml", Text::below(&data)), ("patch.json", format!("{{\"data\":{patch}}}"))]
    })
    // At 16 times the size, nearly as deep as is allowed.
    .size(7)
    .larger(1),
    Run::new("a patch of many unknown fields", PATCH, |n| {
        let fields = (0..n).map(|at| format!("\"{}\":1", plain(at)));
        let patch = format!("{{\"kind\":\"Pod\",\"spec\":{{{}}}}}", join(fields));
        vec![("in.json", objects(1, "Pod")), ("patch.json", patch)]
    }),
    Run::new("a JSON patch of additions to an object", JSON_PATCH, |n| {
        json_patch(n, |at| format!("{{\"op\":\"add\",\"path\":\"/data/k{at}\",\"value\":\"v\"}}"))
    })
    // More than 10,000 operations are refused.
    .larger(2),
    Run::new("a JSON patch of additions to a list", JSON_PATCH, |n| {
        json_patch(n, |_| "{\"op\":\"add\",\"path\":\"/list/-\",\"value\":1}".to_owned())
    })
    .larger(2),
    Run::new("a JSON patch of moves", JSON_PATCH, |n| {
        json_patch(n, |at| match at % 2 {
            0 => "{\"op\":\"move\",\"from\":\"/data\",\"path\":\"/other\"}".to_owned(),
            _ => "{\"op\":\"move\",\"from\":\"/other\",\"path\":\"/data\"}".to_owned(),
        })
    })
    .larger(2),
    Run::new("a JSON patch of copies into itself", JSON_PATCH, |n| {
        json_patch(n, |_| "{\"op\":\"copy\",\"from\":\"/data\",\"path\":\"/data/x\"}".to_owned())
    })
    .larger(2),
    Run::new("a JSON patch of too many operations", JSON_PATCH, |n| {
        json_patch(n + 10_000, |_| "{\"op\":\"add\",\"path\":\"/a\",\"value\":1}".to_owned())
    }),
    Run::new("definitions, an object and a patch of each", WITH_SCHEMA, |n| {
        let object = |at: usize| object("g/v1", &format!("K{at}"), at, "{\"spec\":{\"a\":1}}");
        vec![
            ("in.json", documents(n, object)),
            ("patch.json", documents(n, object)),
            ("schema.json", documents(n, |at| definition(&format!("K{at}"), 1, 1))),
        ]
    }),
    Run::new("a definition of many versions", WITH_SCHEMA, |n| of_root(definition("Root", 1, n))),
    Run::new("a definition of many fields", WITH_SCHEMA, |n| of_root(definition("Root", n, 1))),
    Run::new("a list of definitions", WITH_SCHEMA, |n| {
        let items = (0..n).map(|at| definition(&format!("Root{at}"), 1, 1));
        let items = join(items.chain([definition("Root", 1, 1)]));
        of_root(format!("{{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[{items}]}}"))
    }),
    Run::new("an overlay of many entries", WITH_SCHEMA, |n| {
        let overlay = overlay("Root", (0..n).map(|at| format!("spec.{}", plain(at))));
        of_root(format!("{}\n{overlay}", definition("Root", n, 1)))
    }),
    Run::new("16 overlays of many entries", WITH_SCHEMA, |n| {
        let entries =
            |from: usize| (0..n / 16).map(move |at| format!("spec.{}", plain(16 * at + from)));
        let overlays = (0..16).map(|from| overlay("Root", entries(from)));
        let overlays = overlays.collect::<Vec<_>>().join("\n");
        of_root(format!("{}\n{overlays}", definition("Root", n, 1)))
    }),
    Run::new("overlays, each for another kind", WITH_SCHEMA, |n| {
        let one = |at: usize| {
            let kind = format!("K{at}");
            format!(
                "{}\n{}",
                definition(&kind, 1, 1),
                overlay(&kind, [format!("spec.{}", plain(0))])
            )
        };
        of_root(format!("{}\n{}", definition("Root", 1, 1), documents(n, one)))
    }),
    Run::new("overlays, too many for one kind", WITH_SCHEMA, |n| {
        let overlays = documents(n, |_| overlay("Root", [format!("spec.{}", plain(0))]));
        of_root(format!("{}\n{overlays}", definition("Root", 1, 1)))
    }),
    Run::new(
        "a chain of types, explained",
        &["explain", "T", "--recursive", "--schema", "schema.json"],
        |n| vec![("schema.json", chain(n))],
    ),
    Run::new("objects, compared", &["diff", "in.json", "new.json"], |n| {
        let changed = |at| object("v1", "ConfigMap", at, "{\"data\":{\"a\":\"b\"}}");
        vec![("in.json", objects(n, "ConfigMap")), ("new.json", documents(n, changed))]
    }),
    Run::new("a kind with a long name", &["patch", "-f", "in.json", "-p", "{}"], |n| {
        vec![("in.json", objects(1, &"x".repeat(n * 20)))]
    }),
];

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

/// So many documents of JSON.
fn documents(n: usize, document: impl Fn(usize) -> String) -> String {
    (0..n).map(document).collect::<Vec<_>>().join("\n")
}

/// An object with more members.
fn object(api_version: &str, kind: &str, at: usize, members: &str) -> String {
    let head = format!(
        "{{\"apiVersion\":\"{api_version}\",\"kind\":\"{kind}\",\"metadata\":{{\"name\":\"n{at}\"}}"
    );
    members.replacen('{', &format!("{head},"), 1)
}

fn objects(n: usize, kind: &str) -> String {
    documents(n, |at| object("v1", kind, at, "{\"immutable\":false}"))
}

fn json_patch(n: usize, operation: impl Fn(usize) -> String) -> Vec<File> {
    let live = object("v1", "ConfigMap", 0, "{\"data\":{\"a\":\"b\"},\"list\":[]}");
    vec![("in.json", live), ("patch.json", format!("[{}]", join((0..n).map(operation))))]
}

/// A definition of a kind with so many fields in `spec`, in so many versions from `v1` on.
fn definition(kind: &str, fields: usize, versions: usize) -> String {
    let fields = (0..fields).map(|at| {
        let element = "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}";
        format!("\"{}\":{{\"type\":\"array\",\"items\":{element}}}", plain(at))
    });
    let spec = format!("{{\"type\":\"object\",\"properties\":{{{}}}}}", join(fields));
    let versions = (1..=versions).map(|at| {
        format!(
            "{{\"name\":\"v{at}\",\"schema\":{{\"openAPIV3Schema\":{{\"type\":\"object\",\
             \"properties\":{{\"spec\":{spec}}}}}}}}}"
        )
    });
    format!(
        "{{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\",\
         \"spec\":{{\"group\":\"g\",\"names\":{{\"kind\":\"{kind}\"}},\"versions\":[{}]}}}}",
        join(versions)
    )
}

/// An object of the kind `Root` and a patch for it, with these schemas.
fn of_root(schema: String) -> Vec<File> {
    let object = object("g/v1", "Root", 0, "{\"spec\":{}}");
    vec![("in.json", object.clone()), ("patch.json", object), ("schema.json", schema)]
}

fn overlay(kind: &str, paths: impl IntoIterator<Item = String>) -> String {
    let fields = paths.into_iter().map(|path| format!("\"{path}\":{{\"mergeKey\":\"name\"}}"));
    let fields = join(fields);
    format!("{{\"apiVersion\":\"g/v1\",\"kind\":\"{kind}\",\"fields\":{{{fields}}}}}")
}

/// Types of which each has a field of the next one's.
fn chain(n: usize) -> String {
    let kind =
        "\"x-kubernetes-group-version-kind\":[{\"group\":\"g\",\"version\":\"v1\",\"kind\":\"T\"}]";
    let types = (0..n).map(|at| {
        let more = if at == 0 { format!(",{kind}") } else { String::new() };
        let next = format!("{{\"$ref\":\"#/definitions/T{}\"}}", at + 1);
        format!("\"T{at}\":{{\"properties\":{{\"f\":{next}}}{more}}}")
    });
    let last = format!("\"T{n}\":{{\"type\":\"string\"}}");
    format!("{{\"swagger\":\"2.0\",\"definitions\":{{{}}}}}", join(types.chain([last])))
}
