//! [`settle`]: the work of a cluster's own controllers after a write. Owned objects are deleted with their
//! owner, namespaces and definitions with their contents, and definitions are established. It is finished
//! before the next request, and takes no time.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::definition;
use crate::managers::{Writer, track};
use crate::object::{at, finalizers, members, set, text};
use crate::owners::{owner_uids, references};
use crate::registry::Resource;
use crate::store::{Key, Shelf};
use crate::world::{DEFINITIONS, Task, World};
use crate::write::{
    CLEANUP, FOREGROUND, ORPHAN, Options, Propagation, delete_object, set_finalizers,
};

/// Carries out the tasks that the writes so far have queued. Ends, since each object is marked once and
/// removed once.
pub(crate) fn settle(world: &mut World) {
    while let Some(task) = world.tasks.pop_front() {
        match task {
            Task::Defined(key) => define(world, &key),
            Task::Deleting(shelf, key) => deleting(world, &shelf, &key),
            Task::Removed { shelf, key, object } => removed(world, &shelf, &key, &object),
        }
    }
}

/// The resource whose objects are on a shelf.
fn resource_of(world: &World, shelf: &str) -> Option<Arc<Resource>> {
    world.registry.of_shelf(shelf).cloned()
}

fn delete(world: &mut World, shelf: &Shelf, key: &Key, propagation: Propagation) {
    let Some(resource) = resource_of(world, shelf) else { return };
    let options = Options::with(propagation);
    // An object that is gone already needs no deletion.
    drop(delete_object(world, &resource, key, &options));
}

/// Registers the resources of a definition, and establishes it.
fn define(world: &mut World, key: &Key) {
    let Some(definition) = world.store.get(DEFINITIONS, key).cloned() else { return };
    let spec = at(&definition, "/spec");
    world.registry.define(&key.name, spec, || definition::defined(&definition));
    let time = world.now_text();
    if let Some(object) = definition::established(&definition, &time) {
        world.save(&DEFINITIONS.into(), key.clone(), object);
    }
}

fn deleting(world: &mut World, shelf: &Shelf, key: &Key) {
    let Some(object) = world.store.get(shelf, key).cloned() else { return };
    let uid = text(&object, "/metadata/uid").to_owned();
    let names = finalizers(&object);
    if names.contains(&ORPHAN) {
        for (shelf, key) in world.owners.dependents(&uid) {
            disown(world, &shelf, &key, &uid);
        }
        without_finalizer(world, shelf, key, ORPHAN);
    } else if names.contains(&FOREGROUND) {
        for (shelf, key) in blocking(world, &uid) {
            delete(world, &shelf, &key, Propagation::Foreground);
        }
        end_foreground(world, &uid);
    }
    if **shelf == *"namespaces" {
        let inside: Vec<_> = inside(world, &key.name).collect();
        for (shelf, key) in inside {
            delete(world, &shelf, &key, Propagation::Background);
        }
        end_namespace(world, &key.name);
    } else if **shelf == *DEFINITIONS {
        let objects: Shelf = key.name.as_str().into();
        let keys: Vec<Key> = world.store.list(&objects, None).map(|(key, _)| key.clone()).collect();
        for key in &keys {
            delete(world, &objects, key, Propagation::Background);
        }
        end_definition(world, &objects);
    }
}

fn removed(world: &mut World, shelf: &Shelf, key: &Key, object: &Value) {
    let uid = text(object, "/metadata/uid");
    for (shelf, key) in world.owners.dependents(uid) {
        let Some(dependent) = world.store.get(&shelf, &key).cloned() else { continue };
        if owner_uids(&dependent).any(|it| world.owners.has(it)) {
            disown(world, &shelf, &key, uid);
        } else {
            delete(world, &shelf, &key, Propagation::Background);
        }
    }
    let owners: Vec<String> = owner_uids(object).map(str::to_owned).collect();
    for uid in &owners {
        end_foreground(world, uid);
    }
    if **shelf == *DEFINITIONS {
        world.registry.undefine(&key.name);
    }
    end_definition(world, shelf);
    end_namespace(world, &key.namespace);
}

