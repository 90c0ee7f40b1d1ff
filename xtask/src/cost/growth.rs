//! The exponent of growth, computed from measurements at sizes that double.

/// The sizes of one series: n, 2n, 4n, 8n.
pub(super) const STEPS: [usize; 4] = [1, 2, 4, 8];

/// The maximal exponent of `n log n` at these sizes (1.13 from 1,000 to 8,000), with a
/// tolerance for costs that grow in steps, such as those of tables.
pub(super) const BOUND: f64 = 1.15;

/// The exponent of a series of measurements: the slope of the straight line through their logarithms,
/// or the slope of its last step if that is steeper. A quadratic part may be hidden below a linear
/// one at small sizes.
pub(super) fn exponent(figures: &[f64; 4]) -> f64 {
    let logs = figures.map(|figure| figure.max(1.0).log2());
    let [first, second, third, last] = logs;
    // Least squares for the abscissas -1.5, -0.5, 0.5, 1.5.
    let slope = (1.5 * (last - first) + 0.5 * (third - second)) / 5.0;
    slope.max(last - third)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(cost: impl Fn(f64) -> f64) -> f64 {
        exponent(&[1_000.0, 2_000.0, 4_000.0, 8_000.0].map(cost))
    }

    #[test]
    fn powers_have_their_exponents() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(close(of(|_| 7.0), 0.0));
        assert!(close(of(|n| 3.0 * n), 1.0));
        assert!(close(of(|n| 5.0 * n * n), 2.0));
    }

    #[test]
    fn n_log_n_passes() {
        assert!(of(|n| n * n.log2()) < BOUND);
    }

    #[test]
    fn a_little_that_is_quadratic_does_not_pass() {
        assert!(of(|n| 1_000.0 * n + 0.05 * n * n) > BOUND);
    }
}
