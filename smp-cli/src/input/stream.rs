//! Reading a file, or standard input, in blocks of whole documents, so that no
//! more of it is held than its largest document.

use std::fs::File;
use std::io::{self, Read};

use super::format::{BYTE_ORDER_MARK, by_name, sniff};
use super::split::{Piece, Splitter};
use super::{Format, Source};
use crate::args::LimitArgs;
use crate::report::Report;
use crate::rewrite::Origin;

/// Bytes that are asked for at a time, which is what a pipe holds. Small
/// documents are handed on so many together.
const BLOCK: usize = 64 << 10;

/// One after the other, the blocks of a file.
pub(crate) struct Blocks {
    path: String,
    from: Box<dyn Read + Send>,
    /// The file as it was read so far, where that is asked for.
    origin: Option<Origin>,
    limits: LimitArgs,
    /// What was read and not handed on.
    text: Vec<u8>,
    /// Once enough was read to tell the format.
    splitter: Option<(Splitter, Format)>,
    /// What of the file is before `text`.
    bytes_before: usize,
    lines_before: usize,
    /// What is wrong with the text after the documents that were handed on.
    fault: Option<Report>,
}

/// Some documents of a file, none of them broken off.
pub(crate) struct Block {
    pub(crate) source: Source,
    /// Whether the file has no more.
    pub(crate) last: bool,
    /// The file as it was read, with the last block, where that is asked for.
    pub(crate) origin: Option<Origin>,
}

impl Blocks {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn open(path: &str, limits: LimitArgs) -> Result<Self, Report> {
        if path == "-" {
            return Ok(Self::new(path, Box::new(io::stdin()), None, limits));
        }
        let file = File::open(path).map_err(|error| unreadable(path, &error))?;
        Ok(Self::new(path, Box::new(file), None, limits))
    }

    /// Opens a file of which is to be known whether it stays as it is.
    pub(crate) fn watch(path: &str, limits: LimitArgs) -> Result<Self, Report> {
        let opened = File::open(path).and_then(|file| Ok((Origin::of(&file)?, file)));
        let (origin, file) = opened.map_err(|error| unreadable(path, &error))?;
        Ok(Self::new(path, Box::new(file), Some(origin), limits))
    }

    fn new(
        path: &str,
        from: Box<dyn Read + Send>,
        origin: Option<Origin>,
        limits: LimitArgs,
    ) -> Self {
        Self {
            path: path.to_owned(),
            from,
            origin,
            limits,
            text: Vec::new(),
            splitter: None,
            bytes_before: 0,
            lines_before: 0,
            fault: None,
        }
    }

    /// The next documents as soon as they are there, at least `count` of them if
    /// there are so many. `O(n)` in what is read.
    pub(crate) fn next(&mut self, count: usize) -> Result<Block, Report> {
        let mut pieces = Vec::new();
        while self.fault.is_none() {
            let last = self.fill()?;
            self.split(last, &mut pieces);
            self.admit(&pieces)?;
            let found = match count {
                // Those without content, too, lest they gather.
                0 | 1 => pieces.len(),
                _ => pieces.iter().filter(|piece| piece.has_content()).count(),
            };
            if last || found >= count.max(1) {
                return self.cut(pieces, last);
            }
        }
        Err(self.fault.take().unwrap_or_else(|| Report::new("nothing is left to read")))
    }

    /// All documents.
    pub(crate) fn all(mut self) -> Result<Source, Report> {
        let limit = self.limits.max_bytes;
        let mut pieces = Vec::new();
        let mut last = false;
        while !last {
            last = self.fill()?;
            if self.text.len() > limit {
                let whole = " for a file that is read as a whole";
                return Err(too_long(name(&self.path), "the file", limit, whole));
            }
        }
        self.split(true, &mut pieces);
        let block = self.cut(pieces, true)?;
        self.fault.map_or(Ok(block.source), Err)
    }

