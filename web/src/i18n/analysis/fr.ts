/** Les textes des bilans et de l’échiquier d’analyse en français. */
import { countRoles, isExchange, listed } from '../../review/gain';
import type { EndgameType } from '../../wire/EndgameType';
import type { MaterialGain } from '../../wire/MaterialGain';
import type { MoveFact } from '../../wire/MoveFact';
import type { PlacedPiece } from '../../wire/PlacedPiece';
import type { Motif } from '../../wire/Motif';
import type { AnalysisMessages } from './en';
import { momentsFr } from './moments/fr';
import { standings, summaryFr } from './summary/fr';

interface Forms {
  readonly the: string;
  readonly of: string;
  readonly one: string;
  readonly many: string;
  readonly taken: string;
  readonly trapped: string;
}
const masculine = (name: string): Forms => ({
  the: `le ${name}`,
  of: `du ${name}`,
  one: `un ${name}`,
  many: `${name}s`,
  taken: 'pris',
  trapped: 'enfermé',
});
const feminine = (name: string): Forms => ({
  the: `la ${name}`,
  of: `de la ${name}`,
  one: `une ${name}`,
  many: `${name}s`,
  taken: 'prise',
  trapped: 'enfermée',
});
const PIECES: Readonly<Record<string, Forms>> = {
  pawn: masculine('pion'),
  knight: masculine('cavalier'),
  bishop: masculine('fou'),
  rook: feminine('tour'),
  queen: feminine('dame'),
  king: masculine('roi'),
};
const piece = (role: string): Forms => PIECES[role] ?? feminine('pièce');
const the = ({ role, square }: PlacedPiece): string => `${piece(role).the} en ${square}`;
const of = ({ role, square }: PlacedPiece): string => `${piece(role).of} en ${square}`;

const motifs: Readonly<Record<Motif, string>> = {
  fork: 'une fourchette',
  pin: 'un clouage',
  skewer: 'une enfilade',
  discovered_attack: 'une attaque à la découverte',
  discovered_check: 'un échec à la découverte',
  trap: 'un piège',
};
const endings: Readonly<Record<EndgameType, string>> = {
  pawn: 'finale de pions',
  rook: 'finale de tours',
  queen: 'finale de dames',
  minor: 'finale de pièces mineures',
};

const NUMBERS = ['deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit'];
const pieces = (roles: readonly string[]): string =>
  listed(
    countRoles(roles).map(({ role, count }) =>
      count === 1 ? piece(role).one : `${NUMBERS[count - 2] ?? count} ${piece(role).many}`,
    ),
    'et',
  );

/** Ce qui est gagné : `le cavalier en e5 contre un pion`. */
function gained(gain: MaterialGain): string {
  const { won, cost, square } = gain;
  if (isExchange(gain)) return 'la qualité';
  const what = square === null ? pieces(won) : the({ role: won[0] ?? '', square });
  return cost.length === 0 ? what : `${what} contre ${pieces(cost)}`;
}

function why(fact: MoveFact): string {
  switch (fact.type) {
    case 'stalemates':
      return 'Fait pat dans une partie gagnée.';
    case 'allows_mate':
      return `Permet un mat ${fact.on_back_rank ? 'du couloir ' : ''}en ${fact.moves}.`;
    case 'misses_mate':
      return `Manque un mat en ${fact.moves}.`;
    case 'hangs':
      return `Laisse ${the(fact.piece)} en prise.`;
    case 'loses_piece':
      return `Perd ${the(fact.piece)} contre ${piece(fact.compensation).one}.`;
    case 'allows_tactic': {
      const { motif, by, won } = fact.tactic;
      if (motif === 'trap') return `Perd ${the(won)}, qui est ${piece(won.role).trapped}.`;
      return `Perd ${the(won)} sur ${motifs[motif]} ${of(by)}.`;
    }
    case 'allows_promotion':
      return `Laisse le pion en ${fact.pawn} aller à promotion.`;
    case 'loses_material':
      return `Perd ${gained(fact.gain)}.`;
    case 'misses_capture':
      return `Ne voit pas que ${the(fact.piece)} peut être ${piece(fact.piece.role).taken}.`;
    case 'misses_tactic': {
      const { motif, by, won } = fact.tactic;
      if (motif === 'trap') return `Manque l’occasion de gagner ${the(won)} en l’enfermant.`;
      return `Manque l’occasion de gagner ${the(won)} par ${motifs[motif]} ${of(by)}.`;
    }
    case 'misses_promotion':
      return `Ne voit pas que le pion en ${fact.pawn} va à promotion.`;
    case 'misses_material':
      return `Manque l’occasion de gagner ${gained(fact.gain)}.`;
    case 'throws_away_won_endgame':
      return `Laisse échapper le gain dans une ${endings[fact.endgame]}, qui est nulle à présent.`;
    case 'turns':
      return `Fait d’une position ${standings[fact.from]} une position ${standings[fact.to]}.`;
  }
}

