//! What must hold whatever people do.

use std::collections::BTreeSet;

use chess::Color;
use competition::aggregate::{
    AbsenceKind, Actor, Board, BoardNumber, BoardResult, Command, Competition, Entrant, EntrantId,
    Event, Format, Round, Settings, Unpaired,
};
use competition::trf::{self, Edition};
use competition::{Bye, Crosstable, Entry, GameResult};
use game::GameId;
use proptest::prelude::*;
use proptest::sample::select;

use super::club::{Club, formats, letter, name};

fn any_id() -> impl Strategy<Value = EntrantId> {
    prop_oneof![20 => 0..10_u16, 1 => Just(u16::MAX)].prop_map(EntrantId)
}

fn any_number() -> impl Strategy<Value = u16> {
    prop_oneof![20 => 0..6_u16, 1 => Just(u16::MAX)]
}

fn any_board() -> impl Strategy<Value = BoardNumber> {
    (any_number(), any_number()).prop_map(|(round, board)| BoardNumber { round, board })
}

fn any_result() -> impl Strategy<Value = BoardResult> {
    select(vec![
        BoardResult::WHITE_WINS,
        BoardResult::BLACK_WINS,
        BoardResult::Draw,
        BoardResult::ForfeitWin(Color::White),
        BoardResult::ForfeitWin(Color::Black),
        BoardResult::DoubleForfeit,
        BoardResult::DoubleLoss,
        BoardResult::DrawOnlyFor(Color::Black),
    ])
}

fn any_kind() -> impl Strategy<Value = AbsenceKind> {
    select(vec![
        AbsenceKind::FullPoint,
        AbsenceKind::HalfPoint,
        AbsenceKind::ZeroPoint,
        AbsenceKind::ClubDuty,
        AbsenceKind::Excused,
        AbsenceKind::Unexcused,
    ])
}

fn any_actor() -> impl Strategy<Value = Actor> {
    prop_oneof![
        6 => Just(Actor::Organizer),
        3 => any_id().prop_map(Actor::Player),
        1 => Just(Actor::Server),
    ]
}

fn any_format() -> impl Strategy<Value = Format> {
    select(formats().to_vec())
}

fn any_entrant() -> impl Strategy<Value = Entrant> {
    (0..12_usize, proptest::option::of(1000..1010_u16))
        .prop_map(|(index, rating)| Entrant { rating, ..Entrant::new(name(&letter(index))) })
}

fn any_command() -> impl Strategy<Value = Command> {
    let settings = any_format().prop_map(|format| Box::new(Settings::new(name("Cup"), format)));
    let game = select(vec!["aaaaaaaaaa", "bbbbbbbbbb"]).prop_map(|id| GameId::new(id).unwrap());
    prop_oneof![
        1 => settings.prop_map(Command::ChangeSettings),
        6 => any_entrant().prop_map(Command::Enter),
        1 => (any_id(), any_entrant()).prop_map(|(id, entrant)| Command::Edit { id, entrant }),
        2 => any_id().prop_map(Command::Withdraw),
        2 => any_id().prop_map(Command::Return),
        3 => (any_id(), any_number(), any_kind())
            .prop_map(|(id, round, kind)| Command::AnnounceAbsence { id, round, kind }),
        1 => (any_id(), any_number()).prop_map(|(id, round)| Command::CancelAbsence { id, round }),
        1 => (any_id(), any_id()).prop_map(|(one, other)| Command::ForbidPair(one, other)),
        1 => (any_id(), any_id()).prop_map(|(one, other)| Command::AllowPair(one, other)),
        8 => Just(Command::PairRound),
        1 => (proptest::collection::vec((any_id(), any_id()), 0..4), proptest::option::of(any_id()))
            .prop_map(|(pairs, bye)| Command::PairByHand { pairs, bye }),
        1 => Just(Command::RemovePairing),
        2 => (any_id(), any_id()).prop_map(|(first, second)| Command::Exchange { first, second }),
        6 => (any_board(), any_result())
            .prop_map(|(board, result)| Command::Report { board, result }),
        12 => (any_board(), any_result())
            .prop_map(|(board, result)| Command::SetResult { board, result }),
        1 => any_board().prop_map(Command::ClearResult),
        2 => (any_board(), any_id())
            .prop_map(|(board, winner)| Command::DecideMatch { board, winner }),
        1 => (any_board(), game).prop_map(|(board, game)| Command::LinkGame { board, game }),
        1 => Just(Command::Finish),
        1 => Just(Command::Reopen),
    ]
}

/// A step of a random evening: a command, or all open results at once so that it gets on.
#[derive(Clone, Debug)]
enum Step {
    Ask(Actor, Command),
    FinishRound(BoardResult),
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        5 => (any_actor(), any_command()).prop_map(|(actor, command)| Step::Ask(actor, command)),
        1 => any_result().prop_map(Step::FinishRound),
    ]
}

