//! Challenges, open games and pairs that organizers seat: how they are made, and what comes of
//! them.

use chess::{ByColor, Color};
use game::{GameId, Name, TimeControl, Timestamp};
use store::AccountId;

use super::error::LobbyError;
use super::state::{
    Answer, Asker, Challenge, LobbyState, OfferId, OfferTerms, Page, Playing, RatingRange, Seek,
};

/// How many challenges of one member may be open at once, and how many games.
pub(super) const MAX_CHALLENGES: usize = 5;
pub(super) const MAX_SEEKS: usize = 2;
/// How many challenges, and how many open games, the lobby has at most.
pub(super) const MAX_OFFERS: usize = 1_000;
/// What is drawn by lot for a game that may start.
#[derive(Clone, Debug)]
pub(crate) struct Lot {
    /// The id of the game.
    pub(crate) game: GameId,
    /// The color of whoever made the offer, if they leave it to chance.
    pub(crate) color: Color,
}

/// A game that has to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pairing {
    pub(crate) game: GameId,
    pub(crate) players: ByColor<(AccountId, Name)>,
    pub(crate) time: Option<TimeControl>,
}

/// What comes of an offer that is made or accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It waits for somebody.
    Open,
    /// A game starts.
    Starts(Pairing),
    /// The game was started before, by the same request.
    Started(GameId),
}

impl LobbyState {
    /// Challenges a member who is here. If they have made the same challenge, the game starts. A
    /// second challenge to the same member replaces the first.
    ///
    /// # Errors
    /// When they are the same, not here, or in a game, and when there are too many challenges.
    pub(super) fn challenge(
        &mut self,
        id: OfferId,
        from: &Asker,
        to: &Name,
        terms: OfferTerms,
        lot: Lot,
        now: Timestamp,
    ) -> Result<Outcome, LobbyError> {
        if let Some(known) = self.challenges.get(&id) {
            return Ok(known.outcome());
        }
        let (to, name) = self.find(to)?;
        self.check_pair(from.id, to)?;
        if let Some(same) = self.matching(from.id, to, terms) {
            let answer = Some((Answer::Accepted(lot.game.clone()), now));
            let outcome = self.accept(&same, from, lot, now)?;
            // The same request again must find it.
            let names = (from.name.clone(), name);
            let own = Challenge { from: from.id, to, names, terms, page: None, answer };
            self.challenges.insert(id, own);
            return Ok(outcome);
        }
        self.challenges.retain(|_, one| !(one.is_open() && one.from == from.id && one.to == to));
        let own = self.challenges.values().filter(|one| one.is_open() && one.from == from.id);
        if own.count() >= MAX_CHALLENGES || self.challenges.len() >= MAX_OFFERS {
            return Err(LobbyError::Full);
        }
        let names = (from.name.clone(), name);
        let challenge =
            Challenge { from: from.id, to, names, terms, page: from.page.clone(), answer: None };
        self.challenges.insert(id, challenge);
        Ok(Outcome::Open)
    }

    /// Accepts a challenge. Accepting it again leads to the same game.
    ///
    /// # Errors
    /// When there is no such challenge for them any more, or one of both is in a game.
    pub(super) fn accept(
        &mut self,
        id: &OfferId,
        by: &Asker,
        lot: Lot,
        now: Timestamp,
    ) -> Result<Outcome, LobbyError> {
        let challenge = self.challenges.get(id).filter(|challenge| challenge.to == by.id);
        let challenge = challenge.ok_or(LobbyError::NoChallenge)?;
        match &challenge.answer {
            Some((Answer::Accepted(game), _)) => return Ok(Outcome::Started(game.clone())),
            Some(_) => return Err(LobbyError::NoChallenge),
            None => {}
        }
        let (from, terms) = (challenge.from, challenge.terms);
        let page = challenge.page.clone();
        self.check_pair(by.id, from)?;
        let game = lot.game.clone();
        if let Some(challenge) = self.challenges.get_mut(id) {
            challenge.answer = Some((Answer::Accepted(game), now));
        }
        self.start_offer((from, page), by, terms, lot, now)
    }

