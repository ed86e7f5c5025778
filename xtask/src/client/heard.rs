//! What the server says, read back. Most of a message is the state of the game for a screen; it is
//! passed over without being taken apart, since the reader shares its processors with the server
//! that it measures.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::Lost;

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// The whole game.
    Full(View),
    /// Something happened.
    Event {
        /// The version after it.
        version: u32,
        /// When, in milliseconds since the beginning of 1970.
        at_ms: u64,
        /// The move, where it was one.
        uci: Option<String>,
    },
    /// A wish was fulfilled.
    Ack {
        /// Its name.
        id: String,
        /// The version after it.
        version: u32,
    },
    /// A wish was refused.
    GameError {
        /// Its name; none when the server could not read it.
        id: Option<String>,
        /// Why.
        code: String,
    },
    /// Who is connected, which players without a screen do not look at.
    Presence,
    /// Something was missed.
    Resync,
}

/// A whole game, as far as players without a screen look.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct View {
    /// How many events have happened.
    pub(crate) version: u32,
    /// What was played.
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
    remaining_ms: wire::Sides<Option<u64>>,
}

impl View {
    /// What was played, as UCI writes it.
    pub(crate) fn moves(&self) -> Vec<String> {
        self.moves.iter().map(|played| played.uci.clone()).collect()
    }

    /// What is left to both sides together, in milliseconds; none without clocks.
    pub(crate) fn time_left_ms(&self) -> Option<u64> {
        let wire::Sides { white, black } = self.state.clocks.remaining_ms;
        Some(white? + black?)
    }
}

/// A message before it is known what it is. What stands under `game` depends on that.
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
}

#[derive(Deserialize)]
struct Happened {
    uci: Option<String>,
}

impl Heard {
    /// A message as it came.
    pub(crate) fn read(text: &str) -> Result<Heard, Lost> {
        let unclear = |_| Lost::Unclear(text.to_owned());
        let Envelope { kind, id, version, at_ms, code, game, event } =
            serde_json::from_str(text).map_err(unclear)?;
        let heard = match (&*kind, version) {
            ("full", _) => {
                let game = game.map(|game| serde_json::from_str(game.get()));
                game.transpose().map_err(unclear)?.map(Heard::Full)
            }
            ("event", Some(version)) => {
                let event = event.zip(at_ms);
                event.map(|(Happened { uci }, at_ms)| Heard::Event { version, at_ms, uci })
            }
            ("ack", Some(version)) => id.map(|id| Heard::Ack { id, version }),
            ("error", _) => code.map(|code| Heard::GameError { id, code }),
            ("presence", _) => Some(Heard::Presence),
            ("resync", _) => Some(Heard::Resync),
            _ => None,
        };
        heard.ok_or_else(|| Lost::Unclear(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_the_wire_writes_them() {
        let refusal = wire::ServerMessage::error("w-1", game::GameError::Over, 9);
        let ack = wire::ServerMessage::Ack { id: "w-1".into(), version: 9 };
        let away = wire::Presence { connected: false, claimable_in_ms: Some(5) };
        let players = wire::Sides { white: away, black: away };
        let presence = wire::ServerMessage::Presence { game: "AAAAAAAAAA".into(), players };
        let resync = wire::ServerMessage::Resync { game: "AAAAAAAAAA".into() };
        for (message, expected) in [
            (refusal, Heard::GameError { id: Some("w-1".into()), code: "over".into() }),
            (ack, Heard::Ack { id: "w-1".into(), version: 9 }),
            (presence, Heard::Presence),
            (resync, Heard::Resync),
        ] {
            let text = serde_json::to_string(&message).expect("JSON");
            assert_eq!(Heard::read(&text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn games_and_events_are_read_without_what_is_only_for_screens() {
        let full = r#"{"type":"full","you":"white","game":{"id":"AAAAAAAAAA","version":2,
            "moves":[{"uci":"e2e4","san":"e4"}],
            "state":{"fen":"","clocks":{"remaining_ms":{"white":7,"black":8},"running":null}}}}"#;
        let Ok(Heard::Full(view)) = Heard::read(full) else { panic!("{:?}", Heard::read(full)) };
        assert_eq!((view.version, view.time_left_ms()), (2, Some(15)));
        assert_eq!(view.moves(), ["e2e4"]);
        let event = r#"{"type":"event","game":"AAAAAAAAAA","version":3,"at_ms":1,
            "event":{"type":"moved","ply":2,"uci":"e7e5","san":"e5"},"state":{}}"#;
        let expected = Heard::Event { version: 3, at_ms: 1, uci: Some("e7e5".into()) };
        assert_eq!(Heard::read(event), Ok(expected));
        assert!(Heard::read(r#"{"type":"event"}"#).is_err());
    }
}
