"""Trains the network of crates/nnue on games of `tabiya datagen`.

    train.py FILE... --out FOLDER [options]      see --help

All training positions are kept on the device, 32 bytes each, from the perspective of the side to
move: its own pieces are White's and stand at the bottom. A batch becomes a dense one-hot matrix with
a row for each perspective, and the rest is two matrix products. README.md explains the numbers;
crates/nnue/src/shape.rs has the same ones for the engine.
"""

import argparse
import contextlib
import copy
import functools
import math
import pathlib
import struct
import sys
import time
import zlib

import numpy as np
import torch

import games as archive
from games import BLACK, KING, QUIET

INPUTS, OUTPUT_BUCKETS = 768, 8
KING_BUCKETS = 1, 6  # What a network may have.
QA, QB, SCALE = 255, 64, 400
# A feature weight is the sum of two; no sum of 33 of them may leave 16 bits.
FEATURE_CLIP, OUTPUT_CLIP = 1.94, 1.98
MAGIC, VERSION = b"tabiya\x1an", 2

FIRST_PLY, DECIDED = 16, 10_000
VALIDATION = 100  # One game in this many is used for validation.
GAMES_AT_ONCE = 1 << 18
VECTORS = 1000
CHANCE = 160  # The sigmoid's scale in centipawns, fitted to the results of games.
FINAL_RATE = 2.4e-3  # The last learning rate as a fraction of the first.


@functools.cache
def squares(device):
    """All squares, a1 first."""
    return torch.arange(64, device=device)


@functools.cache
def pieces(device):
    """The codes of all pieces, in the order of the features."""
    codes = [*range(1, 7), *range(BLACK + 1, BLACK + 7)]
    return torch.tensor(codes, dtype=torch.uint8, device=device)


@functools.cache
def king_buckets(device, count):
    """The king bucket of every square, a1 first: by rank from the own side, and corner or center."""
    ranks = [[0, 0, 1, 1], [2, 2, 3, 3], [4] * 4, [4] * 4, [5] * 4, [5] * 4, [5] * 4, [5] * 4]
    codes = [bucket if count > 1 else 0 for half in ranks for bucket in half + half[::-1]]
    return torch.tensor(codes, dtype=torch.uint8, device=device)


# Positions


class Positions:
    """Packed boards, scores and results from the perspective of the side to move."""

    def __init__(self, boards, scores, results):
        self.boards, self.scores, self.results = boards, scores, results

    def __len__(self):
        return len(self.boards)

    def __getitem__(self, index):
        return self.boards[index], self.scores[index], self.results[index]


def load(files, device):
    """The usable positions of all games: the training and the validation set."""
    games = archive.read(files)
    starts = torch.from_numpy(archive.start_boards()).to(device)
    parts = ([], [])
    for begin in range(0, len(games), GAMES_AT_ONCE):
        for part, positions in zip(parts, usable(games, begin, starts)):
            part.append(positions)
    train, validation = (Positions(*map(torch.cat, zip(*part))) for part in parts)
    print(f"{len(games)} games, {len(train)} positions, {len(validation)} to validate with")
    if not (len(train) and len(validation)):
        raise archive.Damaged("these games are too few or too short to learn from")
    return train, validation


def usable(games, begin, starts):
    """Replays some games and picks their positions: a pair of (boards, scores, results)."""
    device = starts.device
    chosen = np.arange(begin, min(begin + GAMES_AT_ONCE, len(games)))
    chosen = chosen[np.argsort(-games.lengths[chosen], kind="stable")]
    ends = games.lengths.cumsum(dtype=np.int64)
    moves = np.concatenate([np.arange(ends[g] - games.lengths[g], ends[g]) for g in chosen])

    tensor = lambda column, index: torch.from_numpy(column[index].astype(np.int32)).to(device)
    codes, scores = tensor(games.moves, moves), tensor(games.scores, moves)
    lengths, winners = tensor(games.lengths, chosen), tensor(games.winners, chosen)
    validates = torch.from_numpy(chosen % VALIDATION == 0).to(device)
    found = ([], [])
    for ply, boards, at in archive.replay(starts[tensor(games.starts, chosen)], lengths, codes):
        usable = (ply >= FIRST_PLY) & (codes[at] & QUIET != 0) & (scores[at].abs() < DECIDED)
        for part, is_in in zip(found, (~validates, validates)):
            row = (usable & is_in[: len(at)]).nonzero()[:, 0]
            part.append(packed(ply % 2 == 1, boards[row], scores[at[row]], winners[row]))
    return [tuple(map(torch.cat, zip(*part))) for part in found]


