//! The fit: gradient adam (Adam) over all positions at once.

use std::ops::Range;
use std::thread;

use super::Dataset;
use super::dataset::{Label, Sample};
use crate::eval::TaperedScore;
use crate::eval::terms::COUNT;
use crate::eval::weights::WEIGHTS;

/// The settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Gradient steps.
    pub epochs: usize,
    /// Worker threads. The result is the same for any number.
    pub threads: usize,
    /// How much the result of the game counts; a recorded score counts for the rest.
    pub lambda: f64,
}

/// The learning rate: the greatest change of a weight in the first step, in centipawns. It decays
/// linearly.
const LEARNING_RATE: f64 = 1.5;
/// The regularization towards the first weights, spread over all positions: a weight must be used
/// some thousand times to go far.
const REGULARIZATION: f64 = 0.005;
/// The decay rates of Adam's first and second moments.
const DECAY: [f64; 2] = [0.9, 0.999];
/// Adam's epsilon.
const EPSILON: f64 = 1e-13;
/// The positions are split into this many chunks, whatever the number of threads.
const CHUNKS: usize = 64;

/// Mean squared errors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// Over the training set.
    pub training: f64,
    /// Over the validation set.
    pub validation: f64,
}

/// The progress of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Counted from 1.
    pub number: usize,
    /// The errors before this step.
    pub errors: Errors,
}

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The new weights, in the order of the list.
    pub weights: [TaperedScore; COUNT],
    /// Winning chances are the sigmoid of a value in centipawns times this.
    pub slope: f64,
    /// The errors of the first weights.
    pub before: Errors,
    /// The errors of the new weights.
    pub after: Errors,
}

/// The middlegame and endgame value of every weight.
type WeightVector = Vec<[f64; 2]>;

/// Fits all weights to a dataset, starting with the current ones. Returns those with the lowest
/// validation error.
pub fn fit(dataset: &Dataset, settings: &Settings, mut report: impl FnMut(Epoch)) -> Fit {
    let first: WeightVector = halves(&WEIGHTS.flatten());
    let slope = best_slope(dataset, settings.threads, &first);
    let model = Model { dataset, settings, slope };
    let before = model.slopes(&first).errors();
    let mut row = first.clone();
    let mut best = (before, first.clone());
    let mut adam = Adam::new();
    for number in 1..=settings.epochs {
        let slopes = model.slopes(&row);
        let errors = slopes.errors();
        if is_better(&errors, &best.0) {
            best = (errors, row.clone());
        }
        report(Epoch { number, errors });
        let rate = LEARNING_RATE * (1.0 - (number - 1) as f64 / settings.epochs as f64);
        let gradient = slopes.gradient(&row, &first);
        adam.step(&mut row, &gradient, rate);
    }
    if is_better(&model.slopes(&row).errors(), &best.0) {
        best.1 = row;
    }
    let weights = rounded(&best.1);
    let after = model.slopes(&halves(&weights)).errors();
    Fit { weights, slope, before, after }
}

/// True when the validation error is lower, or the training error where that is equal.
fn is_better(errors: &Errors, other: &Errors) -> bool {
    (errors.validation, errors.training) < (other.validation, other.training)
}

fn halves(weights: &[TaperedScore; COUNT]) -> WeightVector {
    weights.iter().map(|pair| [f64::from(pair.middle()), f64::from(pair.end())]).collect()
}

fn rounded(row: &[[f64; 2]]) -> [TaperedScore; COUNT] {
    let mut weights = [TaperedScore::ZERO; COUNT];
    for (weight, halves) in weights.iter_mut().zip(row) {
        *weight = TaperedScore::new(halves[0].round() as i32, halves[1].round() as i32);
    }
    weights
}

/// The sigmoid slope that fits the first weights best, by ternary search.
fn best_slope(dataset: &Dataset, threads: usize, row: &WeightVector) -> f64 {
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

/// The model that turns weights into expected results.
struct Model<'a> {
    dataset: &'a Dataset,
    settings: &'a Settings,
    slope: f64,
}