export const analysisFr: AnalysisMessages = {
  review: 'Bilan',
  reviewOf: (white, black) => `Bilan : ${white} contre ${black}`,
  running: (percent) => `Analyse en cours… ${percent} %`,
  timeLeft: (seconds) =>
    seconds > 90
      ? `Encore ${Math.round(seconds / 60)} minutes environ`
      : seconds === 1
        ? 'Encore 1 seconde environ'
        : `Encore ${seconds} secondes environ`,
  stopped: (percent) => `Bilan arrêté à ${percent} %`,
  resume: 'Continuer',
  retry: 'Réessayer',
  finished: 'Bilan terminé',
  gamePage: 'Partie',
  print: 'Imprimer',
  shareAsPicture: 'Partager en image',
  graph: 'Chances de gain des Blancs',
  graphValue: (move, percent) => `${move} : chances de gain des Blancs ${percent} %`,
  startOfGame: 'Début de la partie',
  phases: { opening: 'Ouverture', middlegame: 'Milieu de partie', endgame: 'Finale' },
  summary: 'Résumé',
  accuracy: 'Précision',
  averageLoss: 'Perte moyenne (centipions)',
  judgment: { inaccuracy: 'Imprécision', mistake: 'Erreur', blunder: 'Gaffe' },
  judgments: { inaccuracy: 'Imprécisions', mistake: 'Erreurs', blunder: 'Gaffes' },
  moments: 'Moments clés',
  noMoments: 'Aucune erreur importante',
  fromTo: (before, after) => `${before} → ${after}`,
  better: 'Mieux :',
  showBetter: 'Voir le meilleur coup',
  showContinuation: 'Voir la meilleure suite',
  continuation: 'Suite :',
  enginePrefers: 'Le moteur préfère :',
  bestLine: 'Meilleure variante',
  aboutFigures: 'À propos de ces chiffres',
  noAccuracy: {
    moves: 'aucun coup dans cette phase',
    lost: 'déjà perdu, plus rien à gâcher',
  },
  beyondPhases:
    'Contrairement à la partie entière, une phase laisse de côté les coups qui ne pouvaient plus rien perdre, et compte un mat manqué ou permis même dans une position décidée.',
  about: {
    review: 'Le moteur explique les erreurs',
    analyze: 'Essayez vos coups avec le moteur',
  },
  notYet: 'Cette position n’est pas encore analysée.',
  why,
  game: summaryFr,
  moment: momentsFr,

  title: 'Analyse',
  openInAnalysis: 'Échiquier d’analyse',
  analyze: 'Analyser',
  openOther: 'Ouvrir un PGN ou une FEN',
  pasteGame: 'Collez un PGN ou une FEN',
  depth: (depth) => `profondeur ${depth}`,
  lines: 'Variantes',
  engine: 'Moteur',
  nodes: (count) => `${count} nœuds`,
  nothingYet: 'Aucune variante pour l’instant',
  stages: {
    requested: 'Analyse en cours…',
    waiting: 'En attente d’un moteur libre…',
    thinking: 'Analyse en cours…',
    done: 'Analyse terminée',
    no_move: 'La partie est terminée',
    failed: 'Le moteur a planté',
  },
  glyphs: 'Annotation',
  glyphNames: {
    1: 'Bon coup',
    2: 'Erreur',
    3: 'Coup brillant',
    4: 'Gaffe',
    5: 'Coup intéressant',
    6: 'Coup douteux',
    7: 'Seul coup',
    10: 'Position égale',
    13: 'Position peu claire',
    14: 'Léger avantage des Blancs',
    15: 'Léger avantage des Noirs',
    16: 'Net avantage des Blancs',
    17: 'Net avantage des Noirs',
    18: 'Avantage décisif des Blancs',
    19: 'Avantage décisif des Noirs',
    22: 'Les Blancs sont en zugzwang',
    23: 'Les Noirs sont en zugzwang',
    146: 'Nouveauté',
  },
  comment: 'Commentaire',
  promote: 'Promouvoir la variante',
  demote: 'Rétrograder la variante',
  deleteFromHere: 'Supprimer à partir d’ici',

  table: {
    name: 'Table de finales',
    wins: (side) => `Les ${side} gagnent`,
    draw: 'Nulle',
    saved: (winner, loser) =>
      `Nulle : les ${winner} gagneraient, mais la règle des 50 coups sauve les ${loser}`,
    distance: (count) =>
      count === 1
        ? 'Prise, coup de pion ou mat en 1 demi-coup'
        : `Prise, coup de pion ou mat en ${count} demi-coups au plus`,
    moves: {
      win: 'Gagne',
      cursed_win: 'Nulle (règle des 50 coups)',
      draw: 'Nulle',
      blessed_loss: 'Tient (règle des 50 coups)',
      loss: 'Perd',
    },
  },

  learn: 'Apprenez de vos erreurs',
  mistakesOf: (side, { mistake, blunder }) =>
    `${side} : ${listed(
      [
        ...(mistake === 0 ? [] : [mistake === 1 ? '1 erreur' : `${mistake} erreurs`]),
        ...(blunder === 0 ? [] : [blunder === 1 ? '1 gaffe' : `${blunder} gaffes`]),
      ],
      'et',
    )}`,
  exerciseOf: (number, count) => `Position ${number} sur ${count}`,
  solved: { found: 'Trouvé', shown: 'Solution' },
  findBetter: (move, side, isOwn) =>
    `${isOwn ? `Vous avez joué ${move}` : `${move} a été joué`}. Trouvez un meilleur coup pour les ${side}.`,
  checkingMove: (san) => `Vérification de ${san}…`,
  foundBest: (san) => `${san} est le meilleur coup. Bien trouvé !`,
  foundGood: (san) => `${san} est bon aussi. Bien trouvé !`,
  wrongMove: (san) => `Il y a un meilleur coup que ${san}. Réessayez.`,
  sameMove: (san, isOwn) =>
    `${isOwn ? `Vous avez joué ${san}` : `${san} a été joué`} dans la partie. Essayez un autre coup.`,
  show: 'Voir la solution',
  next: 'Suivant',
  finish: 'Terminer',
  endLesson: 'Retour au bilan',
  lessonOver: (found, count) => `Terminé ! Vous en avez trouvé ${found} sur ${count}.`,
};
