//! What the server tells its clients, noted at the moment it is sent: what is said is said, whether
//! or not it arrives.

use std::rc::Rc;

use axum::extract::ws::{Message, Utf8Bytes, close_code};
use wire::ErrorCode;

use super::history::{ToldEvent, ToldGame};
use super::network::LinkId;
use super::received::Received;
use super::violation::{Promise, Violation};
use super::world::World;

impl World {
    /// The server sends a message.
    pub(super) fn server_sends(&mut self, link: LinkId, message: Message) {
        let received = match &message {
            Message::Text(text) => self.parse(text),
            Message::Close(Some(frame)) if frame.code == close_code::ERROR => {
                let violation = Violation::new(Promise::NoInternalError, &frame.reason);
                self.violations.push(violation);
                None
            }
            _ => None,
        };
        if let (Some(client), Some(received), Message::Text(text)) =
            (self.network.link(link).map(|link| link.client), &received, &message)
        {
            let now = self.network.now();
            self.trace.add(now, format_args!("client {client} <- {text}"));
            let is_follower = self.followers.contains(&link);
            let found = self.note_told(client, is_follower, text, &Rc::clone(received));
            self.violations.extend(found.err());
            // The last message of the answer to a hello, after all that was missed.
            if matches!(**received, Received::Presence {}) {
                self.followers.insert(link);
            }
        }
        self.network.send_to_client(link, message, received);
    }

    /// Reads a message. The followers of a game get the same text one after the other.
    fn parse(&mut self, text: &Utf8Bytes) -> Option<Rc<Received>> {
        if let Some((last, received)) = &self.last_text
            && last == text
        {
            return Some(Rc::clone(received));
        }
        match serde_json::from_str(text) {
            Ok(received) => {
                let received = Rc::new(received);
                self.last_text = Some((text.clone(), Rc::clone(&received)));
                Some(received)
            }
            Err(error) => {
                let details = format!("{text} cannot be read: {error}");
                self.violations.push(Violation::new(Promise::NoInternalError, details));
                None
            }
        }
    }

    fn note_told(
        &mut self,
        client: usize,
        is_follower: bool,
        text: &str,
        told: &Received,
    ) -> Result<(), Violation> {
        let at = is_follower.then(|| self.network.now());
        let history = &mut self.history[self.clients[client].game];
        match told {
            Received::Event { version, .. } => {
                let new = ToldEvent { at, text: text.to_owned() };
                let known = history.events.entry(*version).or_insert(new);
                same(*version, &known.text, text)
            }
            Received::Full { game } => {
                let moves = game.moves.iter().map(|played| played.uci.clone()).collect();
                let told = ToldGame { moves, fen: game.state.fen.clone() };
                let known = history.games.entry(game.version).or_insert_with(|| told.clone());
                same(game.version, &format!("{known:?}"), &format!("{told:?}"))
            }
            Received::Ack { id, version } => {
                let request = history.requests.get_mut(&(client, id.clone()));
                let request = request.ok_or_else(|| {
                    let details = format!("client {client} never sent request {id}");
                    Violation::new(Promise::CarriedOutOnce, details)
                })?;
                request.acks.push(*version);
                Ok(())
            }
            Received::Error { id, code, message } => {
                let key = id.clone().map(|id| (client, id));
                if let Some(request) = key.and_then(|key| history.requests.get_mut(&key)) {
                    request.refusals.push(*code);
                }
                match code {
                    ErrorCode::Internal | ErrorCode::Damaged => {
                        Err(Violation::new(Promise::NoInternalError, message))
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

fn same(version: u32, known: &str, told: &str) -> Result<(), Violation> {
    if known == told {
        return Ok(());
    }
    let details = format!("version {version} was told as {known} and as {told}");
    Err(Violation::new(Promise::AllSeeTheSame, details))
}
