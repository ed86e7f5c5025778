//! Reading and writing of report files.

use competition::trf::{self, Edition, Report};
use competition::{Crosstable, PlayerNumber, Points};
use proptest::prelude::*;

use crate::recorded;

/// What pairings and tie-breaks depend on. Editions write bans and virtual points differently.
fn meaning(report: &Report) -> impl PartialEq + std::fmt::Debug {
    let table = &report.crosstable;
    let rounds = table.planned_rounds.unwrap_or(9);
    let bans: Vec<_> = (1..=rounds).map(|round| bans(table, round)).collect();
    let points: Vec<Vec<Points>> = (1..=rounds)
        .map(|round| {
            let players = table.players.iter();
            players.map(|player| table.virtual_points_in(player.number, round)).collect()
        })
        .collect();
    (
        table.players.clone(),
        (table.planned_rounds, table.initial_color, table.point_values),
        table.absences.clone(),
        (bans, points),
        report.records.clone(),
    )
}

fn bans(table: &Crosstable, round: usize) -> Vec<Vec<PlayerNumber>> {
    let bans = table.forbidden.iter();
    bans.filter(|ban| (ban.first_round..=ban.last_round).contains(&round))
        .map(|ban| ban.players.clone())
        .collect()
}

// req: C8
#[test]
fn recorded_reports_survive_writing_in_both_editions() {
    for file in ["swiss.trf", "swiss-rare.trf", "tie-breaks.trf"] {
        for recorded in recorded::reports(file) {
            let report = trf::read(&recorded.text).expect("a report");
            for edition in [Edition::Trf16, Edition::Trf26] {
                let written = trf::write(&report, edition);
                let again = trf::read(&written).expect("what is written can be read");
                assert!(meaning(&again) == meaning(&report), "{} {edition:?}", recorded.name);
                assert_eq!(trf::write(&again, edition), written, "{}", recorded.name);
                let windows = written.replace('\n', "\r\n");
                assert_eq!(trf::read(&windows).as_ref(), Ok(&again));
                assert_eq!(trf::read(&written.replace('\n', "\r")), Ok(again));
            }
        }
    }
}

/// A line of a player with some cells.
fn player(number: usize, points: &str, cells: &str) -> String {
    format!(
        "001 {number:>4}      {:<33} 2000                            {points:>4}    1  {cells}\n",
        "P"
    )
}

