//! The lobby as a state machine: who is here, what they offer each other, and who plays. It reads
//! no clock and draws no lots; the time, ids and lots are arguments.
//!
//! One rule keeps everybody out of a second game: a game starts only for two members who play none,
//! and with its start all their other offers end.
//!
//! All servers that share a store have the same lobby, as JSON. Every server has its own pages and
//! boards in it ([`LocalLobby`](super::local::LocalLobby)), and nobody else changes those as long
//! as it runs. Servers of the next version may add fields, which have to have defaults.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use chess::Color;
use game::{GameId, Name, TimeControl, Timestamp};
use serde::{Deserialize, Serialize};
use store::{AccountId, ServerId};

use super::error::LobbyError;
use super::offers::Outcome;

/// How long the answer to a challenge or a request is remembered.
pub(super) const MEMORY: Duration = Duration::from_mins(1);
/// How long somebody may take to come to the board of a game that was started for them.
pub(super) const WAY_TO_BOARD: Duration = Duration::from_mins(2);

/// A page of the app that is open somewhere, by the id that it gave itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Page(pub(crate) String);

/// A challenge or a seek.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct OfferId(pub(crate) String);

/// What somebody offers to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OfferTerms {
    /// The time control of both sides.
    pub(crate) time: Option<TimeControl>,
    /// The color of whoever makes the offer; none for either.
    pub(crate) color: Option<Color>,
}

/// The ratings of opponents that are welcome in an open game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct LobbyState {
    /// How long somebody plays after they have left their board.
    #[serde(skip)]
    grace: Duration,
    /// The server that has this copy.
    #[serde(skip)]
    pub(super) server: ServerId,
    pub(super) members: BTreeMap<AccountId, Member>,
    pub(super) playing: BTreeMap<AccountId, Vec<Playing>>,
    pub(super) challenges: BTreeMap<OfferId, Challenge>,
    pub(super) seeks: BTreeMap<OfferId, Seek>,
    /// The games that organizers have started, by request.
    pub(super) seated: BTreeMap<OfferId, (Timestamp, Vec<GameId>)>,
}

/// Somebody who is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Member {
    pub(super) name: Name,
    /// Their pages, in the order in which they were opened.
    pub(super) pages: Vec<OpenPage>,
}

/// A page of a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OpenPage {
    /// None for requests that name no page.
    pub(super) page: Option<Page>,
    /// The servers that have heard of it lately.
    pub(super) servers: BTreeSet<ServerId>,
}

/// A game that somebody plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Playing {
    pub(super) game: GameId,
    /// The servers by which they are at the board.
    pub(super) servers: BTreeSet<ServerId>,
    /// Since when they are not at the board; none while they are.
    pub(super) away: Option<Timestamp>,
    /// Where it comes from, until they are at the board.
    pub(super) start: Option<Start>,
}

/// A game that the lobby has started, for one of its players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Start {
    /// The server that creates it.
    pub(super) server: ServerId,
    pub(super) opponent: Name,
    pub(super) color: Color,
    /// The page that goes to the board.
    pub(super) page: Option<Page>,
    /// The game is stored; nobody is sent there before.
    pub(super) is_stored: bool,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Challenge {
    pub(super) from: AccountId,
    pub(super) to: AccountId,
    pub(super) names: (Name, Name),
    pub(super) terms: OfferTerms,
    pub(super) page: Option<Page>,
    pub(super) answer: Option<(Answer, Timestamp)>,
}

/// How a challenge ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Answer {
    Declined,
    Expired,
    Accepted(GameId),
}

