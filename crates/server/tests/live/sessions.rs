//! Attacks on sessions and passwords.

use std::sync::Arc;

use serde_json::json;
use server::Config;
use server::config::Limits;
use store::Memory;

use super::server::{Running, password, with_admin};
use super::several_servers::Database;

/// Logs in with more headers.
async fn log_in(server: &Running, headers: &str, name: &str, typed: &str) -> super::server::Answer {
    let login = json!({ "name": name, "password": typed }).to_string();
    server.send("POST", "/api/session", headers, &login).await
}

#[tokio::test]
async fn a_token_is_worth_nothing_after_logging_out_or_in_again() {
    let server = Running::club().await;
    let first = server.log_in("Anna").await;
    let again = log_in(&server, &first, "Anna", &password("Anna")).await;
    let second = format!("cookie: {}", again.cookie());
    assert_ne!(first, second, "every login has its own token");
    assert_eq!(server.role(&first).await, "visitor", "a stolen one is stale");
    assert_eq!(server.role(&second).await, "member");
    let answer = server.send("DELETE", "/api/session", &second, "").await;
    assert_eq!(answer.status, 204);
    assert!(answer.set_cookie().is_some_and(|cookie| cookie.contains("Max-Age=0")));
    assert_eq!(server.role(&second).await, "visitor");
}

#[tokio::test]
async fn a_token_that_was_planted_before_a_login_is_not_valid_after_it() {
    let server = Running::club().await;
    let attacker = server.log_in("Ben").await;
    let made_up = format!("cookie: tabiya={}", "A".repeat(43));
    for planted in [attacker, made_up] {
        let answer = log_in(&server, &planted, "Anna", &password("Anna")).await;
        let hers = format!("cookie: {}", answer.cookie());
        assert_eq!(server.role(&planted).await, "visitor", "{planted}");
        assert_eq!(server.role(&hers).await, "member");
    }
}

#[tokio::test]
async fn another_password_and_a_removal_end_every_session() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    let (anna, ben) = (server.log_in("Anna").await, server.log_in("Ben").await);
    let other = r#"{"password": "quite another one"}"#;
    let reset = server.send("PUT", "/api/members/Anna", &admin, other).await;
    let removed = server.send("DELETE", "/api/members/ben", &admin, "").await;
    assert_eq!((reset.status, removed.status), (204, 204));
    for stale in [anna, ben] {
        assert_eq!(server.role(&stale).await, "visitor");
    }
    for (name, typed, status) in [
        ("Anna", password("Anna"), 401),
        ("Anna", "quite another one".to_owned(), 204),
        ("Ben", password("Ben"), 401),
    ] {
        assert_eq!(log_in(&server, "", name, &typed).await.status, status, "{name}");
    }
}

/// Asks for another password.
async fn change(server: &Running, headers: &str, from: &str, to: &str) -> super::server::Answer {
    let body = json!({ "current": from, "password": to }).to_string();
    server.send("PUT", "/api/session/password", headers, &body).await
}

#[tokio::test]
async fn a_member_who_knows_the_password_chooses_another_and_stays_logged_in() {
    let server = Running::club().await;
    let (here, elsewhere) = (server.log_in("Anna").await, server.log_in("Anna").await);
    let answer = change(&server, &here, &password("Anna"), "quite another one").await;
    assert_eq!(answer.status, 204, "{}", answer.body);
    let renewed = format!("cookie: {}", answer.cookie());
    for (headers, role) in [(&here, "visitor"), (&elsewhere, "visitor"), (&renewed, "member")] {
        assert_eq!(server.role(headers).await, role);
    }
    assert_eq!(log_in(&server, "", "Anna", &password("Anna")).await.status, 401);
    assert_eq!(log_in(&server, "", "Anna", "quite another one").await.status, 204);
}

#[tokio::test]
async fn a_change_of_password_that_is_refused_changes_nothing() {
    let server = Running::club().await;
    let (anna, admin) = (server.log_in("Anna").await, server.log_in("admin").await);
    for (headers, from, to, status, code) in [
        ("", password("Anna"), "quite another one", 401, "login_needed"),
        (&anna, password("Ben"), "quite another one", 403, "wrong_password"),
        (&anna, password("Anna"), "short", 400, "bad_password"),
        (&admin, password("admin"), "quite another one", 403, "admin_password"),
    ] {
        let answer = change(&server, headers, &from, to).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code));
        assert!(answer.set_cookie().is_none(), "{code}");
    }
    assert_eq!(
        (server.role(&anna).await, server.role(&admin).await),
        ("member".into(), "admin".into())
    );
    assert_eq!(log_in(&server, "", "Anna", &password("Anna")).await.status, 204);
}

