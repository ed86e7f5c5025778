-- What names that look the same have in common. It is computed from the name, as is `name_key`,
-- whenever the database is opened.
ALTER TABLE account ADD COLUMN name_skeleton TEXT NOT NULL DEFAULT '';

CREATE INDEX account_by_skeleton ON account (name_skeleton);

-- Browsers from which somebody has logged in to an account.
CREATE TABLE device (
    token     BLOB    NOT NULL CHECK (length(token) = 32),
    account   INTEGER NOT NULL REFERENCES account (number) ON DELETE CASCADE,
    last_used INTEGER NOT NULL,
    PRIMARY KEY (token, account)
) STRICT, WITHOUT ROWID;

CREATE INDEX device_by_account ON device (account, last_used);

-- Logins and administration. The oldest rows make room for new ones, separately for each outcome.
CREATE TABLE audit (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    actor   TEXT    NOT NULL,
    address TEXT    NOT NULL,
    action  TEXT    NOT NULL,
    target  TEXT    NOT NULL,
    failed  INTEGER NOT NULL
) STRICT;

CREATE INDEX audit_by_outcome ON audit (failed, number);
