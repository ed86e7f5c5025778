//! The roster of a club: members, spreadsheets and cards.

use std::fmt::Write;
use std::sync::Arc;

use serde_json::{Value, json};
use server::Config;
use server::config::Limits;
use store::{DataDirectory, Sqlite};

use super::server::{Answer, Running, password, with_admin};

/// What the roster says, as `name group rating`.
async fn roster(server: &Running, admin: &str) -> Vec<String> {
    let members = server.send("GET", "/api/members", admin, "").await.json();
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let row = |member: &Value| {
        let rating = member["rating"].as_u64().map_or("-".to_owned(), |rating| rating.to_string());
        format!("{} {} {rating}", text(&member["name"]), text(&member["group"]))
    };
    members.as_array().expect("a list").iter().map(row).collect()
}

async fn preview(server: &Running, admin: &str, file: &str) -> Answer {
    server.send("POST", "/api/roster/preview", admin, file).await
}

async fn import(server: &Running, admin: &str, file: &str, plan: &str) -> Answer {
    server.send("POST", &format!("/api/roster/import?plan={plan}"), admin, file).await
}

/// Imports a file as its preview says.
async fn import_at_once(server: &Running, admin: &str, file: &str) -> Answer {
    let seen = preview(server, admin, file).await.json();
    import(server, admin, file, seen["plan"].as_str().expect("a plan")).await
}

async fn sign_in(server: &Running, headers: &str, code: &str) -> Answer {
    let body = json!({ "code": code }).to_string();
    server.send("POST", "/api/session/card", headers, body).await
}

/// The codes of all cards, by name.
async fn codes(server: &Running, admin: &str) -> Vec<(String, String)> {
    let cards = server.send("GET", "/api/roster/cards", admin, "").await.json();
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let cards = cards.as_array().expect("a list").iter();
    cards.map(|card| (text(&card["name"]), text(&card["code"]))).collect()
}

#[tokio::test]
async fn a_spreadsheet_is_previewed_and_then_imported_once() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    let file = "Klasse;Name;DWZ\r\n5a;Zoë Müller;812\r\n5b;\"Maier, Finn\";\r\n6c;Anna;900\r\n";
    let seen = preview(&server, &admin, file).await.json();
    let outcomes: Vec<_> = seen["rows"].as_array().expect("rows").iter().collect();
    assert_eq!(
        outcomes,
        [
            &json!({ "line": 2, "name": "Zoë Müller", "group": "5a", "rating": 812,
                "outcome": { "type": "new" } }),
            &json!({ "line": 3, "name": "Finn Maier", "group": "5b", "rating": null,
                "outcome": { "type": "new" } }),
            &json!({ "line": 4, "name": "Anna", "group": "6c", "rating": 900,
                "outcome": { "type": "changed", "group": null, "rating": null } }),
        ]
    );
    assert_eq!(roster(&server, &admin).await, ["Anna - -", "Ben - -"], "a preview stores nothing");
    let plan = seen["plan"].as_str().expect("a plan").to_owned();
    let done = import(&server, &admin, file, &plan).await.json();
    assert_eq!(done, json!({ "added": 2, "changed": 1, "unchanged": 0 }));
    let again = import(&server, &admin, file, &plan).await.json();
    assert_eq!(again, json!({ "added": 0, "changed": 0, "unchanged": 3 }));
    let expected = ["Anna 6c 900", "Ben - -", "Finn Maier 5b -", "Zoë Müller 5a 812"];
    assert_eq!(roster(&server, &admin).await, expected);
}

#[tokio::test]
async fn an_import_does_what_its_preview_said_or_nothing() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    let file = "Name;Group\nCarl;5a\nBen;5b\n";
    let seen = preview(&server, &admin, file).await.json();
    let plan = seen["plan"].as_str().expect("a plan").to_owned();
    let details = json!({ "name": "Ben", "role": "member", "group": "7z", "rating": null });
    let changed = server.send("PATCH", "/api/members/Ben", &admin, details.to_string()).await;
    assert_eq!(changed.status, 204, "another organizer is faster");
    let answer = import(&server, &admin, file, &plan).await;
    assert_eq!((answer.status, answer.code().as_str()), (409, "roster_changed"));
    assert_eq!(roster(&server, &admin).await, ["Anna - -", "Ben 7z -"]);
    assert_eq!(import_at_once(&server, &admin, file).await.status, 200);
    assert_eq!(roster(&server, &admin).await, ["Anna - -", "Ben 5b -", "Carl 5a -"]);
}

