//! The fit itself: all positions at once, step after step down the gradient.

use std::ops::Range;
use std::thread;

use super::Dataset;
use super::dataset::{Label, Sample};
use crate::eval::Pair;
use crate::eval::terms::COUNT;
use crate::eval::weights::WEIGHTS;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Steps down the gradient.
    pub epochs: usize,
    /// Threads that share the work. The outcome is the same for any number.
    pub threads: usize,
    /// How much the result of the game counts; a recorded score counts for the rest.
    pub lambda: f64,
}

/// Centipawns by which a weight changes at most in the first step; later steps are shorter.
const RATE: f64 = 1.5;
/// How firmly weights are held to where they began, spread over all positions: a weight must be
/// seen some thousand times to go far.
const PULL: f64 = 0.005;
/// How much of the earlier gradients and of their squares is kept.
const KEPT: [f64; 2] = [0.9, 0.999];
/// Small beside any gradient that means something.
const TINY: f64 = 1e-13;
/// The positions are cut into so many pieces, whatever the number of threads.
const PIECES: usize = 64;

/// Mean squared errors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// Over the positions that are learned from.
    pub training: f64,
    /// Over those of games that are held back.
    pub validation: f64,
}

/// How far a fit has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Counted from 1.
    pub number: usize,
    /// The errors before this step.
    pub errors: Errors,
}

/// What came of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The new weights, in the order of the list.
    pub weights: [Pair; COUNT],
    /// Winning chances are the sigmoid of a value in centipawns times this.
    pub slope: f64,
    /// The errors of the weights it began with.
    pub before: Errors,
    /// The errors of the new weights.
    pub after: Errors,
}

/// The middlegame and endgame half of every weight.
type Row = Vec<[f64; 2]>;

/// Fits all weights to a dataset, beginning with those the program plays with. The weights that
/// did best on the games held back are kept.
pub fn fit(dataset: &Dataset, settings: &Settings, mut report: impl FnMut(Epoch)) -> Fit {
    let first: Row = halves(&WEIGHTS.flatten());
    let slope = best_slope(dataset, settings.threads, &first);
    let model = Model { dataset, settings, slope };
    let before = model.slopes(&first).errors();
    let mut row = first.clone();
    let mut best = (before, first.clone());
    let mut descent = Descent::new();
    for number in 1..=settings.epochs {
        let slopes = model.slopes(&row);
        let errors = slopes.errors();
        if is_better(&errors, &best.0) {
            best = (errors, row.clone());
        }
        report(Epoch { number, errors });
        let rate = RATE * (1.0 - (number - 1) as f64 / settings.epochs as f64);
        let gradient = slopes.gradient(&row, &first);
        descent.step(&mut row, &gradient, rate);
    }
    if is_better(&model.slopes(&row).errors(), &best.0) {
        best.1 = row;
    }
    let weights = rounded(&best.1);
    let after = model.slopes(&halves(&weights)).errors();
    Fit { weights, slope, before, after }
}

/// True when the errors are lower where it counts: on games held back, if there are any.
fn is_better(errors: &Errors, other: &Errors) -> bool {
    (errors.validation, errors.training) < (other.validation, other.training)
}

fn halves(weights: &[Pair; COUNT]) -> Row {
    weights.iter().map(|pair| [f64::from(pair.middle()), f64::from(pair.end())]).collect()
}

fn rounded(row: &[[f64; 2]]) -> [Pair; COUNT] {
    let mut weights = [Pair::ZERO; COUNT];
    for (weight, halves) in weights.iter_mut().zip(row) {
        *weight = Pair::new(halves[0].round() as i32, halves[1].round() as i32);
    }
    weights
}

