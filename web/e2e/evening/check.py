"""Checks a Swiss competition without using anything of the program that ran it.

Reads JSON from standard input: `trf`, the report of the competition, and `standings`, the table as
it was on the screen (`place`, `name`, `points`, `tie_breaks`), or nothing to check only pairings.

Pairings: everybody is paired once a round, nobody meets an opponent twice, nobody gets two byes
from the system, and colors stay within the limits. Standings: points and the tie-breaks BH/C1, BH,
DE, SB and WIN are computed from the results by the rules of FIDE C.07 of March 2026 and compared
with the table, which has to be in the right order.
"""

import json
import sys
from fractions import Fraction
from itertools import groupby

HALF = Fraction(1, 2)
POINTS = {
    "1": Fraction(1), "W": Fraction(1), "+": Fraction(1), "F": Fraction(1), "U": Fraction(1),
    "=": HALF, "D": HALF, "H": HALF,
    "0": Fraction(0), "L": Fraction(0), "-": Fraction(0), "Z": Fraction(0), "?": Fraction(0),
}
# "?" is a game whose result is not known yet.
PLAYED = "1=0WDL?"
REQUESTED = "HZ"
# Rounds that a player did not play of their own accord.
VOLUNTARY = "HZ-"


class Entry:
    """What a player did in a round."""

    def __init__(self, opponent, color, result):
        self.opponent, self.color, self.result = opponent, color, result
        self.points = POINTS[result]
        self.is_played = result in PLAYED


class Player:
    def __init__(self, number, name, points, rank, entries):
        self.number, self.name, self.rank, self.entries = number, name, rank, entries
        self.told = points
        self.points = sum((entry.points for entry in entries), Fraction(0))

    def adjusted(self):
        """The score that counts for opponents: what they left open counts as drawn."""
        total, only_absent = Fraction(0), True
        for index in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[index]
            is_last = index == len(self.entries) - 1
            as_draw = entry.result in REQUESTED and (only_absent or is_last)
            total += HALF if as_draw else entry.points
            only_absent = only_absent and entry.result in VOLUNTARY
        return total


def read(text):
    """The players and the planned number of rounds of a report."""
    players, planned, tie_breaks = {}, 0, []
    lines = text.replace("\r", "\n").split("\n")
    for line in lines:
        code = line[:3]
        if code == "142":
            planned = int(line[4:])
        elif code == "202":
            tie_breaks = [word.strip() for word in line[4:].split(",")]
        elif code == "001":
            player = read_player(line)
            players[player.number] = player
    length = max(len(player.entries) for player in players.values())
    for number, player in list(players.items()):
        missing = [Entry(None, None, "Z")] * (length - len(player.entries))
        players[number] = Player(
            number, player.name, player.told, player.rank, player.entries + missing
        )
    return players, planned or length, tie_breaks


def read_player(line):
    entries = []
    for start in range(91, len(line), 10):
        cell = line[start : start + 8].ljust(8)
        opponent, color, result = cell[:4].strip(), cell[5], cell[7]
        number = int(opponent) if opponent.strip("0") else None
        absent = "Z" if number is None else "?"
        entries.append(Entry(number, color if color in "wb" else None, result.strip() or absent))
    rank = line[85:89].strip()
    return Player(
        int(line[4:8]), line[14:47].strip(), Fraction(line[80:84].strip()), int(rank or 0), entries
    )


def check_pairings(players, planned):
    for player in players.values():
        who = f"{player.number} {player.name}"
        assert player.told == player.points, f"{who}: {player.told} points, not {player.points}"
        met = [entry.opponent for entry in player.entries if entry.is_played]
        assert len(met) == len(set(met)), f"{who} met somebody twice: {met}"
        byes = sum(entry.result == "U" for entry in player.entries)
        assert byes <= 1, f"{who} had {byes} byes"
        for index, entry in enumerate(player.entries):
            if entry.opponent is not None:
                check_pair(players, player, index)
        check_colors(players, player, planned)


def check_pair(players, player, index):
    entry = player.entries[index]
    other = players[entry.opponent].entries[index]
    where = f"round {index + 1}, {player.number} against {entry.opponent}"
    assert other.opponent == player.number, f"{where}: the other one plays {other.opponent}"
    assert {entry.color, other.color} == {"w", "b"}, f"{where}: {entry.color} and {other.color}"


def check_colors(players, player, planned):
    """Nobody gets a color three times running or three times more often than the other one.

    Only the last round allows it where one of the two has more than half of the points.
    """
    colors = []
    for index, entry in enumerate(player.entries):
        if not entry.is_played:
            continue
        colors.append(entry.color)
        difference = colors.count("w") - colors.count("b")
        is_third = len(colors) >= 3 and len(set(colors[-3:])) == 1
        if abs(difference) <= 2 and not is_third:
            continue
        pair = (player, players[entry.opponent])
        best = max(sum(one.points for one in who.entries[:index]) for who in pair)
        allowed = index + 1 == planned and best > Fraction(index, 2)
        assert allowed, f"{player.number}: colors {''.join(colors)} in round {index + 1}"


