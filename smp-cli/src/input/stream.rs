//! Reading a file, or standard input, in blocks of whole documents, so that no more of it is in memory
//! than its largest document.

use std::fs::{self, File};
use std::io::{self, Read};

use smp_yaml::__split::{BYTE_ORDER_MARK, Sniffer, Splitter};
use smp_yaml::{Format, Piece};

use super::format::of_extension;
use super::pipe::Pipe;
use super::source::{Source, count_lines, ends_with_crlf};
use crate::args::{FileArg, Validation};
use crate::fingerprint::Fingerprint;
use crate::limits::{BYTES, Kept, PIPE_SECONDS};
use crate::report::{Report, Rule};

/// Bytes to ask for at first: most manifests have fewer.
const FIRST_READ_BYTES: usize = 8 << 10;

/// Bytes to ask for at a time, at most: the capacity of a pipe. Small documents are passed
/// on in blocks of about this size.
const READ_BYTES: usize = 64 << 10;

/// The most bytes of a small file. Processing it takes no longer than starting threads.
const SMALL_BYTES: u64 = 64 << 10;

/// Reads the blocks of a file, one after the other.
pub(crate) struct BlockReader {
    file: FileArg,
    from: Box<dyn Read + Send>,
    /// The hash of the bytes read so far, if requested.
    fingerprint: Option<Fingerprint>,
    validation: Validation,
    /// Text that was read and not yet passed on.
    text: Vec<u8>,
    /// Bytes to ask for.
    asked: usize,
    sniffer: Sniffer,
    /// Known once enough was read to detect the format.
    splitter: Option<(Splitter, Format)>,
    /// Bytes of the file before `text`.
    bytes_before: usize,
    /// Lines of the file before `text`.
    lines_before: usize,
    /// Whether the first line of the file ends with CR LF, once it was read.
    crlf: Option<bool>,
}

/// Some documents of a file, all of them complete.
pub(crate) struct Block {
    pub(crate) source: Source,
    /// Whether this is the end of the file.
    pub(crate) last: bool,
    /// The fingerprint of the whole file, if requested and this is the last block.
    pub(crate) fingerprint: Option<Fingerprint>,
    /// The error that ends the file, after these documents.
    pub(crate) error: Option<Report>,
}

impl Block {
    /// The end of a file that cannot be read.
    pub(crate) fn failed(name: &str, error: Report) -> Self {
        let source = Source { name: name.to_owned(), ..Source::default() };
        Self { source, last: true, fingerprint: None, error: Some(error) }
    }
}

/// Reads a whole file, or standard input for `-`.
pub(crate) fn read_file(file: &FileArg, validation: Validation) -> Result<Source, Report> {
    BlockReader::open(file, validation, false)?.all()
}

impl BlockReader {
    /// Opens a file, or standard input for `-`. If `fingerprint`, the fingerprint of a file is taken
    /// while it is read.
    pub(crate) fn open(
        file: &FileArg,
        validation: Validation,
        fingerprint: bool,
    ) -> Result<Self, Report> {
        let open = || -> io::Result<(Box<dyn Read + Send>, _)> {
            if file.is_stdin() {
                return Ok((Box::new(io::stdin()), None));
            }
            let metadata = fs::metadata(file.path())?;
            if !metadata.is_file() && !metadata.is_dir() {
                if file.is_found() {
                    let text = "it is a pipe, a socket or a device, not a file";
                    return Err(io::Error::other(text));
                }
                return Ok((Box::new(Pipe::open(file.path().to_owned())), None));
            }
            let opened = File::open(file.path())?;
            let fingerprint = fingerprint.then(|| Fingerprint::of(&opened)).transpose()?;
            Ok((Box::new(opened), fingerprint))
        };
        let (from, fingerprint) = open().map_err(|error| unreadable(file, &error))?;
        Ok(Self {
            file: file.clone(),
            from,
            fingerprint,
            validation,
            text: Vec::new(),
            asked: FIRST_READ_BYTES,
            sniffer: Sniffer::default(),
            splitter: None,
            bytes_before: 0,
            lines_before: 0,
            crlf: None,
        })
    }

    /// Whether the file is a small one: a regular file, which is read without waiting.
    pub(crate) fn is_small(file: &FileArg) -> bool {
        let metadata = if file.is_stdin() { None } else { fs::metadata(file.path()).ok() };
        // Files that the system generates while they are read have length 0.
        metadata.is_some_and(|it| it.is_file() && (1..=SMALL_BYTES).contains(&it.len()))
    }

    /// The next documents as soon as they have arrived: at least `count`, unless
    /// the file has fewer. `O(n)` in the bytes that are read.
    pub(crate) fn next(&mut self, count: usize) -> Result<Block, Report> {
        let mut pieces = Vec::new();
        loop {
            let last = self.read_more()?;
            self.split(last, &mut pieces);
            self.check_length(&pieces)?;
            let found = match count {
                // Pieces without content count, too, so that they do not pile up.
                0 | 1 => pieces.len(),
                _ => pieces.iter().filter(|piece| piece.has_content()).count(),
            };
            if last || found >= count.max(1) {
                return self.take_block(pieces, last);
            }
        }
    }

