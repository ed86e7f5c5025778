/**
 * Today's position: a *tabiya*, where the theory of an opening ends and the game begins. Everybody
 * has the same one on the same day.
 */

export interface Tabiya {
  readonly fen: string;
  /** The opening in English; `openings` has it in other languages. */
  readonly opening: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The position of a day, by the calendar of this computer. */
export function tabiyaOf(day: Date): Tabiya {
  const days = Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / DAY_MS;
  const [fen, opening] = TABIYAS[(days * STEP) % TABIYAS.length] ?? TABIYAS[0];
  return { fen, opening };
}

/** Without a common divisor with the number of positions, so that each has its day; neighbors differ. */
const STEP = 13;

/** Positions that thousands of games have passed through. */
export const TABIYAS = [
  ['r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQK2R w KQkq - 0 6', 'Giuoco Piano'],
  [
    'r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 w - - 1 9',
    'Ruy Lopez: Closed Defense',
  ],
  [
    'r1bq1rk1/2p1bppp/p1n2n2/1p1pp3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 w - - 0 9',
    'Ruy Lopez: Marshall Counterattack',
  ],
  [
    'r1bqkb1r/ppp2ppp/2p5/4Pn2/8/5N2/PPP2PPP/RNBQ1RK1 w kq - 1 8',
    'Ruy Lopez: Berlin Defense, Open Variation',
  ],
  [
    'r1b1kb1r/p1ppqppp/2p5/3nP3/8/8/PPP1QPPP/RNB1KB1R w KQkq - 3 8',
    'Scotch Game: Mieses Variation',
  ],
  [
    'rnbqkb1r/ppp2ppp/8/3p4/3Pn3/3B1N2/PPP2PPP/RNBQK2R b KQkq - 1 6',
    "Petrov's Defense: Classical Attack",
  ],
  [
    'rnbqkbnr/pppp1p1p/8/4N3/4PppP/8/PPPP2P1/RNBQKB1R b KQkq - 1 5',
    "King's Gambit Accepted: King's Knight's Gambit",
  ],
  ['r1bqk1nr/pppp1ppp/2n5/b3p3/2B1P3/2P2N2/P2P1PPP/RNBQK2R w KQkq - 1 6', 'Evans Gambit'],
  [
    'rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6',
    'Sicilian Defense: Najdorf Variation',
  ],
  [
    'rnbqk2r/pp2ppbp/3p1np1/8/3NP3/2N1BP2/PPP3PP/R2QKB1R b KQkq - 0 7',
    'Sicilian Defense: Dragon Variation, Yugoslav Attack',
  ],
  [
    'r1bqkb1r/pp3ppp/2np1n2/1N2p3/4P3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 7',
    'Sicilian Defense: Pelikan Variation',
  ],
  [
    'rnbqkbnr/1p1p1ppp/p3p3/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 0 5',
    'Sicilian Defense: Kan Variation',
  ],
  [
    'r1bqkb1r/pp2pppp/2np1n2/6B1/3NP3/2N5/PPP2PPP/R2QKB1R b KQkq - 4 6',
    'Sicilian Defense: Richter-Rauzer Variation',
  ],
  [
    'rnbqkb1r/pp1ppppp/8/2pnP3/8/2P5/PP1P1PPP/RNBQKBNR w KQkq - 1 4',
    "Sicilian Defense: Alapin's Variation",
  ],
  [
    'rnbqk1nr/pp3ppp/4p3/2ppP3/3P4/P1P5/2P2PPP/R1BQKBNR b KQkq - 0 6',
    'French Defense: Winawer Variation, Advance Variation',
  ],
  [
    'r1bqkbnr/pp3ppp/2n1p3/2ppP3/3P4/2P2N2/PP3PPP/RNBQKB1R b KQkq - 2 5',
    'French Defense: Advance Variation, Paulsen Attack',
  ],
  [
    'rnbqkb1r/pppn1ppp/4p3/3pP3/3P4/8/PPPN1PPP/R1BQKBNR w KQkq - 1 5',
    'French Defense: Tarrasch Variation, Closed Variation',
  ],
  [
    'rn1qkbnr/pp2pppp/2p5/5b2/3PN3/8/PPP2PPP/R1BQKBNR w KQkq - 1 5',
    'Caro-Kann Defense: Classical Variation',
  ],
  [
    'rn1qkbnr/pp2pppp/2p5/3pPb2/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 1 4',
    'Caro-Kann Defense: Advance Variation',
  ],
  [
    'rnbqkb1r/pp2pppp/5n2/3p4/2PP4/2N5/PP3PPP/R1BQKBNR b KQkq - 2 5',
    'Caro-Kann Defense: Panov-Botvinnik Attack',
  ],
  ['rnb1kbnr/ppp1pppp/8/q7/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 4', 'Scandinavian Defense'],
  ['rnbqkb1r/ppp1pp1p/3p1np1/8/3PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 0 4', 'Pirc Defense'],
  ['rnbqkb1r/ppp1pppp/3p4/3nP3/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 0 4', "Alekhine's Defense"],
  ['rnbq1rk1/ppp1bppp/4pn2/3p2B1/2PP4/2N1PN2/PP3PPP/R2QKB1R b KQ - 2 6', "Queen's Gambit Declined"],
  [
    'rnbqkb1r/ppp2ppp/5n2/3p2B1/3P4/2N5/PP2PPPP/R2QKBNR b KQkq - 1 5',
    "Queen's Gambit Declined: Exchange Variation, Positional Line",
  ],
  ['rnbqkb1r/pp2pppp/2p2n2/8/2pP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 0 5', 'Slav Defense: Accepted'],
  ['r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2NBPN2/PP3PPP/R1BQK2R b KQkq - 2 6', 'Semi-Slav Defense'],
  [
    'rnbqkb1r/pp3ppp/4pn2/2p5/2BP4/4PN2/PP3PPP/RNBQK2R w KQkq - 0 6',
    "Queen's Gambit Accepted: Classical Variation",
  ],
  [
    'rnbq1rk1/ppp2pbp/3p1np1/4p3/2PPP3/2N2N2/PP2BPPP/R1BQK2R w KQ - 0 7',
    "King's Indian Defense: Classical Variation",
  ],
  ['rnbqkb1r/ppp1pp1p/5np1/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 4', 'Grünfeld Defense'],
  ['rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4', 'Nimzo-Indian Defense'],
  ['rnbqkb1r/p1pp1ppp/1p2pn2/8/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq - 0 4', "Queen's Indian Defense"],
  ['rnbqkb1r/p2ppppp/5n2/1ppP4/2P5/8/PP2PPPP/RNBQKBNR w KQkq - 0 4', 'Benko Gambit'],
  ['rnbqkb1r/pp3ppp/3p1n2/2pP4/8/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 6', 'Benoni Defense'],
  ['rnbqkb1r/ppppp2p/5np1/5p2/3P4/6P1/PPP1PPBP/RNBQK1NR w KQkq - 0 4', 'Dutch Defense'],
  [
    'rnbqkbnr/ppp1pppp/8/3p4/3P1B2/8/PPP1PPPP/RN1QKBNR b KQkq - 1 2',
    "Queen's Pawn Game: Mason Variation",
  ],
  ['rnbqkb1r/pppppppp/5n2/6B1/3P4/8/PPP1PPPP/RN1QKBNR b KQkq - 2 2', 'Trompowsky Attack'],
  [
    'rnbq1rk1/ppp1bppp/4pn2/8/2pP4/5NP1/PP2PPBP/RNBQ1RK1 w - - 0 7',
    'Catalan Opening: Closed Variation, 5.Nf3',
  ],
  [
    'r1bqkb1r/pppp1ppp/2n2n2/4p3/2P5/2N2N2/PP1PPPPP/R1BQKB1R w KQkq - 4 4',
    'English Opening: Four Knights System',
  ],
  [
    'rnbqkbnr/pp1ppppp/8/2p5/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2',
    'English Opening: Symmetrical Variation',
  ],
  ['rnbqkbnr/ppp1pppp/8/3p4/2P5/5N2/PP1PPPPP/RNBQKB1R b KQkq - 0 2', 'Réti Opening'],
  [
    'rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 3',
    'Vienna Game: Falkbeer Variation',
  ],
] as const;
