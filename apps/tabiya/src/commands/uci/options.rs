//! The UCI options, each declared once together with its effect.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use chess::CastlingMode;
use engine::{Book, Level, Settings, Tablebase};
use uci::{OptionDeclaration, OptionKind};

use super::strength::{DEFAULT_RATING, MAX_SEED, Strength};

/// A button, handled by the session.
pub(super) const CLEAR_HASH: &str = "Clear Hash";

/// The maximum move overhead, in milliseconds.
const MAX_OVERHEAD: i64 = 5_000;
/// The maximum depth of the book, in plies.
const MAX_BOOK_PLIES: i64 = 1_000;

/// The values of the options.
#[derive(Default)]
pub(super) struct Options {
    settings: Settings,
    /// True when the engine does not have the settings yet.
    changed: bool,
    castling: CastlingMode,
    show_wdl: bool,
    own_book: bool,
    book: Option<Book>,
    book_plies: Option<usize>,
    strength: Strength,
}

/// The effect of setting an option.
type Set = fn(&mut Options, &str) -> Result<(), String>;

/// Every option with its effect.
fn table() -> Vec<(&'static str, OptionKind, Set)> {
    let initial = Settings::default();
    let spin =
        |default: usize, min: i64, max: i64| OptionKind::Spin { default: default as i64, min, max };
    let check = |default| OptionKind::Check { default };
    let string = || OptionKind::String { default: String::new() };
    let (hash, threads, lines) = (Settings::HASH_MB, Settings::THREADS, Settings::MULTI_PV);
    let overhead = initial.move_overhead.as_millis() as usize;
    let whole = |range: std::ops::RangeInclusive<usize>, default| {
        spin(default, *range.start() as i64, *range.end() as i64)
    };
    vec![
        ("Hash", whole(hash, initial.hash_mb), Options::set_hash),
        ("Threads", whole(threads, initial.threads), |options, value| {
            options.change(|settings| settings.threads = number(value));
            Ok(())
        }),
        (CLEAR_HASH, OptionKind::Button, |_, _| Ok(())),
        // The GUI decides when to ponder, with `go ponder`.
        ("Ponder", check(false), |_, _| Ok(())),
        ("MultiPV", whole(lines, initial.multi_pv), |options, value| {
            options.change(|settings| settings.multi_pv = number(value));
            Ok(())
        }),
        ("Move Overhead", spin(overhead, 0, MAX_OVERHEAD), |options, value| {
            let overhead = Duration::from_millis(number(value) as u64);
            options.change(|settings| settings.move_overhead = overhead);
            Ok(())
        }),
        ("UCI_Chess960", check(false), |options, value| {
            options.castling =
                if is_true(value) { CastlingMode::Chess960 } else { CastlingMode::Standard };
            Ok(())
        }),
        ("UCI_ShowWDL", check(false), |options, value| {
            options.show_wdl = is_true(value);
            Ok(())
        }),
        ("UCI_LimitStrength", check(false), |options, value| {
            options.strength.is_limited = is_true(value);
            Ok(())
        }),
        ("UCI_Elo", ratings(), |options, value| {
            options.strength.rating = number(value) as u16;
            Ok(())
        }),
        ("Seed", spin(0, 0, MAX_SEED as i64), |options, value| {
            options.strength.set_seed(number(value) as u64);
            Ok(())
        }),
        // Analysis is never limited in strength.
        ("UCI_AnalyseMode", check(false), |options, value| {
            options.strength.is_analysis_mode = is_true(value);
            Ok(())
        }),
        ("SyzygyPath", string(), Options::set_tables),
        ("Syzygy50MoveRule", check(true), |options, value| {
            options.change(|settings| settings.syzygy_50_move_rule = is_true(value));
            Ok(())
        }),
        ("EvalFile", string(), Options::set_network),
        ("OwnBook", check(false), |options, value| {
            options.own_book = is_true(value);
            Ok(())
        }),
        ("BookFile", string(), Options::set_book),
        ("BookDepth", spin(MAX_BOOK_PLIES as usize, 0, MAX_BOOK_PLIES), |options, value| {
            let plies = number(value);
            options.book_plies = Some(plies);
            options.book = options.book.take().map(|book| book.up_to(plies));
            Ok(())
        }),
    ]
}

