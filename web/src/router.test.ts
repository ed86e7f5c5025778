import { expect, test } from 'vitest';

import { analysisPath, editorPath, gamePath, pageOf, reviewPath, studyPath } from './router';

test('addresses lead to pages', () => {
  for (const [path, name] of [
    ['/', 'home'],
    ['/g/Abc-1_2', 'game'],
    ['/g/', 'not_found'],
    ['/g/a/b', 'not_found'],
    ['/g/Abc-1_2/review', 'review'],
    ['/g/Abc-1_2/screen', 'game_screen'],
    ['/g/a/screen/b', 'not_found'],
    ['/g//review', 'not_found'],
    ['/g/a/review/b', 'not_found'],
    ['/g/<b>', 'not_found'],
    ['/study/', 'not_found'],
    ['/study/a/b', 'not_found'],
    ['/study/<b>', 'not_found'],
    ['/studies', 'studies'],
    ['/library', 'library'],
    ['/library/', 'library'],
    ['/lobby', 'lobby'],
    ['/lobby/x', 'not_found'],
    ['/analysis', 'analysis'],
    ['/members', 'members'],
    ['/members/cards', 'cards'],
    ['/card', 'card'],
    ['/audit', 'audit'],
    ['/server', 'server'],
    ['/server/x', 'not_found'],
    ['/editor', 'editor'],
    ['/start/x', 'start_link'],
    ['/start/x/y', 'not_found'],
    ['/competitions', 'competitions'],
    ['/competitions/new', 'new_competition'],
    ['/competitions/new/x', 'not_found'],
    ['/competitions/Abc-1', 'competition'],
    ['/competitions/Abc-1/standings', 'competition'],
    ['/competitions/Abc-1/screen', 'competition_screen'],
    ['/competitions/Abc-1/slips', 'competition_slips'],
    ['/competitions/Abc-1/elsewhere', 'not_found'],
    ['/demo', 'demonstrations'],
    ['/demo/Abc1', 'demonstration'],
    ['/demo/Abc1/screen', 'demonstration'],
    ['/demo/Abc1/elsewhere', 'not_found'],
    ['/simul', 'simuls'],
    ['/simul/Abc1', 'simul'],
    ['/simul/Abc1/elsewhere', 'not_found'],
    ['/elsewhere', 'not_found'],
  ] as const) {
    expect(pageOf(path).name, path).toBe(name);
  }
  expect(pageOf(gamePath('x1'))).toEqual({ name: 'game', id: 'x1' });
  expect(pageOf(reviewPath('x1'))).toEqual({ name: 'review', id: 'x1', ply: null });
  expect(pageOf(reviewPath('x1'), '?ply=23')).toEqual({ name: 'review', id: 'x1', ply: 23 });
  expect(pageOf(reviewPath('x1'), '?ply=-1')).toEqual({ name: 'review', id: 'x1', ply: null });
  expect(pageOf(studyPath('x1'))).toEqual({ name: 'study', id: 'x1' });
  for (const [what, fen, game] of [
    [{ game: 'x1' }, null, 'x1'],
    [{ fen: '8/8 w' }, '8/8 w', null],
  ] as const) {
    const [path = '', search = ''] = analysisPath(what).split('?');
    expect(pageOf(path, search)).toEqual({ name: 'analysis', fen, game });
  }
  const [path = '', search = ''] = editorPath('8/8 w').split('?');
  expect(pageOf(path, search)).toEqual({ name: 'editor', fen: '8/8 w' });
});
