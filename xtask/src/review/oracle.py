"""Recomputes reviews from their evaluations and compares.

Reads a game a line as JSON: who moves first, the scores of all positions (centipawns for White, or
the color that mates), the moves played and the best ones, and what the review came to. Written from
the published description of the formulas, and sharing no code with what it checks. Prints a line a
game; the status is 1 if one differs. Where python-chess is there, its win model has a word too.
"""

import json
import math
import sys

try:
    from chess.engine import Cp
except ImportError:
    Cp = None

CEILING = 1000
TOLERANCE = 1e-9
# python-chess rounds chances to thousandths.
ROUNDING = 0.05 + TOLERANCE


def centipawns(score):
    """The score in centipawns for White, mates at the ceiling."""
    if isinstance(score, str):
        return CEILING if score == "white" else -CEILING
    return score


def chances(score):
    """Winning chances of White from -1 to 1."""
    return 2 / (1 + math.exp(-0.00368208 * score)) - 1


def percent(score):
    """Win chances of White in percent."""
    return 50 + 50 * chances(max(-CEILING, min(CEILING, centipawns(score))))


def move_accuracy(before, after):
    """How accurate a move is that leads from some win chances to others."""
    if after >= before:
        return 100.0
    raw = 103.1668100711649 * math.exp(-0.04354415386753951 * (before - after)) - 3.166924740191411
    return max(0.0, min(100.0, raw + 1))


def deviation(values):
    """The standard deviation of a population."""
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def accuracies(first, scores):
    """The accuracy of White and of Black, None for a side without moves."""
    percents = [percent(score) for score in scores]
    moves = len(percents) - 1
    size = max(2, min(8, moves // 10))
    windows = [percents[:size]] * (min(size, len(percents)) - 2)
    windows += [percents[i : i + size] for i in range(len(percents) - size + 1)]
    weights = [max(0.5, min(12.0, deviation(window))) for window in windows]
    found = []
    for side in ("white", "black"):
        own = []
        for i in range(moves):
            mover = first if i % 2 == 0 else ("black" if first == "white" else "white")
            if mover == side:
                pair = percents[i : i + 2]
                if side == "black":
                    pair = [100 - value for value in pair]
                own.append((move_accuracy(*pair), weights[i]))
        if not own:
            found.append(None)
            continue
        weighted = sum(a * w for a, w in own) / sum(w for _, w in own)
        harmonic = len(own) / sum(1 / max(1.0, a) for a, _ in own)
        found.append((weighted + harmonic) / 2)
    return found


def judgment(mover, before, after):
    """What a move is called."""
    sign = 1 if mover == "white" else -1
    other = "black" if mover == "white" else "white"
    if not isinstance(before, str) and not isinstance(after, str):
        drop = chances(sign * before) - chances(sign * after)
        for least, word in ((0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy")):
            if drop >= least:
                return word
        return None
    if not isinstance(before, str) and after == other:
        return grade(-sign * before)
    if before == mover and not isinstance(after, str):
        return grade(sign * after)
    if before == mover and after == other:
        return "blunder"
    return None


def grade(lead):
    """How bad it is to change a mate for a lead or the other way round."""
    if lead > 999:
        return "inaccuracy"
    return "mistake" if lead > 700 else "blunder"


def losses(first, scores):
    """Average centipawn losses of White and Black, rounded half up."""
    capped = [max(-CEILING, min(CEILING, centipawns(score))) for score in scores]
    found = []
    for parity, sign in ((0, 1), (1, -1)):
        begin = parity if first == "white" else 1 - parity
        own = [
            max(0, sign * (capped[i] - capped[i + 1])) for i in range(begin, len(capped) - 1, 2)
        ]
        found.append(math.floor(sum(own) / len(own) + 0.5) if own else None)
    return found


def differences(game):
    """What the review says otherwise than this script."""
    first, scores = game["first"], game["scores"]
    for name, mine, theirs in zip(("white", "black"), accuracies(first, scores), game["accuracy"]):
        if (mine is None) != (theirs is None) or mine is not None and abs(mine - theirs) > TOLERANCE:
            yield f"accuracy of {name}: {theirs}, not {mine}"
    for score in scores:
        if Cp is not None and not isinstance(score, str):
            other = 100 * Cp(score).wdl(model="lichess").expectation()
            if abs(other - percent(score)) > ROUNDING:
                yield f"chances at {score}: {percent(score)}, by python-chess {other}"
    if losses(first, scores) != game["loss"]:
        yield f"losses: {game['loss']}, not {losses(first, scores)}"
    for i, (played, best) in enumerate(zip(game["played"], game["best"])):
        mover = first if i % 2 == 0 else ("black" if first == "white" else "white")
        mine = None if played == best else judgment(mover, scores[i], scores[i + 1])
        if mine != game["judgments"][i]:
            yield f"half-move {i}: {game['judgments'][i]}, not {mine}"


def main():
    """Compares every game of the input."""
    differ = 0
    for number, line in enumerate(sys.stdin, 1):
        game = json.loads(line)
        found = list(differences(game))
        differ += bool(found)
        told = "; ".join(found) or "equal" + (", python-chess agrees" if Cp else "")
        judged = sum(word is not None for word in game["judgments"])
        print(f"game {number}: {len(game['played'])} half-moves, {judged} judged: {told}")
    sys.exit(1 if differ else 0)


main()
