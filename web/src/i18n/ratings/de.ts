/** Texts about ratings in German. */
import type { RatingMessages } from './en';

export const ratingsDe: RatingMessages = {
  title: 'Wertungszahlen',
  none: 'Noch keine Wertungszahlen',
  noneHelp: 'Mitglieder bekommen eine Wertungszahl, wenn sie im Turnier gewertete Partien spielen.',
  kinds: {
    bullet: 'Bullet',
    blitz: 'Blitz',
    rapid: 'Schnellschach',
    classical: 'Turnierschach',
  },
  kind: 'Bedenkzeit',
  place: 'Platz',
  player: 'Name',
  rating: 'Wertung',
  uncertainty: 'Unsicherheit',
  games: 'Partien',
  lastGame: 'Letzte Partie',
  provisional: 'vorläufig',
  help: 'Berechnet nach Glicko-2 aus allen gewerteten Partien zwischen Mitgliedern. Ein korrigiertes Ergebnis wirkt sich sofort aus. Ein Fragezeichen heißt vorläufig: Die Zahl beruht auf wenigen Partien.',
  of: (name) => `Wertungszahlen von ${name}`,
  noneOf: (name) => `${name} hat noch keine Wertungszahl.`,
  own: 'Meine Wertungszahl',
  all: 'Alle Wertungszahlen',
  played: (games) => (games === 1 ? '1 Partie' : `${games} Partien`),
  graph: 'Das Band zeigt die Unsicherheit: In 95 von 100 Fällen liegt die Spielstärke darin.',
  table: 'Als Tabelle',
  day: 'Tag',
};
