/** What endgame tables say of a position, in words and in groups of moves. */
import { opposite } from '../game/placement';
import type { Messages } from '../i18n/messages';
import type { Side } from '../wire/Side';
import type { TablebaseMove } from '../wire/TablebaseMove';
import type { TablebaseOutcome } from '../wire/TablebaseOutcome';

/** Who wins, or who is saved from what, when it is this side's turn. */
export function verdictText(words: Messages, turn: Side, outcome: TablebaseOutcome): string {
  const { table } = words.study;
  const [own, other] = [words.side(turn), words.side(opposite(turn))];
  switch (outcome) {
    case 'win':
      return table.wins(own);
    case 'loss':
      return table.wins(other);
    case 'cursed_win':
      return table.saved(own, other);
    case 'blessed_loss':
      return table.saved(other, own);
    case 'draw':
      return table.draw;
  }
}

/** The moves by what they come to, in the order in which they come: best first. */
export function movesByOutcome(
  moves: readonly TablebaseMove[],
): (readonly [TablebaseOutcome, readonly string[]])[] {
  const groups = new Map<TablebaseOutcome, string[]>();
  for (const { play, outcome } of moves) {
    groups.set(outcome, [...(groups.get(outcome) ?? []), play.san]);
  }
  return [...groups];
}
