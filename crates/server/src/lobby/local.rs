//! What one server knows by itself about the lobby: which pages it has heard of, who is at its
//! boards, and which games it creates. It is the truth about these, and [`LocalLobby::apply`] makes
//! the shared lobby agree with it, whatever was lost or failed before.
//!
//! Members stay for a while after their last request. When that was is known to this server alone,
//! so a heartbeat changes nothing that is shared: the other servers rely on this one as long as it
//! runs, and forget its pages when it is gone.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use game::{GameId, Name, Timestamp};
use store::AccountId;

use super::state::{Asker, LobbyState, Page};
use crate::live::PlayerNews;

/// The maximum number of pages of one member.
const MAX_PAGES: usize = 16;

/// What this server knows by itself.
pub(super) struct LocalLobby {
    /// How long a page is here after it was last heard of.
    grace: Duration,
    pages: BTreeMap<(AccountId, Option<Page>), HeardPage>,
    boards: BTreeSet<(AccountId, GameId)>,
    /// Games that were played and are over, until the lobby has none of them.
    ended: BTreeSet<GameId>,
    /// The games that this server creates, until the lobby knows that they are stored.
    games: BTreeMap<GameId, Creation>,
}

struct HeardPage {
    name: Name,
    seen: Timestamp,
}

/// How far the creation of a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Creation {
    Begun,
    Stored,
}

impl LocalLobby {
    /// Nothing is known.
    pub(super) fn new(grace: Duration) -> LocalLobby {
        let (pages, boards, ended, games) = Default::default();
        LocalLobby { grace, pages, boards, ended, games }
    }

    /// Records a request of a member.
    pub(super) fn hear(&mut self, asker: &Asker, now: Timestamp) {
        let heard = HeardPage { name: asker.name.clone(), seen: now };
        self.pages.insert((asker.id, asker.page.clone()), heard);
        let own = self.pages.iter().filter(|((id, _), _)| *id == asker.id);
        if own.clone().count() > MAX_PAGES {
            let oldest = own.min_by_key(|(_, heard)| heard.seen).map(|(key, _)| key.clone());
            oldest.map(|key| self.pages.remove(&key));
        }
    }

    /// Somebody has logged out.
    pub(super) fn leave(&mut self, account: AccountId) {
        self.pages.retain(|(id, _), _| *id != account);
    }

    /// Something has happened at a board.
    pub(super) fn learn(&mut self, news: PlayerNews) {
        match news {
            PlayerNews::Joined { account, game } => {
                self.boards.insert((account, game));
            }
            PlayerNews::Left { account, game } => {
                self.boards.remove(&(account, game));
            }
            PlayerNews::Ended { game } => {
                self.boards.retain(|(_, other)| *other != game);
                self.ended.insert(game);
            }
        }
    }

    /// This server is going to create a game.
    pub(super) fn begin_game(&mut self, game: GameId) {
        self.games.insert(game, Creation::Begun);
    }

    /// The game is stored, and its players can go there.
    pub(super) fn confirm_game(&mut self, game: GameId) {
        self.games.insert(game, Creation::Stored);
    }

    /// The game is not going to be created, unless it is stored already.
    pub(super) fn revoke_game(&mut self, game: &GameId) {
        if self.games.get(game) == Some(&Creation::Begun) {
            self.games.remove(game);
        }
    }

    /// Makes the lobby agree with what this server knows. It has heard of pages by its own clock,
    /// which stands still with it; the times in the lobby are those of the clock that all share.
    pub(super) fn apply(&mut self, lobby: &mut LobbyState, own: Timestamp, now: Timestamp) {
        self.pages.retain(|_, heard| own.since(heard.seen) < self.grace);
        self.apply_pages(lobby, now);
        self.apply_boards(lobby, now);
        self.apply_games(lobby);
    }

    fn apply_pages(&self, lobby: &mut LobbyState, now: Timestamp) {
        for ((id, page), heard) in &self.pages {
            lobby.open_page(*id, &heard.name, page.as_ref());
        }
        let is_open = |id, page: Option<&Page>| self.pages.contains_key(&(id, page.cloned()));
        lobby.retain_pages(is_open, now);
    }

    /// Only members who are here cannot start another game, so those who never come to the lobby
    /// are not in it.
    fn apply_boards(&mut self, lobby: &mut LobbyState, now: Timestamp) {
        self.ended.retain(|game| lobby.end_game(game));
        for (id, game) in &self.boards {
            if lobby.members.contains_key(id) || lobby.plays(*id, game) {
                lobby.join_board(*id, game, now);
            }
        }
        lobby.retain_boards(|id, game| self.boards.contains(&(id, game.clone())), now);
    }

    fn apply_games(&mut self, lobby: &mut LobbyState) {
        self.games.retain(|game, creation| *creation == Creation::Begun || lobby.confirm(game));
        for game in lobby.own_unstored_games() {
            if !self.games.contains_key(&game) {
                lobby.revoke(&game);
            }
        }
    }

    /// Another server has changed the lobby. What it has removed is gone: the pages of somebody who
    /// has logged out there, and the boards of a game that is over.
    pub(super) fn adopt(&mut self, before: &LobbyState, after: &LobbyState) {
        self.pages.retain(|(id, page), _| {
            let page = page.as_ref();
            !before.has_page(*id, page) || after.has_page(*id, page)
        });
        self.boards.retain(|(id, game)| !before.is_at_board(*id, game) || after.plays(*id, game));
    }
}
