//! The pages of the documentation: each block of a console is run by a shell, and must print
//! what the page shows.
//!
//! A page is one session of `bash` in a directory of its own with a copy of `examples`, from the
//! first block to the last. In a block, a line that begins with `$ ` is a command; one that ends
//! with a backslash goes on in the next line. The lines below a command are what it prints, on
//! standard output and standard error; a line `...` stands for any lines. A command must succeed,
//! unless the next command is `echo $?`.
//!
//! A YAML block that begins with a comment such as `# examples/patch.yaml` is that file.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};
use snapbox::filter::NormalizeToExpected;
use snapbox::{Data, file};

/// Ends what a command prints; its status follows.
const END: char = '\u{1e}';

#[test]
fn commands_print_what_the_pages_show() {
    let mut errors = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(root().join(&page)).expect("a page");
        let expected = Data::read_from(&root().join(&page), None).raw();
        let actual = Data::text(as_it_should_be(&page, &text, &mut errors));
        let assert = snapbox::Assert::new().action_env(snapbox::assert::DEFAULT_ACTION_ENV);
        if let Err(error) = assert.try_eq(Some(&page), actual, expected) {
            errors.push(error.to_string());
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// README.md begins with the command of the main job.
#[test]
fn the_main_command_shows_its_preview() {
    let readme = fs::read_to_string(root().join("README.md")).expect("a page");
    let mut commands = readme.lines().filter_map(|line| line.strip_prefix("    cargo "));
    let arguments =
        commands.next().and_then(|line| line.strip_prefix("run -p smp-cli --bin smp -- "));
    let arguments = arguments.expect("the first command runs smp").split_whitespace();
    let command = crate::command().current_dir(root()).args(arguments);
    command
        .assert()
        .success()
        .stderr_eq("")
        .stdout_eq(file!["../../../examples/preview.txt"].raw());
    assert_eq!(commands.next(), Some("test --workspace"));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The pages, by their paths from the root.
fn pages() -> Vec<String> {
    let mut found = vec!["README.md".to_owned(), "smp-cli/README.md".to_owned()];
    let mut directories = vec!["docs".to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(root().join(&directory)).expect("a directory") {
            let entry = entry.expect("an entry");
            let path = format!("{directory}/{}", entry.file_name().to_string_lossy());
            if entry.file_type().expect("a type").is_dir() {
                directories.push(path);
            } else if Path::new(&path).extension().is_some_and(|it| it == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The page with what its commands print now, and with its files as they are.
fn as_it_should_be(page: &str, text: &str, errors: &mut Vec<String>) -> String {
    let mut commands = Vec::new();
    let mut edits = Vec::new();
    for (language, place) in code_blocks(text) {
        let body = &text[place.clone()];
        if language == "console" {
            commands.extend(commands_of(body, place.start));
        } else if let Some(file) = named_file(body) {
            match fs::read_to_string(root().join(file)) {
                Ok(content) => edits.push((place, content)),
                Err(error) => errors.push(format!("{page}: {file}: {error}")),
            }
        }
    }
    let results = run(page, &commands);
    assert_eq!(results.len(), commands.len(), "{page}: the session ended early: {results:?}");
    for (index, (command, (printed, status))) in commands.iter().zip(results).enumerate() {
        let expects_failure = commands.get(index + 1).is_some_and(|it| it.line == "echo $?");
        if status != "0" && !expects_failure {
            errors.push(format!("{page}: `{}` gave {status}:\n{printed}", command.line));
        }
        let expected = Data::text(&text[command.output.clone()]);
        let printed = NormalizeToExpected::new().redact().normalize(Data::text(printed), &expected);
        edits.push((command.output.clone(), printed.to_string()));
    }
    edits.sort_by_key(|(place, _)| place.start);
    let mut result = String::new();
    let mut end = 0;
    for (place, new) in edits {
        result.push_str(&text[end..place.start]);
        result.push_str(&new);
        end = place.end;
    }
    result + &text[end..]
}

/// The fenced blocks of code: the language, and the place of what is between the fences.
fn code_blocks(text: &str) -> Vec<(String, Range<usize>)> {
    let mut blocks = Vec::new();
    for (event, place) in Parser::new(text).into_offset_iter() {
        if let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) = event {
            let block = &text[place.clone()];
            let start = block.find('\n').map_or(block.len(), |it| it + 1);
            let end = block.rfind("```").unwrap_or(block.len()).max(start);
            let body = place.start + start..place.start + end;
            blocks.push((language.split(',').next().unwrap_or_default().to_owned(), body));
        }
    }
    blocks
}

fn named_file(block: &str) -> Option<&str> {
    block.lines().next()?.strip_prefix("# ").filter(|name| name.starts_with("examples/"))
}

struct PageCommand {
    line: String,
    /// Where the page has what it prints.
    output: Range<usize>,
}

fn commands_of(block: &str, start: usize) -> Vec<PageCommand> {
    let mut commands: Vec<PageCommand> = Vec::new();
    let mut place = start;
    let mut goes_on = false;
    for line in block.split_inclusive('\n') {
        place += line.len();
        let content = line.trim_end();
        if goes_on {
            let command = commands.last_mut().expect("a line before");
            command.line.push('\n');
            command.line.push_str(content);
            command.output = place..place;
        } else if let Some(command) = content.strip_prefix("$ ") {
            commands.push(PageCommand { line: command.to_owned(), output: place..place });
        } else {
            commands.last_mut().expect("a block begins with a command").output.end = place;
            continue;
        }
        goes_on = content.ends_with('\\');
    }
    commands
}

/// Runs the commands of a page, and gives what each prints and its status.
fn run(page: &str, commands: &[PageCommand]) -> Vec<(String, String)> {
    if commands.is_empty() {
        return Vec::new();
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages").join(page);
    if directory.exists() {
        fs::remove_dir_all(&directory).expect("the directory of an earlier run");
    }
    copy(&root().join("examples"), &directory.join("examples"));
    let mut script = String::from("exec 2>&1\n");
    for command in commands {
        script.push_str(&command.line);
        // `echo $?` of the next command finds the status of this one.
        script.push_str("\n__status=$?; printf '\\036%d\\n' $__status; (exit $__status)\n");
    }
    let programs = Path::new(env!("CARGO_BIN_EXE_smp")).parent().expect("a directory");
    let paths = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(&directory)
        .env("PATH", format!("{}:{paths}", programs.display()))
        .env("NO_COLOR", "1")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("SMP_SCHEMA_PATH")
        .stdin(Stdio::null())
        .output()
        .expect("bash runs");
    let output = String::from_utf8(output.stdout).expect("UTF-8");
    let mut results = Vec::new();
    let mut rest = output.as_str();
    while let Some((printed, after)) = rest.split_once(END) {
        let (status, next) = after.split_once('\n').expect("a status");
        results.push((printed.to_owned(), status.to_owned()));
        rest = next;
    }
    results
}

/// Copies a directory, without the Rust packages in it.
fn copy(from: &Path, to: &Path) {
    if from.join("Cargo.toml").exists() {
        return;
    }
    fs::create_dir_all(to).expect("a directory");
    for entry in fs::read_dir(from).expect("a directory") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}
