/** Texts about lessons in English. */
import type { Feature } from '../../wire/Feature';
import type { GameCounts } from '../../wire/GameCounts';
import { untilText } from '../locks/until';

const games = (number: number): string => (number === 1 ? '1 game' : `${number} games`);

export const lessonsEn = {
  onlyOrganizers: 'Only organizers and the admin of this server can lead lessons.',
  help: 'Adjourn all games at the bell and continue them next week, and choose what each group may use.',
  noGroups: 'No groups yet',
  noGroupsHelp: 'Give your members a group, such as 5a, and it appears here.',
  allGames: 'All games on this server',
  visitors: 'Visitors (not logged in)',
  visitorsHelp: 'Lock visitors too, so that nobody gets around the rules by logging out.',
  members: (number: number) => (number === 1 ? '1 member' : `${number} members`),
  counts: ({ playing, adjourned }: GameCounts) =>
    `${games(playing)} in progress, ${adjourned} adjourned`,
  adjourn: 'Adjourn',
  continue: 'Continue',
  adjourned: (number: number) => `${games(number)} adjourned.`,
  continued: (number: number) => `${games(number)} continued.`,
  failed: (number: number) => `${games(number)} could not be changed. Try again.`,
  lock: 'Lock for this lesson',
  unlock: 'Unlock',
  locked: 'Locked.',
  unlocked: 'Unlocked.',
  everythingAllowed: 'Everything is allowed.',
  lockedNow: (what: string, untilMs: number | null) =>
    untilMs === null ? `Locked: ${what}` : `Locked until ${untilText('en', untilMs)}: ${what}`,
  preset: 'What to lock',
  nothingChosen: 'Choose at least one thing to lock.',
  features: {
    hints: 'Hints',
    takebacks: 'Undo against the computer',
    evaluation: 'Evaluation',
    analysis: 'Analysis board',
    reviews: 'Game reviews',
    opponents: 'Games against the computer',
  } satisfies Record<Feature, string>,
  opponents: 'Games against the computer',
  anyOpponent: 'All allowed',
  opponentsUpTo: (rating: number) => `Up to ${rating}`,
  above: (rating: number) => `computer opponents above ${rating}`,
  noOpponent: 'None',
  duration: 'How long',
  minutes: (number: number) => `${number} min`,
  untilTime: 'Until…',
  untilUnlocked: 'Until I unlock',
  time: 'Time',
};

/** The texts that every language has about lessons. */
export type LessonMessages = typeof lessonsEn;
