//! Who sits at the boards of games between two people, for whoever wants to know it, if anybody
//! does.

use chess::{ByColor, Color};
use game::{GameId, Status};
use store::AccountId;
use tokio::sync::mpsc;

use super::presence::is_between_people;
use super::room::Room;

/// Something about the players of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayerNews {
    /// The owner of a seat is at the board of a game that is not over.
    Joined { account: AccountId, game: GameId },
    /// They are not, or not any more.
    Left { account: AccountId, game: GameId },
    /// A game is over.
    Ended { game: GameId },
}

/// Announces who plays.
#[derive(Clone, Default)]
pub(crate) struct Players(Option<mpsc::UnboundedSender<PlayerNews>>);

impl Players {
    /// The announcer, and what it announces.
    pub(crate) fn new() -> (Players, mpsc::UnboundedReceiver<PlayerNews>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Players(Some(sender)), receiver)
    }

    /// Announces that a game is over.
    pub(super) fn announce_end(&self, game: &GameId) {
        self.send(PlayerNews::Ended { game: game.clone() });
    }

    fn send(&self, news: PlayerNews) {
        if let Some(sender) = &self.0 {
            // Nobody listens while the server shuts down.
            let _ = sender.send(news);
        }
    }
}

/// Those at the board of one game, as far as it was announced. When a room closes or crashes,
/// nobody is there any more.
pub(super) struct SeatedAccounts {
    game: GameId,
    players: Players,
    seated: ByColor<Option<AccountId>>,
}

impl SeatedAccounts {
    /// Nobody is there yet.
    pub(super) fn new(game: GameId, players: Players) -> SeatedAccounts {
        SeatedAccounts { game, players, seated: ByColor::from_fn(|_| None) }
    }

    /// Announces what has changed.
    fn update(&mut self, seated: ByColor<Option<AccountId>>) {
        let before = std::mem::replace(&mut self.seated, seated);
        for color in Color::ALL.into_iter().filter(|&color| before[color] != seated[color]) {
            let game = || self.game.clone();
            if let Some(account) = before[color] {
                self.players.send(PlayerNews::Left { account, game: game() });
            }
            if let Some(account) = seated[color] {
                self.players.send(PlayerNews::Joined { account, game: game() });
            }
        }
    }
}

impl Drop for SeatedAccounts {
    fn drop(&mut self) {
        self.update(ByColor::from_fn(|_| None));
    }
}

impl Room {
    /// Announces which members are at the board.
    pub(super) fn announce_players(&mut self, connected: ByColor<bool>) {
        let is_over = matches!(self.game.status(), Status::Over(_));
        let is_played = !is_over && is_between_people(&self.game);
        let account = |color: Color| {
            let owner = self.owners[color].filter(|_| is_played && connected[color]);
            owner.and_then(|owner| owner.account)
        };
        let seated = ByColor::from_fn(account);
        self.seated_accounts.update(seated);
    }
}
