//! The judge: it sends the patch of a case, and then this engine's result as an update. Both are dry
//! runs. If both objects are equal, or both are refused for the same causes, the engine does what the
//! server does. Both contain the values that the server sets itself.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value, json};
use smp_core::{Document, FindingKind, Options, Patch, ThreeWay, TypeRef};
use smp_tests::prune::has_directive;
use smp_tests::server::{Refusal, refusal};
use ureq::http::Method;

use super::Result;
use super::case::{Case, Op};
use super::client::{Answer, Client, DRY_RUN, Media};
use super::random::{self, Repeated};
use super::verdict::{Verdict, compare, differences, settled};
use crate::differential;
use crate::oracle::{self, Oracle};

/// A judge of cases: it asks this engine, the command and the server, and compares the answers.
pub(super) struct Judge<'w> {
    pub(super) client: Client,
    /// Kubernetes' own code, for three-way merges.
    pub(super) oracle: &'w Mutex<Oracle>,
    /// The command, for JSON merge patches and JSON patches.
    pub(super) smp: &'w Path,
    /// A folder that only this judge uses, for the command's files.
    pub(super) folder: PathBuf,
    /// The file with the definition of the custom resources.
    pub(super) definition: &'w Path,
    /// The number of requests.
    pub(super) asked: Cell<usize>,
}

