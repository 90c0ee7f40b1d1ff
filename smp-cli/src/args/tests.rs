//! The pages of docs/reference have what the command line has, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use clap::{Arg, Command, CommandFactory as _};

use super::Cli;

fn page(name: &str) -> String {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference");
    fs::read_to_string(pages.join(name)).expect("a page")
}

/// The commands, as `--help` lists them.
fn commands() -> Vec<Command> {
    let mut command = Cli::command();
    command.build();
    command.get_subcommands().filter(|it| !it.is_hide_set()).cloned().collect()
}

/// The options of a command, without those that every command has by itself.
fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|it| !it.is_positional() && !it.is_hide_set())
}

/// The names of an option: `-o`, `--output`.
fn names(option: &Arg) -> Vec<String> {
    let short = option.get_short().map(|name| format!("-{name}"));
    let long = option.get_long().map(|name| format!("--{name}"));
    short.into_iter().chain(long).collect()
}

/// The words of a page, as they stand between spaces, quotes and brackets.
fn words(page: &str) -> Vec<&str> {
    page.split(|c: char| c.is_whitespace() || "`,|()[];\"'".contains(c))
        .filter(|word| !word.is_empty())
        .collect()
}

/// The name of the option that a word gives: `--type` in `--type=json`.
fn named_option(word: &str) -> Option<&str> {
    let name = word.split('=').next()?.trim_end_matches(['.', ':']);
    let is_long = name.strip_prefix("--").is_some_and(|it| it.starts_with(char::is_alphabetic));
    let is_short = name.len() == 2 && name.starts_with('-') && name.ends_with(char::is_alphabetic);
    (is_long || is_short).then_some(name)
}

struct Table<'p> {
    header: Vec<&'p str>,
    rows: Vec<Vec<&'p str>>,
}

fn tables(page: &str) -> Vec<Table<'_>> {
    let mut tables: Vec<Table<'_>> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        let cells = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |"));
        match cells.map(|cells| cells.split(" | ").collect()) {
            Some(row) if inside => tables.last_mut().expect("a table").rows.push(row),
            Some(header) => tables.push(Table { header, rows: Vec::new() }),
            None => {}
        }
        inside = line.starts_with('|');
    }
    tables
}

/// The parts of a cell that are marked as code.
fn code(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn every_command_and_option_is_on_the_page() {
    let page = page("options.md");
    let words = words(&page);
    let mut expected = BTreeSet::new();
    for command in commands() {
        expected.insert(format!("smp {}", command.get_name()));
        expected.extend(options(&command).flat_map(names));
    }
    let of_all = Cli::command();
    expected.extend(options(&of_all).flat_map(names));
    expected.extend(["-h", "--help", "-V", "--version"].map(str::to_owned));
    let calls = words.windows(2).filter(|pair| pair[0] == "smp");
    let calls = calls.filter(|pair| pair[1].chars().all(|c| c.is_ascii_lowercase() || c == '-'));
    let found: BTreeSet<_> = calls
        .map(|pair| format!("smp {}", pair[1]))
        .chain(words.iter().filter_map(|word| named_option(word)).map(str::to_owned))
        .collect();
    let missing: Vec<_> = expected.difference(&found).collect();
    let unknown: Vec<_> = found.difference(&expected).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing {missing:?}, unknown {unknown:?}");
}

#[test]
fn the_page_has_the_commands_of_each_option() {
    let page = page("options.md");
    let commands = commands();
    let all: BTreeSet<_> =
        commands.iter().map(Command::get_name).filter(|name| *name != "help").collect();
    let mut stated: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for table in tables(&page) {
        let Some(column) = table.header.iter().position(|name| *name == "commands") else {
            continue;
        };
        let mut before = BTreeSet::new();
        for row in &table.rows {
            before = match row[column] {
                "the same" => before,
                "all" => all.clone(),
                names => code(names).collect(),
            };
            for option in code(row[0]).filter_map(|code| named_option(words(code)[0])) {
                stated.entry(option).or_default().extend(&before);
            }
        }
    }
    assert!(stated.len() > 20, "{stated:?}");
    for (option, stated) in stated {
        let has = |command: &&Command| {
            options(command).any(|it| names(it).iter().any(|name| name == option))
        };
        let having: BTreeSet<_> = commands.iter().filter(has).map(Command::get_name).collect();
        assert_eq!(stated, having, "{option}");
    }
}

#[test]
fn the_page_has_the_values_of_each_option() {
    let page = page("options.md");
    let commands = commands();
    let mut checked = 0;
    for table in tables(&page) {
        let Some(column) = table.header.iter().position(|name| name.starts_with("values")) else {
            continue;
        };
        for row in &table.rows {
            let option = code(row[0]).next().expect("an option");
            let mut all = commands.iter().flat_map(options);
            let option = all.find(|it| names(it).iter().any(|name| name == option));
            let values = option.expect("an option of the command").get_possible_values();
            let values: Vec<_> = values.iter().map(|value| value.get_name().to_owned()).collect();
            assert_eq!(code(row[column]).collect::<Vec<_>>(), values, "{row:?}");
            checked += 1;
        }
    }
    assert!(checked > 3, "{checked}");
}

/// Options that commands share have comments, too, which must not become the description of a command.
#[test]
fn the_help_of_each_command_begins_with_its_line_in_the_list() {
    let list = Cli::command();
    for command in commands().iter().filter(|it| it.get_name() != "help") {
        let listed = list.find_subcommand(command.get_name()).expect("a command");
        let about = |it: &Command| it.get_about().map(ToString::to_string);
        assert!(about(listed).is_some(), "{}", command.get_name());
        assert_eq!(about(command), about(listed), "{}", command.get_name());
        assert_eq!(command.get_long_about(), None, "{}", command.get_name());
    }
}

/// The page on exit statuses and the `--help` of each command explain status 1 in the same words.
#[test]
fn the_page_has_the_commands_with_exit_status_1() {
    let page = page("exit-status.md");
    let tables = tables(&page);
    let table = tables.iter().find(|table| table.header[0] == "command").expect("a table");
    let mut stated = BTreeMap::new();
    for row in &table.rows {
        let commands = code(row[0]).filter_map(|code| code.strip_prefix("smp "));
        stated.extend(commands.map(|command| (command.to_owned(), row[1] != "never")));
    }
    let mut expected = BTreeMap::new();
    for command in commands().iter().filter(|it| it.get_name() != "help") {
        let help = command.get_after_help().expect("a text").to_string();
        let (_, statuses) = help.split_once("Exit status: ").expect("the statuses");
        expected.insert(command.get_name().to_owned(), statuses.contains("1 if"));
    }
    assert_eq!(stated, expected);
}
