/** Texts about invitations in German. */
import type { Time } from '../../wire/Time';
import { minutesOf, secondsOf } from './clock';
import type { invitationEn } from './en';

const bonus = (time: Time): string => {
  switch (time.bonus.type) {
    case 'none':
      return '';
    case 'increment':
      return ` + ${secondsOf(time)} s pro Zug`;
    case 'delay':
      return `, ${secondsOf(time)} s Aufschub pro Zug`;
    case 'bronstein':
      return `, bis zu ${secondsOf(time)} s pro Zug zurück`;
  }
};
const minutes = (time: Time): string => String(minutesOf(time)).replace('.', ',');

export const invitationDe: typeof invitationEn = {
  clock: (time) => (time === null ? 'Ohne Uhr' : `${minutes(time)} min${bonus(time)}`),
  title: (name) => `${name ?? 'Jemand'} lädt dich zu einer Partie ein`,
  linkNeeded: 'Zum Mitspielen brauchst du den Einladungslink.',
  clockLabel: 'Bedenkzeit',
  noTime: 'Keine',
  yourClock: 'Deine Uhr',
  theirClock: 'Uhr des Gegners',
  colorLabel: 'Du spielst',
  color: (side) => (side === 'white' ? 'Weiß' : 'Schwarz'),
  startLabel: 'Beginn',
  chess960: 'Chess960',
  position: 'aus einer vorgegebenen Stellung',
  ratingLabel: 'Wertung',
  casual: 'Freie Partie (ohne Wertung)',
  inviteHeading: 'Lade deinen Gegner ein',
  summary: (clock, side) =>
    side === null ? clock : `${clock} · du spielst ${side === 'white' ? 'Weiß' : 'Schwarz'}`,
  onlyHere: 'Diese Einladung funktioniert nur auf diesem Computer',
  onlyHereHelp:
    'Um mit jemandem an einem anderen Gerät zu spielen, starte Tabiya mit diesem Befehl, öffne die Adresse, die es für andere Computer ausgibt, und lade von dort aus ein.',
  cancel: 'Einladung zurückziehen',
  confirmCancel: 'Diese Einladung zurückziehen?',
  cancelHelp: 'Der Link und der QR-Code funktionieren dann nicht mehr.',
  keep: 'Behalten',
  canceled: 'Diese Einladung wurde zurückgezogen.',
  share: 'Teilen',
  shareText: (name, clock) => `${name} lädt dich zu einer Schachpartie ein (${clock})`,
};
