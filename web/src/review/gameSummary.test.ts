import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import type { GameSummary } from '../wire/GameSummary';
import type { GameView } from '../wire/GameView';
import type { Player } from '../wire/Player';
import type { Reason } from '../wire/Reason';
import type { ReviewedMove } from '../wire/ReviewedMove';
import type { ReviewedPosition } from '../wire/ReviewedPosition';
import type { SideReport } from '../wire/SideReport';
import type { Standing } from '../wire/Standing';
import { sentencesOf } from './gameSummary';
import type { LoadedReview } from './loadedReview';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const PLIES = 60;
const person: Player = { type: 'person' };
const engine: Player = { type: 'external', name: 'Engine' };

function view(white: Player, black: Player): GameView {
  const moves = Array.from({ length: PLIES }, () => ({ uci: '', san: 'Nf3' }));
  const seats = { white: { name: null, player: white }, black: { name: 'Ann', player: black } };
  const state = { status: { type: 'playing' } };
  return { start_fen: START, moves, seats, shared: false, state } as unknown as GameView;
}

/** The same game, over. */
function over(game: GameView, reason: Reason, winner: 'white' | 'black' | null): GameView {
  const result = winner === null ? '1/2-1/2' : winner === 'white' ? '1-0' : '0-1';
  const status = { type: 'over', reason, winner, result } as const;
  return { ...game, state: { ...game.state, status } } as unknown as GameView;
}

const good: ReviewedMove = { accuracy: 99, centipawn_loss: 0, judgment: null, explanation: null };
const blunder: ReviewedMove = { ...good, judgment: 'blunder' };
const hanging: ReviewedMove = {
  ...blunder,
  explanation: { fact: { type: 'hangs', piece: { role: 'knight', square: 'e5' } }, english: '' },
};
const side = (accuracy: number): SideReport => ({ accuracy }) as SideReport;

function review(summary: GameSummary | null, bad = hanging): LoadedReview {
  const moves = Array.from({ length: PLIES }, (_, i) =>
    i === summary?.turning_point ? bad : good,
  );
  const [white, black] = [side(92.4), side(87.5)];
  const report = { white, black, middlegame: null, endgame: null, moves, moments: [], summary };
  const value = { type: 'centipawns', amount: 0 } as const;
  const one = (ply: number): [number, ReviewedPosition] => [
    ply,
    { ply, value, win_percent: 50, depth: 9, line: [] },
  ];
  const positions = new Map(Array.from({ length: PLIES + 1 }, (_, ply) => one(ply)));
  return { state: 'finished', total: PLIES + 1, positions, report };
}

function texts(game: GameView, loaded: LoadedReview, you: 'white' | 'spectator'): string[][] {
  return [MESSAGES.en, MESSAGES.de, MESSAGES.fr].map((messages) => {
    const localizeSan = (text: string): string => text;
    const percent = (value: number | null): string => `${Math.round(value ?? 0)}%`;
    const sentences = sentencesOf(game, loaded, {
      messages,
      you,
      localizeSan,
      percent,
      tellsEnd: true,
    });
    return sentences === null ? [] : [sentences.course, sentences.turn];
  });
}

const NOTHING: GameSummary = {
  leader: null,
  standing: null,
  is_balanced: true,
  since: null,
  until: null,
  turning_point: null,
};
const UNEVEN: GameSummary = { ...NOTHING, is_balanced: false, standing: 'much_better' };

test('a game that turned is told with the move that turned it', () => {
  const summary: GameSummary = { ...UNEVEN, leader: 'white', until: 42, turning_point: 42 };
  expect(texts(view(person, engine), review(summary), 'white')).toEqual([
    ['You were clearly better until move 22.', 'Then 22. Nf3?? hung the knight on e5.'],
    [
      'Bis zum 22. Zug standest du klar besser.',
      'Der Wendepunkt: 22. Nf3?? stellt den Springer auf e5 ein.',
    ],
    [
      'Jusqu’au 22e coup, vous aviez un net avantage.',
      'Puis 22. Nf3?? laisse le cavalier en e5 en prise.',
    ],
  ]);
});

