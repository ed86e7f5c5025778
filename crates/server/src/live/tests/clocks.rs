//! Clocks are charged for thinking, and for nothing that the server does.

use futures_util::FutureExt;
use game::{End, Status};
use serde_json::json;
use tokio::time::{advance, sleep};

use super::failing_store::Failure;
use super::log::Log;
use super::*;
use crate::Closing;
use crate::live::{run_heartbeat, socket};

// req: C7
#[tokio::test(start_paused = true)]
async fn a_turn_starts_when_the_move_before_it_is_stored() {
    let table = Table::new(ms(60_000)).await;
    table.store.slow_down(ms(500));
    let (mut white, mut black) = table.opening().await;
    assert_eq!(table.clocks().await, [60_000, 60_000], "nobody pays for the slow disk");
    sleep(ms(1_000)).await;
    assert_eq!(table.clocks().await, [59_000, 60_000]);
    acked(&white.play("w1", 3, 2, "g1f3").await);
    let event = black.event("moved").await;
    assert_eq!(event["version"], 4, "{event}");
    assert_eq!(event["state"]["clocks"]["remaining_ms"], json!({"white": 59_000, "black": 60_000}));
    assert_eq!(table.clocks().await, [59_000, 60_000]);
    sleep(ms(2_000)).await;
    acked(&black.play("b1", 4, 3, "b8c6").await);
    assert_eq!(table.clocks().await, [59_000, 58_000]);
    table.assert_replays().await;
}

// req: C7
#[tokio::test(start_paused = true)]
async fn a_move_that_waits_behind_a_hello_is_charged_until_it_arrives() {
    let table = Table::new(ms(60_000)).await;
    let (_white, mut black) = table.opening().await;
    table.store.slow_down(ms(2_000));
    let (socket, mut client) = TestSocket::new();
    let (rooms, closing) = (table.rooms.clone(), Closing::default());
    let _serving = tokio::spawn(async move { socket::serve(socket, rooms, &closing).await });
    sleep(ms(1_000)).await;
    let offering = black.command("offer", 3, json!({ "type": "offer", "offer": "draw" }));
    let playing = async {
        sleep(ms(500)).await;
        // A player is back while the room waits for the disk.
        let secret = table.secrets[Color::White].reveal();
        client.send(&json!({ "type": "hello", "game": table.id.as_str(), "secret": secret }));
        client.send(&json!({
            "type": "move", "game": table.id.as_str(), "id": "w1", "base_version": 4, "ply": 2,
            "uci": "g1f3",
        }));
        client.answer().await
    };
    let (offered, played) = tokio::join!(offering, playing);
    acked(&offered);
    acked(&played);
    assert_eq!(table.clocks().await, [58_500, 60_000]);
}

#[tokio::test(start_paused = true)]
async fn a_log_replays_to_the_clocks_that_were_shown() {
    let table = Table::new(ms(60_000)).await;
    table.store.slow_down(ms(500));
    let (mut white, _black) = table.opening().await;
    sleep(ms(3_000)).await;
    acked(&white.command("offer", 3, json!({ "type": "offer", "offer": "draw" })).await);
    sleep(ms(2_000)).await;
    acked(&white.command("resign", 4, json!({ "type": "resign" })).await);
    // A turn goes on while an offer is stored.
    assert_eq!(table.clocks().await, [54_500, 60_000]);
    table.assert_replays().await;
}

#[tokio::test(start_paused = true)]
async fn delays_of_many_turns_do_not_add_up_in_the_log() {
    let table = Table::new(ms(60_000)).await;
    table.store.slow_down(ms(500));
    let (mut white, mut black) = table.opening().await;
    let moves = ["g1f3", "b8c6", "f3g1", "c6b8"];
    for (ply, uci) in (2..14).zip(moves.iter().cycle()) {
        let player = if ply % 2 == 0 { &mut white } else { &mut black };
        acked(&player.play(&format!("m{ply}"), ply + 1, ply, uci).await);
    }
    assert_eq!(table.clocks().await, [60_000, 60_000]);
    let behind = table.clock().now().since(table.view().await.game.last_at());
    assert_eq!(behind, ms(500), "only that of the last turn");
}

// req: C7
#[tokio::test(start_paused = true)]
async fn nobody_loses_on_time_while_the_process_is_stopped() {
    for stop in [8_000, 30_000] {
        let table = Table::new(ms(3_000)).await;
        let (mut white, mut black) = table.opening().await;
        let clock = table.clock();
        let watching = tokio::spawn(async move { clock.watch().await });
        sleep(ms(1_000)).await;
        assert_eq!(table.clocks().await, [2_000, 3_000]);
        // All timers are due at once, as after SIGCONT: that of the flag, and that of the watch.
        advance(ms(stop)).await;
        sleep(ms(300)).await;
        assert_eq!(table.clocks().await, [2_000, 3_000], "{stop}");
        acked(&white.play("w1", 3, 2, "g1f3").await);
        black.event("moved").await;
        watching.abort();
        sleep(ms(10_000)).await;
        let end = End::Flagged { color: Color::Black, winner: Some(Color::White) };
        assert_eq!(table.view().await.game.status(), Status::Over(end), "the clocks run again");
    }
}

#[tokio::test(start_paused = true)]
async fn players_get_the_right_clocks_after_a_stall() {
    let table = Table::new(ms(3_000)).await;
    let (mut white, _black) = table.opening().await;
    let clock = table.clock();
    let _watching = tokio::spawn(async move { clock.watch().await });
    sleep(ms(1_000)).await;
    while white.messages.recv().now_or_never().flatten().is_some() {}
    assert_eq!(table.clocks().await, [2_000, 3_000]);
    advance(ms(8_000)).await;
    let full = white.next().await.expect("an open room");
    assert_eq!(full["game"]["state"]["clocks"]["remaining_ms"]["white"], 2_000, "{full}");
}

