//! `smp serve`: an in-memory API server with the objects of files; when it ends, it shows what has
//! changed.

mod new_files;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use smp_core::{Document, Options, apply_document};
use smp_json_patch::{MergePatch, merge_diff};
use smp_testserver::TestServer;
use tempfile::NamedTempFile;

use crate::args::{DiffStyle, FileArg, PreviewArgs, RewriteArgs, ServeArgs, Validation};
use crate::identity::Identity;
use crate::input::{Format, expand, read_file};
use crate::objects::visit_objects;
use crate::output::render;
use crate::pipeline::{self, Process, Visited};
use crate::place::ObjectPlace;
use crate::report::{Report, print_line, say};
use crate::schemas::Schemas;
use crate::sink::{Sink, Written};
use new_files::NewFiles;

/// The annotation that `kubectl apply` writes, with the whole configuration that was applied.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// The number of changes that the server remembers for watches.
const REMEMBERED: usize = 10_000;

pub(crate) fn run(args: &ServeArgs) -> Result<u8, Report> {
    let files = expand(&args.from, &args.directories)?;
    let schemas = Schemas::of_server(&args.schema)?;
    let server = TestServer::builder().recorded_requests(0).remembered_changes(REMEMBERED);
    let server = server.accept_hosts(&args.accept_hosts);
    let server = server.map_err(|error| Report::new(format!("--accept-hosts: {error}")))?.build();
    let mut objects = Vec::new();
    each_object(&files, &schemas, |object, place| {
        objects.push(object.into_value().map_err(|error| failed(place, error))?);
        Ok(())
    })?;
    if let Err(error) = server.load_values(objects) {
        let mut position = 0;
        each_object(&files, &schemas, |_, place| {
            position += 1;
            let is_wrong = error.position() == Some(position - 1);
            if is_wrong { Err(failed(place, &error)) } else { Ok(()) }
        })?;
        return Err(Report::new(error.to_string()));
    }
    let before = keyed(&server);
    serve(args, &server)
        .map_err(|error| Report::new(format!("cannot serve at {}: {error}", args.listen)))?;
    let after = keyed(&server);
    let new_files = args.from.first().map(NewFiles::beside);
    let new_files = Mutex::new(new_files.ok_or_else(|| Report::new("no --from is given"))?);
    let changes = Changes { before: &before, after: &after, schemas: &schemas, new_files };
    let preview = PreviewArgs { diff: Some(DiffStyle::Patch), ..PreviewArgs::default() };
    let output = RewriteArgs { preview, ..RewriteArgs::default() };
    pipeline::run(&changes, &files, Validation::Warn, output)
}

/// Visits the objects of files, in their order.
fn each_object(
    files: &[FileArg],
    schemas: &Schemas,
    mut visit: impl FnMut(Document<'_>, ObjectPlace<'_>) -> Result<(), Report>,
) -> Result<(), Report> {
    for file in files {
        let source = read_file(file, Validation::Warn)?;
        for input in source.any_documents()? {
            if file.is_found() && !Identity::of(&input.document()?).is_object() {
                continue;
            }
            visit_objects(schemas, &input, |object, place| visit(object, place).map(|()| None))?;
        }
    }
    Ok(())
}

fn failed(place: ObjectPlace<'_>, error: impl Display) -> Report {
    place.report_whole(error.to_string())
}

/// Answers requests until the process is told to stop.
fn serve(args: &ServeArgs, server: &TestServer) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let stop = stop_signal()?;
        let token = if args.no_token { None } else { Some(token()?) };
        let http = server.listen_at(args.listen, token).await?;
        // Only the user can read it.
        let mut config = NamedTempFile::with_prefix("smp-kubeconfig-")?;
        config.write_all(http.kubeconfig().as_bytes())?;
        print_line(&format!("export KUBECONFIG={}", config.path().display()));
        if !http.address().ip().is_loopback() {
            print_line("other machines can reach this address, and nothing is encrypted");
        }
        stop.await;
        Ok(())
    })
}

fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

/// A future that waits for ctrl-C or, on Unix, for SIGTERM. Signals are caught from the call on.
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminated = {
        use tokio::signal::unix::{SignalKind, signal};
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?)
    };
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = terminated.0.recv() => {}
            _ = terminated.1.recv() => {}
        }
        #[cfg(not(unix))]
        drop(tokio::signal::ctrl_c().await);
    })
}

