//! How much of a stranger's file is read.

/// The most that a [`Reader`](super::Reader) takes from a file. What goes beyond is a
/// [`PgnError`](super::PgnError), and the rest of the game or file is left out; nothing is ever held
/// that these numbers do not bound.
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
    /// Moves in one game, those of its variations included.
    pub plies: usize,
    /// Variations within variations.
    pub depth: usize,
    /// Tags of one game.
    pub tags: usize,
    /// Bytes of one tag or one comment.
    pub text: usize,
    /// Bytes of one game, from its first tag on. Beyond them, only its moves are read.
    pub bytes: usize,
    /// Errors reported for one game.
    pub errors: usize,
}

impl Limits {
    /// For files of one's own: any number of games, each as large as an annotator could make it.
    pub const LOCAL: Limits = Limits {
        games: usize::MAX,
        plies: 1_000_000,
        depth: 1_000,
        tags: 1_000,
        text: 16 << 20,
        bytes: 256 << 20,
        errors: 1_000,
    };

    /// For files that people bring: any number of games, each as large as an annotated one is, so
    /// that a few of them fit into memory whatever they hold.
    pub const IMPORT: Limits = Limits {
        games: usize::MAX,
        plies: 20_000,
        depth: 256,
        tags: 256,
        text: 256 << 10,
        bytes: 4 << 20,
        errors: 64,
    };

    /// For files that strangers send.
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
