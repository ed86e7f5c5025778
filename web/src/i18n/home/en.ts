/** Texts of the home page in English: its board, and the computer opponents. */
export const homeBoardEn = {
  label: 'The board',
  yourGame: 'Your game',
  newGame: 'New game',
  today: 'Today’s position',
  continue: 'Continue',
  /** Under the board. */
  yourMove: 'Move a piece to start.',
  namesFirst: 'Enter both names, then move a piece.',
  opponentMoves: 'Your opponent has White and begins.',
  press: (button: string) => `Press “${button}”.`,
  playOn: (opening: string) => `${opening}: play on from here.`,
  move: (white: string, black: string, number: number) =>
    `${white} vs ${black}, move\u00a0${number}`,
  yourTurn: 'Your move',
  options: 'Options',
  recent: 'Recent games',
  all: 'All games',
  review: 'Review',
  club: {
    title: 'In the club now',
    all: 'All events',
    competition: (round: number) => `Competition, round ${round}`,
    demonstration: 'Demonstration board',
    simul: (boards: number) => `Simul on ${boards} boards`,
  },
};

export const opponentsEn = {
  title: 'Choose an opponent',
  change: 'Change',
  anyRating: 'For ratings in between, see Options on the home page.',
  question: 'How well do you play?',
  answers: {
    new: 'I’m just learning',
    beginner: 'I know the rules',
    casual: 'I play now and then',
    club: 'I play in a club',
    strong: 'I’m a strong player',
  },
  /** The measured ratings are in docs/levels.md. */
  descriptions: {
    easy: 'about\u00a0700 · looks one move ahead',
    medium: 'about\u00a01100 · looks two moves ahead',
    hard: 'about\u00a01600 · looks three moves ahead',
    external: 'an engine of this server',
  },
};

export type HomeBoardMessages = typeof homeBoardEn;
export type OpponentMessages = typeof opponentsEn;
