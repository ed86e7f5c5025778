"""Drives `tabiya uci` through python-chess, which raises on every illegal move and broken line.

Usage: drive.py PROGRAM. Prints one line for each part and ends with status 0 when all of them hold.
"""

import asyncio
import os
import sys
import time

import chess
import chess.engine

PROGRAM = [sys.argv[1], "uci"]
# Nothing here takes a second by itself; the rest is for a machine that is busy with other things.
PATIENCE = 60.0
GAMES = 20
# The clock of a game in seconds, and the engine's reserve in milliseconds.
BASE, INCREMENT, OVERHEAD = 0.2, 0.004, 40
# What a game may cost beyond its clocks: a new game empties the table, and time is told in ticks.
AROUND = 0.1
MATED = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
MATE_IN_TWO = "6k1/5ppp/3r4/8/8/8/1R6/1R4K1 w - - 0 1"

Limit = chess.engine.Limit


def start():
    """The engine, with a limit for everything that is asked of it."""
    return chess.engine.SimpleEngine.popen_uci(PROGRAM, timeout=PATIENCE)


def legal_line(board, line):
    """Plays a line out; `push` takes anything, so the moves are looked at first."""
    board = board.copy()
    for move in line:
        assert move in board.legal_moves, (board.fen(), move)
        board.push(move)


def analyses(engine):
    board = chess.Board()
    for limit in [Limit(depth=6), Limit(nodes=5000), Limit(time=0.05)]:
        info = engine.analyse(board, limit)
        assert info["score"].relative.score() is not None and info["pv"], info
        legal_line(board, info["pv"])
    info = engine.analyse(chess.Board(MATE_IN_TWO), Limit(mate=2))
    assert info["score"].relative == chess.engine.Mate(2), info
    lines = engine.analyse(board, Limit(depth=5), multipv=3)
    assert [line["multipv"] for line in lines] == [1, 2, 3]
    assert len({line["pv"][0] for line in lines}) == 3
    wanted = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    info = engine.analyse(board, Limit(depth=3), root_moves=wanted)
    assert info["pv"][0] in wanted


def stops(engine):
    """An analysis without end is stopped, many times over."""
    board = chess.Board()
    for _ in range(5):
        with engine.analysis(board) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 4:
                    break
            analysis.stop()
            assert analysis.wait().move in board.legal_moves
    with engine.analysis(chess.Board(MATED)) as analysis:
        analysis.stop()
        assert analysis.wait().move is None


def ends(engine):
    """Where the game is over there is no move."""
    for fen, score in [(MATED, chess.engine.Mate(0)), (STALEMATE, chess.engine.Cp(0))]:
        for limit in [Limit(depth=3), Limit(time=0.02), Limit(white_clock=1, black_clock=1)]:
            assert engine.play(chess.Board(fen), limit).move is None
        assert engine.analyse(chess.Board(fen), Limit(depth=3))["score"].relative == score


def freestyle(engine):
    """Chess960: castling is written as the king taking its rook, and read so."""
    for number in range(0, 960, 48):
        board = chess.Board.from_chess960_pos(number)
        while board.fullmove_number < 12 and not board.is_game_over():
            board.push(engine.play(board, Limit(depth=2)).move)
    board = chess.Board("5k2/8/8/8/8/8/8/RK5R w KQ - 0 1", chess960=True)
    for castling in ["b1h1", "b1a1"]:
        wanted = [chess.Move.from_uci(castling)]
        assert engine.play(board, Limit(depth=2), root_moves=wanted).move == wanted[0]


def options(engine):
    engine.configure({"Hash": 2, "Threads": 2, "Move Overhead": 5, "UCI_ShowWDL": True})
    info = engine.analyse(chess.Board(), Limit(depth=4))
    assert sum(info["wdl"].relative) == 1000
    engine.configure({"Clear Hash": None, "Threads": 1, "UCI_ShowWDL": False})
    for name, value in [("Hash", 0), ("Hash", 70000), ("Xyzzy", 1)]:
        try:
            engine.configure({name: value})
        except chess.engine.EngineError:
            continue
        raise AssertionError(f"{name} took {value}")
    games = []
    for _ in range(2):
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 900, "Seed": 5})
        board = chess.Board()
        while board.ply() < 20:
            # A game of its own each time, for chance starts anew with it.
            board.push(engine.play(board, Limit(time=1), game=len(games)).move)
        games.append(board.move_stack)
    assert games[0] == games[1]
    engine.configure({"UCI_LimitStrength": False})


async def ponders():
    """Moves on the opponent's time: half the replies are the expected ones, half are not."""
    _, engine = await chess.engine.popen_uci(PROGRAM)
    board = chess.Board()
    hits = 0
    while board.ply() < 24 and not board.is_game_over():
        limit = Limit(white_clock=0.4, black_clock=0.4, white_inc=0.01, black_inc=0.01)
        played = await asyncio.wait_for(engine.play(board, limit, ponder=True), PATIENCE)
        board.push(played.move)
        if board.is_game_over():
            break
        await asyncio.sleep(0.01)
        if played.ponder and board.ply() % 4 == 1:
            reply, hits = played.ponder, hits + 1
        else:
            reply = next(iter(board.legal_moves))
        assert reply in board.legal_moves
        board.push(reply)
    assert hits > 0
    await engine.quit()


def computed(engine):
    """The seconds of processor time that the engine has used, where the system tells.

    Unlike those on a wall, they do not depend on what else the machine does.
    """
    try:
        with open(f"/proc/{engine.transport.get_pid()}/stat") as file:
            user, system = file.read().rpartition(")")[2].split()[11:13]
    except OSError:
        return 0.0
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def game(engine, number):
    """Plays a game on the clock, in which the engine must not think for longer than it has."""
    board = chess.Board.from_chess960_pos(number) if number % 2 else chess.Board()
    clocks = {chess.WHITE: BASE, chess.BLACK: BASE}
    before = computed(engine)
    while not (board.is_game_over() or board.is_repetition() or board.halfmove_clock >= 100):
        limit = Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK],
            white_inc=INCREMENT, black_inc=INCREMENT,
        )
        begin = time.perf_counter()
        move = engine.play(board, limit, game=number).move
        left = clocks[board.turn] - (time.perf_counter() - begin)
        clocks[board.turn] = max(left, 0.0) + INCREMENT
        board.push(move)
    used, had = computed(engine) - before, 2 * BASE + board.ply() * INCREMENT
    assert used <= had + AROUND, f"game {number}: {used:.2f} s computed on clocks of {had:.2f} s"
    return used, had


def games(engine):
    engine.configure({"Move Overhead": OVERHEAD})
    used, had = map(sum, zip(*(game(engine, number) for number in range(GAMES))))
    print(f"  {GAMES} games: {used:.1f} s computed on clocks of {had:.1f} s")


def main():
    for part in [analyses, stops, ends, freestyle, options, games]:
        begin = time.perf_counter()
        with start() as engine:
            part(engine)
        print(f"{part.__name__}: {time.perf_counter() - begin:.1f} s", flush=True)
    asyncio.run(ponders())
    print("ponders")


if __name__ == "__main__":
    main()