    /// Declines a challenge. Declining it again changes nothing.
    ///
    /// # Errors
    /// When there is no such challenge for them any more.
    pub(super) fn decline(
        &mut self,
        id: &OfferId,
        by: AccountId,
        now: Timestamp,
    ) -> Result<(), LobbyError> {
        let challenge = self.challenges.get_mut(id).filter(|challenge| challenge.to == by);
        let challenge = challenge.ok_or(LobbyError::NoChallenge)?;
        match challenge.answer {
            Some((Answer::Accepted(_), _)) => return Err(LobbyError::NoChallenge),
            Some(_) => {}
            None => challenge.answer = Some((Answer::Declined, now)),
        }
        Ok(())
    }

    /// Withdraws a challenge, or puts away the answer to it. One that is gone or accepted is left
    /// alone.
    ///
    /// # Errors
    /// When it is somebody else's.
    pub(super) fn cancel_challenge(
        &mut self,
        id: &OfferId,
        by: AccountId,
    ) -> Result<(), LobbyError> {
        let Some(challenge) = self.challenges.get(id) else { return Ok(()) };
        if challenge.from != by {
            return Err(LobbyError::NoChallenge);
        }
        if !matches!(challenge.answer, Some((Answer::Accepted(_), _))) {
            self.challenges.remove(id);
        }
        Ok(())
    }

    /// Offers a game to whoever joins first.
    ///
    /// # Errors
    /// When they are in a game, or there are too many open games.
    pub(super) fn seek(
        &mut self,
        id: OfferId,
        by: &Asker,
        terms: OfferTerms,
        range: RatingRange,
        now: Timestamp,
    ) -> Result<Outcome, LobbyError> {
        if let Some(known) = self.seeks.get(&id) {
            let taken = known.taken.as_ref();
            return Ok(taken.map_or(Outcome::Open, |(.., game)| Outcome::Started(game.clone())));
        }
        self.check_free(by.id)?;
        let own = self.seeks.values().filter(|seek| seek.is_open() && seek.by == by.id);
        if own.count() >= MAX_SEEKS || self.seeks.len() >= MAX_OFFERS {
            return Err(LobbyError::Full);
        }
        let (name, page) = (by.name.clone(), by.page.clone());
        let seek = Seek { by: by.id, name, terms, range, opened: now, page, taken: None };
        self.seeks.insert(id, seek);
        Ok(Outcome::Open)
    }

    /// Joins an open game. Doing so again leads to the same game.
    ///
    /// # Errors
    /// When the game is not open to them, or one of both is in a game.
    pub(super) fn join_seek(
        &mut self,
        id: &OfferId,
        by: &Asker,
        rating: Option<u16>,
        lot: Lot,
        now: Timestamp,
    ) -> Result<Outcome, LobbyError> {
        let seek = self.seeks.get(id).ok_or(LobbyError::NoSeek)?;
        match &seek.taken {
            Some((taker, _, game)) if *taker == by.id => {
                return Ok(Outcome::Started(game.clone()));
            }
            Some(_) => return Err(LobbyError::NoSeek),
            None => {}
        }
        let (host, terms, page) = (seek.by, seek.terms, seek.page.clone());
        if !seek.range.admits(rating) {
            return Err(LobbyError::NotEligible);
        }
        self.check_pair(by.id, host)?;
        let game = lot.game.clone();
        if let Some(seek) = self.seeks.get_mut(id) {
            seek.taken = Some((by.id, now, game));
        }
        self.start_offer((host, page), by, terms, lot, now)
    }

    /// Cancels an open game. One that is gone or taken is left alone.
    ///
    /// # Errors
    /// When it is somebody else's.
    pub(super) fn cancel_seek(&mut self, id: &OfferId, by: AccountId) -> Result<(), LobbyError> {
        let Some(seek) = self.seeks.get(id) else { return Ok(()) };
        if seek.by != by {
            return Err(LobbyError::NoSeek);
        }
        if seek.is_open() {
            self.seeks.remove(id);
        }
        Ok(())
    }

