"""Trains the network of crates/nnue on games of `tabiya datagen`.

    train.py FILE... --out FOLDER [options]      see --help

All training positions are kept on the device, 32 bytes each, from the perspective of the side to
move: its own pieces are White's and stand at the bottom. A batch becomes a dense one-hot matrix with
a row for each perspective, and the rest is two matrix products (model.py). README.md explains the
numbers.
"""

import argparse
import functools
import math
import pathlib
import sys
import time

import numpy as np
import torch

import export
import games as archive
from games import QUIET
from model import KING_BUCKETS, SCALE, Network, turned, unpacked

FIRST_PLY, DECIDED = 16, 10_000
VALIDATION = 100  # One game in this many is used for validation.
GAMES_AT_ONCE = 1 << 18
CHANCE = 160  # The sigmoid's scale in centipawns, fitted to the results of games.
FINAL_RATE = 2.4e-3  # The last learning rate as a fraction of the first.


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
    if options.start:
        begin_with(options.start, network)
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
        export.write(network, validation, options.out)
        save(saved, network, optimizer, superbatch + 1)
    return checked


def cosine(progress):
    """The learning rate as a fraction of the first (cosine decay)."""
    return FINAL_RATE + (1 - FINAL_RATE) * (1 + math.cos(math.pi * progress)) / 2


def save(path, network, optimizer, superbatch):
    """Writes a checkpoint."""
    state = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
    with export.replacing(path) as new:
        torch.save({**state, "superbatch": superbatch}, new)


def resume(path, network, optimizer):
    """Loads a checkpoint; returns the number of completed superbatches."""
    state = torch.load(path, map_location=network.bias.device, weights_only=True)
    expect_shape(path, network, state["network"]["bucketed"].shape)
    network.load_state_dict(state["network"])
    optimizer.load_state_dict(state["optimizer"])
    return state["superbatch"]


def begin_with(path, network):
    """Takes the weights of a network that was trained before."""
    features, *rest = export.read(path)
    expect_shape(path, network, features.shape)
    network.load_weights(features, *rest)


def expect_shape(path, network, known):
    """The features of a file must have the shape of the network's own."""
    for found, expected, what in zip(
        known, network.bucketed.shape, ("king bucket(s)", "inputs", "neurons")
    ):
        if found != expected:
            raise archive.Damaged(f"{path} is of a network with {found} {what}, not {expected}")


# The command line


def parse(words=None):
    """The options of the command line, or of these words."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    option = parser.add_argument
    option("files", nargs="+", type=pathlib.Path, help="files of `tabiya datagen`")
    option("--out", type=pathlib.Path, required=True, help="folder for network, vectors, checkpoint")
    option("--width", type=count, default=512, help="width of the hidden layer")
    option("--king-buckets", type=int, default=6, choices=KING_BUCKETS)
    option("--from", type=pathlib.Path, dest="start", metavar="NETWORK",
           help="begin with the weights of this network instead of random ones")
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
