/** Who looks at a game in this browser, where the page does not play it and no server says so. */
import { account } from '../account.svelte';
import { storage } from '../app.svelte';
import { viewerOf } from '../game/viewer';
import { seatSecret, seatSide } from '../settings/seats';
import type { GameView } from '../wire/GameView';
import type { Viewer } from '../wire/Viewer';

/** Who looks; the games that the server lists as the user's are theirs without a secret too. */
export function viewerHere(
  view: GameView,
  isSeated = seatSecret(storage, view.id) !== null,
): Viewer {
  const side = seatSide(storage, view.id);
  return viewerOf(view, { member: account.session.name, isSeated, side });
}
