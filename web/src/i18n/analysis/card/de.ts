/** Texts about the picture of a game in German. */
import type { CardMessages } from './en';

export const cardDe: CardMessages = {
  title: 'Die Partie als Bild',
  download: 'Herunterladen',
  share: 'Teilen',
  copy: 'Bild kopieren',
  copied: 'Bild kopiert',
  failed: 'Dieser Browser kann das Bild nicht erzeugen.',
  notShared: 'Das Bild konnte nicht geteilt werden. Bitte lade es stattdessen herunter.',
  position: 'Stellung',
  final: 'Schlussstellung',
  turningPoint: 'Wendepunkt',
};
