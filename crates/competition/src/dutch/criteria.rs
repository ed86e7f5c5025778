//! The criteria C4 to C21 as one number per pair.
//!
//! Every criterion owns some bits, the more important one the higher ones, wide enough that the
//! sum over all pairs of a bracket never carries into the next field. A matching of greatest
//! weight then satisfies the criteria in their order. Fields that cannot differ are left out: a
//! count by scores needs no bits for the residents of the bracket, whose number follows from the
//! other fields, and without moved-down players there is nothing to count for them.

use super::bracket::Bracket;
use super::player_state::Float;
use super::{PlayerState, Round};
use crate::Points;
use crate::matching::wide::Wide;

/// Bits that the solver needs above the greatest weight.
const HEADROOM: u32 = 6;

/// Where each field begins. The lowest bits are free for choices between equal pairings.
pub(super) struct Layout {
    /// Bits of a count of players.
    count: u32,
    /// Scores of moved-down players with the place of their count in a field by scores.
    score_places: Vec<(Points, u32)>,
    /// Bits of a field by scores.
    by_score: u32,
    fields: Fields,
    /// By place, the ranks by unplayed games; empty if they do not matter.
    unplayed_ranks: Vec<usize>,
    total: u32,
}

/// The offset of each field; those that are left out are `None`.
#[derive(Default)]
struct Fields {
    completion: Option<u32>,
    pairs: u32,
    scores: u32,
    next_pairs: u32,
    next_scores: u32,
    unplayed: Option<u32>,
    imbalance: Option<u32>,
    third_color: Option<u32>,
    preference: u32,
    strong_preference: u32,
    /// For the last round and the one before.
    floats: [Option<FloatFields>; 2],
}

#[derive(Clone, Copy)]
struct FloatFields {
    down: u32,
    up: u32,
    down_scores: u32,
    up_scores: u32,
}

fn bits_for(greatest: usize) -> u32 {
    usize::BITS - greatest.leading_zeros()
}

impl Layout {
    /// The layout for a bracket. `whole` if all lower players take part, `with_unplayed` if C9
    /// does.
    pub(super) fn new(bracket: &Bracket, whole: bool, with_unplayed: bool) -> Layout {
        let players = bracket.current_len() + bracket.next.len();
        let count = bits_for(players);
        let (score_places, by_score) = score_places(bracket);
        let choices = (2 * count + 2) + 2 * count + (count + 1);
        let mut layout = Layout {
            count,
            score_places,
            by_score,
            fields: Fields::default(),
            unplayed_ranks: if with_unplayed { bracket.unplayed_ranks() } else { Vec::new() },
            total: choices,
        };
        layout.place_fields(bracket.round, with_unplayed);
        if whole {
            layout.fields.completion = Some(layout.total);
            layout.total += 1;
        }
        layout
    }

    /// Places the fields from the least important one up.
    fn place_fields(&mut self, round: &Round, with_unplayed: bool) {
        let (count, by_score) = (self.count, self.by_score);
        let mut top = self.total;
        let mut take = |bits: u32| {
            top += bits;
            top - bits
        };
        // C21 to C18, then C17 to C14: both in pairs for two rounds, the last round above.
        let known = round.rounds_played.min(2);
        let mut scores = [(0, 0); 2];
        for back in (0..known).rev() {
            let up_scores = take(by_score);
            scores[back] = (take(by_score), up_scores);
        }
        for back in (0..known).rev() {
            let (down_scores, up_scores) = scores[back];
            let up = take(if by_score > 0 { count } else { 0 });
            let down = take(count);
            self.fields.floats[back] = Some(FloatFields { down, up, down_scores, up_scores });
        }
        self.fields.strong_preference = take(count);
        self.fields.preference = take(count);
        if round.is_topscorer.contains(&true) {
            self.fields.third_color = Some(take(count));
            self.fields.imbalance = Some(take(count));
        }
        if with_unplayed {
            self.fields.unplayed = Some(take(2 * count));
        }
        self.fields.next_scores = take(by_score + count);
        self.fields.next_pairs = take(count);
        self.fields.scores = take(by_score);
        self.fields.pairs = take(count);
        self.total = top;
    }

    /// How many bits a number needs.
    pub(super) fn bits(&self) -> u32 {
        self.total + HEADROOM
    }

    /// A choice between equal pairings: an amount that outweighs no criterion. The least
    /// important ones, below the square of the number of players, are not shifted.
    pub(super) fn small<const N: usize>(amount: usize) -> Wide<N> {
        Wide::new(amount as u32)
    }

    /// What a pair adds whose first player is at a place of the remainder with `pairs` pairs:
    /// fewest exchanges, then the smallest difference of the numbers exchanged.
    pub(super) fn exchange<const N: usize>(&self, place: usize, pairs: usize) -> Wide<N> {
        let low = 2 * self.count + 2;
        let difference = Wide::at(place as u64, low);
        if place < pairs { Wide::at(1, low + 2 * self.count) - difference } else { -difference }
    }

    /// More than all small choices of one kind together.
    pub(super) fn binding(&self) -> usize {
        1 << self.count
    }

    /// The place of the count for a score; the players of the bracket itself have none.
    fn score_place(&self, score: Points) -> Option<u32> {
        self.score_places.iter().find(|(known, _)| *known == score).map(|(_, place)| *place)
    }
}

