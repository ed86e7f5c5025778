-- Games number :first to :last of a synthetic library. Everything about a game follows from its
-- number, so that a library can be filled in steps. 300,000 players share the games, some far more
-- than others; family names, places and openings are shared as in a collection of real games. The
-- games have their rows in the library and no moves, which no list reads.

BEGIN;
SET LOCAL synchronous_commit = off;

CREATE TEMPORARY TABLE chosen ON COMMIT DROP AS
SELECT
    n,
    -- Hashes as independent random numbers between 0 and 1, one for each choice.
    (hashint8extended(n, 1) & 4294967295) / 4294967296.0::float8 AS r_white,
    (hashint8extended(n, 2) & 4294967295) / 4294967296.0::float8 AS r_black,
    (hashint8extended(n, 3) & 4294967295) / 4294967296.0::float8 AS r_result,
    (hashint8extended(n, 4) & 4294967295) / 4294967296.0::float8 AS r_status,
    (hashint8extended(n, 5) & 4294967295) / 4294967296.0::float8 AS r_eco,
    (hashint8extended(n, 6) & 4294967295) / 4294967296.0::float8 AS r_opening,
    (hashint8extended(n, 7) & 4294967295) / 4294967296.0::float8 AS r_variation,
    (hashint8extended(n, 8) & 4294967295) / 4294967296.0::float8 AS r_kind,
    (hashint8extended(n, 9) & 4294967295) / 4294967296.0::float8 AS r_place,
    (hashint8extended(n, 10) & 4294967295) / 4294967296.0::float8 AS r_suffix,
    (hashint8extended(n, 11) & 4294967295) / 4294967296.0::float8 AS r_year,
    (hashint8extended(n, 12) & 4294967295) / 4294967296.0::float8 AS r_month,
    (hashint8extended(n, 13) & 4294967295) / 4294967296.0::float8 AS r_day,
    (hashint8extended(n, 14) & 4294967295) / 4294967296.0::float8 AS r_round,
    (hashint8extended(n, 15) & 4294967295) / 4294967296.0::float8 AS r_white_rating,
    (hashint8extended(n, 16) & 4294967295) / 4294967296.0::float8 AS r_black_rating,
    (hashint8extended(n, 17) & 4294967295) / 4294967296.0::float8 AS r_rated,
    (hashint8extended(n, 18) & 4294967295) / 4294967296.0::float8 AS r_account,
    (hashint8extended(n, 19) & 4294967295) / 4294967296.0::float8 AS r_plies,
    substr(md5(n::text), 1, 4) || lpad(to_hex(n), 6, '0') AS id
FROM generate_series(:first::bigint, :last::bigint) AS n;

