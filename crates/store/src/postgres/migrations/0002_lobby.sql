-- The lobby that all servers share. It is of this moment: a crash of the database may lose it, and
-- then the pages that are open bring their members back.
CREATE UNLOGGED TABLE lobby (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version  bigint NOT NULL,
    text     text COLLATE "C" NOT NULL
);
