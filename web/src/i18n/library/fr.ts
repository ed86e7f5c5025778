/** Les textes du tableau de la bibliothèque en français. */
import type { LibraryMessages } from './en';
import { numberText } from '../units';

const number = (value: number): string => numberText('fr', value);
const games = (count: number): string => (count === 1 ? '1 partie' : `${number(count)} parties`);

export const libraryFr: LibraryMessages = {
  games: 'Parties',
  keys:
    'Les flèches passent d’une partie à l’autre, Espace sélectionne, Maj avec une flèche en ' +
    'sélectionne plusieurs, Entrée ouvre, Maj et F10 ouvrent le menu.',
  found: games,
  foundAbout: (count) => `Environ ${games(count)}`,
  onlyFirst: (count) =>
    `Voici les ${number(count)} premières parties. Pour trouver les autres, recherchez, filtrez ` +
    'ou triez autrement.',
  selected: (count) => (count === 1 ? '1 sélectionnée' : `${number(count)} sélectionnées`),
  selectAll: 'Sélectionner toutes les parties trouvées',
  exportLimit: (limit) =>
    `Pour exporter, sélectionnez au plus ${games(limit)}, ou toutes celles trouvées.`,
  filters: 'Filtrer et trier',
  clearFilters: 'Effacer la recherche et les filtres',
  emptyHelp:
    'Les parties que vous jouez figurent ici. Vous pouvez aussi importer des fichiers PGN.',
  shared: 'Tous les utilisateurs de ce serveur peuvent voir ces parties.',
  skipToGames: 'Aller aux parties',
  moves: (count) => (count === 1 ? '1 coup' : `${number(count)} coups`),
  eco: 'ECO',

  actionsOf: (white, black) => `Actions : ${white} – ${black}`,
  copyFailed: 'Votre navigateur n’autorise pas la copie',

  details: 'Détails de la partie',
  finalPosition: 'Position finale',
  currentPosition: 'Position actuelle',
  tags: 'Balises PGN',
  copyId: 'Copier l’ID',

  confirmDelete: (count) => `Supprimer ${games(count)} ?`,
  confirmHelp: 'Les parties supprimées peuvent être restaurées.',
  notYoursAlone: 'Seul l’administrateur peut supprimer une partie entre deux personnes.',
  deleting: (done, total) => `Suppression… ${number(done)} sur ${number(total)}`,
  restoring: (done, total) => `Restauration… ${number(done)} sur ${number(total)}`,
};