test('a game is told with the move that decided it long after it had turned', () => {
  const turn = { since: 21, until: null, turning_point: 41 };
  const summary: GameSummary = { ...UNEVEN, leader: 'white', ...turn };
  expect(texts(view(person, person), review(summary), 'spectator')).toEqual([
    ['White was clearly better from move 11 on.', 'Then 21… Nf3?? hung the knight on e5.'],
    [
      'Ab dem 11. Zug stand Weiß klar besser.',
      'Der Wendepunkt: 21… Nf3?? stellt den Springer auf e5 ein.',
    ],
    [
      'À partir du 11e coup, les Blancs avaient un net avantage.',
      'Puis 21… Nf3?? laisse le cavalier en e5 en prise.',
    ],
  ]);
});

test('a game that was won from early on is told as that, and the mistake that decided it after', () => {
  const turn = { since: 42, until: null, turning_point: 41 };
  const summary: GameSummary = { ...UNEVEN, leader: 'white', standing: 'winning', ...turn };
  const mated = over(view(person, engine), 'checkmate', 'white');
  expect(texts(mated, review(summary), 'white')).toEqual([
    [
      'You were winning from move 22 on.',
      'The decisive mistake: 21… Nf3?? hung the knight on e5, and you delivered checkmate on move 30.',
    ],
    [
      'Ab dem 22. Zug standest du auf Gewinn.',
      'Der entscheidende Fehler: 21… Nf3?? stellt den Springer auf e5 ein, ' +
        'und du hast im 30. Zug mattgesetzt.',
    ],
    [
      'À partir du 22e coup, vous aviez un avantage décisif.',
      'L’erreur décisive\u00a0: 21… Nf3?? laisse le cavalier en e5 en prise, ' +
        'et vous avez maté au 30e coup.',
    ],
  ]);
  // The mistake itself, without a proven reason. It is told once.
  const unproven = review({ ...summary, since: 41 }, blunder);
  expect(texts(view(person, engine), unproven, 'white')).toEqual([
    ['You were winning from move 21 on.', 'The decisive mistake was 21… Nf3??.'],
    ['Ab dem 21. Zug standest du auf Gewinn.', 'Der entscheidende Fehler war 21… Nf3??.'],
    ['À partir du 21e coup, vous aviez un avantage décisif.', 'L’erreur décisive fut 21… Nf3??.'],
  ]);
  // Another mistake that the game was won with is not taken for the decisive one.
  const later = review({ ...summary, since: 43 });
  later.report?.moves.splice(43, 1, blunder);
  const [english] = texts(view(person, engine), later, 'white');
  expect(english?.[0]).toBe('You were winning from move 22 on.');
});

test('the sentences grade an advantage', () => {
  const course = (standing: GameSummary['standing']): (string | undefined)[] => {
    const summary: GameSummary = { ...UNEVEN, leader: 'white', standing, until: 42 };
    return texts(view(person, engine), review(summary), 'white').map(([first]) => first);
  };
  expect(course('winning')).toEqual([
    'You were winning until move 22.',
    'Bis zum 22. Zug standest du auf Gewinn.',
    'Jusqu’au 22e coup, vous aviez un avantage décisif.',
  ]);
  expect(course('better')).toEqual([
    'You were slightly better until move 22.',
    'Bis zum 22. Zug standest du etwas besser.',
    'Jusqu’au 22e coup, vous aviez un léger avantage.',
  ]);
});

