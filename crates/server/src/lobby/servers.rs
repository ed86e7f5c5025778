//! What each server has in the shared lobby: the pages that it has heard of, the boards that its
//! players are at, and the games that it creates. All of it goes with the server.

use std::collections::BTreeSet;

use game::{GameId, Name, Timestamp};
use store::{AccountId, ServerId};

use super::state::{LobbyState, Member, OpenPage, Page, Playing, Start};

impl LobbyState {
    /// This server has heard of a page. The name is for those who are not here yet.
    pub(super) fn open_page(&mut self, id: AccountId, name: &Name, page: Option<&Page>) {
        let member = self.members.entry(id);
        let member = member.or_insert_with(|| Member { name: name.clone(), pages: Vec::new() });
        let known = member.pages.iter_mut().find(|known| known.page.as_ref() == page);
        if let Some(known) = known {
            known.servers.insert(self.server);
        } else {
            let servers = BTreeSet::from([self.server]);
            member.pages.push(OpenPage { page: page.cloned(), servers });
        }
    }

    /// This server hears no more of pages other than these. Whoever has no page left is gone.
    pub(super) fn retain_pages(
        &mut self,
        is_open: impl Fn(AccountId, Option<&Page>) -> bool,
        now: Timestamp,
    ) {
        let server = self.server;
        self.close_pages(server, is_open, now);
    }

    fn close_pages(
        &mut self,
        server: ServerId,
        is_open: impl Fn(AccountId, Option<&Page>) -> bool,
        now: Timestamp,
    ) {
        for (id, member) in &mut self.members {
            for open in member.pages.iter_mut().filter(|open| !is_open(*id, open.page.as_ref())) {
                open.servers.remove(&server);
            }
            member.pages.retain(|open| !open.servers.is_empty());
        }
        let is_gone = |(id, member): (&AccountId, &Member)| member.pages.is_empty().then_some(*id);
        let gone: Vec<AccountId> = self.members.iter().filter_map(is_gone).collect();
        for id in gone {
            self.leave(id, now);
        }
    }

    /// Whether a page is here by way of this server.
    pub(super) fn has_page(&self, id: AccountId, page: Option<&Page>) -> bool {
        let pages = self.members.get(&id).map(|member| &member.pages);
        let mut same = pages.into_iter().flatten().filter(|open| open.page.as_ref() == page);
        same.any(|open| open.servers.contains(&self.server))
    }

    /// Somebody is at the board of a game, by way of this server.
    pub(super) fn join_board(&mut self, id: AccountId, game: &GameId, now: Timestamp) {
        if self.is_at_board(id, game) {
            return;
        }
        let games = self.playing.entry(id).or_default();
        let known = games.iter().position(|playing| playing.game == *game);
        let mut servers = known.map(|index| games.remove(index).servers).unwrap_or_default();
        servers.insert(self.server);
        games.push(Playing { game: game.clone(), servers, away: None, start: None });
        self.end_offers(id, now);
    }

    /// By way of this server, nobody is at boards other than these.
    pub(super) fn retain_boards(
        &mut self,
        is_there: impl Fn(AccountId, &GameId) -> bool,
        now: Timestamp,
    ) {
        let server = self.server;
        self.leave_boards(server, is_there, now);
    }

    fn leave_boards(
        &mut self,
        server: ServerId,
        is_there: impl Fn(AccountId, &GameId) -> bool,
        now: Timestamp,
    ) {
        for (id, playing) in &mut self.playing {
            for playing in playing.iter_mut().filter(|playing| !is_there(*id, &playing.game)) {
                if playing.servers.remove(&server) && playing.servers.is_empty() {
                    playing.away.get_or_insert(now);
                }
            }
        }
    }

    /// Whether somebody is at the board of a game by way of this server.
    pub(super) fn is_at_board(&self, id: AccountId, game: &GameId) -> bool {
        let playing = self.playing_of(id, game);
        playing.is_some_and(|playing| playing.servers.contains(&self.server))
    }

    /// Whether somebody plays a game, at the board or not.
    pub(super) fn plays(&self, id: AccountId, game: &GameId) -> bool {
        self.playing_of(id, game).is_some()
    }

    fn playing_of(&self, id: AccountId, game: &GameId) -> Option<&Playing> {
        self.playing.get(&id)?.iter().find(|playing| playing.game == *game)
    }

    /// A server is gone, and with it the pages and boards that only it has heard of, and the games
    /// that it was to create.
    pub(super) fn forget_server(&mut self, server: ServerId, now: Timestamp) {
        self.close_pages(server, |_, _| false, now);
        self.leave_boards(server, |_, _| false, now);
        for game in self.unstored_games(server) {
            self.revoke(&game);
        }
    }

    /// The servers that have pages, boards or games to create.
    pub(super) fn servers(&self) -> BTreeSet<ServerId> {
        let pages = self.members.values().flat_map(|member| &member.pages);
        let playing = || self.playing.values().flatten();
        let creating = playing().filter_map(|playing| playing.start.as_ref());
        let at_boards = playing().flat_map(|playing| &playing.servers);
        let servers = pages.flat_map(|open| &open.servers).chain(at_boards).copied();
        servers.chain(creating.map(|start| start.server)).collect()
    }

    /// The games that this server creates and that are not stored.
    pub(super) fn own_unstored_games(&self) -> BTreeSet<GameId> {
        self.unstored_games(self.server)
    }

    fn unstored_games(&self, server: ServerId) -> BTreeSet<GameId> {
        let is_unstored = |start: &Start| start.server == server && !start.is_stored;
        let playing = self.playing.values().flatten();
        let unstored = playing.filter(|playing| playing.start.as_ref().is_some_and(is_unstored));
        unstored.map(|playing| playing.game.clone()).collect()
    }
}
