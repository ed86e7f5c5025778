//! The simulated network and everything else that is due at a time.
//!
//! A link carries messages in order in both directions, as TCP does. Between links there is no
//! order: a message that was sent before a connection broke may arrive after the client has
//! connected again. A link can be slow, cut, or silent: then nothing arrives and nobody is told.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::task::Waker;

use axum::extract::ws::Message;
use random::SplitMix64;
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;

use super::plan::Fault;
use super::received::Received;

/// Identifies a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LinkId(pub(super) u64);

/// Something that is due.
#[derive(Debug)]
pub(super) enum Due {
    /// A client wants to do something.
    Act { client: usize },
    /// A client checks its connection.
    Heartbeat { client: usize },
    /// A client connects again.
    Reconnect { client: usize },
    /// A connection attempt reaches the server.
    Connect(LinkId),
    /// The client learns that it is connected.
    Connected(LinkId),
    /// A message reaches the server.
    ToServer { link: LinkId, request: Option<String>, message: Message },
    /// A message reaches the client.
    ToClient(LinkId, Message, Option<Rc<Received>>),
    /// The server learns that the link is closed.
    ClosedToServer(LinkId),
    /// The client learns that the link is closed.
    ClosedToClient(LinkId),
    /// Something goes wrong.
    Fault(Fault),
    /// Something that went wrong is over.
    FaultEnds(Fault),
}

/// How well the network works.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditions {
    /// The most milliseconds that a message usually takes.
    pub(super) delay_ms: usize,
    /// One message in this many is very late; none when zero.
    pub(super) late: usize,
    /// One message in this many cuts its link; none when zero.
    pub(super) cuts: usize,
    /// One message in this many silences its link; none when zero.
    pub(super) silences: usize,
}

/// A network without faults.
pub(super) const CALM: Conditions = Conditions { delay_ms: 20, late: 0, cuts: 0, silences: 0 };

/// The most milliseconds by which a late message is late.
const LATE_MS: usize = 4_000;
/// The messages that may be on their way to a client before the server has to wait.
const WINDOW: usize = 32;

/// A connection between a client and the server.
pub(super) struct Link {
    pub(super) client: usize,
    /// The server that it leads to, where there are several.
    pub(super) server: usize,
    /// The server's end, while it is open.
    pub(super) to_server: Option<mpsc::UnboundedSender<Message>>,
    /// When the last message of each direction arrives.
    up_until: u64,
    down_until: u64,
    /// Nothing arrives any more.
    is_silent: bool,
    /// The client reads nothing before this time.
    reads_from: u64,
    in_flight: usize,
    writer: Option<Waker>,
}

/// The network, and the queue of what is due.
pub(super) struct Network {
    /// The time at which the current server was started, and its clock then.
    started: (u64, Option<Instant>),
    due: BTreeMap<(u64, u64), Due>,
    sequence: u64,
    links: BTreeMap<LinkId, Link>,
    last_link: u64,
    pub(super) conditions: Conditions,
    random: SplitMix64,
    /// How many servers a client may connect to.
    pub(super) servers: usize,
    /// Notified when something earlier than before may be due.
    pub(super) changed: Rc<Notify>,
}

impl Network {
    pub(super) fn new(random: SplitMix64, conditions: Conditions) -> Network {
        Network {
            started: (0, None),
            due: BTreeMap::new(),
            sequence: 0,
            links: BTreeMap::new(),
            last_link: 0,
            conditions,
            random,
            servers: 1,
            changed: Rc::new(Notify::new()),
        }
    }

    /// The time, in milliseconds since the start of the run.
    pub(super) fn now(&self) -> u64 {
        let (base, clock) = self.started;
        base + clock.map_or(0, |clock| clock.elapsed().as_millis() as u64)
    }

    /// The instant of a time, while a server runs.
    pub(super) fn instant(&self, at: u64) -> Option<Instant> {
        let (base, clock) = self.started;
        clock.map(|clock| clock + std::time::Duration::from_millis(at.saturating_sub(base)))
    }

    /// A server starts now. Its clock runs from here.
    pub(super) fn start_clock(&mut self) {
        self.started = (self.started.0, Some(Instant::now()));
    }

    /// The clock of a server shows the time, which began at this time of the run.
    pub(super) fn use_clock(&mut self, (began, clock): (u64, Instant)) {
        self.started = (began, Some(clock));
    }

    /// The server is gone; the time is set by hand until the next one starts.
    pub(super) fn stop_clock(&mut self) {
        self.started = (self.now(), None);
    }

    /// Sets the time while there is no server.
    pub(super) fn set_time(&mut self, at: u64) {
        self.started = (at.max(self.started.0), None);
    }

    /// Sets the time after a server has run.
    pub(super) fn set_time_to(&mut self, at: u64) {
        self.started = (at, None);
    }

    /// Has something happen at a time.
    pub(super) fn schedule(&mut self, at: u64, due: Due) {
        self.sequence += 1;
        self.due.insert((at, self.sequence), due);
        self.changed.notify_one();
    }

    /// The time of what is due next.
    pub(super) fn next_time(&self) -> Option<u64> {
        self.due.first_key_value().map(|((at, _), _)| *at)
    }

    /// Takes what is due at a time or before.
    pub(super) fn pop(&mut self, until: u64) -> Option<(u64, Due)> {
        let entry = self.due.first_entry()?;
        let at = entry.key().0;
        (at <= until).then(|| (at, entry.remove()))
    }