/// The objects of the server, without the fields that only a server or kubectl sets.
fn keyed(server: &TestServer) -> BTreeMap<Identity, Value> {
    let objects = server.objects().into_iter().map(|mut object| {
        if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
            for name in
                ["managedFields", "resourceVersion", "uid", "generation", "creationTimestamp"]
            {
                metadata.remove(name);
            }
            let annotations = metadata.get_mut("annotations").and_then(Value::as_object_mut);
            let is_empty = annotations.is_some_and(|it| {
                it.remove(LAST_APPLIED);
                it.is_empty()
            });
            if is_empty {
                metadata.remove("annotations");
            }
        }
        (Identity::of(&Document::from(&object)), object)
    });
    objects.collect()
}

/// The server's objects before and after the run.
struct Changes<'r> {
    before: &'r BTreeMap<Identity, Value>,
    after: &'r BTreeMap<Identity, Value>,
    schemas: &'r Schemas,
    /// Names the files for new objects.
    new_files: Mutex<NewFiles>,
}

impl Process for Changes<'_> {
    type Findings = ();

    fn schemas(&self) -> &Schemas {
        self.schemas
    }

    /// An object of a file, with the changes that the server's object has had.
    fn object<'d>(
        &'d self,
        object: Document<'d>,
        place: ObjectPlace<'_>,
        _visited: &mut Visited<()>,
    ) -> Result<Option<Document<'d>>, Report> {
        let mut key = place.identity.clone();
        key.namespace.get_or_insert_with(|| "default".to_owned());
        if !self.before.contains_key(&key) {
            key.namespace = None;
        }
        let (before, after) = match (self.before.get(&key), self.after.get(&key)) {
            (Some(before), Some(after)) if before != after => (before, after),
            (Some(_), None) => return Ok(None),
            _ => return Ok(Some(object)),
        };
        let (api_version, kind) =
            (key.api_version.unwrap_or_default(), key.kind.unwrap_or_default());
        let changed = if let Some(schema) = smp_schema::catalogue::schema(&api_version, &kind) {
            let options = Options::kubernetes();
            smp_core::diff(before, after, schema, &options)
                .and_then(|patch| apply_document(object, &patch, schema, &options)?.into_owned())
                .map_err(|error| failed(place, error))?
        } else {
            let any = <Value as smp_core::PatchSchema>::schema();
            let patch = merge_diff(before.into(), after.into(), any)
                .and_then(MergePatch::new)
                .map_err(|error| failed(place, error))?;
            patch.apply(object).map_err(|error| failed(place, error))?
        };
        without_old_texts(changed, before, after).map(Some).map_err(|error| failed(place, error))
    }

    /// Shows the objects that are new.
    fn end(&self, sink: &mut dyn Sink) -> Result<(), Report> {
        let mut new_files = self.new_files.lock().unwrap_or_else(PoisonError::into_inner);
        for (key, object) in self.after.iter().filter(|(key, _)| !self.before.contains_key(key)) {
            let file = new_files.name(key);
            let document = Document::from(object);
            if pipeline::hides(&document)? {
                say(&format!("{file}: values that are not shown are left out of the diff"));
                continue;
            }
            let mut text = String::new();
            render(&document, Format::Yaml, None, &mut text)?;
            let _ = sink.put_new(&file, &Written::separate(text, Format::Yaml))?;
        }
        Ok(())
    }
}

/// Removes from a Secret the values of `stringData` whose `data` have changed: they would override the
/// new data.
fn without_old_texts<'d>(
    changed: Document<'d>,
    before: &Value,
    after: &Value,
) -> Result<Document<'d>, smp_json_patch::Error> {
    let is_secret = after.get("kind").is_some_and(|it| it == "Secret");
    let Some(texts) = changed.get("stringData").filter(|_| is_secret) else { return Ok(changed) };
    let Ok(Value::Object(texts)) = texts.into_value() else { return Ok(changed) };
    let datum =
        |object: &Value, name: &str| object.get("data").and_then(|it| it.get(name)).cloned();
    let old: serde_json::Map<_, _> = texts
        .into_iter()
        .filter(|(name, _)| datum(before, name) != datum(after, name))
        .map(|(name, _)| (name, Value::Null))
        .collect();
    if old.is_empty() {
        return Ok(changed);
    }
    let patch = Value::from_iter([("stringData".to_owned(), Value::Object(old))]);
    MergePatch::new(patch.into())?.apply(changed)
}
