//! The oracle of `tests/oracle` as a child process: it is built and driven over NDJSON, with
//! many requests at a time.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Map, Value};

/// A result whose error is a message.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The running oracle.
pub(crate) struct Oracle {
    child: Child,
    input: Option<BufWriter<ChildStdin>>,
    output: BufReader<ChildStdout>,
    /// The number of questions that were answered.
    pub(crate) asked: usize,
}

/// An answer of the reference.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    Ok(Value),
    Error(String),
    Panic(String),
}

impl Answer {
    pub(crate) fn ok(&self) -> Option<&Value> {
        match self {
            Self::Ok(value) => Some(value),
            Self::Error(_) | Self::Panic(_) => None,
        }
    }
}

/// The first answer, and those that differ from it when asked again.
#[derive(Debug, Clone)]
pub(crate) struct Answers {
    pub(crate) first: Answer,
    pub(crate) also: Vec<Answer>,
}

/// A question: an `op` and its fields.
pub(crate) type Question = Map<String, Value>;

/// The number of questions that are written before their answers are read. It is bounded, so
/// that the waiting questions and answers fit into the pipes: an answer is rarely longer than
/// its question.
const IN_FLIGHT: usize = 64;

impl Oracle {
    /// Builds the oracle and starts it.
    pub(crate) fn start(root: &Path) -> Result<Self> {
        Self::start_in(root, "oracle")
    }

    /// Builds and starts a program with the oracle's protocol, in this folder of `tests`.
    pub(crate) fn start_in(root: &Path, name: &str) -> Result<Self> {
        let folder = root.join("tests").join(name);
        let built = Command::new("go")
            .args(["build", "-o", name, "."])
            .current_dir(&folder)
            .status()
            .map_err(|error| format!("the oracle needs Go: {error}"))?;
        if !built.success() {
            return Err("the oracle does not build".into());
        }
        let mut child = Command::new(folder.join(name))
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no way in to the oracle")?;
        let output = child.stdout.take().ok_or("no way out of the oracle")?;
        Ok(Self {
            child,
            input: Some(BufWriter::new(input)),
            output: BufReader::new(output),
            asked: 0,
        })
    }

    /// Asks one question.
    pub(crate) fn ask(&mut self, question: Question) -> Result<Answers> {
        let mut answers = self.ask_all(vec![question])?;
        answers.pop().ok_or_else(|| "the oracle gave no answer".into())
    }

    /// The kinds that Kubernetes' module of types has, such as `apps/v1/Deployment`.
    pub(crate) fn kinds(&mut self) -> Result<HashSet<String>> {
        let mut question = Question::new();
        question.insert("op".to_owned(), "kinds".into());
        match self.ask(question)?.first {
            Answer::Ok(kinds) => Ok(serde_json::from_value(kinds)?),
            Answer::Error(message) | Answer::Panic(message) => Err(message.into()),
        }
    }

    /// Asks many questions; the answers are in the same order.
    pub(crate) fn ask_all(&mut self, questions: Vec<Question>) -> Result<Vec<Answers>> {
        let mut answers = Vec::with_capacity(questions.len());
        let mut waiting = questions.into_iter().peekable();
        while waiting.peek().is_some() {
            let texts: Vec<String> =
                waiting.by_ref().take(IN_FLIGHT).map(|q| Value::Object(q).to_string()).collect();
            let input = self.input.as_mut().ok_or("the oracle has been stopped")?;
            let output = &mut self.output;
            let count = texts.len();
            // Questions are written by another thread, so that writing and reading can't block
            // each other.
            let read = std::thread::scope(|scope| -> Result<Vec<Answers>> {
                let writer = scope.spawn(move || -> std::io::Result<()> {
                    for text in texts {
                        input.write_all(text.as_bytes())?;
                        input.write_all(b"\n")?;
                    }
                    input.flush()
                });
                let mut read = Vec::with_capacity(count);
                let mut line = String::new();
                for _ in 0..count {
                    line.clear();
                    if output.read_line(&mut line)? == 0 {
                        return Err("the oracle has stopped".into());
                    }
                    read.push(answers_of(&line)?);
                }
                writer.join().map_err(|_| "writing to the oracle panicked")??;
                Ok(read)
            })?;
            self.asked += read.len();
            answers.extend(read);
        }
        Ok(answers)
    }
}

/// The oracle ends when its input is closed.
impl Drop for Oracle {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

fn answers_of(line: &str) -> Result<Answers> {
    let response: Value = serde_json::from_str(line)?;
    let also = response.get("also").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    Ok(Answers {
        first: answer_of(&response)?,
        also: also.iter().map(answer_of).collect::<Result<_>>()?,
    })
}

fn answer_of(outcome: &Value) -> Result<Answer> {
    let text = |name: &str| outcome.get(name).and_then(Value::as_str);
    if let Some(text) = text("ok") {
        return Ok(Answer::Ok(serde_json::from_str(text)?));
    }
    if let Some(text) = text("error") {
        return Ok(Answer::Error(text.to_owned()));
    }
    if let Some(text) = text("panic") {
        return Ok(Answer::Panic(text.to_owned()));
    }
    Err(format!("the oracle does not understand: {outcome}").into())
}
