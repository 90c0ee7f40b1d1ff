//! The kinds that were needed so far.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use smp_openapi::LayeredSchema;
use smp_openapi::overlays::MissingKey;

use crate::report::Report;

/// The kinds that were needed so far.
#[derive(Debug, Default)]
pub(super) struct FoundKinds(Mutex<HashMap<Key, Entry>>);

/// `apiVersion`, kind, and the paths of optional keys that do not count.
type Key = (String, String, Vec<String>);

/// A kind, locked while it is imported.
type Entry = Arc<Mutex<Option<Arc<LayeredSchema>>>>;

impl FoundKinds {
    /// The kind; `find` is called if it was not found before. Only those who need the same kind
    /// wait for it, so that each is imported once, and its warnings are printed once.
    pub(super) fn get(
        &self,
        api_version: &str,
        kind: &str,
        missing: &[MissingKey],
        find: impl FnOnce() -> Result<Option<LayeredSchema>, Report>,
    ) -> Result<Option<Arc<LayeredSchema>>, Report> {
        let paths = missing.iter().map(|missing| missing.path.clone()).collect();
        let key = (api_version.to_owned(), kind.to_owned(), paths);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = Arc::clone(all.entry(key).or_default());
        drop(all);
        let mut found = entry.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_none() {
            *found = find()?.map(Arc::new);
        }
        Ok(found.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use super::FoundKinds;

    #[test]
    fn two_kinds_are_imported_at_once() {
        let kinds = FoundKinds::default();
        let (tell, told) = channel();
        let at_once = thread::scope(|scope| {
            let mut at_once = false;
            let found = kinds.get("v1", "A", &[], || {
                // While this kind is imported, another one is.
                scope.spawn(|| {
                    kinds.get("v1", "B", &[], || {
                        tell.send(()).expect("a receiver");
                        Ok(None)
                    })
                });
                at_once = told.recv_timeout(Duration::from_secs(60)).is_ok();
                Ok(None)
            });
            assert!(found.is_ok_and(|found| found.is_none()));
            at_once
        });
        assert!(at_once);
    }
}
