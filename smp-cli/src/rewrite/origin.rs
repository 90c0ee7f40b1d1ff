//! What a file was when it was read, to tell whether it still is. Its times and
//! its size tell mostly; a hash of its content tells where it was changed within
//! one tick of the clock.

use std::fs::{File, Metadata};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read};
use std::path::Path;
use std::time::SystemTime;

/// A file as it was read.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    metadata: Metadata,
    stamp: Stamp,
    content: DefaultHasher,
    read: u64,
}

/// What changes with a file, and costs nothing to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stamp {
    identity: Identity,
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(file: &Metadata) -> Self {
        Self { identity: Identity::of(file), length: file.len(), modified: file.modified().ok() }
    }
}

/// Which file it is, and when anything about it was changed last, as far as the
/// system says that.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Identity {
    device: u64,
    number: u64,
    changed: (i64, i64),
}

impl Identity {
    fn of(file: &Metadata) -> Self {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt as _;
            let changed = (file.ctime(), file.ctime_nsec());
            Self { device: file.dev(), number: file.ino(), changed }
        }
        #[cfg(not(unix))]
        {
            let _ = file;
            Self::default()
        }
    }
}

impl Origin {
    /// An open file of which nothing was read.
    pub(crate) fn of(file: &File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        Ok(Self { stamp: Stamp::of(&metadata), metadata, content: DefaultHasher::new(), read: 0 })
    }

    /// Its mode and owners.
    pub(super) fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// These bytes were read next.
    pub(crate) fn read(&mut self, bytes: &[u8]) {
        self.content.write(bytes);
        self.read += bytes.len() as u64;
    }

    /// Whether, by its looks, the file there is the one that was read.
    pub(super) fn looks_like(&self, path: &Path) -> io::Result<bool> {
        Ok(Stamp::of(&path.metadata()?) == self.stamp)
    }

    /// Whether the file there is the one that was read, to the last byte. `O(n)`.
    pub(super) fn is_at(&self, path: &Path) -> io::Result<bool> {
        let mut file = File::open(path)?;
        if Stamp::of(&file.metadata()?) != self.stamp || self.stamp.length != self.read {
            return Ok(false);
        }
        let mut now = Self::of(&file)?;
        let mut bytes = vec![0; 64 << 10];
        loop {
            match file.read(&mut bytes) {
                Ok(0) => break,
                Ok(count) => now.read(&bytes[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(now.read == self.read && now.content.finish() == self.content.finish())
    }
}
