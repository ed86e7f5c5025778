//! The promise of the lobby, tried with random steps.

use std::collections::BTreeMap;

use chess::{ByColor, Color};
use game::GameId;
use proptest::prelude::*;
use store::AccountId;

use super::super::offers::Outcome;
use super::super::state::{OfferId, RatingRange};
use super::{NAMES, TestLobby, asker, at, game, lot, name, offer, terms};

/// Something that happens in the lobby.
#[derive(Clone, Debug)]
enum Step {
    Hear(usize),
    Challenge(usize, usize, Option<Color>),
    Accept(usize, usize),
    Decline(usize, usize),
    Seek(usize),
    Join(usize, usize),
    Seat(usize, usize),
    JoinBoard(usize),
    LeaveBoard(usize),
    End(usize),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let who = 0..NAMES.len();
    let color = prop_oneof![Just(None), Just(Some(Color::White)), Just(Some(Color::Black))];
    let index = 0..8_usize;
    prop_oneof![
        who.clone().prop_map(Step::Hear),
        (who.clone(), who.clone(), color).prop_map(|(a, b, color)| Step::Challenge(a, b, color)),
        (who.clone(), index.clone()).prop_map(|(a, i)| Step::Accept(a, i)),
        (who.clone(), index.clone()).prop_map(|(a, i)| Step::Decline(a, i)),
        who.clone().prop_map(Step::Seek),
        (who.clone(), index.clone()).prop_map(|(a, i)| Step::Join(a, i)),
        (who.clone(), who.clone()).prop_map(|(a, b)| Step::Seat(a, b)),
        who.clone().prop_map(Step::JoinBoard),
        who.clone().prop_map(Step::LeaveBoard),
        index.prop_map(Step::End),
        (0..50_u64).prop_map(Step::Wait),
    ]
}

proptest! {
    /// Whatever happens in whichever order, the lobby starts a game only for two different members
    /// who play none, and every offer leads to one game at most.
    #[test]
    fn nobody_gets_into_two_games(steps in prop::collection::vec(step(), 1..120)) {
        let mut lobby = TestLobby::new();
        let (mut now, mut ids) = (0, 0_u8);
        let mut games: BTreeMap<GameId, [AccountId; 2]> = BTreeMap::new();
        let nth = |keys: Vec<OfferId>, index: usize| {
            let count = keys.len().max(1);
            keys.into_iter().nth(index % count).unwrap_or_else(|| offer("none"))
        };
        for step in steps {
            ids = ids.wrapping_add(1);
            let id = offer(&format!("o{ids}"));
            let busy: Vec<AccountId> = lobby.playing.keys().copied().collect();
            let open_before = lobby.seeks.values().filter(|seek| seek.is_open()).count()
                + lobby.challenges.values().filter(|one| one.is_open()).count();
            let who = |index: usize| asker(NAMES[index]);
            let outcome = match step.clone() {
                Step::Hear(a) => { lobby.hear(&who(a), at(now)); None }
                Step::Challenge(a, b, color) => {
                    let (to, terms) = (name(NAMES[b]), terms(color));
                    lobby.challenge(id, &who(a), &to, terms, lot(ids), at(now)).ok()
                }
                Step::Accept(a, i) => {
                    let id = nth(lobby.challenges.keys().cloned().collect(), i);
                    lobby.accept(&id, &who(a), lot(ids), at(now)).ok()
                }
                Step::Decline(a, i) => {
                    let id = nth(lobby.challenges.keys().cloned().collect(), i);
                    let _ = lobby.decline(&id, who(a).id, at(now));
                    None
                }
                Step::Seek(a) => {
                    lobby.seek(id, &who(a), terms(None), RatingRange::default(), at(now)).ok()
                }
                Step::Join(a, i) => {
                    let id = nth(lobby.seeks.keys().cloned().collect(), i);
                    lobby.join_seek(&id, &who(a), None, lot(ids), at(now)).ok()
                }
                Step::Seat(a, b) => {
                    let pair = ByColor::new(name(NAMES[a]), name(NAMES[b]));
                    let seated = lobby.seat(id, vec![(pair, game(ids))], None, at(now));
                    seated.ok().and_then(|(_, pairings)| pairings.into_iter().next())
                        .map(Outcome::Starts)
                }
                Step::JoinBoard(a) => {
                    let own = games.iter().find(|(_, players)| players.contains(&who(a).id));
                    if let Some((game, _)) = own { lobby.join_board(who(a).id, game, at(now)); }
                    None
                }
                Step::LeaveBoard(a) => {
                    let playing = lobby.game(who(a).id).map(|playing| playing.game.clone());
                    if let Some(game) = playing { lobby.leave_board(who(a).id, &game, at(now)); }
                    None
                }
                Step::End(i) => {
                    let count = games.len().max(1);
                    if let Some(game) = games.keys().nth(i % count).cloned() {
                        lobby.end_game(&game);
                        games.remove(&game);
                    }
                    None
                }
                Step::Wait(seconds) => { now += seconds; lobby.expire(at(now)); None }
            };
            if let Some(Outcome::Starts(pairing)) = outcome {
                let players = [Color::White, Color::Black].map(|c| pairing.players[c].0);
                prop_assert_ne!(players[0], players[1]);
                for player in players {
                    prop_assert!(!busy.contains(&player), "{:?} {:?}", player, step);
                    let offers = lobby.challenges.values().filter(|one| one.is_open());
                    let mut offers = offers.filter(|one| one.from == player || one.to == player);
                    prop_assert!(offers.next().is_none());
                    prop_assert!(!lobby.seeks.values().any(|s| s.is_open() && s.by == player));
                }
                let open = lobby.seeks.values().filter(|seek| seek.is_open()).count()
                    + lobby.challenges.values().filter(|one| one.is_open()).count();
                prop_assert!(open <= open_before);
                games.insert(pairing.game, players);
            }
        }
    }
}
