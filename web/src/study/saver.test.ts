import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { UNREACHABLE, type ApiResult, type ApiError } from '../api/request';
import { memoryStorage } from '../settings/storage';
import type { SaveStudy } from '../wire/SaveStudy';
import type { StudySaved } from '../wire/StudySaved';
import type { StudyTree } from '../wire/StudyTree';
import { Drafts, type Draft } from './drafts';
import { Saver, type SaveState } from './saver';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const tree = (comment: string): StudyTree => ({
  tags: [],
  start_fen: '8/8/8/8/8/8/8/8 w - - 0 1',
  result: '*',
  comments: [comment],
  nodes: [],
});
const first: Draft = {
  id: 'study',
  base: 0,
  sent: [],
  name: 'A study',
  renamed: true,
  source: null,
  tree: tree(''),
  at: 1,
};
const error = (code: ApiError['code'], ...values: string[]): ApiResult<StudySaved> => ({
  ok: false,
  error: { code, message: '', values },
});
const lost: ApiResult<StudySaved> = { ok: false, error: UNREACHABLE };

let count = 0;

/** A server that keeps one study, and does not always answer. */
function trial(draft = first, storage = memoryStorage()) {
  const drafts = new Drafts(storage, 'w');
  const kept = { version: 0, request: '', comment: '', name: '' };
  const sent: SaveStudy[] = [];
  const states: SaveState['type'][] = [];
  const link: { before: () => ApiResult<StudySaved> | null; after: () => boolean } = {
    before: () => null,
    after: () => true,
  };
  const send = async (_: string, save: SaveStudy): Promise<ApiResult<StudySaved>> => {
    sent.push(save);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const refused = link.before();
    if (refused !== null) return refused;
    if (save.request !== kept.request) {
      if (save.base !== kept.version) {
        return error('stale', String(kept.version), kept.request);
      }
      kept.version += 1;
      kept.request = save.request;
      kept.comment = save.tree.comments[0] ?? '';
      kept.name = save.name ?? kept.name;
    }
    return link.after() ? { ok: true, value: { version: kept.version, link: '' } } : lost;
  };
  const saver = new Saver(draft, {
    send,
    drafts,
    newId: () => `r${(count += 1)}`,
    onstate: ({ type }) => states.push(type),
    onsaved: () => undefined,
  });
  return { saver, drafts, kept, sent, states, link };
}

const rest = (): Promise<unknown> => vi.advanceTimersByTimeAsync(60_000);

test('edits are stored in the browser at once, and on the server in one save after a delay', async () => {
  const { saver, drafts, kept, sent, states } = trial();
  for (const text of ['a', 'ab', 'abc']) {
    saver.edit({ tree: tree(text) });
    expect(drafts.own('study')?.tree.comments).toEqual([text]);
  }
  await rest();
  expect(sent.length).toBe(1);
  expect(kept).toMatchObject({ version: 1, comment: 'abc', name: 'A study' });
  expect(states).toEqual(['saving', 'saved']);
  expect(drafts.all(), 'what is saved needs no draft').toEqual([]);
});

test('what is edited during a save is saved after it', async () => {
  const { saver, kept, sent, states } = trial();
  saver.edit({ tree: tree('a') });
  await vi.advanceTimersByTimeAsync(320);
  saver.edit({ tree: tree('b'), name: 'Another' });
  await vi.advanceTimersByTimeAsync(40);
  expect(states.at(-1), 'the second is not there yet').toBe('saving');
  await rest();
  expect(kept).toMatchObject({ version: 2, comment: 'b', name: 'Another' });
  expect(sent.map(({ base }) => base)).toEqual([0, 1]);
  saver.edit({ tree: tree('c') });
  await rest();
  expect(sent.at(-1)?.name, 'the name is told once').toBeNull();
  expect(states.at(-1)).toBe('saved');
});

test('saving is retried until the server answers, and nothing is lost', async () => {
  const { saver, drafts, kept, states, link } = trial();
  link.before = () => lost;
  saver.edit({ tree: tree('a') });
  await rest();
  expect(states.at(-1)).toBe('offline');
  expect(saver.unsavedChanges).toBe('draft');
  saver.edit({ tree: tree('b') });
  expect(drafts.own('study')?.tree.comments).toEqual(['b']);
  link.before = () => null;
  await rest();
  expect(kept).toMatchObject({ version: 1, comment: 'b' });
  expect([states.at(-1), saver.unsavedChanges]).toEqual(['saved', null]);
});

