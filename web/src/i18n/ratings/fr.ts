/** Texts about ratings in French. */
import type { RatingMessages } from './en';

export const ratingsFr: RatingMessages = {
  title: 'Elo du club',
  none: 'Pas encore d’Elo',
  noneHelp: 'Les membres obtiennent un Elo en jouant des parties classées en tournoi.',
  kinds: {
    bullet: 'Bullet',
    blitz: 'Blitz',
    rapid: 'Rapide',
    classical: 'Lente',
  },
  kind: 'Cadence',
  place: 'Place',
  player: 'Joueur',
  rating: 'Elo',
  uncertainty: 'Incertitude',
  games: 'Parties',
  lastGame: 'Dernière partie',
  provisional: 'provisoire',
  help: 'Calculés par Glicko-2 à partir de toutes les parties classées entre membres. Un résultat corrigé compte aussitôt. Un point d’interrogation signifie provisoire : l’Elo repose sur peu de parties.',
  of: (name) => `Elo de ${name}`,
  noneOf: (name) => `${name} n’a pas encore d’Elo.`,
  own: 'Mon Elo',
  all: 'Tous les Elo',
  played: (games) => (games === 1 ? '1 partie' : `${games} parties`),
  graph: 'La bande montre l’incertitude : la force s’y trouve dans 95 cas sur 100.',
  table: 'En tableau',
  day: 'Jour',
};
