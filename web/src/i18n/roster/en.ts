/** Texts about the roster and its cards in English. */
import type { RosterErrorReason } from '../../wire/RosterErrorReason';

const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;

export const rosterEn = {
  onlyOrganizers: 'Only organizers and the admin of this server can manage its members.',
  help: 'Members log in with a card or a password, and keep their games on any device.',
  group: 'Group',
  groupHint: 'A class or a team, e.g.\u00a05a',
  noGroup: 'Without a group',
  allGroups: 'All groups',
  rating: 'Rating',
  ratingHint: '100 to 4000, or empty',
  role: 'Role',
  roles: { member: 'Member', organizer: 'Organizer' },
  signIn: 'Login',
  card: 'Card',
  password: 'Password',
  noSignIn: 'None yet',
  search: 'Search by name',
  noneFound: 'No members found',
  people: (number: number) => count(number, 'member', 'members'),
  edit: 'Edit',
  editMember: (name: string) => `Edit ${name}`,
  saved: (name: string) => `${name} was saved.`,
  added: (name: string) => `${name} was added.`,
  optionalPassword: 'Password (optional)',
  organizerPassword: 'Organizers log in with a password; they have no card.',
  roleHelp: 'An organizer manages members and competitions.',

  importList: 'Import list',
  exportList: 'Export list',
  importHelp:
    'A spreadsheet saved as CSV, with a column of names and, if you like, groups and ratings. You see what will happen before anything is saved.',
  chooseFile: 'Choose file…',
  otherFile: 'Choose another file…',
  dropHere: 'or drop it here',
  reading: 'Reading the file…',
  line: 'Line',
  outcome: 'What happens',
  outcomes: { new: 'New', changed: 'Changed', unchanged: 'Unchanged', error: 'Error' },
  before: (value: string) => `was ${value}`,
  none: 'none',
  summary: (added: number, changed: number, unchanged: number) =>
    `${added} new, ${changed} changed, ${unchanged} unchanged`,
  wrongRows: (number: number) =>
    `${count(number, 'row has', 'rows have')} an error. Correct the file and choose it again; nothing has been saved.`,
  ignoredColumns: (names: string) => `Columns that are not used: ${names}`,
  nothingToDo: 'All of this is on the list already.',
  importNow: (number: number) => `Import ${count(number, 'member', 'members')}`,
  imported: (added: number, changed: number) => `List imported: ${added} new, ${changed} changed.`,
  rowErrors: {
    no_name: () => 'The name is missing.',
    long_name: (max) => `The name has more than ${max} characters.`,
    bad_character: (character) => `Names can’t contain “${character}”.`,
    reserved_name: (name) => `The name “${name}” is reserved for the server.`,
    looks_like_member: (name) => `Looks like the member “${name}”, but is spelled differently.`,
    duplicate_name: (line) => `Same name as in line ${line}, or one that looks like it.`,
    bad_group: () => 'The name of a group has at most 32 characters.',
    bad_rating: (rating) => `“${rating}” is not a rating from 100 to 4000.`,
    admin_only: (name) => `${name} is an organizer; only the admin can change that entry.`,
  } satisfies Record<RosterErrorReason, (value: string) => string> as Readonly<
    Record<RosterErrorReason, (value: string) => string>
  >,

  cards: 'Cards',
  cardsHelp:
    'Print the cards and cut along the lines. Children hold a card in front of the camera, or type its code at the address below it.',
  cardsOnlyHere:
    'This server can only be reached from this computer, so the QR codes won’t work on other devices. Start the server on your network first.',
  issueMissing: 'Make missing cards',
  issued: (number: number) =>
    number === 0 ? 'Everybody has a card.' : `${count(number, 'card was', 'cards were')} made.`,
  print: 'Print',
  noCards: 'No cards yet',
  back: 'Back to the members',
  newCard: 'New card',
  makeCard: 'Make card',
  revokeCard: 'Revoke card',
  hasCard: 'Has a card',
  hasNoCard: 'Has no card',
  confirmNewCard: (name: string) => `New card for ${name}?`,
  newCardHelp: 'The old card stops working at once, and devices logged in with it are logged out.',
  cardReplaced: (name: string) => `${name} has a new card: print it under Cards.`,
  cardRevoked: (name: string) => `The card of ${name} was revoked.`,
  cardFor: (address: string) => `Scan, or type the code at ${address}`,
  qrOf: (name: string) => `QR code of ${name}`,

  cardLogin: 'Log in with your card',
  code: 'Code',
  codeHelp: 'Type the 8 letters and digits on your card.',
  enter: 'Let’s play',
  welcome: (name: string) => `Hello, ${name}!`,
};

/** The texts that every language has about the roster. */
export type RosterMessages = typeof rosterEn;
