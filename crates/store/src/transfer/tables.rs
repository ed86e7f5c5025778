//! The tables of a database, in an order in which every row comes after those it refers to.

use super::Cell;

/// What is in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Flag,
    Text,
    Bytes,
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

/// A table.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// How many of the first columns are its key.
    pub(super) key: usize,
    /// Whether its key is a number that the database gives.
    pub(super) is_numbered: bool,
    pub(super) columns: &'static [Column],
}

impl Table {
    /// The key of a row.
    pub(super) fn key_of(&self, row: &[Cell]) -> Vec<Cell> {
        row[..self.key].to_vec()
    }

    /// The names of the columns of the key.
    pub(super) fn key_names(&self) -> String {
        names(&self.columns[..self.key])
    }

    /// The names of all columns.
    pub(super) fn names(&self) -> String {
        names(self.columns)
    }
}

/// Names with commas between them.
pub(super) fn names(columns: &[Column]) -> String {
    columns.iter().map(|column| column.name).collect::<Vec<_>>().join(", ")
}

const fn n(name: &'static str) -> Column {
    Column { name, kind: Kind::Number }
}

const fn f(name: &'static str) -> Column {
    Column { name, kind: Kind::Flag }
}

const fn t(name: &'static str) -> Column {
    Column { name, kind: Kind::Text }
}

const fn b(name: &'static str) -> Column {
    Column { name, kind: Kind::Bytes }
}

const fn keyed(name: &'static str, key: usize, columns: &'static [Column]) -> Table {
    Table { name, key, is_numbered: false, columns }
}

const fn numbered(name: &'static str, columns: &'static [Column]) -> Table {
    Table { name, key: 1, is_numbered: true, columns }
}

/// Columns of a game that every move changes. `PostgreSQL` has them in a table of their own.
pub(super) const PROGRESS: [&str; 5] = ["version", "plies", "last_played", "fen", "checksum"];

/// The table of games.
pub(super) const GAME: &str = "game";

/// All tables.
pub(super) const TABLES: [Table; 20] = [
    numbered(
        "account",
        &[
            n("number"),
            t("name"),
            t("name_key"),
            t("name_skeleton"),
            t("role"),
            t("password"),
            n("created"),
            t("group_name"),
            n("rating"),
        ],
    ),
    keyed(
        "session",
        1,
        &[b("token"), n("account"), n("created"), n("last_used"), n("expires"), f("by_card")],
    ),
    keyed("device", 2, &[b("token"), n("account"), n("last_used")]),
    keyed("card", 1, &[n("account"), t("code"), n("created")]),
    numbered(
        GAME,
        &[
            n("number"),
            t("id"),
            n("version"),
            n("plies"),
            n("last_played"),
            t("fen"),
            t("white"),
            t("black"),
            t("result"),
            t("status"),
            n("created"),
            f("resume_on_start"),
            t("white_key"),
            t("black_key"),
            t("search"),
            b("white_secret"),
            b("black_secret"),
            n("white_account"),
            n("black_account"),
            t("event"),
            t("site"),
            t("date"),
            t("round"),
            n("round_order"),
            n("white_rating"),
            n("black_rating"),
            t("details_search"),
            t("eco"),
            t("opening"),
            n("checksum"),
        ],
    ),
    keyed("record", 2, &[n("game"), n("version"), n("at"), t("event"), n("checksum")]),
    keyed("request", 2, &[n("game"), t("request"), n("version"), b("digest"), f("refused")]),
    keyed("removed", 1, &[n("game"), n("at")]),
    keyed(
        "import",
        1,
        &[
            n("game"),
            b("fingerprint"),
            n("version"),
            n("at"),
            t("records"),
            t("format"),
            t("text"),
            n("checksum"),
        ],
    ),
    keyed(
        "evaluation",
        5,
        &[n("game"), n("moves_hash"), n("nodes"), t("engine"), n("ply"), t("text")],
    ),
    numbered(
        "study",
        &[
            n("number"),
            t("id"),
            n("account"),
            b("secret"),
            n("version"),
            t("request"),
            t("name"),
            t("name_key"),
            t("source"),
            n("created"),
            n("changed"),
            f("shared"),
            n("removed"),
            t("white"),
            t("black"),
            t("event"),
            n("plies"),
            t("search"),
            t("pgn"),
            n("checksum"),
        ],
    ),
    numbered(
        "competition",
        &[
            n("number"),
            t("id"),
            n("version"),
            t("name"),
            t("format"),
            n("entrants"),
            n("rounds"),
            f("finished"),
            n("created"),
            n("changed"),
            n("checksum"),
        ],
    ),
    keyed(
        "competition_event",
        2,
        &[n("competition"), n("version"), n("at"), t("event"), n("checksum")],
    ),
    keyed("competition_request", 2, &[n("competition"), t("request"), n("version")]),
    numbered(
        "group_rules",
        &[n("number"), t("group_name"), t("locked"), n("max_rating"), n("until")],
    ),
    numbered(
        "demonstration",
        &[
            n("number"),
            t("id"),
            n("owner"),
            n("version"),
            t("name"),
            f("public"),
            n("holder"),
            t("line"),
            f("flipped"),
            n("created"),
            n("changed"),
            t("pgn"),
            n("checksum"),
        ],
    ),
    numbered(
        "simul",
        &[
            n("number"),
            t("id"),
            n("owner"),
            t("name"),
            n("exhibitor"),
            t("state"),
            n("created"),
            n("checksum"),
        ],
    ),
    keyed("simul_board", 2, &[n("simul"), n("board"), t("game"), n("opponent"), t("color")]),
    numbered(
        "audit",
        &[n("number"), n("at"), t("actor"), t("address"), t("action"), t("target"), f("failed")],
    ),
    keyed("heartbeat", 1, &[n("one"), n("at"), n("count")]),
];
