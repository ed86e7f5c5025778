/** Two players who do not sit at one screen: each is told what the other has answered. */
import { expect, test } from 'vitest';

import { openAsBlack, plies, type } from './board';
import { PHONE, runningApp } from './harness';

/** Nobody in a test waits as long as is fair to people. */
const app = runningApp('--claim-wait', '2');

// req: C7
test('a declined draw or takeback is shown to the player who offered it', async () => {
  const black = await app().visitor();
  const white = await openAsBlack(app(), black, {});
  await type(white, 'e4');
  await plies(black, 1);
  await type(black, 'e5');
  await plies(white, 2);
  await white.getByRole('button', { name: 'Offer draw' }).click();
  await black.getByText('Ada offers a draw').first().waitFor();
  // It is asked once, beside the board; a notice would stay after the answer.
  const [offer, board] = await Promise.all(
    ['.offer', '[role="grid"]'].map((part) => black.locator(part).boundingBox()),
  );
  expect(offer?.x).toBeGreaterThanOrEqual((board?.x ?? 0) + (board?.width ?? Infinity));
  expect(await black.locator('.notice').count()).toBe(0);
  await black.getByRole('button', { name: 'Decline' }).click();
  await white.getByText('Bo declined the draw').waitFor();
  await black.getByRole('button', { name: 'More' }).click();
  await black.getByRole('button', { name: 'Request takeback' }).click();
  await white.getByText('Bo requests a takeback').first().waitFor();
  await type(white, 'Nf3');
  await black.getByText('Ada declined the takeback').waitFor();
});

// req: C7
test('a rematch is offered and answered in the dialog at the end of the game', async () => {
  const black = await app().visitor();
  const white = await openAsBlack(app(), black, {});
  await type(white, 'e4');
  await plies(black, 1);
  await type(black, 'e5');
  await plies(white, 2);
  await white.getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  const ends = [white, black].map((page) => page.getByRole('dialog', { name: 'Game over' }));
  for (const end of ends) await end.waitFor();
  await ends[0]?.getByRole('button', { name: 'Rematch' }).click();
  await ends[1]?.getByText('Ada offers a rematch').waitFor();
  await ends[1]?.getByRole('button', { name: 'Decline' }).click();
  await white.getByText('Bo declined the rematch').waitFor();
  await ends[1]?.getByRole('button', { name: 'Rematch' }).click();
  const before = white.url();
  await white.getByRole('button', { name: 'Accept' }).click();
  await white.waitForURL((url) => url.href !== before);
  await black.getByText('Your move (White)').waitFor();
});

// req: C7
test('an opponent who lost the connection is shown, may come back, and loses the game at last', async () => {
  const black = await app().visitor(PHONE, true);
  const white = await openAsBlack(app(), black, {});
  await type(white, 'e4');
  await plies(black, 1);
  await type(black, 'e5');
  await plies(white, 2);
  expect(await white.getByText('offline').count()).toBe(0);

  await black.goto(`${app().origin}/health`);
  await white.getByText('Bo disconnected').waitFor();
  await white.getByText('You can claim victory in').waitFor();
  await black.goBack();
  await plies(black, 2);
  await white.getByText('Bo disconnected').waitFor({ state: 'detached' });
  await type(white, 'Nf3');
  await plies(black, 3);

  await black.context().close();
  await white.getByRole('button', { name: 'Claim victory' }).click();
  const end = white.getByRole('dialog', { name: 'Game over' });
  await end.getByText('Bo left the game. You win').waitFor();
  await end.getByText('1–0').waitFor();
});
