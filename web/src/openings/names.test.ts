import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { TABLE } from '../../plugins/theory';
import { localName, untranslated } from './names';

const NAMES = readFileSync(TABLE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((row) => row.split('\t')[1] ?? '');

describe('the names of openings', () => {
  test.each<[english: string, german: string, french: string]>([
    ['Sicilian Defense', 'Sizilianische Verteidigung', 'Défense sicilienne'],
    [
      'Sicilian Defense: Najdorf Variation',
      'Sizilianische Verteidigung, Najdorf-Variante',
      'Défense sicilienne, variante Najdorf',
    ],
    [
      'Sicilian Defense: Najdorf Variation, Poisoned Pawn Variation',
      'Sizilianische Verteidigung, Najdorf-Variante, Bauernraubvariante',
      'Défense sicilienne, variante Najdorf, variante du pion empoisonné',
    ],
    [
      'Sicilian Defense: Dragon Variation, Yugoslav Attack, 9.Bc4',
      'Sizilianische Verteidigung, Drachenvariante, jugoslawischer Angriff, 9.Lc4',
      'Défense sicilienne, variante du dragon, attaque yougoslave, 9.Fc4',
    ],
    ['Ruy Lopez', 'Spanische Partie', 'Partie espagnole'],
    [
      'Ruy Lopez: Closed Berlin Defense, Chigorin Variation',
      'Spanische Partie, geschlossene Berliner Verteidigung, Tschigorin-Variante',
      'Partie espagnole, défense berlinoise fermée, variante Tchigorine',
    ],
    [
      'Ruy Lopez: Steinitz Defense Deferred',
      'Spanische Partie, verzögerte Steinitz-Verteidigung',
      'Partie espagnole, défense Steinitz différée',
    ],
    [
      'Ruy Lopez: Marshall Counterattack, Main Line, 14...Qh3',
      'Spanische Partie, Marshall-Gegenangriff, Hauptvariante, 14...Dh3',
      'Partie espagnole, contre-attaque Marshall, ligne principale, 14...Dh3',
    ],
    ["Queen's Gambit", 'Damengambit', 'Gambit dame'],
    ["Queen's Gambit Accepted", 'Angenommenes Damengambit', 'Gambit dame accepté'],
    [
      "Queen's Gambit Declined: Exchange Variation",
      'Abgelehntes Damengambit, Abtauschvariante',
      "Gambit dame refusé, variante d'échange",
    ],
    [
      "King's Gambit Declined: Falkbeer Countergambit",
      'Abgelehntes Königsgambit, Falkbeer-Gegengambit',
      'Gambit du roi refusé, contre-gambit Falkbeer',
    ],
    ['Benko Gambit: Accepted', 'Wolga-Gambit, angenommen', 'Gambit Benko, accepté'],
    [
      'French Defense: Tarrasch Variation, Open Variation',
      'Französische Verteidigung, Tarrasch-Variante, offene Variante',
      'Défense française, variante Tarrasch, variante ouverte',
    ],
    [
      "Giuoco Piano: Greco's Attack",
      'Italienische Partie, Giuoco Piano, Greco-Angriff',
      'Partie italienne, Giuoco piano, attaque Greco',
    ],
    [
      'Benoni Defense: Classical Variation with ...a6 and 10...Bg4',
      'Benoni-Verteidigung, klassische Variante mit ...a6 und 10...Lg4',
      'Défense Benoni, variante classique avec ...a6 et 10...Fg4',
    ],
    [
      'Two Knights Defense: Max Lange Attack',
      'Zweispringerspiel im Nachzuge, Max-Lange-Angriff',
      'Défense des deux cavaliers, attaque Max Lange',
    ],
    [
      'Semi-Slav Defense: Meran Variation',
      'Halbslawische Verteidigung, Meraner Variante',
      'Défense semi-slave, variante de Merano',
    ],
    [
      'Grünfeld Defense: Grünfeld Gambit Accepted',
      'Grünfeld-Indische Verteidigung, Grünfeld-Gambit angenommen',
      'Défense Grünfeld, gambit Grünfeld accepté',
    ],
    [
      "King's Indian Defense: Four Pawns Attack",
      'Königsindische Verteidigung, Vierbauernangriff',
      'Défense est-indienne, attaque des quatre pions',
    ],
    [
      'Dutch Defense: 2.Bg5 Variation',
      'Holländische Verteidigung, 2.Lg5-Variante',
      'Défense hollandaise, variante 2.Fg5',
    ],
  ])('%s', (english, german, french) => {
    expect(localName(english, 'de')).toBe(german);
    expect(localName(english, 'fr')).toBe(french);
    expect(localName(english, 'en')).toBe(english);
  });

  test.each(['de', 'fr'] as const)('%s has a name for every family', (language) => {
    expect(NAMES.length).toBeGreaterThan(2000);
    expect(untranslated(NAMES, language)).toEqual([]);
  });

  test.each(['de', 'fr'] as const)(
    'nothing of what a variation is stays English in %s',
    (language) => {
      const english =
        /\b(Variation|Defense|Attack|Counterattack|Countergambit|Line|Trap|Opening|Game|Accepted|Declined|Deferred|Reversed|with|without|and|Knights?|Pawns?)\b|'s\b/;
      const left = NAMES.map((name) => localName(name, language)).filter((name) =>
        english.test(name),
      );
      expect(left).toEqual([]);
    },
  );
});
