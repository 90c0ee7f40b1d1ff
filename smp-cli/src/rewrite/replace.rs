//! Replacing the old file by the new one.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempPath;

use super::target::{NOTHING_CHANGED, Target, cannot_rewrite, reason};
use crate::fingerprint::Fingerprint;
use crate::report::Report;

/// The extended attribute with the label of `SELinux`.
#[cfg(unix)]
const SELINUX: &str = "security.selinux";

/// The longest time that another run may keep the directory locked.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// Gives the new file the owners, the mode, the access list and the other extended
/// attributes of the old one.
pub(super) fn keep_access(
    file: &File,
    fingerprint: &Fingerprint,
    target: &Target,
) -> Result<(), Report> {
    let old = &fingerprint.metadata;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let new = file
            .metadata()
            .map_err(|error| cannot_rewrite(target, &error).note(NOTHING_CHANGED))?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            let owners = format!("owner {} and group {}", old.uid(), old.gid());
            fchown(file, Some(old.uid()), Some(old.gid()))
                .map_err(|error| cannot_keep(&owners, target, &error))?;
        }
    }
    let permissions = file.set_permissions(old.permissions());
    permissions.map_err(|error| cannot_keep("the mode", target, &error))?;
    #[cfg(unix)]
    keep_attributes(file, target)?;
    Ok(())
}

#[cfg(unix)]
fn keep_attributes(file: &File, target: &Target) -> Result<(), Report> {
    use xattr::FileExt as _;
    let failed = |error: io::Error| cannot_keep("the extended attributes", target, &error);
    let names = match xattr::list(&target.path) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(()),
        names => names.map_err(failed)?,
    };
    for name in names {
        let text = name.to_string_lossy();
        // In these attributes the system describes the content, which has changed.
        if text.starts_with("trusted.") || text.starts_with("security.") && text != SELINUX {
            continue;
        }
        let Some(value) = xattr::get(&target.path, &name).map_err(failed)? else { continue };
        if file.get_xattr(&name).map_err(failed)?.as_ref() != Some(&value) {
            let kept = file.set_xattr(&name, &value);
            kept.map_err(|error| cannot_keep(&format!("the attribute {text}"), target, &error))?;
        }
    }
    Ok(())
}

fn cannot_keep(what: &str, target: &Target, error: &io::Error) -> Report {
    Report::new(format!("cannot keep {what} of {}: {}", target.name, reason(error)))
        .help("run it as the owner, or leave --in-place out")
        .note(NOTHING_CHANGED)
}

/// Replaces the file by a temporary one, unless somebody else has changed it.
pub(super) fn replace(
    target: &Target,
    fingerprint: &Fingerprint,
    temporary_file: TempPath,
) -> Result<(), Report> {
    let failed = |error: io::Error| cannot_rewrite(target, &error);
    // No other run can replace the file between the check and the rename.
    let _lock = lock(target.directory()).map_err(failed)?;
    if !fingerprint.has_same_stamp(&target.path).map_err(failed)? {
        return Err(changed_meanwhile(target));
    }
    temporary_file.persist(&target.path).map_err(|error| failed(error.error))
}

/// The error about a file that somebody else has changed.
pub(super) fn changed_meanwhile(target: &Target) -> Report {
    let title = format!("{} has been changed by somebody else since it was read", target.name);
    Report::new(title).help("run smp again, on the file as it is now")
}

/// Locks a directory, if it can be opened, as on Unix, and the file system has locks, so that no
/// other run replaces files in it.
fn lock(directory: &Path) -> io::Result<Option<File>> {
    let Ok(file) = File::open(directory) else { return Ok(None) };
    let started = Instant::now();
    while let Err(TryLockError::WouldBlock) = file.try_lock() {
        if started.elapsed() >= LOCK_TIMEOUT {
            return Err(io::Error::other("another process keeps its directory locked"));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(Some(file))
}

/// Makes the renames in a directory durable, on systems that can.
pub(super) fn sync_directory(directory: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}