    /// Reads what is there; whether that was the end.
    fn fill(&mut self) -> Result<bool, Report> {
        let length = self.text.len();
        self.text.resize(length + BLOCK, 0);
        let read = loop {
            match self.from.read(&mut self.text[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.text.truncate(length + *read.as_ref().unwrap_or(&0));
        if let Some(origin) = &mut self.origin {
            origin.read(&self.text[length..]);
        }
        read.map(|count| count == 0).map_err(|error| unreadable(&self.path, &error))
    }

    fn split(&mut self, last: bool, pieces: &mut Vec<Piece>) {
        if self.splitter.is_none()
            && let Some(sniffed) = sniff(&self.text, last)
        {
            let mark =
                if self.text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
            let format = by_name(&self.path).unwrap_or(sniffed);
            self.splitter = Some((Splitter::new(format, mark), format));
        }
        if let Some((splitter, _)) = &mut self.splitter {
            pieces.extend(core::iter::from_fn(|| splitter.next(&self.text, last)));
        }
    }

    /// Refuses a document that is too long, as soon as that can be told.
    fn admit(&self, pieces: &[Piece]) -> Result<(), Report> {
        let limit = self.limits.max_bytes;
        let done = self.splitter.as_ref().map_or(0, |(splitter, _)| splitter.done());
        let rest = (self.text.len().saturating_sub(done) > limit).then_some(done);
        let long = pieces.iter().find(|piece| piece.range.len() > limit);
        let Some(start) = long.map(|piece| piece.range.start).or(rest) else { return Ok(()) };
        let line = self.lines_before + memchr::memchr_iter(b'\n', &self.text[..start]).count() + 1;
        let what = format!("the document at line {line}");
        Err(too_long(name(&self.path), &what, limit, ""))
    }

    /// Hands on the documents that were found.
    fn cut(&mut self, mut pieces: Vec<Piece>, last: bool) -> Result<Block, Report> {
        let mut format = Format::Yaml;
        let mut text = core::mem::take(&mut self.text);
        if let Some((splitter, found)) = &mut self.splitter {
            let done = if last { text.len() } else { splitter.done() };
            self.text = text.split_off(done);
            splitter.forget(done.min(splitter.done()));
            format = *found;
        }
        let (before, lines_before) = (self.bytes_before, self.lines_before);
        self.bytes_before += text.len();
        self.lines_before += memchr::memchr_iter(b'\n', &text).count();
        let text = match String::from_utf8(text) {
            Ok(text) => text,
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let mut text = error.into_bytes();
                text.truncate(valid);
                let line = lines_before + memchr::memchr_iter(b'\n', &text).count() + 1;
                let fault = not_utf8(name(&self.path), before + valid, line);
                pieces.retain(|piece| piece.range.end <= valid);
                if pieces.is_empty() {
                    return Err(fault);
                }
                self.fault = Some(fault);
                // Nothing is lost: it was valid up to there.
                String::from_utf8(text).unwrap_or_default()
            }
        };
        let last = last && self.fault.is_none();
        let name = name(&self.path).to_owned();
        let origin = self.origin.take_if(|_| last);
        Ok(Block { source: Source { name, text, format, pieces, lines_before }, last, origin })
    }
}

/// How messages call a file.
pub(crate) fn name(path: &str) -> &str {
    if path == "-" { "<stdin>" } else { path }
}

/// Why a file can't be read.
pub(crate) fn unreadable(path: &str, error: &io::Error) -> Report {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    let report = Report::new(format!("cannot read {}: {reason}", name(path)));
    match error.kind() {
        io::ErrorKind::IsADirectory => report.help("give each file with its own -f"),
        io::ErrorKind::NotFound if path.starts_with(['{', '[']) => {
            report.help("a patch on the command line is given with -p")
        }
        _ => report,
    }
}

fn too_long(name: &str, what: &str, limit: usize, whose: &str) -> Report {
    Report::new(format!("{name}: {what} has more than {limit} bytes, which is the limit{whose}"))
        .help("if it is meant to be that long, give more as --max-bytes")
}

fn not_utf8(name: &str, offset: usize, line: usize) -> Report {
    let title = format!("{name} is not UTF-8 text: invalid byte at offset {offset}, line {line}");
    Report::new(title).help("convert it to UTF-8")
}