    /// Seats pairs, all or none; White comes first. The same request again gets the same games and
    /// nothing to create.
    ///
    /// # Errors
    /// When somebody is not here, in a game, or in two pairs.
    pub(super) fn seat(
        &mut self,
        request: OfferId,
        pairs: Vec<(ByColor<Name>, GameId)>,
        time: Option<TimeControl>,
        now: Timestamp,
    ) -> Result<(Vec<GameId>, Vec<Pairing>), LobbyError> {
        if let Some((_, games)) = self.seated.get(&request) {
            return Ok((games.clone(), Vec::new()));
        }
        let mut found: Vec<(ByColor<(AccountId, Name)>, GameId)> = Vec::new();
        for (names, game) in pairs {
            let white = self.find(&names[Color::White])?;
            let black = self.find(&names[Color::Black])?;
            self.check_pair(white.0, black.0)?;
            for (id, _) in [&white, &black] {
                let mut before = found.iter().flat_map(|(pair, _)| pair.iter());
                if before.any(|(_, (other, _))| other == id) {
                    return Err(LobbyError::SamePlayer);
                }
            }
            found.push((ByColor::new(white, black), game));
        }
        let games: Vec<GameId> = found.iter().map(|(_, game)| game.clone()).collect();
        let pairing = |(players, game)| Pairing { game, players, time };
        let pairings: Vec<Pairing> = found.into_iter().map(pairing).collect();
        for pairing in &pairings {
            let pages = ByColor::from_fn(|color| self.page(pairing.players[color].0));
            self.start(pairing, &pages, now);
        }
        self.seated.insert(request, (now, games.clone()));
        Ok((games, pairings))
    }

    /// An open challenge of `to` to `from` that asks for the same game.
    fn matching(&self, from: AccountId, to: AccountId, terms: OfferTerms) -> Option<OfferId> {
        let fits = |other: OfferTerms| {
            let colors_fit = match (terms.color, other.color) {
                (Some(own), Some(theirs)) => own != theirs,
                (None, None) => true,
                _ => false,
            };
            other.time == terms.time && colors_fit
        };
        let is_same =
            |one: &Challenge| one.is_open() && one.from == to && one.to == from && fits(one.terms);
        let mut same = self.challenges.iter().filter(|(_, one)| is_same(one));
        same.next().map(|(id, _)| id.clone())
    }

    /// Starts the game of an offer that was accepted.
    fn start_offer(
        &mut self,
        (host, host_page): (AccountId, Option<Page>),
        by: &Asker,
        terms: OfferTerms,
        lot: Lot,
        now: Timestamp,
    ) -> Result<Outcome, LobbyError> {
        let host_name = self.members.get(&host).map(|member| member.name.clone());
        let host_name = host_name.ok_or(LobbyError::NoChallenge)?;
        let color = terms.color.unwrap_or(lot.color);
        let host_player = (host, host_name);
        let guest = (by.id, by.name.clone());
        let in_order = |host, guest| match color {
            Color::White => (host, guest),
            Color::Black => (guest, host),
        };
        let (white, black) = in_order(host_player, guest);
        let pages = match color {
            Color::White => ByColor::new(host_page, by.page.clone()),
            Color::Black => ByColor::new(by.page.clone(), host_page),
        };
        let players = ByColor::new(white, black);
        let pairing = Pairing { game: lot.game, players, time: terms.time };
        self.start(&pairing, &pages, now);
        Ok(Outcome::Starts(pairing))
    }

    /// Notes that two members play now, and ends their other offers.
    fn start(&mut self, pairing: &Pairing, pages: &ByColor<Option<Page>>, now: Timestamp) {
        for color in Color::ALL {
            let (id, _) = pairing.players[color];
            self.end_offers(id, now);
            let start =
                self.start_for(pairing.players[!color].1.clone(), color, pages[color].as_ref());
            let playing = Playing::starting(pairing.game.clone(), start, now);
            self.playing.entry(id).or_default().push(playing);
        }
    }
}
