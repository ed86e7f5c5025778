import { expect, test } from 'vitest';

import { en } from '../../i18n/en';
import { pageOf } from '../../router';
import { isProjected, sectionLinks, sectionOf } from './sections';

test('every link of the navigation leads to its own section', () => {
  for (const { section, path } of sectionLinks(en)) {
    expect(sectionOf(pageOf(path).name), path).toBe(section);
  }
});

test('a page belongs to the section that leads to it', () => {
  for (const [path, section] of [
    ['/studies', 'library'],
    ['/study/abc', 'analysis'],
    ['/competitions/new', 'competitions'],
    ['/competitions/abc/standings', 'competitions'],
    ['/demo/abc', 'competitions'],
    ['/simul', 'competitions'],
    ['/lobby', 'lobby'],
    ['/g/abc', null],
    ['/server', null],
    ['/nowhere', null],
  ] as const) {
    expect(sectionOf(pageOf(path).name), path).toBe(section);
  }
});

test('the wall shows only the pages that are made for it', () => {
  for (const [path, projected] of [
    ['/demo/abc/screen', true],
    ['/competitions/abc/screen', true],
    ['/g/abc/screen', true],
    ['/demo/abc', false],
    ['/', false],
  ] as const) {
    expect(isProjected(pageOf(path)), path).toBe(projected);
  }
});
