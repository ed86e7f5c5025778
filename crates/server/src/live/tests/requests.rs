//! Answers are true: a request is acknowledged only if it was carried out, and is answered the same
//! way each time it comes.

use std::sync::atomic::Ordering;

use serde_json::json;
use tokio::time::sleep;

use super::failing_store::Failure;
use super::*;
use crate::live::Join;

// req: C7
#[tokio::test(start_paused = true)]
async fn a_move_after_the_time_is_over_is_rejected_each_time_it_comes() {
    let mut table = Table::new(ms(3_000)).await;
    let (mut white, mut black) = table.opening().await;
    // The room still waits for a move that is on its way.
    sleep(ms(3_050)).await;
    rejected(&white.play("w1", 3, 2, "g1f3").await, "out_of_time");
    black.event("flagged").await;
    rejected(&white.play("w1", 3, 2, "g1f3").await, "out_of_time");
    drop((white, black));
    table.restart(START.after(ms(60_000))).await;
    let mut white = table.player(Color::White).await;
    rejected(&white.play("w1", 3, 2, "g1f3").await, "out_of_time");
    assert_eq!(table.stored().await.records.len(), 4, "the flag alone");
}

#[tokio::test(start_paused = true)]
async fn a_move_after_the_flag_is_rejected_as_late() {
    let table = Table::new(ms(3_000)).await;
    let (mut white, mut black) = table.opening().await;
    black.event("flagged").await;
    for _ in 0..2 {
        rejected(&white.play("w1", 3, 2, "g1f3").await, "out_of_time");
    }
}

#[tokio::test(start_paused = true)]
async fn an_id_belongs_to_one_request_of_one_player() {
    let mut table = Table::new(ms(60_000)).await;
    let (mut white, mut black) = table.opening().await;
    for _ in 0..2 {
        acked(&white.play("w0", 3, 0, "e2e4").await);
        rejected(&white.play("w0", 3, 0, "d2d4").await, "id_reused");
        rejected(&white.command("w0", 3, json!({ "type": "resign" })).await, "id_reused");
        rejected(&black.play("w0", 3, 0, "e2e4").await, "id_reused");
        drop((white, black));
        // Also when the requests are read from the store.
        table.restart(START.after(ms(60_000))).await;
        (white, black) = (table.player(Color::White).await, table.player(Color::Black).await);
    }
}

#[tokio::test(start_paused = true)]
async fn a_commit_that_is_not_confirmed_is_looked_up_before_the_answer() {
    let table = Table::new(ms(60_000)).await;
    let (mut white, mut black) = table.opening().await;
    table.store.fail(Failure::UnconfirmedOnce);
    let answer = white.play("w1", 3, 2, "g1f3").await;
    acked(&answer);
    assert_eq!(answer["version"], 4);
    assert_eq!(black.event("moved").await["version"], 4);
    assert_eq!(table.store.written.load(Ordering::SeqCst), 3, "each move once");
    acked(&black.play("b1", 4, 3, "b8c6").await);
    table.assert_replays().await;
}

#[tokio::test(start_paused = true)]
async fn what_stays_unconfirmed_is_called_so_and_found_by_the_next_room() {
    let table = Table::new(ms(60_000)).await;
    let (mut white, _black) = table.opening().await;
    table.store.fail(Failure::Unconfirmed);
    rejected(&white.play("w1", 3, 2, "g1f3").await, "unconfirmed");
    while white.next().await.is_some() {}
    table.store.fail(Failure::None);
    let mut white = table.player(Color::White).await;
    let answer = white.play("w1", 3, 2, "g1f3").await;
    acked(&answer);
    assert_eq!(answer["version"], 4);
    assert_eq!(table.store.written.load(Ordering::SeqCst), 3, "each move once");
    table.assert_replays().await;
}

#[tokio::test(start_paused = true)]
async fn a_move_that_may_be_stored_is_not_called_unsaved_while_the_store_is_away() {
    let table = Table::new(ms(60_000)).await;
    let (mut white, _black) = table.opening().await;
    table.store.fail(Failure::UnconfirmedThenFull);
    rejected(&white.play("w1", 3, 2, "g1f3").await, "unconfirmed");
    table.store.fail(Failure::None);
    let mut white = table.player(Color::White).await;
    acked(&white.play("w1", 3, 2, "g1f3").await);
    assert_eq!(table.store.written.load(Ordering::SeqCst), 3, "each move once");
    table.assert_replays().await;
}

#[tokio::test(start_paused = true)]
async fn a_join_can_be_repeated_by_whoever_has_joined_and_by_nobody_else() {
    let store = FailingStore::new();
    let rooms = rooms(&store);
    let (id, invitation) = (super::super::random_id().expect("chance"), secret());
    let mut open = terms(ms(60_000));
    open.seats[Color::Black].player = Player::Open;
    let owner = |color: Color| {
        let secret = if color == Color::Black { invitation.clone() } else { secret() };
        Some(SeatOwner::without_account(secret.hash()))
    };
    rooms.create(open, id.clone(), ByColor::from_fn(owner)).await.expect("a game");
    let join = |secret: &Secret| Join {
        invitation: invitation.clone(),
        secret: secret.clone(),
        name: game::Name::new("Bob").expect("a name"),
        account: None,
    };
    let (bob, eve) = (secret(), secret());
    let code =
        async |secret: &Secret| rooms.join(&id, join(secret)).await.map_err(|error| error.code());
    assert_eq!(
        code(&invitation).await.err(),
        Some(wire::ErrorCode::WrongSecret),
        "not a new secret"
    );
    store.fail(Failure::UnconfirmedOnce);
    for _ in 0..3 {
        let seat = code(&bob).await.expect("his seat");
        assert_eq!((seat.color, seat.secret.hash()), (Color::Black, bob.hash()));
    }
    assert_eq!(code(&eve).await.err(), Some(wire::ErrorCode::WrongSecret));
    assert_eq!(store.written.load(Ordering::SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn clients_that_wait_for_a_game_share_its_room_when_it_could_not_be_opened_at_first() {
    let table = Table::new(ms(60_000)).await;
    table.store.fail(Failure::UnreadableOnce);
    let follow = |color| {
        let (outbox, messages) = outbox();
        let secret = Some(table.secrets[color].clone());
        let follow = Follow { client: ClientKey::Nobody, secret, last_version: None, outbox };
        let (rooms, id) = (table.rooms.clone(), table.id.clone());
        async move { (rooms.follow(&id, &follow).await, messages) }
    };
    let ((first, _), (second, messages)) = tokio::join!(follow(Color::White), follow(Color::White));
    assert!(first.is_err());
    let (room, subscription) = second.expect("it waited, and then opened the game");
    let mut white = Client { clock: table.clock(), room, subscription, messages };
    let mut black = table.player(Color::Black).await;
    acked(&white.play("w0", 1, 0, "e2e4").await);
    black.event("moved").await;
}
