"""Runs everything that train.py does on generated games, in seconds.

Trains on random moves, resumes from the checkpoint, and checks what was written.
"""

import pathlib
import struct
import tempfile
import zlib

import numpy as np
import torch

import games as archive
import train
from games import BLACK, KING, QUIET
from train import BUCKETS, INPUTS


def main():
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder)
        games = out / "games"
        games.write_bytes(random_games(games=200, plies=40))
        asked = [games, "--out", out, "--device", "cpu", "--batch", 256, "--superbatch-size", 4_000]
        first = trained(*asked, "--superbatches", 2)
        last = trained(*asked, "--superbatches", 4, "--resume")
        assert last < first, "the loss did not fall"
        assert trained(*asked, "--superbatches", 4, "--resume") == last, "training did not end"
        try:
            trained(*asked, "--width", 32, "--resume")
        except archive.Damaged as error:
            assert "is of a network 256 wide, not 32" in str(error)
        else:
            raise AssertionError("a network of another width was resumed")
        lines = (out / "vectors.txt").read_text().splitlines()
        vectors = [line.split(";") for line in lines]
        errors = [abs(float(exact) - int(whole)) for _, exact, whole in vectors]
        assert vectors and max(errors) < 3, f"quantized values are {max(errors):.1f} centipawns off"
        size = (out / "network.nnue").stat().st_size
        assert size == 26 + 2 * ((INPUTS + 1) * 256 + (2 * 256 + 1) * BUCKETS)
    print("all is well")


def trained(*asked):
    """The last validation loss of the trainer with these options."""
    options = train.parse([str(word) for word in asked])
    return train.train(options, torch.device(options.device))


def random_games(games, plies):
    """A file of games of random moves, legal or not, that never capture a king."""
    random = np.random.default_rng(1)
    start = archive.start_boards()[518].tolist()
    moves, scores = [], []
    for _ in range(games):
        board = start[:]
        for ply in range(plies):
            own = lambda code: code > 0 and code // BLACK == ply % 2
            origin = random.choice([square for square in range(64) if own(board[square])])
            free = [s for s in range(64) if not own(board[s]) and board[s] % BLACK != KING]
            target = random.choice(free)
            board[target], board[origin] = board[origin], 0
            moves.append(origin | target << 6 | QUIET)
            material = sum((code % BLACK) * (1 if code < BLACK else -1) for code in board)
            scores.append(30 * material)
    columns = [np.full(games, 518, "<u2"), np.full(games, plies, "<u2"), np.zeros(games, np.uint8)]
    columns.append(np.ones(games, np.uint8))
    for numbers in np.array(moves, np.uint16), np.diff(scores, prepend=0).astype(np.uint16):
        columns += [(numbers & 255).astype(np.uint8), (numbers >> 8).astype(np.uint8)]
    packed = zlib.compress(b"".join(column.tobytes() for column in columns))
    sizes = struct.pack("<3I", len(packed), games, len(moves))
    header = archive.MAGIC + struct.pack("<HHIQI", archive.VERSION, 0, 1, 1, 0)
    checked = lambda content: struct.pack("<I", zlib.crc32(content))
    return header + checked(header) + sizes + checked(sizes + packed) + packed


if __name__ == "__main__":
    main()
