//! The running server: one that this process starts and ends, or one that `up` left running.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use serde_json::{Value, json};

use super::Result;
use super::client::Client;
use super::program::{self, cache};

/// A server that answers.
pub(super) struct Server {
    pub(super) url: String,
    pub(super) version: String,
    /// The process, if this process has started it. It ends when its input is closed, so it
    /// also ends if this process is killed.
    process: Option<(Child, ChildStdin)>,
}

/// The number of last lines of the log that an error shows.
const SHOWN: usize = 15;

impl Server {
    /// Starts the program and waits until the server is ready. It is stopped when the value is
    /// dropped, or when this process ends, for whatever reason.
    pub(super) fn start(program: &Path) -> Result<Self> {
        let log = cache()?.join("server.log");
        let mut command = Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(File::create(&log)?);
        // Ctrl-C must reach only this process; the server ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let input = child.stdin.take().ok_or("no way in to the server")?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no way out of the server")?)
            .read_line(&mut line)?;
        let Ok(ready) = serde_json::from_str::<Value>(&line) else {
            let said = fs::read_to_string(&log)?;
            let lines: Vec<&str> = said.lines().collect();
            let last = lines.get(lines.len().saturating_sub(SHOWN)..).unwrap_or_default();
            return Err(format!("the server does not start:\n{}", last.join("\n")).into());
        };
        let text = |name: &str| ready.get(name).and_then(Value::as_str).map(str::to_owned);
        Ok(Self {
            url: text("url").ok_or("the server states no address")?,
            version: text("version").ok_or("the server states no version")?,
            process: Some((child, input)),
        })
    }

    /// The server that `up` started, if it still answers.
    pub(super) fn running() -> Result<Option<Self>> {
        let state = state()?;
        let Ok(text) = fs::read_to_string(&state) else { return Ok(None) };
        let url = serde_json::from_str::<Value>(&text)
            .ok()
            .and_then(|state| Some(state.get("url")?.as_str()?.to_owned()));
        let answer = url.as_ref().map(|url| Client::new(url).get("/version"));
        let version = answer.and_then(|it| Some(it.body.get("gitVersion")?.as_str()?.to_owned()));
        if let (Some(url), Some(version)) = (url, version) {
            return Ok(Some(Self { url, version, process: None }));
        }
        fs::remove_file(state)?;
        Ok(None)
    }

    /// Lets the server outlive this process.
    pub(super) fn detach(mut self) -> Result<Self> {
        fs::write(state()?, json!({"url": self.url}).to_string())?;
        if let Some((_, mut input)) = self.process.take() {
            input.write_all(b"detach\n")?;
        }
        Ok(self)
    }

    /// Stops a server that runs on its own.
    pub(super) fn stop(self) -> Result<()> {
        let answer = Client::new(&self.url).post("/-/stop", &Value::Null);
        fs::remove_file(state()?)?;
        if answer.is_ok() {
            println!("kube-apiserver {} is stopped", self.version);
            return Ok(());
        }
        Err(format!("{} does not stop: {}", self.url, answer.message()).into())
    }
}

/// The server that is up, or else a new one. `None` if the server would have to be built first, and
/// the caller accepts only a built one (`if_cached`).
pub(super) fn available(if_cached: bool) -> Result<Option<Server>> {
    if if_cached && program::cached()?.is_none() {
        println!("kube-apiserver is not built: `cargo xtask cluster up` builds it");
        return Ok(None);
    }
    Ok(Some(match Server::running()? {
        Some(server) => server,
        None => Server::start(&program::built()?)?,
    }))
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some((mut child, input)) = self.process.take() {
            drop(input);
            let _ = child.wait();
        }
    }
}

/// The file with the address of the server that `up` started.
fn state() -> Result<PathBuf> {
    Ok(cache()?.join("server.json"))
}