/// The lowest score gets the lowest bits.
fn score_places(bracket: &Bracket) -> (Vec<(Points, u32)>, u32) {
    let score = |place: &usize| bracket.round.players[*place].score;
    let groups = bracket.moved_down.chunk_by(|one, other| score(one) == score(other));
    let mut top = 0;
    let mut places = Vec::new();
    for group in groups.rev() {
        places.push((score(&group[0]), top));
        top += bits_for(group.len());
    }
    (places, top)
}

/// The weight of the pair of two places, the first one ranked higher; `None` if they cannot meet.
pub(super) fn weight<const N: usize>(
    layout: &Layout,
    bracket: &Bracket,
    high: usize,
    low: usize,
) -> Option<Wide<N>> {
    let round = bracket.round;
    let both_moved_down = low < bracket.residents.start;
    if both_moved_down || !round.possible.contains(high, low) {
        return None;
    }
    let mut weight = Wide::ZERO;
    if let Some(offset) = layout.fields.completion {
        // C4: everybody is paired.
        weight += Wide::at(1, offset);
    }
    if bracket.residents.contains(&low) {
        weight += inside(layout, bracket, high, low);
    } else if bracket.next.contains(&low) {
        weight += Wide::at(1, layout.fields.next_pairs);
        if high < bracket.next.start {
            let place = layout.score_place(round.players[high].score);
            // The residents of this bracket come below those who have moved down to it.
            let place = place.map_or(0, |place| layout.count + place);
            weight += Wide::at(1, layout.fields.next_scores + place);
        }
    } else {
        layout.fields.completion?;
    }
    Some(weight)
}

/// The criteria for a pair inside the bracket.
fn inside<const N: usize>(layout: &Layout, bracket: &Bracket, high: usize, low: usize) -> Wide<N> {
    let fields = &layout.fields;
    let (one, other) = (&bracket.round.players[high], &bracket.round.players[low]);
    let mut weight = Wide::at(1, fields.pairs);
    let moved_down = layout.score_place(one.score).filter(|_| one.score > other.score);
    if let Some(place) = moved_down {
        weight += Wide::at(1, fields.scores + place);
    }
    if let Some(offset) = fields.unplayed {
        let ranks = layout.unplayed_ranks[high] + layout.unplayed_ranks[low];
        weight += Wide::at(ranks as u64, offset);
    }
    if let Some(offset) = fields.imbalance {
        weight += Wide::at(u64::from(balances(one, other)), offset);
    }
    if let Some(offset) = fields.third_color {
        weight += Wide::at(u64::from(avoids_third_color(one, other)), offset);
    }
    weight += Wide::at(u64::from(grants_preferences(one, other)), fields.preference);
    weight += Wide::at(u64::from(grants_strong(one, other)), fields.strong_preference);
    for (back, fields) in fields.floats.iter().enumerate() {
        if let Some(fields) = fields {
            weight += float_criteria(fields, moved_down, one.floats[back], other.floats[back]);
        }
    }
    weight
}

/// C10.
fn balances(one: &PlayerState, other: &PlayerState) -> bool {
    one.imbalanced().is_none() || one.imbalanced() != other.imbalanced()
}

/// C11: the one who does not get the color has the smaller difference; with equal ones, one of
/// them gets the same color for the third time if both had it twice.
fn avoids_third_color(one: &PlayerState, other: &PlayerState) -> bool {
    let Some(color) = one.absolute().filter(|color| other.absolute() == Some(*color)) else {
        return true;
    };
    let difference = |player: &PlayerState| player.color_difference.abs();
    match difference(one).cmp(&difference(other)) {
        std::cmp::Ordering::Equal => {
            one.repeated_color().is_none() || one.repeated_color() != other.repeated_color()
        }
        std::cmp::Ordering::Greater => other.repeated_color() != Some(!color),
        std::cmp::Ordering::Less => one.repeated_color() != Some(!color),
    }
}

/// C12.
fn grants_preferences(one: &PlayerState, other: &PlayerState) -> bool {
    match (one.preference, other.preference) {
        (Some(one), Some(other)) => one.color != other.color,
        _ => true,
    }
}

/// C13: a pair of two absolute preferences counts for C10 and C11 instead.
fn grants_strong(one: &PlayerState, other: &PlayerState) -> bool {
    one.at_least_strong().is_none()
        || one.at_least_strong() != other.at_least_strong()
        || (one.absolute().is_some() && other.absolute().is_some())
}

/// C14, C15, C18 and C19 for one past round, or C16, C17, C20 and C21.
fn float_criteria<const N: usize>(
    fields: &FloatFields,
    moved_down: Option<u32>,
    high: Float,
    low: Float,
) -> Wide<N> {
    let low_down = u64::from(low == Float::Down);
    let high_down = u64::from(high == Float::Down);
    let Some(place) = moved_down else {
        // Nobody has moved down: two residents who do not float again.
        return Wide::at(low_down + high_down, fields.down);
    };
    let spares_low = u64::from(low != Float::Up);
    Wide::at(low_down, fields.down)
        + Wide::at(spares_low, fields.up)
        + Wide::at(high_down, fields.down_scores + place)
        + Wide::at(spares_low, fields.up_scores + place)
}
