//! Hash maps and sets. The hash function, foldhash, has a random seed for each process, so
//! that an attacker can't prepare keys that collide (`ordered.rs` describes the limits of
//! this protection).

use std::collections::{HashMap, HashSet};

use foldhash::quality::RandomState;

pub(crate) type Map<K, V> = HashMap<K, V, RandomState>;
pub(crate) type Set<T> = HashSet<T, RandomState>;