#[tokio::test]
async fn guesses_at_the_current_password_are_limited_like_logins() {
    let limits = Limits { logins_per_name: 4, ..Limits::default() };
    let server = Running::with(Config { limits, ..with_admin() }, Arc::new(Memory::new())).await;
    let admin = server.log_in("admin").await;
    let member = json!({ "name": "Anna", "password": password("Anna") }).to_string();
    assert_eq!(server.send("POST", "/api/members", &admin, &member).await.status, 200);
    let anna = server.log_in("Anna").await;
    for status in [403, 403, 403, 429] {
        assert_eq!(change(&server, &anna, "a wrong guess", "quite another").await.status, status);
    }
    assert_eq!(change(&server, &anna, &password("Anna"), "quite another").await.status, 429);
}

#[tokio::test]
async fn a_wrong_name_is_answered_like_a_wrong_password_after_the_same_work() {
    let server = Running::club().await;
    let checks = || async {
        let numbers = server.get("/metrics").await.body;
        let line = numbers.lines().find_map(|line| line.strip_prefix("tabiya_password_checks "));
        line.and_then(|count| count.parse::<u64>().ok()).expect("a count")
    };
    let mut before = checks().await;
    let mut answers = Vec::new();
    for (name, typed) in [
        ("Anna", "not the password"),
        ("Nobody", "not the password"),
        ("<script>", "not the password"),
        ("", ""),
        ("Anna", ""),
        ("Nobody", &password("Anna")),
    ] {
        let answer = log_in(&server, "", name, typed).await;
        assert!(answer.set_cookie().is_none());
        answers.push((answer.status, answer.body));
        let after = checks().await;
        assert_eq!(after - before, 1, "one hash for {name:?}");
        before = after;
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert_eq!(answers[0].0, 401);
}

#[tokio::test]
async fn a_foreign_page_cannot_use_the_cookie_of_its_visitor() {
    let server = Running::club().await;
    let anna = server.log_in("Anna").await;
    let foreign = format!("{anna}\norigin: https://evil.example");
    for (method, path) in [
        ("DELETE", "/api/session"),
        ("POST", "/api/session"),
        ("PUT", "/api/session/password"),
        ("POST", "/api/members"),
        ("PUT", "/api/members/Ben"),
        ("POST", "/api/games/AAAAAAAAAA/seats"),
    ] {
        let answer = server.send(method, path, &foreign, "{}").await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "foreign_origin"), "{path}");
    }
    assert_eq!(server.role(&anna).await, "member", "and she is still logged in");
}

