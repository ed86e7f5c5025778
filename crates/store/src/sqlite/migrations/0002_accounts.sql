-- Those who can log in. No number is given twice, so a seat of an account that is gone is nobody's.
CREATE TABLE account (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    name     TEXT    NOT NULL,
    name_key TEXT    NOT NULL UNIQUE,        -- the name in lower case
    role     TEXT    NOT NULL,
    password TEXT    NOT NULL,               -- hashed
    created  INTEGER NOT NULL
) STRICT;

-- Those who are logged in.
CREATE TABLE session (
    token     BLOB    PRIMARY KEY CHECK (length(token) = 32),
    account   INTEGER NOT NULL REFERENCES account (number) ON DELETE CASCADE,
    created   INTEGER NOT NULL,
    last_used INTEGER NOT NULL,
    expires   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX session_by_account ON session (account, last_used);
CREATE INDEX session_by_expiry  ON session (expires);

-- The account of whoever holds a seat. Not a reference: a game outlives its players' accounts.
ALTER TABLE game ADD COLUMN white_account INTEGER;
ALTER TABLE game ADD COLUMN black_account INTEGER;

CREATE INDEX game_by_white_account ON game (white_account) WHERE white_account IS NOT NULL;
CREATE INDEX game_by_black_account ON game (black_account) WHERE black_account IS NOT NULL;

-- Games that the library does not list. They stand apart so that its indices stay as they are.
CREATE TABLE removed (
    game INTEGER PRIMARY KEY REFERENCES game (number),
    at   INTEGER NOT NULL
) STRICT;
