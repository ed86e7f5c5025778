//! Limits for untrusted files.

/// The most that a [`Reader`](super::Reader) reads from a file. Anything beyond a limit is a
/// [`PgnError`](super::PgnError), and the rest of the game or file is skipped; memory use is
/// bounded by these numbers.
///
/// ```
/// use tabiya_chess::pgn::Limits;
///
/// let limits = Limits { games: 1, ..Limits::STRICT };
/// assert_eq!(limits.depth, 32);
/// assert!(Limits::default().plies > limits.plies);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Games in the file.
    pub games: usize,
    /// Moves in one game, including variations.
    pub plies: usize,
    /// Nesting depth of variations.
    pub depth: usize,
    /// Tags of one game.
    pub tags: usize,
    /// Bytes in one tag or comment.
    pub text: usize,
    /// Bytes in one game, from its first tag. Beyond them, only moves are read.
    pub bytes: usize,
    /// Errors reported for one game.
    pub errors: usize,
}

impl Limits {
    /// For one's own files: any number of games, as large as an annotator can make them.
    pub const LOCAL: Limits = Limits {
        games: usize::MAX,
        plies: 1_000_000,
        depth: 1_000,
        tags: 1_000,
        text: 16 << 20,
        bytes: 256 << 20,
        errors: 1_000,
    };

    /// For imports: any number of games of the size of a well-annotated one, so that a few of them
    /// fit in memory in any case.
    pub const IMPORT: Limits = Limits {
        games: usize::MAX,
        plies: 20_000,
        depth: 256,
        tags: 256,
        text: 256 << 10,
        bytes: 4 << 20,
        errors: 64,
    };

    /// For files from untrusted sources.
    pub const STRICT: Limits = Limits {
        games: 256,
        plies: 1_000,
        depth: 32,
        tags: 64,
        text: 64 << 10,
        bytes: 1 << 20,
        errors: 64,
    };
}

impl Default for Limits {
    /// [`Limits::LOCAL`].
    fn default() -> Limits {
        Limits::LOCAL
    }
}
