//! The laws as property tests. proptest chooses a seed, from which the generators make documents. If
//! a law fails, the documents are shrunk by removing members and elements. This shrinks better than
//! removing choices: without one choice, all later ones mean something else.

#![allow(clippy::panic, reason = "a test fails by panicking")]

use core::fmt;
use std::vec;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::{TestError, TestRunner};
use serde_json::Value;
use smp_core::{Options, Schema, TypeRef};

use crate::choices::Choices;
use crate::generate::cases::Make;
use crate::generate::{Generator, Style};
use crate::laws::{Law, Verdict};
use crate::shrink::smaller_documents;
use crate::text::{numbered, scruffy};

/// The inputs of a property test.
#[derive(Clone)]
pub struct Inputs<const N: usize> {
    /// The type of the documents.
    pub schema: &'static Schema,
    /// The options to choose from.
    pub options: Vec<Options>,
    /// The form of the documents.
    pub style: Style,
    /// The function that generates them.
    pub make: Make<N>,
}

/// The settings of all property tests.
#[must_use]
pub fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        max_global_rejects: 10_000_000,
        max_shrink_iters: 20_000,
        ..ProptestConfig::default()
    }
}

/// Checks a law on documents in two forms: as `serde_json` writes them, and with random white
/// space, escapes and order of members.
///
/// # Panics
///
/// If the law is broken, with the smallest documents that were found.
pub fn check<const N: usize>(inputs: &Inputs<N>, law: Law<N>) {
    let ty = inputs.schema.root();
    let documents = Documents { ty, style: inputs.style, make: inputs.make };
    for spelled in [false, true] {
        let texts = (documents, any::<u64>()).prop_map(move |(documents, seed)| {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut below = |n| rng.u32(..n);
            let mut choices = Choices::new(&mut below);
            Texts(documents.map(|document| match (spelled, seed % 2) {
                (false, _) => document.to_string(),
                (true, 0) => scruffy(&numbered(&document, &mut choices), &mut choices),
                (true, _) => scruffy(&document, &mut choices),
            }))
        });
        let outcome = TestRunner::new(config()).run(
            &(texts, select(inputs.options.clone())),
            |(Texts(texts), options)| match law(ty, &options, texts.each_ref().map(|t| &**t)) {
                Ok(Verdict::Holds) => Ok(()),
                Ok(Verdict::NotApplicable) => Err(TestCaseError::reject("the law does not apply")),
                Err(broken) => Err(TestCaseError::fail(broken)),
            },
        );
        match outcome {
            Ok(()) => {}
            Err(TestError::Fail(why, (texts, options))) => panic!("{why}\n{texts:?}{options:?}"),
            Err(error) => panic!("{error}"),
        }
    }
}

/// Writes a test for each law: `name: law, inputs;`.
#[macro_export]
macro_rules! laws {
    ($($name:ident: $law:expr, $inputs:expr;)*) => {
        $(#[test]
        fn $name() {
            $crate::property::check(&$inputs, $law);
        })*
    };
}

struct Texts<const N: usize>([String; N]);

impl<const N: usize> fmt::Debug for Texts<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|text| writeln!(f, "{text}"))
    }
}

/// Documents of a type as a strategy of proptest.
#[derive(Clone, Copy)]
pub struct Documents<const N: usize> {
    /// Their type.
    pub ty: TypeRef<'static>,
    /// Their form.
    pub style: Style,
    /// The function that generates them.
    pub make: Make<N>,
}

impl<const N: usize> fmt::Debug for Documents<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Documents").field("style", &self.style).finish_non_exhaustive()
    }
}

impl<const N: usize> Strategy for Documents<N> {
    type Tree = Shrinking<N>;
    type Value = [Value; N];

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let mut rng = fastrand::Rng::with_seed(any::<u64>().new_tree(runner)?.current());
        let mut below = |n| rng.u32(..n);
        let mut generator = Generator::new(Choices::new(&mut below), self.style);
        let made = (self.make)(&mut generator, self.ty);
        let smaller = Vec::new().into_iter();
        Ok(Shrinking { failing: made.clone(), tried: made, smaller, done: false })
    }
}

/// Documents that fail, and the smaller ones that are tried next.
#[derive(Debug)]
pub struct Shrinking<const N: usize> {
    failing: [Value; N],
    tried: [Value; N],
    smaller: vec::IntoIter<Vec<Value>>,
    /// Whether all smaller documents have been tried.
    done: bool,
}

impl<const N: usize> ValueTree for Shrinking<N> {
    type Value = [Value; N];

    fn current(&self) -> [Value; N] {
        self.tried.clone()
    }

    /// Called when the documents that were tried fail: continues from them.
    fn simplify(&mut self) -> bool {
        if self.done {
            return false;
        }
        self.failing.clone_from(&self.tried);
        self.smaller = smaller_documents(&self.failing).into_iter();
        self.next()
    }

    /// Called when the documents that were tried don't fail: tries the next ones; after the
    /// last, returns to those that fail.
    fn complicate(&mut self) -> bool {
        if self.done {
            return false;
        }
        if !self.next() {
            self.done = true;
            self.tried.clone_from(&self.failing);
        }
        true
    }
}

impl<const N: usize> Shrinking<N> {
    fn next(&mut self) -> bool {
        match self.smaller.next().map(<[Value; N]>::try_from) {
            Some(Ok(next)) => {
                self.tried = next;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::everything;

    #[test]
    fn a_failing_document_is_shrunk() {
        let documents = Documents {
            ty: everything().root(),
            style: Style::MIXED,
            make: |generator, ty| [generator.document(ty)],
        };
        let mut runner = TestRunner::new(ProptestConfig { cases: 2_000, ..config() });
        let outcome = runner.run(&documents, |[document]| {
            let fails = document["items"][0]["value"].is_string();
            if fails { Err(TestCaseError::fail("a string")) } else { Ok(()) }
        });
        let Err(TestError::Fail(_, [document])) = outcome else { panic!("{outcome:?}") };
        let value = &document["items"][0]["value"];
        assert_eq!(document, json!({"items": [{"value": value}]}));
    }
}
