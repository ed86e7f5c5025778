//! SPSA (simultaneous perturbation stochastic approximation): tunes all parameters of an engine at
//! once by games of the engine against itself.
//!
//! In each trial every parameter is moved up or down at random, and the engine with these values
//! plays a pair of games against the one with the opposite values. All parameters then move a
//! little towards the winner. Steps and perturbations shrink from trial to trial.

use std::fmt;

use random::SplitMix64;

/// How the steps and the perturbations shrink, by J. C. Spall.
const STEP_DECAY: f64 = 0.602;
const PERTURBATION_DECAY: f64 = 0.101;
/// Spall's constant A, which keeps the first steps small, as a share of all trials.
const STABILITY: f64 = 0.1;
/// The last perturbation as a share of the range of a parameter, and at least as much as
/// survives rounding.
const LAST_PERTURBATION: f64 = 0.05;
const LEAST_PERTURBATION: f64 = 0.5;

/// A parameter that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The name of the UCI option.
    pub name: String,
    /// The best value so far.
    pub value: f64,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
}

impl Parameter {
    fn last_perturbation(&self) -> f64 {
        (f64::from(self.max - self.min) * LAST_PERTURBATION).max(LEAST_PERTURBATION)
    }

    fn clamp(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.min), f64::from(self.max))
    }
}

/// All parameters, and how many trials they have behind them.
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    /// Trials that have been begun.
    begun: u64,
    /// Trials that have ended.
    ended: u64,
    /// All trials.
    total: u64,
    /// The last step for a point more than the opponent, as a share of the perturbation.
    rate: f64,
}

/// A pair of games to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The values of both engines, in the order of the parameters.
    pub values: [Vec<i32>; 2],
    /// What each parameter is moved by for a point more than the opponent.
    steps: Vec<f64>,
}

impl Spsa {
    /// The usual rate for some ten thousand trials; fewer need a higher one.
    pub const RATE: f64 = 0.002;

    /// Parameters before the first of `total` trials. The rate is the last step for a point more
    /// than the opponent, as a share of the perturbation.
    pub fn new(parameters: Vec<Parameter>, total: u64, rate: f64) -> Spsa {
        Spsa { parameters, begun: 0, ended: 0, total, rate }
    }

    /// Resumes from what was [written](fmt::Display) earlier.
    ///
    /// # Errors
    /// When the text is none of these parameters.
    pub fn resume(&mut self, text: &str) -> Result<(), String> {
        let mut lines = text.lines();
        let title =
            lines.next().and_then(|line| line.strip_prefix(TITLE[0])?.strip_suffix(TITLE[1]));
        let ended = title.and_then(|count| count.parse().ok());
        let ended = ended.ok_or("these are no tuned parameters")?;
        let known: Vec<_> = lines.filter_map(|line| line.split_once(' ')).collect();
        if known.len() != self.parameters.len() {
            return Err("these are other parameters".into());
        }
        for (parameter, (name, value)) in self.parameters.iter_mut().zip(known) {
            let value = value.parse().ok().filter(|_| parameter.name == name);
            let value = value.ok_or_else(|| format!("'{name}' was not expected"))?;
            parameter.value = parameter.clamp(value);
        }
        (self.begun, self.ended) = (ended, ended);
        Ok(())
    }

    /// The parameters with their best values so far.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// How many trials have been begun.
    pub fn begun(&self) -> u64 {
        self.begun
    }

    /// How many trials have ended.
    pub fn ended(&self) -> u64 {
        self.ended
    }

    /// The next trial; none when all have been begun. Trials may overlap.
    pub fn begin(&mut self, random: &mut SplitMix64) -> Option<Trial> {
        if self.begun >= self.total {
            return None;
        }
        self.begun += 1;
        let (number, total) = (self.begun as f64, self.total as f64);
        let stability = STABILITY * total;
        let widening = (total / number).powf(PERTURBATION_DECAY);
        let lengthening = ((stability + total) / (stability + number)).powf(STEP_DECAY);
        let mut trial = Trial { values: [Vec::new(), Vec::new()], steps: Vec::new() };
        for parameter in &self.parameters {
            let sign = if random.next_u64() & 1 == 0 { 1.0 } else { -1.0 };
            let last = parameter.last_perturbation();
            let perturbation = sign * last * widening;
            // Rounded up or down by chance, so that a fraction counts as well.
            let chance = random.next_f64();
            let value = |value: f64| parameter.clamp((parameter.clamp(value) + chance).floor());
            let (center, [a, b]) = (parameter.value, &mut trial.values);
            a.push(value(center + perturbation) as i32);
            b.push(value(center - perturbation) as i32);
            trial.steps.push(sign * self.rate * lengthening * last / widening);
        }
        Some(trial)
    }

