//! A competition as a fold over its events, from the first entry to the final standings.
//!
//! Everything that happens is an [`Event`]. A [`Command`] asks for something; it becomes events or
//! is rejected with a [`CompetitionError`]. Nothing here reads a clock, a file or a random number:
//! who asks, the time and the seed of a draw are arguments, so that every competition replays
//! exactly.
//!
//! ```
//! use competition::aggregate::{Actor, BoardNumber, BoardResult, Command, Competition, Entrant};
//! use competition::aggregate::{Format, Numbering, Settings};
//! use game::{Name, Timestamp};
//!
//! let format = Format::RoundRobin { double: false, numbering: Numbering::Rating };
//! let settings = Settings::new(Name::new("Club evening")?, format);
//! let mut competition = Competition::new(settings, Timestamp(0))?;
//! let mut ask = |command| -> Result<(), Box<dyn std::error::Error>> {
//!     for event in competition.decide(Actor::Organizer, &command)? {
//!         let record = competition.record(event, Timestamp(0));
//!         competition.apply(&record)?;
//!     }
//!     Ok(())
//! };
//! ask(Command::Enter(Entrant::new(Name::new("Ann")?)))?;
//! ask(Command::Enter(Entrant::new(Name::new("Bob")?)))?;
//! ask(Command::PairRound)?;
//! let board = BoardNumber { round: 1, board: 1 };
//! ask(Command::SetResult { board, result: BoardResult::WHITE_WINS })?;
//! let standings = competition.standings();
//! assert_eq!(competition.entrant(standings[0].entrant).unwrap().name.as_str(), "Ann");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod absence;
mod bracket;
mod command;
mod decide;
mod entrant;
mod error;
mod event;
mod fold;
mod keizer_list;
mod possible;
mod report;
mod round;
mod settings;
mod standings;
mod state;
mod table;
mod undo;

pub use absence::{AbsenceKind, Unpaired};
pub use command::{Actor, Command};
pub use entrant::{Entrant, EntrantId, MemberId, Registration};
pub use error::CompetitionError;
pub use event::{Event, NewBoard, Record};
pub use fold::ReplayError;
pub use round::{Board, BoardNumber, BoardResult, Round, Settled, Source};
pub use settings::{Format, MatchLength, Numbering, Settings, SettingsError};
pub use standings::Standing;
pub use state::Competition;
