//! The ratings of a club: Glicko-2 over all rated games, one list for each kind of clock.
//!
//! The games of a day are a rating period, as an evening at the club is one. Ratings are computed
//! from the games whenever they are asked for, so corrections of old results need nothing more.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use chess::Color;
use game::{Bonus, TimeControl, Timestamp};

use crate::GameResult;
use crate::aggregate::{Competition, Event, MemberId, Record};
use crate::glicko2::{PeriodGame, Rating, Tau, rate_period};

/// The milliseconds of a day.
const DAY: u64 = 24 * 60 * 60 * 1_000;

/// The moves of a game by which time controls with and without a bonus are compared.
const USUAL_MOVES: u32 = 60;

/// The kind of a clock, by the time of a player for 60 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClockKind {
    /// Below three minutes.
    Bullet,
    /// Up to ten minutes.
    Blitz,
    /// Below an hour.
    Rapid,
    /// An hour and more, or no clock.
    Classical,
}

impl ClockKind {
    /// The kind of a time control.
    pub fn of(control: Option<TimeControl>) -> ClockKind {
        let Some(TimeControl { base, bonus }) = control else { return ClockKind::Classical };
        let bonus = match bonus {
            Bonus::None => Duration::ZERO,
            Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
        };
        let minutes = |minutes| Duration::from_mins(minutes);
        match base.saturating_add(bonus.saturating_mul(USUAL_MOVES)) {
            time if time < minutes(3) => ClockKind::Bullet,
            time if time <= minutes(10) => ClockKind::Blitz,
            time if time < minutes(60) => ClockKind::Rapid,
            _ => ClockKind::Classical,
        }
    }
}

/// A game that counts for ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedGame {
    /// When its round was paired.
    pub at: Timestamp,
    /// The kind of its clock.
    pub kind: ClockKind,
    /// Who played White.
    pub white: MemberId,
    /// Who played Black.
    pub black: MemberId,
    /// White's score: 1, ½ or 0.
    pub score: f64,
}

/// A rating after a period in which its owner has played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPoint {
    /// The start of the day.
    pub day: Timestamp,
    /// The rating after it.
    pub rating: Rating,
    /// How many games were played in it.
    pub games: u32,
}

/// The ratings of everybody over time, by kind of clock.
pub type RatingHistory = BTreeMap<(ClockKind, MemberId), Vec<RatingPoint>>;

/// The games of a competition that count for ratings: between two members, played at the board. The
/// records are those of the competition.
pub fn rated_games(competition: &Competition, records: &[Record]) -> Vec<RatedGame> {
    if !competition.settings().rated {
        return Vec::new();
    }
    let kind = ClockKind::of(competition.settings().time_control);
    let paired: BTreeMap<u16, Timestamp> = records.iter().filter_map(paired_at).collect();
    let games = competition.boards().filter(|(_, board)| board.is_played());
    games
        .filter_map(|(number, board)| {
            let member = |color: Color| competition.entrant(board.players[color])?.member;
            let (white, black) = (member(Color::White)?, member(Color::Black)?);
            let score = match board.result()?.of(Color::White) {
                GameResult::Win => 1.0,
                GameResult::Draw => 0.5,
                _ => 0.0,
            };
            Some(RatedGame { at: *paired.get(&number.round)?, kind, white, black, score })
        })
        .collect()
}

fn paired_at(record: &Record) -> Option<(u16, Timestamp)> {
    match record.event {
        Event::RoundPaired { round, .. } => Some((round, record.at)),
        _ => None,
    }
}

/// The ratings that follow from games, in whatever order they come. Everybody starts with the
/// rating that the roster has for them, or as a newcomer.
pub fn history(games: &[RatedGame], starting: impl Fn(MemberId) -> Option<u16>) -> RatingHistory {
    let mut history = RatingHistory::new();
    let kinds: BTreeSet<ClockKind> = games.iter().map(|game| game.kind).collect();
    for kind in kinds {
        let mut days: BTreeMap<u64, Vec<&RatedGame>> = BTreeMap::new();
        for game in games.iter().filter(|game| game.kind == kind) {
            days.entry(game.at.0 / DAY * DAY).or_default().push(game);
        }
        let mut list = List { ratings: BTreeMap::new(), starting: &starting };
        for (day, games) in days {
            for (member, point) in list.rate(Timestamp(day), &games) {
                history.entry((kind, member)).or_default().push(point);
            }
        }
    }
    history
}

/// The ratings of everybody for one kind of clock.
struct List<'a, S> {
    ratings: BTreeMap<MemberId, Rating>,
    starting: &'a S,
}

