//! The limit for entries of updates.

use std::collections::BTreeMap;

use crate::entry::{Entry, ManagedFields};
use crate::manager::{Manager, Operation};

/// The most entries of updates in an object. More stay only if no two of them have the same version.
const MOST_UPDATES: usize = 10;

/// The manager that owns what the oldest updates of a version wrote.
const OLDEST: &str = "ancient-changes";

/// Unites the oldest entries of updates, separately for each version.
pub(crate) fn cap(managed: &mut ManagedFields) {
    let mut updates: Vec<Manager> = {
        let updates = managed.entries.iter();
        updates
            .filter(|it| it.manager.operation == Operation::Update)
            .map(|it| it.manager.clone())
            .collect()
    };
    let mut count = updates.len();
    if count <= MOST_UPDATES {
        return;
    }
    updates.sort_by_cached_key(|manager| {
        let time = managed.get(manager).and_then(|entry| entry.time);
        (time.map_or(0, crate::manager::Time::unix_seconds), manager.sort_text())
    });
    let mut first_of_version: BTreeMap<String, Manager> = BTreeMap::new();
    for manager in updates {
        if count <= MOST_UPDATES {
            return;
        }
        let Some(entry) = managed.get(&manager).cloned() else { continue };
        let Some(first) = first_of_version.get(&entry.api_version) else {
            first_of_version.insert(entry.api_version.clone(), manager);
            continue;
        };
        let bucket = Manager::of_request(OLDEST, Operation::Update, &entry.api_version, "");
        if managed.get(&bucket).is_none()
            && let Some(first) = managed.remove(first)
        {
            managed.set(Entry { manager: bucket.clone(), ..first });
        }
        let united = managed.get(&bucket).map(|it| it.fields.union(&entry.fields));
        let fields = united.unwrap_or_else(|| entry.fields.clone());
        // The united entry has the later of both times.
        managed.set(Entry { manager: bucket, fields, ..entry });
        managed.remove(&manager);
        count = count.saturating_sub(1);
    }
}
