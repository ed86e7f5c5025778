//! Who is the admin without logging in, and who never is.

use std::net::SocketAddr;
use std::sync::Arc;

use server::{Config, OwnerAccess, StartError, Token, bind};
use store::Memory;

use super::server::{Running, config, owner_access, with_admin};

/// A server with an owner, and the path of the owner's link.
async fn owned(config: Config, access: &OwnerAccess) -> (Running, String) {
    let config = Config { owner: Some(access.clone()), ..config };
    let server = Running::with(config, Arc::new(Memory::new())).await;
    (server, format!("/{}", access.path()))
}

#[tokio::test]
async fn whoever_opens_the_link_of_the_owner_is_the_admin_and_nobody_else_at_the_computer() {
    let access = owner_access();
    let (server, link) = owned(config(), &access).await;
    assert_eq!(server.role("").await, "visitor", "another user of the computer");
    let wrong = format!("/start/{}", Token::random().expect("chance").reveal());
    for path in [wrong.as_str(), "/start/x"] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.set_cookie()), (403, None), "{path}");
        assert!(answer.body.contains("<html"), "the app says what to do: {}", answer.body);
    }
    let forwarded = server.send("GET", &link, "x-forwarded-for: 127.0.0.1", "").await;
    assert!(forwarded.set_cookie().is_none(), "a proxy is not the owner");

    let opened = server.get(&link).await;
    assert_eq!(opened.status, 303);
    assert!(opened.head.contains("\r\nlocation: /\r\n"), "{}", opened.head);
    assert!(opened.head.contains("\r\ncache-control: no-store\r\n"), "{}", opened.head);
    let owner = format!("cookie: {}", opened.cookie());
    let known = server.send("GET", &wrong, &owner, "").await;
    assert_eq!(known.status, 303, "the owner needs no other link");
    assert!(!owner.contains(&access.link.reveal()), "the link is not what browsers keep");
    for (headers, role) in [
        ("", "admin"),
        ("x-forwarded-for: 203.0.113.9", "visitor"),
        ("x-forwarded-for: 127.0.0.1", "visitor"),
        ("forwarded: for=203.0.113.9", "visitor"),
        ("via: 1.1 proxy", "visitor"),
        ("x-real-ip: 203.0.113.9", "visitor"),
    ] {
        let headers = format!("{owner}\n{headers}");
        assert_eq!(server.role(headers.trim()).await, role, "{headers}");
    }
    let foreign = format!("{owner}\norigin: https://evil.example");
    let foreign = server.send("DELETE", "/api/members/Anna", &foreign, "");
    assert_eq!(foreign.await.code(), "foreign_origin", "no page of others is the owner");
}

#[tokio::test]
async fn a_browser_of_the_owner_is_known_after_a_restart_and_the_old_link_is_not() {
    let first = owner_access();
    let (server, old) = owned(config(), &first).await;
    let cookie = server.get(&old).await.cookie();
    let (name, secret) = cookie.split_once('=').expect("a cookie");
    assert_eq!(name, format!("tabiya-owner-{}", server.address.port()));
    let again = OwnerAccess { link: Token::random().expect("chance"), ..first.clone() };
    let (server, _) = owned(config(), &again).await;
    assert!(server.get(&old).await.set_cookie().is_none());
    let known = format!("cookie: tabiya-owner-{}={secret}", server.address.port());
    assert_eq!(server.role(&known).await, "admin");
}

#[tokio::test]
async fn where_there_is_an_admin_there_is_no_link() {
    let access = owner_access();
    let (server, link) = owned(with_admin(), &access).await;
    assert!(server.get(&link).await.set_cookie().is_none());
    let port = server.address.port();
    let cookie = format!("cookie: tabiya-owner-{port}={}", access.cookie.reveal());
    assert_eq!(server.role(&cookie).await, "visitor");
}

#[tokio::test]
async fn once_there_is_a_admin_nobody_is_one_without_the_password() {
    let store = Arc::new(Memory::new());
    let server = Running::with(with_admin(), store.clone()).await;
    assert_eq!(server.role("").await, "visitor");
    let admin = server.log_in("admin").await;
    assert!(server.stop().await);
    let server = Running::with(with_admin(), store.clone()).await;
    assert_eq!(server.role(&admin).await, "admin", "a restart logs nobody out");
    assert!(server.stop().await);
    let server = Running::with(config(), store).await;
    assert_eq!(server.role("").await, "visitor", "also when the password is not set again");
    server.log_in("admin").await;
}

#[tokio::test]
async fn another_password_of_the_admin_ends_the_sessions_of_the_one_before() {
    let store = Arc::new(Memory::new());
    let server = Running::with(with_admin(), store.clone()).await;
    let admin = server.log_in("admin").await;
    assert!(server.stop().await);
    let other = server::Password::new("quite another one").expect("a password");
    let server = Running::with(Config { admin: Some(other), ..config() }, store).await;
    assert_eq!(server.role(&admin).await, "visitor");
}

#[tokio::test]
async fn a_server_that_others_can_reach_does_not_start_without_a_admin() {
    let everywhere = SocketAddr::from(([0, 0, 0, 0], 0));
    let exposed = Config { address: everywhere, ..config() };
    let outcome = bind(exposed, Arc::new(Memory::new())).await;
    assert!(matches!(outcome.err(), Some(StartError::Config(_))));
    let guarded = Config { address: everywhere, ..with_admin() };
    assert!(bind(guarded, Arc::new(Memory::new())).await.is_ok());
}
