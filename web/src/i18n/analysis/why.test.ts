import { expect, test } from 'vitest';

import type { MoveFact } from '../../wire/MoveFact';
import type { Motif } from '../../wire/Motif';
import { MESSAGES } from '../all';

const knight = { role: 'knight', square: 'e5' };
const queen = { role: 'queen', square: 'd8' };
const fork = (motif: Motif = 'fork') => ({ motif, by: knight, won: queen });

/** English as `tabiya analyze` writes it, German, French. */
const ROWS: readonly (readonly [MoveFact, string, string, string])[] = [
  [
    { type: 'turns', from: 'equal', to: 'much_worse' },
    'Turns an equal position into a clearly worse one.',
    'Macht aus einer ausgeglichenen Stellung eine klar schlechtere.',
    'Fait d’une position égale une position nettement inférieure.',
  ],
  [
    { type: 'turns', from: 'winning', to: 'better' },
    'Turns a winning position into a slightly better one.',
    'Macht aus einer gewonnenen Stellung eine etwas bessere.',
    'Fait d’une position gagnante une position légèrement meilleure.',
  ],
  [
    { type: 'stalemates' },
    'Stalemates a won game.',
    'Setzt in gewonnener Stellung patt.',
    'Fait pat dans une partie gagnée.',
  ],
  [
    { type: 'allows_mate', moves: 3, on_back_rank: false },
    'Allows mate in 3.',
    'Erlaubt Matt in 3.',
    'Permet un mat en 3.',
  ],
  [
    { type: 'allows_mate', moves: 1, on_back_rank: true },
    'Allows a back-rank mate in 1.',
    'Erlaubt ein Grundreihenmatt in 1.',
    'Permet un mat du couloir en 1.',
  ],
  [
    { type: 'misses_mate', moves: 2 },
    'Misses mate in 2.',
    'Verpasst Matt in 2.',
    'Manque un mat en 2.',
  ],
  [
    { type: 'hangs', piece: knight },
    'Hangs the knight on e5.',
    'Stellt den Springer auf e5 ein.',
    'Laisse le cavalier en e5 en prise.',
  ],
  [
    { type: 'loses_piece', piece: queen, compensation: 'pawn' },
    'Loses the queen on d8 for a pawn.',
    'Verliert die Dame auf d8 gegen einen Bauern.',
    'Perd la dame en d8 contre un pion.',
  ],
  [
    { type: 'allows_tactic', tactic: fork() },
    'Loses the queen on d8 to a fork by the knight on e5.',
    'Verliert die Dame auf d8 durch eine Gabel des Springers auf e5.',
    'Perd la dame en d8 sur une fourchette du cavalier en e5.',
  ],
  [
    { type: 'allows_tactic', tactic: fork('trap') },
    'Loses the queen on d8, which gets trapped.',
    'Verliert die Dame auf d8: sie wird gefangen.',
    'Perd la dame en d8, qui est enfermée.',
  ],
  [
    { type: 'allows_promotion', pawn: 'a4' },
    'Lets the pawn on a4 promote.',
    'Lässt zu, dass sich der Bauer auf a4 umwandelt.',
    'Laisse le pion en a4 aller à promotion.',
  ],
  [
    { type: 'misses_capture', piece: queen },
    'Misses a free queen on d8.',
    'Übersieht, dass die Dame auf d8 geschlagen werden kann.',
    'Ne voit pas que la dame en d8 peut être prise.',
  ],
  [
    { type: 'misses_capture', piece: knight },
    'Misses a free knight on e5.',
    'Übersieht, dass der Springer auf e5 geschlagen werden kann.',
    'Ne voit pas que le cavalier en e5 peut être pris.',
  ],
  [
    { type: 'misses_tactic', tactic: fork('discovered_check') },
    'Misses a chance to win the queen on d8 with a discovered check by the knight on e5.',
    'Verpasst es, die Dame auf d8 mit einem Abzugsschach des Springers auf e5 zu gewinnen.',
    'Manque l’occasion de gagner la dame en d8 par un échec à la découverte du cavalier en e5.',
  ],
  [
    { type: 'misses_tactic', tactic: fork('trap') },
    'Misses a chance to win the queen on d8 by trapping it.',
    'Übersieht, dass die Dame auf d8 gefangen werden kann.',
    'Manque l’occasion de gagner la dame en d8 en l’enfermant.',
  ],
  [
    { type: 'misses_promotion', pawn: 'a4' },
    'Misses promoting the pawn on a4.',
    'Übersieht, dass sich der Bauer auf a4 umwandelt.',
    'Ne voit pas que le pion en a4 va à promotion.',
  ],
  [
    { type: 'loses_material', gain: { won: ['knight'], cost: [], square: 'e5' } },
    'Loses the knight on e5.',
    'Verliert den Springer auf e5.',
    'Perd le cavalier en e5.',
  ],
  [
    { type: 'loses_material', gain: { won: ['rook'], cost: ['bishop'], square: 'a8' } },
    'Loses the exchange.',
    'Verliert die Qualität.',
    'Perd la qualité.',
  ],
  [
    {
      type: 'loses_material',
      gain: { won: ['queen', 'pawn'], cost: ['rook', 'knight', 'knight'], square: null },
    },
    'Loses a queen and a pawn for a rook and two knights.',
    'Verliert eine Dame und einen Bauern gegen einen Turm und zwei Springer.',
    'Perd une dame et un pion contre une tour et deux cavaliers.',
  ],
  [
    { type: 'misses_material', gain: { won: ['queen'], cost: ['rook', 'pawn'], square: 'd8' } },
    'Misses a chance to win the queen on d8 for a rook and a pawn.',
    'Verpasst es, die Dame auf d8 gegen einen Turm und einen Bauern zu gewinnen.',
    'Manque l’occasion de gagner la dame en d8 contre une tour et un pion.',
  ],
  [
    {
      type: 'misses_material',
      gain: { won: ['rook', 'rook', 'bishop', 'pawn', 'pawn'], cost: [], square: null },
    },
    'Misses a chance to win two rooks, a bishop and two pawns.',
    'Verpasst es, zwei Türme, einen Läufer und zwei Bauern zu gewinnen.',
    'Manque l’occasion de gagner deux tours, un fou et deux pions.',
  ],
  [
    { type: 'throws_away_won_endgame', endgame: 'minor' },
    'Throws away a won minor-piece ending.',
    'Verschenkt den Sieg im Leichtfigurenendspiel; jetzt ist es remis.',
    'Laisse échapper le gain dans une finale de pièces mineures, qui est nulle à présent.',
  ],
];

test('every reason is a sentence in every language', () => {
  for (const [fact, ...sentences] of ROWS) {
    const said = [MESSAGES.en, MESSAGES.de, MESSAGES.fr].map(({ analysis }) => analysis.why(fact));
    expect(said, fact.type).toEqual(sentences);
  }
});

test('in English, a turning point is told in the past like the rest of the game', () => {
  const told = ROWS.map(([, english]) =>
    MESSAGES.en.analysis.game.turningPoint('5. Nf3??', english),
  );
  // A verb that the texts do not know would keep its capital letter.
  for (const sentence of told) expect(sentence).toMatch(/^Then 5\. Nf3\?\? [a-z]+ /);
  expect(told.filter((sentence) => /gets|loses|turns/.test(sentence))).toEqual([]);
});
