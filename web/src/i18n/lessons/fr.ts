/** Textes sur les cours. */
import { untilFrench } from '../locks/until';
import type { LessonMessages } from './en';

const games = (number: number): string => (number < 2 ? `${number} partie` : `${number} parties`);
const plural = (number: number): string => (number < 2 ? '' : 's');

export const lessonsFr: LessonMessages = {
  onlyOrganizers: 'Seuls les organisateurs et l’admin de ce serveur peuvent diriger un cours.',
  help: 'Ajournez toutes les parties à la sonnerie, reprenez-les la semaine suivante et choisissez ce que chaque groupe peut utiliser.',
  noGroups: 'Pas encore de groupes',
  noGroupsHelp: 'Donnez un groupe à vos membres, par exemple 5a, et il apparaîtra ici.',
  allGames: 'Toutes les parties de ce serveur',
  visitors: 'Visiteurs (non connectés)',
  visitorsHelp:
    'Verrouillez aussi les visiteurs, pour que personne ne contourne les règles en se déconnectant.',
  members: (number) => `${number} membre${plural(number)}`,
  counts: ({ playing, adjourned }) =>
    `${games(playing)} en cours, ${adjourned} ajournée${plural(adjourned)}`,
  adjourn: 'Ajourner',
  continue: 'Reprendre',
  adjourned: (number) => `${games(number)} ajournée${plural(number)}.`,
  continued: (number) => `${games(number)} reprise${plural(number)}.`,
  failed: (number) => `${games(number)} sans changement. Réessayez.`,
  lock: 'Verrouiller pour ce cours',
  unlock: 'Déverrouiller',
  locked: 'Verrouillé.',
  unlocked: 'Déverrouillé.',
  everythingAllowed: 'Tout est autorisé.',
  lockedNow: (what, untilMs) =>
    untilMs === null ? `Verrouillé : ${what}` : `Verrouillé ${untilFrench(untilMs)} : ${what}`,
  preset: 'Ce qui est verrouillé',
  nothingChosen: 'Choisissez au moins une chose à verrouiller.',
  features: {
    hints: 'Indices',
    takebacks: 'Reprise de coups contre l’ordinateur',
    evaluation: 'Évaluation',
    analysis: 'Échiquier d’analyse',
    reviews: 'Bilan des parties',
    opponents: 'Parties contre l’ordinateur',
  },
  opponents: 'Parties contre l’ordinateur',
  anyOpponent: 'Toutes permises',
  opponentsUpTo: (rating) => `Jusqu’à ${rating}`,
  above: (rating) => `adversaires au-delà de ${rating}`,
  noOpponent: 'Aucune',
  duration: 'Durée',
  minutes: (number) => `${number} min`,
  untilTime: 'Jusqu’à…',
  untilUnlocked: 'Jusqu’au déverrouillage',
  time: 'Heure',
};
