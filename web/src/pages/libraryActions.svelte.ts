/** What the library page does with games: continue, copy, delete and restore them. */
import { account } from '../account.svelte';
import { app, storage } from '../app.svelte';
import { deleteGame, pgnOf, restoreGame, takeSeats, viewGame } from '../api/games';
import type { ApiResult } from '../api/request';
import { copyText } from '../components/clipboard';
import { againstEngine } from '../game/status';
import { errorText } from '../i18n/messages';
import type { RowAction } from '../library/actions';
import { withoutIds } from '../library/selection';
import { gamePath } from '../router';
import { saveSeat, seatSecret } from '../settings/seats';
import type { GameView } from '../wire/GameView';
import type { LibraryRow } from '../wire/LibraryRow';
import { libraryMessages, type LibrarySession } from './library.svelte';

/** How long to wait when the server asks for fewer requests. */
const RETRY_MS = 1000;

type Kind = 'delete' | 'restore';
const REQUESTS: Readonly<
  Record<Kind, (id: string, secret: string | null) => Promise<ApiResult<void>>>
> = {
  delete: deleteGame,
  restore: restoreGame,
};

export class LibraryActions {
  /** Many games that are being deleted or restored. */
  progress = $state.raw<{
    readonly kind: Kind;
    readonly done: number;
    readonly total: number;
  } | null>(null);
  readonly #session: LibrarySession;
  #isCanceled = false;

  constructor(session: LibrarySession) {
    this.#session = session;
  }

  /** Does what a menu or a button names. Links do the rest. */
  run(action: RowAction, row: LibraryRow): void {
    if (action === 'continue') void this.resume(row.id);
    else if (action === 'copy_pgn') void this.copyPgn(row.id);
    else if (action === 'copy_link') void this.copy(location.origin + gamePath(row.id));
    else if (action === 'delete') void this.#removeOwn(row.id);
    else if (action === 'restore') void this.restore([row.id]);
  }

  /** The ids of the selected games; `null` when they cannot be fetched. */
  async selectedIds(): Promise<string[] | null> {
    const { selection, list, total } = this.#session;
    if (!selection.all) return [...selection.ids];
    const ids = await list.ids({ first: 0, end: total });
    return ids?.filter((id) => !selection.ids.has(id)) ?? null;
  }

  /** Deletes a game; one between two people belongs to both, and only the admin deletes it. */
  async #removeOwn(id: string): Promise<void> {
    const game = this.mayRemove ? null : await viewGame(id);
    if (game?.ok === true && isContest(game.value)) app.notify(libraryMessages().notYoursAlone);
    else await this.remove([id]);
  }

  async remove(ids: readonly string[]): Promise<void> {
    const gone = await this.#forEach('delete', ids);
    if (gone.length === 0) return;
    const run = (): void => void this.restore(gone);
    app.notify(app.messages.deleted(gone.length), { label: app.messages.restore, run });
  }

  async restore(ids: readonly string[]): Promise<void> {
    const back = await this.#forEach('restore', ids);
    if (back.length > 0) app.notify(app.messages.restored(back.length));
  }

  cancel(): void {
    this.#isCanceled = true;
  }

  /** Takes over the seats of a game and opens it. */
  async resume(id: string): Promise<void> {
    const result = await takeSeats(id);
    if (!result.ok) return app.notify(errorText(app.messages, result.error));
    const secret = result.value.secrets.white ?? result.value.secrets.black;
    if (secret !== null) saveSeat(storage, id, secret);
    app.go(gamePath(id));
  }

  async copyPgn(id: string): Promise<void> {
    const pgn = await pgnOf(id);
    if (pgn.ok) await this.copy(pgn.value);
    else app.notify(errorText(app.messages, pgn.error));
  }

  async copy(text: string): Promise<void> {
    const isCopied = await copyText(text);
    app.notify(isCopied ? app.messages.copied : libraryMessages().copyFailed);
  }

  get mayRemove(): boolean {
    return account.may('remove_games');
  }

  /** Sends a request for each game until one fails or the user cancels; returns what succeeded. */
  async #forEach(kind: Kind, ids: readonly string[]): Promise<string[]> {
    const done: string[] = [];
    this.#isCanceled = false;
    for (const id of ids) {
      this.progress = { kind, done: done.length, total: ids.length };
      const result = await patiently(() => REQUESTS[kind](id, seatSecret(storage, id)));
      if (result.ok) done.push(id);
      else app.notify(errorText(app.messages, result.error));
      if (!result.ok || this.#isCanceled) break;
    }
    this.progress = null;
    const { selection } = this.#session;
    if (selection.all && done.length > 0) this.#session.clear();
    else this.#session.selection = withoutIds(selection, done);
    await this.#session.load();
    return done;
  }
}

/** Whether two people have played on two devices. */
const isContest = (view: GameView): boolean => !view.shared && !againstEngine(view);

/** Repeats a request that the server refuses because there were too many. */
async function patiently<T>(request: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  for (;;) {
    const result = await request();
    if (result.ok || result.error.code !== 'too_many_requests') return result;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
