//! What the rules need to know of a player before a round (article 1).

use chess::Color;

use crate::{Bye, Crosstable, Entry, GameResult, Player, PlayerNumber, Points};

/// How much a player is due a color (article 1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// To alternate.
    Mild,
    /// One game more with the other color.
    Strong,
    /// Two games more with the other color, or the last two games with it.
    Absolute,
}

/// The color that a player is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preference {
    pub(super) color: Color,
    pub(super) strength: Strength,
}

/// The float of a past round (articles 1.4.2 to 1.4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    Down,
    Up,
    None,
}

/// A player before a round.
#[derive(Clone, Debug)]
pub(super) struct PlayerState {
    pub(super) number: PlayerNumber,
    /// Points with virtual ones.
    pub(super) score: Points,
    /// Points without virtual ones.
    pub(super) points: Points,
    /// Colors of played games, the latest last (C.04.2, 3.4).
    pub(super) colors: Vec<Color>,
    /// White games less black ones (article 1.6).
    pub(super) color_difference: i32,
    pub(super) preference: Option<Preference>,
    /// Floats of the last round and of the one before.
    pub(super) floats: [Float; 2],
    /// Whether the player may get the pairing-allocated bye (C2).
    pub(super) bye_is_possible: bool,
    pub(super) unplayed: usize,
    /// Opponents of played games.
    pub(super) met: Vec<PlayerNumber>,
    /// Whether the starting number counts as odd; see [`crate::dutch`].
    pub(super) is_odd: bool,
}

impl PlayerState {
    pub(super) fn new(table: &Crosstable, player: &Player, rounds: usize) -> PlayerState {
        let entries = &player.entries[..rounds.min(player.entries.len())];
        let games = || entries.iter().filter_map(Entry::played);
        let colors: Vec<Color> = games().filter_map(|game| game.color).collect();
        let color_difference = color_difference(&colors);
        let points = table.points_after(player, rounds);
        PlayerState {
            number: player.number,
            score: points + table.virtual_points_in(player.number, rounds + 1),
            points,
            color_difference,
            preference: preference(&colors, color_difference),
            colors,
            floats: [1, 2].map(|back| {
                if rounds < back { Float::None } else { float(table, player, rounds - back) }
            }),
            bye_is_possible: !entries.iter().any(|entry| bars_bye(table, *entry)),
            unplayed: rounds - games().count(),
            met: games().map(|game| game.opponent).collect(),
            is_odd: false,
        }
    }

    /// The color of the last two played games, if it is the same.
    pub(super) fn repeated_color(&self) -> Option<Color> {
        repeated_color(&self.colors)
    }

    /// The preferred color, if it is absolute.
    pub(super) fn absolute(&self) -> Option<Color> {
        self.preference
            .filter(|preference| preference.strength == Strength::Absolute)
            .map(|preference| preference.color)
    }

    /// The preferred color, if it is absolute because of the color difference alone.
    pub(super) fn imbalanced(&self) -> Option<Color> {
        self.absolute().filter(|_| self.color_difference.abs() > 1)
    }

    /// The preferred color, if it is at least strong.
    pub(super) fn at_least_strong(&self) -> Option<Color> {
        self.preference
            .filter(|preference| preference.strength >= Strength::Strong)
            .map(|preference| preference.color)
    }
}

fn color_difference(colors: &[Color]) -> i32 {
    colors.iter().map(|color| if color.is_white() { 1 } else { -1 }).sum()
}

fn repeated_color(colors: &[Color]) -> Option<Color> {
    match colors {
        [.., one, other] if one == other => Some(*one),
        _ => None,
    }
}

fn preference(colors: &[Color], difference: i32) -> Option<Preference> {
    let last = *colors.last()?;
    let rarer = if difference > 0 { Color::Black } else { Color::White };
    let repeated = repeated_color(colors);
    let (color, strength) = match (difference.abs(), repeated) {
        (2.., _) => (rarer, Strength::Absolute),
        (_, Some(color)) => (!color, Strength::Absolute),
        (1, None) => (rarer, Strength::Strong),
        (_, None) => (!last, Strength::Mild),
    };
    Some(Preference { color, strength })
}

/// Whether an entry rules out the pairing-allocated bye: an earlier one, or a win's points
/// without a game (C.04.1, 4).
fn bars_bye(table: &Crosstable, entry: Entry) -> bool {
    match entry {
        Entry::Bye(Bye::PairingAllocated) => true,
        Entry::Game(game) if game.result != GameResult::ForfeitWin => false,
        _ => table.point_values.of(&entry) >= table.point_values.win,
    }
}

/// The float of a round, counted from 0, by the scores before it.
fn float(table: &Crosstable, player: &Player, round: usize) -> Float {
    let Some(entry) = player.entries.get(round) else {
        return Float::None;
    };
    let Some(game) = entry.played() else {
        let gains = table.point_values.of(entry) > table.point_values.loss;
        let is_bye = *entry == Entry::Bye(Bye::PairingAllocated);
        return if gains || is_bye { Float::Down } else { Float::None };
    };
    let score = |player: &Player| {
        table.points_after(player, round) + table.virtual_points_in(player.number, round + 1)
    };
    let Some(opponent) = table.player(game.opponent) else {
        return Float::None;
    };
    match score(player).cmp(&score(opponent)) {
        std::cmp::Ordering::Greater => Float::Down,
        std::cmp::Ordering::Less => Float::Up,
        std::cmp::Ordering::Equal => Float::None,
    }
}