/// An open game: whoever fits may join.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// An empty lobby, in the memory of this server.
    pub(super) fn new(grace: Duration, server: ServerId) -> LobbyState {
        LobbyState { grace, server, ..LobbyState::default() }
    }

    /// The lobby as JSON.
    ///
    /// # Errors
    /// Never, as long as all keys of maps are text or numbers.
    pub(super) fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// Reads a lobby, which at first is an empty text.
    ///
    /// # Errors
    /// When the text is something else.
    pub(super) fn read_json(&self, text: &str) -> serde_json::Result<LobbyState> {
        let read =
            if text.is_empty() { LobbyState::default() } else { serde_json::from_str(text)? };
        Ok(LobbyState { grace: self.grace, server: self.server, ..read })
    }

    /// An empty lobby in the same memory.
    pub(super) fn emptied(&self) -> LobbyState {
        LobbyState::new(self.grace, self.server)
    }

    /// Somebody was heard of.
    pub(super) fn hear(&mut self, asker: &Asker) {
        self.open_page(asker.id, &asker.name, asker.page.as_ref());
        if let Some(member) = self.members.get_mut(&asker.id) {
            member.name = asker.name.clone();
        }
    }

    /// Whether others would see no difference if somebody were heard of.
    pub(super) fn knows(&self, asker: &Asker) -> bool {
        self.members.get(&asker.id).is_some_and(|member| member.name == asker.name)
    }

    /// Somebody has logged out. Their other devices bring them back.
    pub(super) fn leave(&mut self, id: AccountId, now: Timestamp) {
        self.members.remove(&id);
        self.end_offers(id, now);
    }

    /// A game is over, or could not be created; true when somebody played it.
    pub(super) fn end_game(&mut self, game: &GameId) -> bool {
        let before: usize = self.playing.values().map(Vec::len).sum();
        for games in self.playing.values_mut() {
            games.retain(|playing| playing.game != *game);
        }
        self.playing.retain(|_, games| !games.is_empty());
        self.playing.values().map(Vec::len).sum::<usize>() < before
    }

    /// A game that this server is to create, for the player of this color.
    pub(super) fn start_for(&self, opponent: Name, color: Color, page: Option<&Page>) -> Start {
        Start { server: self.server, opponent, color, page: page.cloned(), is_stored: false }
    }

    /// A game that was to be created is stored, and its players can go there; true when that is
    /// news.
    pub(super) fn confirm(&mut self, game: &GameId) -> bool {
        let playing = self.playing.values_mut().flatten().filter(|one| one.game == *game);
        let starts = playing.filter_map(|playing| playing.start.as_mut());
        let mut is_news = false;
        for start in starts {
            is_news |= !std::mem::replace(&mut start.is_stored, true);
        }
        is_news
    }

    /// Forgets a game that could not be created, with the offer that led to it.
    pub(super) fn revoke(&mut self, game: &GameId) {
        self.end_game(game);
        let is_answer = |answer: &Answer| matches!(answer, Answer::Accepted(id) if id == game);
        self.challenges.retain(|_, one| !one.answer.as_ref().is_some_and(|(a, _)| is_answer(a)));
        self.seeks.retain(|_, seek| seek.taken.as_ref().is_none_or(|(.., id)| id != game));
        self.seated.retain(|_, (_, games)| !games.contains(game));
    }

    /// Ends what has had its time.
    pub(super) fn expire(&mut self, now: Timestamp) {
        let grace = self.grace;
        for games in self.playing.values_mut() {
            games.retain(|playing| !playing.is_given_up(grace, now));
        }
        self.playing.retain(|_, games| !games.is_empty());
        let is_recent = |at: Timestamp| now.since(at) < MEMORY;
        self.challenges.retain(|_, one| one.answer.as_ref().is_none_or(|(_, at)| is_recent(*at)));
        self.seeks.retain(|_, seek| seek.taken.as_ref().is_none_or(|(_, at, _)| is_recent(*at)));
        self.seated.retain(|_, (at, _)| is_recent(*at));
    }

    /// The rating range of a seek, and the kind of its clock.
    pub(super) fn seek_terms(&self, id: &OfferId) -> Option<OfferTerms> {
        self.seeks.get(id).map(|seek| seek.terms)
    }

    /// The game that somebody plays, the last one first.
    pub(super) fn game(&self, id: AccountId) -> Option<&Playing> {
        self.playing.get(&id)?.last()
    }

    /// A member who is here, by name.
    pub(super) fn find(&self, name: &Name) -> Result<(AccountId, Name), LobbyError> {
        let key = name.key();
        let mut members = self.members.iter();
        let found = members.find(|(_, member)| member.name.key() == key);
        let found = found.map(|(id, member)| (*id, member.name.clone()));
        found.ok_or_else(|| LobbyError::NotHere(name.to_string()))
    }

    /// The page of a member that was opened last.
    pub(super) fn page(&self, id: AccountId) -> Option<Page> {
        let pages = &self.members.get(&id)?.pages;
        pages.iter().rev().find_map(|open| open.page.clone())
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

impl Playing {
    /// A game that starts for somebody, who is on the way to the board.
    pub(super) fn starting(game: GameId, start: Start, now: Timestamp) -> Playing {
        Playing { game, servers: BTreeSet::new(), away: Some(now), start: Some(start) }
    }

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
