/** Which page an address shows. */

export type Page =
  | { readonly name: 'home' }
  | { readonly name: 'game'; readonly id: string }
  | { readonly name: 'review'; readonly id: string }
  | { readonly name: 'analysis'; readonly fen: string | null; readonly game: string | null }
  | { readonly name: 'study'; readonly id: string }
  | { readonly name: 'studies' }
  | { readonly name: 'library' }
  | { readonly name: 'members' }
  | { readonly name: 'cards'; readonly group: string | null }
  | { readonly name: 'card' }
  | { readonly name: 'audit' }
  | { readonly name: 'server' }
  | { readonly name: 'editor'; readonly fen: string | null }
  | { readonly name: 'not_found' };

/** The page of a path and a query string. */
export function pageOf(path: string, search = ''): Page {
  const [, first = '', second = '', third = '', ...rest] = path.replace(/\/$/, '').split('/');
  if (rest.length > 0) return { name: 'not_found' };
  if (first === 'g' && /^[\w-]+$/.test(second)) {
    if (third === '') return { name: 'game', id: second };
    if (third === 'review') return { name: 'review', id: second };
  }
  if (first === 'study' && /^\w+$/.test(second) && third === '') {
    return { name: 'study', id: second };
  }
  if (first === 'members' && second === 'cards' && third === '') {
    return { name: 'cards', group: new URLSearchParams(search).get('group') };
  }
  if (second !== '') return { name: 'not_found' };
  if (first === '') return { name: 'home' };
  if (first === 'studies') return { name: 'studies' };
  if (first === 'library') return { name: 'library' };
  if (first === 'members') return { name: 'members' };
  if (first === 'card') return { name: 'card' };
  if (first === 'audit') return { name: 'audit' };
  if (first === 'server') return { name: 'server' };
  if (first === 'analysis') {
    const query = new URLSearchParams(search);
    return { name: 'analysis', fen: query.get('fen'), game: query.get('game') };
  }
  if (first === 'editor') return { name: 'editor', fen: new URLSearchParams(search).get('fen') };
  return { name: 'not_found' };
}

/** The path of a game. Invitations add the secret after `#`. */
export function gamePath(id: string): string {
  return `/g/${encodeURIComponent(id)}`;
}

export function reviewPath(id: string): string {
  return `${gamePath(id)}/review`;
}

/** The cards of all members or of a group, for printing. */
export function cardsPath(group: string | null): string {
  return `/members/cards${group === null ? '' : `?${new URLSearchParams({ group }).toString()}`}`;
}

/** The analysis board with a game of the server or with a position. */
export function analysisPath(what: { game: string } | { fen: string }): string {
  return `/analysis?${new URLSearchParams(what).toString()}`;
}

export function studyPath(id: string): string {
  return `/study/${encodeURIComponent(id)}`;
}

export function editorPath(fen: string): string {
  return `/editor?${new URLSearchParams({ fen }).toString()}`;
}
