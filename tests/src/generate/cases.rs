//! Generates the documents of a case from a base document. They are related as the documents of users
//! and controllers are, or unrelated.

use serde_json::{Value, json};
use smp_core::TypeRef;

use super::Generator;

/// A function that generates the documents of one case.
pub type Make<const N: usize> = fn(&mut Generator<'_>, TypeRef<'_>) -> [Value; N];

/// A document.
pub const ONE: Make<1> = |make, ty| [make.document(ty)];
/// A patch.
pub const PATCH: Make<1> = |make, ty| [make.patch(None, ty)];
/// See [`Generator::pair`].
pub const PAIR: Make<2> = |make, ty| {
    let base = make.document(ty);
    make.pair(&base, ty)
};
/// See [`Generator::triple`].
pub const TRIPLE: Make<3> = |make, ty| {
    let base = make.document(ty);
    make.triple(&base, ty)
};
/// Like [`TRIPLE`], with changes of clients that know little about unions, or a current whose
/// unions are normalized.
pub const CLIENTS: Make<3> = |make, ty| {
    let base = make.document(ty);
    make.clients(&base, ty)
};
/// See [`Generator::change`].
pub const CHANGE: Make<2> = |make, ty| {
    let live = make.document(ty);
    make.change(&live, ty)
};
/// See [`Generator::changes`].
pub const CHANGES: Make<3> = |make, ty| {
    let live = make.document(ty);
    make.changes(&live, ty)
};
/// Live, a patch, and another document.
pub const CHANGE_AND_OTHER: Make<3> = |make, ty| {
    let [live, patch] = CHANGE(make, ty);
    let other = make.other(&live, ty);
    [live, patch, other]
};

impl Generator<'_> {
    /// A document and another version of it, or any other document.
    pub fn pair(&mut self, base: &Value, ty: TypeRef<'_>) -> [Value; 2] {
        [base.clone(), self.other(base, ty)]
    }

    /// Original, modified and current. Often the user has changed nothing, or others have only
    /// added something.
    pub fn triple(&mut self, base: &Value, ty: TypeRef<'_>) -> [Value; 3] {
        let original = if self.choices.one_in(8) { json!({}) } else { base.clone() };
        let modified = if self.choices.one_in(4) { base.clone() } else { self.other(base, ty) };
        let current = match self.choices.below(5) {
            0 => original.clone(),
            1 | 2 => self.with_additions(base, ty),
            _ => self.other(base, ty),
        };
        [original, modified, current]
    }

    /// A live object and a patch.
    pub fn change(&mut self, live: &Value, ty: TypeRef<'_>) -> [Value; 2] {
        [live.clone(), self.patch_along(live, ty)]
    }

    /// A live object and two patches.
    pub fn changes(&mut self, live: &Value, ty: TypeRef<'_>) -> [Value; 3] {
        [live.clone(), self.patch_along(live, ty), self.patch_along(live, ty)]
    }

    fn other(&mut self, base: &Value, ty: TypeRef<'_>) -> Value {
        if self.style.comparable || !self.choices.one_in(3) {
            self.version(base, ty)
        } else {
            self.document(ty)
        }
    }

    fn patch_along(&mut self, live: &Value, ty: TypeRef<'_>) -> Value {
        let unrelated = !self.style.comparable && self.choices.one_in(3);
        self.patch((!unrelated).then_some(live), ty)
    }
}
