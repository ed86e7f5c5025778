//! The words of announcements between servers.
//!
//! `<game>:<version>` says that a game has this version, and `<game>` alone that something other
//! than its records has changed. `<game>@<white><black>` says who is connected: `c` is connected,
//! `l` has lost the connection, and `q` has closed it. With a question mark at its end, it asks the
//! other servers for the same. `competition/<id>`, `demonstration/<id>`, `followers/<id>`, `rules/`
//! and `lobby/` say that one of these has changed, and `*` says that anything may have changed.
//! `review/<game>/<client>` says that a client does not want a review any more, and with `all` that
//! nobody is to have it. What cannot be read is left out, because it may come from a newer version,
//! or from another program.

use chess::{ByColor, Color};
use game::{Departure, GameId};

use crate::{
    CompetitionId, Connectivity, DemonstrationId, Hint, PresenceReport, ReviewStop, ServerId, Topic,
};

/// Announces that anything may have changed.
pub(super) const ANYTHING: &str = "*";
/// Stands for the hash of a client.
const ALL_CLIENTS: &str = "all";

/// The word for a game that has changed.
pub(super) fn of_game(id: &GameId, version: Option<u32>) -> String {
    version.map_or_else(|| id.to_string(), |version| format!("{id}:{version}"))
}

/// The word for the players of a game.
pub(super) fn of_presence(id: &GameId, report: PresenceReport) -> String {
    let [white, black] = Color::ALL.map(|color| letter(report.players[color]));
    let question = if report.is_question { "?" } else { "" };
    format!("{id}@{white}{black}{question}")
}

/// The word for something else that has changed.
pub(super) fn of_topic(topic: &Topic) -> String {
    match topic {
        Topic::Competition(id) => format!("competition/{id}"),
        Topic::Demonstration(id) => format!("demonstration/{id}"),
        Topic::Followers(id) => format!("followers/{id}"),
        Topic::GroupRules => "rules/".to_owned(),
        Topic::Lobby => "lobby/".to_owned(),
    }
}

/// The word for a review that a client does not want any more.
pub(super) fn of_review_stop(ReviewStop { game, client }: &ReviewStop) -> String {
    let client = client.map_or(ALL_CLIENTS.to_owned(), |client| format!("{client:032x}"));
    format!("review/{game}/{client}")
}

/// What a word of another server says; none when it cannot be read.
pub(super) fn parse(server: Option<ServerId>, word: &str) -> Option<Hint> {
    if word == ANYTHING {
        return Some(Hint::Anything);
    }
    if let Some((id, report)) = word.split_once('@') {
        return Some(Hint::Presence(server?, GameId::new(id)?, parse_report(report)?));
    }
    if let Some(stop) = word.strip_prefix("review/") {
        return parse_review_stop(stop).map(Hint::StopReview);
    }
    if let Some((kind, id)) = word.split_once('/') {
        return parse_topic(kind, id).map(Hint::Changed);
    }
    let (id, version) = match word.split_once(':') {
        Some((id, version)) => (id, Some(version.parse().ok()?)),
        None => (word, None),
    };
    Some(Hint::Game(GameId::new(id)?, version))
}

fn parse_topic(kind: &str, id: &str) -> Option<Topic> {
    match kind {
        "competition" => CompetitionId::new(id).map(Topic::Competition),
        "demonstration" => DemonstrationId::new(id).map(Topic::Demonstration),
        "followers" => DemonstrationId::new(id).map(Topic::Followers),
        "rules" => id.is_empty().then_some(Topic::GroupRules),
        "lobby" => id.is_empty().then_some(Topic::Lobby),
        _ => None,
    }
}

fn parse_review_stop(text: &str) -> Option<ReviewStop> {
    let (game, client) = text.split_once('/')?;
    let client = match client {
        ALL_CLIENTS => None,
        hash => Some(u128::from_str_radix(hash, 16).ok()?),
    };
    Some(ReviewStop { game: GameId::new(game)?, client })
}

fn parse_report(text: &str) -> Option<PresenceReport> {
    let players = text.strip_suffix('?');
    let mut letters = players.unwrap_or(text).chars().map(connectivity);
    let report = PresenceReport {
        players: ByColor::new(letters.next()??, letters.next()??),
        is_question: players.is_some(),
    };
    letters.next().is_none().then_some(report)
}

fn letter(player: Connectivity) -> char {
    match player {
        Connectivity::Connected => 'c',
        Connectivity::Disconnected(Departure::Lost) => 'l',
        Connectivity::Disconnected(Departure::Closed) => 'q',
    }
}

fn connectivity(letter: char) -> Option<Connectivity> {
    match letter {
        'c' => Some(Connectivity::Connected),
        'l' => Some(Connectivity::Disconnected(Departure::Lost)),
        'q' => Some(Connectivity::Disconnected(Departure::Closed)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_as_it_was_meant() {
        let id = GameId::new("game000001").unwrap();
        let server = ServerId(7);
        for version in [None, Some(1), Some(u32::MAX)] {
            let hint = Hint::Game(id.clone(), version);
            assert_eq!(parse(Some(server), &of_game(&id, version)), Some(hint));
        }
        let topics = [
            Topic::Competition(CompetitionId::new("swiss00001").unwrap()),
            Topic::Demonstration(DemonstrationId::new("board00001").unwrap()),
            Topic::Followers(DemonstrationId::new("board00001").unwrap()),
            Topic::GroupRules,
            Topic::Lobby,
        ];
        for topic in topics {
            let hint = Hint::Changed(topic.clone());
            assert_eq!(parse(Some(server), &of_topic(&topic)), Some(hint));
        }
        for client in [None, Some(0), Some(u128::MAX)] {
            let stop = ReviewStop { game: id.clone(), client };
            let hint = Hint::StopReview(stop.clone());
            assert_eq!(parse(Some(server), &of_review_stop(&stop)), Some(hint));
        }
        let states = ['c', 'l', 'q'].map(|letter| connectivity(letter).unwrap());
        for (white, black) in states.iter().flat_map(|one| states.map(|other| (*one, other))) {
            for is_question in [false, true] {
                let report = PresenceReport { players: ByColor::new(white, black), is_question };
                let hint = Hint::Presence(server, id.clone(), report);
                assert_eq!(parse(Some(server), &of_presence(&id, report)), Some(hint));
            }
        }
    }

    #[test]
    fn what_is_not_a_word_is_nothing() {
        let server = Some(ServerId(7));
        for word in [
            "",
            ":",
            "short:1",
            "game000001:x",
            "game000001:-1",
            "short@cc",
            "x/",
            "rules/x",
            "lobby/x",
            "review/game000001",
            "review/game000001/",
            "review/game000001/x",
            "review/short/all",
        ] {
            assert_eq!(parse(server, word), None, "{word}");
        }
        for report in ["", "c", "c?", "ccc", "cx", "cc??", "?cc", "?"] {
            assert_eq!(parse(server, &format!("game000001@{report}")), None, "{report}");
        }
        assert_eq!(parse(None, "game000001@cc"), None, "nobody knows whose players they are");
    }
}