def packed(by_black, boards, scores, winners):
    """Positions as they are stored: with Black to move, flipped and with colors swapped."""
    boards = boards.to(torch.uint8)
    if by_black:
        boards, scores, winners = turned(boards), -scores, 2 - winners
    nibbles = boards[:, :32] | boards[:, 32:] << 4
    return nibbles, scores.to(torch.int16), winners.to(torch.uint8)


def unpacked(boards):
    """The 64 codes of packed boards."""
    return torch.cat([boards & 15, boards >> 4], 1)


def turned(codes):
    """The same boards from the other perspective."""
    flipped = codes[:, squares(codes.device) ^ 56]
    return torch.where(flipped > 0, flipped ^ BLACK, flipped)


# The network


class Network(torch.nn.Module):
    """A hidden layer shared by both perspectives, and one output for each output bucket.

    The weights of a feature are the sum of those of its king bucket and of those that all buckets
    share (a factorizer), so that rare king squares learn from common ones. With a single bucket both
    learn the same, which doubles the learning rate of the features.
    """

    def __init__(self, width, buckets):
        super().__init__()
        normal = lambda *shape, fan: torch.nn.Parameter(torch.randn(shape) * math.sqrt(2 / fan))
        self.shared = normal(INPUTS, width, fan=INPUTS)
        self.bucketed = torch.nn.Parameter(torch.zeros(buckets, INPUTS, width))
        self.bias = torch.nn.Parameter(torch.zeros(width))
        self.outputs = normal(2 * width, OUTPUT_BUCKETS, fan=2 * width)
        self.output_bias = torch.nn.Parameter(torch.zeros(OUTPUT_BUCKETS))

    def features(self):
        """The weights of all features, king bucket by king bucket."""
        return (self.bucketed + self.shared).flatten(0, 1)

    def forward(self, codes):
        """The value of boards for the side to move; 1 is `SCALE` centipawns.

        Weights are rounded as in the engine (quantization-aware training).
        """
        bias = rounded(self.bias, QA)
        outputs, output_bias = rounded(self.outputs, QB), rounded(self.output_bias, QA * QB)
        inputs = one_hot(codes, len(self.bucketed), kind_of(self.bias))
        sums = FeatureSums.apply(inputs, self.features())
        own, opposing = (sums + bias).clamp(0, 1).square().chunk(2)
        found = torch.cat([own, opposing], 1) @ outputs + output_bias
        return found.gather(1, output_bucket(codes)[:, None])[:, 0]

    def groups(self, decay, bucket_decay):
        """The parameters with their weight decay: those of the king buckets, then all others."""
        shared = [part for name, part in self.named_parameters() if name != "bucketed"]
        own = bucket_decay if len(self.bucketed) > 1 else decay
        return [
            {"params": [self.bucketed], "weight_decay": own},
            {"params": shared, "weight_decay": decay},
        ]

    @torch.no_grad()
    def clip(self):
        """Clips the weights to what the engine's integers can hold."""
        for weights in self.shared, self.bucketed, self.bias:
            weights.clamp_(-FEATURE_CLIP, FEATURE_CLIP)
        for weights in self.outputs, self.output_bias:
            weights.clamp_(-OUTPUT_CLIP, OUTPUT_CLIP)


