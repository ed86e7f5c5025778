/** Tablebase results as text, and the moves by outcome. */
import { opposite } from '../game/placement';
import type { Messages } from '../i18n/messages';
import type { Side } from '../wire/Side';
import type { TablebaseMove } from '../wire/TablebaseMove';
import type { TablebaseOutcome } from '../wire/TablebaseOutcome';

/** The result as a sentence, with this side to move. */
export function verdictText(messages: Messages, turn: Side, outcome: TablebaseOutcome): string {
  const { table } = messages.analysis;
  const [own, other] = [messages.side(turn), messages.side(opposite(turn))];
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

/** The moves by outcome, in their order: best first. */
export function movesByOutcome(
  moves: readonly TablebaseMove[],
): (readonly [TablebaseOutcome, readonly string[]])[] {
  const groups = new Map<TablebaseOutcome, string[]>();
  for (const { play, outcome } of moves) {
    groups.set(outcome, [...(groups.get(outcome) ?? []), play.san]);
  }
  return [...groups];
}
