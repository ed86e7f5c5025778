/** Les textes du salon en français. */
import { controlText } from '../../game/clock';
import type { ColorChoice } from '../../wire/ColorChoice';
import type { Time } from '../../wire/Time';
import type { LobbyMessages } from './en';
import { reversed } from './offer';

const clock = (time: Time | null): string => (time === null ? 'sans pendule' : controlText(time));

const color = (choice: ColorChoice, received: boolean): string =>
  ({
    white: 'vous jouez les Blancs',
    black: 'vous jouez les Noirs',
    random: 'couleurs tirées au sort',
  })[received ? reversed(choice) : choice];

export const lobbyFr: LobbyMessages = {
  title: 'Salon',
  intro: 'Jouez contre d’autres membres. Les parties du salon ne comptent pas pour le classement.',
  loginNeeded: 'Connectez-vous pour voir qui est là et jouer.',
  homeHelp: (here, seeks) =>
    here <= 1 && seeks === 0
      ? 'Il n’y a personne d’autre pour le moment.'
      : `${here} ici, ${seeks <= 1 ? `${seeks} partie ouverte` : `${seeks} parties ouvertes`}`,
  open: 'Aller au salon',
  lost: 'Connexion perdue. Nouvelle tentative…',

  clock,
  offer: (time, choice, received) => `${clock(time)}, ${color(choice, received)}`,
  choose: 'Votre partie',
  yourColor: 'Votre couleur',

  members: (count) => (count <= 1 ? `${count} membre ici` : `${count} membres ici`),
  you: 'vous',
  alone:
    'Il n’y a personne d’autre pour le moment. Proposez une partie et attendez, ou jouez contre l’ordinateur.',
  free: 'libre',
  playing: 'en partie',
  watch: 'Regarder',
  watchGame: (name) => `Regarder la partie de ${name}`,
  continueGame: 'Reprendre',
  challenge: 'Défier',
  challengeMember: (name) => `Défier ${name}`,
  challengeSent: (name) => `Vous avez défié ${name}.`,

  challenges: 'Défis',
  challengedBy: (name, offer) => `${name} vous a défié : ${offer}.`,
  waitingFor: (name, offer) => `En attente de ${name} (${offer})`,
  challengeEnded: (name, state) =>
    state === 'declined'
      ? `${name} a décliné votre défi.`
      : `${name} est parti ou joue contre quelqu’un d’autre.`,
  accept: 'Accepter',
  decline: 'Décliner',
  withdraw: 'Retirer',
  acceptFrom: (name) => `Accepter le défi de ${name}`,
  declineFrom: (name) => `Décliner le défi de ${name}`,

  gameStarted: (opponent) => `Votre partie contre ${opponent} a commencé.`,
  goToBoard: 'Aller à l’échiquier',

  openGames: 'Parties ouvertes',
  noOpenGames: 'Aucune partie ouverte.',
  offerGame: 'Proposer une partie',
  offerGameHelp: 'Le premier membre qui la rejoint joue contre vous.',
  busyHelp: 'Vous pourrez proposer ou rejoindre une partie quand la vôtre sera finie.',
  gameOffered: 'Votre partie est ouverte. Elle commence dès que quelqu’un la rejoint.',
  yourOpenGame: 'Votre partie ouverte',
  join: 'Rejoindre',
  joinGameOf: (name) => `Rejoindre la partie de ${name}`,
  cancelOpenGame: 'Annuler',
  rating: (value) => `classement ${value}`,
  minRating: 'Classement minimal',
  maxRating: 'Classement maximal',
  anyRating: 'libre',
  ratingHelp:
    'C’est le classement pour cette cadence qui compte. Avec une limite, les membres sans classement ne peuvent pas rejoindre la partie.',
  range: (min, max) => {
    if (min === null) return max === null ? '' : `classement jusqu’à ${max}`;
    return max === null ? `classement à partir de ${min}` : `classement ${min}–${max}`;
  },
  badRating: 'Un classement est un nombre entier de 100 à 4000.',
  playComputer: 'Jouer contre l’ordinateur',

  pairPlayers: 'Apparier des joueurs',
  pairHelp:
    'Choisissez des membres libres. À deux, le premier choisi a les Blancs ; au-delà, on tire au sort.',
  chosen: (count) => (count <= 1 ? `${count} choisi` : `${count} choisis`),
  allFree: 'Tous ceux qui sont libres',
  nobody: 'Personne',
  startGames: (count) => (count <= 1 ? `Lancer ${count} partie` : `Lancer ${count} parties`),
  oddOne: 'L’un d’eux n’aura pas d’adversaire.',
  gamesStarted: (count) => (count <= 1 ? `${count} partie lancée` : `${count} parties lancées`),
};
