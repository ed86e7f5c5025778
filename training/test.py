"""Runs everything that train.py does on generated games, in seconds.

Checks the features and their gradient, then trains on random moves with and without king buckets,
resumes from the checkpoint, and checks what was written.
"""

import pathlib
import struct
import tempfile
import zlib

import numpy as np
import torch

import export
import games as archive
import model
import train
from games import BLACK, KING, QUIET
from model import INPUTS, KING_BUCKETS, OUTPUT_BUCKETS


def main():
    check_features()
    check_gradient()
    with tempfile.TemporaryDirectory() as folder:
        for buckets in KING_BUCKETS:
            out = pathlib.Path(folder, str(buckets))
            out.mkdir()
            check_training(out, buckets)
    print("all is well")


def check_training(out, buckets):
    """Trains, resumes, and checks the files."""
    games = out / "games"
    games.write_bytes(random_games(games=200, plies=40))
    asked = [games, "--out", out, "--device", "cpu", "--width", 64]
    asked += ["--batch", 256, "--superbatch-size", 4_000]
    asked += ["--king-buckets", buckets]
    first = trained(*asked, "--superbatches", 2)
    last = trained(*asked, "--superbatches", 4, "--resume")
    assert last < first, "the loss did not fall"
    assert trained(*asked, "--superbatches", 4, "--resume") == last, "training did not end"
    expect_damaged("64 neurons, not 32", *asked, "--width", 32, "--resume")
    other = KING_BUCKETS[0] + KING_BUCKETS[1] - buckets
    message = f"{buckets} king bucket(s), not {other}"
    expect_damaged(message, *asked, "--king-buckets", other, "--resume")
    lines = (out / "vectors.txt").read_text().splitlines()
    vectors = [line.split(";") for line in lines]
    errors = [abs(float(exact) - int(whole)) for _, exact, whole in vectors]
    assert errors and max(errors) < 3, f"quantized values are {max(errors):.1f} centipawns off"
    content = (out / "network.nnue").read_bytes()
    assert struct.unpack_from("<8H", content, 8) == (2, INPUTS, buckets, 64, 8, 255, 64, 400)
    rows = buckets * INPUTS + 1
    check_start(out, asked, last)
    assert len(content) == 28 + 2 * (rows * 64 + (2 * 64 + 1) * OUTPUT_BUCKETS)


def check_start(out, asked, loss):
    """Training that begins with a network must begin with its weights, exactly."""
    network = out / "network.nnue"
    again = model.Network(64, len(export.read(network)[0]))
    train.begin_with(network, again)
    weights = export.quantized(again)
    body = network.read_bytes()[28:]
    assert b"".join(part.numpy().astype("<i2").tobytes() for part in weights) == body
    found = trained(*asked, "--superbatches", 1, "--lr", 1e-12, "--from", network)
    assert abs(found - loss) < 1e-6, "training did not begin with the network"
    expect_damaged("64 neurons, not 32", *asked, "--width", 32, "--from", network)
    damaged = out / "damaged.nnue"
    damaged.write_bytes(network.read_bytes()[:-1] + b"\x7f")
    expect_damaged("is damaged", *asked, "--from", damaged)
    damaged.write_bytes(b"")
    expect_damaged("is not a network", *asked, "--from", damaged)


def expect_damaged(message, *asked):
    """Training with these options must fail with this message."""
    try:
        trained(*asked)
    except archive.Damaged as error:
        assert message in str(error), error
    else:
        raise AssertionError(f"no error: {message}")


def check_features():
    """The one-hot features of random boards against their definition, square by square."""
    random = np.random.default_rng(2)
    boards = np.zeros((64, 64), np.uint8)
    for king, board in enumerate(boards):
        others = random.choice([square for square in range(64) if square != king], 12, False)
        board[others[0]], board[king] = KING | BLACK, KING
        board[others[1:]] = random.choice([1, 2, 3, 4, 5, 9, 10, 11, 12, 13], 11)
    for buckets in KING_BUCKETS:
        found = model.one_hot(torch.from_numpy(boards), buckets, torch.float32)
        for number, board in enumerate(boards.tolist()):
            other = [code ^ BLACK if code else 0 for code in np.reshape(board, (8, 8))[::-1].flat]
            for side, codes in (number, board), (number + len(boards), other):
                active = found[side].nonzero()[:, 0].tolist()
                assert active == features(codes, buckets), (number, buckets)


def features(codes, buckets):
    """The features of the side at the bottom, in order."""
    rank, file = divmod(codes.index(KING), 8)
    central = 2 <= file < 6
    bucket = [0, 2, 4, 4, 5, 5, 5, 5][rank] + (central if rank < 2 else 0)
    first = INPUTS * (bucket if buckets > 1 else 0)
    mirror = 7 if file >= 4 else 0
    index = lambda code: code - 1 if code < BLACK else code - BLACK - 1 + 6
    pieces = [(square, code) for square, code in enumerate(codes) if code]
    return sorted(first + 64 * index(code) + (square ^ mirror) for square, code in pieces)


def check_gradient():
    """The gradient of feature sums is that of a plain product."""
    torch.manual_seed(3)
    inputs, weights = (torch.rand(40, 30) < 0.3).double(), torch.randn(30, 5, dtype=torch.double)
    gradients = []
    for product in model.FeatureSums.apply, torch.matmul:
        asked = weights.clone().requires_grad_()
        (product(inputs, asked) * torch.arange(5)).mean().backward()
        gradients.append(asked.grad)
    assert torch.allclose(*gradients)


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