    /// Reads all documents.
    fn all(mut self) -> Result<Source, Report> {
        let limit = BYTES.get();
        let mut pieces = Vec::new();
        let mut last = false;
        while !last {
            last = self.read_more()?;
            if self.text.len() > limit {
                let whole = " for a file that is read as a whole";
                return Err(too_long(&self.file.name(), "the file", limit, whole));
            }
        }
        self.split(true, &mut pieces);
        let block = self.take_block(pieces, true)?;
        block.error.map_or(Ok(block.source), Err)
    }

    /// Reads the next bytes that are available. True at the end of the file.
    fn read_more(&mut self) -> Result<bool, Report> {
        let length = self.text.len();
        self.text.resize(length + self.asked, 0);
        let read = loop {
            match self.from.read(&mut self.text[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let count = *read.as_ref().unwrap_or(&0);
        self.text.truncate(length + count);
        if count == self.asked {
            self.asked = READ_BYTES.min(self.asked * 2);
        }
        Kept::check(self.text.len())?;
        if let Some(fingerprint) = &mut self.fingerprint {
            fingerprint.add(&self.text[length..]);
        }
        read.map(|count| count == 0).map_err(|error| unreadable(&self.file, &error))
    }

    fn split(&mut self, last: bool, pieces: &mut Vec<Piece>) {
        if self.splitter.is_none() {
            let format =
                of_extension(self.file.path()).or_else(|| self.sniffer.sniff(&self.text, last));
            // Only a part of a byte order mark may have arrived.
            let enough = last || self.text.len() >= BYTE_ORDER_MARK.len();
            self.splitter = format.filter(|_| enough).map(|format| {
                // The YAML parser handles the mark, and refuses a second one.
                let mark = format == Format::Json && self.text.starts_with(BYTE_ORDER_MARK);
                let start = if mark { BYTE_ORDER_MARK.len() } else { 0 };
                (Splitter::new(format, start), format)
            });
        }
        if let Some((splitter, _)) = &mut self.splitter {
            pieces.extend(core::iter::from_fn(|| splitter.next(&self.text, last)));
        }
    }

    /// Refuses a document that is too long, without waiting for its end.
    fn check_length(&self, pieces: &[Piece]) -> Result<(), Report> {
        let limit = BYTES.get();
        let done = self.splitter.as_ref().map_or(0, |(splitter, _)| splitter.done());
        let rest = (self.text.len().saturating_sub(done) > limit).then_some(done);
        let long = pieces.iter().find(|piece| piece.range.len() > limit);
        let Some(start) = long.map(|piece| piece.range.start).or(rest) else { return Ok(()) };
        let line = self.lines_before + count_lines(&self.text[..start]) + 1;
        let what = format!("the document at line {line}");
        Err(too_long(&self.file.name(), &what, limit, ""))
    }

    /// Passes on the documents that were found.
    fn take_block(&mut self, mut pieces: Vec<Piece>, last: bool) -> Result<Block, Report> {
        let mut text = core::mem::take(&mut self.text);
        if let Some((splitter, _)) = &mut self.splitter {
            let done = if last { text.len() } else { splitter.done() };
            self.text = text.split_off(done);
            splitter.forget(done.min(splitter.done()));
        }
        // The texts of many small files may be in memory at once.
        if last {
            text.shrink_to_fit();
        }
        let (before, lines_before) = (self.bytes_before, self.lines_before);
        self.bytes_before += text.len();
        self.lines_before += count_lines(&text);
        let (text, error) = match String::from_utf8(text) {
            Ok(text) => (text, None),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let mut text = error.into_bytes();
                text.truncate(valid);
                let line = lines_before + count_lines(&text) + 1;
                pieces.retain(|piece| piece.range.end <= valid);
                let error = not_utf8(&self.file.name(), before + valid, line);
                // The text was valid up to here, so there is no other error.
                (String::from_utf8(text).unwrap_or_default(), Some(error))
            }
        };
        let last = last || error.is_some();
        let fingerprint = self.fingerprint.take_if(|_| last);
        self.crlf = self.crlf.or_else(|| ends_with_crlf(&text));
        let source = Source {
            name: self.file.name(),
            format: self.splitter.as_ref().map(|(_, format)| *format),
            pieces,
            crlf: self.crlf.unwrap_or(false),
            refuse_repeated: self.validation == Validation::Strict,
            lines_before,
            _kept: Kept::of(text.len())?,
            text,
            ..Source::default()
        };
        Ok(Block { source, last, fingerprint, error })
    }
}

/// The error about a file that cannot be read.
pub(crate) fn unreadable(file: &FileArg, error: &io::Error) -> Report {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    let report = Report::new(format!("cannot read {}: {reason}", file.name()))
        .rule(Rule::UnreadableFile)
        .in_file(&file.name());
    match error.kind() {
        io::ErrorKind::IsADirectory => report.help("give its files one by one"),
        io::ErrorKind::NotFound if file.name().starts_with(['{', '[']) => {
            report.help("a patch on the command line is given with -p")
        }
        io::ErrorKind::TimedOut => report.help(PIPE_SECONDS.help()).rule(Rule::LimitExceeded),
        _ => report,
    }
}

fn too_long(name: &str, what: &str, limit: usize, whose: &str) -> Report {
    Report::new(format!("{name}: {what} has more than {limit} bytes, which is the limit{whose}"))
        .help("to read it, set a higher limit with --max-bytes")
}

fn not_utf8(name: &str, offset: usize, line: usize) -> Report {
    let title = format!("{name} is not UTF-8 text: invalid byte at offset {offset}, line {line}");
    Report::new(title).help("convert it to UTF-8")
}
