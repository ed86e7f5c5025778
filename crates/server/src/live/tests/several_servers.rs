//! Several servers share a store, and any of them serves any game.

use game::{Departure, Event};
use serde_json::json;
use store::{AccountId, Hint, ServerId};
use tokio::time::{sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

use super::failing_store::Failure;
use super::*;
use crate::live::{Claim, follow_hints, take_over_games};

/// Two servers with the same game.
struct Servers {
    one: Table,
    other: Table,
}

impl Servers {
    /// A game with this much time for each side.
    async fn new(base: Duration) -> Servers {
        let one = Table::new(base).await;
        let one = Table { rooms: shared_rooms(&one.store, START), ..one };
        let other = beside(&one, START);
        Servers { one, other }
    }

    /// Has both follow the hints of their store until the result is dropped.
    fn follow_hints(&self) -> [AbortOnDropHandle<()>; 2] {
        [&self.one, &self.other].map(|table| {
            let rooms = table.rooms.clone();
            AbortOnDropHandle::new(tokio::spawn(async move { match follow_hints(&rooms).await {} }))
        })
    }

    /// Asserts that both know what is stored, and nothing else.
    async fn assert_agreement(&self) {
        self.one.assert_replays().await;
        self.other.assert_replays().await;
    }
}

/// The rooms of a server that starts at this time, while others use the store.
fn shared_rooms(store: &Arc<FailingStore>, at: Timestamp) -> Rooms {
    Rooms::new(RoomServices { is_shared: true, ..services(store, at) }, None)
}

/// The same game on another server, which starts at this time.
fn beside(table: &Table, at: Timestamp) -> Table {
    let store = table.store.beside();
    Table {
        rooms: shared_rooms(&store, at),
        store,
        id: table.id.clone(),
        secrets: table.secrets.clone(),
    }
}

#[tokio::test(start_paused = true)]
async fn players_on_two_servers_see_each_others_moves() {
    let servers = Servers::new(ms(60_000)).await;
    let _following = servers.follow_hints();
    let mut white = servers.one.player(Color::White).await;
    let mut black = servers.other.player(Color::Black).await;
    acked(&white.play("w0", 1, 0, "e2e4").await);
    assert_eq!(black.event("moved").await["version"], 2);
    sleep(ms(2_000)).await;
    acked(&black.play("b0", 2, 1, "e7e5").await);
    white.event("moved").await;
    sleep(ms(1_000)).await;
    acked(&white.play("w1", 3, 2, "g1f3").await);
    black.event("moved").await;
    servers.assert_agreement().await;
    for table in [&servers.one, &servers.other] {
        assert_eq!(table.clocks().await, [59_000, 60_000], "the first moves are free");
    }
}

#[tokio::test(start_paused = true)]
async fn of_two_servers_one_wins_and_the_other_learns_what_it_missed() {
    // Without hints.
    let servers = Servers::new(ms(60_000)).await;
    let mut white = servers.one.player(Color::White).await;
    let mut black = servers.other.player(Color::Black).await;
    acked(&white.play("w0", 1, 0, "e2e4").await);
    let offer = json!({ "type": "offer", "offer": "draw" });
    rejected(&black.command("b0", 1, offer.clone()).await, "stale");
    servers.other.assert_replays().await;
    acked(&black.command("b1", 2, offer).await);
    // A request that the other server has carried out is not carried out again.
    let mut again = servers.other.player(Color::White).await;
    acked(&again.play("w0", 1, 0, "e2e4").await);
    assert_eq!(servers.one.stored().await.records.len(), 3);
    servers.other.assert_replays().await;
}

// req: C7
#[tokio::test(start_paused = true)]
async fn a_flag_falls_once_however_many_servers_wait_for_it() {
    let servers = Servers::new(ms(3_000)).await;
    let _following = servers.follow_hints();
    let (mut white, mut black) = servers.one.opening().await;
    let mut watching = servers.other.player(Color::Black).await;
    for client in [&mut white, &mut black, &mut watching] {
        client.event("flagged").await;
    }
    assert_eq!(servers.one.stored().await.records.len(), 4);
    servers.assert_agreement().await;
}

// req: C7
#[tokio::test(start_paused = true)]
async fn games_that_cannot_be_taken_over_at_once_are_taken_over_later() {
    let servers = Servers::new(ms(3_000)).await;
    let _clients = servers.one.opening().await;
    let rooms = servers.other.rooms.clone();
    let taking_over = tokio::spawn(async move { match take_over_games(&rooms).await {} });
    let _taking_over = AbortOnDropHandle::new(taking_over);
    sleep(ms(10)).await;
    // One server stores nothing any more, and the other cannot read just then.
    servers.one.store.fail(Failure::DiskFull);
    servers.other.store.fail(Failure::Unreadable);
    servers.other.store.departures.send_modify(|count| *count += 1);
    sleep(ms(5_000)).await;
    assert_eq!(servers.other.stored().await.records.len(), 3);
    servers.other.store.fail(Failure::None);
    sleep(ms(5_000)).await;
    let records = servers.other.stored().await.records;
    assert!(matches!(records[3].event, Event::Flagged { color: Color::White }), "{records:?}");
}

// req: C7
#[tokio::test(start_paused = true)]
async fn a_flag_is_left_to_the_server_of_the_player() {
    for (is_connected, flagged_after) in [(true, 3_000), (false, 4_000)] {
        let servers = Servers::new(ms(3_000)).await;
        let _following = servers.follow_hints();
        let (white, mut black) = servers.one.opening().await;
        let opened = servers.one.stored().await.records[2].at;
        if !is_connected {
            let leaving = RoomMessage::Leave(white.subscription.id, Departure::Closed);
            assert!(white.room.send(leaving).await);
        }
        let _watching = servers.other.player(Color::Black).await;
        black.event("flagged").await;
        let flagged = servers.one.stored().await.records[3].at;
        let waited = flagged.since(opened);
        let max_lag = ms(162);
        assert_eq!(waited, ms(flagged_after) + max_lag, "{is_connected}");
    }
}

// req: C7
#[tokio::test(start_paused = true)]
async fn a_server_that_starts_beside_others_gives_nobody_time() {
    let mut servers = Servers::new(ms(60_000)).await;
    let _clients = servers.one.opening().await;
    sleep(ms(10_000)).await;
    servers.other = beside(&servers.one, START.after(ms(10_000)));
    let _black = servers.other.player(Color::Black).await;
    assert_eq!(servers.one.stored().await.records.len(), 3);
    assert_eq!(servers.other.clocks().await, [50_000, 60_000]);
}

/// A minute in which neither server could store anything, after ten seconds of a turn, and an offer
/// another seventy seconds later.
async fn outage_and_offer(servers: &Servers, white: &mut Client) {
    let clocks = [servers.one.clock(), servers.other.clock()];
    sleep(ms(10_000)).await;
    clocks.iter().for_each(Clock::hold);
    sleep(ms(59_000)).await;
    clocks.iter().for_each(Clock::release);
    // The clocks stand for a second after that.
    sleep(ms(1_000)).await;
    for clock in &clocks {
        clock.compare(START.after(ms(70_000)));
    }
    sleep(ms(70_000)).await;
    acked(&white.command("offer", 3, json!({ "type": "offer", "offer": "draw" })).await);
    assert_eq!(servers.one.clocks().await, [520_000, 600_000]);
}

// req: C7
#[tokio::test(start_paused = true)]
async fn a_server_that_starts_after_an_outage_and_an_offer_charges_nobody_for_it() {
    let mut servers = Servers::new(ms(600_000)).await;
    let (mut white, _black) = servers.one.opening().await;
    outage_and_offer(&servers, &mut white).await;
    let now = START.after(ms(140_000));
    let store = servers.one.store.beside();
    *store.shared_time.lock().expect("no panic") = Some(now);
    let outage = START.after(ms(10_000))..START.after(ms(70_000));
    *store.outages.lock().expect("no panic") = vec![outage];
    let clock = Clock::of(&*store, true).await.expect("a store");
    let services = RoomServices { is_shared: true, clock, ..services(&store, now) };
    servers.other = Table { rooms: Rooms::new(services, None), store, ..servers.other };
    assert_eq!(servers.other.clocks().await, [520_000, 600_000]);
}

// req: C7
#[tokio::test(start_paused = true)]
async fn a_room_that_reads_an_offer_after_an_outage_charges_nobody_for_it() {
    let servers = Servers::new(ms(600_000)).await;
    let _following = servers.follow_hints();
    let (mut white, _black) = servers.one.opening().await;
    servers.other.rooms.open_room(&servers.other.id).await.expect("a game");
    outage_and_offer(&servers, &mut white).await;
    assert_eq!(servers.other.clocks().await, [520_000, 600_000]);
    servers.assert_agreement().await;
}

#[tokio::test(start_paused = true)]
async fn a_room_that_nobody_follows_reads_nothing_until_somebody_asks() {
    let servers = Servers::new(ms(60_000)).await;
    let _following = servers.follow_hints();
    servers.other.rooms.open_room(&servers.other.id).await.expect("a game");
    let _clients = servers.one.opening().await;
    sleep(ms(1_000)).await;
    servers.assert_agreement().await;
    assert_eq!(servers.other.clocks().await, [59_000, 60_000]);
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_was_taken_on_one_server_is_taken_on_the_other() {
    let servers = Servers::new(ms(60_000)).await;
    let _following = servers.follow_hints();
    let mut white = servers.one.player(Color::White).await;
    let mut black = servers.one.player(Color::Black).await;
    let claim = Claim::Any(Some(AccountId(1)));
    let taken = servers.other.rooms.take_seats(&servers.one.id, claim).await.expect("a seat");
    for client in [&mut white, &mut black] {
        while timeout(ms(1_000), client.next()).await.expect("it is dropped soon").is_some() {}
    }
    let secret = taken[Color::White].as_ref();
    let view = servers.one.rooms.view(&servers.one.id, secret).await.expect("the new secret");
    assert_eq!(view.viewer, wire::Viewer::White);
}

#[tokio::test(start_paused = true)]
async fn lost_hints_cost_time_and_nothing_else() {
    let servers = Servers::new(ms(60_000)).await;
    let mut white = servers.one.player(Color::White).await;
    let mut black = servers.other.player(Color::Black).await;
    acked(&white.play("w0", 1, 0, "e2e4").await);
    let _following = servers.follow_hints();
    sleep(ms(1_000)).await;
    assert!(servers.other.view().await.game.board().moves().is_empty(), "nobody told it");
    servers.other.store.hints.send(Hint::Lost).expect("a server");
    black.event("moved").await;
    acked(&black.play("b0", 2, 1, "e7e5").await);
    white.event("moved").await;
    servers.assert_agreement().await;
}

#[tokio::test(start_paused = true)]
async fn a_room_that_hears_nothing_reads_after_a_while() {
    // Without hints, as when a server freezes after it has stored a move.
    let servers = Servers::new(ms(600_000)).await;
    let mut white = servers.one.player(Color::White).await;
    let mut black = servers.other.player(Color::Black).await;
    sleep(ms(20_000)).await;
    acked(&white.play("w0", 1, 0, "e2e4").await);
    let moved = timeout(ms(40_000), black.event("moved")).await.expect("it is read");
    assert_eq!(moved["version"], 2);
    servers.assert_agreement().await;
}

#[tokio::test(start_paused = true)]
async fn a_client_that_knows_more_than_the_server_tells_it_to_read() {
    // Without hints, as when a server is killed before it has announced a move.
    let servers = Servers::new(ms(60_000)).await;
    let mut white = servers.one.player(Color::White).await;
    let mut black = servers.other.player(Color::Black).await;
    acked(&white.play("w0", 1, 0, "e2e4").await);
    let _again = servers.other.player_after(Color::White, Some(2)).await;
    assert_eq!(black.event("moved").await["version"], 2);
    servers.assert_agreement().await;
}

#[tokio::test(start_paused = true)]
async fn a_move_that_is_sent_again_to_another_server_reaches_the_opponent_there() {
    let servers = Servers::new(ms(60_000)).await;
    let mut white = servers.one.player(Color::White).await;
    let mut black = servers.other.player(Color::Black).await;
    acked(&white.play("w0", 1, 0, "e2e4").await);
    let mut again = servers.other.player(Color::White).await;
    acked(&again.play("w0", 1, 0, "e2e4").await);
    assert_eq!(black.event("moved").await["version"], 2);
    acked(&black.play("b0", 2, 1, "e7e5").await);
}

/// Who is connected, as a server tells a spectator who comes.
async fn connected(table: &Table) -> [bool; 2] {
    let (outbox, mut messages) = outbox();
    let follow = Follow { client: ClientKey::Nobody, secret: None, last_version: None, outbox };
    table.rooms.follow(&table.id, &follow).await.expect("a game");
    loop {
        let message = messages.recv().await.expect("a message");
        let message: Value = serde_json::from_str(&message).expect("JSON");
        if message["type"] == "presence" {
            let of = |side| message["players"][side]["connected"].as_bool().expect("a flag");
            return ["white", "black"].map(of);
        }
    }
}

/// What somebody is told who claims the game because the opponent is absent.
async fn claim(client: &mut Client, id: &str) -> Value {
    let command = json!({ "type": "claim_abandoned", "result": "win" });
    client.command(id, 3, command).await
}

async fn leave(client: &Client, departure: Departure) {
    let leaving = RoomMessage::Leave(client.subscription.id, departure);
    assert!(client.room.send(leaving).await);
}

/// White on one server and Black on the other, after a move of each in a game of ten minutes.
async fn apart(servers: &Servers) -> (Client, Client) {
    let mut white = servers.one.player(Color::White).await;
    let mut black = servers.other.player(Color::Black).await;
    acked(&white.play("w0", 1, 0, "e2e4").await);
    black.event("moved").await;
    acked(&black.play("b0", 2, 1, "e7e5").await);
    white.event("moved").await;
    (white, black)
}

#[tokio::test(start_paused = true)]
async fn a_player_is_present_who_is_connected_to_any_server() {
    let servers = Servers::new(ms(600_000)).await;
    let _following = servers.follow_hints();
    let (mut white, mut black) = apart(&servers).await;
    sleep(ms(2_000)).await;
    assert_eq!(connected(&servers.other).await, [true, true]);
    sleep(ms(300_000)).await;
    for (client, id) in [(&mut white, "w"), (&mut black, "b")] {
        rejected(&claim(client, id).await, "opponent_present");
    }
    // Another connection of White to the other server, and then the first one ends.
    let again = servers.other.player(Color::White).await;
    leave(&white, Departure::Closed).await;
    sleep(ms(60_000)).await;
    assert_eq!(connected(&servers.other).await, [true, true]);
    leave(&again, Departure::Closed).await;
    sleep(ms(100)).await;
    assert_eq!(connected(&servers.other).await, [false, true]);
}

#[tokio::test(start_paused = true)]
async fn an_absence_lasts_as_long_as_on_one_server() {
    for (departure, patience) in [(Departure::Closed, 60_000), (Departure::Lost, 150_000)] {
        let servers = Servers::new(ms(600_000)).await;
        let _following = servers.follow_hints();
        let (white, mut black) = apart(&servers).await;
        sleep(ms(2_000)).await;
        leave(&white, departure).await;
        sleep(ms(patience - 1_000)).await;
        rejected(&claim(&mut black, "early").await, "opponent_may_return");
        sleep(ms(1_000)).await;
        acked(&claim(&mut black, "claim").await);
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_opens_a_game_is_not_told_that_players_of_other_servers_are_absent() {
    let servers = Servers::new(ms(600_000)).await;
    let _following = servers.follow_hints();
    let _white = servers.one.player(Color::White).await;
    sleep(ms(5_000)).await;
    let mut black = servers.other.player(Color::Black).await;
    let told = async {
        while let Some(message) = black.next().await {
            if message["type"] == "presence" {
                assert_eq!(message["players"]["white"]["connected"], true, "{message}");
            }
        }
    };
    assert!(timeout(ms(10_000), told).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_player_who_never_came_is_absent_on_every_server() {
    let servers = Servers::new(ms(600_000)).await;
    let _following = servers.follow_hints();
    let _black = servers.other.player(Color::Black).await;
    sleep(ms(2_000)).await;
    assert_eq!(connected(&servers.other).await, [false, true]);
}

#[tokio::test(start_paused = true)]
async fn the_players_of_a_server_that_is_gone_are_absent_unless_they_are_back() {
    for is_back in [false, true] {
        let servers = Servers::new(ms(600_000)).await;
        let _following = servers.follow_hints();
        let (_white, mut black) = apart(&servers).await;
        sleep(ms(2_000)).await;
        assert_eq!(connected(&servers.other).await, [true, true]);
        let _again = if is_back { Some(servers.other.player(Color::White).await) } else { None };
        servers.other.store.hints.send(Hint::ServerGone(ServerId(1))).expect("a server");
        sleep(ms(100)).await;
        if is_back {
            sleep(ms(300_000)).await;
            rejected(&claim(&mut black, "claim").await, "opponent_present");
        } else {
            assert_eq!(connected(&servers.other).await, [false, true]);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_has_missed_hints_asks_who_is_connected() {
    let servers = Servers::new(ms(600_000)).await;
    let following = servers.follow_hints();
    let (white, _black) = apart(&servers).await;
    sleep(ms(2_000)).await;
    assert_eq!(connected(&servers.other).await, [true, true]);
    // The other server hears nothing of this.
    drop(following);
    leave(&white, Departure::Closed).await;
    sleep(ms(5_000)).await;
    let _following = servers.follow_hints();
    sleep(ms(1)).await;
    servers.other.store.hints.send(Hint::Lost).expect("a server");
    sleep(ms(4_000)).await;
    assert_eq!(connected(&servers.other).await, [true, true], "it may only be cut off");
    sleep(ms(2_000)).await;
    assert_eq!(connected(&servers.other).await, [false, true]);
    // The first one hears nothing of that, but answers when it is asked.
    let _again = servers.one.player(Color::White).await;
    sleep(ms(100)).await;
    assert_eq!(connected(&servers.other).await, [true, true]);
    servers.other.store.hints.send(Hint::ServerGone(ServerId(1))).expect("a server");
    sleep(ms(100)).await;
    assert_eq!(connected(&servers.other).await, [false, true]);
    servers.other.store.hints.send(Hint::Lost).expect("a server");
    sleep(ms(2_000)).await;
    assert_eq!(connected(&servers.other).await, [true, true]);
}

#[tokio::test(start_paused = true)]
async fn nobody_is_forgotten_when_anything_may_have_been_stored() {
    let servers = Servers::new(ms(600_000)).await;
    let following = servers.follow_hints();
    let (_white, _black) = apart(&servers).await;
    sleep(ms(2_000)).await;
    // The server of White is killed, so it does not answer.
    drop(following);
    let rooms = servers.other.rooms.clone();
    let following = async move { match follow_hints(&rooms).await {} };
    let _following = AbortOnDropHandle::new(tokio::spawn(following));
    sleep(ms(1)).await;
    servers.other.store.hints.send(Hint::Anything).expect("a server");
    sleep(ms(10_000)).await;
    assert_eq!(connected(&servers.other).await, [true, true]);
}
