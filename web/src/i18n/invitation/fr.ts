/** Texts about invitations in French. */
import type { Time } from '../../wire/Time';
import { minutesOf, secondsOf } from './clock';
import type { invitationEn } from './en';

const bonus = (time: Time): string => {
  switch (time.bonus.type) {
    case 'none':
      return '';
    case 'increment':
      return ` + ${secondsOf(time)} s par coup`;
    case 'delay':
      return `, délai de ${secondsOf(time)} s par coup`;
    case 'bronstein':
      return `, jusqu’à ${secondsOf(time)} s rendues par coup`;
  }
};
const minutes = (time: Time): string => String(minutesOf(time)).replace('.', ',');

export const invitationFr: typeof invitationEn = {
  clock: (time) => (time === null ? 'Sans pendule' : `${minutes(time)} min${bonus(time)}`),
  title: (name) => `${name ?? 'Quelqu’un'} vous invite à une partie`,
  linkNeeded: 'Pour jouer, il vous faut le lien d’invitation.',
  clockLabel: 'Cadence',
  noTime: 'Aucune',
  yourClock: 'Votre pendule',
  theirClock: 'Pendule adverse',
  colorLabel: 'Vous jouez',
  color: (side) => (side === 'white' ? 'les Blancs' : 'les Noirs'),
  startLabel: 'Départ',
  chess960: 'Chess960',
  position: 'd’une position donnée',
  ratingLabel: 'Classement',
  casual: 'Amicale (non classée)',
  inviteHeading: 'Invitez votre adversaire',
  summary: (clock, side) =>
    side === null ? clock : `${clock} · vous jouez les ${side === 'white' ? 'Blancs' : 'Noirs'}`,
  onlyHere: 'Cette invitation ne fonctionne que sur cet ordinateur',
  onlyHereHelp:
    'Pour jouer avec quelqu’un sur un autre appareil, lancez Tabiya avec cette commande, ouvrez l’adresse qu’il affiche pour les autres ordinateurs, et invitez à partir de là.',
  cancel: 'Annuler l’invitation',
  confirmCancel: 'Annuler cette invitation ?',
  cancelHelp: 'Son lien et son QR code ne fonctionneront plus.',
  keep: 'La garder',
  canceled: 'Cette invitation a été annulée.',
  share: 'Partager',
  shareText: (name, clock) => `${name} vous invite à une partie d’échecs (${clock})`,
};