#[tokio::test]
async fn a_spreadsheet_with_something_wrong_is_explained_and_not_stored() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    let large = "x".repeat((1 << 20) + 1);
    let many = "A\n".repeat(5_002);
    for (file, status, code) in [
        ("", 400, "empty_roster"),
        ("Name;Klasse\n", 400, "empty_roster"),
        ("PK\u{3}\u{4}\0\0", 400, "binary_roster"),
        ("Klasse;Elo\n5a;900", 400, "no_name_column"),
        (&many, 400, "too_many_rows"),
        (&large, 413, "too_large"),
    ] {
        for path in ["/api/roster/preview", "/api/roster/import?plan=x"] {
            let answer = server.send("POST", path, &admin, file).await;
            assert_eq!((answer.status, answer.code().as_str()), (status, code), "{path}");
        }
    }
    let file = "Name;Elo\nCarl;900\nCarl;\nDora;9000\n;1\n";
    let seen = preview(&server, &admin, file).await.json();
    let reasons: Vec<_> = seen["rows"].as_array().expect("rows").iter().collect();
    let reasons: Vec<_> =
        reasons.iter().map(|row| (row["line"].clone(), row["outcome"]["reason"].clone())).collect();
    let expected = [
        (json!(2), json!(null)),
        (json!(3), json!("duplicate_name")),
        (json!(4), json!("bad_rating")),
        (json!(5), json!("no_name")),
    ];
    assert_eq!(reasons, expected);
    let answer = import_at_once(&server, &admin, file).await;
    assert_eq!((answer.status, answer.code().as_str()), (400, "bad_rows"));
    assert_eq!(roster(&server, &admin).await, ["Anna - -", "Ben - -"]);
}

#[tokio::test]
async fn an_exported_roster_is_imported_unchanged() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    let file = "Name;Gruppe;Elo\n-x;=1+1;100\n'-y;@home;4000\n(z);\"a;b\";\n";
    assert_eq!(import_at_once(&server, &admin, file).await.status, 200);
    for (language, first) in [("en", "Name,Group,Rating"), ("de", "Name;Gruppe;Wertung")] {
        let path = format!("/api/roster/csv?language={language}");
        let exported = server.send("GET", &path, &admin, "").await;
        assert!(exported.head.contains("text/csv; charset=utf-8"), "{}", exported.head);
        assert_eq!(exported.body.lines().next(), Some(format!("\u{feff}{first}").as_str()));
        let again = import_at_once(&server, &admin, &exported.body).await.json();
        assert_eq!(again, json!({ "added": 0, "changed": 0, "unchanged": 5 }));
    }
}

#[tokio::test]
async fn details_are_checked_and_names_stay_unique() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    let long = "x".repeat(33);
    for (name, group, rating, expected) in [
        ("Ben", json!(null), json!(null), (409, "name_taken")),
        ("Admin", json!(null), json!(null), (409, "name_reserved")),
        ("<b>", json!(null), json!(null), (400, "bad_name")),
        ("Anna", json!(long), json!(null), (400, "bad_group")),
        ("Anna", json!(null), json!(99), (400, "bad_member_rating")),
        ("Anna", json!(null), json!(70_000), (400, "bad_body")),
    ] {
        let body = json!({ "name": name, "role": "member", "group": group, "rating": rating });
        let answer = server.send("PATCH", "/api/members/Anna", &admin, body.to_string()).await;
        assert_eq!((answer.status, answer.code().as_str()), expected, "{body}");
    }
    assert_eq!(roster(&server, &admin).await, ["Anna - -", "Ben - -"]);
    let body = json!({ "name": "Änne", "role": "member", "group": " 5a ", "rating": 4000 });
    let answer = server.send("PATCH", "/api/members/Anna", &admin, body.to_string()).await;
    assert_eq!((answer.status, roster(&server, &admin).await[1].as_str()), (204, "Änne 5a 4000"));
    let login = json!({ "name": "Änne", "password": password("Anna") });
    assert_eq!(server.post("/api/session", None, &login).await.status, 204);
}