/// True where two players meet at most once.
fn meets_once(competition: &Competition) -> bool {
    matches!(
        competition.settings().format,
        Format::RoundRobin { double: false, .. } | Format::Swiss { .. }
    )
}

fn pairs(round: &Round) -> impl Iterator<Item = BTreeSet<EntrantId>> {
    round.boards.iter().map(pair)
}

fn played_pairs(round: &Round) -> impl Iterator<Item = BTreeSet<EntrantId>> {
    round.boards.iter().filter(|board| board.is_played()).map(pair)
}

/// Those with the pairing-allocated bye.
fn byes(round: &Round) -> impl Iterator<Item = EntrantId> {
    let byes = round.unpaired.iter().filter(|(_, why)| *why == Unpaired::Bye);
    byes.map(|(id, _)| *id)
}

fn pair(board: &Board) -> BTreeSet<EntrantId> {
    board.players.iter().map(|(_, id)| *id).collect()
}

/// Plays the steps; whatever is rejected is rejected.
fn evening(format: Format, players: usize, steps: &[Step]) -> Club {
    let mut club = Club::of(format, players);
    for step in steps {
        match step.clone() {
            Step::Ask(actor, command) => drop(club.ask(actor, command)),
            Step::FinishRound(result) => {
                if !club.competition.is_finished() {
                    let open =
                        club.competition.boards().filter(|(_, board)| board.settled.is_none());
                    for board in open.map(|(number, _)| number).collect::<Vec<_>>() {
                        let _ = club.ask(Actor::Organizer, Command::SetResult { board, result });
                    }
                }
            }
        }
    }
    club
}

fn any_evening() -> impl Strategy<Value = Club> {
    (any_format(), 0..9_usize, proptest::collection::vec(any_step(), 0..60))
        .prop_map(|(format, players, steps)| evening(format, players, &steps))
}

impl std::fmt::Debug for Club {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_list().entries(self.log.iter().map(|record| &record.event)).finish()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_log_replays_to_the_same_competition(club in any_evening()) {
        prop_assert_eq!(Competition::replay(club.log.clone()), Ok(club.competition));
    }

    #[test]
    fn everybody_has_one_place_in_a_round_and_in_the_standings(club in any_evening()) {
        let competition = &club.competition;
        for round in competition.rounds() {
            let pairs: BTreeSet<BTreeSet<EntrantId>> = pairs(round).collect();
            let mut everybody: Vec<EntrantId> = pairs.into_iter().flatten().collect();
            everybody.extend(round.unpaired.iter().map(|(id, _)| *id));
            let distinct: BTreeSet<_> = everybody.iter().collect();
            prop_assert_eq!(distinct.len(), everybody.len());
        }
        let standings = competition.standings();
        let listed: BTreeSet<_> = standings.iter().map(|standing| standing.entrant).collect();
        prop_assert_eq!(listed.len(), standings.len());
        prop_assert!(standings.is_sorted_by_key(|standing| standing.place));
    }

    // A forfeit may be repeated, and a later correction can turn it into a game: what counts is
    // what was known when the round was paired. By hand the organizer may pair as they like.
    #[test]
    fn nobody_meets_or_has_the_bye_twice_in_a_swiss_or_round_robin(
        format in select(formats()[..3].to_vec()),
        players in 2..9_usize,
        steps in proptest::collection::vec(any_step(), 0..60),
    ) {
        let by_hand = |step: &Step| matches!(step, Step::Ask(_, Command::PairByHand { .. }));
        let steps: Vec<Step> = steps.into_iter().filter(|step| !by_hand(step)).collect();
        let log = evening(format, players, &steps).log;
        let mut competition = Competition::replay(log[..1].to_vec()).unwrap();
        for record in &log[1..] {
            competition.apply(record).unwrap();
            let is_paired =
                matches!(record.event, Event::RoundPaired { .. } | Event::Exchanged { .. });
            if is_paired && meets_once(&competition) {
                let (last, earlier) = competition.rounds().split_last().unwrap();
                let met: BTreeSet<_> = earlier.iter().flat_map(played_pairs).collect();
                prop_assert!(pairs(last).all(|pair| !met.contains(&pair)), "{:?}", last);
                let had: BTreeSet<_> = earlier.iter().flat_map(byes).collect();
                prop_assert!(byes(last).all(|id| !had.contains(&id)), "{:?}", last);
            }
        }
    }

