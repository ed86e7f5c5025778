//! Entering, leaving, coming back and being absent.

use competition::aggregate::{AbsenceKind, Actor, Command, CompetitionError, Entrant, Unpaired};

use super::club::{Club, DRAW, WHITE, formats, id, keizer, knockout, name, robin, swiss};

#[test]
fn no_two_entrants_have_the_same_name() {
    let mut club = Club::of(swiss(3), 2);
    for text in ["A", "a", "Ａ", " B "] {
        let error = club.rejects(Command::Enter(Entrant::new(name(text))));
        assert!(matches!(error, CompetitionError::NameTaken(_)), "{text}: {error}");
    }
    let error = club.rejects(Command::Edit { id: id(1), entrant: Entrant::new(name("b")) });
    assert_eq!(error, CompetitionError::NameTaken(name("B")));
    club.order(Command::Edit { id: id(1), entrant: Entrant::new(name("a")) });
    assert_eq!(club.letter_of(id(1)), "a");
}

#[test]
fn nobody_unknown_can_be_spoken_of() {
    let mut club = Club::of(swiss(3), 2);
    let unknown = CompetitionError::UnknownEntrant(id(3));
    for command in [
        Command::Withdraw(id(3)),
        Command::Return(id(3)),
        Command::Edit { id: id(3), entrant: Entrant::new(name("C")) },
        Command::AnnounceAbsence { id: id(3), round: 1, kind: AbsenceKind::ZeroPoint },
        Command::CancelAbsence { id: id(3), round: 1 },
    ] {
        assert_eq!(club.rejects(command), unknown);
    }
    assert_eq!(club.ask(Actor::Player(id(3)), Command::Withdraw(id(3))), Err(unknown));
    assert_eq!(club.rejects(Command::Return(id(0))), CompetitionError::UnknownEntrant(id(0)));
}

#[test]
fn late_entrants_are_paired_from_the_next_round_on() {
    for format in [swiss(3), keizer(3)] {
        let mut club = Club::of(format, 4);
        club.pair();
        let late = club.enter("Late", Some(2500));
        club.finish_round(DRAW);
        club.enter("Later", None);
        club.pair();
        assert!(club.pairs(2).contains("Late"), "{}", club.pairs(2));
        let first = club.competition.round(1).unwrap();
        assert_eq!(first.unpaired(late), None);
        assert!(first.boards.iter().all(|board| board.color_of(late).is_none()));
    }
}

#[test]
fn nobody_enters_a_round_robin_or_knockout_that_has_begun() {
    for format in [robin(), knockout()] {
        let mut club = Club::of(format, 4);
        club.pair();
        let enter = Command::Enter(Entrant::new(name("Late")));
        assert_eq!(club.rejects(enter.clone()), CompetitionError::EntryClosed);
        club.order(Command::RemovePairing);
        club.order(enter);
        club.pair();
        assert!(club.competition.round(1).unwrap().boards.len() + 1 >= 2);
    }
}

#[test]
fn who_has_withdrawn_is_not_paired_until_they_come_back() {
    for format in [swiss(5), keizer(5)] {
        let mut club = Club::of(format, 5);
        club.order(Command::Withdraw(id(2)));
        assert_eq!(
            club.rejects(Command::Withdraw(id(2))),
            CompetitionError::AlreadyWithdrawn(id(2))
        );
        club.pair();
        assert!(!club.pairs(1).contains('B'));
        let first = club.competition.round(1).unwrap();
        assert_eq!(first.unpaired(id(2)), Some(Unpaired::Withdrawn));
        club.finish_round(WHITE);
        club.order(Command::Return(id(2)));
        assert_eq!(club.rejects(Command::Return(id(2))), CompetitionError::NotWithdrawn(id(2)));
        club.pair();
        let second = club.competition.round(2).unwrap();
        let has_bye = second.unpaired(id(2)) == Some(Unpaired::Bye);
        assert!(club.pairs(2).contains('B') || has_bye);
    }
}

#[test]
fn absences_are_those_of_the_format() {
    use AbsenceKind::{ClubDuty, Excused, FullPoint, HalfPoint, Unexcused, ZeroPoint};
    let all = [FullPoint, HalfPoint, ZeroPoint, ClubDuty, Excused, Unexcused];
    for (format, fitting) in [
        (swiss(3), vec![FullPoint, HalfPoint, ZeroPoint]),
        (keizer(3), vec![ClubDuty, Excused, Unexcused]),
        (robin(), vec![ZeroPoint]),
        (knockout(), vec![ZeroPoint]),
    ] {
        let mut club = Club::of(format, 4);
        for kind in all {
            let command = Command::AnnounceAbsence { id: id(1), round: 2, kind };
            let expected = if fitting.contains(&kind) {
                Ok(())
            } else {
                Err(CompetitionError::AbsenceNotInFormat)
            };
            assert_eq!(club.ask(Actor::Organizer, command).map(drop), expected, "{kind:?}");
        }
    }
}