def contributions(players, player):
    """What each round adds to the Buchholz: value, own points, and whether it may be cut first."""
    rounds = len(player.entries)
    for entry in player.entries:
        if entry.is_played:
            value = players[entry.opponent].adjusted()
        elif entry.opponent is not None:
            value = min(player.points, players[entry.opponent].adjusted())
        else:
            value = min(player.points, Fraction(rounds, 2))
        yield value, entry.points, entry.result in VOLUNTARY


def buchholz(players, player, cuts):
    rounds = list(contributions(players, player))
    for _ in range(cuts):
        voluntary = [one for one in rounds if one[2]]
        if rounds:
            rounds.remove(min(voluntary or rounds, key=lambda one: one[0]))
    return sum((value for value, _, _ in rounds), Fraction(0))


def sonneborn_berger(players, player):
    return sum((value * points for value, points, _ in contributions(players, player)), Fraction(0))


def wins(player):
    return Fraction(sum(entry.points == 1 for entry in player.entries))


def direct_encounter(tied):
    """The places among those who are tied, from 0; equal places where nothing tells them apart."""
    numbers = {player.number for player in tied}
    games = {
        player.number: {
            entry.opponent: entry.points
            for entry in player.entries
            if entry.is_played and entry.opponent in numbers
        }
        for player in tied
    }
    own = {number: sum(results.values(), Fraction(0)) for number, results in games.items()}
    if all(len(results) == len(tied) - 1 for results in games.values()):
        return split(tied, own)
    best = {number: own[number] + len(tied) - 1 - len(games[number]) for number in numbers}
    for player in tied:
        others = [best[number] for number in numbers if number != player.number]
        if others and own[player.number] > max(others):
            return first_of(tied, player)
    return {player.number: 0 for player in tied}


def split(tied, score):
    """Everybody has met: by score, and the rest of a tie among themselves again."""
    order = sorted(tied, key=lambda player: -score[player.number])
    groups = [list(group) for _, group in groupby(order, key=lambda player: score[player.number])]
    if len(groups) == 1:
        return {player.number: 0 for player in tied}
    places, start = {}, 0
    for group in groups:
        for number, place in direct_encounter(group).items():
            places[number] = start + place
        start += len(group)
    return places


def first_of(tied, winner):
    """One is certainly first; the others are looked at again."""
    rest = [player for player in tied if player is not winner]
    places = {number: place + 1 for number, place in direct_encounter(rest).items()}
    return {**places, winner.number: 0}


def ranking(players, tie_breaks):
    """The players in order with their places and the values of their tie-breaks."""
    values = {number: [] for number in players}
    groups = grouped(list(players.values()), lambda player: player.points)
    for name in tie_breaks:
        divided = []
        for group in groups:
            value = values_of(players, group, name)
            for player in group:
                values[player.number].append(None if name == "DE" else value[player.number])
            divided += grouped(group, lambda player, value=value: value[player.number])
        groups = divided
    ranked, place = [], 1
    for group in groups:
        ranked += [(place, player, values[player.number]) for player in group]
        place += len(group)
    return ranked


def grouped(players, key):
    order = sorted(players, key=key, reverse=True)
    return [list(group) for _, group in groupby(order, key=key)]


def values_of(players, group, name):
    if name == "DE":
        return {number: -place for number, place in direct_encounter(group).items()}
    compute = {
        "BH": lambda player: buchholz(players, player, 0),
        "BH/C1": lambda player: buchholz(players, player, 1),
        "SB": lambda player: sonneborn_berger(players, player),
        "WIN": wins,
    }[name]
    return {player.number: compute(player) for player in group}


def number(text):
    """A number as a page shows it, such as `2½` or `9¼`."""
    text = text.strip()
    quarters = {"¼": 1, "½": 2, "¾": 3}.get(text[-1:], 0)
    return Fraction(text.rstrip("¼½¾") or 0) + Fraction(quarters, 4)


def check_standings(players, tie_breaks, shown):
    ranked = ranking(players, tie_breaks)
    by_name = {player.name: (place, player, values) for place, player, values in ranked}
    assert len(by_name) == len(shown), f"{len(shown)} lines for {len(by_name)} players"
    assert [line["place"] for line in shown] == sorted(line["place"] for line in shown)
    for line in shown:
        place, player, values = by_name[line["name"]]
        who = line["name"]
        assert line["place"] == place == player.rank, f"{who}: {line['place']}, not {place}"
        assert number(line["points"]) == player.points, f"{who}: {line['points']} points"
        for name, cell, value in zip(tie_breaks, line["tie_breaks"], values):
            if value is not None:
                assert number(cell) == value, f"{who}: {name} {cell}, not {value}"


def main():
    told = json.load(sys.stdin)
    players, planned, tie_breaks = read(told["trf"])
    check_pairings(players, planned)
    if told.get("standings") is not None:
        assert set(tie_breaks) <= {"BH", "BH/C1", "DE", "SB", "WIN"}, tie_breaks
        check_standings(players, tie_breaks, told["standings"])


if __name__ == "__main__":
    main()
