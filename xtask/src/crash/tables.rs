//! The games that go on while servers come and go. A table whose game is long enough begins
//! another.

use std::sync::Arc;
use std::time::Duration;

use random::SplitMix64;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::history::{Ledger, Who};
use super::player::{Addresses, Player};
use crate::client::house::people;
use crate::client::{House, Lost, Table};

/// The clocks of the games: long enough for the longest run, so that no flag falls.
const TIME_MS: u64 = 6 * 3600 * 1000;
/// Games have so many half-moves at least, and fewer than so many more.
const PLIES: (usize, usize) = (20, 60);
const BREATH: Duration = Duration::from_millis(10);

/// Plays one game after the other, for ever.
pub(crate) async fn attend(addresses: Addresses, ledger: Ledger, mut random: SplitMix64) {
    loop {
        let Some(table) = set_up(addresses.clone()).await else { return };
        ledger.open(&table.id);
        let plies = PLIES.0 + random.below(PLIES.1);
        let mut players = JoinSet::new();
        for who in [Who::White, Who::Black, Who::Onlooker] {
            let chance = SplitMix64::new(random.next_u64());
            let player = Player::new(who, Arc::clone(&table), ledger.clone(), plies, chance);
            players.spawn(player.play(addresses.clone()));
        }
        while players.join_next().await.is_some() {}
    }
}

/// Sets up a game, by whichever server lasts long enough to say so.
async fn set_up(mut addresses: Addresses) -> Option<Arc<Table>> {
    loop {
        let address = addresses.wait_for(Option::is_some).await.ok().and_then(|there| *there)?;
        let created = async { House::open(address).await?.create(&people(TIME_MS)).await };
        match created.await {
            Ok(table) => return Some(Arc::new(table)),
            Err(Lost::Gone(_)) => sleep(BREATH).await,
            Err(lost) => {
                eprintln!("no game can be set up: {lost}");
                return None;
            }
        }
    }
}