test('a save whose response was lost is no conflict, also after the window was closed', async () => {
  const { saver, drafts, kept, states, link } = trial();
  link.after = () => false;
  saver.edit({ tree: tree('a') });
  await vi.advanceTimersByTimeAsync(400);
  saver.edit({ tree: tree('b') });
  saver.stop();
  expect(kept, 'the first has arrived').toMatchObject({ version: 1, comment: 'a' });
  const draft = drafts.own('study');
  expect(draft).toMatchObject({ base: 0, sent: [`r${count}`] });
  const again = trial(draft ?? first);
  Object.assign(again.kept, kept);
  again.saver.resume();
  await rest();
  expect(again.kept).toMatchObject({ version: 2, comment: 'b' });
  expect(again.states).toEqual(['saving', 'saved']);
  expect(states).not.toContain('conflict');
});

test('what another window has saved is not overwritten', async () => {
  const { saver, drafts, kept, sent, states } = trial({ ...first, base: 3, renamed: false });
  Object.assign(kept, { version: 4, request: 'theirs', comment: 'theirs' });
  saver.edit({ tree: tree('mine') });
  await rest();
  saver.edit({ tree: tree('mine too') });
  await rest();
  expect(states).toEqual(['saving', 'conflict']);
  expect(kept.comment).toBe('theirs');
  expect(sent.length, 'it is for a person to decide').toBe(1);
  expect(drafts.own('study')?.tree.comments, 'and nothing is lost').toEqual(['mine too']);
});

test('errors lead to different states', async () => {
  for (const [code, state] of [
    ['no_study', 'gone'],
    ['not_allowed', 'failed'],
    ['too_large', 'failed'],
    ['busy', 'offline'],
    ['internal', 'offline'],
  ] as const) {
    const { saver, states, link } = trial();
    link.before = () => error(code);
    saver.edit({ tree: tree('a') });
    await vi.advanceTimersByTimeAsync(400);
    expect(states.at(-1), code).toBe(state);
    expect(saver.unsavedChanges).toBe('draft');
    if (state === 'offline') continue;
    link.before = () => null;
    await rest();
    expect(states.at(-1), 'it waits for a person').toBe(state);
    saver.retry();
    await rest();
    expect([states.at(-1), saver.unsavedChanges]).toEqual(['saved', null]);
  }
});

test('changes that the browser cannot store are unsaved until the server has them', async () => {
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new Error('full');
    },
  };
  for (const storage of [full, { ...memoryStorage(), persistent: false }]) {
    const { saver } = trial(first, storage);
    saver.edit({ tree: tree('a') });
    expect(saver.unsavedChanges).toBe('not_persisted');
    await rest();
    expect(saver.unsavedChanges).toBeNull();
  }
});

test('a draft that was stored with a title has it as its name', () => {
  const storage = memoryStorage();
  const { name, ...rest } = first;
  const draft = { ...rest, title: name };
  storage.setItem('tabiya:study-draft:study:one', JSON.stringify({ version: 1, draft }));
  expect(new Drafts(storage, 'one').own('study')?.name).toBe(name);
});

test('windows have their own drafts, and damaged ones are skipped', () => {
  const storage = memoryStorage();
  const [one, other] = [new Drafts(storage, 'one'), new Drafts(storage, 'other')];
  one.save({ ...first, at: 5 });
  other.save({ ...first, at: 6 });
  other.save({ ...first, id: 'another', at: 7 });
  storage.setItem('tabiya:study-draft:study:third', '{"version":1,"draft":{"id":"study"}}');
  storage.setItem('tabiya:study-draft:study:fourth', 'no JSON');
  expect(one.own('study')?.at).toBe(5);
  expect(one.other('study')?.at).toBe(6);
  expect(one.all().map(({ at }) => at)).toEqual([7, 6, 5]);
  one.dropSame({ ...first, at: 6 });
  expect(other.own('study')).toBeNull();
  one.drop('study');
  expect(one.all().map(({ at }) => at)).toEqual([7]);
});
