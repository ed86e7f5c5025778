/** Texte der Startseite: ihr Brett und die Computergegner. */
import type { HomeBoardMessages, OpponentMessages } from './en';

export const homeBoardDe: HomeBoardMessages = {
  label: 'Das Brett',
  yourGame: 'Deine Partie',
  newGame: 'Neue Partie',
  today: 'Stellung des Tages',
  continue: 'Weiterspielen',
  yourMove: 'Zieh eine Figur, und es geht los.',
  namesFirst: 'Gib beide Namen ein, dann zieh eine Figur.',
  opponentMoves: 'Dein Gegner hat Weiß und beginnt.',
  press: (button: string) => `Drücke „${button}“.`,
  playOn: (opening) => `${opening}: Spiel von hier weiter.`,
  move: (white, black, number) => `${white} – ${black}, Zug\u00a0${number}`,
  options: 'Optionen',
  recent: 'Letzte Partien',
  all: 'Alle Partien',
  review: 'Auswertung',
};

export const opponentsDe: OpponentMessages = {
  title: 'Wähle einen Gegner',
  change: 'Ändern',
  anyRating: 'Unter „Optionen“ auf der Startseite gibt es jede Spielstärke dazwischen.',
  question: 'Wie gut spielst du?',
  answers: {
    new: 'Ich lerne es gerade',
    beginner: 'Ich kenne die Regeln',
    casual: 'Ich spiele ab und zu',
    club: 'Ich spiele im Verein',
    strong: 'Ich spiele sehr gut',
  },
  descriptions: {
    easy: 'sieht einen Zug voraus',
    medium: 'sieht zwei Züge voraus',
    hard: 'sieht drei Züge voraus',
    external: 'ein Schachprogramm dieses Servers',
  },
};
