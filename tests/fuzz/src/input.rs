//! The meaning of the fuzzer's bytes: three bytes that choose schema, options and form, then
//! documents, as texts or as choices of the generators of smp-tests.
//!
//! Texts are separated by the byte `1e`, which JSON has no use for. That is the form of the seeds;
//! the other form makes documents of which most are valid.

use arbitrary::Unstructured;
use smp_core::{Options, TypeRef};
use smp_tests::choices::Choices;
use smp_tests::generate::cases::Make;
use smp_tests::generate::{Generator, Style};
use smp_tests::laws::{Law, Outcome, Verdict};

use crate::setting;

/// Between two texts.
pub const SEPARATOR: u8 = 0x1e;

/// An input, read.
#[derive(Debug)]
pub struct Input<'i> {
    /// The type of the documents.
    pub ty: TypeRef<'static>,
    options: u8,
    shaped: bool,
    rest: &'i [u8],
}

impl<'i> Input<'i> {
    /// Reads an input; `None` if it is too short to be one.
    #[must_use]
    pub fn read(input: &'i [u8]) -> Option<Self> {
        let (&[schema, options, form], rest) = input.split_first_chunk()?;
        Some(Self { ty: setting::schema(schema).root(), options, shaped: form & 1 == 1, rest })
    }

    /// The same, with documents along the schema whatever the form says.
    #[must_use]
    pub fn read_shaped(input: &'i [u8]) -> Option<Self> {
        Self::read(input).map(|input| Self { shaped: true, ..input })
    }

    /// Any options.
    #[must_use]
    pub fn options(&self) -> Options {
        setting::options(self.options)
    }

    /// Options under which every law holds.
    #[must_use]
    pub fn plain_options(&self) -> Options {
        setting::plain_options(self.options)
    }

    /// The texts as they are, JSON or not; the last has all the rest, and those
    /// that are missing are empty.
    #[must_use]
    pub fn texts<const N: usize>(&self) -> [&'i [u8]; N] {
        let mut texts = self.rest.splitn(N, |byte| *byte == SEPARATOR);
        [(); N].map(|()| texts.next().unwrap_or_default())
    }

    /// Documents in JSON that `serde_json` takes; `None` if one isn't. `O(n)`.
    #[must_use]
    pub fn documents<const N: usize>(&self, make: Make<N>) -> Option<[String; N]> {
        if self.shaped {
            let documents = generate(self.rest, |generator| make(generator, self.ty));
            return Some(documents.map(|document| document.to_string()));
        }
        let mut documents = [(); N].map(|()| String::new());
        for (document, text) in documents.iter_mut().zip(self.texts::<N>()) {
            let text = core::str::from_utf8(text).ok()?;
            serde_json::from_str::<serde_json::Value>(text).ok()?;
            text.clone_into(document);
        }
        Some(documents)
    }

    /// Holds laws against the documents, if each of them is an object. (Elsewhere
    /// `null` stands for an empty one.)
    ///
    /// # Panics
    ///
    /// If a law is broken.
    #[must_use]
    pub fn check<const N: usize>(
        &self,
        make: Make<N>,
        options: &Options,
        laws: &[Law<N>],
    ) -> Option<()> {
        let is_object = |text: &String| text.trim_start().starts_with('{');
        let documents = self.documents(make).filter(|texts| texts.iter().all(is_object))?;
        let texts = documents.each_ref().map(String::as_str);
        let held = laws.iter().filter_map(|law| require(law(self.ty, options, texts)));
        held.reduce(|(), ()| ())
    }
}

/// `Some` if the law holds, `None` if it says nothing about the input.
///
/// # Panics
///
/// If it is broken.
#[must_use]
pub fn require(outcome: Outcome) -> Option<()> {
    match outcome {
        Ok(Verdict::Holds) => Some(()),
        Ok(Verdict::NotApplicable) => None,
        Err(broken) => panic!("{broken}"),
    }
}

/// Makes something of bytes, a byte a choice. Where the bytes end, every choice is the
/// first. `O(n)`.
pub fn generate<T>(bytes: &[u8], make: impl FnOnce(&mut Generator<'_>) -> T) -> T {
    let mut source = Unstructured::new(bytes);
    let mut below = |n: u32| source.int_in_range(0..=n - 1).unwrap_or_default();
    make(&mut Generator::new(Choices::new(&mut below), Style::FUZZED))
}