test('a mistake that gave the other side the better game is named', () => {
  const turn = { since: 20, until: 41, turning_point: 41 };
  const loaded = review({ ...UNEVEN, leader: 'black', ...turn });
  loaded.report?.moves.splice(20, 1, blunder);
  expect(texts(view(person, person), loaded, 'spectator').map(([course]) => course)).toEqual([
    'After 11. Nf3??, Ann was clearly better until move 21.',
    'Nach 11. Nf3?? stand Ann bis zum 21. Zug klar besser.',
    'Après 11. Nf3??, Ann avait un net avantage jusqu’au 21e coup.',
  ]);
  const toTheEnd = review({ ...UNEVEN, leader: 'white', since: 21, turning_point: 41 });
  toTheEnd.report?.moves.splice(21, 1, blunder);
  expect(texts(view(person, engine), toTheEnd, 'white').map(([course]) => course)).toEqual([
    'After 11… Nf3??, you were clearly better.',
    'Nach 11… Nf3?? standest du klar besser.',
    'Après 11… Nf3??, vous aviez un net avantage.',
  ]);
});

test('a bad move without a proven reason is named', () => {
  const turn = { since: 20, until: 41, turning_point: 41 };
  const summary: GameSummary = { ...UNEVEN, leader: 'black', ...turn };
  expect(texts(view(person, person), review(summary, blunder), 'spectator')).toEqual([
    ['Ann was clearly better from move 11 to move 21.', 'Then 21… Nf3?? was a blunder.'],
    ['Vom 11. bis zum 21. Zug stand Ann klar besser.', 'Dann folgte 21… Nf3??, ein grober Patzer.'],
    ['Du 11e au 21e coup, Ann avait un net avantage.', 'Puis vint 21… Nf3??, une gaffe.'],
  ]);
});

test('what a bad move made of the position is told of the side that played it', () => {
  const turned = (to: Standing): ReviewedMove => ({
    ...blunder,
    explanation: { fact: { type: 'turns', from: 'winning', to }, english: '' },
  });
  const turns = (index: number, to: Standing, you: 'white' | 'spectator'): (string | undefined)[] =>
    texts(
      view(person, index % 2 === 0 ? person : engine),
      review({ ...UNEVEN, leader: 'white', since: 20, turning_point: index }, turned(to)),
      you,
    ).map(([, turn]) => turn);
  expect(turns(42, 'much_worse', 'white')).toEqual([
    'Then 22. Nf3?? left you with a clearly worse position.',
    'Der Wendepunkt: 22. Nf3?? lässt dir nur noch eine klar schlechtere Stellung.',
    'Puis 22. Nf3?? ne vous laisse qu’une position nettement inférieure.',
  ]);
  expect(turns(42, 'better', 'spectator')).toEqual([
    'Then 22. Nf3?? left White with only a slightly better position.',
    'Der Wendepunkt: 22. Nf3?? lässt Weiß nur noch eine etwas bessere Stellung.',
    'Puis 22. Nf3?? ne laisse aux Blancs qu’une position légèrement meilleure.',
  ]);
  expect(turns(41, 'lost', 'white')).toEqual([
    'Then 21… Nf3?? left Ann with a lost position.',
    'Der Wendepunkt: 21… Nf3?? lässt Ann nur noch eine verlorene Stellung.',
    'Puis 21… Nf3?? ne laisse à Ann qu’une position perdue.',
  ]);
});

test('balanced and one-sided games are told with their accuracy', () => {
  const game = view(person, person);
  expect(texts(game, review(NOTHING), 'spectator')).toEqual([
    ['The game was even to the end.', 'Accuracy: 92% for White, 88% for Black.'],
    [
      'Die Partie blieb bis zum Schluss ausgeglichen.',
      'Genauigkeit: 92% für Weiß, 88% für Schwarz.',
    ],
    [
      'La partie est restée équilibrée jusqu’au bout.',
      'Précision\u00a0: 92% pour les Blancs, 88% pour les Noirs.',
    ],
  ]);
  const [english] = texts(game, review({ ...NOTHING, leader: 'white' }), 'spectator');
  expect(english?.[0]).toBe('White was slightly better throughout.');
});

