"""Reads and replays files of `tabiya datagen`.

The format is that of crates/selfplay: src/settings.rs, src/archive.rs and src/block.rs. Games are
replayed side by side, one ply of all of them at a time, with numpy arrays or PyTorch tensors on any
device; this file needs only numpy.

A board is 64 codes, a1 first: 0 for an empty square, else a role from 1 (pawn) to 6 (king), with 8
added for Black. A move is 15 bits: from, to, and what is special about it.
"""

import struct
import zlib
from dataclasses import dataclass

import numpy as np

MAGIC, VERSION = b"tabiya\x1ag", 2
HEADERS = {1: 28, 2: 32}  # Bytes before the first block, by version.
SIZES = struct.Struct("<4I")
MOST_BYTES = 64 << 20  # The largest unpacked block.

BLACK = 8
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
CASTLE, EN_PASSANT, PROMOTION = 1, 2, 4
QUIET = 1 << 15
LETTERS = ".PNBRQK??pnbrqk"


class Damaged(ValueError):
    """A damaged or unusable file."""


@dataclass
class Games:
    """Many games in columns: one entry for each game, then one for each move of all games."""

    starts: np.ndarray
    lengths: np.ndarray
    winners: np.ndarray
    moves: np.ndarray
    scores: np.ndarray

    def __len__(self):
        return len(self.starts)

    @classmethod
    def joined(cls, parts):
        """The games of all parts, one part after the other."""
        return cls(*map(np.concatenate, zip(*(vars(part).values() for part in parts))))


def read(paths):
    """All games of all files. Duplicates are an error: they would also be in the validation set."""
    blocks, known = [], {}
    for path in paths:
        for number, block in enumerate(blocks_of(path)):
            if number == 0:
                first = block.moves[: block.lengths[0]].tobytes()
                if first in known:
                    raise Damaged(f"{path} holds the same games as {known[first]}")
                known[first] = path
            blocks.append(block)
    if not blocks:
        raise Damaged(f"there is no game in {', '.join(map(str, paths))}")
    return Games.joined(blocks)


def blocks_of(path):
    """The games of a file block by block; a truncated block at the end is skipped."""
    with open(path, "rb") as file:
        content = file.read()
    if len(content) < HEADERS[1] or not content.startswith(MAGIC):
        raise Damaged(f"{path} is not a file of games")
    version = int.from_bytes(content[8:10], "little")
    if version not in HEADERS:
        raise Damaged(f"{path} has version {version}, not one of {[*HEADERS]}")
    at = HEADERS[version]
    if content[at - 4 : at] != zlib.crc32(content[: at - 4]).to_bytes(4, "little"):
        raise Damaged(f"{path} has a damaged header")
    while at + SIZES.size <= len(content):
        length, games, moves, checksum = SIZES.unpack_from(content, at)
        packed = content[at + SIZES.size : at + SIZES.size + length]
        damaged = Damaged(f"{path} has a damaged block at byte {at}")
        if length > longest(games, moves):
            raise damaged
        if len(packed) < length:
            return
        if checksum != zlib.crc32(packed, zlib.crc32(content[at : at + SIZES.size - 4])):
            raise damaged
        yield unpack(zlib.decompress(packed), games, moves)
        at += SIZES.size + length


def longest(games, moves):
    """The most bytes of a packed block of games and moves; 0 when no block is so large."""
    size = 6 * games + 4 * moves
    return size + size // 8 + 128 if size <= MOST_BYTES else 0


def unpack(columns, games, moves):
    """The games of a block. Scores are stored as differences to the one before."""
    words = np.frombuffer(columns, "<u2", 2 * games)
    winners = np.frombuffer(columns, np.uint8, games, 5 * games)
    halves = np.frombuffer(columns, np.uint8, 4 * moves, 6 * games).reshape(4, moves)
    low, high, score_low, score_high = halves.astype(np.uint16)
    changes = score_low | score_high << 8
    return Games(
        starts=words[:games].astype(np.int32),
        lengths=words[games:].astype(np.int32),
        winners=winners,
        moves=(low | high << 8).astype(np.int32),
        scores=np.cumsum(changes, dtype=np.uint16).view(np.int16),
    )


def start_boards():
    """The 960 start positions by number, by Scharnagl's scheme; 518 is the standard one."""
    boards = np.zeros((960, 64), np.int32)
    knights = [(first, second) for first in range(5) for second in range(first + 1, 5)]
    for number, board in enumerate(boards):
        rank = np.zeros(8, np.int32)
        rank[2 * (number % 4) + 1] = rank[2 * (number // 4 % 4)] = BISHOP
        rank[np.flatnonzero(rank == 0)[number // 16 % 6]] = QUEEN
        rank[np.flatnonzero(rank == 0)[list(knights[number // 96])]] = KNIGHT
        rank[rank == 0] = ROOK, KING, ROOK
        board[:8], board[8:16] = rank, PAWN
        board[48:56], board[56:] = PAWN | BLACK, rank | BLACK
    return boards


def replay(boards, lengths, moves):
    """Plays games from their first boards, which are changed in place; all numbers are `int32`.

    The games are in the order of their lengths, longest first, so that those still going on are
    always the first ones; their moves stand one game after the other. Yields for each ply its
    number, the boards before the move, and where the moves of the ply are. In the end the boards
    are those after the last moves.
    """
    first = lengths.cumsum(0) - lengths
    rows = (lengths == lengths).cumsum(0) - 1
    for ply in range(int(lengths[0])):
        playing = int((lengths > ply).sum())
        at = first[:playing] + ply
        yield ply, boards[:playing], at
        play(boards, rows[:playing], moves[at])


def play(boards, rows, moves):
    """Plays one move in each of these rows."""
    origin, target, kind = moves & 63, moves >> 6 & 63, moves >> 12 & 7
    piece, rook = boards[rows, origin], boards[rows, target]
    castles, passes, promotes = kind == CASTLE, kind == EN_PASSANT, kind >= PROMOTION
    home, is_kingside = origin & 56, target > origin

    boards[rows, origin] = 0
    boards[rows[passes], (home | target & 7)[passes]] = 0
    # The king captures its own rook; both land on the files of standard chess.
    boards[rows[castles], target[castles]] = 0
    landing = target + castles * (home + 2 + 4 * is_kingside - target)
    boards[rows, landing] = piece + promotes * (kind - PROMOTION + KNIGHT - PAWN)
    boards[rows[castles], (home + 3 + 2 * is_kingside)[castles]] = rook[castles]


def placement(codes):
    """A board as the first field of a FEN."""
    rows = ["".join(LETTERS[code] for code in codes[rank : rank + 8]) for rank in range(56, -8, -8)]
    text = "/".join(rows)
    for empty in range(8, 0, -1):
        text = text.replace("." * empty, str(empty))
    return text
