//! Putting a new file in the place of the old one.

use std::fs::File;
#[cfg(unix)]
use std::fs::TryLockError;
use std::io;
use std::path::Path;
#[cfg(unix)]
use std::time::{Duration, Instant};

use tempfile::TempPath;

use super::target::{Target, reason};
use super::{NOTHING, Origin, Ready};
use crate::report::Report;

/// The attribute with the label that `SELinux` gives.
#[cfg(unix)]
const SELINUX: &str = "security.selinux";

/// How long another run may take to put a file in place.
#[cfg(unix)]
const TURN: Duration = Duration::from_secs(10);

/// Gives a new file the owners, the mode, and the access list and other extended
/// attributes of the old one.
pub(super) fn keep_access(file: &File, origin: &Origin, target: &Target) -> Result<(), Report> {
    let old = origin.metadata();
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let new = file.metadata().map_err(|error| refused(target, &error).note(NOTHING))?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            let owners = format!("owner {} and group {}", old.uid(), old.gid());
            fchown(file, Some(old.uid()), Some(old.gid()))
                .map_err(|error| lost(&owners, target, &error))?;
        }
    }
    let permissions = file.set_permissions(old.permissions());
    permissions.map_err(|error| lost("the mode", target, &error))?;
    #[cfg(unix)]
    keep_attributes(file, target)?;
    Ok(())
}

#[cfg(unix)]
fn keep_attributes(file: &File, target: &Target) -> Result<(), Report> {
    use xattr::FileExt as _;
    let failed = |error: io::Error| lost("the extended attributes", target, &error);
    let names = match xattr::list(&target.path) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(()),
        names => names.map_err(failed)?,
    };
    for name in names {
        let text = name.to_string_lossy();
        // What the system says of the content, which is another now.
        if text.starts_with("trusted.") || text.starts_with("security.") && text != SELINUX {
            continue;
        }
        let Some(value) = xattr::get(&target.path, &name).map_err(failed)? else { continue };
        if file.get_xattr(&name).map_err(failed)?.as_ref() != Some(&value) {
            let kept = file.set_xattr(&name, &value);
            kept.map_err(|error| lost(&format!("the attribute {text}"), target, &error))?;
        }
    }
    Ok(())
}

fn lost(what: &str, target: &Target, error: &io::Error) -> Report {
    Report::new(format!("cannot keep {what} of {}: {}", target.name, reason(error)))
        .help("run it as the owner, or leave --in-place out")
        .note(NOTHING)
}

/// Puts a new file in the place of the old one, unless that has changed.
pub(super) fn place(ready: &Ready, target: &Target, temporary: TempPath) -> Result<(), Report> {
    let failed = |error: io::Error| refused(target, &error);
    // Other runs wait meanwhile, so that none overwrites what another wrote.
    let _lock = lock(target.directory()).map_err(failed)?;
    if !ready.origin.looks_like(&target.path).map_err(failed)? {
        return Err(changed(target));
    }
    temporary.persist(&target.path).map_err(|error| failed(error.error))
}

pub(super) fn changed(target: &Target) -> Report {
    let title = format!("{} has been changed by somebody else since it was read", target.name);
    Report::new(title).help("run smp again, on the file as it is now")
}

pub(super) fn refused(target: &Target, error: &io::Error) -> Report {
    Report::new(format!("cannot rewrite {}: {}", target.name, reason(error)))
}

/// Keeps other runs from putting files in place in a directory, where it can be
/// read and the file system has locks.
#[cfg(unix)]
fn lock(directory: &Path) -> io::Result<Option<File>> {
    let Ok(file) = File::open(directory) else { return Ok(None) };
    let begin = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if begin.elapsed() < TURN => {
                std::thread::sleep(Duration::from_millis(1));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::other("another process keeps its directory locked"));
            }
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(Some(file)),
        }
    }
}

#[cfg(not(unix))]
fn lock(_directory: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
pub(super) fn sync(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

#[cfg(not(unix))]
pub(super) fn sync(_directory: &Path) -> io::Result<()> {
    Ok(())
}
