-- Competitions. As with games, the events are the truth, and the row is what the list shows. The
-- checksums of the events form a chain.
CREATE TABLE competition (
    number   INTEGER PRIMARY KEY,
    id       TEXT    NOT NULL UNIQUE,
    version  INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    format   TEXT    NOT NULL,
    entrants INTEGER NOT NULL,
    rounds   INTEGER NOT NULL,               -- how many are paired
    finished INTEGER NOT NULL,
    created  INTEGER NOT NULL,
    changed  INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

CREATE INDEX competition_by_change ON competition (changed, id);

CREATE TABLE competition_event (
    competition INTEGER NOT NULL REFERENCES competition (number),
    version     INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    event       TEXT    NOT NULL,
    checksum    INTEGER NOT NULL,
    PRIMARY KEY (competition, version)
) STRICT, WITHOUT ROWID;

-- The requests that were answered, and the version of the competition after each.
CREATE TABLE competition_request (
    competition INTEGER NOT NULL REFERENCES competition (number),
    request     TEXT    NOT NULL,
    version     INTEGER NOT NULL,
    PRIMARY KEY (competition, request)
) STRICT, WITHOUT ROWID;
