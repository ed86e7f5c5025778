/**
 * The study of an analysis board: its name, its save state, and drafts of other windows. A board
 * without a study gets one with its first edit.
 */
import { app, storage, type Loss } from '../app.svelte';
import type { ApiResult, ApiError } from '../api/request';
import { changeStudy, readStudy, saveStudy } from '../api/studies';
import { openings } from '../openings.svelte';
import { studyPath } from '../router';
import { Drafts, type Draft } from '../study/drafts';
import { randomId } from '../study/random';
import { Saver, type SaveState } from '../study/saver';
import { LONGEST_TITLE, retitled, titleOf, type Titled } from '../study/title';
import { endOf, pathTo, ROOT, toWire, type Tree } from '../study/tree';
import type { StudyRow } from '../wire/StudyRow';
import type { StudyTree } from '../wire/StudyTree';
import { windowId } from '../study/windowId';

export const drafts = new Drafts(storage, windowId());

/** Savers that still have something to send, also after their page was left. */
const savers = new Map<string, Saver>();

export type StudyState =
  | SaveState
  /** Nothing has been edited yet. */
  | { readonly type: 'new' }
  /** Shared by somebody else, and read-only. */
  | { readonly type: 'foreign'; readonly changed: boolean };

export class SavedStudy {
  id = $state<string | null>(null);
  title = $state('');
  shared = $state(false);
  /** The link for others; empty until the server has the study. */
  link = $state('');
  state = $state.raw<StudyState>({ type: 'new' });
  /** An unsaved draft of another window of this browser. */
  offer = $state.raw<Draft | null>(null);
  /** The game that it was branched from. */
  source = $state<string | null>(null);
  #saver: Saver | null = null;

  /** What would be lost if the page were closed now. */
  get loss(): Loss | null {
    const { state } = this;
    if (state.type === 'foreign') return state.changed ? 'foreign' : null;
    return this.#saver?.loss ?? null;
  }

  /** Opens a study from the server, or the draft that this window had of it. */
  async open(id: string): Promise<ApiResult<StudyTree>> {
    savers.get(id)?.stop();
    const answer = await readStudy(id);
    const draft = drafts.own(id);
    if (!answer.ok) return this.#openDraft(answer.error, draft ?? drafts.other(id));
    const { row, tree, version } = answer.value;
    this.#show(row);
    if (!row.editable) {
      this.state = { type: 'foreign', changed: false };
      return { ok: true, value: tree };
    }
    const { name: title, source } = row;
    const saved = { id, base: version, sent: [], title, renamed: false, source, tree, at: 0 };
    this.#begin(draft ?? saved);
    this.lookForDrafts();
    if (draft === null) return { ok: true, value: tree };
    this.#saver?.resume();
    return { ok: true, value: draft.tree };
  }

  /** Opens the draft of a study that the server does not return. */
  #openDraft(error: ApiError, draft: Draft | null): ApiResult<StudyTree> {
    const unsaved = draft !== null && (error.code === 'unreachable' || draft.base === 0);
    if (draft === null || !(unsaved || error.code === 'no_study')) return { ok: false, error };
    this.#take(draft);
    return { ok: true, value: draft.tree };
  }

  /** Saves an edit on the board. */
  edited(before: Tree, after: Tree): void {
    if (this.state.type === 'foreign') {
      this.state = { type: 'foreign', changed: true };
    } else if (this.#saver === null) {
      this.create(after);
    } else {
      this.title = retitled(this.title, named(before), named(after));
      this.#saver.edit({ tree: toWire(after), title: this.title });
    }
  }

  /** Creates a study from the board. */
  create(tree: Tree, title = titleOf(named(tree))): void {
    const id = randomId();
    const draft = { id, base: 0, sent: [], title, renamed: true, source: this.source, at: 0 };
    this.link = '';
    this.shared = false;
    this.offer = null;
    this.#begin({ ...draft, tree: toWire(tree) });
    this.#saver?.edit({});
    app.rewrite(studyPath(id));
  }

  rename(title: string): void {
    const name = title.trim().slice(0, LONGEST_TITLE);
    if (name === '' || name === this.title) return;
    this.title = name;
    this.#saver?.edit({ title: name });
  }

  async share(shared: boolean): Promise<ApiError | null> {
    if (this.id === null) return null;
    const answer = await changeStudy(this.id, { shared });
    if (!answer.ok) return answer.error;
    this.shared = shared;
    return null;
  }

  /** Saves the board as a new study; the old one stays as it is. */
  copy(tree: Tree): void {
    const { id, title } = this;
    this.#leaveSaver();
    this.create(tree, app.words.studies.copyOf(title).slice(0, LONGEST_TITLE));
    if (id !== null) drafts.drop(id);
  }

  /** Discards the changes of this window. */
  forget(): void {
    this.#leaveSaver();
    if (this.id !== null) drafts.drop(this.id);
  }

  /** The board leaves the study, to show something else. */
  detach(): void {
    this.flush();
    this.#saver = null;
    this.id = null;
    this.source = null;
    this.offer = null;
    this.state = { type: 'new' };
  }

  /** Saves at once. */
  flush(): void {
    this.#saver?.flush();
  }

  /** Retries at once after an error. */
  retry(): void {
    this.#saver?.retry();
  }

  /** Looks for drafts of other windows; those that were saved since are gone. */
  lookForDrafts(): void {
    const { id } = this;
    this.offer = id === null || this.state.type === 'foreign' ? null : drafts.other(id);
  }

  /** Continues with the draft of another window; the server decides whether it is still current. */
  takeOffer(): StudyTree | null {
    const { offer } = this;
    if (offer === null) return null;
    this.#leaveSaver();
    drafts.dropSame(offer);
    this.#take(offer);
    return offer.tree;
  }

  dropOffer(): void {
    if (this.offer !== null) drafts.dropSame(this.offer);
    this.lookForDrafts();
  }

  #take(draft: Draft): void {
    this.#begin({ ...draft, at: Date.now() });
    this.#saver?.resume();
    this.lookForDrafts();
  }

  #show(row: StudyRow): void {
    this.id = row.id;
    this.title = row.name;
    this.shared = row.shared;
    this.link = row.link;
    this.source = row.source;
  }

  #begin(draft: Draft): void {
    this.id = draft.id;
    this.title = draft.title;
    this.source = draft.source;
    this.state = { type: 'saved' };
    const saver: Saver = new Saver(draft, {
      send: saveStudy,
      drafts,
      newId: randomId,
      // A saver that this board has left no longer reports here.
      onstate: (state) => {
        if (this.#saver === saver) this.state = state;
      },
      onsaved: ({ link }) => {
        if (this.#saver === saver) this.link = link;
      },
    });
    this.#saver = saver;
    savers.set(draft.id, saver);
  }

  #leaveSaver(): void {
    this.#saver?.stop();
    this.#saver = null;
  }
}

/** What a study can be named after. */
function named(tree: Tree): Titled {
  const moves = pathTo(tree, endOf(tree, ROOT)).map(({ move }) => move);
  const day = new Intl.DateTimeFormat(app.settings.language, { dateStyle: 'medium' });
  return {
    tags: tree.tags,
    opening: openings.of(tree.startFen, moves)?.opening?.name ?? null,
    untitled: app.words.studies.untitled(day.format(new Date())),
  };
}
