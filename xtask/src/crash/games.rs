//! The games that are played while servers come and go. When one is long enough, another begins.
//! Where there are several servers, the two players and the spectator are connected to different
//! ones.

use std::sync::Arc;
use std::time::Duration;

use random::SplitMix64;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::addresses::Addresses;
use super::history::{Ledger, Who};
use super::player::{OUTAGE_DELAY, Player, is_passing};
use crate::client::api::people;
use crate::client::{ApiClient, ClientError, CreatedGame};

/// The clocks of the games: long enough for the longest run, so that no flag falls.
const TIME_MS: u64 = 6 * 3600 * 1000;
/// The minimum length of a game in plies, and how much longer it may be.
const PLIES: (usize, usize) = (20, 60);
/// The players of a game begin with neighboring servers; the first begins with the one of a random
/// number below this.
const HOMES: usize = 60;
const RETRY_DELAY: Duration = Duration::from_millis(10);

/// Plays one game after the other, forever.
pub(crate) async fn play_games(addresses: Addresses, ledger: Ledger, mut random: SplitMix64) {
    loop {
        let home = random.below(HOMES);
        let Some(game) = create_game(addresses.beginning_with(home)).await else { return };
        ledger.open(&game.id);
        let plies = PLIES.0 + random.below(PLIES.1);
        let mut players = JoinSet::new();
        for (number, who) in (home..).zip([Who::White, Who::Black, Who::Spectator]) {
            let chance = SplitMix64::new(random.next_u64());
            let player = Player::new(who, Arc::clone(&game), ledger.clone(), plies, chance);
            players.spawn(player.play(addresses.beginning_with(number)));
        }
        while players.join_next().await.is_some() {}
    }
}

/// Creates a game on the first server that lives long enough.
async fn create_game(mut addresses: Addresses) -> Option<Arc<CreatedGame>> {
    loop {
        let address = addresses.next().await?;
        let created = async { ApiClient::connect(address).await?.create(&people(TIME_MS)).await };
        match created.await {
            Ok(game) => return Some(Arc::new(game)),
            Err(ClientError::Disconnected(_)) => sleep(RETRY_DELAY).await,
            Err(ClientError::Rejected(code)) if is_passing(&code) => sleep(OUTAGE_DELAY).await,
            Err(error) => {
                eprintln!("cannot create a game: {error}");
                return None;
            }
        }
    }
}
