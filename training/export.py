"""Networks and test vectors as files. README.md has the format; crates/nnue/src/file.rs reads it."""

import contextlib
import copy
import math
import struct
import zlib

import numpy as np
import torch

import games as archive
from model import INPUTS, OUTPUT_BUCKETS, QA, QB, SCALE
from model import one_hot, output_bucket, turned, unpacked

MAGIC, VERSION = b"tabiya\x1an", 2
HEADER = len(MAGIC) + 16  # Bytes before the checksum.
SCALES = QA, QA, QB, QA * QB  # Of the features, their bias, the outputs and theirs.
VECTORS = 1000


@contextlib.contextmanager
def replacing(path):
    """A path to write to, which then replaces the old file atomically."""
    new = path.with_name(f"{path.name}.new")
    yield new
    new.replace(path)


def quantized(network):
    """The weights as the engine has them: features, their bias, outputs by bucket, their bias."""
    parts = [network.features(), network.bias, network.outputs.T, network.output_bias]
    return [(part.detach().double().cpu() * scale).round() for part, scale in zip(parts, SCALES)]


def read(path):
    """The weights of a network's file as it is trained: features by king bucket, their bias, outputs,
    their bias."""
    content = path.read_bytes()
    header, checksum, body = content[:HEADER], content[HEADER : HEADER + 4], content[HEADER + 4 :]
    if len(content) < HEADER + 4 or not header.startswith(MAGIC):
        raise archive.Damaged(f"{path} is not a network")
    version, inputs, buckets, width, outputs, *scales = struct.unpack_from("<8H", header, len(MAGIC))
    if (version, inputs, outputs, *scales) != (VERSION, INPUTS, OUTPUT_BUCKETS, QA, QB, SCALE):
        raise archive.Damaged(f"{path} is of another kind of network")
    if struct.unpack("<I", checksum)[0] != zlib.crc32(body, zlib.crc32(header)):
        raise archive.Damaged(f"{path} is damaged")
    shapes = (buckets, inputs, width), (width,), (outputs, 2 * width), (outputs,)
    numbers = torch.from_numpy(np.frombuffer(body, "<i2").astype(np.float32))
    parts = [
        part.view(shape) / scale
        for part, shape, scale in zip(numbers.split([*map(math.prod, shapes)]), shapes, SCALES)
    ]
    parts[2] = parts[2].T
    return parts


def write(network, validation, folder):
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
