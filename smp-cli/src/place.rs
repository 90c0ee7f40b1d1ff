//! The place of an object in an input, and its role in a call of the engine.

use smp_core::{Path, Role, Segment};

use crate::identity::Identity;
use crate::input::Input;
use crate::report::Report;

/// An object of a document.
#[derive(Clone, Copy)]
pub(crate) struct ObjectPlace<'p> {
    pub(crate) identity: &'p Identity,
    pub(crate) input: &'p Input<'p>,
    /// The path of the object in the document; empty for the whole document.
    pub(crate) at: &'p [Segment],
}

impl<'p> ObjectPlace<'p> {
    /// The whole document, which is for an object of this identity.
    pub(crate) fn whole(identity: &'p Identity, input: &'p Input<'p>) -> Self {
        Self { identity, input, at: &[] }
    }

    /// The path of the object in its document.
    pub(crate) fn path(self) -> Path {
        Path::from_segments(self.at.iter().cloned())
    }

    /// The path of a part of the object, as a path in its document.
    pub(crate) fn path_of(self, within: &Path) -> Path {
        Path::from_segments(self.at.iter().chain(within.segments()).cloned())
    }

    /// A report about the object as a whole.
    pub(crate) fn report_whole(self, title: impl Into<String>) -> Report {
        self.report(&Path::root(), title)
    }

    /// A report about a part of the object.
    pub(crate) fn report(self, within: &Path, title: impl Into<String>) -> Report {
        self.input.report(&self.path_of(within), title, "")
    }
}

/// An object in a call of the engine, with its role in the call.
pub(crate) type Part<'p> = (Role, ObjectPlace<'p>);

/// The path of an object in a list.
pub(crate) fn path_of_item(index: usize) -> [Segment; 2] {
    [Segment::Field("items".to_owned()), Segment::Index(index)]
}
