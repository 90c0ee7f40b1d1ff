//! Hashed collections. The hash function, foldhash, has a random seed for each process, so that
//! input with colliding keys cannot be prepared in advance (`ordered.rs` names the limits of
//! that).

use std::collections::{HashMap, HashSet};

use foldhash::quality::RandomState;

pub(crate) type Map<K, V> = HashMap<K, V, RandomState>;
pub(crate) type Set<T> = HashSet<T, RandomState>;
