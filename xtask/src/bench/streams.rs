//! The command on a stream of documents: documents per second and memory, compared with
//! kubectl.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::process::{Cost, ask_if_there, build, cost, median, run};
use super::table::{Figure, Section, digits, grid};
use super::{Bench, Result};

pub(super) const TITLE: &str = "Streams";

/// A file of documents.
struct Stream {
    format: &'static str,
    file: PathBuf,
    patch: PathBuf,
    documents: u32,
    bytes: f64,
}

/// Runs the command on YAML and on JSON lines, then kubectl on YAML.
pub(super) fn measure(bench: &Bench) -> Result<Section> {
    let documents = bench.choose("10000", "1000");
    let smp = build(&bench.root, "smp-cli", "smp")?;
    let folder = bench.scratch.join("streams");
    eprintln!("writing and patching {documents} documents");
    run(Command::new(build(&bench.root, "smp-benches", "inputs")?)
        .arg(&folder)
        .args(["streams", documents]))?;
    let mut rows = Vec::new();
    for (format, name) in [("YAML", "stream.yaml"), ("JSON lines", "stream.jsonl")] {
        let stream = Stream::of(format, &folder, name, documents.parse()?)?;
        let command = || stream.patched_by(&smp, &[]);
        stream.check(command())?;
        let costs = repeat(bench.choose(5, 1), command)?;
        rows.push(row("smp", &stream, &costs)?);
    }
    let kubectl = Path::new("kubectl");
    let version = ask_if_there(Command::new(kubectl).args(["version", "--client"]))?;
    if version.is_some() {
        let all = Stream::of("YAML", &folder, "stream.yaml", documents.parse()?)?;
        let one = Stream::of("YAML", &folder, "one.yaml", 1)?;
        let local = ["--local", "-o", "yaml"];
        let costs = repeat(bench.choose(50, 10), || one.patched_by(kubectl, &local))?;
        rows.push(row("kubectl, a process a document", &one, &costs)?);
        let costs = repeat(1, || all.patched_by(kubectl, &local))?;
        rows.push(row("kubectl, one process", &all, &costs)?);
    }
    let head =
        ["patched by", "format", "documents", "time", "documents/s", "input/s", "peak memory"];
    let kubectl = version.as_deref().and_then(client).map_or_else(
        || "kubectl is not installed here: it is left out.".to_owned(),
        |version| format!("kubectl is {version}."),
    );
    Ok(Section::of_grid(TITLE, grid(&head, rows.into_iter()), &[&kubectl]))
}

/// The version in `Client Version: v1.32.4`.
fn client(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("Client Version: "))
}

fn repeat(count: usize, command: impl Fn() -> Command) -> Result<Vec<Cost>> {
    (0..count).map(|_| cost(&mut command())).collect()
}

fn row(by: &str, of: &Stream, costs: &[Cost]) -> Result<Vec<String>> {
    let seconds = median(costs.iter().map(|cost| cost.seconds).collect()).ok_or("no runs")?;
    let peak = median(costs.iter().filter_map(|cost| cost.peak_bytes).collect());
    Ok(vec![
        by.to_owned(),
        of.format.to_owned(),
        of.documents.to_string(),
        Figure::Nanoseconds(seconds * 1e9).text(),
        digits(f64::from(of.documents) / seconds),
        Figure::Bytes(of.bytes / seconds).text(),
        peak.map_or_else(|| "unknown".to_owned(), |bytes| Figure::Bytes(bytes).text()),
    ])
}

impl Stream {
    fn of(format: &'static str, folder: &Path, name: &str, documents: u32) -> Result<Self> {
        let file = folder.join(name);
        let text = fs::metadata(&file)?.len().to_string();
        Ok(Self { format, file, patch: folder.join("patch.json"), documents, bytes: text.parse()? })
    }

    fn patched_by(&self, program: &Path, options: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.arg("patch").arg("-f").arg(&self.file);
        command.arg("--patch-file").arg(&self.patch).args(options);
        command
    }

    /// Runs the command once and checks that every document was patched.
    fn check(&self, mut command: Command) -> Result<()> {
        let patch: Value = serde_json::from_str(&fs::read_to_string(&self.patch)?)?;
        let image = patch
            .pointer("/spec/template/spec/containers/0/image")
            .and_then(Value::as_str)
            .ok_or("the patch sets no image")?;
        let output = self.file.with_file_name("patched");
        run(command.stdout(Stdio::from(File::create(&output)?)))?;
        let mut patched = 0;
        for line in BufReader::new(File::open(&output)?).lines() {
            if line?.contains(image) {
                patched += 1;
            }
        }
        if patched == self.documents {
            Ok(())
        } else {
            Err(format!("{command:?}: {patched} of {} documents patched", self.documents).into())
        }
    }
}
