//! Every kernel against plain sums in wide integers.

use proptest::prelude::*;

use super::Kernels;
use crate::file::LARGEST_TOTAL;
use crate::network::Row;
use crate::shape::{HIDDEN, QA};

fn row(number: impl Strategy<Value = i16>) -> impl Strategy<Value = Row> {
    prop::collection::vec(number, HIDDEN).prop_map(|numbers| Row::from_fn(|index| numbers[index]))
}

/// Numbers of all sizes, those at the ends more often than chance would have it.
fn sum() -> impl Strategy<Value = i16> {
    prop_oneof![
        4 => -600..600_i16,
        1 => any::<i16>(),
        1 => prop::sample::select(vec![i16::MIN, -1, 0, 1, QA - 1, QA, i16::MAX]),
    ]
}

/// What a network that was read may have as weights of outputs.
fn weight() -> impl Strategy<Value = i16> {
    prop_oneof![4 => -128..=128_i16, 1 => Just(-128), 1 => Just(128)]
}

fn weighed(accumulator: &Row, weights: &Row) -> i64 {
    let weighed = accumulator.0.iter().zip(&weights.0).map(|(&sum, &weight)| {
        let clipped = i64::from(sum).clamp(0, i64::from(QA));
        clipped * clipped * i64::from(weight)
    });
    weighed.sum()
}

fn combined(from: &Row, added: &[&Row], removed: &[&Row]) -> Row {
    Row::from_fn(|index| {
        let total = |rows: &[&Row]| rows.iter().map(|row| i64::from(row.0[index])).sum::<i64>();
        (i64::from(from.0[index]) + total(added) - total(removed)) as i16
    })
}

proptest! {
    #[test]
    fn kernels_weigh_alike(accumulator in row(sum()), weights in row(weight())) {
        for kernels in Kernels::all() {
            let activated = i64::from(kernels.screlu_dot(&accumulator, &weights));
            prop_assert_eq!(activated, weighed(&accumulator, &weights));
        }
    }

    #[test]
    fn kernels_combine_alike(rows in [row(sum()), row(sum()), row(sum()), row(sum()), row(sum())]) {
        let [from, a, b, c, d] = &rows;
        for kernels in Kernels::all() {
            let mut to = Row([7; HIDDEN]);
            kernels.combine(&mut to, from, [a], [b]);
            prop_assert_eq!(&to, &combined(from, &[a], &[b]));
            kernels.combine(&mut to, from, [a], [b, c]);
            prop_assert_eq!(&to, &combined(from, &[a], &[b, c]));
            kernels.combine(&mut to, from, [a, b], [c, d]);
            prop_assert_eq!(&to, &combined(from, &[a, b], &[c, d]));
            let features = &rows[1..];
            kernels.combine_many(&mut to, from, features, &[0, 1, 3], &[2]);
            prop_assert_eq!(&to, &combined(from, &[a, b, d], &[c]));
            kernels.combine_many(&mut to, from, features, &[], &[3, 0]);
            prop_assert_eq!(&to, &combined(from, &[], &[d, a]));
            kernels.combine_many(&mut to, from, features, &[], &[]);
            prop_assert_eq!(&to, from);
        }
    }
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    for (sum, weight) in [(i16::MAX, 128_i16), (i16::MAX, -128), (QA, 127), (i16::MIN, -128)] {
        // As many as a network may have whose outputs fit in 32 bits.
        let most = LARGEST_TOTAL as usize / usize::from(weight.unsigned_abs());
        let weights = Row::from_fn(|index| if index < most { weight } else { 0 });
        let accumulator = Row([sum; HIDDEN]);
        for kernels in Kernels::all() {
            let seen = i64::from(kernels.screlu_dot(&accumulator, &weights));
            assert_eq!(seen, weighed(&accumulator, &weights), "{kernels:?}: {sum} by {weight}");
        }
    }
}