test('a game is called balanced only if its evaluations were', () => {
  const game = view(person, person);
  expect(texts(game, review(UNEVEN), 'spectator').map(([course]) => course)).toEqual([
    'Neither side had a clear advantage for long.',
    'Bis zum Schluss hatte keine Seite lange einen klaren Vorteil.',
    'Jusqu’au bout, aucun camp n’a eu longtemps un net avantage.',
  ]);
  // The stretch comes first, or it would be about the advantage.
  const [english] = texts(game, review({ ...UNEVEN, until: 30 }), 'spectator');
  expect(english?.[0]).toBe('Until move 16, neither side had a clear advantage for long.');
});

test('a game that slipped away is told as that', () => {
  const [english] = texts(view(person, person), review({ ...NOTHING, until: 30 }), 'spectator');
  expect(english).toEqual([
    'The game was even until move 16.',
    'No single mistake made the difference.',
  ]);
});

test('the sentence about the turning point goes on to how the game ended', () => {
  const summary: GameSummary = { ...UNEVEN, leader: 'white', until: 42, turning_point: 42 };
  const game = over(view(person, engine), 'resignation', 'black');
  expect(texts(game, review(summary), 'white').map(([, turn]) => turn)).toEqual([
    'Then 22. Nf3?? hung the knight on e5, and you resigned on move 31.',
    'Der Wendepunkt: 22. Nf3?? stellt den Springer auf e5 ein, und du hast im 31. Zug aufgegeben.',
    'Puis 22. Nf3?? laisse le cavalier en e5 en prise, et vous avez abandonné au 31e coup.',
  ]);
});

test('a mate that follows the mistake is told without its number', () => {
  const summary: GameSummary = { ...UNEVEN, until: 58, turning_point: 58 };
  const mated = over(view(person, engine), 'checkmate', 'black');
  expect(texts(mated, review(summary), 'white').map(([, turn]) => turn)).toEqual([
    'Then 30. Nf3?? hung the knight on e5, and Ann mated at once.',
    'Der Wendepunkt: 30. Nf3?? stellt den Springer auf e5 ein, und Ann hat sofort mattgesetzt.',
    'Puis 30. Nf3?? laisse le cavalier en e5 en prise, et Ann a maté aussitôt.',
  ]);
});

test('without a turning point, the course of the game goes on to its end', () => {
  const ahead: GameSummary = { ...UNEVEN, leader: 'white' };
  const game = over(view(person, person), 'time', 'black');
  const [english] = texts(game, review(ahead), 'spectator');
  expect(english).toEqual([
    'White was clearly better throughout, but ran out of time on move 31.',
    'Accuracy: 92% for White, 88% for Black.',
  ]);
});

test('in English, the end does not repeat the name that the sentence began with', () => {
  const course = (leader: 'white' | 'black', winner: 'white' | 'black'): string | undefined => {
    const game = over(view(person, engine), 'resignation', winner);
    return texts(game, review({ ...UNEVEN, leader }), 'white')[0]?.[0];
  };
  expect(course('white', 'black')).toBe(
    'You were clearly better throughout, but resigned on move 31.',
  );
  expect(course('white', 'white')).toBe(
    'You were clearly better throughout, and Ann resigned on move 31.',
  );
  const mated = over(view(person, engine), 'checkmate', 'black');
  expect(texts(mated, review({ ...UNEVEN, leader: 'black' }), 'white')[0]?.[0]).toBe(
    'Ann was clearly better throughout, and delivered checkmate on move 30.',
  );
});

test('a draw is unexpected when the move that turned the game gave the other side the better one', () => {
  const drawn = over(view(person, person), 'agreement', null);
  for (const [leader, word] of [
    ['white', 'and'],
    ['black', 'but'],
    [null, 'but'],
  ] as const) {
    // The turning point is a move of White.
    const summary: GameSummary = { ...UNEVEN, leader, since: 10, turning_point: 42 };
    const [english] = texts(drawn, review(summary), 'spectator');
    expect(english?.[1], `${leader} was better`).toBe(
      `Then 22. Nf3?? hung the knight on e5, ${word} a draw was agreed on move 31.`,
    );
  }
});

