//! What the client and an engine without faults do together.

use std::thread;

use uci::ClientErrorKind;

use crate::{BRIEF, PATIENT, nodes, start, startpos};

#[test]
fn an_engine_says_who_it_is_and_which_options_it_has() {
    let client = start("honest");
    assert_eq!((client.name(), client.author()), ("Fake 1", Some("Nobody")));
    assert_eq!(client.options().len(), 2);
    assert!(client.option("clear hash").is_some());
    client.quit(PATIENT);
}

#[test]
fn a_search_tells_news_and_ends_with_a_move() {
    let mut client = start("honest");
    client.new_game(PATIENT).unwrap();
    for _ in 0..3 {
        let mut news = Vec::new();
        let answer = client.search(&startpos(), &nodes(1), PATIENT, |info| news.push(info));
        let best = answer.unwrap().best;
        assert_eq!(best.to_string(), "bestmove e2e4 ponder e7e5");
        assert_eq!((news.len(), news[0].depth), (1, Some(1)));
    }
}

#[test]
fn an_endless_search_is_stopped_from_elsewhere() {
    let mut client = start("honest");
    let go = uci::Go { infinite: true, ..uci::Go::default() };
    let handle = client.handle();
    let stopper = thread::spawn(move || {
        thread::sleep(BRIEF);
        handle.stop();
    });
    let answer = client.search(&startpos(), &go, std::time::Duration::MAX, |_| {}).unwrap();
    assert_eq!(answer.best.to_string(), "bestmove d2d4");
    assert!(answer.elapsed >= BRIEF);
    stopper.join().unwrap();
}

#[test]
fn options_are_checked_before_they_are_sent() {
    let mut client = start("honest");
    client.set_option("hash", Some("32")).unwrap();
    client.set_option("Clear Hash", None).unwrap();
    for (name, value, message) in [
        (
            "Hash",
            Some("65"),
            "engine 'Fake 1': option Hash cannot be '65'; expected a number from 1 to 64",
        ),
        ("Threads", Some("1"), "engine 'Fake 1': no option 'Threads'; it has Hash, Clear Hash"),
    ] {
        assert_eq!(client.set_option(name, value).unwrap_err().to_string(), message);
    }
    client.is_ready(PATIENT).unwrap();
}

#[test]
fn an_engine_that_is_killed_elsewhere_is_found_dead() {
    let mut client = start("honest");
    let go = uci::Go { infinite: true, ..uci::Go::default() };
    let handle = client.handle();
    let killer = thread::spawn(move || {
        thread::sleep(BRIEF);
        handle.kill();
    });
    let error = client.search(&startpos(), &go, PATIENT, |_| {}).unwrap_err();
    assert!(matches!(error.kind, ClientErrorKind::Exited(_)), "{error}");
    killer.join().unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn what_an_engine_has_started_ends_with_it() {
    let script = "sleep 1000 & echo id name $!; echo uciok; wait";
    let client = uci::Client::start("sh", ["-c", script], PATIENT).unwrap();
    let stat = format!("/proc/{}/stat", client.name());
    let lives = || std::fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z "));
    assert!(lives());
    drop(client);
    // The kill has been sent; the system may take a moment to carry it out.
    for _ in 0..100 {
        if !lives() {
            return;
        }
        thread::sleep(BRIEF / 10);
    }
    panic!("{stat} is still there");
}