// req: C8
#[test]
fn bad_reports_are_refused_with_line_and_columns() {
    let two = player(1, "1.0", "   2 w 1") + &player(2, "0.0", "   1 b 0");
    let no_number = "starting number from 1 to 9999";
    let table = [
        (String::new(), "line 1: the report has no player (no line begins with 001)".into()),
        ("012 Name\n".into(), "line 1: the report has no player (no line begins with 001)".into()),
        (player(0, "", ""), format!("line 1: columns 5-8 have \"0\"; expected a {no_number}")),
        (two.clone() + &player(2, "0.0", ""), "line 3: starting number 2 is already taken".into()),
        (player(1, "1.0", "   7 w 1"), "line 1: there is no player 7".into()),
        (
            player(1, "1.0", "   2 w 1") + &player(2, "0.0", "   1 w 0"),
            "line 1: round 1: player 1 and player 2 have the same color".into(),
        ),
        (
            player(1, "1.0", "   2 w 1") + &player(2, "1.0", "   1 b 1"),
            "line 1: round 1: player 1 and player 2 have results that cannot both be true".into(),
        ),
        (
            player(1, "1.0", "   2 w 1") + &player(2, "0.0", "0000 - Z"),
            "line 1: round 1: player 1 and player 2 are not paired by both of their lines".into(),
        ),
        (
            player(1, "1.0", "   1 w 1"),
            "line 1: round 1: player 1 and player 1 are the same".into(),
        ),
        (
            player(1, "2.0", "   2 w 1") + &player(2, "0.0", "   1 b 0"),
            "line 1: player 1 has 2.0 points, but the results give 1.0".into(),
        ),
        (
            player(1, "1.0", "   2 x 1"),
            "line 1: columns 97-97 have \"x\"; expected w, b or -".into(),
        ),
        (
            player(1, "1.0", "   2 w ?"),
            "line 1: columns 99-99 have \"?\"; expected one of 1 = 0 W D L + - or nothing".into(),
        ),
        (
            player(1, "0.5", "0000 - ="),
            "line 1: columns 99-99 have \"=\"; expected H, F, U, Z, + or -, as there is no \
             opponent"
                .into(),
        ),
        (
            two.clone() + "142 0\n",
            "line 3: columns 4-5 have \"0\"; expected a round from 1 to 200".into(),
        ),
        (two.clone() + "152 green\n", "line 3: columns 5-9 have \"green\"; expected W or B".into()),
        (
            two.clone() + "240 X 002 0001\n",
            "line 3: columns 5-5 have \"X\"; expected F, H or Z".into(),
        ),
        (two.clone() + "XXP 1 9\n", "line 3: there is no player 9".into()),
        (
            two.clone() + "XXP 1 two\n",
            "line 3: columns 5-9 have \"1 two\"; expected starting numbers from 1 to 9999".into(),
        ),
        (
            two + "162  W 1.0    Q 2.0\n",
            "line 3: columns 15-15 have \"Q\"; expected one of W D L A P X".into(),
        ),
        (player(1, "", &"0000 - Z  ".repeat(201)), "line 1: more than 200 rounds".into()),
    ];
    for (text, message) in table {
        let error = trf::read(&text).expect_err(&text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

// req: C8
#[test]
fn absences_can_be_announced_in_four_ways() {
    let games = |first: &str, second: &str| {
        player(1, "1.0", &format!("   2 w 1  {first}"))
            + &player(2, "0.0", &format!("   1 b 0  {second}"))
    };
    for text in [
        games("0000 - Z", ""),
        games("", "") + "240 Z 002 0001\n",
        games("", "") + "XXZ 1\n",
        games("0000 - Z", "") + "240 Z 002 0001\n",
    ] {
        let table = trf::read(&text).expect("a report").crosstable;
        assert_eq!(table.paired_rounds(), 1);
        let absences: Vec<_> =
            table.absences.iter().map(|absence| (absence.round, absence.player.get())).collect();
        assert_eq!(absences, [(2, 1)], "{text}");
    }
}

// req: C8
#[test]
fn baku_acceleration_follows_from_the_system_alone() {
    let players: String = (1..=10).map(|number| player(number, "0.0", "")).collect();
    let table = trf::read(&format!("{players}142 9\n192 FIDE_DUTCH_BAKU\n")).unwrap().crosstable;
    let number = |number| PlayerNumber::new(number).unwrap();
    let given =
        |round| [1, 6, 7].map(|player| table.virtual_points_in(number(player), round).to_string());
    assert_eq!(given(1), ["1.0", "1.0", "0.0"]);
    assert_eq!(given(3), ["1.0", "1.0", "0.0"]);
    assert_eq!(given(4), ["0.5", "0.5", "0.0"]);
    assert_eq!(given(6), ["0.0", "0.0", "0.0"]);
}

// req: C8
#[test]
fn virtual_points_of_neighbors_are_one_record_of_the_newer_edition() {
    let players: String = (1..=4).map(|number| player(number, "0.0", "")).collect();
    let accelerated = "XXA    1  1.0  1.0  0.5\nXXA    2  1.0  1.0  0.5\nXXA    4  0.5\n";
    let report = trf::read(&(players + accelerated)).unwrap();
    let written = trf::write(&report, Edition::Trf26);
    let records: Vec<&str> = written.lines().filter(|line| line.starts_with("250")).collect();
    assert_eq!(
        records,
        [
            "250       0.5 001 001 0004 0004",
            "250       1.0 001 002 0001 0002",
            "250       0.5 003 003 0001 0002",
        ]
    );
    assert!(trf::write(&report, Edition::Trf16).contains(accelerated));
}

// req: C8
#[test]
fn names_of_other_alphabets_and_old_encodings_are_read() {
    let line = player(1, "0.0", "").replacen('P', "Ö", 1);
    let table = trf::read(&trf::decode(line.as_bytes())).unwrap().crosstable;
    assert_eq!(table.players[0].name, "Ö");
    let old: Vec<u8> = line.chars().map(|letter| letter as u8).collect();
    assert_eq!(trf::read(&trf::decode(&old)).unwrap().crosstable, table);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    // req: C8
    #[test]
    fn no_text_causes_a_panic(text in "[ -~\n\u{e4}]{0,300}") {
        let _ = trf::read(&text);
    }

    // req: C8
    #[test]
    fn a_damaged_report_is_refused_or_can_be_written(
        choice in any::<prop::sample::Index>(),
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..4),
    ) {
        let reports = recorded::reports("tie-breaks.trf");
        let mut letters: Vec<char> = choice.get(&reports).text.chars().collect();
        for (place, letter) in damages {
            let place = place.index(letters.len());
            letters[place] = letter;
        }
        if let Ok(report) = trf::read(&letters.into_iter().collect::<String>()) {
            for edition in [Edition::Trf16, Edition::Trf26] {
                let again = trf::read(&trf::write(&report, edition));
                prop_assert!(again.is_ok_and(|again| meaning(&again) == meaning(&report)));
            }
        }
    }
}