impl Model<'_> {
    /// Errors and gradient over all positions. The chunks are added in order, so that the sum does
    /// not depend on the threads.
    fn slopes(&self, row: &WeightVector) -> GradientSum {
        let pieces: Vec<Range<usize>> = (0..CHUNKS)
            .map(|piece| {
                let cut = |piece| self.dataset.len() * piece / CHUNKS;
                cut(piece)..cut(piece + 1)
            })
            .collect();
        let share = CHUNKS.div_ceil(self.settings.threads.max(1));
        thread::scope(|scope| {
            let workers: Vec<_> = pieces
                .chunks(share)
                .map(|pieces| {
                    let work = |piece: &Range<usize>| self.piece(row, piece.clone());
                    scope.spawn(move || pieces.iter().map(work).collect::<Vec<GradientSum>>())
                })
                .collect();
            let done = workers.into_iter().flat_map(|worker| match worker.join() {
                Ok(slopes) => slopes,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            done.fold(GradientSum::new(), GradientSum::plus)
        })
    }

    fn piece(&self, row: &WeightVector, positions: Range<usize>) -> GradientSum {
        let mut slopes = GradientSum::new();
        for index in positions {
            self.add(row, &self.dataset.sample(index), &mut slopes);
        }
        slopes
    }

    /// Adds one position to errors and gradient.
    fn add(&self, row: &WeightVector, sample: &Sample, slopes: &mut GradientSum) {
        let blend = sample.label.blend.map(f64::from);
        let mut value = 0.0;
        for (term, count) in sample.uses() {
            value += count * (row[term][0] * blend[0] + row[term][1] * blend[1]);
        }
        let expected = sigmoid(self.slope * value);
        let error = expected - self.target(&sample.label);
        let set = usize::from(sample.label.is_validation);
        slopes.squares[set] += error * error;
        slopes.counts[set] += 1;
        if !sample.label.is_validation {
            let steepness = 2.0 * error * expected * (1.0 - expected) * self.slope;
            for (term, count) in sample.uses() {
                slopes.row[term][0] += steepness * count * blend[0];
                slopes.row[term][1] += steepness * count * blend[1];
            }
        }
    }

    /// The expected result to fit to.
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

/// Sums over positions: squared errors of the training and the validation set, and the gradient of
/// the former.
struct GradientSum {
    squares: [f64; 2],
    counts: [usize; 2],
    row: WeightVector,
}

impl GradientSum {
    fn new() -> GradientSum {
        GradientSum { squares: [0.0; 2], counts: [0; 2], row: vec![[0.0; 2]; COUNT] }
    }

    fn plus(mut self, other: GradientSum) -> GradientSum {
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

    /// The mean gradient, with regularization.
    fn gradient(&self, row: &WeightVector, first: &WeightVector) -> WeightVector {
        let count = self.counts[0].max(1) as f64;
        let mut gradient = self.row.clone();
        for (index, slopes) in gradient.iter_mut().enumerate() {
            for half in 0..2 {
                let away = row[index][half] - first[index][half];
                slopes[half] = (slopes[half] + 2.0 * REGULARIZATION * away) / count;
            }
        }
        gradient
    }
}

/// The Adam optimizer.
struct Adam {
    /// First and second moments, by weight and phase.
    moments: Vec<[[f64; 2]; 2]>,
    steps: i32,
}

impl Adam {
    fn new() -> Adam {
        Adam { moments: vec![[[0.0; 2]; 2]; COUNT], steps: 0 }
    }

    fn step(&mut self, row: &mut WeightVector, gradient: &WeightVector, rate: f64) {
        self.steps += 1;
        let correction = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        for (index, weight) in row.iter_mut().enumerate() {
            for half in 0..2 {
                let slope = gradient[index][half];
                let moments = &mut self.moments[index][half];
                moments[0] = DECAY[0] * moments[0] + (1.0 - DECAY[0]) * slope;
                moments[1] = DECAY[1] * moments[1] + (1.0 - DECAY[1]) * slope * slope;
                let (mean, variance) = (moments[0] / correction[0], moments[1] / correction[1]);
                weight[half] -= rate * mean / (variance.sqrt() + EPSILON);
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
