/** The sections of the app, which its navigation leads to, and which of them a page belongs to. */
import type { Messages } from '../../i18n/messages';
import type { Page } from '../../router';
import type { IconName } from '../Icon.svelte';

export type Section = 'home' | 'library' | 'analysis' | 'editor' | 'competitions' | 'lobby';

export interface SectionLink {
  readonly section: Section;
  readonly path: string;
  readonly icon: IconName;
  readonly label: string;
}

/** The links of the navigation, in the current language. */
export function sectionLinks(messages: Messages): readonly SectionLink[] {
  return [
    { section: 'home', path: '/', icon: 'play', label: messages.home },
    { section: 'library', path: '/library', icon: 'book', label: messages.library },
    { section: 'analysis', path: '/analysis', icon: 'chart', label: messages.analysis.title },
    { section: 'editor', path: '/editor', icon: 'board', label: messages.editor },
    {
      section: 'competitions',
      path: '/competitions',
      icon: 'trophy',
      label: messages.competitions,
    },
    { section: 'lobby', path: '/lobby', icon: 'people', label: messages.lobby },
  ];
}

/** The section of a page; `null` for pages that the menu or the account leads to. */
export function sectionOf(name: Page['name']): Section | null {
  switch (name) {
    case 'home':
    case 'editor':
    case 'lobby':
      return name;
    case 'library':
    case 'studies':
      return 'library';
    case 'analysis':
    case 'study':
      return 'analysis';
    default:
      return /competition|demonstration|simul/.test(name) ? 'competitions' : null;
  }
}

/** Pages for the wall, with nothing but their content. */
export function isProjected(page: Page): boolean {
  if (page.name === 'demonstration') return page.screen;
  return page.name === 'competition_screen' || page.name === 'game_screen';
}
