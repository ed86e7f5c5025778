/** Which page an address shows. */

export type Page =
  | { readonly name: 'home' }
  | { readonly name: 'game'; readonly id: string }
  | { readonly name: 'game_screen'; readonly id: string }
  | { readonly name: 'review'; readonly id: string; readonly ply: number | null }
  | { readonly name: 'analysis'; readonly fen: string | null; readonly game: string | null }
  | { readonly name: 'study'; readonly id: string }
  | { readonly name: 'studies' }
  | { readonly name: 'library' }
  | { readonly name: 'lobby' }
  | { readonly name: 'members' }
  | { readonly name: 'cards'; readonly group: string | null }
  | { readonly name: 'lessons' }
  | { readonly name: 'card' }
  | { readonly name: 'audit' }
  | { readonly name: 'server' }
  | { readonly name: 'ratings'; readonly member: string | null }
  | { readonly name: 'competitions' }
  | { readonly name: 'new_competition' }
  | { readonly name: 'competition'; readonly id: string; readonly tab: CompetitionTab }
  | { readonly name: 'competition_screen'; readonly id: string }
  | { readonly name: 'competition_slips'; readonly id: string; readonly round: number | null }
  | { readonly name: 'demonstrations' }
  | { readonly name: 'demonstration'; readonly id: string; readonly screen: boolean }
  | { readonly name: 'simuls' }
  | { readonly name: 'simul'; readonly id: string }
  | { readonly name: 'editor'; readonly fen: string | null }
  | { readonly name: 'start_link' }
  | { readonly name: 'not_found' };

/** The parts of the page of a competition; the first one is what its address shows. */
export const COMPETITION_TABS = [
  'pairings',
  'standings',
  'crosstable',
  'players',
  'history',
  'settings',
] as const;
export type CompetitionTab = (typeof COMPETITION_TABS)[number];

/** The page of a path and a query string. */
export function pageOf(path: string, search = ''): Page {
  const [, first = '', second = '', third = '', ...rest] = path.replace(/\/$/, '').split('/');
  if (rest.length > 0) return { name: 'not_found' };
  if (first === 'g' && /^[\w-]+$/.test(second)) {
    if (third === '') return { name: 'game', id: second };
    if (third === 'review') return { name: 'review', id: second, ply: plyOf(search) };
    if (third === 'screen') return { name: 'game_screen', id: second };
  }
  if (first === 'study' && /^\w+$/.test(second) && third === '') {
    return { name: 'study', id: second };
  }
  // A valid link never gets here: the server redirects it.
  if (first === 'start' && third === '') return { name: 'start_link' };
  if (first === 'competitions' && /^[\w-]+$/.test(second)) {
    return competitionPage(second, third, search);
  }
  if (first === 'demo' && /^\w+$/.test(second) && (third === '' || third === 'screen')) {
    return { name: 'demonstration', id: second, screen: third === 'screen' };
  }
  if (first === 'simul' && /^\w+$/.test(second) && third === '') {
    return { name: 'simul', id: second };
  }
  if (first === 'members' && second === 'cards' && third === '') {
    return { name: 'cards', group: new URLSearchParams(search).get('group') };
  }
  if (second !== '') return { name: 'not_found' };
  if (first === '') return { name: 'home' };
  if (first === 'studies') return { name: 'studies' };
  if (first === 'library') return { name: 'library' };
  if (first === 'lobby') return { name: 'lobby' };
  if (first === 'members') return { name: 'members' };
  if (first === 'lessons') return { name: 'lessons' };
  if (first === 'card') return { name: 'card' };
  if (first === 'audit') return { name: 'audit' };
  if (first === 'competitions') return { name: 'competitions' };
  if (first === 'demo') return { name: 'demonstrations' };
  if (first === 'simul') return { name: 'simuls' };
  if (first === 'server') return { name: 'server' };
  if (first === 'ratings') {
    return { name: 'ratings', member: new URLSearchParams(search).get('member') };
  }
  if (first === 'analysis') {
    const query = new URLSearchParams(search);
    return { name: 'analysis', fen: query.get('fen'), game: query.get('game') };
  }
  if (first === 'editor') return { name: 'editor', fen: new URLSearchParams(search).get('fen') };
  return { name: 'not_found' };
}

/** The half-moves after which a review is shown: `?ply=23`. */
function plyOf(search: string): number | null {
  const ply = new URLSearchParams(search).get('ply') ?? '';
  return /^\d{1,4}$/.test(ply) ? Number(ply) : null;
}

function competitionPage(id: string, part: string, search: string): Page {
  if (id === 'new') return { name: part === '' ? 'new_competition' : 'not_found' };
  if (part === 'screen') return { name: 'competition_screen', id };
  if (part === 'slips') {
    const round = Number(new URLSearchParams(search).get('round'));
    return { name: 'competition_slips', id, round: round > 0 ? round : null };
  }
  const tab = part === '' ? 'pairings' : COMPETITION_TABS.find((known) => known === part);
  return tab === undefined ? { name: 'not_found' } : { name: 'competition', id, tab };
}

/** The path of a competition, or of a part of it. */
export function competitionPath(id: string, part: CompetitionTab | 'screen' = 'pairings'): string {
  const path = `/competitions/${encodeURIComponent(id)}`;
  return part === 'pairings' ? path : `${path}/${part}`;
}

/** The result slips of a round. */
export function slipsPath(id: string, round: number): string {
  return `${competitionPath(id)}/slips?round=${round}`;
}

/** The path of a game. Invitations add the secret after `#`. */
export function gamePath(id: string): string {
  return `/g/${encodeURIComponent(id)}`;
}

/** A game for the projector. */
export function gameScreenPath(id: string): string {
  return `${gamePath(id)}/screen`;
}

export function reviewPath(id: string): string {
  return `${gamePath(id)}/review`;
}

/** The cards of all members or of a group, for printing. */
export function cardsPath(group: string | null): string {
  return `/members/cards${group === null ? '' : `?${new URLSearchParams({ group }).toString()}`}`;
}

/** The ratings of the club, or the history of a member. */
export function ratingsPath(member: string | null): string {
  return `/ratings${member === null ? '' : `?${new URLSearchParams({ member }).toString()}`}`;
}

/** The analysis board with a game of the server or with a position. */
export function analysisPath(what: { game: string } | { fen: string }): string {
  return `/analysis?${new URLSearchParams(what).toString()}`;
}

/** A demonstration board, or the same for the projector. */
export function demonstrationPath(id: string, part: '' | 'screen' = ''): string {
  return `/demo/${encodeURIComponent(id)}${part === '' ? '' : `/${part}`}`;
}

export function simulPath(id: string): string {
  return `/simul/${encodeURIComponent(id)}`;
}

export function studyPath(id: string): string {
  return `/study/${encodeURIComponent(id)}`;
}

export function editorPath(fen: string): string {
  return `/editor?${new URLSearchParams({ fen }).toString()}`;
}
