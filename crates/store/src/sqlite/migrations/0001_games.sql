-- One row a game: its snapshot for the library. The records are the truth.
CREATE TABLE game (
    number       INTEGER PRIMARY KEY,
    id           TEXT    NOT NULL UNIQUE,
    version      INTEGER NOT NULL,
    plies        INTEGER NOT NULL,
    last_played  INTEGER NOT NULL,           -- moments are milliseconds since 1970
    fen          TEXT    NOT NULL,
    white        TEXT,
    black        TEXT,
    verdict      TEXT    NOT NULL,
    status       TEXT    NOT NULL,
    created      INTEGER NOT NULL,
    wants_waking INTEGER NOT NULL,
    white_key    TEXT    NOT NULL,           -- names in lower case, as they are compared
    black_key    TEXT    NOT NULL,
    search       TEXT    NOT NULL,           -- what words are looked for in
    white_secret BLOB    CHECK (length(white_secret) = 32),
    black_secret BLOB    CHECK (length(black_secret) = 32)
) STRICT;

CREATE INDEX game_by_last_played ON game (last_played, id);
CREATE INDEX game_by_white       ON game (white_key, id);
CREATE INDEX game_by_black       ON game (black_key, id);
CREATE INDEX game_by_verdict     ON game (verdict, id);
CREATE INDEX game_by_status      ON game (status, id);
CREATE INDEX game_by_created     ON game (created, id);
CREATE INDEX game_to_wake        ON game (id) WHERE wants_waking = 1;

CREATE TABLE record (
    game    INTEGER NOT NULL REFERENCES game (number),
    version INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    event   TEXT    NOT NULL,
    PRIMARY KEY (game, version)
) STRICT, WITHOUT ROWID;

-- The requests that were answered, and the version of the game after each.
CREATE TABLE request (
    game    INTEGER NOT NULL REFERENCES game (number),
    request TEXT    NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (game, request)
) STRICT, WITHOUT ROWID;

-- When the server was last known to be there. At most one row.
CREATE TABLE heartbeat (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;
