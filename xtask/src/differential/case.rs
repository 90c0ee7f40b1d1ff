//! A case: an operation and its documents. It can be asked of the oracle, and run with this
//! engine.

use std::rc::Rc;

use fastrand::Rng;
use serde_json::{Value, json};
use smp_core::{Document, Error, Options, Overwrite, ThreeWay};
use smp_tests::choices::Choices;
use smp_tests::generate::{Generator, Style};
use smp_tests::server::lacking;

use super::types::Type;
use crate::oracle::Question;

/// An operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum Op {
    Apply,
    Diff,
    Threeway,
    Compose,
    Conflicts,
}

impl Op {
    pub(super) const ALL: [Self; 5] =
        [Self::Apply, Self::Diff, Self::Threeway, Self::Compose, Self::Conflicts];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Apply => "apply",
            Self::Diff => "diff",
            Self::Threeway => "threeway",
            Self::Compose => "compose",
            Self::Conflicts => "conflicts",
        }
    }

    /// The roles of the documents, in order. Documents that the oracle doesn't need for an
    /// operation come last.
    pub(super) fn roles(self) -> &'static [&'static str] {
        match self {
            Self::Apply => &["live", "patch"],
            Self::Diff => &["original", "modified"],
            Self::Threeway => &["original", "modified", "current"],
            Self::Compose | Self::Conflicts => &["p1", "p2", "live"],
        }
    }
}

/// An operation and its documents.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub(super) struct Case {
    pub(super) op: Op,
    pub(super) ty: Rc<Type>,
    /// The documents, in the order of [`Op::roles`].
    pub(super) docs: Vec<Value>,
    pub(super) overwrite: bool,
    /// Whether `apiVersion`, `kind` and `metadata.name` must stay.
    pub(super) preconditions: bool,
    /// Whether the documents contain nothing that `docs/deviations.md` describes as a deviation of
    /// apply.
    pub(super) comparable: bool,
    /// Whether the other side is a server that runs the reference: it drops directives that are
    /// left in structs.
    pub(super) by_server: bool,
}

impl Case {
    pub(super) fn new(op: Op, ty: Rc<Type>, docs: Vec<Value>) -> Self {
        Self {
            op,
            ty,
            docs,
            overwrite: true,
            preconditions: false,
            comparable: false,
            by_server: false,
        }
    }

    /// A random case.
    pub(super) fn random(rng: &mut Rng, op: Op, ty: &Rc<Type>) -> Self {
        let style = style(rng);
        let mut below = |n| rng.u32(..n);
        let mut make = Generator::new(Choices::new(&mut below), style);
        let root = ty.root();
        let base = match &ty.example {
            Some(example) if make.choices.one_in(2) => make.pruned(example),
            _ => make.document(root),
        };
        let mut case = Self::new(op, Rc::clone(ty), Vec::new());
        case.comparable = style.comparable;
        case.docs = match op {
            Op::Apply => make.change(&base, root).into(),
            Op::Diff => make.pair(&base, root).into(),
            Op::Threeway => {
                case.overwrite = !make.choices.one_in(3);
                case.preconditions = make.choices.one_in(4);
                make.triple(&base, root).into()
            }
            Op::Compose | Op::Conflicts => {
                let [mut live, p1, p2] = make.changes(&base, root);
                let lacking = lacking(&live, &[&p1, &p2]);
                if !lacking.is_empty() && make.choices.one_in(2) {
                    live = make.choices.pick(&lacking);
                    case.comparable = false;
                }
                vec![p1, p2, live]
            }
        };
        case
    }

    /// The case of applying a patch to a document of the same type.
    pub(super) fn apply(&self, live: &Value, patch: &Value) -> Self {
        let docs = vec![live.clone(), patch.clone()];
        Self { by_server: self.by_server, ..Self::new(Op::Apply, Rc::clone(&self.ty), docs) }
    }

    /// The document that the patch of this operation is applied to.
    pub(super) fn target(&self) -> &Value {
        self.doc(if matches!(self.op, Op::Apply | Op::Diff) { 0 } else { 2 })
    }

    pub(super) fn doc(&self, at: usize) -> &Value {
        self.docs.get(at).unwrap_or(&Value::Null)
    }

    pub(super) fn question(&self) -> Question {
        let mut question = Question::new();
        question.insert("op".to_owned(), json!(self.op.name()));
        self.ty.put(&mut question);
        for (role, doc) in self.op.roles().iter().zip(&self.docs) {
            question.insert((*role).to_owned(), json!(doc.to_string()));
        }
        if self.op == Op::Threeway {
            question.insert("overwrite".to_owned(), json!(self.overwrite));
        }
        if self.preconditions {
            question.insert("preconditions".to_owned(), json!(PRECONDITIONS));
        }
        question
    }

    /// Applies the patch to the document with this engine.
    pub(super) fn our_apply(&self, live: &Value, patch: &Value) -> Result<Value, Error> {
        smp_core::apply(live, patch, self.ty.root(), &Options::kubernetes())
    }

    /// The result of this engine: a document, a patch, or whether there is a conflict.
    pub(super) fn ours(&self) -> Result<Value, Error> {
        let ty = self.ty.root();
        let options = Options::kubernetes();
        let doc = |at| Document::from(self.doc(at));
        match self.op {
            Op::Apply => self.our_apply(self.doc(0), self.doc(1)),
            Op::Diff => smp_core::diff(doc(0), doc(1), ty, &options)?.to_value(),
            Op::Threeway => {
                let overwrite =
                    if self.overwrite { Overwrite::Always } else { Overwrite::UnlessBothChanged };
                let (original, modified, current) = (doc(0), doc(1), doc(2));
                let mut documents =
                    ThreeWay::new(&original, &modified, &current).overwrite(overwrite);
                if self.preconditions {
                    documents = documents.same_object();
                }
                documents.diff(ty, &options)?.to_value()
            }
            Op::Compose => smp_core::compose(self.doc(0), self.doc(1), ty, &options)?.to_value(),
            Op::Conflicts => self.our_conflict().map(Value::Bool),
        }
    }

    /// Whether this engine finds conflicts between the patches.
    pub(super) fn our_conflict(&self) -> Result<bool, Error> {
        let (ty, options) = (self.ty.root(), Options::kubernetes());
        smp_core::conflicts(self.doc(0), self.doc(1), ty, &options).map(|all| !all.is_empty())
    }

    /// Applies two patches in succession with this engine.
    pub(super) fn in_succession(
        &self,
        live: &Value,
        first: &Value,
        second: &Value,
    ) -> Result<Value, Error> {
        self.our_apply(&self.our_apply(live, first)?, second)
    }
}

/// Every second case is comparable. The others have values that the schema doesn't allow,
/// rarely or often.
fn style(rng: &mut Rng) -> Style {
    let odd = match rng.u32(..4) {
        0..=1 => return Style::COMPARABLE,
        2 => 100,
        _ => 16,
    };
    Style { odd, null: 100, comparable: false, ..Style::COMPARABLE }
}

/// The fields that must not change in cases with preconditions.
pub(super) const PRECONDITIONS: [&str; 3] = ["apiVersion", "kind", "metadata.name"];

/// The question to the oracle for applying a patch.
pub(super) fn apply_question(ty: &Type, live: &Value, patch: &Value) -> Question {
    let mut question = Question::new();
    question.insert("op".to_owned(), json!("apply"));
    ty.put(&mut question);
    question.insert("live".to_owned(), json!(live.to_string()));
    question.insert("patch".to_owned(), json!(patch.to_string()));
    question
}