#[tokio::test]
async fn a_card_signs_in_until_it_is_replaced_or_revoked() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    let issued = server.send("POST", "/api/roster/cards", &admin, "{}").await.json();
    assert_eq!(issued, json!({ "issued": 2 }));
    let issued = server.send("POST", "/api/roster/cards", &admin, "{}").await.json();
    assert_eq!(issued, json!({ "issued": 0 }), "everybody has one");
    let before = codes(&server, &admin).await;
    let names: Vec<_> = before.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Anna", "Ben"]);
    let typed = before[0].1.to_lowercase().replace('-', " ");
    let answer = sign_in(&server, "", &typed).await;
    assert_eq!(answer.status, 204);
    assert!(answer.set_cookie().is_some_and(|cookie| cookie.contains("Max-Age=43200")));
    assert!(!answer.head.contains("tabiya-device"), "a shared device is not remembered");
    let anna = format!("cookie: {}", answer.cookie());
    let by_password = server.log_in("Anna").await;
    let session = server.send("GET", "/api/session", &anna, "").await.json();
    assert_eq!((&session["name"], &session["by_card"]), (&json!("Anna"), &json!(true)));

    let card = server.send("POST", "/api/members/Anna/card", &admin, "").await.json();
    assert_eq!(server.role(&anna).await, "visitor", "what was begun with the old card ends");
    assert_eq!(server.role(&by_password).await, "member");
    assert_eq!(sign_in(&server, "", &typed).await.status, 401);
    let new = card["code"].as_str().expect("a code").to_owned();
    let link = card["link"].as_str().expect("a link");
    assert!(link.ends_with(&format!("/card#{new}")), "{link}");
    assert!(card["qr_svg"].as_str().is_some_and(|svg| svg.contains("<svg")));
    let anna = format!("cookie: {}", sign_in(&server, "", &new).await.cookie());
    assert_eq!(server.role(&anna).await, "member");
    assert_eq!(server.send("DELETE", "/api/members/Anna/card", &admin, "").await.status, 204);
    assert_eq!(
        (server.role(&anna).await, sign_in(&server, "", &new).await.status),
        ("visitor".into(), 401)
    );
    assert_eq!(codes(&server, &admin).await, before[1..]);
}

#[tokio::test]
async fn a_shared_tablet_changes_hands() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    server.send("POST", "/api/roster/cards", &admin, r#"{"names": ["anna"]}"#).await;
    server.send("POST", "/api/roster/cards", &admin, "{}").await;
    let codes = codes(&server, &admin).await;
    let anna = format!("cookie: {}", sign_in(&server, "", &codes[0].1).await.cookie());
    let ben = format!("cookie: {}", sign_in(&server, &anna, &codes[1].1).await.cookie());
    assert_eq!(server.role(&anna).await, "visitor", "Ben has taken over");
    assert_eq!(server.send("DELETE", "/api/session", &ben, "").await.status, 204);
    assert_eq!(server.role(&ben).await, "visitor");
}

#[tokio::test]
async fn whoever_becomes_an_organizer_signs_in_with_a_password_alone() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    server.send("POST", "/api/roster/cards", &admin, "{}").await;
    let code = codes(&server, &admin).await[0].1.clone();
    let anna = format!("cookie: {}", sign_in(&server, "", &code).await.cookie());
    let body = json!({ "name": "Anna", "role": "organizer", "group": null, "rating": null });
    let answer = server.send("PATCH", "/api/members/Anna", &admin, body.to_string()).await;
    assert_eq!(answer.status, 204);
    assert_eq!(server.role(&anna).await, "visitor");
    assert_eq!(sign_in(&server, "", &code).await.status, 401);
    let anna = server.log_in("Anna").await;
    assert_eq!(server.role(&anna).await, "organizer");
}

