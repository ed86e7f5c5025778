//! What can be read from the model, and the small rules that its commands share.

use std::time::Duration;

use chess::{ByColor, Color, Move, Outcome, Position};
use game::{
    AbandonedResult, Absence, Actor, Bonus, End, Event, GameError, Offer, Player, Start, Status,
};

use crate::reference::Model;

impl Model {
    pub(crate) fn status(&self) -> Status {
        let open = Color::ALL.iter().any(|color| self.terms.seats[*color].player == Player::Open);
        match self.end {
            Some((end, _)) => Status::Over(end),
            None if self.adjourned.is_some() => Status::Adjourned,
            None if open => Status::Waiting,
            None => Status::Playing,
        }
    }

    /// Every position of the game, worked out anew.
    pub(crate) fn positions(&self) -> Vec<Position> {
        let mut positions = vec![match &self.terms.start {
            Start::Standard => Position::default(),
            Start::Chess960(number) => chess::chess960::start(*number).unwrap(),
            Start::Position(position) => **position,
        }];
        for play in &self.line[..self.played] {
            positions.push(positions[positions.len() - 1].play(*play).unwrap());
        }
        positions
    }

    pub(crate) fn position(&self) -> Position {
        self.positions()[self.played]
    }

    pub(crate) fn turn(&self) -> Color {
        self.position().turn()
    }

    pub(crate) fn has_offered(&self, by: Color, offer: Offer) -> bool {
        self.standing.contains(&(by, offer))
    }

    /// What a clock shows.
    pub(crate) fn shows(&self, color: Color, now: u64) -> Option<u64> {
        let left = self.shown[self.played][color as usize]?;
        let spent = if color == self.turn() { self.thought(now) } else { 0 };
        let free = match self.terms.time[color].map(|time| time.bonus) {
            Some(Bonus::Delay(delay)) => millis(delay),
            _ => 0,
        };
        Some(left.saturating_sub(spent.saturating_sub(free)))
    }

    /// When the running clock falls.
    pub(crate) fn deadline(&self) -> Option<u64> {
        if self.status() != Status::Playing || self.played < 2 {
            return None;
        }
        let left = self.shown[self.played][self.turn() as usize]?;
        let free = match self.terms.time[self.turn()]?.bonus {
            Bonus::Delay(delay) => millis(delay),
            _ => 0,
        };
        Some(self.turn_since + left + free)
    }

    /// The time that the present turn has taken.
    pub(crate) fn thought(&self, now: u64) -> u64 {
        let stopped = self.end.map_or(now, |(_, at)| at.min(now));
        let spent = self.adjourned.unwrap_or_else(|| stopped.saturating_sub(self.turn_since));
        if self.played < 2 { 0 } else { spent }
    }

    pub(crate) fn is_out_of_time(&self, now: u64, lag: u64) -> bool {
        let spent = self.thought(now).saturating_sub(lag);
        self.deadline().is_some_and(|deadline| spent >= deadline - self.turn_since)
    }

    pub(crate) fn after_move(&self, color: Color, left: u64, spent: u64) -> u64 {
        match self.terms.time[color].unwrap().bonus {
            Bonus::None => left.saturating_sub(spent),
            Bonus::Increment(bonus) => left.saturating_sub(spent) + millis(bonus),
            Bonus::Delay(bonus) => left.saturating_sub(spent.saturating_sub(millis(bonus))),
            Bonus::Bronstein(bonus) => left.saturating_sub(spent) + spent.min(millis(bonus)),
        }
    }

    /// The draw that can be claimed as things stand.
    pub(crate) fn claim(&self) -> Option<Outcome> {
        let playing = self.status() == Status::Playing;
        claimable(&self.positions()).filter(|_| playing)
    }

    pub(crate) fn find_claim(&self, with: Option<Move>) -> Result<Outcome, GameError> {
        let mut positions = self.positions();
        if let (None, Some(play)) = (claimable(&positions), with) {
            positions.push(self.position().play(play).map_err(GameError::Illegal)?);
        }
        let mate = positions[positions.len() - 1].is_checkmate();
        claimable(&positions).filter(|_| !mate).ok_or(GameError::NoClaim)
    }

    /// The side that somebody acts for.
    pub(crate) fn me(&self, actor: Actor) -> Result<Color, GameError> {
        match actor {
            Actor::Player(color) if self.terms.seats[color].player == Player::Open => {
                Err(GameError::NotAllowed)
            }
            Actor::Player(color) => Ok(color),
            Actor::Both if self.terms.shared => Ok(self.turn()),
            Actor::Both | Actor::Server => Err(GameError::NotAllowed),
        }
    }

    pub(crate) fn engines(&self) -> usize {
        Color::ALL.iter().filter(|color| self.terms.seats[**color].player.is_engine()).count()
    }

    pub(crate) fn not_over(&self) -> Result<(), GameError> {
        if self.end.is_some() { Err(GameError::Over) } else { Ok(()) }
    }

    pub(crate) fn playing(&self) -> Result<(), GameError> {
        match self.status() {
            Status::Over(_) => Err(GameError::Over),
            Status::Waiting => Err(GameError::Waiting),
            Status::Adjourned => Err(GameError::Adjourned),
            Status::Playing => Ok(()),
        }
    }

