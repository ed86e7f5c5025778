/** Texts about invitations in English. */
import type { Side } from '../../wire/Side';
import type { Time } from '../../wire/Time';
import { minutesOf, secondsOf } from './clock';

const bonus = (time: Time): string => {
  switch (time.bonus.type) {
    case 'none':
      return '';
    case 'increment':
      return ` + ${secondsOf(time)} s per move`;
    case 'delay':
      return `, ${secondsOf(time)} s delay per move`;
    case 'bronstein':
      return `, up to ${secondsOf(time)} s back per move`;
  }
};

export const invitationEn = {
  clock: (time: Time | null) =>
    time === null ? 'No clock' : `${minutesOf(time)} min${bonus(time)}`,
  title: (name: string | null) => `${name ?? 'Somebody'} has invited you to a game`,
  linkNeeded: 'To play, you need the invitation link.',
  clockLabel: 'Time control',
  noTime: 'None',
  yourClock: 'Your clock',
  theirClock: 'Opponent’s clock',
  colorLabel: 'You play',
  color: (side: Side): string => (side === 'white' ? 'White' : 'Black'),
  startLabel: 'Start',
  chess960: 'Chess960',
  position: 'from a given position',
  ratingLabel: 'Rating',
  casual: 'Casual (unrated)',
  inviteHeading: 'Invite your opponent',
  summary: (clock: string, side: Side | null) =>
    side === null ? clock : `${clock} · you play ${side === 'white' ? 'White' : 'Black'}`,
  onlyHere: 'This invitation only works on this computer',
  onlyHereHelp:
    'To play with somebody on another device, start Tabiya with this command, open the address that it prints for other computers, and invite from there.',
  cancel: 'Cancel invitation',
  confirmCancel: 'Cancel this invitation?',
  cancelHelp: 'Its link and QR code will stop working.',
  keep: 'Keep it',
  canceled: 'This invitation was canceled.',
  share: 'Share',
  shareText: (name: string, clock: string) =>
    `${name} has invited you to a game of chess (${clock})`,
};
