/** Texte über Simultanvorstellungen auf Deutsch. */
import type { SimulMessages } from './en';

const boards = (count: number): string => (count === 1 ? '1 Brett' : `${count} Bretter`);

export const simulDe: SimulMessages = {
  title: 'Simultan',
  help: 'Eine Person spielt gegen viele, an jedem Brett mit eigener Uhr.',
  none: 'Noch keine Simultanvorstellungen',
  create: 'Simultan anlegen',
  newSimul: 'Neues Simultan',
  onlyOrganizers: 'Organisatoren können Simultanvorstellungen anlegen.',
  name: 'Name',
  namePlaceholder: 'Simultan mit unserem Trainer',
  nameMissing: 'Gib dem Simultan einen Namen.',
  exhibitor: 'Simultanspieler',
  exhibitorMissing: 'Wähle, wer gegen alle anderen spielt.',
  yourself: (name) => `${name} (du)`,
  opponents: 'Gegner',
  chosen: (count) => `${count} Gegner gewählt`,
  colors: 'Der Simultanspieler hat',
  colorChoices: { white: 'Weiß', black: 'Schwarz', alternating: 'Abwechselnd' },
  exhibitorClock: 'Uhr des Simultanspielers an jedem Brett',
  opponentClock: 'Uhr jedes Gegners',
  boards,
  states: { running: 'Läuft', over: 'Beendet', called_off: 'Abgesagt' },

  by: (exhibitor) => `${exhibitor} spielt gegen alle`,
  score: 'Ergebnis des Simultanspielers',
  running: (count) => (count === 1 ? '1 läuft noch' : `${count} laufen noch`),
  waiting: (count) =>
    count === 1 ? '1 Brett wartet auf dich' : `${boards(count)} warten auf dich`,
  noneWaiting: 'Kein anderes Brett wartet auf einen Zug.',
  next: 'Nächstes wartendes Brett',
  previous: 'Voriges wartendes Brett',
  keys: 'Tasten: N für das nächste wartende Brett, P für das vorige.',
  boardOf: (number, opponent) => `Brett ${number}: ${opponent}`,
  toMove: { exhibitor: 'Simultanspieler am Zug', opponent: 'Gegner am Zug' },
  yourTurn: 'Du bist am Zug',
  outcomes: {
    win: 'Sieg des Simultanspielers',
    draw: 'Remis',
    loss: 'Niederlage des Simultanspielers',
  },
  marks: { win: '1', draw: '½', loss: '0' },
  aborted: 'Abgebrochen',
  yourBoard: (number) => `Du spielst an Brett ${number}.`,
  play: 'Spielen',
  watch: 'Zuschauen',
  gamePage: 'Seite dieser Partie öffnen',
  allBoards: 'Alle Bretter',
  download: 'Alle Partien herunterladen (PGN)',
  callOff: 'Absagen',
  callOffQuestion: 'Das Simultan absagen?',
  callOffHelp: 'Alle Partien werden abgebrochen. Das geht nur vor dem ersten Zug.',
  end: 'Simultan beenden',
  endQuestion: 'Das Simultan beenden?',
  endHelp: (count) =>
    count === 1
      ? 'Eine Partie läuft noch. Sie wird ohne Ergebnis abgebrochen.'
      : `${count} Partien laufen noch. Sie werden ohne Ergebnis abgebrochen.`,
  cancel: 'Abbrechen',
  isCalledOff: 'Dieses Simultan wurde abgesagt.',
  isOver: 'Dieses Simultan ist beendet.',
  notFound: 'Simultan nicht gefunden',
  notFoundHelp: 'Der Link ist vielleicht unvollständig.',
  allSimuls: 'Alle Simultanvorstellungen',
  connectionLost: 'Verbindung verloren. Die Bretter sind gleich wieder aktuell.',

  homeExhibitor: (name) => `Dein Simultan: ${name}`,
  homeOpponent: (name) => `Du spielst mit: ${name}`,
  homeBoard: (board, color, exhibitor) =>
    `Brett ${board}: ${color === 'white' ? 'Weiß' : 'Schwarz'} gegen ${exhibitor}`,
  homeBoards: 'Deine Gegner warten.',
  open: 'Simultan öffnen',
};