#[tokio::test]
async fn a_cookie_is_secure_where_the_browser_speaks_https_and_only_there() {
    let config = Config {
        origins: vec!["https://chess.example".into()],
        trusted_proxies: vec!["127.0.0.1".parse().expect("a network")],
        ..with_admin()
    };
    let server = Running::with(config, Arc::new(Memory::new())).await;
    for (headers, secure) in [
        ("", false),
        ("host: chess.example", true),
        ("x-forwarded-proto: https", true),
        ("x-forwarded-proto: http", false),
    ] {
        let answer = log_in(&server, headers, "admin", &password("admin")).await;
        let cookie = answer.set_cookie().expect("a cookie");
        assert!(cookie.contains("; Path=/; HttpOnly; SameSite=Lax; "), "{cookie}");
        assert_eq!(cookie.contains("; Secure"), secure, "{headers}: {cookie}");
        let kept = format!("{headers}\ncookie: {}", answer.cookie());
        assert_eq!(server.role(kept.trim()).await, "admin", "{headers}");
    }
    let direct = Running::with(with_admin(), Arc::new(Memory::new())).await;
    let lied = log_in(&direct, "x-forwarded-proto: https", "admin", &password("admin")).await;
    assert!(!lied.set_cookie().expect("a cookie").contains("Secure"), "nobody is trusted there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guesses_are_counted_over_all_servers_together() {
    let database = Database::new();
    let limits = Limits { logins_per_name: 3, ..Limits::default() };
    let config = || Config { limits, ..with_admin() };
    let one = Running::with(config(), database.connect().await).await;
    let other = Running::with(config(), database.connect().await).await;
    for (server, status) in [(&one, 401), (&other, 401), (&one, 401), (&other, 429), (&one, 429)] {
        assert_eq!(log_in(server, "", "admin", "a wrong guess").await.status, status);
    }
    assert_eq!(log_in(&other, "", "nobody", "a wrong guess").await.status, 401);
}

#[tokio::test]
async fn an_account_that_asks_too_often_is_refused_from_whichever_address() {
    let config = Config {
        limits: Limits { requests_per_second: 1, burst: 3, ..Limits::default() },
        trusted_proxies: vec!["127.0.0.1".parse().expect("a network")],
        ..with_admin()
    };
    let server = Running::with(config, Arc::new(Memory::new())).await;
    let admin = server.log_in("admin").await;
    for (host, headers, status) in [
        (1, admin.as_str(), 200),
        (2, &admin, 200),
        (3, &admin, 200),
        (4, &admin, 429),
        (4, "", 200),
    ] {
        let headers = format!("{headers}\nx-forwarded-for: 198.51.100.{host}");
        let answer = server.send("GET", "/api/session", headers.trim(), "").await;
        assert_eq!(answer.status, status, "from {host}");
    }
}

#[tokio::test]
async fn who_guesses_too_often_has_to_wait_even_with_the_right_password() {
    let limits = Limits { logins_per_name: 2, ..Limits::default() };
    let server = Running::with(Config { limits, ..with_admin() }, Arc::new(Memory::new())).await;
    for (name, typed, status) in [
        ("admin", "a wrong guess", 401),
        ("ＡＤＭＩＮ", "a wrong guess", 401),
        ("admin", &password("admin"), 429),
        ("nobody", "a wrong guess", 401),
        ("nobody", "a wrong guess", 401),
        ("nobody", "a wrong guess", 429),
    ] {
        assert_eq!(log_in(&server, "", name, typed).await.status, status, "{name} {typed}");
    }
    let limits = Limits { logins_per_address: 2, ..Limits::default() };
    let server = Running::with(Config { limits, ..with_admin() }, Arc::new(Memory::new())).await;
    for (name, status) in [("a", 401), ("b", 401), ("c", 429)] {
        assert_eq!(log_in(&server, "", name, "a wrong guess").await.status, status, "{name}");
    }
}

#[tokio::test]
async fn nobody_can_lock_the_admin_out() {
    let config = Config {
        limits: Limits { logins_per_name: 1, ..Limits::default() },
        trusted_proxies: vec!["127.0.0.1".parse().expect("a network")],
        ..with_admin()
    };
    let server = Running::with(config, Arc::new(Memory::new())).await;
    let from = |host: u32, cookies: &str| {
        let [.., high, low] = host.to_be_bytes();
        format!("{cookies}\nx-forwarded-for: 198.51.{high}.{low}").trim().to_owned()
    };
    let known = log_in(&server, &from(1, ""), "admin", &password("admin")).await.cookies();
    assert!(known.contains("tabiya-device="), "{known}");
    for _ in 0..5 {
        log_in(&server, &from(2, ""), "admin", "a wrong guess").await;
    }
    let elsewhere = log_in(&server, &from(3, ""), "admin", &password("admin")).await;
    assert_eq!(elsewhere.status, 204, "guesses at one address delay nobody at another");

    let mut guesses = 0;
    while log_in(&server, &from(10 + guesses, ""), "admin", "a wrong guess").await.status == 401 {
        guesses += 1;
    }
    assert!(guesses < 30, "guesses from many addresses end: {guesses}");
    let stranger = log_in(&server, &from(4, ""), "admin", &password("admin")).await;
    assert_eq!(stranger.status, 429);
    let forged = format!("cookie: tabiya-device={}", "A".repeat(43));
    let forged = log_in(&server, &from(5, &forged), "admin", &password("admin")).await;
    assert_eq!(forged.status, 429, "a made-up device is not known");
    let again = log_in(&server, &from(2, &known), "admin", &password("admin")).await;
    assert_eq!(again.status, 204, "a browser that the admin has used gets in from anywhere");
}

#[tokio::test]
async fn a_known_browser_is_not_a_way_to_guess() {
    let limits = Limits { logins_per_name: 2, ..Limits::default() };
    let server = Running::club_with(Config { limits, ..with_admin() }).await;
    let ben = log_in(&server, "", "Ben", &password("Ben")).await.cookies();
    let device = ben.split("tabiya-device=").nth(1).expect("a device").to_owned();
    let device = format!("cookie: tabiya-device={device}");
    for (name, status) in [("Ben", 401), ("Ben", 401), ("Ben", 429), ("Anna", 401), ("Anna", 401)] {
        assert_eq!(log_in(&server, &device, name, "a wrong guess").await.status, status, "{name}");
    }
    let theirs = log_in(&server, &device, "Anna", &password("Anna")).await;
    assert_eq!(theirs.status, 429, "it is known to its own account only");
}
