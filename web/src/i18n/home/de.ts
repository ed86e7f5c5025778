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
  yourTurn: 'Du bist am Zug',
  options: 'Optionen',
  recent: 'Letzte Partien',
  all: 'Alle Partien',
  review: 'Auswertung',
  club: {
    title: 'Gerade im Verein',
    all: 'Alles ansehen',
    competition: (round) => `Turnier, Runde ${round}`,
    demonstration: 'Demobrett',
    simul: (boards) => `Simultan an ${boards} Brettern`,
  },
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
    easy: 'etwa\u00a0700 · sieht einen Zug voraus',
    medium: 'etwa\u00a01100 · sieht zwei Züge voraus',
    hard: 'etwa\u00a01600 · sieht drei Züge voraus',
    external: 'ein Schachprogramm dieses Servers',
  },
};
