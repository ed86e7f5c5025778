//! The waiting jobs of one priority. The client who was served least recently is next, and the jobs
//! of one client are first in, first out: however many jobs a client has, another one who comes
//! waits for none of those that have not begun.

use std::collections::{HashMap, VecDeque};

use super::queue::Ticket;
use crate::security::ClientKey;

/// For how many turns it is remembered who was served.
const REMEMBERED_TURNS: u64 = 256;

/// The waiting jobs of one priority.
#[derive(Default)]
pub(super) struct Lane {
    /// The clients with waiting jobs, in the order in which they came.
    clients: Vec<ClientKey>,
    jobs: HashMap<ClientKey, VecDeque<Ticket>>,
    /// The number of turns so far.
    turn: u64,
    /// The last turn of every client who had one lately.
    last_turns: HashMap<ClientKey, u64>,
    /// How often a job of a more urgent lane was taken while jobs waited here.
    passed_over: u32,
}

impl Lane {
    /// Adds a job.
    pub(super) fn push(&mut self, ticket: Ticket) {
        let client = ticket.job.client;
        let jobs = self.jobs.entry(client).or_default();
        if jobs.is_empty() {
            self.clients.push(client);
        }
        jobs.push_back(ticket);
    }

    /// Takes the first job of the client whose turn it is.
    pub(super) fn pop(&mut self) -> Option<Ticket> {
        let client = self.next_client()?;
        let jobs = self.jobs.get_mut(&client)?;
        let ticket = jobs.pop_front();
        if jobs.is_empty() {
            self.jobs.remove(&client);
            self.clients.retain(|other| *other != client);
        }
        self.end_turn_of(client);
        self.passed_over = 0;
        ticket
    }

    /// The client who was served least recently; of those who were not served lately, the first.
    fn next_client(&self) -> Option<ClientKey> {
        let last_turn = |client: &&ClientKey| self.last_turns.get(client).copied().unwrap_or(0);
        self.clients.iter().min_by_key(last_turn).copied()
    }

    fn end_turn_of(&mut self, client: ClientKey) {
        self.turn += 1;
        self.last_turns.insert(client, self.turn);
        if self.turn.is_multiple_of(REMEMBERED_TURNS) {
            let oldest = self.turn - REMEMBERED_TURNS;
            self.last_turns.retain(|_, turn| *turn > oldest);
        }
    }

    /// Notes that a more urgent job was taken.
    pub(super) fn pass_over(&mut self) {
        self.passed_over += u32::from(!self.clients.is_empty());
    }

    /// How often more urgent jobs were taken since jobs wait here.
    pub(super) fn passed_over(&self) -> u32 {
        self.passed_over
    }

    /// Removes the jobs that do not match.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&Ticket) -> bool) {
        self.jobs.retain(|_, jobs| {
            jobs.retain(&mut keep);
            !jobs.is_empty()
        });
        self.clients.retain(|client| self.jobs.contains_key(client));
    }

    /// The number of jobs.
    pub(super) fn len(&self) -> usize {
        self.jobs.values().map(VecDeque::len).sum()
    }

    /// The number of jobs of one client.
    pub(super) fn len_of(&self, client: ClientKey) -> usize {
        self.jobs.get(&client).map_or(0, VecDeque::len)
    }

    /// Whether any other client has a job.
    pub(super) fn has_other(&self, client: ClientKey) -> bool {
        self.clients.iter().any(|other| *other != client)
    }

    /// Removes all jobs.
    pub(super) fn clear(&mut self) {
        *self = Lane::default();
    }
}
