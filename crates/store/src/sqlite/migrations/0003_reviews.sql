-- What engines said about the positions of games. Another course of the game, told by a number,
-- another number of nodes or another engine is another review.
CREATE TABLE evaluation (
    game    INTEGER NOT NULL REFERENCES game (number),
    course  INTEGER NOT NULL,
    nodes   INTEGER NOT NULL,
    engine  TEXT    NOT NULL,
    ply     INTEGER NOT NULL,
    text    TEXT    NOT NULL,
    PRIMARY KEY (game, course, nodes, engine, ply)
) STRICT, WITHOUT ROWID;
