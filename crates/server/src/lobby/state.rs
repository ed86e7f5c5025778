//! The lobby as a state machine: who is here, what they offer each other, and who plays. It reads
//! no clock and draws no lots; the time, ids and lots are arguments.
//!
//! One rule keeps everybody out of a second game: a game starts only for two members who play none,
//! and with its start all their other offers end.

use std::collections::BTreeMap;
use std::time::Duration;

use chess::Color;
use game::{GameId, Name, TimeControl, Timestamp};
use store::AccountId;

use super::error::LobbyError;
use super::offers::Outcome;

/// How many pages of one member are told apart.
const MAX_PAGES: usize = 16;
/// How long the answer to a challenge or a request is remembered.
pub(super) const MEMORY: Duration = Duration::from_mins(1);
/// How long somebody may take to come to the board of a game that was started for them.
pub(super) const WAY_TO_BOARD: Duration = Duration::from_mins(2);

/// A page of the app that is open somewhere, by the id that it gave itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Page(pub(crate) String);

/// A challenge or an open table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OfferId(pub(crate) String);

/// What somebody offers to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OfferTerms {
    /// The time control of both sides.
    pub(crate) time: Option<TimeControl>,
    /// The color of whoever makes the offer; none for either.
    pub(crate) color: Option<Color>,
}

/// The ratings of opponents that are welcome at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RatingRange {
    pub(crate) min: Option<u16>,
    pub(crate) max: Option<u16>,
}

impl RatingRange {
    /// Whether a rating is in the range. Without a rating, only a range without limits fits.
    pub(super) fn admits(self, rating: Option<u16>) -> bool {
        let Some(rating) = rating else { return self.min.is_none() && self.max.is_none() };
        self.min.is_none_or(|min| rating >= min) && self.max.is_none_or(|max| rating <= max)
    }
}

/// Who asks for something, and from which page.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    pub(crate) id: AccountId,
    pub(crate) name: Name,
    pub(crate) page: Option<Page>,
}

/// The lobby.
#[derive(Debug)]
pub(super) struct LobbyState {
    /// How long somebody is here after they were last heard of.
    grace: Duration,
    pub(super) members: BTreeMap<AccountId, Member>,
    pub(super) playing: BTreeMap<AccountId, Vec<Playing>>,
    pub(super) challenges: BTreeMap<OfferId, Challenge>,
    pub(super) seeks: BTreeMap<OfferId, Seek>,
    /// The games that organizers have started, by request.
    pub(super) seated: BTreeMap<OfferId, (Timestamp, Vec<GameId>)>,
}

/// Somebody who is here.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: Name,
    seen: Timestamp,
    /// Their pages, in the order in which they were opened, and when each was heard of.
    pages: Vec<(Page, Timestamp)>,
}

/// A game that somebody plays.
#[derive(Debug)]
pub(super) struct Playing {
    pub(super) game: GameId,
    /// Since when they are not at the board; none while they are.
    pub(super) away: Option<Timestamp>,
    /// Where it comes from, until they are at the board.
    pub(super) start: Option<Start>,
}

/// A game that the lobby has started, for one of its players.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) opponent: Name,
    pub(super) color: Color,
    /// The page that goes to the board.
    pub(super) page: Option<Page>,
    /// The game is stored; nobody is sent there before.
    pub(super) is_stored: bool,
}

/// A challenge.
#[derive(Debug)]
pub(super) struct Challenge {
    pub(super) from: AccountId,
    pub(super) to: AccountId,
    pub(super) names: (Name, Name),
    pub(super) terms: OfferTerms,
    pub(super) page: Option<Page>,
    pub(super) answer: Option<(Answer, Timestamp)>,
}

/// How a challenge ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Declined,
    Expired,
    Accepted(GameId),
}

/// An open table.
#[derive(Debug)]
pub(super) struct Seek {
    pub(super) by: AccountId,
    pub(super) name: Name,
    pub(super) terms: OfferTerms,
    pub(super) range: RatingRange,
    pub(super) opened: Timestamp,
    pub(super) page: Option<Page>,
    /// Who sat down, and when, and their game.
    pub(super) taken: Option<(AccountId, Timestamp, GameId)>,
}

