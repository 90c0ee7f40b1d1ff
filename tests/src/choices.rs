//! The source of all choices of the generators: the bytes of a fuzzer, or a random number
//! generator.

/// Choices between small numbers of possibilities.
///
/// ```
/// let mut rng = fastrand::Rng::with_seed(1);
/// let mut below = |n| rng.u32(..n);
/// let mut choices = smp_tests::choices::Choices::new(&mut below);
/// assert!(["a", "b"].contains(&choices.pick(&["a", "b"])));
/// ```
pub struct Choices<'c>(&'c mut dyn FnMut(u32) -> u32);

impl<'c> Choices<'c> {
    /// Takes a function that gives one of `0..n` for every `n` above 0. A function
    /// that has run out of choices gives 0.
    pub fn new(below: &'c mut dyn FnMut(u32) -> u32) -> Self {
        Self(below)
    }

    /// One of `0..n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        match u32::try_from(n) {
            Ok(0) | Err(_) => 0,
            Ok(n) => usize::try_from((self.0)(n)).unwrap_or_default(),
        }
    }

    /// One of `0..=most`.
    pub fn count(&mut self, most: usize) -> usize {
        self.below(most + 1)
    }

    /// True in one of `times` calls on average; never if `times` is 0. If `times` is above 1, also
    /// never when the choices have run out.
    pub fn one_in(&mut self, times: usize) -> bool {
        times > 0 && self.below(times) == times - 1
    }

    /// One of the items of `from`.
    ///
    /// # Panics
    ///
    /// If `from` is empty.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.count(at));
        }
    }
}
