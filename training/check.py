"""Compares games as `games.py` replays them with python-chess, ply by ply.

Usage: check.py FILE... Needs numpy and python-chess, but not PyTorch. Exits with status 0 when
all boards are equal, all moves legal, and all flags and results correct.
"""

import sys

import chess
import numpy as np

import games as archive
from games import BLACK, CASTLE, EN_PASSANT, KNIGHT, PROMOTION, QUIET


def codes_of(board):
    """A board of python-chess as codes."""
    codes = np.zeros(64, np.int32)
    for square, piece in board.piece_map().items():
        codes[square] = piece.piece_type + (0 if piece.color else BLACK)
    return codes


def move_of(bits):
    """A move of python-chess, whose castling is the king capturing its rook as well."""
    kind = bits >> 12 & 7
    promotion = kind - PROMOTION + KNIGHT if kind >= PROMOTION else None
    return chess.Move(bits & 63, bits >> 6 & 63, promotion)


def follow(board, bits):
    """Plays a move on a board of python-chess after checking its flags."""
    move, kind = move_of(bits), bits >> 12 & 7
    assert board.is_legal(move), f"{move} in {board.fen()}"
    assert (kind == CASTLE) == board.is_castling(move), f"{move} in {board.fen()}"
    assert (kind == EN_PASSANT) == board.is_en_passant(move), f"{move} in {board.fen()}"
    is_quiet = not (board.is_check() or board.is_capture(move) or move.promotion)
    assert (bits & QUIET != 0) == is_quiet, f"{move} in {board.fen()}"
    board.push(move)


def check(path):
    """Replays all games of a file at once; returns how many plies, and the kinds of move seen."""
    games = archive.read([path])
    order = np.argsort(-games.lengths, kind="stable")
    first = games.lengths.cumsum() - games.lengths
    moves = np.concatenate([games.moves[first[g] : first[g] + games.lengths[g]] for g in order])
    starts, winners = games.starts[order], games.winners[order]
    boards = archive.start_boards()[starts]
    known = [chess.Board.from_chess960_pos(int(number)) for number in starts]
    for ply, now, at in archive.replay(boards, games.lengths[order], moves):
        for codes, bits, board in zip(now, moves[at].tolist(), known):
            assert np.array_equal(codes, codes_of(board)), f"ply {ply}: {board.fen()}"
            assert archive.placement(codes.tolist()) == board.board_fen()
            follow(board, bits)
    for codes, board, winner in zip(boards, known, winners):
        assert np.array_equal(codes, codes_of(board)), board.fen()
        assert not board.is_checkmate() or winner == 2 * (not board.turn), board.fen()
    return len(moves), set((moves >> 12 & 7).tolist())


def main():
    seen = set()
    for path in sys.argv[1:]:
        plies, kinds = check(path)
        seen |= kinds
        print(f"{path}: {plies} plies are the same")
    missing = {CASTLE, EN_PASSANT, PROMOTION + 3} - seen
    assert not missing, f"no move of kind {missing} in these games, so they show too little"


if __name__ == "__main__":
    main()
