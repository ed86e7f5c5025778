-- Demonstration boards. A row is the whole state of a board, arrows included: they are in the
-- comments of its PGN.
CREATE TABLE demonstration (
    number   INTEGER PRIMARY KEY,
    id       TEXT    NOT NULL UNIQUE,
    owner    INTEGER,                        -- an account; NULL is the owner of the server
    version  INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    public   INTEGER NOT NULL,               -- whether it is followed without an account
    holder   INTEGER,                        -- the account of the pupil who has the board
    line     TEXT    NOT NULL,               -- the moves to the position that is shown
    flipped  INTEGER NOT NULL,
    created  INTEGER NOT NULL,
    changed  INTEGER NOT NULL,
    pgn      TEXT    NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- Simuls. Positions, clocks and results are those of the games.
CREATE TABLE simul (
    number    INTEGER PRIMARY KEY,
    id        TEXT    NOT NULL UNIQUE,
    owner     INTEGER,                       -- as above
    name      TEXT    NOT NULL,
    exhibitor INTEGER NOT NULL,              -- an account
    state     TEXT    NOT NULL,              -- running, over or called_off
    created   INTEGER NOT NULL,
    checksum  INTEGER NOT NULL               -- of the row without its state, and of the boards
) STRICT;

CREATE TABLE simul_board (
    simul    INTEGER NOT NULL REFERENCES simul (number),
    board    INTEGER NOT NULL,               -- from 1
    game     TEXT    NOT NULL,
    opponent INTEGER NOT NULL,               -- an account
    color    TEXT    NOT NULL,               -- the exhibitor's
    PRIMARY KEY (simul, board)
) STRICT, WITHOUT ROWID;
