//! What imports would do to a small roster.

use store::{AccountId, PasswordHash};
use wire::roster::{MAX_RATING, MIN_RATING, RosterLanguage};

use super::super::write;
use super::*;

fn account(id: i64, name: &str, role: Role, group: &str, rating: Option<u16>) -> Account {
    Account {
        id: AccountId(id),
        name: Name::new(name).expect("a name"),
        role,
        password: Some(PasswordHash("hash".into())),
        group: GroupName::new(group),
        rating,
        created: Timestamp(0),
    }
}

fn roster() -> Vec<Account> {
    vec![
        account(1, "admin", Role::Admin, "", None),
        account(2, "Anna", Role::Member, "5a", Some(900)),
        account(3, "Ben", Role::Member, "", None),
        account(4, "Olga", Role::Organizer, "staff", None),
    ]
}

fn planned(file: &str, manages_organizers: bool) -> Plan {
    let sheet = Sheet::read(file.as_bytes()).expect("a table");
    plan(&sheet, &roster(), manages_organizers, Timestamp(7))
}

/// An outcome in one word, with the value of an error.
fn word(row: &RosterRow) -> String {
    match &row.outcome {
        RosterOutcome::New {} => "new".into(),
        RosterOutcome::Changed { group, rating } => format!("changed from {group:?} {rating:?}"),
        RosterOutcome::Unchanged {} => "unchanged".into(),
        RosterOutcome::Error { reason, value } => format!("{reason:?} {value}"),
    }
}

#[test]
fn every_row_says_what_would_happen() {
    for (row, expected) in [
        ("Carl;5b;1000", "new"),
        ("ANNA;5a;900", "unchanged"),
        ("Anna;;", "unchanged"),
        ("Anna;6a;", "changed from Some(\"5a\") Some(900)"),
        ("Ben;;700", "changed from None None"),
        ("Olga;staff;", "unchanged"),
        ("Olga;5a;", "AdminOnly Olga"),
        ("Аnna;5a;", "LooksLikeMember Anna"),
        ("admin;5a;", "ReservedName admin"),
        ("Computer (Easy);5a;", "ReservedName Computer (Easy)"),
        (";5a;", "NoName "),
        ("<b>;5a;", "BadCharacter <"),
        ("Dora;5a;99", "BadRating 99"),
        ("Dora;5a;fast", "BadRating fast"),
    ] {
        let plan = planned(&format!("Name;Group;Rating\n{row}\n"), false);
        assert_eq!(word(&plan.rows[0]), expected, "{row}");
        assert_eq!(plan.rows[0].line, 2);
    }
    let long = "x".repeat(33);
    for (row, expected) in [
        (format!("{long};"), "LongName 32".to_owned()),
        (format!("Dora;{long}"), format!("BadGroup {long}")),
        (format!("Dora;{}", "y".repeat(99)), format!("BadGroup {}…", "y".repeat(40))),
    ] {
        assert_eq!(word(&planned(&format!("Name;Group\n{row}"), false).rows[0]), expected);
    }
}

#[test]
fn the_admin_changes_organizers_too() {
    let plan = planned("Name;Group\nOlga;5a", true);
    assert_eq!(word(&plan.rows[0]), "changed from Some(\"staff\") None");
    let (id, details) = &plan.import.update[0];
    assert_eq!((*id, details.role), (AccountId(4), Role::Organizer), "but not their role");
}

#[test]
fn equal_and_look_alike_names_are_errors_of_the_later_row() {
    let plan = planned("Name\nCarl\nDora\ncarl\nСаrl\n", false);
    let words: Vec<_> = plan.rows.iter().map(word).collect();
    assert_eq!(words, ["new", "new", "DuplicateName 2", "DuplicateName 2"]);
    assert!(plan.has_errors());
}

#[test]
fn a_plan_stands_for_what_it_does() {
    let one = planned("Name;Group\nCarl;5b\nAnna;6a\nBen;", false);
    let report = RosterReport { added: 1, changed: 1, unchanged: 1 };
    assert_eq!((one.report(), one.has_errors()), (report, false));
    assert_eq!(one.import.add[0].created, Timestamp(7));
    assert_eq!(one.digest().len(), 2 * DIGEST);
    let same = planned("Klasse,Name\n5b,Carl\n6a,Anna\n,Ben", false);
    assert_eq!(one.digest(), same.digest(), "however the file is written");
    let other = planned("Name;Group\nCarl;5c\nAnna;6a\nBen;", false);
    assert_ne!(one.digest(), other.digest());
}

#[test]
fn what_was_exported_is_read_back_equal() {
    let mut accounts = roster();
    accounts.remove(0);
    for (number, (name, group)) in
        [("-x", "=1+1"), ("'-y", "@home; \"A\""), ("'t Hooft", "a,b"), ("Zoë", "+1"), ("(z)", "-")]
            .into_iter()
            .enumerate()
    {
        let rating = Some(if number % 2 == 0 { MIN_RATING } else { MAX_RATING });
        let id = 10 + i64::try_from(number).expect("few");
        accounts.push(account(id, name, Role::Member, group, rating));
    }
    for language in [RosterLanguage::En, RosterLanguage::De, RosterLanguage::Fr] {
        let file = write(&accounts, language);
        for line in file.lines().skip(1) {
            let is_formula = |cell: &str| cell.trim_matches('"').starts_with(['=', '+', '-', '@']);
            assert!(!line.split([',', ';']).any(is_formula), "{line}");
        }
        let sheet = Sheet::read(file.as_bytes()).expect("a table");
        let plan = plan(&sheet, &accounts, false, Timestamp(7));
        let words: Vec<_> = plan.rows.iter().map(word).collect();
        assert_eq!(words, vec!["unchanged"; accounts.len()], "{file}");
        let fresh = super::plan(&sheet, &[], false, Timestamp(7));
        for (new, old) in fresh.import.add.iter().zip(&accounts) {
            assert_eq!((&new.name, &new.group, new.rating), (&old.name, &old.group, old.rating));
        }
    }
}