impl Judge<'_> {
    /// Judges one case.
    pub(super) fn judge(&self, case: &Case<'_>) -> Result<Verdict> {
        match case.op {
            Op::Threeway => self.three_way(case),
            Op::Diff => self.diff(case),
            _ => {
                let patch = case.doc(0);
                let ours = self.apply(case, patch)?;
                let patched = self.patch(case, case.media(patch), patch);
                let verdict = self.against(case, patch, &ours, &patched);
                match ours {
                    Ok(ours) if case.is_strict && patched.is_ok() && verdict == Verdict::Equal => {
                        self.strict(case, patch, &ours)
                    }
                    _ => Ok(verdict),
                }
            }
        }
    }

    /// The patch that is sent for a case, if one can be made.
    pub(super) fn sent(&self, case: &Case<'_>) -> Result<Option<Value>> {
        match case.op {
            Op::Diff => Ok(self.make_diff(case)?.ok()),
            Op::Threeway => Ok(three_way(case, case.doc(0), case.doc(1), &case.live.object).ok()),
            _ => Ok(Some(case.doc(0).clone())),
        }
    }

    /// The patch from the object to the edited one must lead to it.
    fn diff(&self, case: &Case<'_>) -> Result<Verdict> {
        let patch = match self.make_diff(case)? {
            Ok(patch) => patch,
            Err(error) => return Ok(Verdict::Different(error)),
        };
        let patched = self.patch(case, case.media(&patch), &patch);
        Ok(self.against(case, &patch, &Ok(case.doc(0).to_string()), &patched))
    }

    /// Compares the patch of `kubectl apply` with Kubernetes' own for the same documents. A second
    /// patch must be empty.
    fn three_way(&self, case: &Case<'_>) -> Result<Verdict> {
        let [original, modified] = [case.doc(0), case.doc(1)];
        let live = &case.live.object;
        let ours = match three_way(case, original, modified, live) {
            Ok(patch) => patch,
            Err(error) => return Ok(Verdict::Different(error)),
        };
        let theirs = self.reference(case, original, modified, live)?;
        let our_answer = self.patch(case, Media::Strategic, &ours);
        let their_answer = match &theirs {
            Ok(theirs) if *theirs == ours => our_answer.clone(),
            Ok(theirs) => self.patch(case, Media::Strategic, theirs),
            Err(error) => Answer::new(422, json!({"message": error})),
        };
        let verdict = self.against_answer(case, &ours, &our_answer, &their_answer);
        if matches!(verdict, Verdict::Different(_)) || !our_answer.is_ok() {
            return Ok(verdict);
        }
        self.settles(case, &our_answer, verdict)
    }

    /// A second three-way merge changes nothing, unless Kubernetes' own would, too, because the
    /// server rewrites a value that the user stated.
    fn settles(&self, case: &Case<'_>, result: &Answer, verdict: Verdict) -> Result<Verdict> {
        let modified = case.doc(1);
        let second = match three_way(case, modified, modified, &result.body) {
            Ok(second) => second,
            Err(error) => return Ok(Verdict::Different(format!("a second time: {error}"))),
        };
        if second == json!({}) {
            return Ok(verdict);
        }
        match self.reference(case, modified, modified, &result.body)? {
            Ok(theirs) if theirs != json!({}) => Ok(verdict),
            Err(_) => Ok(Verdict::Explained("diff-refused")),
            Ok(_) => Ok(Verdict::Different(format!("it doesn't settle: then comes {second}"))),
        }
    }

    /// Compares this engine's result, sent as an update, with the answer to the patch.
    fn against(
        &self,
        case: &Case<'_>,
        patch: &Value,
        ours: &std::result::Result<String, String>,
        patched: &Answer,
    ) -> Verdict {
        let updated = match ours {
            // A message of the server may have all of the object, with its members in order.
            Ok(ours) if case.spelling.is_none() => {
                let sorted = serde_json::from_str::<Value>(ours).map(|it| it.to_string());
                self.update(case, &sorted.unwrap_or_default())
            }
            Ok(ours) => self.update(case, ours),
            Err(error) if !patched.is_ok() && !error.is_empty() => return Verdict::Refused,
            Err(error) if self.is_removed_again(case, patch, error, patched) => {
                return Verdict::Explained("json-patch-steps");
            }
            Err(error) => Answer::new(0, json!({"message": error})),
        };
        self.against_answer(case, patch, &updated, patched)
    }

    /// Whether the command refuses the value of an operation of a JSON patch, and the patch without this
    /// operation makes the server's object.
    fn is_removed_again(
        &self,
        case: &Case<'_>,
        patch: &Value,
        error: &str,
        theirs: &Answer,
    ) -> bool {
        let number = error.split_once("].value").and_then(|(text, _)| text.rsplit_once('['));
        let number = number.and_then(|(_, number)| number.parse::<usize>().ok());
        let (Some(number), Value::Array(operations)) = (number, patch) else { return false };
        let mut left = operations.clone();
        if number >= left.len() {
            return false;
        }
        left.remove(number);
        let ours = self.apply(case, &left.into());
        let Ok(Ok(ours)) = ours else { return false };
        compare(theirs, &self.update(case, &ours)) == Some(Verdict::Equal)
    }

    /// Compares the answer to ours with the answer to theirs, with the reasons why they may differ.
    fn against_answer(
        &self,
        case: &Case<'_>,
        patch: &Value,
        ours: &Answer,
        theirs: &Answer,
    ) -> Verdict {
        if let Some(verdict) = compare(theirs, ours) {
            return verdict;
        }
        if let Some(id) = self.explained(case, patch, theirs) {
            return Verdict::Explained(id);
        }
        if let Some(id) = self.at_random(case, patch, ours, theirs) {
            return Verdict::AtRandom(id);
        }
        let paths = differences(&settled(&ours.body), &settled(&theirs.body));
        let shown = |answer: &Answer| {
            if answer.is_ok() { answer.status.to_string() } else { answer.message() }
        };
        Verdict::Different(format!(
            "patch {patch}\nours {}\nthe server's {}\nat {}",
            shown(ours),
            shown(theirs),
            paths.join(" ")
        ))
    }

    /// The section that explains a difference between this engine and Kubernetes' own code, which
    /// the server runs.
    fn explained(&self, case: &Case<'_>, patch: &Value, theirs: &Answer) -> Option<&'static str> {
        match case.media(patch) {
            Media::Strategic => {}
            Media::Json if !theirs.is_ok() && tests_an_escaped_text(patch) => {
                return Some("json-patch-test");
            }
            Media::Json | Media::Merge => return None,
        }
        let (target, ty) = case.target();
        if case.op != Op::Threeway
            && let Some(id) = directive_in_data(target, patch, ty, theirs)
        {
            return Some(id);
        }
        let kind = match case.op {
            Op::Scale => ("autoscaling/v1", "Scale"),
            _ => (&*case.live.resource.api_version, &*case.live.resource.kind),
        };
        let (op, docs) = match case.op {
            Op::Threeway => (
                differential::Op::Threeway,
                [case.docs.as_slice(), std::slice::from_ref(target)].concat(),
            ),
            _ => (differential::Op::Apply, vec![target.clone(), patch.clone()]),
        };
        let mut oracle = self.oracle.lock().unwrap_or_else(PoisonError::into_inner);
        let id = differential::explanation(&mut oracle, kind, case.live.in_reference, op, docs);
        id.ok().flatten()
    }

    /// The entry of the list of random answers, if the server's answers to the same request vary.
    fn at_random(
        &self,
        case: &Case<'_>,
        patch: &Value,
        ours: &Answer,
        theirs: &Answer,
    ) -> Option<&'static str> {
        let media = case.media(patch);
        let again: Vec<Answer> = (0..REPEAT).map(|_| self.patch(case, media, patch)).collect();
        let agrees = again.iter().any(|answer| compare(answer, ours).is_some());
        random::recognise(&Repeated { patch, ours, theirs, again: &again, agrees })
    }

    /// This engine's result of a patch, as text.
    fn apply(&self, case: &Case<'_>, patch: &Value) -> Result<std::result::Result<String, String>> {
        let (object, ty) = case.target();
        let text = case.text(patch);
        match case.media(patch) {
            Media::Strategic => {
                let result =
                    smp_core::apply(&object.to_string(), &*text, ty, &Options::kubernetes());
                Ok(result.map_err(|error| error.to_string()))
            }
            media => self.command(case, &["patch", "--type", kind_of(media)], object, &text),
        }
    }

    /// The patch from the object to the edited one, of the type that the server takes.
    fn make_diff(&self, case: &Case<'_>) -> Result<std::result::Result<Value, String>> {
        let (object, ty) = case.target();
        let modified = case.doc(0);
        if case.live.is_custom {
            let diff = ["diff", "--type", "auto"];
            let text = self.command(case, &diff, object, &modified.to_string())?;
            return Ok(match text {
                Ok(text) if text.trim().is_empty() => Ok(json!({})),
                Ok(text) => Ok(serde_json::from_str(&text)?),
                Err(error) => Err(error),
            });
        }
        let patch = smp_core::diff(object, modified, ty, &Options::kubernetes());
        Ok(patch.and_then(|patch| patch.to_value()).map_err(|error| error.to_string()))
    }

    /// The output of the command for two documents; the error is its message.
    pub(super) fn command(
        &self,
        case: &Case<'_>,
        args: &[&str],
        object: &Value,
        other: &str,
    ) -> Result<std::result::Result<String, String>> {
        let [one, two] = ["one.json", "two.json"].map(|name| self.folder.join(name));
        std::fs::write(&one, object.to_string())?;
        std::fs::write(&two, other)?;
        let mut command = Command::new(self.smp);
        command.args(args).arg("--quiet");
        if args.first() == Some(&"diff") {
            command.args(["-o", "json"]).args([&one, &two]);
        } else {
            command.arg("-f").arg(&one).arg("--patch-file").arg(&two);
        }
        if case.live.is_custom {
            command.arg("--schema").arg(self.definition);
        }
        let output = command.output()?;
        // The status of a diff that finds a difference is 1.
        if !matches!((args.first(), output.status.code()), (_, Some(0)) | (Some(&"diff"), Some(1)))
        {
            return Ok(Err(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        Ok(Ok(String::from_utf8_lossy(&output.stdout).into_owned()))
    }

    /// Kubernetes' own three-way merge.
    fn reference(
        &self,
        case: &Case<'_>,
        original: &Value,
        modified: &Value,
        current: &Value,
    ) -> Result<std::result::Result<Value, String>> {
        let mut question = Map::new();
        let resource = &case.live.resource;
        question.insert("op".to_owned(), json!("threeway"));
        question.insert(
            "type".to_owned(),
            json!(format!("{}/{}", resource.api_version, resource.kind)),
        );
        question.insert("overwrite".to_owned(), json!(true));
        for (role, document) in
            [("original", original), ("modified", modified), ("current", current)]
        {
            question.insert(role.to_owned(), json!(document.to_string()));
        }
        let mut oracle = self.oracle.lock().unwrap_or_else(PoisonError::into_inner);
        let answers = oracle.ask(question).map_err(|error| error.to_string())?;
        Ok(match answers.first {
            oracle::Answer::Ok(patch) => Ok(patch),
            oracle::Answer::Error(text) | oracle::Answer::Panic(text) => Err(text),
        })
    }

    fn patch(&self, case: &Case<'_>, media: Media, patch: &Value) -> Answer {
        self.asked.set(self.asked.get() + 1);
        self.client.patch_text(&format!("{}{DRY_RUN}", case.path()), media, case.text(patch))
    }

    fn update(&self, case: &Case<'_>, object: &str) -> Answer {
        self.asked.set(self.asked.get() + 1);
        let path = format!("{}{DRY_RUN}", case.path());
        self.client.send(Method::PUT, &path, Media::JSON, object.to_owned())
    }
}

/// The value of `--type` for patches of this form.
pub(super) fn kind_of(media: Media) -> &'static str {
    match media {
        Media::Strategic => "strategic",
        Media::Merge => "merge",
        Media::Json => "json",
    }
}

/// The section about a directive that a server refuses or stores: the reference leaves it in a map
/// or in a free-form value, and the check of the patch finds it.
fn directive_in_data(
    live: &Value,
    patch: &Value,
    ty: TypeRef<'_>,
    theirs: &Answer,
) -> Option<&'static str> {
    let id = match refusal(live, patch, ty)? {
        Refusal::InMap => "directives-in-maps",
        Refusal::InFreeForm => "directives-in-free-form-values",
        Refusal::EmptyOrder => return None,
    };
    let differs = !theirs.is_ok() || has_directive(&theirs.body);
    (differs && is_found(live, patch, ty)).then_some(id)
}