class FeatureSums(torch.autograd.Function):
    """The product of one-hot features and rounded weights, with a straight-through gradient.

    On a GPU it is computed in 16 bits. Rounded weights are integers there, and exact, as are all
    sums that the activation does not clip. Gradients, means over a batch, are scaled to fit.
    """

    @staticmethod
    def forward(ctx, inputs, weights):
        ctx.save_for_backward(inputs)
        sums = inputs @ (weights * QA).round().to(inputs.dtype)
        return sums.to(weights.dtype) / QA

    @staticmethod
    def backward(ctx, gradient):
        (inputs,) = ctx.saved_tensors
        scale = len(gradient)
        scaled = (gradient * scale).to(inputs.dtype)
        return None, (inputs.T @ scaled).to(gradient.dtype) / scale


def kind_of(weights):
    """The type of the one-hot matrix: half as wide as the weights, where that is fast."""
    return torch.float16 if weights.is_cuda else weights.dtype


def rounded(weights, scale):
    """Weights rounded to steps of 1/scale, with a straight-through gradient."""
    return weights + ((weights * scale).round() / scale - weights).detach()


def one_hot(codes, buckets, kind):
    """The features of both perspectives: those of all boards for one, then those for the other.

    A perspective is mirrored to have its king on the files a to d, and only the columns of the
    king's bucket are set.
    """
    device, codes = codes.device, torch.cat([codes, turned(codes)])
    is_king = codes == KING
    on_right = (is_king & (squares(device) % 8 >= 4)).any(1, keepdim=True)
    codes = torch.where(on_right, codes[:, squares(device) ^ 7], codes)
    bucket = (is_king * king_buckets(device, buckets)).sum(1, keepdim=True)
    is_bucket = bucket == torch.arange(buckets, device=device)
    is_piece = (codes[:, None, :] == pieces(device)[:, None]).flatten(1)
    return (is_bucket.to(kind)[:, :, None] * is_piece.to(kind)[:, None, :]).flatten(1)


def output_bucket(codes):
    """The output bucket for the number of pieces."""
    return ((codes > 0).sum(1) - 2) // 4


# Training


def loss_of(network, batch, share):
    """The squared error against a blend of result and score, both as winning chances."""
    boards, scores, results = batch
    target = share * results / 2 + (1 - share) * torch.sigmoid(scores / CHANCE)
    found = torch.sigmoid(network(unpacked(boards)) * (SCALE / CHANCE))
    return (found - target).square().mean()


@torch.no_grad()
def validate(network, positions, size, share):
    """The loss over all of these positions."""
    total = 0.0
    for begin in range(0, len(positions), size):
        batch = positions[begin : begin + size]
        total += loss_of(network, batch, share) * len(batch[0])
    return float(total) / len(positions)


