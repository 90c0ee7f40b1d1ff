//! Values that are made once for each key, at the first call that needs them.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The values that were needed so far, by their keys.
#[derive(Debug)]
pub(crate) struct OncePerKey<K, V>(Mutex<HashMap<K, Arc<OnceLock<V>>>>);

impl<K, V> Default for OncePerKey<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V: Clone> OncePerKey<K, V> {
    /// The value of a key; `make` is called if it was not made before. Only callers with the same key
    /// wait for it.
    pub(crate) fn get(&self, key: K, make: impl FnOnce() -> V) -> V {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let value = Arc::clone(all.entry(key).or_default());
        drop(all);
        value.get_or_init(make).clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use super::OncePerKey;

    #[test]
    fn two_values_are_made_at_once_and_each_of_them_once() {
        let values = OncePerKey::default();
        let (tell, told) = channel();
        let at_once = thread::scope(|scope| {
            values.get('A', || {
                // A second value is made at the same time.
                scope.spawn(|| values.get('B', || tell.send(()).is_ok()));
                told.recv_timeout(Duration::from_secs(60)).is_ok()
            })
        });
        assert!(at_once);
        assert!(values.get('A', || false));
    }
}
