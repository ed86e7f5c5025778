-- What the roster of a club knows about its members. An account without a password is entered with
-- a card alone.
ALTER TABLE account ADD COLUMN group_name TEXT;        -- a class or a team
ALTER TABLE account ADD COLUMN rating     INTEGER;     -- before the first rated game

-- Whether a session was begun with a card, and ends with that.
ALTER TABLE session ADD COLUMN by_card INTEGER NOT NULL DEFAULT 0;

-- The cards by which members sign in. The code is not hashed: it is short enough to be guessed
-- from any hash, and cards are printed again as they were.
CREATE TABLE card (
    account INTEGER PRIMARY KEY REFERENCES account (number) ON DELETE CASCADE,
    code    TEXT    NOT NULL UNIQUE,
    created INTEGER NOT NULL
) STRICT;