class Order:
    """The positions of each step: a random permutation of all, then another.

    The order follows from the seed and the step, so that resumed training continues unchanged.
    """

    def __init__(self, count, batch, seed, device):
        self.count, self.batch, self.seed, self.device = count, min(batch, count), seed, device
        self.epoch = None

    def __getitem__(self, step):
        epoch, slot = divmod(step, self.count // self.batch)
        if epoch != self.epoch:
            random = torch.Generator(self.device).manual_seed(self.seed + epoch)
            self.order = torch.randperm(self.count, generator=random, device=self.device)
            self.epoch = epoch
        return self.order[slot * self.batch : (slot + 1) * self.batch]


class Step:
    """One step of training. On a GPU it is recorded once, and then only replayed (a CUDA graph).

    A step is about a hundred short operations, and one by one it takes longer to start them than to
    run them.
    """

    EAGER = 3  # The first steps are not recorded, as they set up what the others only use.

    def __init__(self, network, optimizer, positions, order, options):
        self.network, self.optimizer = network, optimizer
        self.positions, self.share = positions, options.share
        zeros = functools.partial(torch.zeros, device=order.device)
        self.chosen, self.rate = zeros(order.batch, dtype=torch.long), zeros(())
        self.loss = zeros(())  # The sum over the steps of a superbatch.
        for group in optimizer.param_groups:
            group["lr"] = self.rate
        self.graph, self.taken = None, 0
        self.stream = torch.cuda.Stream() if order.device.type == "cuda" else None

    def __call__(self, chosen, rate):
        """Learns from these positions at this rate."""
        self.chosen.copy_(chosen)
        self.rate.fill_(rate)
        if self.graph:
            self.graph.replay()
        elif self.stream is None:
            self.learn()
        else:
            self.prepare()

    def prepare(self):
        """Learns in a stream of its own, as recording asks for; after the last of these, records."""
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            self.learn()
        torch.cuda.current_stream().wait_stream(self.stream)
        self.taken += 1
        if self.taken == self.EAGER:
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.learn()

    def learn(self):
        """The operations of a step."""
        self.optimizer.zero_grad()
        loss = loss_of(self.network, self.positions[self.chosen], self.share)
        loss.backward()
        self.optimizer.step()
        self.network.clip()
        self.loss += loss.detach()


def train(options, device):
    """Trains from the start or from a checkpoint; returns the last validation loss.

    Everything is written after each superbatch, so that an interrupted run leaves a network.
    """
    torch.manual_seed(options.seed)
    positions, validation = load(options.files, device)
    network = Network(options.width, options.king_buckets).to(device)
    on_gpu = device.type == "cuda"
    optimizer = torch.optim.AdamW(
        network.groups(options.decay, options.bucket_decay), options.lr, fused=on_gpu, capturable=on_gpu
    )
    order = Order(len(positions), options.batch, options.seed, device)
    steps = max(1, options.superbatch_size // order.batch)
    saved = options.out / "checkpoint.pt"
    begin = resume(saved, network, optimizer) if options.resume else 0
    learn = Step(network, optimizer, positions, order, options)
    checked = validate(network, validation, order.batch, options.share)
    print(f"superbatch {begin}/{options.superbatches}  validation {checked:.6f}", flush=True)
    for superbatch in range(begin, options.superbatches):
        started = time.perf_counter()
        learn.loss.zero_()
        for step in range(superbatch * steps, (superbatch + 1) * steps):
            progress = step / (steps * options.superbatches)
            rate = options.lr * cosine(progress)
            learn(order[step], rate)
        trained = float(learn.loss) / steps
        speed = steps * order.batch / (time.perf_counter() - started)
        checked = validate(network, validation, order.batch, options.share)
        print(
            f"superbatch {superbatch + 1}/{options.superbatches}  loss {trained:.6f}  "
            f"validation {checked:.6f}  rate {rate:.2e}  {speed / 1e6:.2f} M positions/s",
            flush=True,
        )
        # In this order: what the checkpoint counts as done is not exported again.
        export(network, validation, options.out)
        save(saved, network, optimizer, superbatch + 1)
    return checked


def cosine(progress):
    """The learning rate as a fraction of the first (cosine decay)."""
    return FINAL_RATE + (1 - FINAL_RATE) * (1 + math.cos(math.pi * progress)) / 2


def save(path, network, optimizer, superbatch):
    """Writes a checkpoint."""
    state = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
    with replacing(path) as new:
        torch.save({**state, "superbatch": superbatch}, new)


@contextlib.contextmanager
def replacing(path):
    """A path to write to, which then replaces the old file atomically."""
    new = path.with_name(f"{path.name}.new")
    yield new
    new.replace(path)


def resume(path, network, optimizer):
    """Loads a checkpoint; returns the number of completed superbatches."""
    state = torch.load(path, map_location=network.bias.device, weights_only=True)
    known, asked = state["network"]["bucketed"].shape, network.bucketed.shape
    for found, expected, what in zip(known, asked, ("king bucket(s)", "inputs", "neurons")):
        if found != expected:
            raise archive.Damaged(f"{path} is of a network with {found} {what}, not {expected}")
    network.load_state_dict(state["network"])
    optimizer.load_state_dict(state["optimizer"])
    return state["superbatch"]


# Quantization


def quantized(network):
    """The weights as the engine has them: features, their bias, outputs by bucket, their bias."""
    parts = [network.features(), network.bias, network.outputs.T, network.output_bias]
    scales = [QA, QA, QB, QA * QB]
    return [(part.detach().double().cpu() * scale).round() for part, scale in zip(parts, scales)]


def export(network, validation, folder):
    """Writes the network and test vectors: positions with their exact values."""
    weights = quantized(network)
    reach = max(weights[2].clamp(min=0).sum(1).max(), -weights[2].clamp(max=0).sum(1).min())
    if reach * QA * QA >= 2**31:
        print(f"the output weights of one sign add up to {int(reach)}: the engine will refuse them")
    body = b"".join(part.to(torch.int16).numpy().astype("<i2").tobytes() for part in weights)
    shape = INPUTS, len(network.bucketed), len(network.bias), OUTPUT_BUCKETS
    header = MAGIC + struct.pack("<8H", VERSION, *shape, QA, QB, SCALE)
    checksum = zlib.crc32(body, zlib.crc32(header))
    with replacing(folder / "network.nnue") as new:
        new.write_bytes(header + struct.pack("<I", checksum) + body)

    every = torch.arange(0, len(validation), max(1, len(validation) // VECTORS))[:VECTORS]
    codes = unpacked(validation.boards[every.to(validation.boards.device)].cpu())
    exact = copy.deepcopy(network).cpu().double()
    with torch.no_grad():
        values = (exact(codes) * SCALE).tolist()
    rows = zip(codes.tolist(), values, quantized_values(weights, codes))
    lines = [
        f"{fen(board, by_black=number % 2 == 1)};{value:.2f};{whole}\n"
        for number, (board, value, whole) in enumerate(rows)
    ]
    with replacing(folder / "vectors.txt") as new:
        new.write_text("".join(lines))


def quantized_values(weights, codes):
    """The values that the engine computes; integer sums are exact in doubles."""
    features, bias, outputs, output_bias = weights
    bucket = output_bucket(codes)
    inputs = one_hot(codes, len(features) // INPUTS, features.dtype)
    accumulators = inputs @ features + bias
    hidden = torch.cat(accumulators.clamp(0, QA).square().chunk(2), 1)
    totals = (hidden @ outputs.T).gather(1, bucket[:, None])[:, 0]
    totals = torch.trunc(totals / QA) + output_bias[bucket]
    return torch.trunc(totals * SCALE / (QA * QB)).long().tolist()


def fen(board, by_black):
    """A board as a FEN; flipped when Black is to move."""
    if by_black:
        board = turned(torch.tensor([board]))[0].tolist()
    return f"{archive.placement(board)} {'b' if by_black else 'w'} - - 0 1"


# The command line


def parse(words=None):
    """The options of the command line, or of these words."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    option = parser.add_argument
    option("files", nargs="+", type=pathlib.Path, help="files of `tabiya datagen`")
    option("--out", type=pathlib.Path, required=True, help="folder for network, vectors, checkpoint")
    option("--width", type=count, default=512, help="width of the hidden layer")
    option("--king-buckets", type=int, default=6, choices=KING_BUCKETS)
    option("--superbatches", type=count, default=6)
    option("--superbatch-size", type=count, default=100_000_000, metavar="POSITIONS")
    option("--batch", type=count, default=16_384, metavar="POSITIONS")
    option("--lambda", type=share, default=0.1, dest="share", metavar="SHARE",
           help="the share of the game's result in the target; the rest is the score")
    option("--decay", type=float, default=0.2, help="weight decay")
    option("--bucket-decay", type=float, default=0.6, metavar="DECAY",
           help="weight decay of what a king bucket adds to the weights of all")
    option("--lr", type=float, default=1e-3, help="first learning rate")
    option("--seed", type=int, default=1)
    option("--device", help="cuda or cpu [default: cuda if available]")
    option("--resume", action="store_true", help="continue from the checkpoint in --out")
    return parser.parse_args(words)


def count(text):
    """A positive integer."""
    if int(text) < 1:
        raise ValueError
    return int(text)


def share(text):
    """A number from 0 to 1."""
    if not 0 <= float(text) <= 1:
        raise ValueError
    return float(text)


def main():
    options = parse()
    chosen = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
    # Products in tf32: inputs are one-hot, and ten bits of a weight are enough for training.
    torch.set_float32_matmul_precision("high")
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        train(options, torch.device(chosen))
    except (archive.Damaged, OSError) as error:
        sys.exit(f"train.py: {error}")


if __name__ == "__main__":
    main()
