//! Reading a pipe, a socket or a device that the user names, with a time limit: it may have no writer,
//! or one that never ends.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::limits::PIPE_SECONDS;

/// Bytes that are read at a time: the capacity of a pipe.
const READ_BYTES: usize = 64 << 10;

/// The most blocks to read ahead.
const BLOCKS_AHEAD: usize = 4;

/// A pipe that a thread opens and reads; [`Read`] fails if nothing arrives for
/// [`PIPE_SECONDS`].
pub(super) struct Pipe {
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// Bytes that have arrived and were not yet read.
    rest: io::Cursor<Vec<u8>>,
}

impl Pipe {
    /// Starts a thread that opens and reads a pipe. The thread ends with the pipe, or with the process.
    pub(super) fn open(path: PathBuf) -> Self {
        let (sender, blocks) = sync_channel(BLOCKS_AHEAD);
        thread::spawn(move || {
            let mut file = match File::open(path) {
                Ok(file) => file,
                Err(error) => return drop(sender.send(Err(error))),
            };
            let mut block = vec![0; READ_BYTES];
            loop {
                // The reader of the blocks decides how to handle an error.
                let read = file.read(&mut block).map(|count| block[..count].to_vec());
                let is_end = read.as_ref().is_ok_and(Vec::is_empty);
                if is_end || sender.send(read).is_err() {
                    return;
                }
            }
        });
        Self { blocks, rest: io::Cursor::default() }
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.rest.read(buffer)?;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        let limit = PIPE_SECONDS.get().try_into().unwrap_or(u64::MAX);
        match self.blocks.recv_timeout(Duration::from_secs(limit)) {
            Ok(block) => {
                self.rest = io::Cursor::new(block?);
                self.rest.read(buffer)
            }
            Err(RecvTimeoutError::Disconnected) => Ok(0),
            Err(RecvTimeoutError::Timeout) => {
                let text =
                    format!("it is a pipe or a device from which nothing came for {limit} s");
                Err(io::Error::new(io::ErrorKind::TimedOut, text))
            }
        }
    }
}