    #[test]
    fn points_are_conserved(club in any_evening()) {
        let table = club.competition.crosstable();
        let values = table.point_values;
        let total: i32 = table.players.iter().map(|player| table.points(player).tenths()).sum();
        let boards: i32 = club.competition.boards().filter_map(|(_, board)| board.result())
            .map(|result| match result {
                BoardResult::Draw => 2 * values.draw.tenths(),
                BoardResult::DrawOnlyFor(_) => (values.draw + values.loss).tenths(),
                BoardResult::DoubleLoss => 2 * values.loss.tenths(),
                BoardResult::DoubleForfeit => 2 * values.forfeit_loss.tenths(),
                _ => values.win.tenths(),
            })
            .sum();
        let byes: i32 = club.competition.rounds().iter().flat_map(|round| &round.unpaired)
            .map(|(_, why)| match why {
                Unpaired::Bye => values.pairing_allocated_bye.tenths(),
                Unpaired::Absent(AbsenceKind::FullPoint) => values.win.tenths(),
                Unpaired::Absent(AbsenceKind::HalfPoint) => values.draw.tenths(),
                _ => 0,
            })
            .sum();
        prop_assert_eq!(total, boards + byes);
    }

    #[test]
    fn the_crosstable_agrees_with_itself(club in any_evening()) {
        let table = club.competition.crosstable();
        for player in &table.players {
            for (round, entry) in player.entries.iter().enumerate() {
                let Entry::Game(game) = entry else { continue };
                let opponent = table.player(game.opponent).unwrap();
                let Entry::Game(other) = opponent.entries[round] else { panic!("{entry:?}") };
                prop_assert_eq!(other.opponent, player.number);
                prop_assert_ne!(other.color, game.color);
                let is_pending = |result| result == GameResult::Pending;
                prop_assert_eq!(is_pending(other.result), is_pending(game.result));
            }
        }
        prop_assert!(table.absences.iter().all(|absence| absence.bye != Bye::PairingAllocated));
    }

    #[test]
    fn standings_do_not_depend_on_the_order_of_results(
        format in any_format(),
        players in 2..9_usize,
        results in proptest::collection::vec(any_result(), 40),
        shuffle in proptest::collection::vec(any::<u16>(), 40),
    ) {
        let mut club = Club::of(format, players);
        club.pair();
        let rounds = 1 + u16::from(club.competition.planned_rounds() > 1);
        let settle = |club: &mut Club, order: &dyn Fn(usize) -> usize| {
            let mut open: Vec<_> = club.competition.boards()
                .filter(|(_, board)| board.settled.is_none())
                .map(|(number, _)| number)
                .zip(results.iter().copied())
                .collect();
            let keys: Vec<usize> = (0..open.len()).map(order).collect();
            let mut indexed: Vec<_> = keys.into_iter().zip(open.drain(..)).collect();
            indexed.sort_by_key(|(key, _)| *key);
            for (_, (board, result)) in indexed {
                club.order(Command::SetResult { board, result });
            }
        };
        let mut other = Club::of(club.competition.settings().format.clone(), players);
        other.pair();
        for round in 1..=rounds {
            settle(&mut club, &|index| index);
            settle(&mut other, &|index| usize::from(shuffle[index]));
            prop_assert_eq!(club.competition.standings(), other.competition.standings());
            if round < rounds && club.ask(Actor::Organizer, Command::PairRound).is_ok() {
                other.pair();
                prop_assert_eq!(club.pairs(2), other.pairs(2));
            }
        }
    }

    #[test]
    fn removing_a_pairing_restores_the_state(mut club in any_evening()) {
        let _ = club.ask(Actor::Organizer, Command::Reopen);
        let before = club.state();
        if club.ask(Actor::Organizer, Command::PairRound).is_ok() {
            club.order(Command::RemovePairing);
            prop_assert_eq!(club.state(), before);
        }
    }

    #[test]
    fn no_record_of_another_competition_makes_a_replay_panic(
        club in any_evening(),
        other in any_evening(),
    ) {
        let mut competition = club.competition;
        for record in other.log {
            let before = competition.clone();
            let next = competition.record(record.event, record.at);
            if competition.apply(&next).is_err() {
                prop_assert_eq!(&competition, &before);
            }
            let _ = (competition.standings(), competition.crosstable());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_report_reads_back_as_the_crosstable(club in any_evening()) {
        // A knockout can have a round to which nobody came; a report cannot.
        let is_knockout = matches!(club.competition.settings().format, Format::Knockout { .. });
        if is_knockout || club.competition.registrations().count() == 0 {
            return Ok(());
        }
        let report = club.competition.report();
        for edition in [Edition::Trf16, Edition::Trf26] {
            let text = trf::write(&report, edition);
            let read = trf::read(&text).map(|read| sorted(read.crosstable));
            prop_assert_eq!(read, Ok(sorted(report.crosstable.clone())), "{}", text);
        }
    }
}

/// A crosstable whose announcements are in a fixed order.
fn sorted(mut table: Crosstable) -> Crosstable {
    table.virtual_points.sort_by_key(|given| (given.first_player, given.first_round));
    table.absences.sort_by_key(|absence| (absence.round, absence.player));
    table
}
