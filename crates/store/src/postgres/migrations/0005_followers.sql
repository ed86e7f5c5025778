-- Who follows a demonstration board on each server. A crash of the database may lose it, and then
-- the servers write it again.
CREATE UNLOGGED TABLE followers (
    demonstration text COLLATE "C",
    server        bigint,
    text          text COLLATE "C" NOT NULL,
    PRIMARY KEY (demonstration, server)
);