/// The range of `UCI_Elo`.
fn ratings() -> OptionKind {
    let bound = |level: Level, otherwise| i64::from(level.rating().unwrap_or(otherwise));
    OptionKind::Spin {
        default: i64::from(DEFAULT_RATING),
        min: bound(Level::MIN, DEFAULT_RATING),
        max: bound(Level::MAX_RATED, DEFAULT_RATING),
    }
}

/// The declarations of all options.
pub(super) fn declarations() -> impl Iterator<Item = OptionDeclaration> {
    let options = table().into_iter().map(|(name, kind, _)| (name, kind));
    options.chain(tunables()).map(|(name, kind)| OptionDeclaration { name: name.into(), kind })
}

/// The tunables of the search.
#[cfg(feature = "tuning")]
fn tunables() -> impl Iterator<Item = (&'static str, OptionKind)> {
    engine::TUNABLES.iter().map(|number| {
        let [default, min, max] = [number.default, number.min, number.max].map(i64::from);
        (number.name, OptionKind::Spin { default, min, max })
    })
}

#[cfg(not(feature = "tuning"))]
fn tunables() -> impl Iterator<Item = (&'static str, OptionKind)> {
    std::iter::empty()
}

/// An unpredictable number.
pub(super) fn random_number() -> u64 {
    RandomState::new().hash_one(())
}

impl Options {
    /// The settings of the engine.
    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How castling is written.
    pub(super) fn castling(&self) -> CastlingMode {
        self.castling
    }

    /// Whether to print win, draw and loss probabilities.
    pub(super) fn shows_wdl(&self) -> bool {
        self.show_wdl
    }

    /// The opening book, if it is to be used.
    pub(super) fn book(&self) -> Option<&Book> {
        self.book.as_ref().filter(|_| self.own_book)
    }

    /// The limits of the playing strength.
    pub(super) fn strength(&mut self) -> &mut Strength {
        &mut self.strength
    }

    /// Sets an option.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        #[cfg(feature = "tuning")]
        if let Some(number) = value.and_then(|value| value.parse().ok())
            && engine::set_tunable(name, number)
        {
            return Ok(());
        }
        let known = table().into_iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
        let (name, kind, set) = known.ok_or_else(|| format!("unknown option '{name}'"))?;
        let option = OptionDeclaration { name: name.into(), kind };
        option.check(value).map_err(|error| error.to_string())?;
        set(self, value.unwrap_or_default())
    }

    /// True when the settings have changed since the last call.
    pub(super) fn take_changes(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Reverts the size of the hash table, after the new one could not be allocated.
    pub(super) fn revert_hash(&mut self, megabytes: usize) {
        self.settings.hash_mb = megabytes;
    }

    fn change(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
        self.changed = true;
    }

    /// Rejects a hash table that does not fit into free memory: where the system overcommits, the
    /// process would be killed later.
    fn set_hash(&mut self, value: &str) -> Result<(), String> {
        let megabytes = number(value);
        let free = free_megabytes() + self.settings.hash_mb;
        if megabytes > free {
            return Err(format!("Hash {megabytes} does not fit into {free} MB of free memory"));
        }
        self.change(|settings| settings.hash_mb = megabytes);
        Ok(())
    }

    fn set_tables(&mut self, value: &str) -> Result<(), String> {
        let tables = match value {
            "" => None,
            paths => Some(Arc::new(Tablebase::open(paths).map_err(|error| error.to_string())?)),
        };
        self.change(|settings| settings.tablebase = tables);
        Ok(())
    }

    /// As [`engine::chosen_network`] wants it.
    fn set_network(&mut self, value: &str) -> Result<(), String> {
        let network = engine::chosen_network(value).map_err(|error| error.to_string())?;
        self.change(|settings| settings.network = network);
        Ok(())
    }

    fn set_book(&mut self, value: &str) -> Result<(), String> {
        self.book = match value {
            "" => None,
            path => {
                let book = Book::open(path.as_ref()).map_err(|error| error.to_string())?;
                Some(match self.book_plies {
                    Some(plies) => book.up_to(plies),
                    None => book,
                })
            }
        };
        Ok(())
    }
}

/// A number that has been checked against the option's range.
fn number(value: &str) -> usize {
    value.parse().unwrap_or_default()
}

fn is_true(value: &str) -> bool {
    value == "true"
}

/// Free memory, within the limits of the control group.
fn free_megabytes() -> usize {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let available = system.available_memory();
    let limited = system.cgroup_limits().map_or(available, |limits| limits.free_memory);
    (available.min(limited) >> 20) as usize
}
