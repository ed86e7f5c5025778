import { expect, test } from 'vitest';

import type { StudyNode } from '../wire/StudyNode';
import type { StudyTree } from '../wire/StudyTree';
import { pgnTagsOf } from './pgnTags';

const node = (parent: number | null, change: Partial<StudyNode> = {}): StudyNode => ({
  parent,
  uci: 'e2e4',
  san: 'e4',
  nags: [],
  before: [],
  comments: [],
  ...change,
});
const study = (tags: Readonly<Record<string, string>>, nodes: StudyNode[] = []): StudyTree => ({
  tags: Object.entries(tags).map(([name, value]) => ({ name, value })),
  start_fen: '',
  result: '*',
  comments: [],
  nodes,
});

test('tags that say something are shown, and only those of games from files', () => {
  const tags = { Event: 'Match', Site: '?', Date: '????.??.??', Round: '-', WhiteElo: '2785' };
  expect(pgnTagsOf('a', study(tags))).toEqual({
    event: 'Match',
    site: null,
    date: null,
    round: null,
    whiteRating: '2785',
    blackRating: null,
    termination: null,
    annotated: false,
  });
  expect(pgnTagsOf('a', study({ ...tags, GameId: 'b' }))?.event).toBe('Match');
  expect(pgnTagsOf('a', study({ ...tags, GameId: 'a' }))).toBe(null);
});

test('comments, glyphs and variations are more than a board shows, clocks are not', () => {
  for (const [nodes, annotated] of [
    [[node(null), node(0)], false],
    [[node(null, { comments: ['[%clk 0:01:00]'] })], false],
    [[node(null, { comments: ['[%eval 0.3] well'] })], true],
    [[node(null, { before: ['the start'] })], true],
    [[node(null, { nags: [1] })], true],
    [[node(null), node(null)], true],
    [[node(null), node(0), node(0)], true],
  ] as const) {
    expect(pgnTagsOf('a', study({}, [...nodes]))?.annotated).toBe(annotated);
  }
  expect(pgnTagsOf('a', { ...study({}), comments: ['A fine game'] })?.annotated).toBe(true);
});
