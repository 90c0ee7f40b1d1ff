//! [`json_diff`]: the operations that change one document into another.

use std::collections::BTreeMap;

use smp_core::{Document, Error, View, canonical_text};

use crate::list_diff::{ListStep, list_steps};

/// The JSON patch that changes one document into another: a list of operations. In lists, as many
/// equal items as possible stay. Between them, an item is changed into a similar one if possible,
/// or else replaced, removed or added. `O(n·d)` in size and depth, and `O(n log n)` in lists.
///
/// # Errors
///
/// As [`Document::into_owned`].
pub fn json_diff(from: Document<'_>, to: Document<'_>) -> Result<Document<'static>, Error> {
    let mut differ = Differ { path: String::new(), operations: Vec::new() };
    differ.diff(from.into_owned()?, to.into_owned()?)?;
    Ok(Document::from(View::List(differ.operations)))
}

struct Differ {
    path: String,
    operations: Vec<Document<'static>>,
}

impl Differ {
    fn diff(&mut self, from: Document<'static>, to: Document<'static>) -> Result<(), Error> {
        match (from.into_view()?, to.clone().into_view()?) {
            (View::Object(from), View::Object(to)) => {
                let mut from: BTreeMap<_, _> = from.into_iter().collect();
                let to: BTreeMap<_, _> = to.into_iter().collect();
                for (name, to) in to {
                    match from.remove(&name) {
                        Some(from) => self.below(&name, |it| it.diff(from, to))?,
                        None => self.below(&name, |it| it.push("add", Some(to))),
                    }
                }
                for name in from.into_keys() {
                    self.below(&name, |it| it.push("remove", None));
                }
            }
            (View::List(from), View::List(to)) => {
                let mut index = 0_usize;
                for step in list_steps(&from, &to)? {
                    let is_removed = matches!(step, ListStep::Remove);
                    self.below(&index.to_string(), |it| {
                        match step {
                            ListStep::Keep => {}
                            ListStep::Remove => it.push("remove", None),
                            ListStep::Add(to) => it.push("add", Some(to)),
                            ListStep::Replace(to) => it.push("replace", Some(to)),
                            ListStep::Change(from, to) => it.diff(from, to)?,
                        }
                        Ok(())
                    })?;
                    index = index.saturating_add(usize::from(!is_removed));
                }
            }
            (from, view) => {
                let (from, view) = (Document::from(from), Document::from(view));
                if canonical_text(&from)? != canonical_text(&view)? {
                    self.push("replace", Some(to));
                }
            }
        }
        Ok(())
    }

    /// Runs `work` with the path extended by a step.
    fn below<R>(&mut self, step: &str, work: impl FnOnce(&mut Self) -> R) -> R {
        let above = self.path.len();
        self.path.push('/');
        self.path.push_str(&step.replace('~', "~0").replace('/', "~1"));
        let result = work(self);
        #[expect(clippy::disallowed_methods, reason = "there was the end before")]
        self.path.truncate(above);
        result
    }

    fn push(&mut self, op: &'static str, value: Option<Document<'static>>) {
        let text = |text: String| Document::from(View::String(text.into()));
        let members = [("op", text(op.to_owned())), ("path", text(self.path.clone()))];
        let members = members.into_iter().chain(value.map(|value| ("value", value)));
        let members = members.map(|(name, value)| (name.into(), value));
        self.operations.push(Document::from(View::Object(members.collect())));
    }
}
