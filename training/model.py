"""The network as it is trained: its features, its weights and its value for a batch of boards.

crates/nnue/src/shape.rs has the same numbers for the engine.
"""

import functools
import math

import torch

from games import BLACK, KING

INPUTS, OUTPUT_BUCKETS = 768, 8
KING_BUCKETS = 1, 6  # What a network may have.
QA, QB, SCALE = 255, 64, 400
# A feature weight is the sum of two; no sum of 33 of them may leave 16 bits.
FEATURE_CLIP, OUTPUT_CLIP = 1.94, 1.98


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


def unpacked(boards):
    """The 64 codes of packed boards."""
    return torch.cat([boards & 15, boards >> 4], 1)


def turned(codes):
    """The same boards from the other perspective."""
    flipped = codes[:, squares(codes.device) ^ 56]
    return torch.where(flipped > 0, flipped ^ BLACK, flipped)


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
    def load_weights(self, features, bias, outputs, output_bias):
        """Takes these weights; the buckets share the mean of their own."""
        shared = features.mean(0)
        for own, taken in (
            (self.shared, shared),
            (self.bucketed, features - shared),
            (self.bias, bias),
            (self.outputs, outputs),
            (self.output_bias, output_bias),
        ):
            own.copy_(taken)

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
