/**
 * The study of an analysis board: its name, its save state, and drafts of other windows. A board
 * without a study gets one with its first edit.
 */
import { app, storage, type UnsavedChanges } from '../app.svelte';
import type { ApiResult, ApiError } from '../api/request';
import { changeStudy, readStudy, saveStudy } from '../api/studies';
import { openings } from '../openings.svelte';
import { studyPath } from '../router';
import { Drafts, type Draft } from '../study/drafts';
import { randomId } from '../study/random';
import { Saver, type SaveState } from '../study/saver';
import {
  MAX_STUDY_NAME_LENGTH,
  updatedStudyName,
  studyNameOf,
  type NameSources,
} from '../study/studyName';
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
  | { readonly type: 'read_only'; readonly changed: boolean };

export class SavedStudy {
  id = $state<string | null>(null);
  name = $state('');
  shared = $state(false);
  /** The link for others; empty until the server has the study. */
  link = $state('');
  state = $state.raw<StudyState>({ type: 'new' });
  /** An unsaved draft of another window of this browser. */
  foundDraft = $state.raw<Draft | null>(null);
  /** The game that it was branched from. */
  source = $state<string | null>(null);
  #saver: Saver | null = null;

  /** What would be lost if the page were closed now. */
  get unsavedChanges(): UnsavedChanges | null {
    const { state } = this;
    if (state.type === 'read_only') return state.changed ? 'read_only' : null;
    return this.#saver?.unsavedChanges ?? null;
  }

  /** Opens a study from the server, or the draft that this window had of it. */
  async open(id: string): Promise<ApiResult<StudyTree>> {
    savers.get(id)?.stop();
    const result = await readStudy(id);
    const draft = drafts.own(id);
    if (!result.ok) return this.#openDraft(result.error, draft ?? drafts.other(id));
    const { row, tree, version } = result.value;
    this.#show(row);
    if (!row.editable) {
      this.state = { type: 'read_only', changed: false };
      return { ok: true, value: tree };
    }
    const { name, source } = row;
    const saved = { id, base: version, sent: [], name, renamed: false, source, tree, at: 0 };
    this.#attachSaver(draft ?? saved);
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
    if (this.state.type === 'read_only') {
      this.state = { type: 'read_only', changed: true };
    } else if (this.#saver === null) {
      this.create(after);
    } else {
      this.name = updatedStudyName(this.name, nameSources(before), nameSources(after));
      this.#saver.edit({ tree: toWire(after), name: this.name });
    }
  }

  /** Creates a study from the board. */
  create(tree: Tree, name = studyNameOf(nameSources(tree))): void {
    const id = randomId();
    const draft = { id, base: 0, sent: [], name, renamed: true, source: this.source, at: 0 };
    this.link = '';
    this.shared = false;
    this.foundDraft = null;
    this.#attachSaver({ ...draft, tree: toWire(tree) });
    this.#saver?.edit({});
    app.rewrite(studyPath(id));
  }

  rename(text: string): void {
    const name = text.trim().slice(0, MAX_STUDY_NAME_LENGTH);
    if (name === '' || name === this.name) return;
    this.name = name;
    this.#saver?.edit({ name });
  }

  async share(shared: boolean): Promise<ApiError | null> {
    if (this.id === null) return null;
    const result = await changeStudy(this.id, { shared });
    if (!result.ok) return result.error;
    this.shared = shared;
    return null;
  }

  /** Saves the board as a new study; the old one stays as it is. */
  copy(tree: Tree): void {
    const { id, name } = this;
    this.#leaveSaver();
    this.create(tree, app.messages.studies.copyOf(name).slice(0, MAX_STUDY_NAME_LENGTH));
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
    this.foundDraft = null;
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
    this.foundDraft = id === null || this.state.type === 'read_only' ? null : drafts.other(id);
  }

  /** Continues with the draft of another window; the server decides whether it is still current. */
  restoreDraft(): StudyTree | null {
    const { foundDraft } = this;
    if (foundDraft === null) return null;
    this.#leaveSaver();
    drafts.dropSame(foundDraft);
    this.#take(foundDraft);
    return foundDraft.tree;
  }

  discardDraft(): void {
    if (this.foundDraft !== null) drafts.dropSame(this.foundDraft);
    this.lookForDrafts();
  }

  #take(draft: Draft): void {
    this.#attachSaver({ ...draft, at: Date.now() });
    this.#saver?.resume();
    this.lookForDrafts();
  }

  #show(row: StudyRow): void {
    this.id = row.id;
    this.name = row.name;
    this.shared = row.shared;
    this.link = row.link;
    this.source = row.source;
  }

  #attachSaver(draft: Draft): void {
    this.id = draft.id;
    this.name = draft.name;
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
function nameSources(tree: Tree): NameSources {
  const moves = pathTo(tree, endOf(tree, ROOT)).map(({ move }) => move);
  const day = new Intl.DateTimeFormat(app.settings.language, { dateStyle: 'medium' });
  return {
    tags: tree.tags,
    opening: openings.of(tree.startFen, moves)?.opening?.name ?? null,
    untitled: app.messages.studies.untitled(day.format(new Date())),
    player: app.messages.player,
  };
}
