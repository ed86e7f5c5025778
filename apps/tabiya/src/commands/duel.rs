//! `tabiya match`: two engines play many games, and the results say which is stronger.

mod adjudication;
mod arena;
mod clerk;
mod control;
mod openings;
mod play;
mod players;
mod record;
mod report;
mod schedule;
mod sprt;
mod statistics;
mod tally;

use std::path::PathBuf;
use std::time::Duration;

use chess::CastlingMode;
use clap::Args;

use self::adjudication::{DrawRule, ResignRule};
use self::arena::Arena;
use self::clerk::Clerk;
use self::control::{Control, TimeControl};
use self::openings::Opening;
use self::play::Rules;
use self::players::{Player, Setting};
use self::record::{Heading, Scorebook};
use self::report::Progress;
use self::sprt::Sprt;
use self::tally::Tally;
use super::whole_number;
use crate::exit::{Answer, CliError};

const MOST_GAMES: usize = 10_000_000;
const MOST_WORKERS: usize = 1024;
const MOST_MILLISECONDS: u64 = 86_400_000;
/// A move of a fixed time always comes a little later than that.
const MOVETIME_MARGIN: u64 = 250;

/// Let two engines play each other and measure which is stronger
///
/// An engine is a program that speaks UCI, with arguments if it needs any, or the word `tabiya` for
/// this program itself. Each opening is played twice with colors swapped. The status is 1 if an
/// SPRT was asked for and did not accept H1.
#[derive(Debug, Args)]
pub(crate) struct Match {
    /// The first engine; the results are from its side
    a: String,
    /// The second engine
    b: String,
    /// Openings as EPD or PGN, plain, gzip or zip; without it, all games begin from the start
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many games to play, an even number
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = whole_number(2..=MOST_GAMES))]
    games: usize,
    /// Play each opening of the file, whatever their number
    #[arg(long, requires = "openings", conflicts_with = "games")]
    each: bool,
    #[command(flatten)]
    limit: Limit,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole_number(1..=MOST_WORKERS))]
    concurrency: usize,
    /// Megabytes of hash table for both engines
    #[arg(long, value_name = "MB", value_parser = whole_number(1..=1_048_576_u32))]
    hash: Option<u32>,
    /// Threads for both engines
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1024_u32))]
    threads: Option<u32>,
    /// An option of the first engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option_a: Vec<Setting>,
    /// An option of the second engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option_b: Vec<Setting>,
    /// What to call the first engine
    #[arg(long, value_name = "NAME")]
    name_a: Option<String>,
    /// What to call the second engine
    #[arg(long, value_name = "NAME")]
    name_b: Option<String>,
    /// Stop when the games have decided between two Elo differences
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Call a draw when all scores stay within CP for PLIES half-moves, from half-move FROM on
    #[arg(long, value_name = "CP,PLIES,FROM")]
    draw: Option<DrawRule>,
    /// Call a win when both engines see a score beyond CP for MOVES moves
    #[arg(long, value_name = "CP,MOVES")]
    resign: Option<ResignRule>,
    /// Milliseconds that a clock may be overdrawn [default: 0; 250 with --movetime]
    #[arg(long, value_name = "MS", value_parser = whole_number(0..=MOST_MILLISECONDS))]
    margin: Option<u64>,
    /// Seconds after which an engine without a clock counts as hung
    #[arg(long, value_name = "S", default_value_t = 120)]
    #[arg(value_parser = whole_number(1..=86_400_u64))]
    patience: u64,
    /// Play Chess960: castling is the king taking its rook
    #[arg(long)]
    chess960: bool,
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Count the games that the file has already, and play the missing ones
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Decides the order of the openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games between two lines of progress where there is no terminal
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole_number(1..=u64::MAX))]
    report: u64,
}

/// How long the engines may think.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Limit {
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Half-moves of depth for each move
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1000_u32))]
    depth: Option<u32>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", value_parser = whole_number(1..=MOST_MILLISECONDS))]
    movetime: Option<u64>,
    /// A clock in seconds, such as 8+0.08 or 40/60+0.5
    #[arg(long, value_name = "TIME+INC")]
    tc: Option<TimeControl>,
}

impl Limit {
    fn control(&self) -> Control {
        match (self.nodes, self.depth, self.movetime, self.tc) {
            (Some(nodes), ..) => Control::Nodes(nodes),
            (_, Some(depth), ..) => Control::Depth(depth),
            (.., Some(control)) => Control::Clock(control),
            (.., time, _) => Control::MoveTime(Duration::from_millis(time.unwrap_or(1))),
        }
    }
}

impl Match {
    pub(crate) fn run(self) -> Result<Answer, CliError> {
        if !self.games.is_multiple_of(2) {
            return Err(CliError::Unusable(format!(
                "--games {} is odd; each opening is played twice",
                self.games
            )));
        }
        let openings = match &self.openings {
            Some(path) => openings::read(path)?,
            None => vec![Opening::default()],
        };
        let games = if self.each { 2 * openings.len() } else { self.games };
        let order = schedule::order(openings.len(), self.seed);
        let players = self.players()?;
        let heading = self.heading(&players);
        let mut tally = Tally::new(games);
        let mut scorebook = None;
        if let Some(path) = &self.pgn {
            if self.resume {
                let opening = |pair: usize| &openings[order[pair % order.len()]];
                record::resume(path, &mut tally, &heading, opening)?;
            }
            scorebook = Some(Scorebook::open(path, self.resume)?);
        }
        let (rules, rounds) = (self.rules(), tally.missing());
        let arena = Arena::new(&players, &openings, &order, rules, rounds, self.concurrency);
        let clerk = Clerk {
            heading,
            tally,
            scorebook,
            total: games,
            sprt: self.sprt,
            progress: Progress::new(self.report),
        };
        clerk.hold(&arena)
    }

    fn rules(&self) -> Rules {
        let control = self.limit.control();
        let margin = match control {
            Control::MoveTime(_) => MOVETIME_MARGIN,
            Control::Nodes(_) | Control::Depth(_) | Control::Clock(_) => 0,
        };
        Rules {
            control,
            margin: Duration::from_millis(self.margin.unwrap_or(margin)),
            patience: Duration::from_secs(self.patience),
            castling: self.castling(),
            draw: self.draw,
            resign: self.resign,
        }
    }

    fn castling(&self) -> CastlingMode {
        if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    /// Both players, known to start and to take their options.
    fn players(&self) -> Result<[Player; 2], CliError> {
        let player = |command: &str, settings: &[Setting]| {
            let mut player = Player::new(command);
            player.settings = settings.to_vec();
            player.shared.extend(self.hash.map(|size| ("Hash", size)));
            player.shared.extend(self.threads.map(|count| ("Threads", count)));
            player.chess960 = self.chess960;
            player
        };
        let mut players = [player(&self.a, &self.option_a), player(&self.b, &self.option_b)];
        let clients = [players[0].start()?, players[1].start()?];
        let wishes = [self.name_a.clone(), self.name_b.clone()];
        let names = players::names(wishes, [clients[0].name(), clients[1].name()]);
        for (player, name) in players.iter_mut().zip(names) {
            player.name = name;
        }
        Ok(players)
    }

    fn heading(&self, players: &[Player; 2]) -> Heading {
        Heading {
            names: [players[0].name.clone(), players[1].name.clone()],
            control: self.limit.control().to_string(),
            castling: self.castling(),
        }
    }
}