/// Whether the check of a patch finds a directive without effect.
fn is_found(live: &Value, patch: &Value, ty: TypeRef<'_>) -> bool {
    let Ok(patch) = Patch::from_document(patch) else { return false };
    let options = Options::kubernetes();
    let in_live = patch.check_live(live, ty, &options).unwrap_or_default();
    let mut found = patch.check(ty, &options).into_iter().chain(in_live);
    found.any(|found| found.kind == FindingKind::IneffectiveDirective)
}

/// Whether a JSON patch has an operation `test` with a text that Go escapes.
fn tests_an_escaped_text(patch: &Value) -> bool {
    let operations = patch.as_array().map_or(&[][..], Vec::as_slice);
    operations.iter().any(|operation| {
        let text = operation.get("value").unwrap_or(&Value::Null).to_string();
        operation.get("op") == Some(&json!("test")) && text.contains(['<', '>', '&'])
    })
}

/// How often a request whose answer may vary is sent again.
const REPEAT: usize = 64;

fn three_way(
    case: &Case<'_>,
    original: &Value,
    modified: &Value,
    current: &Value,
) -> std::result::Result<Value, String> {
    let [original, modified, current] = [original, modified, current].map(Document::from);
    let patch = ThreeWay::new(&original, &modified, &current)
        .diff(&case.live.schema, &Options::kubernetes());
    patch.and_then(|patch| patch.to_value()).map_err(|error| error.to_string())
}