    pub(crate) fn my_turn(&self, me: Color) -> Result<(), GameError> {
        self.playing()?;
        if self.turn() == me { Ok(()) } else { Err(GameError::NotYourTurn) }
    }

    pub(crate) fn can_rematch(&self) -> Result<(), GameError> {
        match (self.end, &self.next) {
            (None, _) => Err(GameError::NotOver),
            (Some(_), Some(_)) => Err(GameError::Rematched),
            (Some(_), None) => Ok(()),
        }
    }

    /// How many half-moves undo and redo go.
    pub(crate) fn stride(&self, me: Color) -> Result<usize, GameError> {
        let engine = self.terms.seats[!me].player.is_engine();
        match (self.terms.shared, engine && self.engines() == 1, self.turn() == me) {
            (true, _, _) | (false, true, false) => Ok(1),
            (false, true, true) => Ok(2),
            (false, false, _) => Err(GameError::NotAllowed),
        }
    }

    pub(crate) fn offer(&mut self, me: Color, offer: Offer, now: u64) -> Result<Event, GameError> {
        let agrees = self.has_offered(!me, offer);
        match offer {
            Offer::Rematch => self.can_rematch()?,
            Offer::Draw => {
                self.playing()?;
                if self.terms.shared || agrees {
                    self.finish(End::Agreement, now);
                    return Ok(Event::DrawAgreed);
                }
            }
            Offer::Takeback => {
                let asker = if agrees { !me } else { me };
                let plies = if self.turn() == asker { 2 } else { 1 };
                if self.terms.shared || self.engines() > 0 {
                    return Err(GameError::NotAllowed);
                }
                self.playing()?;
                if self.played < plies {
                    return Err(GameError::NothingToUndo);
                }
                if agrees {
                    let clocks = Color::ALL.map(|color| self.shows(color, now));
                    self.stand_at(self.played - plies, clocks, now);
                    return Ok(Event::TakenBack { plies: plies as u16, clocks: pair(clocks) });
                }
            }
        }
        if self.barred.contains(&(me, offer)) {
            return Err(GameError::AlreadyOffered);
        }
        self.standing.push((me, offer));
        self.barred.push((me, offer));
        Ok(Event::Offered { by: me, offer })
    }

    /// The game stands after so many moves of the line, and a turn begins.
    pub(crate) fn stand_at(&mut self, played: usize, clocks: [Option<u64>; 2], now: u64) {
        if played < self.played {
            self.standing.retain(|(_, offer)| *offer != Offer::Takeback);
        }
        self.played = played;
        self.shown[played] = clocks;
        self.turn_since = now;
        self.graced_in_turn = false;
        self.end = None;
        let positions = self.positions();
        let last = positions[played];
        let ended = if last.outcome().is_some() {
            last.outcome()
        } else if occurrences(&positions) >= 5 {
            Some(Outcome::FivefoldRepetition)
        } else if last.halfmoves() >= 150 {
            Some(Outcome::SeventyFiveMoves)
        } else {
            claimable(&positions).filter(|_| self.terms.automatic_draws)
        };
        if let Some(outcome) = ended {
            self.finish(End::Board(outcome), now);
        }
    }

    pub(crate) fn fall(&mut self, now: u64) -> Event {
        let color = self.turn();
        let can_win = self.position().board().can_mate(!color);
        self.finish(End::Flagged { color, winner: can_win.then_some(!color) }, now);
        Event::Flagged { color }
    }

    pub(crate) fn abandon(
        &mut self,
        by: Color,
        result: AbandonedResult,
        absence: Option<Absence>,
        now: u64,
    ) -> Result<Event, GameError> {
        let people = self.terms.seats.iter().all(|(_, seat)| !seat.player.is_engine());
        if self.terms.shared || !people {
            return Err(GameError::NotAllowed);
        }
        self.playing()?;
        if self.played < 2 {
            return Err(GameError::NotAllowed);
        }
        let Some(absence) = absence else { return Err(GameError::OpponentPresent) };
        if now < absence.since.0 + millis(absence.patience) {
            return Err(GameError::OpponentMayReturn);
        }
        let can_win = self.position().board().can_mate(!by);
        let wins = result == AbandonedResult::Win && can_win;
        self.finish(End::Abandoned { by, winner: wins.then_some(!by) }, now);
        Ok(Event::Abandoned { by, result })
    }

    pub(crate) fn finish(&mut self, end: End, now: u64) {
        self.end = Some((end, now));
        self.standing.retain(|(_, offer)| *offer == Offer::Rematch);
    }
}

fn claimable(positions: &[Position]) -> Option<Outcome> {
    if occurrences(positions) >= 3 {
        Some(Outcome::ThreefoldRepetition)
    } else if positions[positions.len() - 1].halfmoves() >= 100 {
        Some(Outcome::FiftyMoves)
    } else {
        None
    }
}

/// How often the last position has occurred.
fn occurrences(positions: &[Position]) -> usize {
    let last = positions[positions.len() - 1];
    positions.iter().filter(|position| position.repeats(&last)).count()
}

pub(crate) fn pair(clocks: [Option<u64>; 2]) -> ByColor<Option<Duration>> {
    let [white, black] = clocks.map(|clock| clock.map(Duration::from_millis));
    ByColor::new(white, black)
}

pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap()
}
