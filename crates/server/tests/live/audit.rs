//! What is written down, and what never is.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::server::{Running, new_game, password};

/// Keeps everything that is logged at any level, as text.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<String>>);

impl Log {
    fn add(&self, fields: impl FnOnce(&mut dyn Visit), target: &str) {
        let mut line = Line(format!("{target}:"));
        fields(&mut line);
        let mut text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        text.push_str(&line.0);
        text.push('\n');
    }

    fn text(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {field}={value:?}").expect("text can be written");
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.add(|line| span.record(line), span.metadata().target());
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        self.add(|line| values.record(line), "span");
    }

    fn event(&self, event: &Event<'_>) {
        self.add(|line| event.record(line), event.metadata().target());
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

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
        "added a member",
        "logged in",
        "login failed name=\"Anna\"",
        "login failed name=\"(no such account)\"",
        "took seats of a game",
        "aborted a game",
        "removed a game",
        "restored a game",
        "reset the password of a member",
        "removed a member",
        "logged out",
    ] {
        assert!(audited.iter().any(|line| line.contains(part)), "{part} in {audited:#?}");
    }
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