impl LobbyState {
    /// An empty lobby.
    pub(super) fn new(grace: Duration) -> LobbyState {
        LobbyState {
            grace,
            members: BTreeMap::new(),
            playing: BTreeMap::new(),
            challenges: BTreeMap::new(),
            seeks: BTreeMap::new(),
            seated: BTreeMap::new(),
        }
    }

    /// Somebody was heard of; true when others can see the difference.
    pub(super) fn hear(&mut self, asker: &Asker, now: Timestamp) -> bool {
        let Asker { id, name, page } = asker;
        let is_known = self.members.get(id).is_some_and(|member| member.name == *name);
        let member = self.members.entry(*id).or_insert_with(|| Member {
            name: name.clone(),
            seen: now,
            pages: Vec::new(),
        });
        member.name = name.clone();
        member.seen = now;
        if let Some(page) = page {
            member.hear_page(page, now);
        }
        !is_known
    }

    /// Somebody has logged out. Their other devices bring them back.
    pub(super) fn leave(&mut self, id: AccountId, now: Timestamp) {
        self.members.remove(&id);
        self.end_offers(id, now);
    }

    /// Somebody is at the board of a game.
    pub(super) fn join_board(&mut self, id: AccountId, game: &GameId, now: Timestamp) -> bool {
        let games = self.playing.entry(id).or_default();
        games.retain(|playing| playing.game != *game);
        games.push(Playing { game: game.clone(), away: None, start: None });
        self.end_offers(id, now);
        self.members.contains_key(&id)
    }

    /// Somebody is no longer at the board of a game.
    pub(super) fn leave_board(&mut self, id: AccountId, game: &GameId, now: Timestamp) -> bool {
        let games = self.playing.get_mut(&id).into_iter().flatten();
        let mut has_changed = false;
        for playing in games.filter(|playing| playing.game == *game) {
            playing.away.get_or_insert(now);
            has_changed = true;
        }
        has_changed
    }

    /// A game is over, or could not be created.
    pub(super) fn end_game(&mut self, game: &GameId) -> bool {
        let before: usize = self.playing.values().map(Vec::len).sum();
        for games in self.playing.values_mut() {
            games.retain(|playing| playing.game != *game);
        }
        self.playing.retain(|_, games| !games.is_empty());
        self.playing.values().map(Vec::len).sum::<usize>() < before
    }

    /// A game that was to be created is stored, and its players can go there.
    pub(super) fn confirm(&mut self, game: &GameId) {
        for playing in self.playing.values_mut().flatten().filter(|one| one.game == *game) {
            if let Some(start) = &mut playing.start {
                start.is_stored = true;
            }
        }
    }

    /// Forgets a game that could not be created, with the offer that led to it.
    pub(super) fn revoke(&mut self, game: &GameId) {
        self.end_game(game);
        let is_answer = |answer: &Answer| matches!(answer, Answer::Accepted(id) if id == game);
        self.challenges.retain(|_, one| !one.answer.as_ref().is_some_and(|(a, _)| is_answer(a)));
        self.seeks.retain(|_, seek| seek.taken.as_ref().is_none_or(|(.., id)| id != game));
        self.seated.retain(|_, (_, games)| !games.contains(game));
    }

    /// Ends what has had its time; true when something has.
    pub(super) fn expire(&mut self, now: Timestamp) -> bool {
        let grace = self.grace;
        let is_gone = |member: &Member| now.since(member.seen) >= grace;
        let gone: Vec<AccountId> =
            self.members.iter().filter(|(_, one)| is_gone(one)).map(|(id, _)| *id).collect();
        for id in &gone {
            self.leave(*id, now);
        }
        let before = self.size();
        for games in self.playing.values_mut() {
            games.retain(|playing| !playing.is_given_up(grace, now));
        }
        self.playing.retain(|_, games| !games.is_empty());
        let is_recent = |at: Timestamp| now.since(at) < MEMORY;
        self.challenges.retain(|_, one| one.answer.as_ref().is_none_or(|(_, at)| is_recent(*at)));
        self.seeks.retain(|_, seek| seek.taken.as_ref().is_none_or(|(_, at, _)| is_recent(*at)));
        self.seated.retain(|_, (at, _)| is_recent(*at));
        !gone.is_empty() || self.size() != before
    }

