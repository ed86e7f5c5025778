//! The waiting jobs of one priority. Clients take turns (round robin), and the jobs of one client
//! are first in, first out: however many jobs a client has, another one waits for one of them.

use std::collections::{HashMap, VecDeque};

use super::queue::Ticket;
use crate::security::ClientKey;

/// The waiting jobs of one priority.
#[derive(Default)]
pub(super) struct Lane {
    /// The clients with waiting jobs, in the order of their turns.
    turns: VecDeque<ClientKey>,
    jobs: HashMap<ClientKey, VecDeque<Ticket>>,
    /// How often a job of a more urgent lane was taken while jobs waited here.
    passed_over: u32,
}

impl Lane {
    /// Adds a job. A client without one takes its turn after all others.
    pub(super) fn push(&mut self, ticket: Ticket) {
        let client = ticket.job.client;
        let jobs = self.jobs.entry(client).or_default();
        if jobs.is_empty() {
            self.turns.push_back(client);
        }
        jobs.push_back(ticket);
    }

    /// Takes the first job of the client whose turn it is.
    pub(super) fn pop(&mut self) -> Option<Ticket> {
        let client = self.turns.pop_front()?;
        let jobs = self.jobs.get_mut(&client)?;
        let ticket = jobs.pop_front();
        if jobs.is_empty() {
            self.jobs.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        self.passed_over = 0;
        ticket
    }

    /// Notes that a more urgent job was taken.
    pub(super) fn pass_over(&mut self) {
        self.passed_over += u32::from(!self.turns.is_empty());
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
        self.turns.retain(|client| self.jobs.contains_key(client));
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
        self.turns.iter().any(|other| *other != client)
    }

    /// Removes all jobs.
    pub(super) fn clear(&mut self) {
        *self = Lane::default();
    }
}