/// The objects that must be deleted before the owner that they name.
fn blocking(world: &World, uid: &str) -> Vec<(Shelf, Key)> {
    let blocks = |place: &(Shelf, Key)| {
        let object = world.store.get(&place.0, &place.1);
        object.is_some_and(|object| {
            references(object)
                .any(|it| text(it, "/uid") == uid && at(it, "/blockOwnerDeletion") == true)
        })
    };
    world.owners.dependents(uid).into_iter().filter(blocks).collect()
}

/// Lifts the foreground finalizer of an owner that no object blocks any more.
fn end_foreground(world: &mut World, uid: &str) {
    let Some((shelf, key)) = world.owners.place(uid) else { return };
    let waits = world.store.get(&shelf, &key).is_some_and(|it| {
        it.pointer("/metadata/deletionTimestamp").is_some() && finalizers(it).contains(&FOREGROUND)
    });
    if waits && blocking(world, uid).is_empty() {
        without_finalizer(world, &shelf, &key, FOREGROUND);
    }
}

/// Removes a finalizer, and the object if it was the last one.
fn without_finalizer(world: &mut World, shelf: &Shelf, key: &Key, name: &str) {
    let Some(object) = world.store.get(shelf, key).cloned() else { return };
    let left: Vec<&str> = finalizers(&object).into_iter().filter(|it| *it != name).collect();
    let waits = object.pointer("/metadata/deletionGracePeriodSeconds").and_then(Value::as_i64);
    if left.is_empty() && waits.is_none_or(|it| it == 0) {
        world.remove(shelf, key);
        return;
    }
    let mut changed = (*object).clone();
    set_finalizers(&mut changed, &left);
    world.save(shelf, key.clone(), changed);
}

/// Removes the reference to an owner.
fn disown(world: &mut World, shelf: &Shelf, key: &Key, uid: &str) {
    let Some(object) = world.store.get(shelf, key).cloned() else { return };
    let left: Vec<Value> =
        references(&object).filter(|it| text(it, "/uid") != uid).cloned().collect();
    let mut changed = (*object).clone();
    if let Some(metadata) = members(&mut changed, "/metadata") {
        if left.is_empty() {
            metadata.remove("ownerReferences");
        } else {
            metadata.insert("ownerReferences".to_owned(), json!(left));
        }
    }
    world.save(shelf, key.clone(), changed);
}

/// The objects in a namespace.
fn inside(world: &World, namespace: &str) -> impl Iterator<Item = (Shelf, Key)> {
    let shelves: Vec<Shelf> = world.store.shelves().cloned().collect();
    let mut found = Vec::new();
    if !namespace.is_empty() {
        for shelf in shelves {
            let keys = world.store.list(&shelf, Some(namespace)).map(|(key, _)| key.clone());
            found.extend(keys.map(|key| (Arc::clone(&shelf), key)));
        }
    }
    found.into_iter()
}

/// Finalizes a namespace that waits for its deletion and is empty. It is then gone, unless other finalizers
/// keep it.
fn end_namespace(world: &mut World, name: &str) {
    let key = Key { namespace: String::new(), name: name.to_owned() };
    let Some(found) = world.store.get("namespaces", &key).cloned() else { return };
    let waits = found.pointer("/metadata/deletionTimestamp").is_some();
    if !waits || inside(world, name).next().is_some() {
        return;
    }
    if finalizers(&found).is_empty() {
        world.remove(&"namespaces".into(), &key);
        return;
    }
    let (Some(resource), true) =
        (resource_of(world, "namespaces"), found.pointer("/spec/finalizers").is_some())
    else {
        return;
    };
    let mut finalized = (*found).clone();
    set(&mut finalized, &["spec"], json!({}));
    let writer = Writer { name: "namespace-controller", subresource: "finalize", force: false };
    let finalized = track(world, &resource, (Some(&found), finalized), writer);
    world.save(&"namespaces".into(), key, finalized);
}

/// Lifts the cleanup finalizer of a definition that has no objects any more.
fn end_definition(world: &mut World, shelf: &str) {
    let key = Key { namespace: String::new(), name: shelf.to_owned() };
    let found = world.store.get(DEFINITIONS, &key);
    let waits = found.is_some_and(|it| finalizers(it).contains(&CLEANUP));
    if waits && world.store.list(shelf, None).next().is_none() {
        without_finalizer(world, &DEFINITIONS.into(), &key, CLEANUP);
    }
}