-- The name of a player: one of 8,000 family names, and one of 400 first names.
CREATE FUNCTION pg_temp.player(number bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT
        (ARRAY['An','Bar','Cor','Dal','Er','Fal','Gar','Hen','Iv','Jan','Kar','Lor','Mar','Nor',
               'Ol','Pet','Ros','Sor','Tor','Vas'])[1 + number % 20]
        || (ARRAY['al','an','ber','den','ders','el','en','ing','ko','kov','len','man','mar','nes',
                  'or','ov','ren','sen','tin','vel'])[1 + number / 20 % 20]
        || (ARRAY['a','berg','chuk','dze','en','er','escu','ez','i','ian','ic','in','ini','ko',
                  'ler','mann','ov','sen','son','sky'])[1 + number / 400 % 20]
        || ', '
        || (ARRAY['Al','An','Be','Ca','Da','El','Fe','Ga','Ha','In','Jo','Ka','Le','Ma','Ni','Pa',
                  'Ra','Se','Ti','Vi'])[1 + number / 8000 % 20]
        || (ARRAY['bert','ce','dia','drea','emi','gor','hard','ia','ko','la','lia','mir','na',
                  'nard','ra','ri','rina','sha','tor','zo'])[1 + number / 160000 % 20]
$$;

-- The most active players have some 18,000 games of ten million with each color.
CREATE TEMPORARY TABLE described ON COMMIT DROP AS
SELECT
    n,
    id,
    pg_temp.player((300000 * r_white * r_white)::bigint) AS white,
    pg_temp.player((300000 * r_black * r_black)::bigint) AS black,
    CASE WHEN n % 10007 = 0 THEN '*' WHEN r_result < 0.38 THEN '1-0'
         WHEN r_result < 0.68 THEN '0-1' ELSE '1/2-1/2' END AS result,
    CASE WHEN n % 10007 > 0 THEN 'over' WHEN r_status < 0.7 THEN 'playing'
         WHEN r_status < 0.9 THEN 'waiting' ELSE 'adjourned' END AS status,
    (ARRAY['A','B','C','D','E'])[1 + (r_eco * 5)::int % 5]
        || lpad(((r_eco * 7919)::int % 100)::text, 2, '0') AS eco,
    (ARRAY['Sicilian Defense','Ruy Lopez','French Defense','Caro-Kann Defense','Italian Game',
           'Queen''s Gambit Declined','King''s Indian Defense','English Opening','Slav Defense',
           'Nimzo-Indian Defense','Scotch Game','Pirc Defense','Dutch Defense','Réti Opening',
           'Vienna Game'])[1 + (r_opening * 15)::int % 15]
        || (ARRAY['',': Main Line',': Exchange Variation',': Classical Variation',
                  ': Modern Variation',': Advance Variation']
          )[1 + (r_variation * 6)::int % 6] AS opening,
    (ARRAY['Open','Masters','Rapid','Blitz Cup','Team Championship','Invitational',
           'Memorial','Junior Championship'])[1 + (r_kind * 8)::int % 8] AS kind,
    (ARRAY['Aar','Bel','Cam','Dor','Est','Fir','Gro','Hast','Isl','Jar','Kil','Lin','Mon','Nov',
           'Oss','Pra','Rey','Ston','Tur','Wij'])[1 + (r_place * 20)::int % 20]
        || (ARRAY['bach','burg','dam','field','grad','ham','holm','ings','kjavik','mouth','na',
                  'pool','stadt','ton','ville','wick'])[1 + (r_suffix * 16)::int % 16] AS place,
    1950 + (76 * sqrt(r_year))::int % 76 AS year,
    (r_month * 12)::int % 12 + 1 AS month,
    (r_day * 28)::int % 28 + 1 AS day,
    (r_round * 11)::int % 11 + 1 AS round,
    CASE WHEN r_rated < 0.3 THEN 0 ELSE 1000 + (1800 * r_white_rating)::int END AS white_rating,
    CASE WHEN r_rated < 0.3 THEN 0 ELSE 1000 + (1800 * r_black_rating)::int END AS black_rating,
    CASE WHEN n % 97 = 0 THEN 1 + (r_account * 2000)::bigint END AS account,
    (r_plies * 150)::bigint AS plies
FROM chosen;

CREATE TEMPORARY TABLE dated ON COMMIT DROP AS
SELECT
    *,
    place || ' ' || kind || ' ' || year AS event,
    year || '.' || lpad(month::text, 2, '0') || '.' || lpad(day::text, 2, '0') AS date,
    1262304000000 + (hashint8extended(n, 20) & 4294967295) * 100 AS last_played
FROM described;

INSERT INTO game (number, id, white, black, result, status, created, resume_on_start, white_key,
    black_key, eco, opening, search, event, site, date, round, round_order, white_rating,
    black_rating, details_search, white_account)
SELECT
    n, id, white, black, result, status, last_played - 60000, false, lower(white), lower(black),
    eco, opening, fold_accents(lower(concat_ws(E'\n', white, black, eco, opening))), event, place,
    date, round::text, round * 10000, white_rating, black_rating,
    lower(concat_ws(E'\n', event, place, date, round)), account
FROM dated;

-- New games come after these.
SELECT setval(pg_get_serial_sequence('game', 'number'), :last) AS last_number \gset

INSERT INTO progress (id, game, version, plies, last_played, fen, checksum)
SELECT id, n, plies + 1, plies, last_played,
    'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10', 0
FROM dated;

-- One in 1,000 was removed.
INSERT INTO removed (game, at) SELECT n, last_played FROM dated WHERE n % 1000 = 0;

COMMIT;
