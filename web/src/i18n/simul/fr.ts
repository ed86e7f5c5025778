/** Les textes sur les simultanées en français. */
import type { SimulMessages } from './en';

const boards = (count: number): string =>
  count <= 1 ? `${count} échiquier` : `${count} échiquiers`;

export const simulFr: SimulMessages = {
  title: 'Simultanées',
  help: 'Une personne contre beaucoup d’autres, avec une pendule par échiquier.',
  none: 'Pas encore de simultanée',
  create: 'Créer la simultanée',
  newSimul: 'Nouvelle simultanée',
  onlyOrganizers: 'Les organisateurs peuvent créer des simultanées.',
  name: 'Nom',
  namePlaceholder: 'Simultanée de notre entraîneur',
  nameMissing: 'Donnez un nom à la simultanée.',
  exhibitor: 'Simultanéiste',
  exhibitorMissing: 'Choisissez qui joue contre tous les autres.',
  yourself: (name) => `${name} (vous)`,
  opponents: 'Adversaires',
  chosen: (count) => (count <= 1 ? `${count} adversaire choisi` : `${count} adversaires choisis`),
  colors: 'Le simultanéiste a',
  colorChoices: {
    white: 'Les Blancs',
    black: 'Les Noirs',
    alternating: 'En alternance',
  },
  exhibitorClock: 'Pendule du simultanéiste sur chaque échiquier',
  opponentClock: 'Pendule de chaque adversaire',
  boards,
  states: { running: 'En cours', over: 'Terminée', called_off: 'Annulée' },

  by: (exhibitor) => `${exhibitor} joue contre tous`,
  score: 'Score du simultanéiste',
  running: (count) => `${count} en cours`,
  waiting: (count) =>
    count <= 1 ? `${boards(count)} vous attend` : `${boards(count)} vous attendent`,
  noneWaiting: 'Aucun autre échiquier n’attend de coup.',
  next: 'Échiquier suivant qui attend',
  previous: 'Échiquier précédent qui attend',
  keys: 'Touches : N pour l’échiquier suivant qui attend, P pour le précédent.',
  boardOf: (number, opponent) => `Échiquier ${number} : ${opponent}`,
  toMove: { exhibitor: 'Trait au simultanéiste', opponent: 'Trait à l’adversaire' },
  yourTurn: 'À vous de jouer',
  outcomes: {
    win: 'Victoire du simultanéiste',
    draw: 'Partie nulle',
    loss: 'Défaite du simultanéiste',
  },
  marks: { win: '1', draw: '½', loss: '0' },
  aborted: 'Interrompue',
  yourBoard: (number) => `Vous jouez à l’échiquier ${number}.`,
  play: 'Jouer',
  watch: 'Regarder',
  gamePage: 'Ouvrir la page de cette partie',
  allBoards: 'Tous les échiquiers',
  download: 'Télécharger toutes les parties (PGN)',
  callOff: 'Annuler la simultanée',
  callOffQuestion: 'Annuler la simultanée ?',
  callOffHelp: 'Toutes les parties sont interrompues. Ce n’est possible qu’avant le premier coup.',
  end: 'Terminer la simultanée',
  endQuestion: 'Terminer la simultanée ?',
  endHelp: (count) =>
    count === 1
      ? 'Une partie est encore en cours. Elle est interrompue sans résultat.'
      : `${count} parties sont encore en cours. Elles sont interrompues sans résultat.`,
  cancel: 'Retour',
  isCalledOff: 'Cette simultanée a été annulée.',
  isOver: 'Cette simultanée est terminée.',
  notFound: 'Simultanée introuvable',
  notFoundHelp: 'Le lien est peut-être incomplet.',
  allSimuls: 'Toutes les simultanées',
  connectionLost: 'Connexion perdue. Les échiquiers seront à jour dans un instant.',

  homeExhibitor: (name) => `Votre simultanée : ${name}`,
  homeOpponent: (name) => `Vous jouez dans : ${name}`,
  homeBoard: (board, color, exhibitor) =>
    `Échiquier ${board} : avec les ${color === 'white' ? 'Blancs' : 'Noirs'} contre ${exhibitor}`,
  homeBoards: 'Vos adversaires vous attendent.',
  open: 'Ouvrir la simultanée',
};
