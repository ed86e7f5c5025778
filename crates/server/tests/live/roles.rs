//! Who may do what: every role against every action.

use serde_json::{Value, json};

use super::client::{Client, acked, rejected};
use super::server::{Running, new_game, password};

fn commands() -> Vec<Value> {
    vec![
        json!({ "type": "offer", "offer": "draw" }),
        json!({ "type": "offer", "offer": "takeback" }),
        json!({ "type": "offer", "offer": "rematch" }),
        json!({ "type": "decline", "offer": "draw" }),
        json!({ "type": "claim" }),
        json!({ "type": "undo" }),
        json!({ "type": "redo" }),
        json!({ "type": "resign" }),
        json!({ "type": "abort" }),
        json!({ "type": "give_time", "ms": 5_000 }),
        json!({ "type": "rename", "side": "white", "name": "Eve" }),
        json!({ "type": "rename", "side": "black", "name": "Eve" }),
    ]
}

/// What a visitor, a member, an organizer and the admin get.
type Outcomes = [(u16, &'static str); 4];
/// A request, and the status and code that each gets for it.
type Row = (&'static str, &'static str, &'static str, Outcomes);

/// Each goes through all of it in turn. Only requests of organizers and the admin change something,
/// in an order in which they can.
const MATRIX: [Row; 44] = [
    ("GET", "/api/session", "", [OK; 4]),
    ("GET", "/api/audit", "", ADMIN),
    ("GET", "/api/usage", "", ADMIN),
    ("GET", "/api/backups", "", ADMIN),
    ("GET", "/api/members", "", ORGANIZER),
    ("POST", "/api/members", NEW_MEMBER, ORGANIZER),
    ("POST", "/api/members", "{", organizer_gets((400, "bad_body"))),
    ("POST", "/api/members", NEW_ORGANIZER, ADMIN),
    ("PUT", "/api/members/Carl", PASSWORD, organizer_gets(DONE)),
    ("PUT", "/api/members/Olga", PASSWORD, admin_gets(DONE)),
    ("PUT", "/api/members/admin", PASSWORD, organizer_gets(NO_MEMBER)),
    ("PATCH", "/api/members/Carl", DETAILS, organizer_gets(DONE)),
    ("PATCH", "/api/members/Carl", PROMOTED, admin_gets(DONE)),
    ("PATCH", "/api/members/Carl", DETAILS, organizer_gets(DONE)),
    ("PATCH", "/api/members/Olga", OLGAS_DETAILS, admin_gets(DONE)),
    ("PATCH", "/api/members/admin", DETAILS, organizer_gets(NO_MEMBER)),
    ("POST", "/api/members/Carl/card", "", ORGANIZER),
    ("POST", "/api/members/Olga/card", "", admin_gets((409, "no_card"))),
    ("POST", "/api/members/admin/card", "", organizer_gets(NO_MEMBER)),
    ("DELETE", "/api/members/Carl/card", "", organizer_gets(DONE)),
    ("DELETE", "/api/members/Olga/card", "", admin_gets(DONE)),
    ("DELETE", "/api/members/admin/card", "", organizer_gets(NO_MEMBER)),
    ("GET", "/api/roster/csv", "", ORGANIZER),
    ("POST", "/api/roster/preview", "Name\nDora", ORGANIZER),
    ("POST", "/api/roster/import?plan=old", "Name\nDora", organizer_gets(CHANGED)),
    ("POST", "/api/roster/cards", "{}", ORGANIZER),
    ("GET", "/api/roster/cards", "", ORGANIZER),
    ("DELETE", "/api/members/Carl", "", organizer_gets(DONE)),
    ("DELETE", "/api/members/Olga", "", admin_gets(DONE)),
    ("DELETE", "/api/members/admin", "", organizer_gets(NO_MEMBER)),
    ("GET", "/api/lessons", "", ORGANIZER),
    ("POST", "/api/lessons/adjourn", EVERYONE, ORGANIZER),
    ("POST", "/api/lessons/adjourn", "{", organizer_gets((400, "bad_body"))),
    ("POST", "/api/lessons/adjourn", ONE_GAME, ORGANIZER),
    ("POST", "/api/lessons/continue", ONE_GAME, ORGANIZER),
    ("POST", "/api/lessons/continue", EVERYONE, ORGANIZER),
    ("PUT", "/api/lessons/rules", RULES, organizer_gets(DONE)),
    ("PUT", "/api/lessons/rules", NO_RULES, organizer_gets(DONE)),
    ("GET", "/api/games?removed=true", "", ADMIN),
    ("GET", "/api/games?mine=true", "", [VISITOR, OK, OK, OK]),
    ("POST", "/api/games/ID/seats", "", [VISITOR, (403, "no_seat"), (403, "no_seat"), OK]),
    ("POST", "/api/games/ID/abort", "", admin_gets(DONE)),
    ("DELETE", "/api/games/ID", "", admin_gets(DONE)),
    ("POST", "/api/games/ID/restore", "", admin_gets(DONE)),
];
const OK: (u16, &str) = (200, "");
const DONE: (u16, &str) = (204, "");
const VISITOR: (u16, &str) = (401, "login_needed");
const MEMBER: (u16, &str) = (403, "admin_only");
const NO_MEMBER: (u16, &str) = (404, "no_member");
const CHANGED: (u16, &str) = (409, "roster_changed");
const ADMIN: Outcomes = admin_gets(OK);
const ORGANIZER: Outcomes = organizer_gets(OK);
const EVERYONE: &str = r#"{"type": "everyone"}"#;
const ONE_GAME: &str = r#"{"type": "game", "id": "ID"}"#;
const RULES: &str = r#"{"scope": {"type": "visitors"}, "locked": ["hints"]}"#;
const NO_RULES: &str = r#"{"scope": {"type": "visitors"}, "locked": []}"#;
const NEW_MEMBER: &str = r#"{"name": "Carl", "password": "long enough"}"#;
const NEW_ORGANIZER: &str = r#"{"name": "Otto", "role": "organizer"}"#;
const PASSWORD: &str = r#"{"password": "long enough"}"#;
const DETAILS: &str = r#"{"name": "Carl", "role": "member", "group": "5a", "rating": 900}"#;
const PROMOTED: &str = r#"{"name": "Carl", "role": "organizer", "group": "5a", "rating": 900}"#;
const OLGAS_DETAILS: &str = r#"{"name": "Olga", "role": "organizer", "group": "", "rating": null}"#;

/// What everybody gets for something that only the admin may do, and what the admin gets.
///
/// A member is told that an organizer may do some of it: by the kind of request.
const fn admin_gets(outcome: (u16, &'static str)) -> Outcomes {
    [VISITOR, MEMBER, MEMBER, outcome]
}

/// What everybody gets for something that only organizers and the admin may do.
const fn organizer_gets(outcome: (u16, &'static str)) -> Outcomes {
    [VISITOR, (403, "organizer_only"), outcome, outcome]
}

/// Makes somebody an organizer who can log in.
async fn add_organizer(server: &Running, admin: &str, name: &str) {
    let body = json!({ "name": name, "password": password(name), "role": "organizer" });
    let answer = server.send("POST", "/api/members", admin, body.to_string()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
}

#[tokio::test]
async fn visitors_members_organizers_and_the_admin_each_may_what_is_theirs() {
    let server = Running::club().await;
    let game = server.create(&new_game()).await;
    let admin = server.log_in("admin").await;
    for name in ["Olga", "Olaf"] {
        add_organizer(&server, &admin, name).await;
    }
    let people = [String::new(), server.log_in("Anna").await, server.log_in("Olaf").await, admin];
    for (person, headers) in people.iter().enumerate() {
        for (method, path, body, expected) in MATRIX {
            let path = path.replace("ID", &game.id);
            let body = body.replace("ID", &game.id);
            let answer = server.send(method, &path, headers, body).await;
            let code = if answer.status < 400 { String::new() } else { answer.code() };
            let mut seen = (answer.status, code.as_str());
            // At the address of members, a member is told who may do some of it.
            if person == 1 && expected[1] == MEMBER && path.starts_with("/api/members") {
                assert_eq!(seen, (403, "organizer_only"), "{method} {path}");
                seen = MEMBER;
            }
            assert_eq!(seen, expected[person], "{person}: {method} {path}");
        }
    }
}

#[tokio::test]
async fn everybody_is_told_what_they_are_and_may_do() {
    let server = Running::club().await;
    let anna = server.log_in("aNNA").await;
    let admin = server.log_in("admin").await;
    add_organizer(&server, &admin, "Olga").await;
    let olga = server.log_in("Olga").await;
    let all = [
        "take_own_seats",
        "use_lobby",
        "manage_roster",
        "organize_competitions",
        "seat_players",
        "lead_lessons",
        "take_any_seat",
        "abort_games",
        "remove_games",
        "manage_studies",
        "manage_members",
        "read_audit",
    ];
    for (headers, name, role, may) in [
        ("", json!(null), "visitor", json!([])),
        (anna.as_str(), json!("Anna"), "member", json!(all[..2])),
        (olga.as_str(), json!("Olga"), "organizer", json!(all[..6])),
        (admin.as_str(), json!("admin"), "admin", json!(all)),
    ] {
        let told = server.send("GET", "/api/session", headers, "").await.json();
        let expected = json!({
            "name": name, "role": role, "may": may, "by_card": false, "has_owner": false,
            "locks": null,
        });
        assert_eq!(told, expected);
    }
}

#[tokio::test]
async fn members_are_added_once_with_a_fit_password_and_never_as_the_admin() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    for (name, password, expected) in [
        ("anna", "long enough", (409, "name_taken")),
        ("Аnna", "long enough", (409, "name_taken")),
        ("Ａｎｎａ", "long enough", (409, "name_taken")),
        ("Admin", "long enough", (409, "name_reserved")),
        ("\u{212A}eeper", "long enough", (409, "name_reserved")),
        ("Computer (Easy)", "long enough", (409, "name_reserved")),
        ("Dora", "Password1", (400, "common_password")),
        ("Dora Maar", "dora-maar 12", (400, "common_password")),
        ("Dora", "short", (400, "bad_password")),
        ("<b>", "long enough", (400, "bad_name")),
    ] {
        let body = json!({ "name": name, "password": password }).to_string();
        let answer = server.send("POST", "/api/members", &admin, &body).await;
        assert_eq!((answer.status, answer.code().as_str()), expected, "{name}");
    }
    let members = server.send("GET", "/api/members", &admin, "").await.json();
    let names: Vec<_> = members.as_array().expect("a list").iter().map(|m| &m["name"]).collect();
    assert_eq!(names, ["Anna", "Ben"]);
}

/// A new game for a person under this name against an open seat, or in pass and play.
fn game_of(name: &str, is_shared: bool) -> Value {
    let mut new = new_game();
    new["seats"]["white"]["name"] = json!(name);
    new["shared"] = json!(is_shared);
    if !is_shared {
        new["seats"]["black"] = json!({ "name": null, "player": { "type": "open" } });
    }
    new
}

#[tokio::test]
async fn nobody_plays_under_the_name_of_somebody_else() {
    let server = Running::club().await;
    let people = [String::new(), server.log_in("Anna").await, server.log_in("admin").await];
    for (name, is_shared, expected) in [
        ("Eve", false, [200, 200, 200]),
        ("Anna", false, [409, 200, 200]),
        ("ANNA", false, [409, 200, 200]),
        ("Аnna", false, [409, 200, 200]),
        ("Ben", false, [409, 409, 200]),
        ("Ben", true, [409, 200, 200]),
        ("Anna", true, [409, 200, 200]),
        ("Tabiya", false, [409, 409, 200]),
        ("Computer (Easy)", true, [409, 409, 200]),
    ] {
        for (headers, expected) in people.iter().zip(expected) {
            let body = game_of(name, is_shared).to_string();
            let answer = server.send("POST", "/api/games", headers, &body).await;
            assert_eq!(answer.status, expected, "{name} {is_shared}: {}", answer.body);
            if expected != 200 {
                assert_eq!(answer.code(), "name_reserved");
            }
        }
    }
    let game = server.create(&game_of("Eve", false)).await;
    let join = |name: &str| json!({ "invitation": game.invitation, "name": name }).to_string();
    let path = format!("/api/games/{}/join", game.id);
    let answer = server.send("POST", &path, "", &join("anna")).await;
    assert_eq!((answer.status, answer.code().as_str()), (409, "name_reserved"));
    assert_eq!(server.send("POST", &path, &people[1], &join("anna")).await.status, 200);
    let mut eve = Client::join(&server, "eve", &game.id, game.white.as_deref()).await;
    for (name, is_allowed) in [("Ben", false), ("admin", false), ("Eva", true)] {
        let rename = json!({ "type": "rename", "side": "white", "name": name });
        let answer = eve.command(rename).await;
        if is_allowed {
            acked(&answer);
        } else {
            rejected(&answer, "name_reserved");
        }
    }
}

// req: C7
#[tokio::test]
async fn a_spectator_sees_everything_and_may_do_nothing() {
    let server = Running::start().await;
    let game = server.create(&new_game()).await;
    let mut eve = Client::connect(&server, "eve").await;
    eve.hello(&game.id, None, None).await;
    let full = eve.until("full").await;
    assert_eq!(full["you"], "spectator");
    for secret in [&game.white, &game.black].into_iter().flatten() {
        assert!(!full.to_string().contains(secret.as_str()), "no secret is told");
    }
    for command in commands() {
        rejected(&eve.command(command).await, "not_allowed");
    }
    rejected(&eve.play("e2e4").await, "not_allowed");
    let path = format!("/api/games/{}", game.id);
    for what in ["hint", "evaluation"] {
        let answer = server.post(&format!("{path}/{what}"), None, &json!({})).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "not_allowed"), "{what}");
    }
    let wrong = Some("AAAAAAAAAAAAAAAAAAAAAA");
    let answer = server.post(&format!("{path}/hint"), wrong, &json!({})).await;
    assert_eq!((answer.status, answer.code().as_str()), (403, "wrong_secret"));

    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    for what in ["hint", "evaluation"] {
        let white = game.white.as_deref();
        let answer = server.post(&format!("{path}/{what}"), white, &json!({})).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "not_allowed"), "{what}");
    }
    acked(&ada.play("e2e4").await);
    assert_eq!(eve.event("moved").await["event"]["san"], "e4");
    acked(&ada.command(json!({ "type": "resign" })).await);
    eve.event("resigned").await;
    let answer = server.post(&format!("{path}/hint"), None, &json!({})).await;
    assert_eq!(answer.status, 200, "a game that is over is everybody's: {}", answer.body);
}

#[tokio::test]
async fn a_player_acts_for_one_side_and_a_shared_screen_for_both() {
    let server = Running::start().await;
    let game = server.create(&new_game()).await;
    let mut bob = Client::join(&server, "bob", &game.id, game.black.as_deref()).await;
    rejected(&bob.play("e2e4").await, "not_your_turn");
    let rename = json!({ "type": "rename", "side": "white", "name": "Eve" });
    rejected(&bob.command(rename.clone()).await, "not_allowed");
    for command in [json!({ "type": "undo" }), json!({ "type": "redo" })] {
        rejected(&bob.command(command).await, "not_allowed");
    }

    let mut new = new_game();
    new["shared"] = json!(true);
    let game = server.create(&new).await;
    assert_eq!(game.white, game.black);
    let mut both = Client::join(&server, "both", &game.id, game.white.as_deref()).await;
    acked(&both.play("e2e4").await);
    acked(&both.play("e7e5").await);
    acked(&both.command(json!({ "type": "undo" })).await);
    assert_eq!(both.ply, 1);
    acked(&both.command(rename).await);
}
