//! What the bytes of the fuzzer mean: three bytes that choose schema, options and
//! form, then documents, as texts or as choices along the schema.
//!
//! Texts are separated by the byte `1e`, which JSON has no use for. That is the
//! form of the seeds; the other form makes documents of which most are valid.

use arbitrary::Unstructured;
use serde_json::Value;
use smp_core::{Options, TypeRef};

use crate::{setting, shape};

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

/// What a document is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// An object, or what somebody wants of it.
    Object,
    /// A patch.
    Patch,
}

impl<'i> Input<'i> {
    /// Reads an input; `None` if it is too short to be one. `O(1)`.
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

    /// Documents in JSON that [`Value`] can hold, one for each role; `None` if one
    /// isn't. `O(n)`.
    #[must_use]
    pub fn documents<const N: usize>(&self, roles: [Role; N]) -> Option<[String; N]> {
        let mut documents = roles.map(|_| String::new());
        if self.shaped {
            let mut source = Unstructured::new(self.rest);
            for (document, role) in documents.iter_mut().zip(roles) {
                *document = match role {
                    Role::Object => shape::document(self.ty, &mut source).ok()?,
                    Role::Patch => shape::patch(self.ty, &mut source).ok()?,
                }
                .to_string();
            }
        } else {
            for (document, text) in documents.iter_mut().zip(self.texts::<N>()) {
                let text = core::str::from_utf8(text).ok()?;
                serde_json::from_str::<Value>(text).ok()?;
                text.clone_into(document);
            }
        }
        Some(documents)
    }

    /// The same, if each of them is an object: what the laws are about. (Elsewhere
    /// `null` stands for an empty one.)
    #[must_use]
    pub fn objects<const N: usize>(&self, roles: [Role; N]) -> Option<[String; N]> {
        let is_object = |text: &String| text.trim_start().starts_with('{');
        self.documents(roles).filter(|documents| documents.iter().all(is_object))
    }
}