#[test]
fn an_absence_is_for_a_round_that_is_not_paired_yet() {
    let mut club = Club::of(swiss(3), 5);
    let absent =
        |round| Command::AnnounceAbsence { id: id(1), round, kind: AbsenceKind::HalfPoint };
    assert_eq!(club.rejects(absent(0)), CompetitionError::RoundPaired(0));
    assert_eq!(club.rejects(absent(4)), CompetitionError::UnknownRound(4));
    assert_eq!(club.order(absent(1)).len(), 1);
    assert_eq!(club.order(absent(1)).len(), 0, "said already");
    club.pair();
    let first = club.competition.round(1).unwrap();
    assert_eq!(first.unpaired(id(1)), Some(Unpaired::Absent(AbsenceKind::HalfPoint)));
    assert_eq!(club.rejects(absent(1)), CompetitionError::RoundPaired(1));
    let cancel = |round| Command::CancelAbsence { id: id(1), round };
    assert_eq!(club.rejects(cancel(1)), CompetitionError::RoundPaired(1));
    let none = CompetitionError::NoAbsence { id: id(1), round: 2 };
    assert_eq!(club.rejects(cancel(2)), none);
    club.order(absent(2));
    club.order(cancel(2));
    club.finish_round(DRAW);
    club.pair();
    assert!(club.competition.round(2).unwrap().unpaired(id(1)).is_none());
}

#[test]
fn players_take_only_as_many_half_point_byes_as_the_settings_allow() {
    let mut club = Club::of(swiss(5), 5);
    let absent = |round, kind| Command::AnnounceAbsence { id: id(1), round, kind };
    let player = Actor::Player(id(1));
    club.ask(player, absent(1, AbsenceKind::HalfPoint)).unwrap();
    assert_eq!(club.ask(player, absent(1, AbsenceKind::HalfPoint)), Ok(vec![]));
    let none_left = Err(CompetitionError::NoHalfPointByeLeft(1));
    assert_eq!(club.ask(player, absent(2, AbsenceKind::HalfPoint)), none_left);
    club.pair();
    club.finish_round(DRAW);
    assert_eq!(club.ask(player, absent(2, AbsenceKind::HalfPoint)), none_left);
    assert_eq!(
        club.ask(player, absent(2, AbsenceKind::FullPoint)),
        Err(CompetitionError::NotAllowed)
    );
    club.ask(player, absent(2, AbsenceKind::ZeroPoint)).unwrap();
    club.order(absent(2, AbsenceKind::HalfPoint));
}

#[test]
fn who_is_absent_from_a_round_robin_or_knockout_loses_by_forfeit() {
    use competition::aggregate::BoardResult::{DoubleForfeit, ForfeitWin};
    for format in [robin(), knockout()] {
        let mut club = Club::of(format, 4);
        for player in [1, 2, 3] {
            let kind = AbsenceKind::ZeroPoint;
            club.order(Command::AnnounceAbsence { id: id(player), round: 1, kind });
        }
        club.pair();
        assert_eq!(
            club.pairs(1),
            if club.competition.planned_rounds() == 3 { "AD BC" } else { "AD CB" }
        );
        let results: Vec<_> = club.competition.boards().map(|(_, board)| board.result()).collect();
        assert_eq!(results, [Some(ForfeitWin(chess::Color::Black)), Some(DoubleForfeit)]);
        club.order(Command::RemovePairing);
    }
}

#[test]
fn entrants_are_numbered_by_rating_title_and_name() {
    let mut club = Club::new(swiss(9));
    for (text, rating) in [
        ("Zoe", Some(1500)),
        ("Max", None),
        ("Ann", Some(1500)),
        ("Top", Some(1900)),
        ("Abe", None),
    ] {
        club.enter(text, rating);
    }
    let titled = Entrant {
        rating: Some(1500),
        title: Some(competition::Title::Wcm),
        ..Entrant::new(name("Wanda"))
    };
    club.order(Command::Enter(titled));
    assert_eq!(numbers(&club), "Top Wanda Ann Zoe Abe Max");
    for index in 0..6 {
        club.enter(&format!("X{index}"), Some(100));
    }
    for round in 1..=4 {
        club.pair();
        if round < 4 {
            club.finish_round(DRAW);
        }
    }
    club.enter("Late", Some(2800));
    assert_eq!(numbers(&club), "Top Wanda Ann Zoe X0 X1 X2 X3 X4 X5 Abe Max Late");
}

fn numbers(club: &Club) -> String {
    let mut numbers: Vec<_> = club.competition.starting_numbers().collect();
    numbers.sort_by_key(|(_, number)| *number);
    let names: Vec<_> = numbers.iter().map(|(id, _)| club.letter_of(*id)).collect();
    names.join(" ")
}

#[test]
fn an_edit_changes_the_entrant_and_nothing_else() {
    for format in formats() {
        let mut club = Club::of(format, 4);
        club.pair();
        let pairs = club.pairs(1);
        let entrant = Entrant { group: Some(name("4b")), ..Entrant::new(name("D")) };
        club.order(Command::Edit { id: id(4), entrant: entrant.clone() });
        assert_eq!(club.competition.entrant(id(4)), Some(&entrant));
        assert_eq!(club.pairs(1), pairs);
        assert_eq!(club.order(Command::Edit { id: id(4), entrant }), []);
    }
}