    /// Moves the parameters towards the winner. The result is the points of the first engine less
    /// those of the second, from −2 to 2. Returns how many trials have ended.
    pub fn end(&mut self, trial: &Trial, result: f64) -> u64 {
        self.ended += 1;
        for (parameter, step) in self.parameters.iter_mut().zip(&trial.steps) {
            parameter.value = parameter.clamp(parameter.value + step * result);
        }
        self.ended
    }
}

/// How the first line of a text begins and ends, with the number of trials in between.
const TITLE: [&str; 2] = ["parameters after ", " pairs of games"];

impl fmt::Display for Spsa {
    /// Writes a line for each parameter.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [before, after] = TITLE;
        writeln!(f, "{before}{}{after}", self.ended)?;
        self.parameters
            .iter()
            .try_for_each(|Parameter { name, value, .. }| writeln!(f, "{name} {value:.3}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Vec<Parameter> {
        let parameter =
            |name: &str, value, min, max| Parameter { name: name.into(), value, min, max };
        vec![
            parameter("wide", 500.0, 0, 1000),
            parameter("narrow", 1.0, 0, 4),
            parameter("idle", 30.0, 10, 50),
        ]
    }

    /// How far the values are from the best ones, which are 700 and 3; the third makes no
    /// difference.
    fn loss(values: &[i32]) -> f64 {
        let of = |value: i32, best: f64, unit: f64| ((f64::from(value) - best) / unit).powi(2);
        of(values[0], 700.0, 150.0) + of(values[1], 3.0, 1.0)
    }

    #[test]
    fn parameters_move_to_values_that_win() {
        const TRIALS: u64 = 40_000;
        let mut random = SplitMix64::new(1);
        let mut spsa = Spsa::new(parameters(), TRIALS, Spsa::RATE);
        while let Some(trial) = spsa.begin(&mut random) {
            let [a, b] = &trial.values;
            // The better one wins more often, and much is chance.
            let advantage = (loss(b) - loss(a)) * 0.2 + random.next_f64() - 0.5;
            spsa.end(&trial, (advantage * 4.0).round().clamp(-2.0, 2.0));
        }
        let [wide, narrow, idle] = spsa.parameters() else { panic!("three parameters") };
        assert!((wide.value - 700.0).abs() < 60.0, "{wide:?}");
        assert!((narrow.value - 3.0).abs() < 0.5, "{narrow:?}");
        assert!((idle.value - 30.0).abs() < 12.0, "{idle:?}");
    }

    #[test]
    fn values_stay_in_range_and_differ_on_average() {
        let mut random = SplitMix64::new(2);
        let mut edge = parameters();
        edge[1].value = 4.0;
        let mut spsa = Spsa::new(edge.clone(), 1_000, Spsa::RATE);
        let mut differing = 0;
        while let Some(Trial { values: [a, b], .. }) = spsa.begin(&mut random) {
            for (parameter, value) in edge.iter().zip(&a).chain(edge.iter().zip(&b)) {
                assert!((parameter.min..=parameter.max).contains(value), "{parameter:?} {value}");
            }
            differing += u32::from(a[1] != b[1]);
        }
        assert!(differing > 400, "{differing}");
        assert_eq!(spsa.begun(), 1_000);
        assert_eq!(spsa.parameters(), edge, "a trial alone changes nothing");
    }

    #[test]
    fn tuning_resumes_where_it_ended() {
        let mut random = SplitMix64::new(3);
        let mut spsa = Spsa::new(parameters(), 100, 1.0);
        for _ in 0..7 {
            let trial = spsa.begin(&mut random).unwrap();
            spsa.end(&trial, 1.0);
        }
        spsa.begin(&mut random).unwrap();
        let mut resumed = Spsa::new(parameters(), 100, 1.0);
        resumed.resume(&spsa.to_string()).unwrap();
        assert_eq!((resumed.begun(), resumed.to_string()), (7, spsa.to_string()));
        for text in [
            "",
            "hello",
            "parameters after 7 pairs of games\nwide 1\n",
            "parameters after 7 pairs of games\nwide 1\nidle 20\nnarrow 2\n",
            "parameters after 7 pairs of games\nwide 1\nnarrow x\nidle 20\n",
        ] {
            assert!(Spsa::new(parameters(), 100, 1.0).resume(text).is_err(), "{text}");
        }
    }
}