#[tokio::test(start_paused = true)]
async fn clocks_stand_still_while_nothing_can_be_stored() {
    let table = Table::new(ms(10_000)).await;
    let (mut white, _black) = table.opening().await;
    let rooms = table.rooms.clone();
    let _beating = tokio::spawn(async move { run_heartbeat(&rooms).await });
    sleep(ms(500)).await;
    table.store.fail(Failure::DiskFull);
    rejected(&white.play("w1", 3, 2, "g1f3").await, "not_stored");
    sleep(ms(60_000)).await;
    assert!(table.clock().is_held());
    assert_eq!(table.view().await.game.status(), Status::Playing);
    table.store.fail(Failure::None);
    sleep(ms(1_500)).await;
    assert!(!table.clock().is_held());
    acked(&white.play("w1", 3, 2, "g1f3").await);
    let [left, _] = table.clocks().await;
    assert!((8_000..10_000).contains(&left), "{left} ms: at most until the next heartbeat");
}

// req: C7
#[tokio::test(start_paused = true)]
async fn clocks_stand_still_when_the_clock_of_the_store_does_not_answer() {
    let table = Table::new(ms(10_000)).await;
    let (mut white, _black) = table.opening().await;
    let rooms = table.rooms.clone();
    let _beating = tokio::spawn(async move { run_heartbeat(&rooms).await });
    sleep(ms(500)).await;
    table.store.fail(Failure::SilentClock);
    sleep(ms(1_000)).await;
    // It was asked, and does not answer any more.
    table.store.fail(Failure::DiskFull);
    sleep(ms(60_000)).await;
    assert!(table.clock().is_held());
    assert_eq!(table.view().await.game.status(), Status::Playing);
    table.store.fail(Failure::None);
    sleep(ms(1_500)).await;
    assert!(!table.clock().is_held());
    acked(&white.play("w1", 3, 2, "g1f3").await);
}

#[tokio::test(start_paused = true)]
async fn a_long_outage_is_said_at_its_beginning_and_once_a_minute_until_its_end() {
    let table = Table::new(ms(10_000)).await;
    let rooms = table.rooms.clone();
    let log = Log::default();
    let _listening = tracing::subscriber::set_default(log.clone());
    let _beating = tokio::spawn(async move { run_heartbeat(&rooms).await });
    let lines = |line: &str| log.text().matches(line).count();
    for outages in 1..=2 {
        sleep(ms(500)).await;
        table.store.fail(Failure::DiskFull);
        for minute in 1..=3 {
            sleep(ms(30_000)).await;
            assert_eq!(lines("cannot be stored"), 3 * (outages - 1) + minute);
            sleep(ms(30_000)).await;
        }
        table.store.fail(Failure::None);
        sleep(ms(1_500)).await;
        assert_eq!(lines("are stored again"), outages);
    }
}

// req: C7
#[tokio::test(start_paused = true)]
async fn a_game_of_a_server_whose_clock_was_years_ahead_goes_on() {
    let mut table = Table::new(ms(60_000)).await;
    let years = Duration::from_hours(24 * 365 * 3);
    table.restart(START.after(years)).await;
    drop(table.opening().await);
    sleep(ms(10_000)).await;
    let services = table.rooms.services().clone();
    services.store.heartbeat(services.clock.now()).await.expect("a store");

    table.restart(START.after(ms(60_000))).await;
    let mut white = table.player(Color::White).await;
    let [left, other] = table.clocks().await;
    assert_eq!((left, other), (65_000, 65_000), "with the grace of 5 s");
    sleep(ms(20_000)).await;
    assert_eq!(table.clocks().await, [45_000, 65_000], "it runs");
    acked(&white.play("w1", 4, 2, "g1f3").await);
    sleep(ms(70_000)).await;
    let end = End::Flagged { color: Color::Black, winner: Some(Color::White) };
    assert_eq!(table.view().await.game.status(), Status::Over(end));
    table.assert_replays().await;
}

#[tokio::test(start_paused = true)]
async fn a_heartbeat_from_the_future_charges_nobody() {
    let mut table = Table::new(ms(60_000)).await;
    drop(table.opening().await);
    let far = START.after(Duration::from_hours(24 * 365));
    table.store.heartbeat(far).await.expect("a store");
    table.restart(START.after(Duration::from_hours(1))).await;
    let _white = table.player(Color::White).await;
    assert_eq!(table.clocks().await, [65_000, 65_000]);
}

// req: C7
#[tokio::test(start_paused = true)]
async fn a_restart_charges_nobody_for_an_outage_before_it() {
    let second = |number| START.after(Duration::from_secs(number));
    for (outages, left) in [
        (vec![], 305_000),
        (vec![(60, 120)], 365_000),
        (vec![(60, 120), (100, 140)], 385_000),
        // The last one is the time without a server.
        (vec![(60, 120), (300, 400)], 365_000),
    ] {
        let mut table = Table::new(ms(600_000)).await;
        drop(table.opening().await);
        let times = outages.iter().map(|(begins, ends)| second(*begins)..second(*ends));
        *table.store.outages.lock().expect("no panic") = times.collect();
        table.store.heartbeat(second(300)).await.expect("a store");
        table.restart(second(400)).await;
        let _white = table.player(Color::White).await;
        assert_eq!(table.clocks().await, [left, 605_000], "{outages:?}");
    }
}