/// The slope with which the first weights tell results best, by narrowing an interval.
fn best_slope(dataset: &Dataset, threads: usize, row: &Row) -> f64 {
    let error = |slope| {
        let settings = &Settings { epochs: 0, threads, lambda: 1.0 };
        Model { dataset, settings, slope }.slopes(row).errors().training
    };
    let (mut low, mut high) = (0.0005, 0.02);
    for _ in 0..20 {
        let third = (high - low) / 3.0;
        if error(low + third) < error(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    f64::midpoint(low, high)
}

/// What turns weights into expectations.
struct Model<'a> {
    dataset: &'a Dataset,
    settings: &'a Settings,
    slope: f64,
}

impl Model<'_> {
    /// Errors and gradient over all positions. The pieces are added in their order, so the sum
    /// does not depend on which thread was faster.
    fn slopes(&self, row: &Row) -> Slopes {
        let pieces: Vec<Range<usize>> = (0..PIECES)
            .map(|piece| {
                let cut = |piece| self.dataset.len() * piece / PIECES;
                cut(piece)..cut(piece + 1)
            })
            .collect();
        let share = PIECES.div_ceil(self.settings.threads.max(1));
        thread::scope(|scope| {
            let workers: Vec<_> = pieces
                .chunks(share)
                .map(|pieces| {
                    let work = |piece: &Range<usize>| self.piece(row, piece.clone());
                    scope.spawn(move || pieces.iter().map(work).collect::<Vec<Slopes>>())
                })
                .collect();
            let done = workers.into_iter().flat_map(|worker| match worker.join() {
                Ok(slopes) => slopes,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            done.fold(Slopes::new(), Slopes::plus)
        })
    }

    fn piece(&self, row: &Row, positions: Range<usize>) -> Slopes {
        let mut slopes = Slopes::new();
        for index in positions {
            self.add(row, &self.dataset.sample(index), &mut slopes);
        }
        slopes
    }

    /// Adds one position to errors and gradient.
    fn add(&self, row: &Row, sample: &Sample, slopes: &mut Slopes) {
        let blend = sample.label.blend.map(f64::from);
        let mut value = 0.0;
        for (term, count) in sample.uses() {
            value += count * (row[term][0] * blend[0] + row[term][1] * blend[1]);
        }
        let expected = sigmoid(self.slope * value);
        let miss = expected - self.target(&sample.label);
        let set = usize::from(sample.label.is_held_back);
        slopes.squares[set] += miss * miss;
        slopes.counts[set] += 1;
        if !sample.label.is_held_back {
            let steepness = 2.0 * miss * expected * (1.0 - expected) * self.slope;
            for (term, count) in sample.uses() {
                slopes.row[term][0] += steepness * count * blend[0];
                slopes.row[term][1] += steepness * count * blend[1];
            }
        }
    }

    /// What should have been expected.
    fn target(&self, label: &Label) -> f64 {
        let result = f64::from(label.result);
        label.score.map_or(result, |score| {
            let thought = sigmoid(self.slope * f64::from(score));
            self.settings.lambda * result + (1.0 - self.settings.lambda) * thought
        })
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Sums over positions: squared errors of those learned from and those held back, and how the
/// former change with each weight.
struct Slopes {
    squares: [f64; 2],
    counts: [usize; 2],
    row: Row,
}

impl Slopes {
    fn new() -> Slopes {
        Slopes { squares: [0.0; 2], counts: [0; 2], row: vec![[0.0; 2]; COUNT] }
    }

    fn plus(mut self, other: Slopes) -> Slopes {
        for set in 0..2 {
            self.squares[set] += other.squares[set];
            self.counts[set] += other.counts[set];
        }
        for (sum, slope) in self.row.iter_mut().zip(other.row) {
            sum[0] += slope[0];
            sum[1] += slope[1];
        }
        self
    }

    fn errors(&self) -> Errors {
        let mean = |set: usize| self.squares[set] / self.counts[set].max(1) as f64;
        Errors { training: mean(0), validation: mean(1) }
    }

    /// The mean gradient, with the pull towards the first weights.
    fn gradient(&self, row: &Row, first: &Row) -> Row {
        let count = self.counts[0].max(1) as f64;
        let mut gradient = self.row.clone();
        for (index, slopes) in gradient.iter_mut().enumerate() {
            for half in 0..2 {
                let away = row[index][half] - first[index][half];
                slopes[half] = (slopes[half] + 2.0 * PULL * away) / count;
            }
        }
        gradient
    }
}

/// Adam: each weight goes by its own gradient's size, with some memory of the steps before.
struct Descent {
    /// Kept gradients and kept squares of gradients, by weight and half.
    kept: Vec<[[f64; 2]; 2]>,
    steps: i32,
}

impl Descent {
    fn new() -> Descent {
        Descent { kept: vec![[[0.0; 2]; 2]; COUNT], steps: 0 }
    }

    fn step(&mut self, row: &mut Row, gradient: &Row, rate: f64) {
        self.steps += 1;
        let fill = KEPT.map(|kept| 1.0 - kept.powi(self.steps));
        for (index, weight) in row.iter_mut().enumerate() {
            for half in 0..2 {
                let slope = gradient[index][half];
                let kept = &mut self.kept[index][half];
                kept[0] = KEPT[0] * kept[0] + (1.0 - KEPT[0]) * slope;
                kept[1] = KEPT[1] * kept[1] + (1.0 - KEPT[1]) * slope * slope;
                weight[half] -= rate * (kept[0] / fill[0]) / ((kept[1] / fill[1]).sqrt() + TINY);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    /// Positions in which a knight more always wins and a pawn more never does.
    fn lesson() -> Dataset {
        let mut dataset = Dataset::default();
        let parse = |fen: &str| fen.parse::<Position>().unwrap();
        for game in 0..40 {
            dataset.begin_game();
            let file = ["N7", "1N6", "2N5", "3N4"][game % 4];
            let knight = format!("r5k1/5ppp/8/8/{file}/8/5PPP/R5K1 w - - 0 1");
            let pawn = "r5k1/5ppp/8/8/8/8/4PPPP/R5K1 w - - 0 1";
            dataset.push(&parse(&knight), 1.0, None);
            dataset.push(&parse(pawn), 0.5, Some(0));
            dataset.push(&parse("r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), 0.5, None);
        }
        dataset
    }

    fn settings(threads: usize) -> Settings {
        Settings { epochs: 30, threads, lambda: 0.5 }
    }

    #[test]
    fn a_fit_lowers_both_errors() {
        let mut epochs = 0;
        let fit = fit(&lesson(), &settings(2), |_| epochs += 1);
        assert_eq!(epochs, 30);
        assert!(fit.after.training < fit.before.training, "{:?} {:?}", fit.before, fit.after);
        assert!(fit.after.validation < fit.before.validation, "{:?} {:?}", fit.before, fit.after);
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        assert_eq!(fit(&lesson(), &settings(1), |_| ()), fit(&lesson(), &settings(3), |_| ()));
    }

    #[test]
    fn weights_that_are_never_seen_stay() {
        let fit = fit(&lesson(), &settings(2), |_| ());
        // No queen stands in any of the positions.
        let queen = 4;
        assert_eq!(fit.weights[queen], WEIGHTS.material[queen]);
    }
}
