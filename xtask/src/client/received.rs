//! Messages from the server. Most of a message is the state of the game for a screen, which is
//! skipped without parsing, since the client shares its processors with the server it measures.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;
use wire::Sides;

use super::ClientError;

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// The whole game.
    Full(View),
    /// Something happened.
    Event {
        /// The version after it.
        version: u32,
        /// When, in milliseconds since 1970.
        at_ms: u64,
        /// The move, where it was one.
        uci: Option<String>,
    },
    /// A request was carried out.
    Ack {
        /// The id of the request.
        id: String,
        /// The version after it.
        version: u32,
    },
    /// A request was rejected.
    Error {
        /// The id of the request; none when the server could not read it.
        id: Option<String>,
        /// Why.
        code: String,
    },
    /// Who is connected, which most headless clients ignore.
    Presence(Sides<bool>),
    /// Something was missed; reconnect.
    Resync,
}

/// A whole game, as far as headless clients need it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct View {
    /// How many events have happened.
    pub(crate) version: u32,
    /// The moves.
    moves: Vec<Played>,
    state: State,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Played {
    uci: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct State {
    clocks: Clocks,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Clocks {
    remaining_ms: Sides<Option<u64>>,
}

impl View {
    /// The moves in UCI notation.
    pub(crate) fn moves(&self) -> Vec<String> {
        self.moves.iter().map(|played| played.uci.clone()).collect()
    }

    /// The remaining time of both sides together, in milliseconds; none without clocks.
    pub(crate) fn time_left_ms(&self) -> Option<u64> {
        let Sides { white, black } = self.state.clocks.remaining_ms;
        Some(white? + black?)
    }
}

/// A message of any kind. The type of `game` depends on the kind.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(rename = "type")]
    kind: Cow<'a, str>,
    id: Option<String>,
    version: Option<u32>,
    at_ms: Option<u64>,
    code: Option<String>,
    #[serde(borrow)]
    game: Option<&'a RawValue>,
    event: Option<Happened>,
    players: Option<Sides<Present>>,
}

#[derive(Deserialize)]
struct Present {
    connected: bool,
}

#[derive(Deserialize)]
struct Happened {
    uci: Option<String>,
}

impl Received {
    /// Parses a message.
    pub(crate) fn parse(text: &str) -> Result<Received, ClientError> {
        let invalid = |_| ClientError::Protocol(text.to_owned());
        let Envelope { kind, id, version, at_ms, code, game, event, players } =
            serde_json::from_str(text).map_err(invalid)?;
        let received = match (&*kind, version) {
            ("full", _) => {
                let game = game.map(|game| serde_json::from_str(game.get()));
                game.transpose().map_err(invalid)?.map(Received::Full)
            }
            ("event", Some(version)) => {
                let event = event.zip(at_ms);
                event.map(|(Happened { uci }, at_ms)| Received::Event { version, at_ms, uci })
            }
            ("ack", Some(version)) => id.map(|id| Received::Ack { id, version }),
            ("error", _) => code.map(|code| Received::Error { id, code }),
            ("presence", _) => players.map(|Sides { white, black }| {
                Received::Presence(Sides { white: white.connected, black: black.connected })
            }),
            ("resync", _) => Some(Received::Resync),
            _ => None,
        };
        received.ok_or_else(|| ClientError::Protocol(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_the_wire_writes_them() {
        let error = wire::ServerMessage::error("w-1", game::GameError::Over, 9);
        let ack = wire::ServerMessage::Ack { id: "w-1".into(), version: 9 };
        let away = wire::Presence { connected: false, claimable_in_ms: Some(5) };
        let players = Sides { white: away, black: away };
        let presence = wire::ServerMessage::Presence { game: "AAAAAAAAAA".into(), players };
        let resync = wire::ServerMessage::Resync { game: "AAAAAAAAAA".into() };
        for (message, expected) in [
            (error, Received::Error { id: Some("w-1".into()), code: "over".into() }),
            (ack, Received::Ack { id: "w-1".into(), version: 9 }),
            (presence, Received::Presence(Sides { white: false, black: false })),
            (resync, Received::Resync),
        ] {
            let text = serde_json::to_string(&message).expect("JSON");
            assert_eq!(Received::parse(&text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn games_and_events_are_read_without_what_is_only_for_screens() {
        let full = r#"{"type":"full","you":"white","game":{"id":"AAAAAAAAAA","version":2,
            "moves":[{"uci":"e2e4","san":"e4"}],
            "state":{"fen":"","clocks":{"remaining_ms":{"white":7,"black":8},"running":null}}}}"#;
        let Ok(Received::Full(view)) = Received::parse(full) else {
            panic!("{:?}", Received::parse(full))
        };
        assert_eq!((view.version, view.time_left_ms()), (2, Some(15)));
        assert_eq!(view.moves(), ["e2e4"]);
        let event = r#"{"type":"event","game":"AAAAAAAAAA","version":3,"at_ms":1,
            "event":{"type":"moved","ply":2,"uci":"e7e5","san":"e5"},"state":{}}"#;
        let expected = Received::Event { version: 3, at_ms: 1, uci: Some("e7e5".into()) };
        assert_eq!(Received::parse(event), Ok(expected));
        assert!(Received::parse(r#"{"type":"event"}"#).is_err());
    }
}