test('an end that the turning point did not bring about is told as one', () => {
  const summary: GameSummary = { ...UNEVEN, leader: 'white', until: 42, turning_point: 42 };
  const game = over(view(person, engine), 'time', 'white');
  expect(texts(game, review(summary), 'white').map(([, turn]) => turn)).toEqual([
    'Then 22. Nf3?? hung the knight on e5, but Ann ran out of time on move 31.',
    'Der Wendepunkt: 22. Nf3?? stellt den Springer auf e5 ein, ' +
      'aber Ann hat im 31. Zug die Zeit überschritten.',
    'Puis 22. Nf3?? laisse le cavalier en e5 en prise, mais Ann a perdu au temps au 31e coup.',
  ]);
});

test('every end of a game is told, with the number of the move that was to be made', () => {
  const ends: readonly (readonly [Reason, 'white' | 'black' | null, string])[] = [
    ['checkmate', 'black', 'Ann delivered checkmate'],
    ['resignation', 'white', 'Ann resigned'],
    ['abandoned', 'black', 'White left the game'],
    ['recorded', 'white', 'White won'],
    ['stalemate', null, 'the game ended in stalemate'],
    ['agreement', null, 'a draw was agreed'],
    ['threefold_repetition', null, 'the game was drawn by threefold repetition'],
    ['insufficient_material', null, 'the game was drawn by insufficient material'],
    ['time', null, 'the game was drawn when time ran out'],
    ['recorded', null, 'the game was drawn'],
  ];
  for (const [reason, winner, end] of ends) {
    const told = texts(over(view(person, person), reason, winner), review(NOTHING), 'spectator');
    // The last move ends the game on the board; who resigns does so instead of the next one.
    const number = /mate|repetition|material/.test(reason) ? '30' : '31';
    const and = winner === null ? 'and' : 'but';
    expect(told[0]?.[0]).toBe(
      `The game was even to the end, ${and} ${end.replace('the game ', '')} on move ${number}.`,
    );
    for (const [course = ''] of told) {
      expect(course, reason).toContain(number);
      expect(course.match(/[.!](?! Zug)/g), course).toHaveLength(1);
    }
  }
});

test('drawn games end in the words of players', () => {
  for (const [reason, german, french] of [
    [
      'agreement',
      'und im 31. Zug wurde Remis vereinbart.',
      'et les joueurs ont convenu de la nulle au 31e coup.',
    ],
    [
      'threefold_repetition',
      'und die Partie endete im 30. Zug remis durch dreimalige Stellungswiederholung.',
      'et la partie s’est terminée par la nulle au 30e coup, par triple répétition.',
    ],
    [
      'abandoned',
      'und die Partie endete im 31. Zug remis, weil ein Spieler sie verlassen hat.',
      'et la partie s’est terminée par la nulle au 31e coup, après le départ d’un joueur.',
    ],
    [
      'recorded',
      'und die Partie endete im 31. Zug remis.',
      'et la partie s’est terminée par la nulle au 31e coup.',
    ],
  ] as const) {
    const drawn = over(view(person, person), reason, null);
    const [, de, fr] = texts(drawn, review(NOTHING), 'spectator');
    expect([de?.[0], fr?.[0]]).toEqual([
      `Die Partie blieb bis zum Schluss ausgeglichen, ${german}`,
      `La partie est restée équilibrée jusqu’au bout, ${french}`,
    ]);
  }
});

test('an aborted game is told without an end', () => {
  const game = over(view(person, person), 'aborted', null);
  const [english] = texts(game, review(NOTHING), 'spectator');
  expect(english?.[0]).toBe('The game was even to the end.');
});

test('nothing is told without a summary', () => {
  expect(texts(view(person, person), review(null), 'spectator')).toEqual([[], [], []]);
});
