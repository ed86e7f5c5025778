//! Who is the admin without logging in, and who never is.

use std::net::SocketAddr;
use std::sync::Arc;

use server::{Config, StartError, bind};
use store::Memory;

use super::server::{Running, config, with_admin};

#[tokio::test]
async fn who_sits_at_the_computer_of_a_server_of_its_own_is_the_admin() {
    let server = Running::start().await;
    for (headers, role) in [
        ("", "admin"),
        ("x-forwarded-for: 203.0.113.9", "visitor"),
        ("x-forwarded-for: 127.0.0.1", "visitor"),
        ("forwarded: for=203.0.113.9", "visitor"),
        ("via: 1.1 proxy", "visitor"),
        ("x-real-ip: 203.0.113.9", "visitor"),
    ] {
        assert_eq!(server.role(headers).await, role, "{headers}");
    }
    let foreign = server.send("DELETE", "/api/members/Anna", "origin: https://evil.example", "");
    assert_eq!(foreign.await.code(), "foreign_origin", "no page of others is at the computer");
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
