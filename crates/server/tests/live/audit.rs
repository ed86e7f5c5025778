//! What is written down, and what never is.

use serde_json::{Value, json};

use super::log::Log;
use super::server::{Running, new_game, password};

// The runtime of a test has one thread, so whatever the server says is heard here.
#[tokio::test]
async fn what_the_admin_and_members_do_is_logged_and_never_a_secret() {
    let log = Log::default();
    let _listening = tracing::subscriber::set_default(log.clone());
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    let anna = server.log_in("Anna").await;
    let oops = "my-Secret-in-the-name-field";
    for (name, typed) in [("Anna", "hunter22-wrong"), (oops, "hunter22-wrong")] {
        server.post("/api/session", None, &json!({ "name": name, "password": typed })).await;
    }
    for body in [
        r#"{"name": "Anna", "password": 44332211}"#,
        r#"{"name": "Anna", "pass-hunter22": ""}"#,
        r#"{"name": "Anna", "password": "hunter22"#,
    ] {
        assert_eq!(server.send("POST", "/api/session", "", body).await.status, 400);
    }
    let game = server.create(&new_game()).await;
    let path = format!("/api/games/{}", game.id);
    let seats = server.send("POST", &format!("{path}/seats"), &admin, "").await.json();
    let reset = r#"{"password": "a fresh password"}"#;
    for (method, path, body) in [
        ("POST", format!("{path}/abort"), ""),
        ("DELETE", path.clone(), ""),
        ("POST", format!("{path}/restore"), ""),
        ("PUT", "/api/members/Anna".to_owned(), reset),
        ("DELETE", "/api/members/Ben".to_owned(), ""),
        ("DELETE", "/api/session".to_owned(), ""),
    ] {
        assert_eq!(server.send(method, &path, &admin, body).await.status, 204, "{path}");
    }

    let text = log.text();
    let audited: Vec<_> = text.lines().filter(|line| line.starts_with("tabiya::audit:")).collect();
    for part in [
        "add_member by=\"admin\" from=\"127.0.0.1\" on=\"Anna\"",
        "log_in by=\"Anna\"",
        "log_in failed by=\"Anna\"",
        "log_in failed by=\"\"",
        "take_seats",
        "abort_game",
        "remove_game",
        "restore_game",
        "reset_password",
        "remove_member",
        "log_out by=\"admin\"",
    ] {
        assert!(audited.iter().any(|line| line.contains(part)), "{part} in {audited:#?}");
    }
    let stored = stored_audit(&server).await;
    for part in [
        json!(["admin", "add_member", "Anna", false]),
        json!(["Anna", "log_in", "", false]),
        json!(["Anna", "log_in", "", true]),
        json!(["", "log_in", "", true]),
        json!(["admin", "take_seats", game.id, false]),
        json!(["admin", "remove_member", "Ben", false]),
    ] {
        assert!(stored.contains(&part), "{part} in {stored:?}");
    }
    let text = format!("{text}{stored:?}");
    let cookies = [admin, anna].map(|header| header.split('=').nth(1).map(ToOwned::to_owned));
    let secrets = [game.white, game.black];
    let taken = ["white", "black"].map(|side| seats["secrets"][side].as_str().map(Into::into));
    let typed = ["admin", "Anna", "Ben"].map(|name| Some(password(name)));
    let others = ["hunter22", "44332211", oops, "a fresh password", "argon2id"];
    let all = cookies.into_iter().chain(secrets).chain(taken).chain(typed).flatten();
    for secret in all.chain(others.map(ToOwned::to_owned)) {
        assert!(!secret.is_empty() && !text.contains(&secret), "{secret} was logged");
    }
}

/// What the store has: actor, action, target and whether it failed.
async fn stored_audit(server: &Running) -> Vec<Value> {
    let admin = server.log_in("admin").await;
    let page = server.send("GET", "/api/audit", &admin, "").await.json();
    let entries = page["entries"].as_array().expect("a list").iter();
    let entries = entries.inspect(|entry| assert_eq!(entry["address"], "127.0.0.1"));
    let shown = entries
        .map(|entry| json!([entry["actor"], entry["action"], entry["target"], entry["failed"]]));
    shown.collect()
}

#[tokio::test]
async fn the_audit_log_is_filtered_and_paged() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    for number in 0..60 {
        let path = if number % 2 == 0 { "/api/members/Anna" } else { "/api/members/Ben" };
        let reset = json!({ "password": format!("another one {number}") }).to_string();
        assert_eq!(server.send("PUT", path, &admin, &reset).await.status, 204);
    }
    let page = async |query: &str| {
        let answer = server.send("GET", &format!("/api/audit{query}"), &admin, "").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    };
    let first = page("").await;
    assert_eq!(first["entries"].as_array().map(Vec::len), Some(50));
    let second = page(&format!("?before={}", first["next"])).await;
    let count = second["entries"].as_array().map(Vec::len);
    assert_eq!((count, &second["next"]), (Some(60 + 4 - 50), &json!(null)));
    let numbers = |page: &Value| -> Vec<u64> {
        let entries = page["entries"].as_array().expect("a list").iter();
        entries.map(|entry| entry["number"].as_u64().expect("a number")).collect()
    };
    let all = [numbers(&first), numbers(&second)].concat();
    assert!(all.is_sorted_by(|one, next| one > next), "the latest first: {all:?}");
    for (query, expected) in [
        ("?action=reset_password&search=ann", 30),
        ("?action=add_member", 2),
        ("?failed=true", 0),
        ("?search=nobody", 0),
    ] {
        assert_eq!(numbers(&page(query).await).len(), expected, "{query}");
    }
    for query in ["?action=nonsense", "?before=-1", "?color=red"] {
        let answer = server.send("GET", &format!("/api/audit{query}"), &admin, "").await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_query"), "{query}");
    }
}

#[tokio::test]
async fn nobody_forges_a_line_of_the_log_or_makes_it_long() {
    let log = Log::default();
    let _listening = tracing::subscriber::set_default(log.clone());
    let server = Running::club().await;
    let forged = "x\ntabiya::audit: log_in by=\"admin\" from=\"127.0.0.1\" on=\"\"\n";
    let encoded = forged.replace(' ', "%20").replace('\n', "%0A").replace('"', "%22");
    let before = log.text().matches("\ntabiya::audit: log_in").count();
    let field = json!({ forged: 1 }).to_string();
    for (method, path, body) in [
        ("POST", "/api/games".to_owned(), field.clone()),
        ("POST", "/api/positions".to_owned(), field),
        (
            "POST",
            "/api/session".to_owned(),
            json!({ "name": forged, "password": forged }).to_string(),
        ),
        ("GET", format!("/api/games/{encoded}"), String::new()),
        ("GET", format!("/api/games?{encoded}=1"), String::new()),
        ("GET", format!("/api/studies/{encoded}"), String::new()),
        ("POST", "/api/games".to_owned(), json!({ "x".repeat(60_000): 1 }).to_string()),
    ] {
        let status = server.send(method, &path, "", &body).await.status;
        assert!((400..500).contains(&status), "{path}");
    }
    let text = log.text();
    assert_eq!(text.matches("\ntabiya::audit: log_in").count(), before, "{text}");
    let longest = text.lines().map(str::len).max();
    assert!(longest < Some(2_000), "{longest:?}");
}
