/** Texte über die Lobby auf Deutsch. */
import { controlText } from '../../game/clock';
import type { ColorChoice } from '../../wire/ColorChoice';
import type { Time } from '../../wire/Time';
import type { LobbyMessages } from './en';
import { reversed } from './offer';

const clock = (time: Time | null): string => (time === null ? 'ohne Uhr' : controlText(time));

const color = (choice: ColorChoice, received: boolean): string =>
  ({ white: 'du spielst Weiß', black: 'du spielst Schwarz', random: 'Farbe ausgelost' })[
    received ? reversed(choice) : choice
  ];

export const lobbyDe: LobbyMessages = {
  title: 'Lobby',
  intro: 'Spiele gegen andere Mitglieder. Partien aus der Lobby zählen nicht für die Wertung.',
  loginNeeded: 'Melde dich an, um zu sehen, wer da ist, und gegen sie zu spielen.',
  homeHelp: (here, seeks) =>
    here <= 1 && seeks === 0
      ? 'Gerade ist niemand sonst da.'
      : `${here} da, ${seeks === 1 ? '1 offene Partie' : `${seeks} offene Partien`}`,
  open: 'Zur Lobby',
  lost: 'Verbindung unterbrochen. Neuer Versuch …',

  clock,
  offer: (time, choice, received) => `${clock(time)}, ${color(choice, received)}`,
  choose: 'Deine Partie',
  yourColor: 'Deine Farbe',

  members: (count) => (count === 1 ? '1 Mitglied da' : `${count} Mitglieder da`),
  you: 'du',
  alone:
    'Gerade ist niemand sonst da. Du kannst eine Partie anbieten und warten oder gegen den Computer spielen.',
  free: 'frei',
  playing: 'spielt',
  watch: 'Zuschauen',
  watchGame: (name) => `Bei ${name} zuschauen`,
  continueGame: 'Weiterspielen',
  challenge: 'Herausfordern',
  challengeMember: (name) => `${name} herausfordern`,
  challengeSent: (name) => `Du hast ${name} herausgefordert.`,

  challenges: 'Herausforderungen',
  challengedBy: (name, offer) => `${name} hat dich herausgefordert: ${offer}.`,
  waitingFor: (name, offer) => `Warten auf ${name} (${offer})`,
  challengeEnded: (name, state) =>
    state === 'declined'
      ? `${name} hat deine Herausforderung abgelehnt.`
      : `${name} ist gegangen oder spielt gegen jemand anderen.`,
  accept: 'Annehmen',
  decline: 'Ablehnen',
  withdraw: 'Zurückziehen',
  acceptFrom: (name) => `Herausforderung von ${name} annehmen`,
  declineFrom: (name) => `Herausforderung von ${name} ablehnen`,

  gameStarted: (opponent) => `Deine Partie gegen ${opponent} hat begonnen.`,
  goToBoard: 'Zum Brett',

  openGames: 'Offene Partien',
  noOpenGames: 'Keine offenen Partien.',
  offerGame: 'Partie anbieten',
  offerGameHelp: 'Wer zuerst beitritt, spielt gegen dich.',
  busyHelp: 'Wenn deine Partie zu Ende ist, kannst du wieder eine anbieten oder beitreten.',
  gameOffered: 'Deine Partie ist offen. Sie beginnt, sobald jemand beitritt.',
  yourOpenGame: 'Deine offene Partie',
  join: 'Beitreten',
  joinGameOf: (name) => `Der Partie von ${name} beitreten`,
  cancelOpenGame: 'Zurücknehmen',
  rating: (value) => `Wertungszahl ${value}`,
  minRating: 'Niedrigste Wertungszahl',
  maxRating: 'Höchste Wertungszahl',
  anyRating: 'beliebig',
  ratingHelp:
    'Es zählt die Wertungszahl für diese Art von Bedenkzeit. Mit einer Grenze können Mitglieder ohne Wertungszahl nicht beitreten.',
  range: (min, max) => {
    if (min === null) return max === null ? '' : `Wertungszahl bis ${max}`;
    return max === null ? `Wertungszahl ab ${min}` : `Wertungszahl ${min}–${max}`;
  },
  badRating: 'Eine Wertungszahl ist eine ganze Zahl von 100 bis 4000.',
  playComputer: 'Gegen den Computer spielen',

  pairPlayers: 'Spieler paaren',
  pairHelp:
    'Wähle Mitglieder, die frei sind. Bei zweien spielt der zuerst Gewählte Weiß; mehr werden ausgelost.',
  chosen: (count) => `${count} gewählt`,
  allFree: 'Alle, die frei sind',
  nobody: 'Niemand',
  startGames: (count) => (count === 1 ? '1 Partie starten' : `${count} Partien starten`),
  oddOne: 'Einer von ihnen bekommt keinen Gegner.',
  gamesStarted: (count) => (count === 1 ? '1 Partie gestartet' : `${count} Partien gestartet`),
};