    /// Starts to connect a client.
    pub(super) fn connect(&mut self, now: u64, client: usize) -> LinkId {
        self.last_link += 1;
        let id = LinkId(self.last_link);
        let at = now + self.delay();
        let server = if self.servers > 1 { self.random.below(self.servers) } else { 0 };
        self.links.insert(
            id,
            Link {
                client,
                server,
                to_server: None,
                up_until: at,
                down_until: at,
                is_silent: false,
                reads_from: 0,
                in_flight: 0,
                writer: None,
            },
        );
        self.schedule(at, Due::Connect(id));
        id
    }

    /// The server accepts a connection; its messages come out of the receiver.
    pub(super) fn accept(
        &mut self,
        now: u64,
        id: LinkId,
    ) -> Option<mpsc::UnboundedReceiver<Message>> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let delay = self.delay();
        let link = self.links.get_mut(&id)?;
        link.to_server = Some(sender);
        link.down_until = now + delay;
        self.schedule(now + delay, Due::Connected(id));
        Some(receiver)
    }

    pub(super) fn link(&self, id: LinkId) -> Option<&Link> {
        self.links.get(&id)
    }

    /// The open connections.
    pub(super) fn links(&self) -> Vec<LinkId> {
        self.links.keys().copied().collect()
    }

    /// A client sends a message.
    pub(super) fn send_to_server(
        &mut self,
        now: u64,
        id: LinkId,
        request: Option<String>,
        message: Message,
    ) {
        let delay = self.delay();
        self.disturb(now, id);
        let Some(link) = self.links.get_mut(&id).filter(|link| !link.is_silent) else { return };
        link.up_until = link.up_until.max(now + delay);
        let at = link.up_until;
        self.schedule(at, Due::ToServer { link: id, request, message });
    }

    /// The server sends a message.
    pub(super) fn send_to_client(
        &mut self,
        id: LinkId,
        message: Message,
        received: Option<Rc<Received>>,
    ) {
        let (now, delay) = (self.now(), self.delay());
        self.disturb(now, id);
        let Some(link) = self.links.get_mut(&id) else { return };
        link.in_flight += 1;
        if link.is_silent {
            return;
        }
        link.down_until = link.down_until.max(now + delay).max(link.reads_from);
        let at = link.down_until;
        self.schedule(at, Due::ToClient(id, message, received));
    }

    /// True when the server may send; otherwise it is woken when it may.
    pub(super) fn poll_send(&mut self, id: LinkId, waker: &Waker) -> bool {
        let Some(link) = self.links.get_mut(&id) else { return true };
        let is_ready = link.in_flight < WINDOW;
        if !is_ready {
            link.writer = Some(waker.clone());
        }
        is_ready
    }

    /// A message has arrived at the client; true if the client still uses the link.
    pub(super) fn arrived(&mut self, id: LinkId) -> bool {
        let Some(link) = self.links.get_mut(&id) else { return false };
        link.in_flight = link.in_flight.saturating_sub(1);
        link.writer.take().into_iter().for_each(Waker::wake);
        true
    }

    /// One end has closed a link: the other learns it, and what was sent before still arrives.
    pub(super) fn close_from_client(&mut self, now: u64, id: LinkId) {
        let delay = self.delay();
        if let Some(link) = self.links.get_mut(&id) {
            let at = link.up_until.max(now + delay);
            link.up_until = at;
            self.schedule(at, Due::ClosedToServer(id));
        }
    }

    /// The server has closed a link, or is gone.
    pub(super) fn close_from_server(&mut self, now: u64, id: LinkId) {
        let delay = self.delay();
        if let Some(link) = self.links.get_mut(&id) {
            link.to_server = None;
            let at = link.down_until.max(now + delay);
            link.down_until = at;
            self.schedule(at, Due::ClosedToClient(id));
        }
    }

    /// Closes the server's end of a link.
    pub(super) fn close_server_end(&mut self, id: LinkId) {
        if let Some(link) = self.links.get_mut(&id) {
            link.to_server = None;
        }
    }

    /// The machine of the server is gone without a word.
    pub(super) fn silence(&mut self, id: LinkId) {
        if let Some(link) = self.links.get_mut(&id) {
            (link.is_silent, link.to_server) = (true, None);
        }
    }

    /// The client has given up a link.
    pub(super) fn remove(&mut self, id: LinkId) {
        if let Some(link) = self.links.remove(&id) {
            link.writer.into_iter().for_each(Waker::wake);
        }
    }

    /// The client does not read for a while.
    pub(super) fn stop_reading(&mut self, id: LinkId, until: u64) {
        if let Some(link) = self.links.get_mut(&id) {
            link.reads_from = until;
        }
    }

    /// Perhaps cuts or silences a link.
    fn disturb(&mut self, now: u64, id: LinkId) {
        let Conditions { cuts, silences, .. } = self.conditions;
        if one_in(&mut self.random, cuts) {
            self.cut(now, id);
        } else if one_in(&mut self.random, silences)
            && let Some(link) = self.links.get_mut(&id)
        {
            link.is_silent = true;
        }
    }

    /// Cuts a link: both ends learn it, each in its own time.
    pub(super) fn cut(&mut self, now: u64, id: LinkId) {
        let (up, down) = (now + self.delay(), now + self.delay());
        self.schedule(up, Due::ClosedToServer(id));
        self.schedule(down, Due::ClosedToClient(id));
        if let Some(link) = self.links.get_mut(&id) {
            link.is_silent = true;
        }
    }

    fn delay(&mut self) -> u64 {
        let usual = 1 + self.random.below(self.conditions.delay_ms) as u64;
        if one_in(&mut self.random, self.conditions.late) {
            usual + self.random.below(LATE_MS) as u64
        } else {
            usual
        }
    }
}

/// True once in this many times, and never for zero.
pub(super) fn one_in(random: &mut SplitMix64, count: usize) -> bool {
    count > 0 && random.below(count) == 0
}
