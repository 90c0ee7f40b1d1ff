//! The state of a file when it was read, to find out later whether somebody has
//! changed it. Times and size show most changes. A hash of the content shows a
//! change within one tick of the file system's clock.

use std::fs::{File, Metadata};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read as _};
use std::path::Path;

/// Bytes that are read at a time.
const READ_BYTES: usize = 64 << 10;

/// A file as it was read.
#[derive(Debug, Clone)]
pub(crate) struct Fingerprint {
    /// Mode, owners, times and size of the file.
    pub(crate) metadata: Metadata,
    content: DefaultHasher,
    bytes: u64,
}

/// The attributes of a file that change with its content and are known without reading it.
fn stamp(file: &Metadata) -> impl PartialEq {
    #[cfg(unix)]
    let inode = {
        use std::os::unix::fs::MetadataExt as _;
        // The device, the number on it, and the time of the last change of content or attributes.
        (file.dev(), file.ino(), file.ctime(), file.ctime_nsec())
    };
    #[cfg(not(unix))]
    let inode = ();
    (file.len(), file.modified().ok(), inode)
}

impl Fingerprint {
    /// Starts the fingerprint of an open file, before anything is read from it.
    pub(crate) fn of(file: &File) -> io::Result<Self> {
        Ok(Self { metadata: file.metadata()?, content: DefaultHasher::new(), bytes: 0 })
    }

    /// The fingerprint of the file at a path. `O(n)`.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut fingerprint = Self::of(&file)?;
        fingerprint.add_all(&mut file)?;
        Ok(fingerprint)
    }

    /// Adds the next bytes that were read.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.content.write(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// Whether the file at the path has the same inode, times and size.
    pub(crate) fn has_same_stamp(&self, path: &Path) -> io::Result<bool> {
        Ok(stamp(&path.metadata()?) == stamp(&self.metadata))
    }

    /// Whether the file at the path also has the same content. `O(n)`.
    pub(crate) fn has_same_content(&self, path: &Path) -> io::Result<bool> {
        let mut file = File::open(path)?;
        let mut now = Self::of(&file)?;
        if stamp(&now.metadata) != stamp(&self.metadata) || self.metadata.len() != self.bytes {
            return Ok(false);
        }
        now.add_all(&mut file)?;
        Ok(now.bytes == self.bytes && now.content.finish() == self.content.finish())
    }

    /// Reads the rest of a file, and adds it.
    fn add_all(&mut self, file: &mut File) -> io::Result<()> {
        let mut buffer = Vec::with_capacity(READ_BYTES);
        while file.by_ref().take(READ_BYTES as u64).read_to_end(&mut buffer)? > 0 {
            self.add(&buffer);
            buffer.clear();
        }
        Ok(())
    }
}
