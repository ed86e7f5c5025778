/** Whether it is the user's turn in one of their games. */
import { account } from '../account.svelte';
import { againstEngine } from '../game/status';
import type { GameView } from '../wire/GameView';
import type { Side } from '../wire/Side';

/** Where it is not known which side is theirs, it is not said to be their move. */
export function isOwnMove(game: GameView): boolean {
  return game.state.status.type === 'playing' && ownSides(game).join() === game.state.turn;
}

/** The sides that can only be the user's: those of a person against an engine, or of the member. */
function ownSides(game: GameView): readonly Side[] {
  const { name: member } = account.session;
  return (['white', 'black'] as const).filter((side) => {
    const { name, player } = game.seats[side];
    const isTheirs = againstEngine(game) || (member !== null && name === member);
    return player.type === 'person' && isTheirs;
  });
}
