//! [`World`]: the state of a server: objects, resources, the time, and the source of random names.

use std::collections::VecDeque;
use std::sync::Arc;

use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::cause::Cause;
use crate::convert::convert;
use crate::object::set;
use crate::owners::Owners;
use crate::registry::{Registry, Resource};
use crate::settings::Settings;
use crate::status::Failure;
use crate::store::{Key, Shelf, Store};

/// The state of a server.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) store: Store,
    pub(crate) registry: Registry,
    pub(crate) settings: Settings,
    random: Rng,
    /// Time that a test has added to a stopped clock.
    advanced: SignedDuration,
    pub(crate) owners: Owners,
    /// Work that writes have caused, to be done before the next request.
    pub(crate) tasks: VecDeque<Task>,
}

/// Work that a write causes.
#[derive(Debug)]
pub(crate) enum Task {
    /// The definition of a custom resource was written.
    Defined(Key),
    /// An object waits for its deletion.
    Deleting(Shelf, Key),
    /// An object is gone.
    Removed { shelf: Shelf, key: Key, object: Arc<Value> },
}

/// The namespaces that a new server has.
const NAMESPACES: [&str; 4] = ["default", "kube-node-lease", "kube-public", "kube-system"];

/// The shelf of the definitions of custom resources.
pub(crate) const DEFINITIONS: &str = "customresourcedefinitions.apiextensions.k8s.io";

/// The letters of generated names: no vowels, so that no words come out.
const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";

impl World {
    /// The state of a new server.
    pub(crate) fn new(settings: Settings) -> Self {
        let random = settings.seed.map_or_else(Rng::new, Rng::with_seed);
        let store = Store::new(settings.remembered, settings.remembered_bytes);
        let mut world = Self {
            store,
            registry: Registry::new(),
            settings,
            random,
            advanced: SignedDuration::ZERO,
            owners: Owners::default(),
            tasks: VecDeque::new(),
        };
        for name in NAMESPACES {
            world.add_namespace(name);
        }
        world
    }

    /// The time.
    pub(crate) fn now(&self) -> Timestamp {
        match self.settings.time {
            Some(start) => start.checked_add(self.advanced).unwrap_or(Timestamp::MAX),
            None => Timestamp::now(),
        }
    }

    /// The time in whole seconds, as objects state it.
    pub(crate) fn now_text(&self) -> String {
        let seconds = self.now().as_second();
        Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX).to_string()
    }

    /// Advances a stopped clock.
    pub(crate) fn advance(&mut self, by: SignedDuration) {
        self.advanced = self.advanced.saturating_add(by);
    }

    /// A new uid.
    pub(crate) fn uid(&mut self) -> String {
        let number = self.random.u128(..);
        let hex = format!("{number:032x}");
        let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default().to_owned();
        let variant = ["8", "9", "a", "b"].get(self.random.usize(0..4)).copied().unwrap_or("8");
        format!(
            "{}-{}-4{}-{variant}{}-{}",
            part(0, 8),
            part(8, 12),
            part(13, 16),
            part(17, 20),
            part(20, 32)
        )
    }

    /// A random ending for a generated name.
    pub(crate) fn suffix(&mut self) -> String {
        let mut letter =
            || LETTERS.get(self.random.usize(0..LETTERS.len())).copied().unwrap_or(b'b');
        (0..5).map(|_| char::from(letter())).collect()
    }

    /// A random number below a limit.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.random.u32(0..limit.max(1))
    }

    /// Adds a namespace, as a server would create it.
    pub(crate) fn add_namespace(&mut self, name: &str) {
        let (uid, time) = (self.uid(), self.now_text());
        let object = json!({
            "apiVersion": "v1", "kind": "Namespace",
            "metadata": {
                "name": name, "uid": uid, "creationTimestamp": time,
                "labels": {"kubernetes.io/metadata.name": name},
            },
            "spec": {"finalizers": ["kubernetes"]}, "status": {"phase": "Active"},
        });
        let key = Key { namespace: String::new(), name: name.to_owned() };
        self.save(&"namespaces".into(), key, object);
    }

    /// Stores an object under the next revision.
    pub(crate) fn save(&mut self, shelf: &Shelf, key: Key, mut object: Value) -> Arc<Value> {
        set(&mut object, &["metadata", "resourceVersion"], self.store.next_revision().to_string());
        let object = Arc::new(object);
        let before = self.store.get(shelf, &key).cloned();
        self.owners.changed(shelf, &key, before.as_deref(), Some(&object));
        if **shelf == *DEFINITIONS {
            self.tasks.push_back(Task::Defined(key.clone()));
        }
        self.store.write(shelf, key, Some(Arc::clone(&object)));
        object
    }

    /// Removes an object, and returns it.
    pub(crate) fn remove(&mut self, shelf: &Shelf, key: &Key) -> Option<Arc<Value>> {
        let object = self.store.get(shelf, key).cloned()?;
        self.owners.changed(shelf, key, Some(&object), None);
        self.store.write(shelf, key.clone(), None);
        let (shelf, key) = (Arc::clone(shelf), key.clone());
        self.tasks.push_back(Task::Removed { shelf, key, object: Arc::clone(&object) });
        Some(object)
    }

    /// The object of a key, as it is stored.
    pub(crate) fn find(&self, resource: &Resource, key: &Key) -> Result<Arc<Value>, Failure> {
        let found = self.store.get(&resource.shelf, key);
        found.cloned().ok_or_else(|| Failure::not_found(resource, &key.name))
    }

    /// The object of a key in the version of a resource.
    pub(crate) fn get(&self, resource: &Resource, key: &Key) -> Result<Value, Failure> {
        Ok(convert(&*self.find(resource, key)?, resource))
    }

    /// Checks that an object can be created in a namespace. Creates the namespace if the settings say so.
    pub(crate) fn check_namespace(
        &mut self,
        resource: &Resource,
        name: &str,
        namespace: &str,
    ) -> Result<(), Failure> {
        let key = Key { namespace: String::new(), name: namespace.to_owned() };
        let found = self.store.get("namespaces", &key).cloned();
        let Some(found) = found else {
            if self.settings.creates_namespaces {
                self.add_namespace(namespace);
                return Ok(());
            }
            let namespaces = self.registry.of_kind("v1", "Namespace").cloned();
            let namespaces = namespaces.ok_or_else(|| Failure::bad_request("no namespaces"))?;
            return Err(Failure::not_found(&namespaces, namespace));
        };
        if found.pointer("/metadata/deletionTimestamp").is_none() {
            return Ok(());
        }
        let why = format!(
            "unable to create new content in namespace {namespace} because it is being terminated"
        );
        let message = format!("namespace {namespace} is being terminated");
        let field = "metadata.namespace".to_owned();
        let cause = Cause { reason: "NamespaceTerminating", message, field };
        Err(Failure::forbidden(resource, name, &why, Some(cause)))
    }
}
