-- What the members of a group may not use, until when. The row without a name is for visitors, who
-- are not signed in.
CREATE TABLE group_rules (
    number     INTEGER PRIMARY KEY,
    group_name TEXT    NOT NULL UNIQUE,
    locked     TEXT    NOT NULL,               -- what is locked, as words
    max_rating INTEGER,                        -- the strongest computer opponent that is allowed
    until      INTEGER                         -- none until it is changed
) STRICT;