impl<S: Fn(MemberId) -> Option<u16>> List<'_, S> {
    /// Rates a period, also those who did not play in it: their ratings become less certain. The
    /// new ratings of those who played.
    fn rate(&mut self, day: Timestamp, games: &[&RatedGame]) -> Vec<(MemberId, RatingPoint)> {
        for member in games.iter().flat_map(|game| [game.white, game.black]) {
            let first = || (self.starting)(member).map(|rating| Rating::starting_at(rating.into()));
            self.ratings.entry(member).or_insert_with(|| first().unwrap_or_default());
        }
        let members: Vec<MemberId> = self.ratings.keys().copied().collect();
        let index: BTreeMap<MemberId, usize> = members.iter().copied().zip(0..).collect();
        let before: Vec<Rating> = self.ratings.values().copied().collect();
        let game = |game: &&RatedGame| PeriodGame {
            white: index[&game.white],
            black: index[&game.black],
            score: game.score,
        };
        // The sum of floating-point numbers depends on their order.
        let mut played: Vec<PeriodGame> = games.iter().map(game).collect();
        played.sort_by(|a, b| {
            (a.white, a.black).cmp(&(b.white, b.black)).then(a.score.total_cmp(&b.score))
        });
        let after = rate_period(&before, &played, Tau::default());
        self.ratings = members.iter().copied().zip(after).collect();
        let count = |index| played.iter().filter(|g| g.white == index || g.black == index).count();
        let point = |(member, index)| {
            let point =
                RatingPoint { day, rating: self.ratings[&member], games: count(index) as u32 };
            (member, point)
        };
        index.into_iter().map(point).filter(|(_, point)| point.games > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(day: u64, white: i64, black: i64, score: f64) -> RatedGame {
        let (white, black) = (MemberId(white), MemberId(black));
        RatedGame { at: Timestamp(day * DAY + 7), kind: ClockKind::Blitz, white, black, score }
    }

    fn last(history: &RatingHistory, member: i64) -> RatingPoint {
        *history[&(ClockKind::Blitz, MemberId(member))].last().expect("a rating")
    }

    #[test]
    fn clocks_have_kinds() {
        let control = |minutes, seconds| {
            let bonus = Bonus::Increment(Duration::from_secs(seconds));
            Some(TimeControl { base: Duration::from_mins(minutes), bonus })
        };
        for (control, kind) in [
            (control(1, 0), ClockKind::Bullet),
            (control(2, 1), ClockKind::Blitz),
            (control(5, 5), ClockKind::Blitz),
            (control(10, 1), ClockKind::Rapid),
            (control(30, 30), ClockKind::Classical),
            (None, ClockKind::Classical),
        ] {
            assert_eq!(ClockKind::of(control), kind, "{control:?}");
        }
    }

    #[test]
    fn a_winner_gains_what_a_loser_loses_and_the_order_of_games_does_not_matter() {
        let games = [game(1, 1, 2, 1.0), game(1, 2, 3, 0.5), game(2, 3, 1, 0.0)];
        let history = history(&games, |_| None);
        assert!(last(&history, 1).rating.rating > 1500.0);
        assert!(last(&history, 2).rating.rating < 1500.0);
        let mut turned = games;
        turned.reverse();
        assert_eq!(super::history(&turned, |_| None), history);
        let of = |member| history[&(ClockKind::Blitz, MemberId(member))].as_slice();
        let days = |member| of(member).iter().map(|point| point.day.0 / DAY).collect::<Vec<_>>();
        assert_eq!((days(1), days(2)), (vec![1, 2], vec![1]));
        assert_eq!(of(2)[0].games, 2);
    }

    #[test]
    fn the_roster_says_where_somebody_starts() {
        let starting = |member| (member == MemberId(1)).then_some(2000);
        let history = history(&[game(1, 1, 2, 0.0)], starting);
        let [first, second] = [1, 2].map(|member| last(&history, member).rating.rating);
        assert!((1600.0..2000.0).contains(&first) && second > 1500.0, "{first} {second}");
    }

    #[test]
    fn whoever_stays_away_becomes_less_certain() {
        let without = [game(1, 1, 2, 1.0), game(40, 1, 2, 0.0)];
        let evenings = (2..40).map(|day| game(day, 3, 4, 0.5));
        let games: Vec<_> = without.into_iter().chain(evenings).collect();
        let [more, less] = [&games[..], &without].map(|games| {
            let history = history(games, |_| None);
            last(&history, 1).rating.deviation
        });
        assert!(more > less, "{more} {less}");
    }
}