#[tokio::test]
async fn nobody_learns_from_a_wrong_code_and_guesses_are_limited() {
    let limits = Limits { card_logins_per_address: 6, ..Limits::default() };
    let server = Running::club_with(Config { limits, ..with_admin() }).await;
    let admin = server.log_in("admin").await;
    server.send("POST", "/api/roster/cards", &admin, "{}").await;
    let code = codes(&server, &admin).await[0].1.clone();
    server.send("DELETE", "/api/members/Anna/card", &admin, "").await;
    let mut answers = Vec::new();
    for typed in [code.as_str(), "CDFG-2345", "nonsense", "", "💥"] {
        let answer = sign_in(&server, "", typed).await;
        assert!(answer.set_cookie().is_none());
        answers.push((answer.status, answer.body));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert_eq!(answers[0].0, 401);
    let code = codes(&server, &admin).await[0].1.clone();
    assert_eq!(sign_in(&server, "", &code).await.status, 204, "the sixth attempt");
    assert_eq!(sign_in(&server, "", &code).await.status, 429, "even with the right code");
    let body = json!({ "code": code }).to_string();
    let elsewhere = server.send_from(2, "POST", "/api/session/card", "", body).await;
    assert_eq!(elsewhere.status, 204, "nobody else is kept out");
}

#[tokio::test]
async fn what_organizers_do_is_audited_and_never_a_code() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    import_at_once(&server, &admin, "Name;Group\nCarl;5a\nBen;5b").await;
    server.send("POST", "/api/roster/cards", &admin, "{}").await;
    let codes = codes(&server, &admin).await;
    sign_in(&server, "", &codes[0].1).await;
    sign_in(&server, "", "CDFG-2345").await;
    server.send("POST", "/api/members/Anna/card", &admin, "").await;
    server.send("DELETE", "/api/members/Anna/card", &admin, "").await;
    for (role, group) in [("member", "5a"), ("organizer", "5a")] {
        let body = json!({ "name": "Anna", "role": role, "group": group, "rating": null });
        server.send("PATCH", "/api/members/Anna", &admin, body.to_string()).await;
    }
    let log = server.send("GET", "/api/audit", &admin, "").await;
    for (_, code) in &codes {
        assert!(!log.body.contains(code.as_str()));
    }
    let entries = log.json();
    let line = |entry: &Value| {
        let mut line = String::new();
        for field in ["action", "actor", "target"] {
            write!(line, "{} ", entry[field].as_str().expect("text")).expect("a string");
        }
        format!("{line}{}", if entry["failed"] == true { "failed" } else { "" })
    };
    let mut lines: Vec<_> =
        entries["entries"].as_array().expect("a list").iter().map(line).collect();
    lines.reverse();
    let tail = &lines[lines.len() - 8..];
    let expected = [
        "import_roster admin +1 ~1 ",
        "issue_cards admin 3 ",
        "log_in_by_card Anna  ",
        "log_in_by_card   failed",
        "issue_cards admin Anna ",
        "revoke_card admin Anna ",
        "change_member admin Anna ",
        "change_role admin Anna ",
    ];
    assert_eq!(tail, expected);
}

#[tokio::test]
async fn a_class_of_thirty_signs_in_from_one_address_and_after_a_restart() {
    let directory = tempfile::tempdir().expect("a directory");
    let open = || {
        let place = DataDirectory::open(directory.path()).expect("a directory");
        Arc::new(Sqlite::open(place).expect("a database"))
    };
    let server = Running::with(with_admin(), open()).await;
    let admin = server.log_in("admin").await;
    let mut file = "Name,Class\r\n".to_owned();
    for number in 0..30 {
        write!(file, "Pupil {number},{}\r\n", if number < 15 { "5a" } else { "5b" }).expect("text");
    }
    let done = import_at_once(&server, &admin, &file).await.json();
    assert_eq!(done["added"], 30);
    server.send("POST", "/api/roster/cards", &admin, "{}").await;
    let codes = codes(&server, &admin).await;
    let mut last = String::new();
    for (name, code) in &codes {
        let answer = sign_in(&server, "", code).await;
        assert_eq!(answer.status, 204, "{name}: {}", answer.body);
        last = format!("cookie: {}", answer.cookie());
    }
    assert!(server.stop().await);
    let server = Running::with(with_admin(), open()).await;
    assert_eq!(server.role(&last).await, "member");
    assert_eq!(sign_in(&server, "", &codes[0].1).await.status, 204);
    assert!(server.stop().await);
}
