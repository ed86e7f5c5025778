/** Texts about the lobby in English. */
import { controlText } from '../../game/clock';
import type { ChallengeState } from '../../wire/ChallengeState';
import type { ColorChoice } from '../../wire/ColorChoice';
import type { Time } from '../../wire/Time';
import { reversed } from './offer';

const clock = (time: Time | null): string => (time === null ? 'no clock' : controlText(time));

/** The color of the reader, who made an offer or got it. */
const color = (choice: ColorChoice, received: boolean): string =>
  ({ white: 'you play White', black: 'you play Black', random: 'random colors' })[
    received ? reversed(choice) : choice
  ];

export const lobbyEn = {
  title: 'Lobby',
  intro: 'Play other members of the club. Games from the lobby do not count for ratings.',
  loginNeeded: 'Log in to see who is here and to play them.',
  homeHelp: (here: number, seeks: number) =>
    here <= 1 && seeks === 0
      ? 'Nobody else is here right now.'
      : `${here} here, ${seeks === 1 ? '1 open game' : `${seeks} open games`}`,
  open: 'Open the lobby',
  lost: 'Connection lost. Trying to reconnect…',

  clock,
  /** An offer in a few words, for whoever made it or got it. */
  offer: (time: Time | null, choice: ColorChoice, received: boolean) =>
    `${clock(time)}, ${color(choice, received)}`,
  choose: 'Your game',
  yourColor: 'Your color',

  members: (count: number) => (count === 1 ? '1 member here' : `${count} members here`),
  you: 'you',
  alone: 'Nobody else is here right now. You can offer a game and wait, or play the computer.',
  free: 'available',
  playing: 'playing',
  watch: 'Watch',
  watchGame: (name: string) => `Watch ${name}’s game`,
  continueGame: 'Continue',
  challenge: 'Challenge',
  challengeMember: (name: string) => `Challenge ${name}`,
  challengeSent: (name: string) => `You challenged ${name}.`,

  challenges: 'Challenges',
  challengedBy: (name: string, offer: string) => `${name} has challenged you: ${offer}.`,
  waitingFor: (name: string, offer: string) => `Waiting for ${name} (${offer})`,
  challengeEnded: (name: string, state: ChallengeState) =>
    state === 'declined'
      ? `${name} declined your challenge.`
      : `${name} has left or is playing somebody else.`,
  accept: 'Accept',
  decline: 'Decline',
  withdraw: 'Withdraw',
  acceptFrom: (name: string) => `Accept the challenge from ${name}`,
  declineFrom: (name: string) => `Decline the challenge from ${name}`,

  gameStarted: (opponent: string) => `Your game against ${opponent} has started.`,
  goToBoard: 'Go to the board',

  openGames: 'Open games',
  noOpenGames: 'No open games.',
  offerGame: 'Offer a game',
  offerGameHelp: 'The first member to join plays you.',
  busyHelp: 'You can offer or join a game once yours is over.',
  gameOffered: 'Your game is open. It starts when somebody joins.',
  yourOpenGame: 'Your open game',
  join: 'Join',
  joinGameOf: (name: string) => `Join ${name}’s game`,
  cancelOpenGame: 'Cancel',
  rating: (value: number) => `rating ${value}`,
  minRating: 'Lowest rating',
  maxRating: 'Highest rating',
  anyRating: 'any',
  ratingHelp:
    'Ratings are those for this kind of clock. With a limit, members without one cannot join.',
  range: (min: number | null, max: number | null) => {
    if (min === null) return max === null ? '' : `ratings up to ${max}`;
    return max === null ? `ratings from ${min}` : `ratings ${min}–${max}`;
  },
  badRating: 'A rating is a whole number from 100 to 4000.',
  playComputer: 'Play the computer',

  pairPlayers: 'Pair players',
  pairHelp:
    'Choose members who are available. With two, the first one chosen plays White; more are paired at random.',
  chosen: (count: number) => (count === 1 ? '1 chosen' : `${count} chosen`),
  allFree: 'All available',
  nobody: 'None',
  startGames: (count: number) => (count === 1 ? 'Start 1 game' : `Start ${count} games`),
  oddOne: 'One of them will have no opponent.',
  gamesStarted: (count: number) => (count === 1 ? '1 game started' : `${count} games started`),
};

export type LobbyMessages = typeof lobbyEn;
