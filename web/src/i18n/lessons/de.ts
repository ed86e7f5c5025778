/** Texte über den Unterricht. */
import { untilText } from '../locks/until';
import type { LessonMessages } from './en';

const games = (number: number): string => (number === 1 ? '1 Partie' : `${number} Partien`);

export const lessonsDe: LessonMessages = {
  onlyOrganizers: 'Nur Organisatoren und der Admin dieses Servers können Unterricht leiten.',
  help: 'Vertage alle Partien, wenn es klingelt, setze sie nächste Woche fort und lege fest, was jede Gruppe nutzen darf.',
  noGroups: 'Noch keine Gruppen',
  noGroupsHelp: 'Ordne deine Mitglieder einer Gruppe zu, etwa 5a, dann erscheint sie hier.',
  allGames: 'Alle Partien auf diesem Server',
  visitors: 'Besucher (nicht angemeldet)',
  visitorsHelp: 'Sperre auch Besucher, damit niemand die Regeln durch Abmelden umgeht.',
  members: (number) => (number === 1 ? '1 Mitglied' : `${number} Mitglieder`),
  counts: ({ playing, adjourned }) =>
    playing === 1
      ? `1 Partie läuft, ${adjourned} vertagt`
      : `${playing} Partien laufen, ${adjourned} vertagt`,
  adjourn: 'Vertagen',
  continue: 'Fortsetzen',
  adjourned: (number) => `${games(number)} vertagt.`,
  continued: (number) => `${games(number)} fortgesetzt.`,
  failed: (number) => `${games(number)} nicht geändert. Versuche es noch einmal.`,
  lock: 'Für diese Stunde sperren',
  unlock: 'Freigeben',
  locked: 'Gesperrt.',
  unlocked: 'Freigegeben.',
  everythingAllowed: 'Alles ist erlaubt.',
  lockedNow: (what, untilMs) =>
    untilMs === null
      ? `Gesperrt: ${what}`
      : `Gesperrt bis ${untilText('de', untilMs)} Uhr: ${what}`,
  preset: 'Was gesperrt wird',
  nothingChosen: 'Wähle mindestens eine Sperre.',
  features: {
    hints: 'Tipps',
    takebacks: 'Zurücknehmen gegen den Computer',
    evaluation: 'Bewertung',
    analysis: 'Analysebrett',
    reviews: 'Auswertung von Partien',
    opponents: 'Partien gegen den Computer',
  },
  opponents: 'Partien gegen den Computer',
  anyOpponent: 'Alle erlaubt',
  opponentsUpTo: (rating) => `Bis ${rating}`,
  above: (rating) => `Computergegner über ${rating}`,
  noOpponent: 'Keine',
  duration: 'Wie lange',
  minutes: (number) => `${number} Min.`,
  untilTime: 'Bis …',
  untilUnlocked: 'Bis ich freigebe',
  time: 'Uhrzeit',
};
