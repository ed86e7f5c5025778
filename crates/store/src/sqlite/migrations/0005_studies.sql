-- Analyses that somebody keeps. The text of the game comes last, so that a list reads past it.
CREATE TABLE study (
    number   INTEGER PRIMARY KEY,
    id       TEXT    NOT NULL UNIQUE,
    account  INTEGER,                        -- whose it is: an account's, not a reference,
    secret   BLOB    CHECK (length(secret) = 32), -- or whoever's has the secret
    version  INTEGER NOT NULL,
    request  TEXT    NOT NULL,               -- the save that made this version
    name     TEXT    NOT NULL,
    name_key TEXT    NOT NULL,               -- the name in lower case, as it is compared
    source   TEXT,                           -- the game that it was branched from
    created  INTEGER NOT NULL,
    changed  INTEGER NOT NULL,
    shared   INTEGER NOT NULL,
    removed  INTEGER,                        -- since when it is not listed
    white    TEXT    NOT NULL,
    black    TEXT    NOT NULL,
    event    TEXT    NOT NULL,
    plies    INTEGER NOT NULL,
    search   TEXT    NOT NULL,               -- what words are looked for in
    pgn      TEXT    NOT NULL,
    CHECK ((account IS NULL) <> (secret IS NULL))
) STRICT;

CREATE INDEX study_by_account ON study (account, changed) WHERE account IS NOT NULL;
CREATE INDEX study_by_secret  ON study (secret, changed)  WHERE secret IS NOT NULL;
CREATE INDEX study_by_changed ON study (changed, id);
