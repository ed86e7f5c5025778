/** Texts about adjourned games and what a group may use, in English. */
import type { Feature } from '../../wire/Feature';
import { untilText } from './until';

/** What is locked, for whom and until when. */
export interface Lock {
  readonly feature: Feature;
  /** The strongest computer opponent that is allowed. */
  readonly maxRating: number | null;
  /** In milliseconds since the epoch; `null` until it is changed. */
  readonly untilMs: number | null;
  /** For everybody who is not logged in. */
  readonly visitors: boolean;
}

const may = ({ feature, maxRating }: Lock): string =>
  ({
    hints: 'use hints',
    takebacks: 'take back moves against the computer',
    evaluation: 'use the evaluation',
    analysis: 'use the analysis board',
    reviews: 'review games',
    opponents:
      maxRating === null ? 'play the computer' : `play the computer above a rating of ${maxRating}`,
  })[feature];

export const locksEn = {
  adjourned: 'Adjourned: both clocks are stopped',
  adjournedHelp:
    'An organizer has adjourned this game. It will go on from here; until then you can only resign.',
  continued: 'The game goes on.',
  statusAdjourned: 'Adjourned',
  locked: (lock: Lock) => {
    const who = lock.visitors ? 'Without logging in, you' : 'Your group';
    const when = lock.untilMs === null ? 'at the moment' : `until ${untilText('en', lock.untilMs)}`;
    return `${who} may not ${may(lock)} ${when}.`;
  },
  whoCanChange: 'An organizer can change that.',
};

/** The texts that every language has about this. */
export type LockMessages = typeof locksEn;