    /// The rating range of a table, and the kind of its clock.
    pub(super) fn seek_terms(&self, id: &OfferId) -> Option<OfferTerms> {
        self.seeks.get(id).map(|seek| seek.terms)
    }

    /// The game that somebody plays, the last one first.
    pub(super) fn game(&self, id: AccountId) -> Option<&Playing> {
        self.playing.get(&id)?.last()
    }

    fn size(&self) -> (usize, usize, usize) {
        let playing = self.playing.values().map(Vec::len).sum();
        (playing, self.challenges.len(), self.seeks.len())
    }

    /// A member who is here, by name.
    pub(super) fn find(&self, name: &Name) -> Result<(AccountId, Name), LobbyError> {
        let key = name.key();
        let mut members = self.members.iter();
        let found = members.find(|(_, member)| member.name.key() == key);
        let found = found.map(|(id, member)| (*id, member.name.clone()));
        found.ok_or_else(|| LobbyError::NotHere(name.to_string()))
    }

    /// The page of a member that was opened last, of those that are still open.
    pub(super) fn page(&self, id: AccountId, now: Timestamp) -> Option<Page> {
        let pages = &self.members.get(&id)?.pages;
        let is_open = |(_, seen): &&(Page, Timestamp)| now.since(*seen) < self.grace;
        pages.iter().rfind(is_open).map(|(page, _)| page.clone())
    }

    pub(super) fn check_pair(&self, one: AccountId, other: AccountId) -> Result<(), LobbyError> {
        if one == other {
            return Err(LobbyError::SamePlayer);
        }
        self.check_free(one)?;
        self.check_free(other)
    }

    pub(super) fn check_free(&self, id: AccountId) -> Result<(), LobbyError> {
        if self.game(id).is_none() {
            return Ok(());
        }
        let name = self.members.get(&id).map(|member| member.name.to_string());
        Err(LobbyError::InGame(name.unwrap_or_default()))
    }

    /// Ends the open offers of and to somebody who has left or plays. Those who have challenged
    /// them learn about it.
    pub(super) fn end_offers(&mut self, id: AccountId, now: Timestamp) {
        self.seeks.retain(|_, seek| !(seek.is_open() && seek.by == id));
        self.challenges.retain(|_, one| !(one.is_open() && one.from == id));
        for one in self.challenges.values_mut().filter(|one| one.is_open() && one.to == id) {
            one.answer = Some((Answer::Expired, now));
        }
    }
}

impl Member {
    fn hear_page(&mut self, page: &Page, now: Timestamp) {
        if let Some((_, seen)) = self.pages.iter_mut().find(|(known, _)| known == page) {
            *seen = now;
            return;
        }
        if self.pages.len() >= MAX_PAGES {
            self.pages.remove(0);
        }
        self.pages.push((page.clone(), now));
    }
}

impl Playing {
    /// Whether somebody has been away from the board for so long that they play no more.
    fn is_given_up(&self, grace: Duration, now: Timestamp) -> bool {
        let wait = if self.start.is_some() { WAY_TO_BOARD } else { grace };
        self.away.is_some_and(|away| now.since(away) >= wait)
    }
}

impl Challenge {
    pub(super) fn is_open(&self) -> bool {
        self.answer.is_none()
    }

    pub(super) fn outcome(&self) -> Outcome {
        match &self.answer {
            Some((Answer::Accepted(game), _)) => Outcome::Started(game.clone()),
            _ => Outcome::Open,
        }
    }
}

impl Seek {
    pub(super) fn is_open(&self) -> bool {
        self.taken.is_none()
    }
}
