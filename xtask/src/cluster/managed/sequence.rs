//! A sequence of writes of one object.

use fastrand::Rng;
use serde_json::{Value, json};
use smp_core::{Document, Options, diff};
use smp_managed::{ResetFields, Settings, Time, apply, update};

use super::World;
use crate::cluster::client::{Answer, DRY_RUN, Media};
use crate::cluster::resources::{Live, Resource};
use crate::cluster::verdict::{same_as_stored, same_entries};
use crate::cluster::written::{
    MANAGERS, Parts, changed, configuration, with_nulls, without, without_managed_fields,
    without_servers,
};

/// The outcome of a correct write.
type Label = &'static str;

/// One sequence under way.
pub(super) struct Sequence<'w> {
    pub(super) world: &'w World<'w>,
    pub(super) live: &'w Live,
    pub(super) blank: Option<Document<'w>>,
    pub(super) path: String,
    pub(super) rng: Rng,
}

impl Sequence<'_> {
    /// The error describes a difference.
    pub(super) fn run(&mut self, name: &str) -> std::result::Result<(), String> {
        let Some(mut current) = self.create(name)? else { return Ok(()) };
        for _ in 0..self.rng.usize(2..=7) {
            let manager = MANAGERS[self.rng.usize(..MANAGERS.len())];
            let (op, outcome) = match self.rng.u8(..8) {
                0..=2 => ("apply", self.apply(&current, manager, false)),
                3 | 4 => ("force", self.apply(&current, manager, true)),
                5 => ("patch", self.update(&current, manager, true)),
                _ => ("update", self.update(&current, manager, false)),
            };
            let (label, after) = outcome.map_err(|error| format!("{op} as {manager}: {error}"))?;
            *self.world.tally().counts.entry((op, label)).or_default() += 1;
            current = after.unwrap_or(current);
        }
        Ok(())
    }

    /// The copy; `None` if the server does not accept it.
    fn create(&mut self, name: &str) -> std::result::Result<Option<Value>, String> {
        let mut body = without_servers(&self.live.object);
        body["metadata"]["name"] = json!(name);
        if let Some(members) = body.as_object_mut() {
            members.remove("status");
        }
        let client = &self.world.client;
        let collection = &self.live.resource.collection;
        let completed = client.post(&format!("{collection}{DRY_RUN}"), &body);
        if !completed.is_ok() {
            let mut tally = self.world.tally();
            tally.skipped += 1;
            tally.uncopied.insert(self.live.resource.kind.clone(), completed.message());
            return Ok(None);
        }
        let completed = without_servers(&completed.body);
        if self.rng.u8(..4) == 0 {
            return self.create_by_apply(&completed);
        }
        let created = client.post(&format!("{collection}?fieldManager=creator"), &completed);
        if !created.is_ok() {
            // Another copy may have been given what the dry run chose, such as the address of a
            // Service.
            self.world.tally().skipped += 1;
            return Ok(None);
        }
        let settings = self.settings("creator", false, "");
        let ours = update(None, &Document::from(&completed), &self.live.schema, &settings);
        let ours = ours.map_err(|error| error.to_string())?;
        if let Some(error) = ours.untracked {
            return Err(format!("create: {error}"));
        }
        same_entries(&ours.object, &created.body).map_err(|it| format!("create: {it}"))?;
        *self.world.tally().counts.entry(("create", "equal")).or_default() += 1;
        Ok(Some(created.body))
    }

    /// Creates the copy by applying a configuration.
    fn create_by_apply(&mut self, whole: &Value) -> std::result::Result<Option<Value>, String> {
        let mut config = if self.rng.bool() { whole.clone() } else { self.config(whole, "") };
        if let Some(members) = config.as_object_mut() {
            members.remove("status");
        }
        let request = format!("{}?fieldManager=creator", self.path);
        let created = self.world.client.apply(&request, &config);
        let settings = self.settings("creator", false, "");
        let ours = apply(None, &Document::from(&config), &self.live.schema, &settings);
        let label = match (ours, created.is_ok()) {
            (Ok(ours), true) => {
                same_entries(&ours.object, &created.body)
                    .map_err(|it| format!("create by apply: {it}\nconfiguration {config}"))?;
                "equal"
            }
            // Refused by the checks after the merge.
            (_, false) => "refused",
            (Err(error), true) => {
                return Err(format!("create by apply: {error}\nconfiguration {config}"));
            }
        };
        *self.world.tally().counts.entry(("new", label)).or_default() += 1;
        Ok(created.is_ok().then_some(created.body))
    }

    /// The subresource of a write: the status for one of four writes, if the object has one.
    fn subresource(&mut self) -> &'static str {
        let has_status = self.live.resource.subresources.iter().any(|it| it == "status");
        if has_status && self.rng.u8(..4) == 0 { "status" } else { "" }
    }

    fn settings<'s>(&'s self, manager: &'s str, force: bool, subresource: &'s str) -> Settings<'s> {
        let mut settings = Settings::new(manager, Time::now()).force(force);
        settings = settings.subresource(subresource);
        if let Some(blank) = &self.blank {
            settings = settings.blank(blank);
        }
        let Resource { api_version, kind, subresources, .. } = &self.live.resource;
        if !subresources.iter().any(|name| name == "status") {
            return settings;
        }
        let reset = if self.live.is_custom {
            ResetFields::of_custom_resource(subresource)
        } else {
            ResetFields::of_kind(api_version, kind, subresource)
        };
        settings.reset_fields(api_version, reset.set())
    }

    fn apply(
        &mut self,
        current: &Value,
        manager: &str,
        force: bool,
    ) -> std::result::Result<(Label, Option<Value>), String> {
        let subresource = self.subresource();
        let target = self.target(subresource);
        let config = self.config(current, subresource);
        let before = Document::from(current);
        let settings = self.settings(manager, force, subresource);
        let ours = apply(Some(&before), &Document::from(&config), &self.live.schema, &settings);
        let client = &self.world.client;
        let stored = ours.as_ref().ok().map(|ours| {
            let object = ours.object.clone().into_value().unwrap_or_default();
            client.put(&format!("{target}{DRY_RUN}"), &without_managed_fields(object))
        });
        let query = format!("?fieldManager={manager}&force={force}");
        let theirs = client.apply(&format!("{target}{query}"), &config);
        let shown = || format!("{config} {subresource}\nlive {current}");
        match (ours, theirs.is_ok()) {
            (Ok(ours), true) => {
                let stored = stored.filter(Answer::is_ok).map(|it| it.body);
                let stored = stored.ok_or_else(|| format!("refuses our object; {}", shown()))?;
                same_as_stored(&before, &ours.object, self.live.is_custom, &stored, &theirs.body)
                    .map_err(|it| format!("{it}\nconfiguration {}", shown()))?;
                Ok((if ours.changed { "equal" } else { "equal, no change" }, Some(theirs.body)))
            }
            (Ok(_), false) if stored.is_some_and(|it| !it.is_ok()) && theirs.status != 409 => {
                Ok(("the server refuses the object", None))
            }
            (Ok(_), false) if self.live.is_custom && is_about_nulls(&theirs) => {
                Ok(("a null is refused", None))
            }
            (Err(ours), false) if ours.conflicts().is_empty() => {
                if theirs.status == 409 {
                    return Err(format!("{ours}\ntheirs {}\n{}", theirs.message(), shown()));
                }
                Ok(("refused by both", None))
            }
            (Err(ours), false) => {
                let conflicts = ours.conflicts().iter();
                let mut told: Vec<_> = conflicts
                    .map(|it| (format!("conflict with {}", it.manager), it.path.to_string()))
                    .collect();
                told.sort();
                if told == conflicts_of(&theirs) {
                    return Ok(("the same conflicts", None));
                }
                Err(format!("{told:?}\ntheirs {}\n{}", theirs.message(), shown()))
            }
            (Ok(_), false) => Err(format!("theirs {}\n{}", theirs.message(), shown())),
            (Err(ours), true) => Err(format!("ours {ours}\n{}", shown())),
        }
    }

    /// A replacement of the object, or a patch of it.
    fn update(
        &mut self,
        current: &Value,
        manager: &str,
        by_patch: bool,
    ) -> std::result::Result<(Label, Option<Value>), String> {
        let subresource = self.subresource();
        let target = self.target(subresource);
        let edited = self.edited(current, subresource);
        let client = &self.world.client;
        let completed = client.put(&format!("{target}{DRY_RUN}"), &edited);
        if !completed.is_ok() {
            return Ok(("the server refuses the object", None));
        }
        let mut after = completed.body;
        for name in ["managedFields", "resourceVersion", "generation"] {
            after["metadata"][name] = current["metadata"][name].clone();
        }
        if after["metadata"]["generation"].is_null() {
            after = without(after, "generation");
        }
        let query = format!("?fieldManager={manager}");
        let request = format!("{target}{query}");
        let theirs = if by_patch && !self.live.is_custom {
            let patch = diff(current, &after, &self.live.schema, &Options::kubernetes());
            let patch = patch.and_then(|it| it.to_value()).map_err(|error| error.to_string())?;
            client.patch(&request, Media::Strategic, &patch)
        } else {
            match self.rng.u8(..12) {
                0 => after["metadata"]["managedFields"] = json!([]),
                1 => after["metadata"]["managedFields"] = json!([{}]),
                2 => after = without(after, "managedFields"),
                _ => {}
            }
            client.put(&request, &after)
        };
        if !theirs.is_ok() {
            return Ok(("the server refuses the object", None));
        }
        if self.live.is_custom && after["metadata"]["managedFields"] == json!([]) {
            // A server drops an empty list of a custom resource while it decodes the object.
            after = without_managed_fields(after);
        }
        let (before, new) = (Document::from(current), Document::from(&after));
        let settings = self.settings(manager, false, subresource);
        let ours = update(Some(&before), &new, &self.live.schema, &settings);
        let ours = ours.map_err(|error| error.to_string())?;
        let shown = || format!("\nnew {after} {subresource}\nlive {current}");
        if let Some(error) = ours.untracked {
            return Err(format!("{error}{}", shown()));
        }
        same_entries(&ours.object, &theirs.body).map_err(|it| format!("{it}{}", shown()))?;
        Ok(("equal", Some(theirs.body)))
    }

    fn target(&self, subresource: &str) -> String {
        let slash = if subresource.is_empty() { "" } else { "/" };
        format!("{}{slash}{subresource}", self.path)
    }

    /// The object with some changes; for a write of the status often with the status of the stub.
    fn edited(&mut self, current: &Value, subresource: &str) -> Value {
        let current = self.with_status(current, subresource);
        changed(&current, self.live, self.world.kit, &mut self.rng)
    }

    /// A part of the object, usually with changes.
    fn config(&mut self, current: &Value, subresource: &str) -> Value {
        let current = self.with_status(current, subresource);
        let parts = if subresource.is_empty() { Parts::Spec } else { Parts::All };
        let kit = self.world.kit;
        let mut config = configuration(&current, self.live, kit, parts, &mut self.rng);
        if self.rng.u8(..12) == 0 {
            config = with_nulls(&config, self.live, &mut self.rng);
        }
        config
    }

    fn with_status(&mut self, current: &Value, subresource: &str) -> Value {
        let mut object = current.clone();
        if let Some(status) = self.live.object.get("status")
            && !subresource.is_empty()
            && self.rng.bool()
        {
            object["status"] = status.clone();
        }
        object
    }
}

/// The conflicts that the server reports, sorted.
fn conflicts_of(answer: &Answer) -> Vec<(String, String)> {
    let causes = answer.body.pointer("/details/causes").and_then(Value::as_array);
    let text = |cause: &Value, name: &str| cause[name].as_str().unwrap_or_default().to_owned();
    let causes = causes.into_iter().flatten();
    let causes = causes.filter(|cause| cause["reason"] == "FieldManagerConflict");
    let mut told: Vec<_> = causes.map(|it| (text(it, "message"), text(it, "field"))).collect();
    told.sort();
    told
}

/// Whether an apply to a custom resource is refused for nulls only, which an update would drop.
fn is_about_nulls(answer: &Answer) -> bool {
    let causes = answer.body.pointer("/details/causes").and_then(Value::as_array);
    let is_null = |cause: &Value| {
        let message = cause["message"].as_str().unwrap_or_default();
        cause["reason"] == "FieldValueTypeInvalid" && message.ends_with("\"null\"")
    };
    causes.is_some_and(|it| !it.is_empty() && it.iter().all(is_null))
}
