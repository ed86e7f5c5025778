/** Texts about ratings in English. */
import type { ClockKind } from '../../wire/ClockKind';

export const ratingsEn = {
  title: 'Ratings',
  none: 'No ratings yet',
  noneHelp: 'Members get a rating when they play rated games in a competition.',
  kinds: {
    bullet: 'Bullet',
    blitz: 'Blitz',
    rapid: 'Rapid',
    classical: 'Classical',
  } satisfies Record<ClockKind, string>,
  kind: 'Time control',
  place: 'Place',
  player: 'Player',
  rating: 'Rating',
  uncertainty: 'Uncertainty',
  games: 'Games',
  lastGame: 'Last game',
  provisional: 'provisional',
  help: 'Calculated with Glicko-2 from all rated games between members. When a result is corrected, ratings change at once. A question mark means provisional: the rating is based on only a few games.',
  of: (name: string) => `Ratings of ${name}`,
  noneOf: (name: string) => `${name} has no rating yet.`,
  own: 'My rating',
  all: 'All ratings',
  played: (games: number) => (games === 1 ? '1 game' : `${games} games`),
  graph: 'The band shows the uncertainty: in 95 of 100 cases, the true strength is within it.',
  table: 'As a table',
  day: 'Day',
};

export type RatingMessages = typeof ratingsEn;
