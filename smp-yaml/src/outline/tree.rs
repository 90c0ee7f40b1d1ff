//! Changes as a tree by path.

use smp_core::{FieldChange, MergeRule, Path, Segment};

/// A place in an object, with the changes there and below.
#[derive(Debug, Default)]
pub(super) struct TreeNode<'c> {
    /// The steps from the place above.
    pub(super) steps: Vec<Segment>,
    pub(super) changes: Vec<&'c FieldChange>,
    /// The rule of the list or object at this place, and its path.
    pub(super) rule: Option<(&'c MergeRule, &'c Path)>,
    pub(super) below: Vec<TreeNode<'c>>,
}

impl<'c> TreeNode<'c> {
    /// Makes a tree of changes, which must be in the order of the document. `O(n·d)`.
    pub(super) fn of(changes: &'c [FieldChange], with_rules: bool) -> Self {
        let mut root = Self::default();
        for change in changes {
            root.insert(change, with_rules);
        }
        root.below.iter_mut().for_each(Self::join);
        root
    }

    fn insert(&mut self, change: &'c FieldChange, with_rules: bool) {
        let ruled = change.rule_path.segments().len();
        let mut node = self;
        for (depth, step) in change.path.segments().enumerate() {
            node.set_rule(change, with_rules && depth == ruled);
            // The changes below one place are next to each other.
            let goes_on = node.below.last().is_some_and(|last| last.steps == [step.clone()]);
            if !goes_on {
                node.below.push(Self { steps: vec![step.clone()], ..Self::default() });
            }
            let Some(last) = node.below.last_mut() else { return };
            node = last;
        }
        node.set_rule(change, with_rules && change.path.segments().len() == ruled);
        node.changes.push(change);
    }

    fn set_rule(&mut self, change: &'c FieldChange, is_here: bool) {
        if is_here {
            self.rule = Some((&change.rule, &change.rule_path));
        }
    }

    /// Joins each place that has no change of its own, and only one place below it, with that place, so
    /// that they share a line.
    fn join(&mut self) {
        while self.changes.is_empty() && self.rule.is_none() && self.below.len() == 1 {
            let Some(only) = self.below.pop() else { return };
            let Self { steps, changes, rule, below } = only;
            self.steps.extend(steps);
            (self.changes, self.rule, self.below) = (changes, rule, below);
        }
        self.below.iter_mut().for_each(Self::join);
    }

    /// The steps as in messages: `spec.containers`, `[name="web"].image`.
    pub(super) fn label(&self) -> String {
        Path::from_segments(self.steps.iter().cloned()).to_string()
    }
}
