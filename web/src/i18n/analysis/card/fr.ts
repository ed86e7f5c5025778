/** Texts about the picture of a game in French. */
import type { CardMessages } from './en';

export const cardFr: CardMessages = {
  title: 'La partie en image',
  download: 'Télécharger',
  share: 'Partager',
  copy: 'Copier l’image',
  copied: 'Image copiée',
  failed: 'Ce navigateur ne peut pas créer l’image.',
  notShared: 'L’image n’a pas pu être partagée. Téléchargez-la plutôt.',
  position: 'Position',
  final: 'Position finale',
  turningPoint: 'Tournant',
};
