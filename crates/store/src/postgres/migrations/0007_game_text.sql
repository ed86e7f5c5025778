-- What words are searched in, and the words themselves. It follows from the columns `search` and
-- `details_search` of `game`, which servers write. Those of the release before write the id of the
-- game in front, and accents; so triggers keep the texts, and fold them as `search.rs` does.
CREATE TABLE game_text (
    number bigint PRIMARY KEY,
    text   text COLLATE "C" NOT NULL
);

-- All different words of all texts. A search looks for the words that have a part in common with
-- it, and then for the games that have one of these words whole. Two transactions may add the same
-- word; neither waits for the other.
CREATE TABLE word (
    word text COLLATE "C" NOT NULL
);

CREATE INDEX word_by_word ON word (word);

-- Text that is in lower case already, without accents.
CREATE FUNCTION fold_accents(lower_case text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN octet_length(lower_case) = length(lower_case) THEN lower_case ELSE
        replace(replace(replace(replace(translate(
            normalize(regexp_replace(normalize(lower_case, NFD),
                '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]', '', 'g'), NFC),
            E'øłđðħŧıς\u2018\u2019\u02bc', 'olddhtiσ'''''''),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
    END
$$;

-- The column `search` of a game as this release writes it.
CREATE FUNCTION search_of_game(id text, search text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT fold_accents(
        CASE WHEN starts_with(search, lower(id COLLATE "C") || E'\n')
            THEN substr(search, length(id) + 2) ELSE search END)
$$;

-- The text of a game from its columns.
CREATE FUNCTION text_of_game(id text, search text, details_search text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT search_of_game(id, search) || E'\n' || fold_accents(details_search)
$$;

-- The words of a text, as much of each as an index takes.
CREATE FUNCTION words_of(text text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN length(text) <= 500
        THEN array_remove(string_to_array(replace(text, E'\n', ' '), ' '), '')
        ELSE ARRAY(SELECT left(word, 500)
            FROM unnest(string_to_array(replace(text, E'\n', ' '), ' ')) AS word WHERE word <> '')
    END
$$;

CREATE INDEX game_text_by_words ON game_text USING gin (words_of(text));

-- Adds the words of texts that are missing.
CREATE FUNCTION add_words(texts text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO word (word) SELECT found.word
        FROM (SELECT DISTINCT unnest(words_of(text)) AS word FROM unnest(texts) AS text) AS found
        WHERE (SELECT true FROM word WHERE word.word = found.word LIMIT 1) IS NULL;
END
$$;

CREATE FUNCTION write_new_texts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    texts text[];
BEGIN
    WITH added AS (
        INSERT INTO game_text (number, text)
            SELECT number, text_of_game(id, search, details_search) FROM written
            RETURNING text
    )
    SELECT array_agg(text) FROM added INTO texts;
    PERFORM add_words(texts);
    RETURN NULL;
END
$$;

CREATE FUNCTION write_changed_texts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    texts text[];
BEGIN
    WITH added AS (
        INSERT INTO game_text (number, text)
            SELECT number, text_of_game(written.id, written.search, written.details_search)
            FROM written JOIN before USING (number)
            WHERE written.search <> before.search
                OR written.details_search <> before.details_search
            -- In the same order everywhere, so that no two wait for each other.
            ORDER BY number
            ON CONFLICT (number) DO UPDATE SET text = EXCLUDED.text
            RETURNING text
    )
    SELECT array_agg(text) FROM added INTO texts;
    IF texts IS NOT NULL THEN
        PERFORM add_words(texts);
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER text_of_new_games AFTER INSERT ON game
    REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION write_new_texts();
CREATE TRIGGER text_of_changed_games AFTER UPDATE ON game
    REFERENCING OLD TABLE AS before NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION write_changed_texts();

-- Games up to this number are without a text. They get theirs after the migration, in steps, so
-- that servers of the release before go on meanwhile. No row when all games have one.
CREATE TABLE game_without_text (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    up_to    bigint NOT NULL
);
INSERT INTO game_without_text (up_to) SELECT max(number) FROM game HAVING max(number) > 0;

CREATE FUNCTION fold_study_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.search := fold_accents(NEW.search);
    RETURN NEW;
END
$$;

CREATE TRIGGER text_of_study BEFORE INSERT OR UPDATE OF search ON study
    FOR EACH ROW EXECUTE FUNCTION fold_study_text();
UPDATE study SET search = search;
