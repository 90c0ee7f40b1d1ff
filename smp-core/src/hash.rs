//! Hashed collections whose seed is new in every process, so that no input can
//! choose its collisions.

use std::collections::{HashMap, HashSet};

use foldhash::quality::RandomState;

pub(crate) type Map<K, V> = HashMap<K, V, RandomState>;
pub(crate) type Set<T> = HashSet<T, RandomState>;
