//! The one who counts: takes the results of the workers, writes them down, and says when it is
//! enough.

use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};
use std::{io, process, thread};

use super::arena::{Arena, Event, Finished};
use super::play::End;
use super::record::{Heading, Scorebook};
use super::report::{self, Progress};
use super::sprt::{Sprt, Verdict};
use super::tally::{self, Tally};
use crate::exit::{Answer, CliError};

/// The status that shells know from programs that an interrupt has ended.
const INTERRUPTED: i32 = 130;

/// Counts and writes down what is played.
pub(super) struct Clerk {
    pub(super) heading: Heading,
    pub(super) tally: Tally,
    pub(super) scorebook: Option<Scorebook>,
    pub(super) total: usize,
    pub(super) sprt: Option<Sprt>,
    pub(super) progress: Progress,
}

impl Clerk {
    /// Has the match played and tells how it ended.
    pub(super) fn hold(mut self, arena: &Arena) -> Result<Answer, CliError> {
        let (sender, events) = mpsc::channel();
        listen_for_interrupts(sender.clone());
        let workers = arena.workers();
        let counted = thread::scope(|scope| {
            for worker in 0..workers {
                let sender = sender.clone();
                scope.spawn(move || arena.work(worker, &sender));
            }
            let counted = self.count(&events, workers);
            arena.close();
            counted
        });
        self.progress.clear();
        let mut output = io::stdout().lock();
        report::summary(&mut output, &self.heading.names, &self.tally, self.sprt.as_ref())?;
        counted?;
        match self.verdict() {
            None | Some(Verdict::H1) => Ok(Answer::Yes),
            Some(Verdict::H0 | Verdict::Undecided) => Ok(Answer::No),
        }
    }

    /// Takes results until there are no more, or none are needed.
    fn count(&mut self, events: &Receiver<Event>, mut workers: usize) -> Result<(), CliError> {
        while workers > 0 && !matches!(self.verdict(), Some(Verdict::H0 | Verdict::H1)) {
            match events.recv() {
                Ok(Event::Finished(finished)) => self.note(&finished)?,
                Ok(Event::Idle) => workers -= 1,
                Ok(Event::Failed(error)) => return Err(error.into()),
                Ok(Event::Interrupted) | Err(mpsc::RecvError) => break,
            }
        }
        Ok(())
    }

    fn note(&mut self, finished: &Finished) -> Result<(), CliError> {
        let mut misdeed = None;
        if let End::Forfeit { misdeed: done, loser, reason } = &finished.end {
            misdeed = Some(*done);
            let loser = &self.heading.names[tally::player(finished.round, *loser).index()];
            self.progress.tell(&format!("game {}: {loser} loses: {reason}", finished.round));
        }
        if let Some(scorebook) = &mut self.scorebook {
            scorebook.append(finished, &self.heading)?;
        }
        self.tally.count(finished.round, finished.end.result(), misdeed);
        self.progress.show(&self.tally, self.total, self.sprt.as_ref());
        Ok(())
    }

    fn verdict(&self) -> Option<Verdict> {
        self.sprt.map(|sprt| sprt.verdict(&self.tally.pairs))
    }
}

/// One interrupt may arrive twice: `timeout` sends it to the process and then to its group.
const SAME_INTERRUPT: Duration = Duration::from_millis(500);

/// Turns an interrupt into an event. Whoever interrupts again does not want to wait for the end of
/// the engines.
fn listen_for_interrupts(events: Sender<Event>) {
    let mut first: Option<Instant> = None;
    // Without the handler an interrupt ends the program at once, which is no worse than that.
    let _ = ctrlc::set_handler(move || {
        let is_ended = match first {
            None => events.send(Event::Interrupted).is_err(),
            Some(first) => first.elapsed() > SAME_INTERRUPT,
        };
        first.get_or_insert_with(Instant::now);
        if is_ended {
            process::exit(INTERRUPTED);
        }
    });
}
