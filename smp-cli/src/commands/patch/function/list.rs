//! The list of objects that a function reads and writes.

use smp_core::{Document, Path, Segment, View};

use crate::identity::Identity;
use crate::input::Input;
use crate::objects::{expect_object, owned, view};
use crate::report::Report;

/// The API group of lists of objects.
const GROUP: &str = "config.kubernetes.io";
const KIND: &str = "ResourceList";
const ITEMS: &str = "items";
const RESULTS: &str = "results";

/// The input of a function: a list of objects, and the configuration of the function.
pub(super) struct ResourceList<'i> {
    pub(super) document: Document<'i>,
    pub(super) input: &'i Input<'i>,
}

impl<'i> ResourceList<'i> {
    pub(super) fn read(input: &'i Input<'i>) -> Result<Self, Report> {
        let document = expect_object(input)?;
        let identity = Identity::of(&document);
        if identity.kind.as_deref() != Some(KIND) || identity.group() != GROUP {
            let title = format!("expected a {KIND} of {GROUP}/v1, found {identity}");
            return Err(input.report_whole(title).help(
                "smp fn is called by kustomize or kpt; smp patch patches the objects of files",
            ));
        }
        Ok(Self { document, input })
    }

    /// The objects. There may be none.
    pub(super) fn items(&self) -> Result<Vec<Document<'static>>, Report> {
        let Some(items) = self.document.get(ITEMS) else { return Ok(Vec::new()) };
        match view(&items, self.input)? {
            View::List(items) => items.into_iter().map(owned).collect(),
            View::Null => Ok(Vec::new()),
            _ => {
                let path = Path::from_segments([Segment::Field(ITEMS.to_owned())]);
                Err(self.input.report(&path, "expected a list", path.to_string()))
            }
        }
    }

    /// The list with its objects replaced by `items`, if given, and with `results` added. `O(n)`.
    pub(super) fn with(
        &self,
        items: Option<Vec<Document<'static>>>,
        results: Vec<Document<'static>>,
    ) -> Result<Document<'static>, Report> {
        let View::Object(mut members) = view(&self.document, self.input)? else {
            return owned(self.document.clone());
        };
        if let Some(items) = items
            && let Some((_, member)) = members.iter_mut().find(|(name, _)| name == ITEMS)
            && matches!(view(member, self.input)?, View::List(_))
        {
            *member = Document::from(View::List(items));
        }
        if !results.is_empty() {
            let known = match self.document.get(RESULTS).map(Document::into_view) {
                Some(Ok(View::List(known))) => known,
                _ => Vec::new(),
            };
            let all = Document::from(View::List(known.into_iter().chain(results).collect()));
            match members.iter_mut().find(|(name, _)| name == RESULTS) {
                Some((_, member)) => *member = all,
                None => members.push((RESULTS.into(), all)),
            }
        }
        owned(Document::from(View::Object(members)))
    }
}
