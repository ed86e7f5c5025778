//! Matchings of small graphs against all others, from the start and after changes.

use proptest::prelude::*;

use super::{Matcher, Wide};

type Weights = Vec<Vec<Option<i64>>>;

fn wide(value: i64) -> Wide<2> {
    let magnitude = Wide::new(value.unsigned_abs() as u32);
    if value < 0 { -magnitude } else { magnitude }
}

/// The greatest weight of a matching of some vertices, by trying everything.
fn greatest(weights: &Weights, left: &[usize]) -> i64 {
    let Some((first, rest)) = left.split_first() else {
        return 0;
    };
    let alone = greatest(weights, rest);
    let with = rest.iter().enumerate().filter_map(|(index, other)| {
        let mut others = rest.to_vec();
        others.remove(index);
        weights[*first][*other].map(|weight| weight + greatest(weights, &others))
    });
    with.chain([alone]).max().unwrap_or(0)
}

fn total(matcher: &Matcher<2>, weights: &Weights) -> i64 {
    let count = weights.len();
    let pair = |vertex: usize| {
        let mate = matcher.mate(vertex).filter(|mate| *mate > vertex && *mate < count)?;
        assert_eq!(matcher.mate(mate), Some(vertex));
        weights[vertex][mate]
    };
    (0..count).filter_map(pair).sum()
}

fn matcher(weights: &Weights) -> Matcher<2> {
    Matcher::new(weights.len(), |one, other| weights[one][other].map(wide))
}

/// Weights with many ties, or with few.
fn weights() -> impl Strategy<Value = Weights> {
    (2_usize..=9, prop_oneof![Just(3_i64), Just(1000)]).prop_flat_map(|(count, limit)| {
        let weight = prop::option::weighted(0.8, 1..=limit);
        prop::collection::vec(prop::collection::vec(weight, count), count).prop_map(
            move |mut weights| {
                let pairs = (0..count).flat_map(|one| (0..=one).map(move |other| (one, other)));
                for (one, other) in pairs {
                    weights[one][other] = weights[other][one].filter(|_| one != other);
                }
                weights
            },
        )
    })
}

fn everything(weights: &Weights) -> Vec<usize> {
    (0..weights.len()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_matching_is_heavier(weights in weights()) {
        let all = everything(&weights);
        prop_assert_eq!(total(&matcher(&weights), &weights), greatest(&weights, &all));
    }

    #[test]
    fn no_matching_is_heavier_after_changes(
        mut weights in weights(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u64>()), 1..8),
    ) {
        let mut matcher = matcher(&weights);
        let all = everything(&weights);
        for (vertex, seed) in changes {
            let vertex = vertex.index(all.len());
            // Some edges disappear, the others gain or lose a little.
            let amount = |other: usize| match seed >> (4 * other) & 15 {
                0 => None,
                digit => Some(digit as i64 - 5),
            };
            matcher.change(vertex, |other| amount(other).map(wide));
            for other in all.iter().copied() {
                let changed = weights[vertex][other]
                    .and_then(|weight| amount(other).map(|amount| weight + amount))
                    .filter(|weight| *weight >= 0);
                weights[vertex][other] = changed;
                weights[other][vertex] = changed;
            }
            prop_assert_eq!(total(&matcher, &weights), greatest(&weights, &all));
        }
    }

    #[test]
    fn no_matching_is_heavier_after_adding_by_the_first_vertex(
        mut weights in weights(),
        upper in 0_usize..5,
    ) {
        let mut matcher = matcher(&weights);
        let all = everything(&weights);
        let amount = |place: usize| if place < upper { 50 - place as i64 } else { 0 };
        let amounts: Vec<Wide<2>> = all.iter().map(|place| wide(amount(*place))).collect();
        matcher.add_by_first(&all, &amounts);
        let pairs = all.iter().flat_map(|one| (*one + 1..all.len()).map(|other| (*one, other)));
        for (one, other) in pairs {
            weights[one][other] = weights[one][other].map(|weight| weight + amount(one));
            weights[other][one] = weights[one][other];
        }
        prop_assert_eq!(total(&matcher, &weights), greatest(&weights, &all));
    }

    #[test]
    fn fixed_pairs_leave_the_best_of_the_rest(weights in weights()) {
        let mut matcher = matcher(&weights);
        let best = greatest(&weights, &everything(&weights));
        for vertex in 0..weights.len() {
            if let Some(mate) = matcher.mate(vertex).filter(|mate| *mate > vertex) {
                prop_assert!(matcher.may_be_matched(vertex, mate));
                matcher.fix(vertex, mate);
                prop_assert_eq!(total(&matcher, &weights), best);
            }
        }
    }

    #[test]
    fn a_spare_vertex_takes_one_of_those_that_may_be_left(
        weights in weights().prop_filter("odd", |weights| weights.len() % 2 == 1),
        may in any::<u16>(),
    ) {
        let may_be_left = |vertex: usize| may >> vertex & 1 == 1;
        let all = everything(&weights);
        let matcher = Matcher::<2>::with_spare(
            all.len(),
            |one, other| weights[one][other].map(|weight| wide(weight + 10_000)),
            may_be_left,
        );
        // With this bonus for every pair, everybody is matched if that is possible.
        let heavy: Weights = weights
            .iter()
            .map(|row| row.iter().map(|weight| weight.map(|weight| weight + 10_000)).collect())
            .collect();
        let without = |vertex: usize| -> Vec<usize> {
            all.iter().copied().filter(|other| *other != vertex).collect()
        };
        let candidates = all.iter().copied().filter(|vertex| may_be_left(*vertex));
        let best = candidates.map(|vertex| greatest(&heavy, &without(vertex))).max();
        if let Some(best) = best.filter(|best| *best >= 10_000 * (all.len() as i64 / 2)) {
            prop_assert_eq!(total(&matcher, &heavy), best);
            let left = matcher.mate(all.len()).expect("somebody is left");
            prop_assert!(may_be_left(left));
        }
    }
}
